"""What settling needs to know of a finished deal, whether a program or people played it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matto.cards import FOOL, Pack
from matto.errors import NotYetSettled
from matto.scoring import LOT, lots_of_three
from matto.table import Table, Trick
from matto.words import text


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


def outcome_of(table: Table) -> Outcome:
    """Gather a finished deal from the table; see `gather` for the Fool.

    Raises `NotYetSettled` if the table has no stakes.
    """
    stakes = table.stakes
    if stakes is None:
        raise NotYetSettled(text("Set the stakes of the deal before its cards are played."))
    tricks, needs_trick = tuple(table.tricks), stakes.fool_needs_trick
    return Outcome(
        pack=table.pack,
        side=stakes.side,
        piles=gather(tricks, table.laid_away, stakes.side, fool_needs_trick=needs_trick),
        tricks=tricks,
        declarer=stakes.declarer,
        dealer=table.dealer,
        said={what: tuple(seats) for what, seats in table.said.items()},
        times=stakes.times,
        carried=table.setup.carried,
    )


def gather(
    tricks: Sequence[Trick],
    laid_away: Sequence[Iterable[str]],
    side: Sequence[int],
    *,
    fool_needs_trick: bool = False,
) -> tuple[frozenset[str], ...]:
    """Give each seat's pile: its tricks, what it laid away, and the Fool it played.

    With `fool_needs_trick` the Fool goes over to the winner of its trick when its owner's
    party has won no trick at all (cards laid away are no trick).
    """
    seats = len(side)
    piles = [set(cards) for cards in laid_away]
    for trick in tricks:
        piles[trick.winner].update(trick.cards)
        if FOOL in trick.cards:
            owner = (trick.leader + trick.cards.index(FOOL)) % seats
            winning_sides = {side[each.winner] for each in tricks}
            if not fool_needs_trick or side[owner] in winning_sides:
                piles[trick.winner].discard(FOOL)
                piles[owner].add(FOOL)
    return tuple(map(frozenset, piles))


def trick_pile(outcome: Outcome, seat: int) -> frozenset[str]:
    """A seat's pile without the cards that lie in no trick, as those laid away."""
    return outcome.piles[seat] & {card for trick in outcome.tricks for card in trick.cards}


def lot_points(pile: Collection[str], pack: Pack) -> int:
    """Count a pile in lots of three; an empty card is worth 1 in the pack's values."""
    cards = len(pile)
    return lots_of_three(single_points(pile, pack) - cards, cards)


def single_points(pile: Iterable[str], pack: Pack) -> int:
    """Count a pile card by card."""
    return sum(map(pack.value_of.__getitem__, pile))


def lots_in(cards: int) -> int:
    """How many full lots of three a number of cards makes."""
    return cards // LOT
