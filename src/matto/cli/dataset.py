"""`matto dataset`: labelled deals, written as Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from matto.cli.common import (
    INTERRUPTED,
    Cluster,
    GameId,
    Jobs,
    Preset,
    Seed,
    Variants,
    parse_variants,
    print_sentence,
    with_progress,
)
from matto.cli.simulate import bot_names
from matto.engine.words import text
from matto.research.parallel import Resources

if TYPE_CHECKING:
    from matto.research.dataset import Summary

DatasetDeals = Annotated[int, typer.Option(help="How many deals, each for itself.")]
Players = Annotated[str, typer.Option(help="Who plays: one bot, or one for each seat.")]
Worlds = Annotated[int, typer.Option(help="Value each choice in so many sampled worlds, too.")]
Shard = Annotated[int, typer.Option(help="Deals in one file.")]
Target = Annotated[Path, typer.Option(help="The folder to make, or to go on with.")]
AsJson = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]


def dataset(
    game: GameId,
    out: Target,
    deals: DatasetDeals = 1000,
    seed: Seed = 0,
    option: Variants = None,
    preset: Preset = None,
    bots: Players = "rule",
    worlds: Worlds = 0,
    shard: Shard = 500,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Write what bots were asked, knew, chose and got as Parquet, with values of choices."""
    from matto.cli.bot_readiness import wait_for
    from matto.games import game as find_game
    from matto.players.bot_readiness import THINKING
    from matto.research.arena.measurement import check_effort
    from matto.research.dataset import finish, make, recipe_of

    resources = Resources(jobs, cluster)
    check_effort(deals, resources)
    played = find_game(game)
    options = played.resolve(parse_variants(option or ()), preset)
    names = bot_names(bots, played.seats)
    recipe = recipe_of(
        played, options, names, deals=deals, seed=seed, worlds=worlds, shard=shard
    )
    wait_for(THINKING)  # values come from compiled play, whoever plays
    _watch(make(recipe, out, resources), recipe.shards, lines=resources.spreads)
    _tell(finish(recipe, out), out, as_json=as_json)


def _watch(made: Iterator[int], shards: int, *, lines: bool) -> None:
    """Make all shards; tells how far it is, and on Ctrl-C how to go on."""
    done = 0
    try:
        for finished in with_progress(made, shards, label=text("Shards"), lines=lines):
            done = finished
    except KeyboardInterrupt:
        sentence = text(
            "Interrupted: {done} of {shards} shards are finished. The same command goes on.",
            done=done,
            shards=shards,
        )
        print_sentence(sentence, err=True)
        raise typer.Exit(INTERRUPTED) from None


def _tell(summary: Summary, folder: Path, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(facts(summary, folder), indent=1, ensure_ascii=False))
        return
    sentence = text(
        "{decisions} decisions of {deals} deals lie in {folder}; its README.md explains them.",
        decisions=f"{summary.decisions:,}",
        deals=f"{summary.recipe.deals:,}",
        folder=str(folder),
    )
    print_sentence(sentence)


def facts(summary: Summary, folder: Path) -> dict[str, Any]:
    """Return what a program wants to know of a data set."""
    return {
        "folder": str(folder),
        "recipe": msgspec.to_builtins(summary.recipe),
        "decisions": summary.decisions,
        "bytes": summary.size,
        "files": msgspec.to_builtins(summary.files),
    }
