"""How a deal ended, and what is paid for it: the values that games and blocks share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from matto.engine.cards import Pack
from matto.engine.events import Trick
from matto.engine.payrules import PayRule
from matto.engine.scoring import Row


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

    def lost(self, wanted: frozenset[str]) -> tuple[tuple[int, int, str], ...]:
        """Cards of a set taken from another party in a trick, as (loser, winner, card)."""
        return tuple(
            (seat, trick.winner, card)
            for trick in self.tricks
            if not wanted.isdisjoint(trick.cards)
            for seat, card in trick.by_seat(self.seats)
            if card in wanted and self.side[seat] != self.side[trick.winner]
        )

    def has_said(self, what: str) -> bool:
        """Tell whether anybody announced something."""
        return bool(self.said.get(what))


class Term(Protocol):
    """One scoring item."""

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """Give the rows that the item writes for a finished deal, none if not earned."""
        ...

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """Say the same in rows of numbers, before the cards are played.

        Of the outcome only the parties, what was said, and what the deal started from are
        looked at: neither piles nor tricks.
        """
        ...
