"""The questions of a game, put as a person would put them."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import N_, text

QUESTIONS: Mapping[str, str] = {
    "play": N_("Your card"),
    "discard": N_("Lay away a card"),
    "give": N_("Which card do you give?"),
    "call": N_("Which card do you call?"),
    "demand": N_("Which card do you demand?"),
    "show": N_("Show a card"),
    "talk": N_("What do you say?"),
    "bid": N_("What do you say?"),
    "negotiate": N_("What do you say?"),
    "declare": N_("What do you declare?"),
    "announce": N_("What do you announce?"),
    "answer": N_("What do you answer?"),
}
ANY_QUESTION = N_("What do you choose?")

ABOUT_A_CARD = frozenset({"call", "demand"})
"""Questions that are put otherwise where only words are offered."""

OF_WORDS = frozenset({"talk", "bid", "negotiate", "announce", "answer"})
"""Questions that no card answers."""

FEW_WORDS = 8
"""So many words are listed where one has tried a card instead."""


def answers_in_full(game: Game, decision: Decision) -> bool:
    """Tell whether a game puts the question so that its words need no explanation beside it."""
    named = any(choice in NUMBER for choice in decision.options)
    return not named and decision.kind in game.vocabulary.prompts


def question_of(game: Game, decision: Decision) -> str:
    """The sentence by which a person is asked, in English as the catalogues know it."""
    if answers_in_full(game, decision):
        return game.vocabulary.prompts[decision.kind]
    named = any(choice in NUMBER for choice in decision.options)
    if decision.kind in ABOUT_A_CARD and not named:
        return ANY_QUESTION
    return QUESTIONS.get(decision.kind, ANY_QUESTION)


def refused(choice: str, decision: Decision, refusal: Refusal) -> Refusal:
    """A refusal as it is told: of a card where a word is asked for, that before all else."""
    if choice not in NUMBER or decision.kind not in OF_WORDS:
        return refusal
    if len(decision.options) > FEW_WORDS:
        sentence = text("You are asked for a word now, not for a card.")
    else:
        words = ", ".join(decision.options)
        sentence = text("You are asked for a word now, not for a card: {words}.", words=words)
    return Refusal(refusal.clause or decision.clause, sentence)


def in_order(view: View, decision: Decision) -> tuple[str, ...]:
    """The choices in the order of their numbers: cards as in a hand, then words."""
    cards = [choice for choice in decision.options if choice in view.pack.place]
    others = [choice for choice in decision.options if choice not in view.pack.place]
    return (*view.pack.sort(cards), *others)
