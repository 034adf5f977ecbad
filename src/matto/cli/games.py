"""`matto games` and `matto bots`: the catalogue of games, and who may be asked to play."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from matto.engine.game import Game
from matto.engine.options import Option
from matto.engine.words import N_, Translate, preferred_language, text, translator
from matto.games import catalogue


def games(
    as_json: Annotated[
        bool, typer.Option("--json", help="Everything about the games as JSON.")
    ] = False,
) -> None:
    """List the games."""
    every = catalogue().values()
    if as_json:
        typer.echo(json.dumps([facts(game) for game in every], indent=1, ensure_ascii=False))
        return
    say = translator(preferred_language())
    console = Console(highlight=False, emoji=False)
    console.print(table_of(every, say))
    hint = text(
        "Play one: {play} · Read its rules: {rules}",
        play="matto play ID",
        rules="matto rules ID",
    )
    console.print(hint.render(say), style="dim", markup=False)


def table_of(every: Iterable[Game], say: Translate) -> Table:
    """A table with a row for each game."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column(say(N_("Id")), style="bold", no_wrap=True)
    table.add_column(say(N_("Game")), overflow="fold")
    table.add_column(say(N_("Players")), justify="right")
    table.add_column(say(N_("Cards")), justify="right")
    table.add_column(say(N_("In a sentence")), overflow="fold")
    for game in every:
        cards = len(game.pack(game.resolve()).codes)
        table.add_row(game.id, say(game.name), str(game.seats), str(cards), say(game.about))
    return table


def facts(game: Game) -> dict[str, Any]:
    """Return what a program wants to know.

    `pack`, `kinds`, `words`, `longest` and `bounds` are those with all options at default,
    `bounds` without anything carried on from an earlier deal.
    """
    pack = game.pack(game.resolve())
    low, high = game.bounds()
    return {
        "id": game.id,
        "name": game.name,
        "about": game.about,
        "seats": game.seats,
        "cards": len(pack.codes),
        "pack": list(pack.codes),
        "direction": game.direction,
        "unit": game.unit,
        "unit_name": game.unit_name,
        "options": [_option(game, option) for option in game.options],
        "presets": {name: dict(settings) for name, settings in game.presets.items()},
        "rules_version": game.rules_version,
        "kinds": list(game.kinds()),
        "words": {kind: list(words) for kind, words in game.words().items()},
        "contracts": list(game.contracts),
        "longest": game.longest(),
        "bounds": [low, high],
    }


def _option(game: Game, option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "values": list(option.values),
        "default": option.default,
        "about": option.about,
        "clause": f"{game.id} {option.clause.lstrip('§')}",
    }


def bots(
    as_json: Annotated[bool, typer.Option("--json", help="The bots as JSON.")] = False,
) -> None:
    """List the bots: those of matto, and those that installed packages offer."""
    from matto.players.bots import every_level, own_bots

    levels, own = every_level(), own_bots()
    made_by = {bot.name: str(bot.make) for bot in own.values()}
    if as_json:
        rows = [
            {"name": one.bot, "about": one.about, "made_by": made_by.get(one.bot, "")}
            for one in levels
        ]
        typer.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return

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
