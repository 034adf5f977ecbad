"""The earlier path of `matto.research.adapters.gymnasium`."""

from matto.research.adapters.gymnasium import SeatEnv, register

__all__ = ["SeatEnv", "register"]
