"""The earlier path of `matto.research.batch`."""

from matto.research.batch import BadBatch, BatchEnv, IllegalAction

__all__ = ["BadBatch", "BatchEnv", "IllegalAction"]
