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
from matto.players.faults import BotFault, choice_of
from matto.players.levels import ANYTHING, BEGINNER, QUICK

Tell = Callable[[str, BotFault, str], None]

log = logging.getLogger("matto.players")


def logged(bot: str, fault: BotFault, other: str) -> None:
    """Tell the log of a fault."""
    log.warning("%s failed, and %s answers for it: %s", bot, other, fault)


class FallbackBot:
    """Answers by the first of some bots that does not fail; the others are made when needed.

    `tell` hears of every fault: whose it is, and who answers in its place.
    """

    def __init__(self, bot: Bot, *others: Callable[[], Bot], tell: Tell = logged) -> None:
        self.name = bot.name
        self._bot = bot
        self._others = others
        self._tell = tell

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        bot = self._bot
        for make_other in self._others:
            try:
                return choice_of(bot, view)
            except BotFault as fault:
                other = make_other()
                self._tell(bot.name, fault, other.name)
            bot = other
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


def in_turn(name: str, game_id: str) -> tuple[str, ...]:
    """A bot, and who answers in its place: each simpler than the one before, all at once.

    First the one that has learned, where it knows the game; then the beginner, anything legal.
    """
    last = (BEGINNER.bot, ANYTHING.bot)
    if name in last:
        return last[last.index(name) :]
    from matto.players.learned.library import path_of  # it needs NumPy, these two do not

    learned = (QUICK.bot,) if name != QUICK.bot and path_of(game_id) else ()
    return name, *learned, *last


def fallback_bot(name: str, game: Game, seed: int | str, tell: Tell = logged) -> FallbackBot:
    """Make a bot by name that answers whatever happens; raises `UnknownBot`."""
    bot, *others = in_turn(name, game.id)
    made = (partial(make_bot, other, game, seed) for other in others)
    return FallbackBot(make_bot(bot, game, seed), *made, tell=tell)
