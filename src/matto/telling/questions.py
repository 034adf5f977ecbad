"""The questions of a game and their answers in words, and the values of a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.options import whole_number
from matto.engine.view import View
from matto.engine.words import N_, Text, text

_SIGNS = str.maketrans("♠♣♥♦", "SBCD")
_BETWEEN = re.compile(r"[\s_:,;.’'“”\"-]+")


class Span(msgspec.Struct, frozen=True):
    """Choices that stand next to each other and differ in a number only, by their places."""

    first: int
    last: int
    words: tuple[str, ...]


def spans(choices: Sequence[str]) -> Iterator[Span]:
    """Yield the choices, those that differ in a number only together."""
    start = 0
    for place, choice in enumerate(choices, start=1):
        following = choices[place] if place < len(choices) else ""
        if _is_next(choice, following):
            continue
        yield Span(start + 1, place, tuple(choices[start:place]))
        start = place


def _is_next(choice: str, following: str) -> bool:
    head, _, written = choice.partition(":")
    number = whole_number(written)
    return number is not None and following == f"{head}:{number + 1}"


def folded_word(word: str) -> str:
    """A word without case, spaces and marks: what is compared."""
    return _BETWEEN.sub("", word.translate(_SIGNS)).casefold()


def with_amount(line: str, known: Iterable[str]) -> str | None:
    """Return the choice that a line means which is a known word and a number: `offro 12`."""
    head, _, written = line.strip().rpartition(" ")
    number = whole_number(written)
    if number is None:
        return None
    return next(
        (f"{word}:{number}" for word in known if folded_word(word) == folded_word(head)), None
    )


def words_first(choices: Sequence[str], wait: str) -> tuple[str, ...]:
    """Choices of an open question in the order of their numbers: those with an amount last."""
    said = [choice for choice in choices if choice != wait]
    return (*(c for c in said if ":" not in c), wait, *(c for c in said if ":" in c))


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


def refusal_sentence(choice: str, decision: Decision, refusal: Refusal) -> Refusal:
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


def spelled_value(game: Game, value: float) -> Text:
    """An average in the unit of the game, with one place behind the point: `+1.2`."""
    told = value / game.unit
    sign = "" if _is_nothing(told) else "−" if told < 0 else "+"
    return _one_place(sign, told)


def spelled_error(game: Game, error: float) -> Text | None:
    """Half of the interval in which the true average is 19 times in 20: `±0.4`.

    None where all deals tried ended alike: that is no reason to be certain.
    """
    told = error / game.unit
    return None if _is_nothing(told) else _one_place("±", told)


def _is_nothing(amount: float) -> bool:
    return not float(f"{abs(amount):.1f}")


def _one_place(sign: str, amount: float) -> Text:
    whole, tenth = f"{abs(amount):.1f}".split(".")
    return text("{sign}{whole}.{tenth}", sign=sign, whole=whole, tenth=tenth)
