"""How a deal ended: the parties, what was said, the tricks, the piles, and how they count."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple, Protocol

from matto.engine.cards import FOOL, NUMBER, SUIT_OF, TRUMP_SUIT, Pack
from matto.engine.errors import NotYetSettled
from matto.engine.events import Contract, Trick
from matto.engine.scoring import (
    LESS_MISSING,
    LOT,
    LOTS,
    ONE_BY_ONE,
    Counting,
    PayRule,
    lots_of_three,
)
from matto.engine.table import Table
from matto.engine.words import text


def has_led_on(
    tricks: Sequence[Trick], seat: int, seats: int, hand: Collection[str] = ()
) -> bool:
    """Return whether a seat, whenever on lead, has led on the plain suit that it led before.

    It may leave that suit when it holds none of it. `hand` are the cards it has not played yet;
    the last trick may be unfinished.
    """
    bound: int | None = None
    for card, held in _leads(tricks, seat, seats, hand):
        suit = _suit(card)
        if bound is not None and suit != bound and bound in map(_suit, held):
            return False
        if suit < TRUMP_SUIT:
            bound = suit
    return True


def _leads(
    tricks: Sequence[Trick], seat: int, seats: int, hand: Collection[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield each card that a seat has led, with the cards it then held."""
    played = [(trick.leader, dict(trick.by_seat(seats)).get(seat)) for trick in tricks]
    own = [card for _, card in played if card is not None]
    for place, (leader, card) in enumerate(played):
        if leader == seat and card is not None:
            yield card, [*own[place:], *hand]


def _suit(card: str) -> int:
    return SUIT_OF[NUMBER[card]]


class Exchange(NamedTuple):
    """The Fool goes back to `owner`, a card of his tricks to the winner of the Fool's trick."""

    owner: int
    winner: int
    card: str


def exchange_in(
    tricks: Sequence[Trick], until: int, worthless: frozenset[str]
) -> Exchange | None:
    """Return the exchange that some tricks allow, None while or where there is none.

    The Fool must have been played to one of the first `until` tricks. Given is the first
    worthless card played to the earliest trick of its owner's that has one.
    """
    for trick in tricks[:until]:
        if FOOL in trick.cards:
            owner = (trick.leader + trick.cards.index(FOOL)) % len(trick.cards)
            given = (
                card
                for own in tricks
                if own.winner == owner
                for card in own.cards
                if card in worthless
            )
            card = next(given, None)
            return None if card is None else Exchange(owner, trick.winner, card)
    return None


def piles_after_exchange(
    tricks: Sequence[Trick],
    laid_away: Sequence[Iterable[str]],
    until: int,
    worthless: frozenset[str],
) -> tuple[frozenset[str], ...]:
    """Return the pile of each seat: its tricks, what it laid away, the Fool exchanged."""
    piles = [set(cards) for cards in laid_away]
    for trick in tricks:
        piles[trick.winner].update(trick.cards)
    found = exchange_in(tricks, until, worthless)
    if found is not None:
        piles[found.winner] ^= {FOOL, found.card}
        piles[found.owner] ^= {FOOL, found.card}
    return tuple(map(frozenset, piles))


@cache
def members_of(side: tuple[int, ...]) -> Mapping[int, tuple[int, ...]]:
    """The seats of each party, by the party of each seat."""
    return {
        party: tuple(seat for seat, own in enumerate(side) if own == party)
        for party in sorted(set(side))
    }


PLAIN_COUNT = Counting(ONE_BY_ONE)


@dataclass(frozen=True)
class Outcome:
    """A finished deal.

    `side` gives each seat's party (0 is the declarer's), `piles` the cards that count for
    each seat, laid-away ones included, `said` who announced what, `times` by what every
    scoring item is multiplied, `faults` how often each seat made which mistake (only in deals
    played with real cards: the program lets none happen), `carried` what the deal started from,
    `counting` how the piles are counted.
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
    counting: Counting = PLAIN_COUNT

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.side)

    @property
    def sides(self) -> tuple[int, ...]:
        """The parties there are."""
        return tuple(members_of(self.side))

    @property
    def last_trick(self) -> Trick:
        """The last trick."""
        return self.tricks[-1]

    def members(self, side: int) -> tuple[int, ...]:
        """The seats of a party."""
        return members_of(self.side)[side]

    def pile(self, side: int) -> frozenset[str]:
        """All cards that count for a party."""
        return self._pile_of[side]

    @cached_property
    def _pile_of(self) -> Mapping[int, frozenset[str]]:
        piles = self.piles
        return {
            side: piles[first].union(*[piles[seat] for seat in others])
            for side, (first, *others) in members_of(self.side).items()
        }

    @cached_property
    def points_of(self) -> Mapping[int, int]:
        """The card points of each party, counted as this deal's are."""
        return {side: card_points(self, side, self.counting) for side in self.sides}

    @cached_property
    def values_of(self) -> Mapping[int, Mapping[str, int]]:
        """The value of each card in each party's pile."""
        return {side: values_in(self, self.pile(side), self.counting) for side in self.sides}

    @cached_property
    def moments(self) -> Mapping[str, tuple[int, int]]:
        """The number of the trick to which each card was played, and its place in it."""
        return {
            card: (number, place)
            for number, trick in enumerate(self.tricks, start=1)
            for place, card in enumerate(trick.cards)
        }

    @property
    def before_play(self) -> Hashable:
        """All that terms look at: two outcomes that have it alike have the same pay rules."""
        said, carried, faults = (
            tuple(some.items()) for some in (self.said, self.carried, self.faults)
        )
        return self.side, self.declarer, self.dealer, self.times, said, carried, faults

    def has_said(self, what: str) -> bool:
        """Return whether anybody announced something."""
        return bool(self.said.get(what))


class Term(Protocol):
    """One scoring item."""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Spell out what the item pays, before the cards are played.

        Of the outcome only the parties, what was said or done wrong, and what the deal started
        from are looked at: neither piles nor tricks.
        """
        ...


# -- from the table ------------------------------------------------------------------------


def outcome_of(table: Table, counting: Counting = PLAIN_COUNT) -> Outcome:
    """Gather a finished deal from the table; see `gather` for the Fool.

    Raises `NotYetSettled` if the table has no contract.
    """
    contract = table.contract
    if contract is None:
        raise NotYetSettled(text("Set the contract of the deal before its cards are played."))
    tricks = tuple(table.tricks)
    return Outcome(
        pack=table.pack,
        side=contract.side,
        piles=gather(
            tricks,
            table.laid_away,
            contract.side,
            fool_needs_trick=contract.fool_needs_trick,
            fool_is_trump=table.pack.fool_is_trump,
        ),
        tricks=tricks,
        declarer=contract.declarer,
        dealer=table.dealer,
        said={what: tuple(seats) for what, seats in table.said.items()},
        times=contract.times,
        carried=table.setup.carried,
        counting=counting,
    )


def outlook(
    table: Table, contract: Contract, said: Mapping[str, Iterable[int]] | None = None
) -> Outcome:
    """Return the outcome as it is known before any card: enough to choose terms."""
    spoken = table.said if said is None else said
    return Outcome(
        pack=table.pack,
        side=contract.side,
        piles=(frozenset(),) * table.seats,
        declarer=contract.declarer,
        dealer=table.dealer,
        said={what: tuple(seats) for what, seats in spoken.items()},
        times=contract.times,
        carried=table.setup.carried,
    )


def stake(
    pack: Pack,
    side: tuple[int, ...],
    declarer: int | None = None,
    *,
    said: Mapping[str, tuple[int, ...]] | None = None,
    times: int = 1,
) -> Outcome:
    """Return an outcome that may be played for: parties, declarer, what seat 0 may say."""
    piles = (frozenset[str](),) * len(side)
    return Outcome(pack, side, piles, declarer=declarer, said=said or {}, times=times)


def gather(
    tricks: Sequence[Trick],
    laid_away: Sequence[Iterable[str]],
    side: Sequence[int],
    *,
    fool_needs_trick: bool = False,
    fool_is_trump: bool = False,
) -> tuple[frozenset[str], ...]:
    """Return the pile of each seat: its tricks, what it laid away, the Fool it played.

    With `fool_needs_trick` the Fool goes over to the winner of its trick when its owner's
    party has won no trick at all (cards laid away are no trick); with `fool_is_trump` it
    belongs to that winner like any other card.
    """
    seats = len(side)
    piles = [set(cards) for cards in laid_away]
    for trick in tricks:
        piles[trick.winner].update(trick.cards)
        if FOOL in trick.cards and not fool_is_trump:
            owner = (trick.leader + trick.cards.index(FOOL)) % seats
            winning_sides = {side[each.winner] for each in tricks}
            if not fool_needs_trick or side[owner] in winning_sides:
                piles[trick.winner].discard(FOOL)
                piles[owner].add(FOOL)
    return tuple(map(frozenset, piles))


def trick_pile(outcome: Outcome, seat: int) -> frozenset[str]:
    """A seat's pile without the cards that lie in no trick, as those laid away."""
    return outcome.piles[seat] & {card for trick in outcome.tricks for card in trick.cards}


# -- card points ---------------------------------------------------------------------------


def card_points(outcome: Outcome, party: int, counting: Counting | None = None) -> int:
    """Count the card points of a party: its pile, and what is added for tricks."""
    if counting is None:
        return outcome.points_of[party]
    side, tricks = outcome.side, outcome.tricks
    if counting == outcome.counting:
        values = outcome.values_of[party]
    else:
        values = values_in(outcome, outcome.pile(party), counting)
    points = counted([*values.values()], counting.how)
    if counting.each_trick:
        points += counting.each_trick * sum(side[trick.winner] == party for trick in tricks)
    if tricks and side[tricks[-1].winner] == party:
        points += counting.last_trick
    if outcome.side[outcome.dealer] == party:
        points += counting.laid_away
    return points


def pile_points(outcome: Outcome, pile: Collection[str], counting: Counting) -> int:
    """Count a pile; a Fool that is no trump may count by when it was played."""
    return counted([*values_in(outcome, pile, counting).values()], counting.how)


def values_in(outcome: Outcome, pile: Collection[str], counting: Counting) -> Mapping[str, int]:
    """Return the worth of each card of a pile; of a Fool by when it was played."""
    value_of = outcome.pack.value_of
    values = dict(zip(pile, map(value_of.__getitem__, pile), strict=True))
    if FOOL in values and not outcome.pack.fool_is_trump:
        values[FOOL] = _fool(outcome, counting)
    return values


def counted(values: Sequence[int], how: int) -> int:
    """Count the values of cards one by one or in lots of three; see `engine.scoring`."""
    if how == LOTS:
        return lots_of_three(sum(values) - len(values), len(values))
    if how == LESS_MISSING:
        more = [value for value in values if value > 1]
        left_over = len(values) - LOT * len(more)
        return sum(more) + (left_over // LOT if left_over > 0 else left_over)
    return sum(values)


def _fool(outcome: Outcome, counting: Counting) -> int:
    number, _ = outcome.moments.get(FOOL, (0, 0))
    if not number:
        return counting.fool_unplayed
    return counting.fool if number <= counting.fool_until else 0
