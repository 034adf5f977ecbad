"""Bots that think, for whoever waits at a terminal: in another process, and never for long.

Nobody waits for a compiler either: until compiled play is there such a bot has a fault, and
simpler ones answer for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from threading import Thread
from typing import TypeVar

from matto.engine.game import Game
from matto.engine.table import View
from matto.players import make_bot
from matto.players.bot_process import BotQuestion, to_get_ready
from matto.players.fallback import FallbackBot, Tell, in_turn
from matto.players.faults import SILENT, UNREADY, BotFault
from matto.players.hosted import UNTIL_LOADED, HostProcess
from matto.players.readiness import SOONEST, THINKING
from matto.players.rule import RuleBot

IN_TIME = 1.5
"""Seconds that a bot may think; simpler ones who answer for it need hardly any."""

PATIENCE = 10.0
"""Seconds after which a process that still thinks is taken for stuck."""

T = TypeVar("T")


class ThinkingProcess:
    """A process that gets ready for bots that need compiled play, and then thinks for them.

    Until it is ready a second one thinks for the bot that needs the least.
    """

    def __init__(self, seconds: float = IN_TIME) -> None:
        self._seconds = seconds
        self._main, self._second = HostProcess(), HostProcess()
        self._getting_ready: Future[None] | None = None
        self._thinking: Future[str] | None = None
        self._soonest_is_ready = False

    def prepare(self) -> None:
        """Begin to get ready, unless that is done or under way."""
        if self._getting_ready is None:
            self._getting_ready = _aside(self._get_ready)

    def _get_ready(self) -> None:
        for bot in (SOONEST, ""):
            answer = self._main.ask(to_get_ready(bot), UNTIL_LOADED)
            self._soonest_is_ready = not answer.fault

    @property
    def is_ready(self) -> bool:
        """Tell whether all is ready, or will never be."""
        return self._getting_ready is not None and self._getting_ready.done()

    def ask(self, question: BotQuestion) -> str:
        """Give a choice; raises `BotFault` where there is none in time."""
        self.prepare()
        if not self.is_ready and not (question.bot == SOONEST and self._soonest_is_ready):
            raise BotFault(UNREADY, question.bot)
        process = self._main if self.is_ready else self._second
        until = time.monotonic() + self._seconds
        self._wait(until)
        self._thinking = _aside(lambda: _answer(process, question))
        self._wait(until)
        return self._thinking.result()

    def _wait(self, until: float) -> None:
        """Wait for the last question; what is thought too late is heard by nobody."""
        if self._thinking is not None:
            wait([self._thinking], timeout=max(0.0, until - time.monotonic()))
            if not self._thinking.done():
                raise BotFault(SILENT, f"{self._seconds:g}")

    def end(self) -> None:
        """Kill the processes, whatever they do."""
        self._main.end()
        self._second.end()


class TimelyBot:
    """A bot that needs compiled play; raises `BotFault` where it is late or not ready."""

    def __init__(
        self, name: str, game: Game, seed: int | str, process: ThinkingProcess
    ) -> None:
        self.name = name
        self._seed = seed
        self._process = process
        self.answer = RuleBot(game, seed).answer
        """None of these bots thinks about what its partner asks."""

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        return self._process.ask(BotQuestion(self.name, self._seed, view))


def timely_bot(
    name: str, game: Game, seed: int | str, process: ThinkingProcess, tell: Tell
) -> FallbackBot:
    """Make a bot by name that answers in time, whatever happens; raises `UnknownBot`."""
    others = [partial(make_bot, bot, game, seed) for bot in in_turn(name, game.id)[1:]]
    if name not in THINKING:
        return FallbackBot(make_bot(name, game, seed), *others, tell=tell)
    soonest = [] if process.is_ready else [partial(TimelyBot, SOONEST, game, seed, process)]
    return FallbackBot(TimelyBot(name, game, seed, process), *soonest, *others, tell=tell)


def _answer(process: HostProcess, question: BotQuestion) -> str:
    answer = process.ask(question, PATIENCE)
    if answer.fault:
        raise BotFault(answer.fault, answer.what)
    return answer.choice


def _aside(work: Callable[[], T]) -> Future[T]:
    """Do something while others go on; the end of the program does not wait for it."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done
