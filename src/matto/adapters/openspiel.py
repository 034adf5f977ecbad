"""The earlier path of `matto.research.adapters.openspiel`."""

from matto.research.adapters.openspiel import NAMES, DealGame, DealState, name_of, register

__all__ = ["NAMES", "DealGame", "DealState", "name_of", "register"]
