"""Whose the Fool is that comes back to its owner for a worthless card of his tricks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from matto.engine.cards import FOOL
from matto.engine.events import Trick

__all__ = [
    "Exchange",
    "exchange_in",
    "piles_after_exchange",
]


class Exchange(NamedTuple):
    """The Fool goes back to `owner`, a card of his tricks to the winner of the Fool's trick."""

    owner: int
    winner: int
    card: str


def exchange_in(
    tricks: Sequence[Trick], until: int, worthless: frozenset[str]
) -> Exchange | None:
    """Give the exchange that some tricks allow, None while or where there is none.

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
    """Give each seat's pile: its tricks, what it laid away, and the Fool exchanged."""
    piles = [set(cards) for cards in laid_away]
    for trick in tricks:
        piles[trick.winner].update(trick.cards)
    found = exchange_in(tricks, until, worthless)
    if found is not None:
        piles[found.winner] ^= {FOOL, found.card}
        piles[found.owner] ^= {FOOL, found.card}
    return tuple(map(frozenset, piles))
