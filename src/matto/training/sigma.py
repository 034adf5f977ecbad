"""The unit of all figures: how far a result lies from 0 among players by the rule of thumb."""

from __future__ import annotations

import random

import numpy as np

from matto.engine.run import Run
from matto.players.continuation import scores_by_rule
from matto.players.rule import RuleBot
from matto.players.seeds import derived
from matto.training.recipe import TrainingRecipe

DEALS = 400


def sigma_of(recipe: TrainingRecipe) -> float:
    """Play deals by the rule of thumb; gives the root of the mean square of a result."""
    game, options = recipe.found_game()
    squares = []
    for number in range(DEALS):
        rng = random.Random(derived(recipe.seed, "sigma", number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        rule = RuleBot(game, rng.random().hex()).choose
        squares.append(np.mean(np.square(scores_by_rule(run, rule))))
    return float(np.sqrt(np.mean(squares))) or 1.0
