"""Policies: a bot gets a view and nothing else, and gives a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from matto.blocks.auction import SILENCE
from matto.engine.errors import UnknownBot
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import text
from matto.games import game_of
from matto.players.bot_readiness import THINKING, own_models
from matto.players.bots import (
    FORMER,
    LEVELS,
    PROBES,
    Maker,
    Policy,
    every_level,
    make_registered,
    own_bots,
    register,
)

__all__ = [
    "NAMES",
    "PATIENCE",
    "Bot",
    "Maker",
    "NamedBot",
    "Policy",
    "all_bots",
    "aside_of",
    "check_bot",
    "make_bot",
    "make_here",
    "register",
]


class Bot(Policy, Protocol):
    """A policy with a name; the same view and seed give the same answer."""

    name: str


def aside_of(bot: Policy, view: View) -> str:
    """Return what a bot says aside, one of `view.asides`, or silence.

    It answers by its method `answer` if a partner has asked it something, and speaks first by
    its method `speak`; a bot without them is silent.
    """
    say = getattr(bot, "answer" if SILENCE in view.asides else "speak", None)
    word = SILENCE if say is None else str(say(view))
    return word if word in view.asides else SILENCE


NAMES = tuple(level.bot for level in (*LEVELS, *PROBES))
"""The bots of matto itself; those of other people are in `own_bots`."""

PATIENCE = 10.0
"""Seconds that a bot of other people may think about one choice, unless told otherwise."""


class NamedBot:
    """A bot of other people that is made in this process, with the name that it has here."""

    choose: Callable[[View], str]

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        for part in ("choose", "answer", "speak"):
            if hasattr(policy, part):
                setattr(self, part, getattr(policy, part))


def all_bots() -> tuple[str, ...]:
    """The names of all bots that there are."""
    return tuple(level.bot for level in every_level())


def check_bot(name: str) -> str:
    """Return the name of a bot that there is; raises `UnknownBot`.

    Raises `BadModel` if the folder of one's own models does not exist.
    """
    own_models()
    known = all_bots()
    if name not in known and name not in FORMER:
        raise UnknownBot(
            text("There is no bot “{name}”. Bots: {known}.", name=name, known=", ".join(known))
        )
    return name


def make_bot(
    name: str, game: Game | str, seed: int | str, *, patience: float = PATIENCE
) -> Bot:
    """Make a bot by name for one seat of a game; raises `UnknownBot`.

    The first thinking bot of a process loads compiled play: see `matto.players.bots`. A
    bot of other people that is known by a reference thinks in a process of its own; where it
    gives no legal choice within so many seconds it raises `BotFault`.
    """
    own = own_bots().get(name)
    if own is not None and isinstance(own.make, str):
        from matto.players.blocking_bot_host import HostedBot

        return HostedBot(name, seed, patience)
    return make_here(name, game, seed)


def make_here(name: str, game: Game | str, seed: int | str) -> Bot:
    """Make a bot by name in this process, whoever has written it; raises `UnknownBot`."""
    game, own = game_of(game), own_bots().get(check_bot(name))
    if own is not None:
        return NamedBot(name, make_registered(own, game, seed))
    name = FORMER.get(name, name)
    if name in THINKING:
        from matto.players.search import thinking_bot

        return thinking_bot(name, game, seed)
    if name in {"random", "rule"}:
        from matto.players.simple_bots import RandomBot, RuleBot

        return RandomBot(seed) if name == "random" else RuleBot(game, seed)
    from matto.players.weaker_bots import BOTS

    return BOTS[name](game, seed)
