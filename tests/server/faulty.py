"""Disks and clocks that fail as they are told to: `faulty.c`, and what a power cut leaves.

A process under `faulty.c` notes every change to the files of a folder. `Disk` reads the notes.
What was forced to the disk is there; of each later change a power cut keeps all, nothing, or
the first sectors.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import machine
from services import require

HEAD = struct.Struct("=c63sQQ")
SECTOR = 512
SOURCE = Path(__file__).with_name("faulty.c")


@cache
def library() -> Path:
    """The shim, compiled once a process."""
    folder = Path(tempfile.mkdtemp(prefix="matto-faulty-"))
    compiler, made = require(machine.COMPILER), folder / "faulty.so"
    words = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(made)]
    subprocess.run([compiler, *words, str(SOURCE), "-ldl", "-lpthread"], check=True)
    return made


def forget_library() -> None:
    """Take the compiled shim away."""
    if library.cache_info().currsize:
        shutil.rmtree(library().parent, ignore_errors=True)
        library.cache_clear()


@dataclass(frozen=True)
class Faults:
    """The variables and files by which processes under the shim are told what fails."""

    folder: Path
    watched: Path

    @property
    def log(self) -> Path:
        """What was done to the files."""
        return self.folder / "log"

    @property
    def full(self) -> Path:
        """While this is there, there is no room."""
        return self.folder / "full"

    @property
    def clock(self) -> Path:
        """By how many seconds the clock is wrong."""
        return self.folder / "clock"

    def environment(self) -> dict[str, str]:
        """What a process is started with."""
        return {
            "LD_PRELOAD": str(library()),
            "MATTO_FAULTY_FOLDER": str(self.watched),
            "MATTO_FAULTY_LOG": str(self.log),
            "MATTO_FAULTY_FULL": str(self.full),
            "MATTO_FAULTY_CLOCK": str(self.clock),
        }


@dataclass(frozen=True)
class Change:
    """A note of the shim: a write, a new length, a sync, an end."""

    kind: str
    name: str
    offset: int
    size: int
    data: bytes = b""


def changes(log: bytes) -> Iterator[Change]:
    """Read the notes in order; one that is cut off at the end is none."""
    place = 0
    while place + HEAD.size <= len(log):
        kind, name, offset, size = HEAD.unpack_from(log, place)
        place += HEAD.size
        data = b""
        if kind == b"w":
            data = log[place : place + size]
            place += size
            if len(data) < size:
                return
        yield Change(kind.decode(), name.rstrip(b"\0").decode(), offset, size, data)


@dataclass
class File:
    """A file: what is surely on the disk, and what is on its way there."""

    content: bytearray = field(default_factory=bytearray)
    waiting: list[Change] = field(default_factory=list)
    known: bool = False

    def settle(self) -> None:
        """All of it is on the disk."""
        for change in self.waiting:
            _do(self.content, change)
        self.waiting, self.known = [], True

    def left(self, rng: random.Random) -> bytes | None:
        """What a power cut leaves of it; None if there was none yet."""
        content = bytearray(self.content)
        for change in self.waiting:
            _do(content, _torn(change, rng))
        return bytes(content) if self.known or content or rng.random() < 0.5 else None


def _torn(change: Change, rng: random.Random) -> Change | None:
    fate = rng.choice(("kept", "kept", "lost", "torn"))
    if fate == "lost":
        return None
    if fate == "kept" or change.kind != "w":
        return change
    size = SECTOR * rng.randint(0, change.size // SECTOR)
    return Change("w", change.name, change.offset, size, change.data[:size])


def _do(content: bytearray, change: Change | None) -> None:
    if change is None or (change.kind == "w" and not change.data):
        return
    end = change.offset + (change.size if change.kind == "w" else 0)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if change.kind == "w":
        content[change.offset : end] = change.data
    else:
        del content[change.offset :]


class Disk:
    """The files of a folder, as far as they are on the disk."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.files = {
            name: File(bytearray(content), known=True)
            for name, content in (files or {}).items()
        }

    def take(self, change: Change) -> None:
        """Do what a process has done."""
        if change.kind == "u":
            self.files.pop(change.name, None)
            return
        file = self.files.setdefault(change.name, File())
        if change.kind == "s":
            file.settle()
        elif change.kind != "o":
            file.waiting.append(change)

    def cut(self, folder: Path, rng: random.Random) -> None:
        """Write into a folder what a power cut leaves, and nothing else."""
        for old in folder.glob("*"):
            if old.is_file() and old.suffix != ".lock":
                old.unlink()
        for name, file in self.files.items():
            left = file.left(rng)
            if left is not None:
                (folder / name).write_bytes(left)
