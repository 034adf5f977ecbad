"""Thousands of deals at once, for whoever learns by playing: `BatchEnv`."""

from __future__ import annotations

from matto.research.batch.deals import BadBatch, IllegalAction
from matto.research.batch.env import BatchEnv

__all__ = ["BadBatch", "BatchEnv", "IllegalAction"]
