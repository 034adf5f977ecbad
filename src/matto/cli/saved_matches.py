"""Matches kept on the player's own machine: written, read back with care, and replayed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from matto import __version__
from matto.engine.errors import BadRecord, MattoError
from matto.engine.events import Deal
from matto.engine.options import Value
from matto.engine.run import Action, Match, Run
from matto.engine.words import N_, Text, text
from matto.games import game as find_game
from matto.records import Recording, write_whole
from matto.records.replay import game_of
from matto.server.settings import data_folder

FORMAT = 1
SUFFIX = ".json"
NO_MATCH = N_("It is not a saved match: {why}.")


class SavedDeal(msgspec.Struct):
    """One deal: its cards as dealt and what was done with them."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    actions: list[Action]


class SavedMatch(msgspec.Struct):
    """A match with one person at the table.

    `seed` serves the deals still to be shuffled and the bots' ties; the deals already begun
    are kept card by card.
    """

    game: str
    rules_version: int
    options: dict[str, Value]
    seat: int
    bots: str
    seed: str
    limit: int | None = None
    deals: list[SavedDeal] = []
    format: int = FORMAT
    written_by: str = __version__


def folder() -> Path:
    """The folder that `MATTO_DATA` names, or one for matches in the user's data folder."""
    return data_folder() if os.environ.get("MATTO_DATA") else data_folder() / "matches"


def new_path(game_id: str) -> Path:
    stem = f"{game_id} {datetime.now():%Y-%m-%d %H%M%S}"
    return _free(folder() / f"{stem}{SUFFIX}")


def _free(path: Path) -> Path:
    """The path, or the next one with a number that does not exist."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return found


def unfinished(game_id: str | None = None) -> list[Path]:
    pattern = f"{game_id} *{SUFFIX}" if game_id else f"*{SUFFIX}"
    return sorted(folder().glob(pattern), key=lambda path: -path.stat().st_mtime_ns)


def latest() -> Path | None:
    return next(iter(unfinished()), None)


def write(path: Path, saved: SavedMatch) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.format(msgspec.json.encode(saved), indent=1))


def read(path: Path) -> tuple[SavedMatch, Match, Run | None]:
    """Read a match and replay it: what was saved, the ledger, and the deal going on.

    A file that cannot be continued is kept aside under another name; raises `BadRecord`
    that says why and where it lies now.
    """
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=SavedMatch)
        match, run = replay(saved)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _kept_aside(path, text(NO_MATCH, why=error)) from error
    except MattoError as error:
        raise _kept_aside(path, error.sentence) from error
    except (LookupError, ValueError, TypeError) as error:
        raise _kept_aside(path, text(NO_MATCH, why=error)) from error
    return saved, match, run


def _kept_aside(path: Path, why: Text) -> BadRecord:
    aside = _free(path.with_suffix(".damaged"))
    path.rename(aside)
    return BadRecord(
        text(
            "The saved match cannot be continued. {why} "
            "Nothing was overwritten: it is kept as {file}.",
            why=why,
            file=aside,
        )
    )


def replay(saved: SavedMatch) -> tuple[Match, Run | None]:
    """Play a saved match again, action by action; raises errors of matto where it breaks."""
    game = find_game(saved.game)
    _check_versions(saved, game.rules_version)
    if not 0 <= saved.seat < game.seats:
        raise BadRecord(text("There is no seat {seat} in this game.", seat=saved.seat))
    options = game.recorded(saved.options)
    match = Match(game, options, limit=saved.limit)
    runs = list(replay_deals(saved, match))
    return match, runs[-1] if runs and runs[-1].result is None else None


def replay_deals(saved: SavedMatch, match: Match) -> Iterator[Run]:
    """Play the deals of a saved match again, which takes the results of those that ended."""
    goes_on = False
    for number, kept in enumerate(saved.deals, start=1):
        if goes_on or kept.dealer != match.dealer:
            raise BadRecord(
                text("Deal {number} does not follow the one before.", number=number)
            )
        run = match.run_of(Deal(kept.hands, kept.talon))
        for action in kept.actions:
            run.act(action)
        goes_on = run.result is None
        if run.result is not None:
            match.take(run.result)
        yield run


def _check_versions(saved: SavedMatch, rules_version: int) -> None:
    if saved.format != FORMAT:
        raise BadRecord(
            text(
                "It has format {found}, this program reads {own}.",
                found=saved.format,
                own=FORMAT,
            )
        )
    if saved.rules_version != rules_version:
        raise BadRecord(
            text(
                "It was played by rules version {found}, this program has {own}.",
                found=saved.rules_version,
                own=rules_version,
            )
        )


def saved_deal(run: Run) -> SavedDeal:
    deal = run.setup.deal
    return SavedDeal(run.setup.dealer, deal.hands, deal.talon, list(run.actions))


def saved_match(content: bytes) -> Recording | None:
    """Return the finished deals of a saved match; None for any other file.

    Raises `BadRecord` for a saved match that breaks a rule or has no finished deal.
    """
    try:
        saved = msgspec.json.decode(content, type=SavedMatch)
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


def _finished(saved: SavedMatch) -> list[Run]:
    game = game_of(saved.game, saved.rules_version)
    match = Match(game, game.recorded(saved.options))
    return [run for run in replay_deals(saved, match) if run.result is not None]
