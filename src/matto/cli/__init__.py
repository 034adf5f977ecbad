"""The `matto` command."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Annotated

import typer

from matto import __version__
from matto.engine.words import Text, preferred_language, text, translator

COMMANDS: tuple[tuple[str, str], ...] = (
    # command, module of this package that defines a function of the same name, or a group
    ("play", "play"),
    ("games", "games"),
    ("rules", "rules"),
    ("bots", "games"),
    ("bench", "bench"),
    ("simulate", "simulate"),
    ("arena", "arena"),
    ("dataset", "dataset"),
    ("train", "train"),
    ("replay", "replay"),
    ("serve", "serve"),
    ("store", "store"),
)


SHORT = {"help_option_names": ["-h", "--help"]}
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors that mean that something cannot be written."""

UNWRITTEN = 1


def main() -> None:
    """Run the command line; errors of matto end with their sentence and status 2."""
    from matto.engine.errors import MattoError

    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        try:
            _application()(standalone_mode=True)
        except MattoError as error:
            _complain(error.sentence)
            sys.exit(2)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more()
        sys.exit(UNWRITTEN)
    except OSError as error:
        if error.errno not in FULL:
            raise
        _write_no_more()
        _complain(text("Not everything could be written: {why}.", why=error.strerror))
        sys.exit(UNWRITTEN)


def _application() -> typer.Typer:
    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        help="Historical Tarock games: play them, read their rules, replay and study them.",
        pretty_exceptions_enable=False,
        context_settings=SHORT,
    )
    app.callback()(_matto)  # keeps subcommands even while there is only one
    for command, module in COMMANDS:
        function = getattr(import_module(f"matto.cli.{module}"), command)
        if isinstance(function, typer.Typer):
            app.add_typer(function, name=command, context_settings=SHORT)
        else:
            app.command(command, context_settings=SHORT)(function)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"matto {__version__}")
        raise typer.Exit


def _matto(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Say which matto this is."
        ),
    ] = False,
) -> None:
    pass


def _complain(sentence: Text) -> None:
    from rich.console import Console

    words = sentence.render(translator(preferred_language()))
    with suppress(OSError):  # where errors go nothing may be writable either
        console = Console(stderr=True)
        console.print(words, style="bold red", markup=False, emoji=False, highlight=False)


def _write_no_more() -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
