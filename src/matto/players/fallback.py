"""Bots that stand in where another fails: simpler ones answer for it.

For those who play with people: a match must not end because a bot has a fault. Whoever measures
or tests bots wants the fault itself, and asks the bot.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from matto.blocks.announce import SILENCE
from matto.engine.game import Game
from matto.engine.table import View
from matto.players import Answers, Bot, make_bot
from matto.players.levels import ANYTHING, BEGINNER

log = logging.getLogger("matto.players")


class FallbackBot:
    """Answers by the first of some bots that does not fail; the others are made when needed."""

    def __init__(self, bot: Bot, *others: Callable[[], Bot]) -> None:
        self.name = bot.name
        self._bot = bot
        self._others = others

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        bot = self._bot
        for make_other in self._others:
            try:
                choice = bot.choose(view)
            except Exception as error:
                log.warning("%s failed, and another answers for it: %r", bot.name, error)
            else:
                if view.decision is not None and choice in view.decision.options:
                    return choice
                log.warning("%s chose what is not legal: %s", bot.name, choice)
            bot = make_other()
        return bot.choose(view)

    def answer(self, view: View) -> str:
        """Answer a partner, or keep silent."""
        bot = self._bot
        try:
            answer = bot.answer(view) if isinstance(bot, Answers) else SILENCE
        except Exception as error:
            log.warning("%s failed, and keeps silent: %r", bot.name, error)
            return SILENCE
        return answer if answer in view.asides else SILENCE


def in_turn(name: str) -> tuple[str, ...]:
    """A bot, and who answers in its place where it fails: the beginner, then anything legal."""
    return tuple(dict.fromkeys((name, BEGINNER.bot, ANYTHING.bot)))


def fallback_bot(name: str, game: Game, seed: int | str) -> FallbackBot:
    """Make a bot by name that answers whatever happens; raises `UnknownBot`."""
    bot, *others = in_turn(name)
    return FallbackBot(
        make_bot(bot, game, seed), *(partial(make_bot, other, game, seed) for other in others)
    )
