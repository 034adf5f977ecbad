"""The earlier path of `matto.research.adapters.pettingzoo`."""

from matto.research.adapters.pettingzoo import DealEnv, env, name_of, register

__all__ = ["DealEnv", "env", "name_of", "register"]
