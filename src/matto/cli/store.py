"""`matto store`: check, back up and restore the database of tables."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from matto.cli.common import Database, print_sentence, with_progress
from matto.engine.words import Text, text

if TYPE_CHECKING:
    from matto.server.store.check import CheckReport, Fault

FAULTY = 1

Backup = Annotated[
    Path | None, typer.Argument(help="A backup to be checked; else the tables of the server.")
]
File = Annotated[Path, typer.Argument(help="The backup: one file, for any database.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace what is there already.")]
Damaged = Annotated[
    bool, typer.Option("--damaged", help="Put a backup back although events are at fault.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Tell it as JSON.")]
Replay = Annotated[bool, typer.Option(help="Play every deal again; it takes longest.")]

store = typer.Typer(
    no_args_is_help=True, help="Check, back up and restore the tables of a server; it may run."
)


@store.command()
def check(
    file: Backup = None,
    database: Database = None,
    replay: Replay = True,
    as_json: AsJson = False,
) -> None:
    """Look at the file, at the number and hash of every event, and play every deal again.

    Ends with status 1 if anything is not as it was kept.
    """
    from matto.server.store.backup import reading
    from matto.server.store.check import CheckReport, ids_of
    from matto.server.store.check import check as checking

    report = CheckReport()
    with reading(file or _place(database)) as connection:
        ids = ids_of(connection)
        steps = checking(connection, ids, report, replay=replay)
        _do(steps, len(ids), text("Checking"))
    _tell(report, as_json=as_json)
    if report.faults:
        raise typer.Exit(FAULTY)


@store.command()
def backup(file: File, database: Database = None, overwrite: Overwrite = False) -> None:
    """Copy all tables to one file, as they are at one moment; a server may go on meanwhile.

    The file holds the keys of the server, too: keep it as you keep the database.
    """
    from matto.server.store import backup as copies

    with copies.reading(_place(database)) as source:
        rows = copies.rows_to_copy(source)
        _do(copies.backup(source, file, overwrite=overwrite), rows, text("Copying"))
    print_sentence(text("{rows} rows are kept in {file}.", rows=rows, file=file))


@store.command()
def restore(
    file: File,
    database: Database = None,
    overwrite: Overwrite = False,
    damaged: Damaged = False,
) -> None:
    """Put the tables of a backup in the place of those that are there; a server notices it.

    The backup may be of a file and go to PostgreSQL, or the other way round. The hashes of its
    events are followed before anything is replaced.
    """
    from matto.server.store import backup as copies
    from matto.server.store.check import ids_of

    place = _place(database)
    with copies.copy_of(file) as source:
        if not damaged:
            ids = ids_of(source)
            _do(copies.follow(source, ids, file), len(ids), text("Checking"))
        rows = copies.rows_to_copy(source)
        _do(copies.restore(source, place, overwrite=overwrite), rows, text("Copying"))
    print_sentence(text("The tables of {file} are back: {rows} rows.", file=file, rows=rows))


def _place(database: str | None) -> str | Path:
    from matto.server.settings import read_settings

    return read_settings(os.environ, database=database).store


def _do(steps: Iterator[int], total: int, label: Text) -> None:
    """Do it all, and show after a second how far it is."""
    deque(with_progress(steps, total, label=label, lines=True), maxlen=0)


def _tell(report: CheckReport, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_facts(report), indent=1, ensure_ascii=False))
        return
    for fault in report.faults:
        print_sentence(fault.sentence)
    for fault in report.unplayable:
        print_sentence(text("Not replayed: {fault}", fault=fault.sentence))
    if not report.faults:
        print_sentence(text("No faults are found."))
    print_sentence(
        text(
            "{tables} tables with {events} events were read.",
            tables=report.tables,
            events=report.events,
        )
    )


def _facts(report: CheckReport) -> dict[str, object]:
    def told(faults: list[Fault]) -> list[dict[str, str]]:
        return [{"table": one.table, "what": str(one.what)} for one in faults]

    return {
        "ok": not report.faults,
        "tables": report.tables,
        "events": report.events,
        "faults": told(report.faults),
        "unplayable": told(report.unplayable),
    }
