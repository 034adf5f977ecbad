"""Advice for Vanto of the 1930s: the early solo, the bets."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.auction import SILENCE
from matto.engine.cards import KINGS, is_trump
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.sicily import ARIE, ARIE_CINQUINE, BENE, DECINE, LAST_TRICK, VANTO
from matto.games.sicily.tortorici_1930 import TERNONE
from matto.play.weights import Weights
from matto.players.advice import Advice
from matto.players.advice import tortorici_3 as today

HOPED_FOR: Mapping[str, tuple[float, float]] = {
    "solo_da_cinque": (9.0, 9.5),
    "solo_da_dieci": (13.0, 5.0),
    "solo_da_quindici": (23.0, 3.5),
}
"""Card points above 55 from which a solo wins more than the chiamo to come (350 deals each):
for the forehand, who would have the talon in it, and for the two others."""

WORTH = dict.fromkeys(ARIE_CINQUINE | KINGS, 9.0)  # four in the count, five if captured
WEIGHTS = Weights(worth=WORTH, last_trick=float(LAST_TRICK))
FOR_THE_POT = Weights(worth=WORTH, last_trick=30.0)


# -- bidding and betting ---------------------------------------------------------------------


def bid(view: View, decision: Decision) -> str | None:
    """Go alone where the points to be hoped for are worth more than those of a chiamo."""
    solo = decision.options[0]
    as_forehand, as_another = HOPED_FOR[solo]
    forehand = view.seat == (view.dealer + 1) % view.seats
    needed = as_forehand if forehand else as_another
    return solo if today.hope_alone(view) > needed else BENE


MOST_OF = 0.5
TRUMPS_FOR_THE_POT, ARIE_FOR_THE_POT = 10, 2


def announce(view: View, decision: Decision) -> str | None:
    """Bet on all three tens among many trumps; on the last trick with long high trumps."""
    word, hand = decision.options[0], view.hand
    trumps = sum(map(is_trump, hand))
    if word == VANTO:
        bold = trumps >= TRUMPS_FOR_THE_POT and len(ARIE.intersection(hand)) >= ARIE_FOR_THE_POT
    else:
        bold = set(hand) >= DECINE and trumps >= MOST_OF * len(hand)
    return word if bold else SILENCE


def declare(_view: View, decision: Decision) -> str | None:
    """The ternone always pays."""
    return TERNONE if TERNONE in decision.options else SILENCE


ADVICE = Advice(
    {"bid": bid, "announce": announce, "declare": declare},
    WEIGHTS,
    {VANTO: FOR_THE_POT},  # the last trick is dear where the pot is played for
)
