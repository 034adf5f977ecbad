"""Translated rulebooks: which clauses are missing or have changed since, and marking them.

`python tools/translations.py` lists what is to be done, and with `mark GAME …` it notes that a
translation was read against the English text: `rulebook/<language>/translated.json` has a mark
of the English words of each clause.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from itertools import product
from typing import IO, Any

from matto.engine.rulebook import (
    Clause,
    Rulebook,
    folder,
    games_with_rules,
    languages_of,
    rulebook,
    rulebook_in,
)
from matto.engine.words import LANGUAGES

MARK_LENGTH = 12
CITED = re.compile(r'seed \d+|"[^"]*"|[ ,;]')
"""What of a source is the same in every language: its number, and headings quoted."""
PLACE, MARKS = "> place: ", "translated.json"


def places(page: IO[bytes], *_: Any, **__: Any) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield where a game is from, for Babel: that alone of a rulebook is in the catalogues."""
    for number, line in enumerate(page.read().decode().splitlines(), start=1):
        if line.startswith(PLACE):
            yield number, "_", line.removeprefix(PLACE), []


def marks_of(book: Rulebook) -> dict[str, str]:
    """Return for each clause of an English rulebook a mark of all that is translated of it."""
    return {number: _mark(clause) for number, clause in book.clauses.items()}


def _mark(clause: Clause) -> str:
    about = [option.about for option in clause.options]
    about += [preset.about for preset in clause.presets]
    words = "\0".join((clause.title, clause.body, clause.reason, *clause.notes, *about))
    return hashlib.sha256(words.encode()).hexdigest()[:MARK_LENGTH]


def marks(language: str) -> dict[str, dict[str, str]]:
    """Return the marks of a language by game and clause; none where nothing is translated."""
    path = folder() / language / MARKS
    known: dict[str, dict[str, str]] = (
        json.loads(path.read_text("utf-8")) if path.exists() else {}
    )
    return known


def faults(game_id: str, language: str) -> Iterator[str]:
    """Yield what is wrong with the translation of a game; one that never was is not missed."""
    known = marks(language).get(game_id, {})
    if language in languages_of(game_id):
        ours, theirs = rulebook(game_id), rulebook_in(game_id, language)
        yield from _differences(ours, theirs)
        for number, now in marks_of(ours).items():
            if known.get(number) != now:
                yield f"{game_id} {number} has changed since it was translated into {language}."
    elif known:
        yield f"rulebook/{language}/{game_id}.md is missing: it was translated once."


def _differences(ours: Rulebook, theirs: Rulebook) -> Iterator[str]:
    if list(ours.clauses) != list(theirs.clauses):
        missing = sorted(set(ours.clauses) ^ set(theirs.clauses))
        yield f"{ours.id}: these clauses are not in both languages: {', '.join(missing)}."
        return
    if (ours.version, ours.seats, ours.pack) != (theirs.version, theirs.seats, theirs.pack):
        yield f"{ours.id}: the header differs."
    if ours.source == theirs.source and CITED.sub("", ours.source):
        yield f"{ours.id}: the source in the header is not translated."
    for one, other in zip(ours.clauses.values(), theirs.clauses.values(), strict=True):
        if _fixed(one) != _fixed(other):
            yield f"{one.citation}: source, certainty, notes, options or presets differ."
        if one.body == other.body and " " in one.body and not one.body.startswith("|"):
            yield f"{one.citation} is not translated."


def _fixed(clause: Clause) -> tuple[object, ...]:
    """Return what is the same in every language."""
    options = [(option.name, option.values, option.default) for option in clause.options]
    presets = [(preset.name, preset.settings) for preset in clause.presets]
    counts = (len(clause.notes), clause.body.count("\n|"), clause.body.count("`"))
    return (clause.source, clause.certainty, bool(clause.reason), options, presets, counts)


def mark_translated(game_id: str, language: str) -> None:
    """Note that a game's translation was read against the English text as it is now."""
    everything = marks(language) | {game_id: marks_of(rulebook(game_id))}
    words = json.dumps(everything, indent=1, sort_keys=True) + "\n"
    (folder() / language / MARKS).write_text(words, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """List what is wrong, or mark the games given."""
    match arguments:
        case ["mark", *games] if games:
            for game_id in games:
                for language in languages_of(game_id)[1:]:  # English comes first
                    mark_translated(game_id, language)
            return 0
        case []:
            pairs = product(games_with_rules(), LANGUAGES[1:])
            found = [fault for pair in pairs for fault in faults(*pair)]
            print("\n".join(found) or "Every clause of a translated rulebook is up to date.")
            return 1 if found else 0
    print("usage: python tools/translations.py [mark GAME …]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
