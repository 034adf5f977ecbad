"""Files: reading any kind of record, and writing so that nothing is ever lost half-way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from matto.engine.errors import BadRecord
from matto.engine.run import Run
from matto.engine.words import text
from matto.records.json_form import MatchRecord, Record, RecordPlaces, parse_json
from matto.records.notation import TrickLine, check_tricks, parse_notation
from matto.records.replay import replay, replay_match
from matto.records.transcript import is_transcript, replay_line


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
    """Read a record, a match (JSON or notation) or a transcript; raises `BadRecord`."""
    words = _decoded(content) if isinstance(content, bytes) else content
    if is_transcript(words):
        return _transcript(words)
    record, places, tricks = parse(words)
    runs = _replayed(record, places)
    for run, lines in zip(runs, tricks, strict=True):
        check_tricks(run, lines)
    is_match = isinstance(record, MatchRecord)
    return Recording([_given(run) for run in runs], is_match=is_match)


def load(content: bytes | str) -> Record:
    """Read a record, JSON or notation, and check all of it; raises `BadRecord`."""
    words = _decoded(content) if isinstance(content, bytes) else content
    loads(words)
    return parse(words)[0]


def parse(words: str) -> tuple[Record, RecordPlaces, tuple[tuple[TrickLine, ...], ...]]:
    """Read a record in either form without replaying it; raises `BadRecord`."""
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
    return Recording([_replaying(line, number) for number, line in lines])


def _given(run: Run) -> Callable[[], Run]:
    return lambda: run


def _replaying(line: str, number: int) -> Callable[[], Run]:
    return lambda: replay_line(line, number)


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
