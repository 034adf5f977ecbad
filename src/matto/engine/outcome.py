"""How a deal ended, and what is paid for it: the values that games and blocks share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from matto.engine.cards import Pack
from matto.engine.events import Trick
from matto.engine.payrules import PayRule


@dataclass(frozen=True)
class Outcome:
    """A finished deal.

    `side` gives each seat's party (0 is the declarer's), `piles` the cards that count for
    each seat, laid-away ones included, `said` who announced what, `times` by what every
    scoring item is multiplied, `faults` how often each seat made which mistake (only in deals
    played with real cards: the program lets none happen), `carried` what the deal started from.
    """

    pack: Pack
    side: tuple[int, ...]
    piles: tuple[frozenset[str], ...]
    tricks: tuple[Trick, ...] = ()
    declarer: int | None = None
    dealer: int = 0
    said: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    times: int = 1
    faults: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    carried: Mapping[str, int] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.side)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The parties there are."""
        return tuple(sorted(set(self.side)))

    @property
    def last_trick(self) -> Trick:
        """The last trick."""
        return self.tricks[-1]

    def members(self, side: int) -> tuple[int, ...]:
        """The seats of a party."""
        return tuple(seat for seat, own in enumerate(self.side) if own == side)

    def pile(self, side: int) -> frozenset[str]:
        """All cards that count for a party."""
        return self._pile_of[side]

    @cached_property
    def _pile_of(self) -> Mapping[int, frozenset[str]]:
        return {
            side: frozenset().union(*(self.piles[seat] for seat in self.members(side)))
            for side in self.sides
        }

    def has_said(self, what: str) -> bool:
        """Tell whether anybody announced something."""
        return bool(self.said.get(what))


class Term(Protocol):
    """One scoring item."""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Spell out what the item pays, before the cards are played.

        Of the outcome only the parties, what was said or done wrong, and what the deal started
        from are looked at: neither piles nor tricks.
        """
        ...
