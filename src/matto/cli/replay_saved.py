"""Matches that `matto play` keeps, as a recording: so that one's own games can be replayed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from matto.cli.saves import Saved, played
from matto.engine.errors import BadRecord, MattoError
from matto.engine.match import Match
from matto.engine.run import Run
from matto.engine.words import text
from matto.records import Recording
from matto.records.versions import game_of


def saved_match(content: bytes) -> Recording | None:
    """Give the finished deals of a saved match; None for any other file.

    Raises `BadRecord` for a saved match that breaks a rule or has no finished deal.
    """
    try:
        saved = msgspec.json.decode(content, type=Saved)
    except (msgspec.MsgspecError, RecursionError):
        return None
    try:
        runs = _finished(saved)
    except BadRecord:
        raise
    except MattoError as error:
        raise BadRecord(error.sentence) from error
    except (LookupError, ValueError, TypeError) as error:
        raise BadRecord(text("The saved match is damaged: {why}.", why=error)) from error
    if not runs:
        raise BadRecord(text("This match has no finished deal yet."))
    return Recording([_given(run) for run in runs], is_match=True)


def _given(run: Run) -> Callable[[], Run]:
    return lambda: run


def _finished(saved: Saved) -> list[Run]:
    game = game_of(saved.game, saved.rules_version)
    match = Match(game, game.recorded(saved.options))
    return [run for run in played(saved, match) if run.result is not None]
