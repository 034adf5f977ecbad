"""A command on its way to a table, and how it is known when it comes again."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from matto.engine.words import text
from matto.server.tables.commands import Command, fingerprint_of
from matto.server.tables.errors import BadCommand
from matto.server.tables.events import AnyEvent
from matto.server.tables.state import TableState

KEY = re.compile(r"[!-~]{0,64}")

TableEvents = tuple[AnyEvent, ...]


class Submission(msgspec.Struct, frozen=True):
    """A command on its way: the events it leads to, and how it is known when it comes again."""

    command: Command
    events: Callable[[TableState], TableEvents]
    expected: int | None = None
    holder: str = ""
    key: str = ""

    @property
    def fingerprint(self) -> str:
        """What tells it from any other of its key; empty without a key."""
        return fingerprint_of(self.command) if self.key else ""


def check_key(key: str) -> None:
    """Raise `BadCommand` if something is no key of a command."""
    if not KEY.fullmatch(key):
        raise BadCommand(
            text("A key has at most 64 letters, digits and signs, without spaces.")
        )
