"""Rules of thumb of the game of the same name: when to go alone, how to play."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from matto.blocks.call import on_own_side
from matto.blocks.judge import allies_of
from matto.blocks.sicilian import ARIE_CINQUINE, GIOVE, LAST_TRICK, PICCIOTTI
from matto.blocks.thumb import Player, Taste
from matto.cards import FOOL, KINGS, QUEENS, TRUMPS, cards
from matto.game import Advice
from matto.table import Decision, View

CHIAMO, SOLO, SOLO_IO, BENE = "chiamo", "solo", "solo_io", "bene"
TASTE = Taste(last_trick=float(LAST_TRICK))

# -- bidding ---------------------------------------------------------------------------------

WEIGHTS: tuple[tuple[Collection[str], float], ...] = (
    (TRUMPS, 2.2),
    (cards(f"T{trump}" for trump in range(11, 20)), 0.6),
    (ARIE_CINQUINE, 4.2),
    (cards(GIOVE), 10.3),
    (cards(PICCIOTTI), 6.9),
    (cards(FOOL), 8.8),
    (KINGS, 4.9),
    (QUEENS, 1.8),
)
NO_CARDS, AVERAGE_CARD, WHOLE_HAND, HALF = 4.75, 1.92, 20, 55
"""What a soloist brings home with any hand, and what cards add to it (1,500 deals)."""


def hope_alone(view: View) -> float:
    """How many card points above 55 going alone brings, with average cards still to come."""
    seen = sum(weight for card in view.hand for group, weight in WEIGHTS if card in group)
    to_come = AVERAGE_CARD * (WHOLE_HAND - len(view.hand))
    return NO_CARDS + seen + to_come - HALF


BETTER_THAN_CALLING, BETTER_THAN_LEAVING, BETTER_THAN_SUFFERING = 16.0, 14.0, 0.0
"""A good hand wins more in a chiamo, with the talon or without; but not against a solo."""


def bid(view: View, decision: Decision) -> str | None:
    """Go alone with the hope of much more than a half; else call, or pass."""
    hope, options = hope_alone(view), decision.options
    if SOLO_IO in options:
        return SOLO_IO if hope > BETTER_THAN_SUFFERING else BENE
    if hope > (BETTER_THAN_CALLING if CHIAMO in options else BETTER_THAN_LEAVING):
        return SOLO
    return CHIAMO if CHIAMO in options else BENE


# -- cards -----------------------------------------------------------------------------------


def soloist(view: View) -> int | None:
    """Who plays alone, once the bidding is over; None in a chiamo."""
    if view.waiting is not None and view.waiting.kind == "bid":
        return None
    alone = [seat for seat, word in view.heard("bid") if word in {SOLO, SOLO_IO}]
    return alone[-1] if alone else None


def player(view: View) -> Player:
    """One who weighs this view's cards."""
    alone = soloist(view)
    friends = on_own_side(view, None if alone is None else frozenset({alone}))
    return Player(view, TASTE, allies_of(view, friends))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return player(view).best_card(decision.options)


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


THUMB: Mapping[str, Advice] = {"bid": bid, "play": play, "discard": lay_away}
