"""What a script can ask: all that can be answered, kind by kind, before a card is dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = [
    "ChoiceSet",
    "words_by_kind",
]


@dataclass(frozen=True)
class ChoiceSet:
    """One kind of question of a script, with every word that can be an answer to it.

    `times` is how often it can be asked in a deal, of all seats together. What is said aside
    (kind `say`) is asked of nobody and has no such bound: it counts 0.
    """

    kind: str
    words: tuple[str, ...]
    times: int


def words_by_kind(questions: Iterable[ChoiceSet]) -> Mapping[str, tuple[str, ...]]:
    """Put the words of questions of one kind together, each once, in the order of asking."""
    found: dict[str, dict[str, None]] = {}
    for question in questions:
        if question.words:
            found.setdefault(question.kind, {}).update(dict.fromkeys(question.words))
    return {kind: tuple(words) for kind, words in found.items()}
