"""Training models for the bot `quick`: deals are labelled, networks fitted and judged."""

from __future__ import annotations

from matto.research.training.fitting import imported as check_torch
from matto.research.training.pipeline import Trainer, gone_on
from matto.research.training.recipe import BadTraining, TrainingRecipe, recipe_of

__all__ = ["BadTraining", "Trainer", "TrainingRecipe", "check_torch", "gone_on", "recipe_of"]
