"""Advice for the tarot of Nice: holding, declaring, laying away, nursing the Pagat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matto.blocks.lead_on import claim_stands
from matto.engine.cards import KINGS, TRUMP_SUIT, in_suit, is_trump, suit_of
from matto.engine.table import Decision, View
from matto.games.nice.common import A_MONTE, HONOURS, PAGAT, TAROCCHE, TENIR
from matto.kernel.weights import Weights
from matto.players.advice import Advice
from matto.players.evaluation import CardEvaluator, evaluator_of
from matto.players.sight import allies_of

WEIGHTS = Weights(last_trick=1.0, last_with={PAGAT: 12.0}, fool_by=1)
"""In card points; two chips from each are worth more than la partida."""

GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (TAROCCHE, 1.0),
    (KINGS, 2.0),
    (HONOURS, 2.0),
)
AVERAGE_CARD = 0.46
"""What a card weighs on the average: 22 trumps, four Kings and three honours in 78 cards."""


def weight(hand: Sequence[str]) -> float:
    """How strong a hand is: trumps count one, Kings two, honours two more."""
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


def evaluator(view: View, friends: Collection[int] = ()) -> CardEvaluator:
    """One who weighs this view's cards."""
    return evaluator_of(view, WEIGHTS, allies_of(view, friends))


def nurses_the_pagat(view: View) -> bool:
    """Tell whether the Pagat may win the last trick: the claim stands, trumps are long."""
    trumps = in_suit(view.hand, TRUMP_SUIT)
    return bool(claim_stands(view, PAGAT)) and len(trumps) > TRUMP_SHARE * len(view.hand)


TRUMP_SHARE = 0.4
"""A third of all trumps is the share of each; one who nurses the Pagat needs more."""


def keeping_the_claim(view: View, options: Sequence[str]) -> Sequence[str]:
    """The choices that keep the Pagat, and on lead those that stay in the suit led before."""
    kept = [card for card in options if card != PAGAT] or list(options)
    if view.lying:
        return kept
    led = [suit_of(t.cards[0]) for t in view.tricks if t.leader == view.seat]
    plain = [suit for suit in led if suit < TRUMP_SUIT]
    return (in_suit(kept, plain[-1]) if plain else []) or kept


def best_card(view: View, options: Sequence[str], friends: Collection[int] = ()) -> str:
    """The most promising card, with the Pagat and its claim kept where they can win."""
    if nurses_the_pagat(view):
        options = keeping_the_claim(view, options)
    return evaluator(view, friends).best_card(options)


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return best_card(view, decision.options)


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger; trumps stay if anything else can go."""
    plain = [card for card in decision.options if not is_trump(card)]
    return evaluator(view).lay_away(plain or decision.options)


ADVICE = Advice(
    {
        "talk": talk,
        "declare": declare,
        "show": show,
        "discard": lay_away,
        "play": play,
    },
    WEIGHTS,
)
