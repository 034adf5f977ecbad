"""What a finished model is worth: the arena's duplicate deals, which it was not trained on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from matto.arena import FULL, Measurement, contest_of, report_of
from matto.arena.parties import has_partners
from matto.arena.report import Standing
from matto.players.learned import forget_models
from matto.players.learned.library import FOLDER
from matto.players.learned.model import Figures
from matto.players.seeds import derived
from matto.training.recipe import TrainingRecipe

REFERENCE = "rule"


def evaluated(recipe: TrainingRecipe, folder: Path, deals: int) -> tuple[Figures, ...]:
    """Let `quick` sit among players by the rule of thumb, with the model of a folder."""
    game, options = recipe.found_game()
    seed = derived(recipe.seed, "judged") >> 1
    together = has_partners(game, options)
    contest = contest_of(
        game, options, ("quick", REFERENCE), seed=seed, strata=(FULL,), together=together
    )
    measured = Measurement(contest)
    with models_in(folder):
        for _ in measured.run(deals):
            pass
    (stratum,) = report_of(measured, deals).strata
    (standing,) = stratum.standings
    return _figures(standing, deals, seed)


def _figures(standing: Standing, deals: int, seed: int) -> tuple[Figures, ...]:
    found = standing.sigmas
    if found is None or found.low is None or found.high is None:
        return ()
    return (Figures(REFERENCE, FULL, deals, seed, found.mean, found.low, found.high),)


@contextmanager
def models_in(folder: Path) -> Iterator[None]:
    """Have models of a folder used in this process for a while."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    forget_models()
    try:
        yield
    finally:
        del os.environ[FOLDER]
        if before is not None:
            os.environ[FOLDER] = before
        forget_models()
