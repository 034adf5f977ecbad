"""Translated rulebooks: which clauses are missing or have changed since, and marking them.

``python tools/translations.py`` lists what is to be done; ``python tools/translations.py mark
GAME …`` says that the translation of these games has been read against the English text.
`rulebook/<language>/translated.json` keeps for each clause a mark of the English words that
were translated, so that a clause that has changed since is found.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from matto.engine.clauses import Clause, Rulebook
from matto.engine.rulebook import folder, games_with_rules, rulebook
from matto.engine.translations import OWN, languages_of, rulebook_in
from matto.engine.words import LANGUAGES

USAGE = "usage: python tools/translations.py [mark GAME …]"
FOREIGN = tuple(each for each in LANGUAGES if each != OWN)
MARKS = "translated.json"
MARK_LENGTH = 12
CITED = re.compile(r'seed \d+|"[^"]*"|[ ,;]')
"""What of a source is the same in every language: its number, and headings quoted."""

Marks = dict[str, dict[str, str]]
"""By game and clause number the mark of the English words."""


def mark(clause: Clause) -> str:
    """A mark of everything in a clause that is translated."""
    about = [option.about for option in clause.options]
    about += [preset.about for preset in clause.presets]
    words = "\0".join((clause.title, clause.body, clause.reason, *clause.notes, *about))
    return hashlib.sha256(words.encode()).hexdigest()[:MARK_LENGTH]


def marks_file(language: str) -> Path:
    """Where the marks of a language are kept."""
    return folder() / language / MARKS


def marks(language: str) -> Marks:
    """Read the marks of a language; empty where nothing has been translated."""
    path = marks_file(language)
    known: Marks = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return known


def marks_of(book: Rulebook) -> dict[str, str]:
    """The marks of all clauses of an English rulebook as it is now."""
    return {number: mark(clause) for number, clause in book.clauses.items()}


def faults(game_id: str, language: str) -> Iterator[str]:
    """Yield what is wrong with the translation of a game, as sentences."""
    known = marks(language).get(game_id, {})
    if language not in languages_of(game_id):
        if known:  # a translation is optional, but one that there was is missed
            yield f"rulebook/{language}/{game_id}.md is missing: it was translated once."
        return
    ours, theirs = rulebook(game_id), rulebook_in(game_id, language)
    yield from _of_the_book(ours, theirs)
    for number, now in marks_of(ours).items():
        if known.get(number) != now:
            yield f"{game_id} {number} has changed since it was translated into {language}."


def _of_the_book(ours: Rulebook, theirs: Rulebook) -> Iterator[str]:
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
    """What is the same in every language."""
    return (
        clause.source,
        clause.certainty,
        bool(clause.reason),
        len(clause.notes),
        [(option.name, option.values, option.default) for option in clause.options],
        [(preset.name, preset.settings) for preset in clause.presets],
        clause.body.count("\n|"),
        clause.body.count("`"),
    )


def untranslated(language: str) -> tuple[str, ...]:
    """The games whose rulebook is read in English by those who read this language."""
    return tuple(game for game in games_with_rules() if language not in languages_of(game))


def mark_translated(game_id: str, language: str) -> Path:
    """Say that a game's translation was read against the English text as it is now."""
    everything = marks(language) | {game_id: marks_of(rulebook(game_id))}
    path = marks_file(language)
    path.parent.mkdir(exist_ok=True)
    words = json.dumps(everything, indent=1, sort_keys=True)
    path.write_text(words + "\n", encoding="utf-8", newline="\n")
    return path


def main(arguments: list[str]) -> int:
    """List faults, or mark games as translated."""
    match arguments:
        case []:
            found = [
                fault
                for language in FOREIGN
                for game_id in games_with_rules()
                for fault in faults(game_id, language)
            ]
            print("\n".join(found) or "Every clause of a translated rulebook is up to date.")
            for language in FOREIGN:
                if games := untranslated(language):
                    print(f"Shown in English where {language} is read: {', '.join(games)}.")
            return 1 if found else 0
        case ["mark", *games] if games:
            for game_id in games:
                for language in languages_of(game_id)[1:]:  # English comes first
                    mark_translated(game_id, language)
            return 0
        case _:
            print(USAGE, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
