"""What is expected of whole deals of a game, beside what its clauses say one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from matto.engine.run import Run
from matto.testing.knowledge import Audience

__all__ = [
    "Expected",
    "Parties",
    "Totals",
    "one_of_each_side",
]

Totals = Callable[[Run], frozenset[int] | None]
"""What card points may add up to; None where they need not add up to anything."""
Parties = Callable[[Run], Sequence[int]]
"""A seat of each party, so that the points of a party are counted once."""


def one_of_each_side(run: Run) -> Sequence[int]:
    """A seat of each party, as the engine has the parties."""
    contract = run.table.contract
    side = contract.side if contract else tuple(range(run.game.seats))
    return [side.index(party) for party in sorted(set(side))]


@dataclass(frozen=True)
class Expected:
    """What is expected of a game; the defaults are what is usual.

    `totals` gives what the card points of all parties may add up to, `one_of_each` a seat of
    each party; `shows` who may see the cards in which events, besides the usual; `truthful`
    are events that answer truthfully about hidden cards; `secret` are the kinds of decisions
    whose answers others do not see, and words whose card they do not see; `balances` tells
    whether payments add up to zero; `hidden` is what must have been moved, changed or taken
    back in a sample of deals, in the words of `worlds`; `broken_off` tells whether a deal
    was rightly ended before the last card.
    """

    totals: Totals = lambda _run: None
    one_of_each: Parties = one_of_each_side
    shows: Mapping[str, Audience] = field(default_factory=dict)
    truthful: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset({"discard", "give"})
    hidden: tuple[str, ...] = ("two hands",)
    balances: Callable[[Run], bool] = lambda _run: True
    broken_off: Callable[[Run], bool] = lambda _run: False
