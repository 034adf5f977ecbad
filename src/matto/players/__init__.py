"""Policies: a bot gets a view and nothing else, and gives a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from matto.engine.errors import UnknownBot
from matto.engine.game import Game
from matto.engine.table import View
from matto.engine.words import text
from matto.players.levels import LEVELS, PROBES


class Bot(Protocol):
    """Answers the decision of a view; the same view and seed give the same answer."""

    name: str

    def choose(self, view: View) -> str:
        """Give one of `view.decision.options`."""
        ...


@runtime_checkable
class Answers(Protocol):
    """A bot that answers when its partner asks it something at the table."""

    def answer(self, view: View) -> str:
        """Give one of `view.asides`."""
        ...


@runtime_checkable
class Estimates(Protocol):
    """A bot that tells what it expects of its choices, so that one can see whether it is right.

    The figures are for judging bots (`lab/calibration.py`); nobody at the table hears them.
    """

    def estimate(self, view: View) -> Mapping[str, float]:
        """Give the expected result of the deal for the seat asked, choice by choice.

        In the game's smallest unit, as `Result.scores` are. Choices that the bot has not
        weighed are left out; nothing at all if it chooses without an estimate.
        """
        ...


NAMES = tuple(level.bot for level in (*LEVELS, *PROBES))


def check_bot(name: str) -> str:
    """Give the name of a bot that there is; raises `UnknownBot`."""
    if name not in NAMES:
        raise UnknownBot(
            text("There is no bot “{name}”. Bots: {known}.", name=name, known=", ".join(NAMES))
        )
    return name


def make_bot(name: str, game: Game, seed: int | str) -> Bot:
    """Make a bot by name for one seat of a game; raises `UnknownBot`.

    The first thinking bot of a process loads compiled play: see `matto.players.readiness`.
    """
    from matto.players.random_bot import RandomBot
    from matto.players.rule import RuleBot

    if check_bot(name) == "random":
        return RandomBot(seed)
    if name == "rule":
        return RuleBot(game, seed)
    from matto.players.search_bots import thinking_bot

    return thinking_bot(name, game, seed)
