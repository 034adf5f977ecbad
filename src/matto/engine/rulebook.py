"""The rulebook as a program sees it: numbered clauses, read from `rulebook/<game>.md`.

A file is a title, a header of `> key: value` lines, an introduction, and sections of clauses;
a clause ends with lines such as `- source: …`. The grammar is told in CONTRIBUTING.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from matto.engine.clauses import NEAREST, Clause, OptionText, PresetText, Rulebook, Section
from matto.engine.errors import BadRulebook, UnknownGame
from matto.engine.options import whole_number
from matto.engine.packages import offer_of, offers
from matto.engine.words import text

__all__ = [
    "CERTAINTIES",
    "FIELDS",
    "FOLDERS",
    "HEADER",
    "NEEDS_REASON",
    "OPEN_POINTS",
    "Row",
    "Rows",
    "folder",
    "games_with_rules",
    "page_of",
    "parse",
    "read",
    "rulebook",
]

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
_CARDS = re.compile(r"\d+ cards")


# -- finding the files -------------------------------------------------------------------


def folder() -> Path:
    """The folder of the rulebooks: beside the package when installed, else the checkout's."""
    return next((place for place in FOLDERS if place.is_dir()), FOLDERS[-1])


def page_of(game_id: str, language: str = "") -> Path:
    """Where a game's rulebook lies, or its translation: ours, else that of another package."""
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
    if not _CARDS.match(header["pack"]):
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
