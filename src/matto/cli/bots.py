"""`matto bots`: who may be asked to play, with the bots of other people."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from matto.engine.words import N_, preferred_language, text, translator


def bots(
    as_json: Annotated[bool, typer.Option("--json", help="The bots as JSON.")] = False,
) -> None:
    """List the bots: those of matto, and those that installed packages offer."""
    from matto.players.registry import every_level, own_bots

    levels, own = every_level(), own_bots()
    made_by = {bot.name: str(bot.make) for bot in own.values()}
    if as_json:
        rows = [
            {"name": one.bot, "about": one.about, "made_by": made_by.get(one.bot, "")}
            for one in levels
        ]
        typer.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    say = translator(preferred_language())
    table = Table(box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column(say(N_("Name")), style="bold", no_wrap=True)
    table.add_column(say(N_("Strength")))
    table.add_column(say(N_("In a sentence")), overflow="fold")
    for one in levels:
        table.add_row(one.bot, made_by.get(one.bot, say(one.title)), say(one.about))
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(table)
    hint = text("A bot of yours: {example}", example="--bots module:maker")
    console.print(hint.render(say), style="dim")
