"""Announcements before the play: a word that raises what is played for, or silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.words import text

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
) -> Script[str]:
    """Ask a seat for one of its announcements, or silence; all hear it and it is noted.

    `barred` gives the clauses of announcements that are not this seat's to make, `bound_by`
    the clause by which it may not be silent.
    """

    def refuse(word: str) -> Refusal:
        if bound_by and word not in (barred or {}):
            return Refusal(
                table.clause(bound_by),
                text("You have bound yourself to announce {words}.", words=listed),
            )
        if word in (barred or {}):
            return Refusal(
                table.clause((barred or {})[word]),
                text("You are not entitled to announce {word}.", word=word),
            )
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
