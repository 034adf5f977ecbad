"""Words marked in a text: those that are looked for, whatever their case and accents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matto.engine.clauses import folded

CITED = re.compile(r"(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d%]|\.\d)")
"""The number of a clause in a text; what looks like it may also be an ordinary number."""


def marked(words: str, wanted: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Cut a text into pieces, each with whether it is one of the folded words looked for."""
    found = _found(words, wanted)
    start = 0
    for place in range(1, len(words) + 1):
        if place == len(words) or found[place] != found[start]:
            yield words[start:place], found[start]
            start = place


def _found(words: str, wanted: Sequence[str]) -> list[bool]:
    """For each sign of a text whether it belongs to a word looked for."""
    signs = [(letter, place) for place, sign in enumerate(words) for letter in folded(sign)]
    plain = "".join(letter for letter, _ in signs)
    found = [False] * len(words)
    for word in filter(None, wanted):
        at = plain.find(word)
        while at >= 0:
            for place in range(signs[at][1], signs[at + len(word) - 1][1] + 1):
                found[place] = True
            at = plain.find(word, at + 1)
    return found
