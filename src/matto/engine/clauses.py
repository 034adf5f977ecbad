"""The rules of a game as values: sections, clauses, and the options that these declare."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from itertools import product

import msgspec

from matto.engine.errors import UnknownClause
from matto.engine.words import text

__all__ = [
    "MOST_UMLAUTS",
    "NEAREST",
    "Clause",
    "OptionText",
    "PresetText",
    "Rulebook",
    "Section",
    "folded",
    "spellings",
]

NEAREST = 3
MOST_UMLAUTS = 4
"""A word with more of them is looked for as it is written."""

_NUMBER = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?")
_UMLAUT = re.compile("((?:[ao]|(?<![aeq])u)e(?!$)|[äöü])")
_CARDS = re.compile(r"\d+")


class OptionText(msgspec.Struct, frozen=True):
    """An option as its clause declares it; values are spelled as a person types them."""

    name: str
    values: tuple[str, ...]
    default: str
    about: str
    clause: str


class PresetText(msgspec.Struct, frozen=True):
    """A named set of options as its clause declares it, as pairs (option, value)."""

    name: str
    settings: tuple[tuple[str, str], ...]
    about: str
    clause: str


class Clause(msgspec.Struct, frozen=True, dict=True):
    """One clause.

    `body` is Markdown, `certainty` is stated, inferred or silent, `line` its place in the file.
    """

    game: str
    number: str
    title: str
    body: str
    source: str
    certainty: str
    reason: str = ""
    notes: tuple[str, ...] = ()
    options: tuple[OptionText, ...] = ()
    presets: tuple[PresetText, ...] = ()
    line: int = 0

    @property
    def citation(self) -> str:
        """How the clause is cited: `<game> 3.4`."""
        return f"{self.game} {self.number}"

    @cached_property
    def words(self) -> str:
        """All its words, folded for searching: once, not for each search."""
        declared = [f"{option.name} {option.about}" for option in self.options]
        declared += [f"{preset.name} {preset.about}" for preset in self.presets]
        parts = (self.title, self.body, self.source, self.reason, *self.notes, *declared)
        return folded(" ".join(parts))


class Section(msgspec.Struct, frozen=True):
    """A numbered section and its clauses."""

    number: int
    title: str
    clauses: tuple[Clause, ...]


class Rulebook(msgspec.Struct, frozen=True, dict=True):
    """The rules of one game.

    `intro` and `open_points` are Markdown and hold no rule of their own; the latter lists what
    the text leaves open and how often it mattered. `place` is where the game is at home: a
    town and its region, or a region.
    """

    id: str
    title: str
    version: int
    seats: int
    pack: str
    source: str
    intro: str
    sections: tuple[Section, ...]
    open_points: str = ""
    place: str = ""

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """All clauses by number, in order."""
        return {one.number: one for section in self.sections for one in section.clauses}

    @property
    def cards(self) -> int:
        """How many cards the pack has."""
        found = _CARDS.match(self.pack)
        return int(found[0]) if found else 0

    @property
    def options(self) -> tuple[OptionText, ...]:
        """All options, in the order of their clauses."""
        return tuple(option for one in self.clauses.values() for option in one.options)

    @property
    def presets(self) -> tuple[PresetText, ...]:
        """All presets, in the order of their clauses."""
        return tuple(preset for one in self.clauses.values() for preset in one.presets)

    def clause(self, citation: str) -> Clause:
        """Give a clause by number or citation; raises `UnknownClause` with the nearest."""
        number = _number_in(citation, self.id)
        if number not in self.clauses:
            near = self.nearest(number)
            raise UnknownClause(
                text(
                    "The rules of {game} have no clause {number}. Nearest: {near}.",
                    game=self.id,
                    number=number,
                    near="; ".join(f"{one.number} {one.title}" for one in near) or "–",
                )
            )
        return self.clauses[number]

    def look_up(self, citation: str) -> tuple[Section | Clause, ...]:
        """Give the section (`3`) or the clause (`3.4`) meant; raises `UnknownClause`."""
        number = _number_in(citation, self.id)
        for section in self.sections:
            if number == str(section.number):
                return (section,)
        return (self.clause(number),)

    def nearest(self, number: str) -> tuple[Clause, ...]:
        """Give up to three clauses that somebody may have meant by a number or a word."""
        meant = _NUMBER.match(number)
        if meant is None:
            found = tuple(self.search(number))
            titles = {one.title.casefold(): one for one in self.clauses.values()}
            close = get_close_matches(number.casefold(), titles, n=NEAREST, cutoff=0)
            return found[:NEAREST] or tuple(titles[title] for title in close)
        wanted = int(meant[1]), int(meant[2] or 1)

        def distance(one: Clause) -> tuple[int, int]:
            section, _, place = one.number.partition(".")
            return abs(int(section) - wanted[0]), abs(int(place) - wanted[1])

        return tuple(sorted(self.clauses.values(), key=distance)[:NEAREST])

    def search(self, words: str) -> Iterator[Clause]:
        """Yield the clauses that hold every one of some words, whatever case or accent.

        For the number of a clause, yield that one and then those that cite it; for that of a
        section, written with § or a dot, its clauses. A bare 20 may be a trump: it is a word.
        """
        number = _number_in(words, self.id)
        section = next((one for one in self.sections if str(one.number) == number), None)
        if number in self.clauses:
            yield self.clauses[number]
            yield from self._citing(number)
        elif section is not None and number != words.strip():
            yield from section.clauses
        elif wanted := spellings(words):
            for one in self.clauses.values():
                if all(any(way in one.words for way in ways) for ways in wanted):
                    yield one

    def _citing(self, number: str) -> Iterator[Clause]:
        cited = re.compile(rf"(?<![\d.]){re.escape(number)}(?!\d)")
        for one in self.clauses.values():
            if one.number != number and cited.search(one.words):
                yield one


def folded(words: str) -> str:
    """Give words without case and accents, for searching."""
    plain = unicodedata.normalize("NFKD", words.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def spellings(words: str) -> tuple[tuple[str, ...], ...]:
    """Give for each of some words how it may be spelled, folded: `König`, `Koenig`."""
    return tuple(_spellings(word) for word in words.split())


def _spellings(word: str) -> tuple[str, ...]:
    bare = unicodedata.normalize("NFC", word.casefold())
    parts = _UMLAUT.split(bare)
    umlauts = parts[1::2]
    if len(umlauts) > MOST_UMLAUTS:
        return (folded(word),)
    ways = [("", "e")] * len(umlauts)
    vowels = [folded(umlaut)[0] for umlaut in umlauts]
    found = []
    for ends in product(*ways):
        written = [f"{vowel}{end}" for vowel, end in zip(vowels, ends, strict=True)]
        pieces = zip(parts[::2], [*written, ""], strict=True)
        found.append(folded("".join(f"{part}{vowel}" for part, vowel in pieces)))
    return tuple(dict.fromkeys((folded(word), *found)))


def _number_in(citation: str, game: str) -> str:
    return citation.strip().removeprefix(game).strip().lstrip("§").strip().rstrip(".")
