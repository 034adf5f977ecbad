"""Rules of thumb of the game of the same name: when to go alone, how to play."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from matto.blocks.call import on_own_side
from matto.blocks.judge import allies_of, is_trump
from matto.blocks.sicilian import ARIE_CINQUINE, GIOVE, LAST_TRICK, PICCIOTTI
from matto.blocks.thumb import Player, Taste
from matto.cards import FOOL, KINGS, QUEENS, cards
from matto.game import Advice
from matto.table import Decision, View

CHIAMO, SOLO, SOLO_IO, BENE = "chiamo", "solo", "solo_io", "bene"
TASTE = Taste(last_trick=float(LAST_TRICK))

# -- bidding ---------------------------------------------------------------------------------

WEIGHTS: tuple[tuple[Collection[str], float], ...] = (
    (cards(f"T{trump}" for trump in range(11, 21)), 1.0),
)
A_TRUMP, AVERAGE = 1.0, 0.0


def outlook(view: View) -> float:
    """How many card points above 55 going alone with this hand brings."""
    hand = view.hand
    trumps = A_TRUMP * sum(map(is_trump, hand))
    return AVERAGE + trumps + sum(w for card in hand for group, w in WEIGHTS if card in group)


def bid(view: View, decision: Decision) -> str | None:
    """Go alone with the hope of more than a half; else call or pass."""
    wanted = (SOLO_IO, SOLO) if outlook(view) > 0 else (CHIAMO, BENE)
    return next((word for word in wanted if word in decision.options), None)


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
