"""`matto serve` and `matto store`: the table in the browser, and the database of its tables."""

from __future__ import annotations

import json
import logging
import os
import sys
import webbrowser
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from matto.cli.common import watched
from matto.engine.words import LANGUAGES, Text, preferred_language, text, translator

if TYPE_CHECKING:
    from matto.server.settings import Settings
    from matto.server.store.check import CheckReport, Fault

FAULTY = 1

Database = Annotated[
    str | None, typer.Option(help="Where tables are kept, such as postgresql://…; else a file.")
]
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
    _say(text("{rows} rows are kept in {file}.", rows=rows, file=file))


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
    _say(text("The tables of {file} are back: {rows} rows.", file=file, rows=rows))


def _place(database: str | None) -> str | Path:
    from matto.server.settings import read_settings

    return read_settings(os.environ, database=database).store


def _do(steps: Iterator[int], total: int, label: Text) -> None:
    """Do it all, and show after a second how far it is."""
    deque(watched(steps, total, label=label, lines=True), maxlen=0)


def _tell(report: CheckReport, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_facts(report), indent=1, ensure_ascii=False))
        return
    for fault in report.faults:
        _say(fault.sentence)
    for fault in report.unplayable:
        _say(text("Not replayed: {fault}", fault=fault.sentence))
    if not report.faults:
        _say(text("No faults are found."))
    _say(
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


def _say(sentence: Text) -> None:
    typer.echo(sentence.render(translator(preferred_language())))
    sys.stdout.flush()


DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")

Port = Annotated[int | None, typer.Option(min=0, max=65535, help="Else 8765 or the next free.")]
Host = Annotated[str | None, typer.Option(help="0.0.0.0 lets others in your network play.")]
Open = Annotated[bool, typer.Option("--open", help="Open the browser.")]
Channels = Annotated[
    str | None, typer.Option(help="A Redis or PostgreSQL server that joins several workers.")
]
Workers = Annotated[int | None, typer.Option(min=1, help="How many processes serve.")]
Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", help="Offer a bot of yours, as name=module:maker; may be repeated."),
]
Tables = Annotated[int | None, typer.Option(min=1, help="How many tables there may be.")]
KeepUndealt = Annotated[
    float | None,
    typer.Option(
        help="Days until an untouched table without a deal is deleted: 7; 0 is never."
    ),
]
KeepUnfinished = Annotated[
    float | None, typer.Option(help="The same for a match that goes on: 90.")
]
KeepFinished = Annotated[
    float | None, typer.Option(help="The same for a match that is over: 365.")
]
LogFormat = Annotated[str | None, typer.Option(help="text or json.")]
Language = Annotated[
    str | None, typer.Option(help=f"{', '.join(LANGUAGES)}: for whoever has chosen none.")
]


def serve(
    port: Port = None,
    host: Host = None,
    open_browser: Open = False,
    database: Database = None,
    channels: Channels = None,
    workers: Workers = None,
    bot: Bots = None,
    tables: Tables = None,
    keep_undealt: KeepUndealt = None,
    keep_unfinished: KeepUnfinished = None,
    keep_finished: KeepFinished = None,
    log_format: LogFormat = None,
    lang: Language = None,
) -> None:
    """Serve the table in the browser; Ctrl-C ends it, and nothing is lost."""
    given = {**locals(), "bots": ",".join(bot or ()) or None, "language": lang}
    from matto.server.settings import LEFT_TO_THE_PROXY, VARIABLES, read_settings
    from matto.server.telemetry import set_up_logs

    if lang in LANGUAGES:
        os.environ["LANGUAGE"] = lang
    settings = read_settings(os.environ, **given)
    _check_bots(settings.bots)
    set_up_logs(settings.log, settings.log_format)
    for name in sorted(LEFT_TO_THE_PROXY & set(os.environ)):
        logging.getLogger("matto.server").warning("%s is for the proxy to limit now", name)
    exactly = port is not None or bool(os.environ.get(VARIABLES["port"]))
    _serve(settings, exactly=exactly, open_browser=open_browser)


def _check_bots(bots: Sequence[str]) -> None:
    """Load the bots once, so that a mistake is told before anybody sits down."""
    from matto.players.blocking_bot_host import check_loads, close_shared_host
    from matto.players.bots import all_named, own_models

    own_models()
    check_loads(all_named(bots))
    close_shared_host()


def _serve(settings: Settings, *, exactly: bool, open_browser: bool) -> None:
    from matto.server.serving import address_for_others, address_of, listen

    listening = listen(settings, exactly=exactly)
    port = listening.getsockname()[1]
    address, others = address_of(settings, port), address_for_others(settings, port)

    def ready() -> None:
        _say(text("The table is ready: {address}", address=address))
        if others:
            _say(text("For others in your network: {address}", address=others))
        _say(text("Ctrl-C ends the server. All tables are kept."))
        if open_browser and _has_display():
            webbrowser.open(address)

    if settings.workers > 1:
        from matto.server.serving import serve_together

        serve_together(settings, listening, ready)
    else:
        from matto.server.serving import serve as serve_alone

        serve_alone(settings, listening, ready)
    _say(text("The server has ended."))


def _has_display() -> bool:
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(variable) for variable in DISPLAYS)
