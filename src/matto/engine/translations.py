"""Rulebooks in other languages: `rulebook/de/<game>.md` is the translation of `<game>.md`.

The English rulebook stays the one that counts. A translation has the same grammar, the same
clauses, sources, certainties, options and presets; only what people read is in its language.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec

from matto.engine.clauses import Rulebook
from matto.engine.rulebook import page_of, parse, rulebook
from matto.engine.words import LANGUAGES, N_, translator

__all__ = [
    "OPEN_POINTS_TOLD",
    "OWN",
    "languages_of",
    "rulebook_in",
]

OWN = LANGUAGES[0]

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
