"""The readiness of bots: compiled play for those that think, and a folder of own models."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.players.bots import FORMER, LEVELS, STRONG


class BadModel(MattoError):
    """A file that is no model, or not one for this game and version."""


FOLDER = "MATTO_MODELS"
"""The environment variable that names a folder of one's own: its models come first."""


def own_models() -> Path | None:
    """The folder that is named, if there is one; raises `BadModel` if it does not exist."""
    named = os.environ.get(FOLDER)
    return _existing(named) if named else None


@cache
def _existing(named: str) -> Path:
    """Looked for once, as bots ask at every decision."""
    if not (folder := Path(named)).is_dir():
        raise BadModel(
            text(
                "{variable} names a folder that there is not: {folder}.",
                variable=FOLDER,
                folder=named,
            )
        )
    return folder


THINKING = frozenset({STRONG.bot, "pimc"})
"""Bots that play deals out with compiled play."""

AT_ONCE = frozenset(level.bot for level in LEVELS).union(FORMER) - THINKING
"""Bots that need no compiled play."""

Progress = Callable[[str, int, int], None]
"""Is told what is made ready next, how many parts are ready already, and of how many."""


def thinks(bots: Iterable[str]) -> bool:
    return not THINKING.isdisjoint(bots)


def takes_long() -> bool:
    from matto.kernel import compiled

    return compiled.takes_long()


def get_ready(progress: Progress | None = None) -> None:
    """Compile or load what thinking bots need; afterwards no move waits for it."""
    from matto.kernel import compiled

    compiled.ready(progress)
