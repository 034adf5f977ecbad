"""Choices in words: those that differ in a number only are shown, and typed, as one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from matto.engine.options import whole_number

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
    """Tell whether a choice is followed by the same word with the next number."""
    head, _, written = choice.partition(":")
    number = whole_number(written)
    return number is not None and following == f"{head}:{number + 1}"


def plain(word: str) -> str:
    """A word without case, spaces and marks: what is compared."""
    return _BETWEEN.sub("", word.translate(_SIGNS)).casefold()


def with_amount(line: str, known: Iterable[str]) -> str | None:
    """Give the choice that a line means which is a known word and a number: `offro 12`."""
    head, _, written = line.strip().rpartition(" ")
    number = whole_number(written)
    if number is None:
        return None
    return next((f"{word}:{number}" for word in known if plain(word) == plain(head)), None)


def words_first(choices: Sequence[str], wait: str) -> tuple[str, ...]:
    """Choices of an open question in the order of their numbers: those with an amount last."""
    said = [choice for choice in choices if choice != wait]
    return (*(c for c in said if ":" not in c), wait, *(c for c in said if ":" in c))
