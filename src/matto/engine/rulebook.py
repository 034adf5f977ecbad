"""The rulebook of a game as a program sees it: clauses, options, and its translations.

A file is a title, a header of `> key: value` lines, an introduction, and sections of clauses;
a clause ends with lines such as `- source: …`. The grammar is told in CONTRIBUTING.md.

The English rulebook stays the one that counts. A translation has the same grammar, the same
clauses, sources, certainties, options and presets; only what people read is in its language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import product
from pathlib import Path

import msgspec

from matto.engine.errors import BadRulebook, UnknownClause, UnknownGame
from matto.engine.options import whole_number
from matto.engine.plugins import offer_of, offers
from matto.engine.words import LANGUAGES, N_, text, translator

NEAREST = 3
MOST_UMLAUTS = 4
"""A word with more of them is looked for as it is written."""

_NUMBER = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?")
_UMLAUT = re.compile("((?:[ao]|(?<![aeq])u)e(?!$)|[äöü])")
_FIRST_NUMBER = re.compile(r"\d+")


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
        """Return how the clause is cited: `<game> 3.4`."""
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
        """Return the number of cards of the pack."""
        found = _FIRST_NUMBER.match(self.pack)
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
        """Return a clause by number or citation; raises `UnknownClause` with the nearest."""
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
        """Return the section (`3`) or the clause (`3.4`) meant; raises `UnknownClause`."""
        number = _number_in(citation, self.id)
        for section in self.sections:
            if number == str(section.number):
                return (section,)
        return (self.clause(number),)

    def nearest(self, number: str) -> tuple[Clause, ...]:
        """Return up to three clauses that somebody may have meant by a number or a word."""
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
    """Return words without case and accents, for searching."""
    plain = unicodedata.normalize("NFKD", words.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def spellings(words: str) -> tuple[tuple[str, ...], ...]:
    """Return for each of some words how it may be spelled, folded: `König`, `Koenig`."""
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


FOLDERS = (
    Path(__file__).parents[1] / "rulebook",  # in an installed wheel
    Path(__file__).parents[3] / "rulebook",  # in a checkout
)
CERTAINTIES = ("stated", "inferred", "silent")
NEEDS_REASON = ("inferred", "silent")
FIELDS = ("source", "certainty", "reason", "note", "option", "preset")
HEADER = ("id", "rules version", "seats", "pack", "source")

OPEN_POINTS = "## What the text leaves open"

_SECTION = re.compile(r"## (\d+) (\S.*)")
_CLAUSE = re.compile(r"### (\d+)\.(\d+) (\S.*)")
_HEADER_LINE = re.compile(r"> ([a-z ]+): (\S.*)")
_FIELD = re.compile(r"- ([a-z]+): (\S.*)")
_OPTION = re.compile(r"`([a-z][a-z0-9_]*)` = (.+?) — (\S.*)")
_PRESET = re.compile(r"`([a-z][a-z0-9_]*)` = (.+?) — (\S.*)")
_VALUE = re.compile(r"`(-?\d+|[a-z][a-z0-9_]*)`( \(default\))?")
_RANGE = re.compile(r"`(-?\d+)` … `(-?\d+)`")
_SETTING = re.compile(r"`([a-z][a-z0-9_]*)`=`(-?\d+|[a-z][a-z0-9_]*)`")
_NUMBER_OF_CARDS = re.compile(r"\d+ cards")


# -- finding the files -------------------------------------------------------------------


def folder() -> Path:
    """The folder of the rulebooks: beside the package when installed, else the checkout's."""
    return next((place for place in FOLDERS if place.is_dir()), FOLDERS[-1])


def page_of(game_id: str, language: str = "") -> Path:
    """Return the page of a game's rulebook or its translation: ours, or another package's."""
    own = folder() / language / f"{game_id}.md"
    offer = None if (folder() / f"{game_id}.md").is_file() else offer_of(game_id)
    return offer.rulebook(language) if offer else own


def games_with_rules() -> tuple[str, ...]:
    """The ids of all games that have a rulebook."""
    offered = (offer.game_id for offer in offers() if offer.rulebook().is_file())
    return tuple(sorted({path.stem for path in folder().glob("*.md")}.union(offered)))


@cache
def rulebook(game_id: str) -> Rulebook:
    """Read a game's rulebook; raises `UnknownGame` with the nearest names, `BadRulebook`."""
    known = games_with_rules()
    if game_id not in known:
        near = get_close_matches(game_id, known, n=NEAREST) or known
        raise UnknownGame(
            text(
                "There is no rulebook “{name}”. Did you mean: {near}?",
                name=game_id,
                near=", ".join(near) or "–",
            )
        )
    return read(page_of(game_id))


def read(path: Path) -> Rulebook:
    """Read a rulebook file; raises `BadRulebook` with file, line and what is expected."""
    found = parse(path.read_text(encoding="utf-8"), path.name)
    if found.id != path.stem:
        raise _bad(path.name, 3, f"“> id: {path.stem}”, the name of the file")
    return found


# -- parsing -----------------------------------------------------------------------------

Row = tuple[int, str]
Rows = Sequence[Row]


def _bad(name: str, line: int, expected: str) -> BadRulebook:
    sentence = text(
        "{file}, line {line}: expected {expected}.", file=name, line=line, expected=expected
    )
    return BadRulebook(sentence, file=name, line=line)


def parse(markdown: str, name: str) -> Rulebook:
    """Parse a rulebook; `name` is told in errors. Raises `BadRulebook`."""
    rows = [(number, line.rstrip()) for number, line in enumerate(markdown.splitlines(), 1)]
    preface, *chapters = _cut(rows, "## ")
    title, header, intro = _preface(preface, name)
    last = chapters.pop() if chapters and chapters[-1][0][1] == OPEN_POINTS else []
    if not chapters:
        raise _bad(name, len(rows) or 1, "a section “## 1 …”")
    sections = tuple(
        _section(chapter, number, header["id"], name)
        for number, chapter in enumerate(chapters, 1)
    )
    book = Rulebook(
        id=header["id"],
        title=title,
        version=int(header["rules version"]),
        seats=int(header["seats"]),
        pack=header["pack"],
        source=header["source"],
        intro=intro,
        sections=sections,
        open_points=_prose(last[1:]),
        place=header.get("place", ""),
    )
    _check_declarations(book, name)
    return book


def _cut(rows: Rows, mark: str) -> list[list[Row]]:
    """Cut rows before each that begins with a mark; the first piece may be empty."""
    pieces: list[list[Row]] = [[]]
    for row in rows:
        if row[1].startswith(mark):
            pieces.append([])
        pieces[-1].append(row)
    return pieces


def _prose(rows: Rows) -> str:
    return "\n".join(line for _, line in rows).strip()


def _preface(rows: Rows, name: str) -> tuple[str, dict[str, str], str]:
    if not rows or not rows[0][1].startswith("# "):
        raise _bad(name, 1, "the title, “# …”")
    title, *rest = rows
    header: dict[str, str] = {}
    while rest and (not rest[0][1] or rest[0][1].startswith(">")):
        line, entry = rest.pop(0)
        found = _HEADER_LINE.fullmatch(entry)
        if found:
            header[found[1]] = found[2]
        elif entry:
            raise _bad(name, line, "a line “> key: value”")
    _check_header(header, rest[0][0] if rest else rows[-1][0], name)
    return title[1][2:].strip(), header, _prose(rest)


def _check_header(header: dict[str, str], line: int, name: str) -> None:
    for key in HEADER:
        if key not in header:
            raise _bad(name, line, f"a line “> {key}: …” before this one")
    for key in ("rules version", "seats"):
        if whole_number(header[key]) is None:
            raise _bad(name, line, f"a whole number after “> {key}:”")
    if not _NUMBER_OF_CARDS.match(header["pack"]):
        raise _bad(name, line, "“> pack: N cards”")


def _section(rows: Rows, number: int, game: str, name: str) -> Section:
    line, heading = rows[0]
    found = _SECTION.fullmatch(heading)
    if found is None or int(found[1]) != number:
        raise _bad(name, line, f"“## {number} …”, sections numbered from 1")
    between, *pieces = _cut(rows[1:], "### ")
    if _prose(between):
        first = next(place for place, entry in between if entry)
        raise _bad(name, first, f"a clause “### {number}.1 …” before any text")
    if not pieces:
        raise _bad(name, line, f"a clause “### {number}.1 …” in this section")
    clauses = tuple(
        _clause(piece, f"{number}.{place}", game, name) for place, piece in enumerate(pieces, 1)
    )
    return Section(number, found[2], clauses)


def _clause(rows: Rows, number: str, game: str, name: str) -> Clause:
    line, heading = rows[0]
    found = _CLAUSE.fullmatch(heading)
    if found is None or f"{found[1]}.{found[2]}" != number:
        raise _bad(name, line, f"“### {number} …”, clauses numbered in order")
    cut = next((i for i, row in enumerate(rows) if row[1].startswith("- source:")), len(rows))
    body = _prose(rows[1:cut])
    if not body:
        raise _bad(name, line, f"the text of clause {number}")
    fields = _fields(rows[cut:], name)
    _check_fields(fields, number, line, name)
    return Clause(
        game=game,
        number=number,
        title=found[3],
        body=body,
        source=fields["source"][0][1],
        certainty=fields["certainty"][0][1],
        reason=" ".join(reason for _, reason in fields["reason"]),
        notes=tuple(note for _, note in fields["note"]),
        options=tuple(_option(row, number, name) for row in fields["option"]),
        presets=tuple(_preset(row, number, name) for row in fields["preset"]),
        line=line,
    )


def _fields(rows: Rows, name: str) -> dict[str, list[Row]]:
    fields: dict[str, list[Row]] = {key: [] for key in FIELDS}
    for line, entry in rows:
        found = _FIELD.fullmatch(entry)
        if entry and (found is None or found[1] not in fields):
            raise _bad(name, line, f"a line “- key: …” with key one of {', '.join(FIELDS)}")
        if found:
            fields[found[1]].append((line, found[2]))
    return fields


def _check_fields(fields: dict[str, list[Row]], number: str, line: int, name: str) -> None:
    for key in ("source", "certainty"):
        if len(fields[key]) != 1:
            raise _bad(name, line, f"exactly one line “- {key}: …” in clause {number}")
    place, certainty = fields["certainty"][0]
    if certainty not in CERTAINTIES:
        raise _bad(name, place, f"a certainty, one of {', '.join(CERTAINTIES)}")
    if certainty in NEEDS_REASON and not fields["reason"]:
        raise _bad(name, place, f"a line “- reason: …”, because clause {number} is {certainty}")


def _option(row: Row, clause: str, name: str) -> OptionText:
    line, entry = row
    found = _OPTION.fullmatch(entry)
    if found is None:
        raise _bad(name, line, "“`name` = `value` (default) | `value` — one sentence”")
    values: list[str] = []
    defaults: list[str] = []
    for part in found[2].split(" | "):
        span, value = _RANGE.fullmatch(part), _VALUE.fullmatch(part)
        if span:
            values.extend(str(each) for each in range(int(span[1]), int(span[2]) + 1))
        elif value:
            values.append(value[1])
            defaults.extend([value[1]] if value[2] else [])
        else:
            raise _bad(name, line, f"values in backticks, joined by “ | ”, not “{part}”")
    if len(defaults) != 1:
        raise _bad(name, line, f"one value marked (default), not {len(defaults)}")
    return OptionText(found[1], tuple(dict.fromkeys(values)), defaults[0], found[3], clause)


def _preset(row: Row, clause: str, name: str) -> PresetText:
    line, entry = row
    found = _PRESET.fullmatch(entry)
    settings = [_SETTING.fullmatch(part) for part in found[2].split(", ")] if found else []
    pairs = tuple((each[1], each[2]) for each in settings if each)
    if found is None or len(pairs) != len(settings):
        raise _bad(name, line, "“`name` = `option`=`value`, … — one sentence”")
    return PresetText(found[1], pairs, found[3], clause)


def _check_declarations(book: Rulebook, name: str) -> None:
    """See that each option is declared once, and that presets set what is declared."""
    known: dict[str, OptionText] = {}
    for option in book.options:
        first = known.setdefault(option.name, option)
        if first is not option:
            said = f"option {option.name} in one clause only: it is in {first.clause}"
            raise _bad(name, book.clauses[option.clause].line, said)
    for preset in book.presets:
        line = book.clauses[preset.clause].line
        for key, value in preset.settings:
            if key not in known or value not in known[key].values:
                said = f"preset {preset.name} to set what is declared, not {key}={value}"
                raise _bad(name, line, said)


OWN = LANGUAGES[0]

OPEN_POINTS_TOLD = (
    N_(
        "Every reading that is not the default was tried on the same deals with the same play: "
        "it *mattered* where somebody would have been asked something else, had other choices, "
        "or been paid differently. Options of what is said aside are left out; what one only "
        "sees is not counted."
    ),
    N_("Decided here without an option, since the text suggests no other reading:"),
    N_("A row with its own number of deals was measured on the first of them."),
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
"""The words of the list of open points besides titles, names and figures."""

_TOLD = re.compile(
    "|".join(rf"(?<![\w`]){re.escape(each)}(?![\w`])" for each in OPEN_POINTS_TOLD)
)
_TITLE = re.compile(r"(?m)^(\| |- )(\d+\.\d+) .*?( \||(?: \(\w+\))$)")
_WRAPPED = re.compile(r"(?<=[^\n])\n(?=[a-zA-Z])")


@cache
def rulebook_in(game_id: str, language: str) -> Rulebook:
    """Return a game's rulebook in a language, the English one where there is no translation.

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
