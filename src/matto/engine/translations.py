"""Rulebooks in other languages: `rulebook/de/<game>.md` is the translation of `<game>.md`.

The English rulebook stays the one that counts. A translation has the same grammar, the same
clauses, sources, certainties, options and presets; only what people read is in its language.
`rulebook/<language>/translated.json` keeps for each clause a mark of the English words that
were translated, so that a clause that has changed since is found.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

import msgspec

from matto.engine.clauses import Clause, Rulebook
from matto.engine.rulebook import folder, page_of, parse, rulebook
from matto.engine.words import LANGUAGES, N_, translator

MARKS = "translated.json"
MARK_LENGTH = 12
OWN = LANGUAGES[0]

Marks = dict[str, dict[str, str]]
"""By game and clause number the mark of the English words."""

OPEN_POINTS_TOLD = (
    N_(
        "Every reading that is not the default was tried on the same deals with the same play: "
        "it *mattered* where somebody would have been asked something else, had other choices, "
        "or been paid differently. Options of what is said aside are left out; what one only "
        "sees is not counted."
    ),
    N_("Decided here without an option, since the text suggests no other reading:"),
    N_(
        "A row with its own number of deals was added later, and measured on the first of them."
    ),
    N_("Measured on"),
    N_("deals by `random` bots"),
    N_("deals by `rule` bots"),
    N_("clause"),
    N_("certainty"),
    N_("other reading"),
    N_("mattered, random"),
    N_("mattered, rule"),
    N_("stated"),
    N_("inferred"),
    N_("silent"),
)
"""What the list of open points says besides titles, names and figures."""

_TOLD = re.compile(
    "|".join(rf"(?<![\w`]){re.escape(each)}(?![\w`])" for each in OPEN_POINTS_TOLD)
)
_TITLE = re.compile(r"(?m)^(\| |- )(\d+\.\d+) .*?( \||(?: \(\w+\))$)")
_WRAPPED = re.compile(r"(?<=[^\n])\n(?=[a-zA-Z])")


@cache
def rulebook_in(game_id: str, language: str) -> Rulebook:
    """Give a game's rulebook in a language, the English one where there is no translation.

    Raises `UnknownGame`, `BadRulebook`.
    """
    book = rulebook(game_id)
    path = page_of(game_id, language)
    if language == OWN or not path.is_file():
        return book
    found = parse(path.read_text(encoding="utf-8"), f"{language}/{path.name}")
    return msgspec.structs.replace(found, open_points=_open_points(book, found, language))


def languages_of(game_id: str) -> tuple[str, ...]:
    """The languages that a game's rulebook can be read in, English first."""
    others = (each for each in LANGUAGES if each != OWN)
    return (OWN, *(each for each in others if page_of(game_id, each).is_file()))


def _open_points(book: Rulebook, translated: Rulebook, language: str) -> str:
    """The list of what the text leaves open, which is counted and not written by hand."""
    say = translator(language)

    def titled(found: re.Match[str]) -> str:
        clause = translated.clauses[found[2]]
        return f"{found[1]}{found[2]} {clause.title}{found[3]}"

    told = _TOLD.sub(lambda found: say(found[0]), _WRAPPED.sub(" ", book.open_points))
    return _TITLE.sub(titled, told)


# -- what has been translated ------------------------------------------------------------


def mark(clause: Clause) -> str:
    """A mark of everything in a clause that is translated."""
    told = [option.about for option in clause.options]
    told += [preset.about for preset in clause.presets]
    words = "\0".join((clause.title, clause.body, clause.reason, *clause.notes, *told))
    return hashlib.sha256(words.encode()).hexdigest()[:MARK_LENGTH]


def marks_file(language: str) -> Path:
    """Where the marks of a language are kept."""
    return folder() / language / MARKS


def marks(language: str) -> Marks:
    """Read the marks of a language; empty where nothing has been translated."""
    path = marks_file(language)
    return msgspec.json.decode(path.read_bytes(), type=Marks) if path.is_file() else {}


def marks_of(book: Rulebook) -> dict[str, str]:
    """The marks of all clauses of an English rulebook as it is now."""
    return {number: mark(clause) for number, clause in book.clauses.items()}
