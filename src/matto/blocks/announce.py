"""Announcements before the play: a word that raises what is played for, or silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.words import Text, text

__all__ = [
    "KIND",
    "SILENCE",
    "announce",
    "announcing",
]

SILENCE = "silence"
KIND = "announce"


def announcing(words: Sequence[str], times: int) -> ChoiceSet:
    """All that can be answered where somebody may announce some words, or nothing."""
    return ChoiceSet(KIND, (*words, SILENCE), times)


def announce(
    table: Table,
    seat: int,
    words: Sequence[str],
    *,
    clause: str,
    barred: Mapping[str, str] | None = None,
    bound_by: str = "",
    reasons: Mapping[str, Text] | None = None,
) -> Script[str]:
    """Ask a seat for one of its announcements, or silence; all hear it and it is noted.

    `barred` gives the clauses of announcements that are not this seat's to make, `bound_by`
    the clause by which it may not be silent, `reasons` why some are barred.
    """

    def refuse(word: str) -> Refusal:
        never = barred or {}
        if bound_by and word not in never:
            bound = text("You have bound yourself to announce {words}.", words=listed)
            return Refusal(table.clause(bound_by), bound)
        if word in never:
            entitled = text("You are not entitled to announce {word}.", word=word)
            return Refusal(table.clause(never[word]), (reasons or {}).get(word, entitled))
        return Refusal(
            table.clause(clause),
            text("“{word}” is no announcement here. Say {words}.", word=word, words=listed),
        )

    options = tuple(words) if bound_by else (*words, SILENCE)
    listed = ", ".join(options)
    word = yield from table.ask(seat, KIND, options, clause, explain=refuse)
    if word != SILENCE:
        table.note(word, seat)
    return word
