"""What settling needs to know of a finished deal, whether a program or people played it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from matto.engine.cards import FOOL, Pack
from matto.engine.errors import NotYetSettled
from matto.engine.outcome import Outcome
from matto.engine.scoring import LOT, lots_of_three
from matto.engine.table import Contract, Table, Trick
from matto.engine.words import text

__all__ = [
    "Outcome",
    "gather",
    "lot_points",
    "lots_in",
    "outcome_of",
    "outlook",
    "single_points",
    "trick_pile",
]


def outcome_of(table: Table) -> Outcome:
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
    )


def outlook(
    table: Table, contract: Contract, said: Mapping[str, Iterable[int]] | None = None
) -> Outcome:
    """What is known of a deal's outcome before its cards are played: enough to choose terms."""
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


def gather(
    tricks: Sequence[Trick],
    laid_away: Sequence[Iterable[str]],
    side: Sequence[int],
    *,
    fool_needs_trick: bool = False,
    fool_is_trump: bool = False,
) -> tuple[frozenset[str], ...]:
    """Give each seat's pile: its tricks, what it laid away, and the Fool it played.

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
