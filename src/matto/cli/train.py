"""`matto train`: models for the bot `quick`, made from labelled deals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from matto.cli.common import (
    Cluster,
    GameId,
    Jobs,
    Preset,
    Seed,
    Variants,
    parse_variants,
    print_sentence,
)
from matto.engine.words import Text, preferred_language, text, translator
from matto.research.parallel import Resources

if TYPE_CHECKING:
    from matto.research.training import Trainer

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
RoundDeals = Annotated[
    int | None,
    typer.Option(help="Deals that the network plays in each round: 4000, or --deals if fewer."),
]
Judged = Annotated[int, typer.Option(help="Deals in the arena afterwards, 0 for none.")]
Device = Annotated[str, typer.Option(help="Where PyTorch computes: cpu, cuda …")]

FOLDER = Path("build") / "training"
OFTEN = 2.0
DEALS_IN_A_ROUND = 4_000
"""Seconds between two lines of progress."""


def train(
    game: GameId,
    out: Out = None,
    deals: CardDeals = 20_000,
    word_deals: WordDeals = 10_000,
    epochs: Epochs = 2,
    rounds: Rounds = 1,
    round_deals: RoundDeals = None,
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
    from matto.cli.bot_readiness import wait_for
    from matto.games import game as find_game
    from matto.players.bot_readiness import THINKING
    from matto.research.arena.measurement import check_effort
    from matto.research.training import Trainer, check_torch, gone_on, recipe_of

    check_effort(max(1, judged), resources := Resources(jobs, cluster))
    played = find_game(game)
    options = played.resolve(parse_variants(option or ()), preset)
    counts = {"card_deals": deals, "word_deals": word_deals, "epochs": epochs}
    counts |= {"rounds": rounds, "again_deals": deals_in_a_round(deals, round_deals)}
    recipe = recipe_of(played, options, seed=seed, **counts)
    recipe, model = gone_on(recipe, begun)
    check_torch()
    wait_for(THINKING)
    _finish(Trainer(recipe, out or FOLDER / game, telling(), resources, device, model), judged)


def deals_in_a_round(deals: int, given: int | None) -> int:
    """Return how many deals a round has: no more than are labelled, unless they are given."""
    if given is not None:
        return given
    return min(deals or DEALS_IN_A_ROUND, DEALS_IN_A_ROUND)


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
    print_sentence(sentence)
