"""Thousands of deals at once, for whoever learns by playing: `BatchEnv`."""

from __future__ import annotations

from matto.batch.env import BatchEnv
from matto.batch.errors import BadBatch, IllegalAction

__all__ = ["BadBatch", "BatchEnv", "IllegalAction"]
