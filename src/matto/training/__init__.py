"""Training models for the bot `quick`: deals are labelled, networks fitted and judged."""

from __future__ import annotations

from matto.training.errors import BadTraining
from matto.training.fitting import imported as check_torch
from matto.training.making import Trainer, gone_on
from matto.training.recipe import TrainingRecipe, recipe_of

__all__ = ["BadTraining", "Trainer", "TrainingRecipe", "check_torch", "gone_on", "recipe_of"]
