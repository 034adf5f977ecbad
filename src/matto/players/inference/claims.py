"""Claims that a view alone proves: its seat wins the rest, wherever the hidden cards lie."""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.claims import leading_order, may_win_a_trick, trick_dependent_cards
from matto.engine.game import Game
from matto.engine.view import View
from matto.players.inference.placement import PlaceKind
from matto.players.inference.worlds import NoWorld, Worlds


def is_beyond_doubt(game: Game, view: View) -> bool:
    """Return whether one who leads wins the rest, and all is paid alike, whatever lies hidden.

    It is proven from his view alone: wherever the cards may lie that he does not see. Neither
    may it make a difference in which trick which of them falls.
    """
    if any(map(view.pack.is_excuse, view.hand)):
        return False
    try:
        others = list(_may_hold(Worlds(game, view)))
    except NoWorld:
        return False
    still = {*view.hand}.union(*(cards for cards, _ in others))
    hanging = trick_dependent_cards(game, view.options, len(view.tricks), len(view.hand))
    if hanging is None or still & hanging:
        return False
    order = leading_order(view.pack, view.hand)
    return not any(
        may_win_a_trick(view.pack, order, cards, held, exactly=len(cards) == held)
        for cards, held in others
    )


def _may_hold(worlds: Worlds) -> Iterator[tuple[frozenset[str], int]]:
    """For each other seat the cards that may be in its hand, and how many are."""
    for seat, held in enumerate(worlds.history.hand):
        if seat == worlds.history.seat:
            continue
        cards: set[str] = set()
        for one in worlds.counts:
            reduced = one.reduced
            for number, place in enumerate(reduced.problem.places):
                if place.kind in {PlaceKind.HAND, PlaceKind.COMING} and place.seat == seat:
                    cards.update(reduced.fixed[number])
                    cards.update(card for card, may in reduced.may.items() if number in may)
        yield frozenset(cards), held
