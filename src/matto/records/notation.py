"""The readable notation: one line a phase, one line a trick; written and read.

Format: matto-deal 1
    Game: calatafimi-2
    Rules version: 1
    Option bottom_card: nobody
    Seats: 2
    Dealer: 0
    Hand 0: SK …
    Hand 1: …
    Talon: …

    talk: 1 passo, 2 passo, 0 say batto, 1 vado_solo
    Trick 1: 1 SK, 0 S5 -> 1

    Points: 60 49
    Sheet: calatafimi-2 5.4 | 11 -11 | difference
    Scores: 11 -11
    Thrown in: no
    Next dealer: 1

An entry is a seat and its choice; where the kind of the action is not the line's own, it
stands between the two. Empty lines and lines beginning with `#` mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import dropwhile

import msgspec

from matto.engine.errors import BadOptionValue, BadRecord, UnknownGame, UnknownOption
from matto.engine.events import SAY
from matto.engine.options import Value, spell
from matto.engine.run import Run
from matto.engine.words import text
from matto.records.json_form import (
    FORMATS,
    VERSION,
    DealRecord,
    MatchRecord,
    Path,
    Record,
    RecordPlaces,
    Step,
    check_version,
    convert,
)
from matto.records.replay import act, begin, game_of

PLAY = "play"
YES, NO = "yes", "no"


def dump_notation(record: Record) -> str:
    """Write a record in the readable notation."""
    lines = _match_lines(record) if isinstance(record, MatchRecord) else _whole_deal(record)
    return "\n".join(lines) + "\n"


def _whole_deal(record: DealRecord) -> Iterator[str]:
    yield f"Format: matto-deal {VERSION}"
    yield from _deal(record)


def _match_lines(record: MatchRecord) -> Iterator[str]:
    yield f"Format: matto-match {VERSION}"
    for number, deal in enumerate(record.deals, start=1):
        yield ""
        yield f"Deal: {number}"
        yield from _deal(deal)
    yield ""
    yield f"Ledger: {numbers(record.ledger)}"


def _deal(record: DealRecord) -> Iterator[str]:
    yield from _setup(record)
    yield ""
    yield from _actions(record)
    yield ""
    yield from _ending(record)


def _setup(record: DealRecord) -> Iterator[str]:
    yield f"Game: {record.game}"
    yield f"Rules version: {record.rules_version}"
    for name, value in record.options.items():
        yield f"Option {name}: {spell(value)}"
    yield f"Seats: {record.seats}"
    yield f"Dealer: {record.dealer}"
    if record.carried:
        yield f"Carried: {_carried(record.carried)}"
    for seat, hand in enumerate(record.dealt):
        yield f"Hand {seat}: {' '.join(hand)}"
    if record.talon:
        yield f"Talon: {' '.join(record.talon)}"


def _ending(record: DealRecord) -> Iterator[str]:
    result = record.result
    yield f"Points: {numbers(result.points)}"
    for row in result.sheet:
        yield f"Sheet: {row.clause} | {numbers(row.amounts)} | {row.item}"
    yield f"Scores: {numbers(result.scores)}"
    yield f"Thrown in: {YES if result.thrown_in else NO}"
    yield f"Next dealer: {result.next_dealer}"
    if result.carried:
        yield f"Carried on: {_carried(result.carried)}"


def _actions(record: DealRecord) -> Iterator[str]:
    """One line for each trick and for each run of other actions of one kind."""
    run = begin(record, RecordPlaces())
    lying: list[Step] = []
    for step in record.actions:
        in_trick = bool(lying) and lying[0].kind == PLAY
        if lying and not in_trick and step.kind not in {SAY, lying[0].kind}:
            yield _line(lying)
            lying = []
        before = len(run.table.tricks)
        act(run, step, 1)
        lying.append(step)
        if len(run.table.tricks) > before:
            trick = run.table.tricks[-1]
            number = len(run.table.tricks)
            yield f"Trick {number}: {_entries(lying, PLAY)} -> {trick.winner}"
            lying = []
    if lying:
        yield _line(lying)


def _line(steps: list[Step]) -> str:
    kind = steps[0].kind
    return f"{kind}: {_entries(steps, kind)}"


def _entries(steps: list[Step], kind: str) -> str:
    return ", ".join(
        f"{step.seat} {step.choice}"
        if step.kind == kind
        else f"{step.seat} {step.kind} {step.choice}"
        for step in steps
    )


def numbers(amounts: tuple[int, ...]) -> str:
    """Some whole numbers, seat by seat."""
    return " ".join(map(str, amounts))


def _carried(carried: Mapping[str, int]) -> str:
    return " ".join(f"{name}={amount}" for name, amount in carried.items())


class TrickLine(msgspec.Struct, frozen=True):
    """The actions `begin` … `end` - 1 stand in a line as a trick with a number and winner."""

    number: int
    begin: int
    end: int
    winner: int
    line: int


def check_tricks(run: Run, lines: Iterable[TrickLine]) -> None:
    """Raise `BadRecord` unless each line holds the trick that it says, with its winner."""
    tricks = run.table.tricks
    actions = run.actions
    for said in lines:
        played = tuple(
            (action.seat, action.choice)
            for action in actions[said.begin : said.end]
            if action.kind == PLAY
        )
        trick = tricks[said.number - 1] if said.number <= len(tricks) else None
        if trick is None or played != tuple(trick.by_seat(run.game.seats)):
            sentence = text("These are not the cards of trick {number}.", number=said.number)
            raise BadRecord(sentence, at=said.line)
        if trick.winner != said.winner:
            sentence = text(
                "Seat {found} is said to win trick {number}, but seat {true} wins it.",
                found=said.winner,
                number=said.number,
                true=trick.winner,
            )
            raise BadRecord(sentence, at=said.line)


_HEADING = re.compile(r"\s*([^:]+?)\s*:\s*(.*?)\s*")
_TRICK = re.compile(r"Trick ([1-9]\d*)")
_NUMBER = re.compile(r"-?\d{1,12}")
ARROW = "->"

SINGLE = {
    "Game": ("game",),
    "Rules version": ("rules_version",),
    "Seats": ("seats",),
    "Dealer": ("dealer",),
    "Carried": ("carried",),
    "Talon": ("talon",),
    "Points": ("result", "points"),
    "Scores": ("result", "scores"),
    "Thrown in": ("result", "thrown_in"),
    "Next dealer": ("result", "next_dealer"),
    "Carried on": ("result", "carried"),
}
NEEDED = tuple(name for name in SINGLE if name not in {"Carried", "Carried on", "Talon"})

Row = tuple[int, str, str]
"""A line that means something: its number, what stands before the colon, and after it."""


def parse_notation(
    content: str,
) -> tuple[Record, RecordPlaces, tuple[tuple[TrickLine, ...], ...]]:
    """Read a record, where its parts stand, and what its lines say of each deal's tricks.

    Raises `BadRecord`. Nothing is replayed yet.
    """
    rows = list(_rows(content))
    last = max(content.rstrip().count("\n") + 1, 1)
    form = _form(rows)
    if form == FORMATS[0]:
        deal = _DealReader(last)
        deal.read(rows[1:])
        return deal.record(), RecordPlaces(deal.lines, last), (tuple(deal.tricks),)
    return _read_match(rows[1:], last)


def _rows(content: str) -> Iterable[Row]:
    for number, line in enumerate(content.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _HEADING.fullmatch(line)
        if found is None:
            sentence = text(
                "“{line}” is no line of the notation: a name, a colon, and what it says.",
                line=line.strip()[:40],
            )
            raise BadRecord(sentence, at=number)
        yield number, found[1], found[2]


def _form(rows: list[Row]) -> str:
    """Return which kind of record this is; raises `BadRecord` for any other file."""
    line, name, words = rows[0] if rows else (1, "", "")
    form, _, version = words.partition(" ")
    if name != "Format" or form not in FORMATS:
        sentence = text(
            "This is no record of matto: the notation begins with “Format: {form} {version}”.",
            form=FORMATS[0],
            version=VERSION,
        )
        raise BadRecord(sentence, at=line)
    check_version(int(version) if _NUMBER.fullmatch(version) else version, line)
    return form


def _read_match(
    rows: list[Row], last: int
) -> tuple[Record, RecordPlaces, tuple[tuple[TrickLine, ...], ...]]:
    ledger, deals = _cut(rows, last)
    records = tuple(deal.record() for deal in deals)
    lines: dict[Path, int] = {("ledger",): ledger[0]}
    for index, deal in enumerate(deals):
        lines |= {("deals", index, *path): line for path, line in deal.lines.items()}
    match = MatchRecord(VERSION, records, whole_numbers(ledger[2], ledger[0]))
    return match, RecordPlaces(lines, last), tuple(tuple(deal.tricks) for deal in deals)


def _cut(rows: list[Row], last: int) -> tuple[Row, list[_DealReader]]:
    """Cut a match into its deals and the ledger, which is its last line."""
    _check_end(rows, last)
    deals: list[_DealReader] = []
    for row in rows[:-1]:
        line, name, words = row
        if name == "Deal":
            if words != str(len(deals) + 1):
                sentence = text("Deal {number} is missing here.", number=len(deals) + 1)
                raise BadRecord(sentence, at=line)
            if deals:
                deals[-1].last = line - 1
            deals.append(_DealReader(rows[-1][0]))
            deals[-1].lines[()] = line
        elif not deals:
            raise BadRecord(text("The first deal begins with the line “Deal: 1”."), at=line)
        else:
            deals[-1].read([row])
    if not deals:
        raise _missing("Deal", last)
    return rows[-1], deals


def _check_end(rows: list[Row], last: int) -> None:
    """Raise `BadRecord` unless the ledger is there, and nothing behind it."""
    after = list(dropwhile(lambda row: row[1] != "Ledger", rows))
    if not after:
        raise _missing("Ledger", last)
    if len(after) > 1:
        line, name, _ = after[1]
        sentence = text("“{name}:” stands behind the end of the match.", name=name[:40])
        raise BadRecord(sentence, at=line)


def _missing(name: str, line: int) -> BadRecord:
    sentence = text(
        "The line “{name}: …” is missing; the file may have been cut off.", name=name
    )
    return BadRecord(sentence, at=line)


def whole_number(word: str, line: int) -> int:
    """Read a whole number; raises `BadRecord`."""
    if not _NUMBER.fullmatch(word):
        raise BadRecord(text("“{word}” is not a whole number.", word=word[:40]), at=line)
    return int(word)


def whole_numbers(words: str, line: int) -> tuple[int, ...]:
    """Read whole numbers; raises `BadRecord`."""
    return tuple(whole_number(word, line) for word in words.split())


class _DealReader:
    """Gathers the lines of one deal as plain values, with the line of each."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.lines: dict[Path, int] = {}
        self.tricks: list[TrickLine] = []
        self._words: dict[str, tuple[str, int]] = {}
        self._options: dict[str, tuple[str, int]] = {}
        self._hands: list[list[str]] = []
        self._sheet: list[dict[str, object]] = []
        self._steps: list[dict[str, object]] = []

    def read(self, rows: Iterable[Row]) -> None:
        """Take lines; raises `BadRecord` for one that means nothing."""
        for line, name, words in rows:
            first, _, rest = name.partition(" ")
            trick = _TRICK.fullmatch(name)
            if name in SINGLE:
                self._once(name, words, line)
            elif first == "Option" and rest:
                self._option(rest, words, line)
            elif first == "Hand" and rest:
                self._hand(rest, words, line)
            elif name == "Sheet":
                self._row(words, line)
            elif trick:
                self._trick(int(trick[1]), words, line)
            elif name[0].islower():
                self._entries(name, words, line)
            else:
                sentence = text("“{name}:” is no line of the notation.", name=name[:40])
                raise BadRecord(sentence, at=line)

    def _once(self, name: str, words: str, line: int) -> None:
        if name in self._words:
            raise BadRecord(text("“{key}” is given twice.", key=name), at=line)
        self._words[name] = words, line
        self.lines[SINGLE[name]] = line

    def _option(self, name: str, words: str, line: int) -> None:
        if name in self._options:
            raise BadRecord(text("“{key}” is given twice.", key=name), at=line)
        self._options[name] = words, line
        self.lines["options", name] = line
        self.lines.setdefault(("options",), line)

    def _hand(self, seat: str, words: str, line: int) -> None:
        if seat != str(len(self._hands)):
            sentence = text("The hand of seat {seat} is missing here.", seat=len(self._hands))
            raise BadRecord(sentence, at=line)
        self.lines["dealt", len(self._hands)] = line
        self.lines.setdefault(("dealt",), line)
        self._hands.append(words.split())

    def _row(self, words: str, line: int) -> None:
        parts = words.split(" | ", 2)
        if len(parts) != len(("clause", "amounts", "item")):
            sentence = text("A row of the sheet reads “Sheet: clause | amounts | item”.")
            raise BadRecord(sentence, at=line)
        clause, amounts, item = parts
        self.lines["result", "sheet", len(self._sheet)] = line
        self.lines.setdefault(("result", "sheet"), line)
        self._sheet.append(
            {"item": item, "clause": clause, "amounts": whole_numbers(amounts, line)}
        )

    def _trick(self, number: int, words: str, line: int) -> None:
        if number != len(self.tricks) + 1:
            sentence = text("Trick {number} is missing here.", number=len(self.tricks) + 1)
            raise BadRecord(sentence, at=line)
        entries, arrow, winner = words.rpartition(f" {ARROW} ")
        if not arrow:
            sentence = text("The line of a trick ends with “-> ” and the seat that wins it.")
            raise BadRecord(sentence, at=line)
        begin = len(self._steps)
        self._entries(PLAY, entries, line)
        self.tricks.append(
            TrickLine(number, begin, len(self._steps), whole_number(winner, line), line)
        )

    def _entries(self, kind: str, words: str, line: int) -> None:
        for entry in words.split(","):
            parts = entry.split()
            if len(parts) == 2:  # noqa: PLR2004 - seat and choice
                parts.insert(1, kind)
            if len(parts) != len(("seat", "kind", "choice")):
                sentence = text(
                    "“{entry}” is no action: it is a seat and its choice, such as “1 SK”.",
                    entry=entry.strip()[:40],
                )
                raise BadRecord(sentence, at=line)
            seat, own_kind, choice = parts
            self.lines["actions", len(self._steps)] = line
            self._steps.append(
                {"seat": whole_number(seat, line), "kind": own_kind, "choice": choice}
            )

    def record(self) -> DealRecord:
        """Put the deal together; raises `BadRecord` for what is missing or out of form."""
        for name in NEEDED:
            if name not in self._words:
                raise _missing(name, self.last)
        raw = {
            "format": FORMATS[0],
            "version": VERSION,
            "game": self._words["Game"][0],
            "rules_version": self._number("Rules version"),
            "options": self._read_options(),
            "seats": self._number("Seats"),
            "dealer": self._number("Dealer"),
            "carried": self._carried("Carried"),
            "dealt": self._hands,
            "talon": self._words.get("Talon", ("", 0))[0].split(),
            "actions": self._steps,
            "result": self._result(),
        }
        self.lines.setdefault(("result",), self.last)
        record: DealRecord = convert(raw, DealRecord, RecordPlaces(self.lines, self.last))
        return record

    def _result(self) -> dict[str, object]:
        return {
            "scores": whole_numbers(*self._words["Scores"]),
            "points": whole_numbers(*self._words["Points"]),
            "sheet": self._sheet,
            "thrown_in": self._yes_or_no("Thrown in"),
            "next_dealer": self._number("Next dealer"),
            "carried": self._carried("Carried on"),
        }

    def _number(self, name: str) -> int:
        return whole_number(*self._words[name])

    def _yes_or_no(self, name: str) -> bool:
        word, line = self._words[name]
        if word not in {YES, NO}:
            raise BadRecord(text("“{name}:” is followed by yes or no.", name=name), at=line)
        return word == YES

    def _carried(self, name: str) -> dict[str, int]:
        words, line = self._words.get(name, ("", 0))
        carried: dict[str, int] = {}
        for word in words.split():
            key, _, amount = word.partition("=")
            if key in carried:
                raise BadRecord(text("“{key}” is given twice.", key=key), at=line)
            carried[key] = whole_number(amount, line)
        return carried

    def _read_options(self) -> dict[str, Value]:
        """Return options as values; only the game knows whether `5` is a number or a word."""
        line = self._words["Game"][1]
        try:
            game = game_of(self._words["Game"][0], self._number("Rules version"))
        except UnknownGame as error:
            raise BadRecord(error.sentence, at=line) from error
        except BadRecord as error:
            line = error.line or self._words["Rules version"][1]
            raise BadRecord(error.sentence, at=line) from error
        values: dict[str, Value] = {}
        for name, (word, place) in self._options.items():
            try:
                values[name] = game.resolve({name: word})[name]
            except (UnknownOption, BadOptionValue) as error:
                raise BadRecord(error.sentence, at=place) from error
        return values
