"""The checkpoint file of a contest: finished deals, so that it can be gone on with.

JSON Lines: the contest first, then a line for each deal. A line that was cut off by an
interruption is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from matto.arena.contest import Contest
from matto.arena.errors import BadContest
from matto.arena.tables import DealPlayed
from matto.engine.words import Text, text

T = TypeVar("T", Contest, DealPlayed)


class Checkpoint:
    """A file of finished deals of one contest; raises `BadContest` if it is another's."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.deals: tuple[DealPlayed, ...] = ()
        try:
            self._open(contest)
        except OSError as error:
            raise BadContest(_cannot(path, error)) from error

    def _open(self, contest: Contest) -> None:
        head = msgspec.json.encode(contest) + b"\n"
        content = self.path.read_bytes() if self.path.exists() else b""
        if head.startswith(content):  # new, or cut off while it was begun
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(head)
            return
        begun, _, deals = content.partition(b"\n")
        if _decoded(self.path, 1, begun, Contest) != contest:
            raise BadContest(
                text(
                    "{file} keeps the deals of another contest: other bots, options, seed or "
                    "strata. Name another file.",
                    file=str(self.path),
                )
            )
        self.deals = tuple(_read(self.path, deals))
        whole = content[: content.rfind(b"\n") + 1] or head
        if whole != content:
            self.path.write_bytes(whole)

    def keep(self, deal: DealPlayed) -> None:
        """Write a finished deal down."""
        try:
            with self.path.open("ab", buffering=0) as handle:
                handle.write(msgspec.json.encode(deal) + b"\n")
        except OSError as error:
            raise BadContest(_cannot(self.path, error)) from error


def _read(path: Path, lines: bytes) -> Iterator[DealPlayed]:
    whole, newline, _ = lines.rpartition(b"\n")
    if newline:
        for number, line in enumerate(whole.split(b"\n"), start=2):
            yield _decoded(path, number, line, DealPlayed)


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    """Read a line; raises `BadContest` with its number where something else stands there."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadContest(
            text(
                "Line {line} of {file} is not what the arena keeps: {why}. "
                "Name another file, or delete the line if it was a deal.",
                line=number,
                file=str(path),
                why=error,
            )
        ) from error


def _cannot(path: Path, error: OSError) -> Text:
    return text(
        "The deals cannot be kept in {file}: {why}.",
        file=str(path),
        why=error.strerror or str(error),
    )
