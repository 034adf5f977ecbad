"""Files: reading any kind of record, and writing so that nothing is ever lost half-way."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TextIO

from matto.engine.errors import BadRecord
from matto.engine.run import Run
from matto.engine.words import text
from matto.records.json_form import MatchRecord, Record, RecordPlaces, parse_json
from matto.records.notation import TrickLine, check_tricks, parse_notation
from matto.records.replay import replay, replay_match
from matto.records.transcript import is_transcript, replay_line

JSON = json.JSONDecoder()
NEXT = re.compile(r"^[ \t]*Format[ \t]*:", re.MULTILINE)
"""Where a record in the notation begins."""

OF_OTHERS = re.compile(r'\s*\[\w+\s+"')
"""How games are written down by other programs: `[Event "…"]`."""


class Recording(Sequence[Run]):
    """The deals of a file, each played through by the rules.

    Records are replayed as a whole when they are read. The lines of a transcript stand for
    themselves and are replayed when they are asked for, which raises `BadRecord`.
    """

    def __init__(self, deals: Sequence[Callable[[], Run]], *, is_match: bool = False) -> None:
        self._deals = deals
        self.is_match = is_match

    def __len__(self) -> int:
        return len(self._deals)

    def __getitem__(self, index: int) -> Run:  # type: ignore[override]
        return self._deals[index]()


def loads(content: bytes | str) -> Recording:
    """Read a transcript, or records of deals and matches; raises `BadRecord`.

    A text may hold several records, in JSON or in the notation, one behind the other.
    """
    words = _text(content)
    if is_transcript(words):
        return _transcript(words)
    records = [_checked(part) for part in _parts(words)]
    is_match = len(records) == 1 and isinstance(records[0][0], MatchRecord)
    runs = [run for _, replayed in records for run in replayed]
    return Recording([_given(run) for run in runs], is_match=is_match)


def load(content: bytes | str) -> Record:
    """Read one record, JSON or notation, and check all of it; raises `BadRecord`."""
    parts = list(_parts(_text(content)))
    if len(parts) > 1:
        raise BadRecord(text("There are {number} records in this text.", number=len(parts)))
    return _checked(parts[0])[0]


def _checked(words: str) -> tuple[Record, tuple[Run, ...]]:
    """Return a record and its deals, replayed; raises `BadRecord`."""
    record, places, tricks = parse(words)
    runs = _replayed(record, places)
    for run, lines in zip(runs, tricks, strict=True):
        check_tricks(run, lines)
    return record, runs


def _parts(words: str) -> Iterator[str]:
    """Part a text into its records; each keeps as many lines before it as it had."""
    if words.lstrip().startswith("{"):
        begins = _json_begins(words)
    else:
        begins = [found.start() for found in NEXT.finditer(words)][1:]
    for begin, end in pairwise([0, *begins, len(words)]):
        yield "\n" * words.count("\n", 0, begin) + words[begin:end]


def _json_begins(words: str) -> list[int]:
    """Return where the second and later JSON values begin, up to one that cannot be read."""
    begins, begin = [], _past_space(words, 0)
    while begin < len(words):
        begins.append(begin)
        try:
            begin = _past_space(words, JSON.raw_decode(words, begin)[1])
        except (ValueError, RecursionError):
            break  # its reader says what is wrong with it
    return begins[1:]


def _past_space(words: str, at: int) -> int:
    while words[at : at + 1].isspace():
        at += 1
    return at


def parse(words: str) -> tuple[Record, RecordPlaces, tuple[tuple[TrickLine, ...], ...]]:
    """Read a record in either form without replaying it; raises `BadRecord`."""
    if OF_OTHERS.match(words):
        raise BadRecord(
            text("This is PGN or PBN. Only records of matto can be read: JSON or its notation.")
        )
    if words.lstrip().startswith(("{", "[")):
        record, places = parse_json(words)
        deals = len(record.deals) if isinstance(record, MatchRecord) else 1
        return record, places, ((),) * deals
    return parse_notation(words)


def _replayed(record: Record, places: RecordPlaces) -> tuple[Run, ...]:
    if isinstance(record, MatchRecord):
        return replay_match(record, places)
    return (replay(record, places),)


def _transcript(words: str) -> Recording:
    lines = [(number, line) for number, line in enumerate(words.split("\n"), 1) if line.strip()]
    return Recording([partial(replay_line, line, number) for number, line in lines])


def _given(run: Run) -> Callable[[], Run]:
    return lambda: run


def _text(content: bytes | str) -> str:
    r"""Return a text with `\n` at the end of each line, however they ended."""
    words = _decoded(content) if isinstance(content, bytes) else content
    return words.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRecord(text("This is no text file in UTF-8."), at=line) from error


@contextmanager
def whole_or_not_at_all(path: Path) -> Iterator[TextIO]:
    """Write a file so that it is either complete or, after any error, as it was before.

    What is no ordinary file (a pipe, a device) is written directly.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as straight:
            yield straight
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it has all of its new content or, after any error, is as it was."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
