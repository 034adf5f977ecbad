"""Rules of thumb of the game of the same name: when to go alone, how to play."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.call import on_own_side
from matto.blocks.judge import allies_of
from matto.blocks.thumb import Player
from matto.engine.game import Advice
from matto.engine.table import Decision, View
from matto.engine.taste import Taste
from matto.games.sicily.common import LAST_TRICK
from matto.games.sicily.outlook import ALONE_TALON_UNSEEN, outlook
from matto.games.sicily.settle import HALF

CHIAMO, SOLO, SOLO_IO, BENE = "chiamo", "solo", "solo_io", "bene"
TASTE = Taste(last_trick=float(LAST_TRICK))

# -- bidding ---------------------------------------------------------------------------------

AVERAGE_CARD, WHOLE_HAND = 1.8, 20
"""What a card that is still to come adds on the average, and how many there will be."""


def hope_alone(view: View) -> float:
    """How many card points above 55 going alone brings, with average cards still to come."""
    to_come = AVERAGE_CARD * (WHOLE_HAND - len(view.hand))
    return outlook(view.hand, ALONE_TALON_UNSEEN) + to_come - HALF


BETTER_THAN_CALLING, BETTER_THAN_LEAVING, BETTER_THAN_SUFFERING = 30.0, 13.0, 0.0
"""From which hope a solo wins more than the own chiamo, or the forehand's (500 deals each): a
good hand wins most of it in a chiamo too. Against a solo the forehand wants half the points."""


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
