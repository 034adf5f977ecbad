"""The `matto` command."""

from __future__ import annotations

import sys
from importlib import import_module

COMMANDS: tuple[tuple[str, str], ...] = (
    # command, module of this package that defines a function of the same name
    ("play", "play"),
    ("games", "games"),
    ("rules", "rules"),
    ("bench", "bench"),
    ("simulate", "simulate"),
    ("arena", "arena"),
    ("replay", "replay"),
    ("serve", "serve"),
)


def main() -> None:
    """Run the command line; errors of matto end with their sentence and status 2."""
    import typer

    from matto.errors import MattoError
    from matto.words import preferred_language, translator

    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        help="Historical Tarock games: play them, read their rules, replay and study them.",
        pretty_exceptions_enable=False,
    )
    app.callback()(lambda: None)  # keeps subcommands even while there is only one
    for command, module in COMMANDS:
        function = getattr(import_module(f"matto.cli.{module}"), command)
        app.command(command)(function)
    try:
        app(standalone_mode=True)
    except MattoError as error:
        from rich.console import Console

        sentence = error.sentence.render(translator(preferred_language()))
        Console(stderr=True).print(sentence, style="bold red", markup=False, highlight=False)
        sys.exit(2)
