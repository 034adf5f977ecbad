"""`matto dataset` and `matto train`: labelled deals, and models made from them."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
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
    pairs,
    watched,
)
from matto.cli.simulate import bot_names
from matto.engine.words import Text, preferred_language, text, translator
from matto.research.parallel import Resources

if TYPE_CHECKING:
    from matto.research.dataset import Summary
    from matto.research.training import Trainer

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
    from matto.cli.readiness import wait_for
    from matto.games import game as find_game
    from matto.players.bots import THINKING
    from matto.research.arena.measurement import check_effort
    from matto.research.dataset import finish, make, recipe_of

    resources = Resources(jobs, cluster)
    check_effort(deals, resources)
    played = find_game(game)
    options = played.resolve(pairs(option or ()), preset)
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
        for finished in watched(made, shards, label=text("Shards"), lines=lines):
            done = finished
    except KeyboardInterrupt:
        sentence = text(
            "Interrupted: {done} of {shards} shards are finished. The same command goes on.",
            done=done,
            shards=shards,
        )
        typer.echo(sentence.render(translator(preferred_language())), err=True)
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
    print(sentence.render(translator(preferred_language())))


def facts(summary: Summary, folder: Path) -> dict[str, Any]:
    """Return what a program wants to know of a data set."""
    return {
        "folder": str(folder),
        "recipe": msgspec.to_builtins(summary.recipe),
        "decisions": summary.decisions,
        "bytes": summary.size,
        "files": msgspec.to_builtins(summary.files),
    }


Out = Annotated[
    Path | None, typer.Option(help="The folder, or build/training/GAME; it is gone on with.")
]
CardDeals = Annotated[int, typer.Option(help="Deals in which every card is tried.")]
WordDeals = Annotated[int, typer.Option(help="Deals in which words and discards are tried.")]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="A model to go on with: it plays more rounds; --deals does not count, and with "
        "--word-deals 0 its words stay.",
    ),
]
Epochs = Annotated[int, typer.Option(help="How often each position is learnt from.")]
Rounds = Annotated[int, typer.Option(help="How often the network plays and learns from it.")]
Judged = Annotated[int, typer.Option(help="Deals in the arena afterwards, 0 for none.")]
Device = Annotated[str, typer.Option(help="Where PyTorch computes: cpu, cuda …")]

FOLDER = Path("build") / "training"
OFTEN = 2.0
"""Seconds between two lines of progress."""


def train(
    game: GameId,
    out: Out = None,
    deals: CardDeals = 20_000,
    word_deals: WordDeals = 10_000,
    epochs: Epochs = 2,
    rounds: Rounds = 1,
    begun: From = None,
    judged: Judged = 200,
    seed: Seed = 0,
    option: Variants = None,
    preset: Preset = None,
    device: Device = "cpu",
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Train the bot “quick” on a game: label deals, fit networks, write a model and a card."""
    from matto.cli.readiness import wait_for
    from matto.games import game as find_game
    from matto.players.bots import THINKING
    from matto.research.arena.measurement import check_effort
    from matto.research.training import Trainer, check_torch, gone_on, recipe_of

    check_effort(max(1, judged), resources := Resources(jobs, cluster))
    played = find_game(game)
    options = played.resolve(pairs(option or ()), preset)
    counts = {"card_deals": deals, "word_deals": word_deals, "epochs": epochs}
    recipe = recipe_of(played, options, seed=seed, rounds=rounds, **counts)
    recipe, model = gone_on(recipe, begun)
    check_torch()
    wait_for(THINKING)
    _finish(Trainer(recipe, out or FOLDER / game, telling(), resources, device, model), judged)


def telling() -> Callable[[Text, float], None]:
    """Tell how far it is: a line for each stage, and now and then one more."""
    say, told, stage = translator(preferred_language()), 0.0, ""

    def tell(what: Text, part: float) -> None:
        nonlocal told, stage
        name, now = what.render(say), time.monotonic()
        if name != stage or now - told > OFTEN:
            stage, told = name, now
            print(f"{name}: {part:.0%}", file=sys.stderr, flush=True)

    return tell


def _finish(trainer: Trainer, judged: int) -> None:
    trainer.train(judged)
    sentence = text(
        "{file} is the model; README.md beside it tells what it is worth. "
        "MATTO_MODELS={folder} lets “quick” play by it.",
        file=str(trainer.path),
        folder=str(trainer.folder),
    )
    print(sentence.render(translator(preferred_language())))
