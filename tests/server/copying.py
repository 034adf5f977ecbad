"""Checks, backups and restores for tests, and tables to be copied."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from typer.testing import CliRunner

from matto.cli import _application
from matto.engine.errors import MattoError
from matto.server.store import backup
from matto.server.store.check import CheckReport, check, ids_of
from matto.server.tables.commands import Sit
from matto.server.tables.service import TableService
from server.stores import Place
from server.table_services import open_table, play_deal, ready
from server.tables import ANNA


async def some_tables(tables: TableService) -> list[str]:
    """Three tables, one in its second deal."""
    ids = [await open_table(tables, persons=2) for _ in range(3)]
    await tables.submit(ids[0], Sit(1, "Anna"), ANNA)
    await ready(tables, await play_deal(tables, ids[0]))
    return ids


def checked(place: Place, *, replay: bool = True) -> CheckReport:
    report = CheckReport()
    with backup.reading(place) as connection:
        deque(check(connection, ids_of(connection), report, replay=replay), maxlen=0)
    return report


def faults(place: Place, **more: bool) -> list[tuple[str, str]]:
    return [(fault.table, str(fault.what)) for fault in checked(place, **more).faults]


def back_up(place: Place, file: Path, **more: bool) -> None:
    with backup.reading(place) as source:
        deque(backup.backup(source, file, **more), maxlen=0)


def put_back(file: Path, place: Place, **more: bool) -> None:
    with backup.copy_of(file) as source:
        deque(backup.follow(source, ids_of(source), file), maxlen=0)
        deque(backup.restore(source, place, **more), maxlen=0)


def told(*words: str, data: Path) -> tuple[int, str]:
    """Run `matto store` with these words: its status, and what it says."""
    done = CliRunner().invoke(
        _application(), ["store", *words], env={"MATTO_DATA": str(data), "LANGUAGE": "en"}
    )
    if isinstance(done.exception, MattoError):
        return 2, str(done.exception)
    return done.exit_code, done.output
