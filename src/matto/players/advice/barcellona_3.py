"""Advice for Tarocchi of Barcellona for three: who goes alone, what to say, how to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matto.engine.events import EACH_FOR_SELF, SAY, Decision
from matto.engine.view import View
from matto.games.sicily import ARIE_CINQUINE, GIOVE, PASSO, SOLO
from matto.games.sicily.barcellona_3 import friends
from matto.players.advice import Advice
from matto.players.advice.sicilian_hand_value import (
    ALONE_TALON_UNSEEN,
    ALONE_WITH_TALON,
    EACH_FOR_SELF_WITH_TALON,
    WEIGHTS,
    outlook,
)
from matto.players.heuristic import CardEvaluator, allies_of

# -- what to say -----------------------------------------------------------------------------

MARK, DEALERS_SHARE, OPPONENTS = 55, 37, 2


def bid(view: View, decision: Decision) -> str | None:
    """Go alone on a good hand; as dealer choose what brings most, or throw in."""
    if view.seat != view.dealer:
        return SOLO if outlook(view.hand, ALONE_TALON_UNSEEN) > MARK else PASSO
    held = {*view.hand, *(card for _, card in view.heard("talon"))}
    rate = OPPONENTS * (2 if view.options["solo_rate"] == "double" else 1)
    brings = {
        SOLO: rate * (outlook(held, ALONE_WITH_TALON) - MARK),
        EACH_FOR_SELF: outlook(held, EACH_FOR_SELF_WITH_TALON) - DEALERS_SHARE,
        PASSO: 0.0,
    }
    return max(decision.options, key=lambda word: brings[word])


# -- cards -----------------------------------------------------------------------------------

TELLS_OF = {
    "batto": GIOVE,
    "ho_il_20": GIOVE,
    **{f"ho_il_{card[1:]}": card for card in ARIE_CINQUINE},
}
NOT_THE_20 = "non_batto"


def told_by_signs(view: View) -> Iterator[tuple[int, str]]:
    """Yield who holds which card by the signs; if two lack the 20, the third has it."""
    for seat, word in view.heard(SAY):
        if seat == view.seat:
            continue
        if word in TELLS_OF:
            yield seat, TELLS_OF[word]
        elif word == NOT_THE_20 and GIOVE not in view.hand:
            yield next(s for s in range(view.seats) if s not in {seat, view.seat}), GIOVE


def evaluator(view: View) -> CardEvaluator:
    """One who weighs this view's cards and has heard the signs."""
    own = CardEvaluator(view, WEIGHTS, allies_of(view, friends(view)))
    for seat, card in told_by_signs(view):
        if card not in own.sight.gone:
            own.sight.held_by[seat].add(card)
    return own


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return evaluator(view).best_card(decision.options)


def worth_saying(view: View) -> Sequence[str]:
    """The signs for high trumps, each once, when this hand leads."""
    said = {word for seat, word in view.heard(SAY) if seat == view.seat}
    return [word for word in TELLS_OF if word in view.asides and word not in said]


ADVICE = Advice({"bid": bid, "play": play}, WEIGHTS, worth_saying=worth_saying)
