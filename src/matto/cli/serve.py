"""`matto serve`: the table in the browser."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from matto.cli.common import Database, print_sentence
from matto.engine.words import LANGUAGES, text

if TYPE_CHECKING:
    from matto.server.settings import Settings

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
    from matto.players.bot_readiness import own_models
    from matto.players.bots import bot_names_of

    own_models()
    check_loads(bot_names_of(bots))
    close_shared_host()


def _serve(settings: Settings, *, exactly: bool, open_browser: bool) -> None:
    from matto.server.serving import address_for_others, address_of, listen

    listening = listen(settings, exactly=exactly)
    port = listening.getsockname()[1]
    address, others = address_of(settings, port), address_for_others(settings, port)

    def ready() -> None:
        print_sentence(text("The table is ready: {address}", address=address))
        if others:
            print_sentence(text("For others in your network: {address}", address=others))
        print_sentence(text("Ctrl-C ends the server. All tables are kept."))
        if open_browser and _has_display():
            webbrowser.open(address)

    if settings.workers > 1:
        from matto.server.serving import serve_in_workers

        serve_in_workers(settings, listening, ready)
    else:
        from matto.server.serving import serve as serve_alone

        serve_alone(settings, listening, ready)
    print_sentence(text("The server has ended."))


def _has_display() -> bool:
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(variable) for variable in DISPLAYS)
