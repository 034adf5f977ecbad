"""Advice for the tarot of Nice: holding, declaring, laying away, nursing the Pagat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matto.engine.cards import KINGS, is_trump
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.nice import A_MONTE, HONOURS, PAGAT, TAROCCHE, TENIR
from matto.play.weights import Keeping, Weights
from matto.players.advice import Advice
from matto.players.heuristic import CardEvaluator, allies_of, evaluator_of

TRUMP_SHARE = 0.4
"""A third of all trumps is the share of each; one who nurses the Pagat needs more."""

WEIGHTS = Weights(
    last_trick=1.0,
    last_with={PAGAT: 12.0},
    fool_by=1,
    keeping=Keeping(PAGAT, share=TRUMP_SHARE, leading_on=True),
)
"""In card points; two chips from each are worth more than la partida."""

GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (TAROCCHE, 1.0),
    (KINGS, 2.0),
    (HONOURS, 2.0),
)
AVERAGE_CARD = 0.46
"""The mean weight of a card: 22 trumps, four Kings and three honours in 78 cards."""


def weight(hand: Sequence[str]) -> float:
    """Rate a hand: trumps count one, Kings two, honours two more."""
    return sum(extra for card in hand for group, extra in GROUPS if card in group)


def talk(view: View, _decision: Decision) -> str | None:
    """Hold with a hand of average strength, or with a long row of trumps beside the Pagat."""
    return TENIR if weight(view.hand) >= AVERAGE_CARD * len(view.hand) else A_MONTE


def declare(_view: View, decision: Decision) -> str | None:
    """Whatever can be declared is paid for: declare it."""
    return decision.options[0]


def show(_view: View, decision: Decision) -> str | None:
    """Show low trumps and hide the honours, as far as there are others."""
    plain = [card for card in decision.options if card not in HONOURS]
    return (plain or list(decision.options))[-1]


# -- cards -----------------------------------------------------------------------------------


def evaluator(view: View) -> CardEvaluator:
    return evaluator_of(view, WEIGHTS, allies_of(view, ()))


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger; trumps stay if anything else can go."""
    plain = [card for card in decision.options if not is_trump(card)]
    return evaluator(view).lay_away(plain or decision.options)


ADVICE = Advice({"talk": talk, "declare": declare, "show": show, "discard": lay_away}, WEIGHTS)
