"""The bot pool: an answer for every bot in time, by the bot itself or by a simpler one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec

from matto.blocks.announce import SILENCE
from matto.engine.table import View
from matto.games import game
from matto.players.bot_process import BotQuestion, to_get_ready
from matto.players.fallback import fallback_bot, in_turn
from matto.players.hints import Hint
from matto.players.levels import BEGINNER
from matto.players.readiness import AT_ONCE, SOONEST, THINKING
from matto.server.live.bot_processes import (
    UNTIL_READY,
    BotProcesses,
    BotProcessLost,
    NoAnswer,
)
from matto.server.metrics import LATE, OWN, SILENT, UNREADY, Metrics

PATIENCE = 10.0
"""Seconds after which a process that still thinks about one choice is taken for stuck."""

IN_TIME = 2.0
"""Seconds after which a choice is there, whoever has made it."""

TO_THINK, AT_ONCE_SHARE = 0.75, 0.2
"""What share of that a bot has that thinks, and one that answers at once."""

DELAYS = (3, 5, 8, 12, 20, 30, 60)
"""Seconds as players are told them: a figure that changes all the time tells nothing."""

SELDOM = 2.0
"""Seconds between two times that players are told."""

log = logging.getLogger("matto.bots")


class BotChoice(NamedTuple):
    """A choice for a seat, and which bot has chosen it: another one where its own did not."""

    choice: str
    bot: str


class BotPool:
    """Bots think in processes, at most so many, and so many more for those that need no time.

    A bot that thinks for too long is answered for by the next simpler one: `in_time` is how
    long a table waits at most, `patience` when a process is given up. Where compiled play is
    missing, simpler ones answer, too, until it is there; whoever may soon need it says so by
    `prepare`; `on_change` is called at its beginning and its end.
    """

    def __init__(
        self,
        size: int,
        patience: float = PATIENCE,
        in_time: float = IN_TIME,
        metrics: Metrics | None = None,
    ) -> None:
        self.metrics = Metrics() if metrics is None else metrics
        self._in_time = in_time
        made = (size, patience, self.metrics, self._note_delay)
        self._thinking, self._at_once = BotProcesses(*made), BotProcesses(*made)
        self._here = ThreadPoolExecutor(1, "rule")
        self._told_delay, self._told_at = 0, 0.0
        self._getting_ready: asyncio.Task[None] | None = None
        self._soonest_is_ready = False
        self.on_change: Callable[[], None] = lambda: None

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that live now."""
        return *self._thinking.pids, *self._at_once.pids

    @property
    def delay(self) -> int:
        """About how many seconds a bot waits that asks now; 0 where nobody would notice."""
        return next((told for told in reversed(DELAYS) if told <= self._delay), 0)

    @property
    def _delay(self) -> float:
        """Only those wait whose place nobody could take: a bot that thinks is answered for."""
        return self._at_once.queue * self._at_once.seconds / self._at_once.size

    def _note_delay(self) -> None:
        """Let players know when it has changed, though not all the time."""
        now = time.monotonic()
        if self.delay != self._told_delay and now - self._told_at >= SELDOM:
            self._told_delay, self._told_at = self.delay, now
            self.on_change()

    @property
    def queue(self) -> int:
        """How many bots wait until they can think."""
        return self._thinking.queue + self._at_once.queue

    # -- getting ready -------------------------------------------------------------------

    def prepare(self) -> None:
        """Begin to get ready for bots that need compiled play, unless it is done or under way.

        A process of its own does it, so that other bots are answered for in the meantime.
        """
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._get_ready())
            self.on_change()

    @property
    def is_preparing(self) -> bool:
        """Tell whether bots that need compiled play still have to wait for it."""
        return self._getting_ready is not None and not self._getting_ready.done()

    async def _get_ready(self) -> None:
        await self._at_once.warm_up()
        process = await self._thinking.start()
        try:
            for bot in (SOONEST, ""):
                answer = await process.ask(to_get_ready(bot), UNTIL_READY)
                if answer.fault:
                    log.error("the bots could not get ready: %s", answer.what)
                self._soonest_is_ready = not answer.fault
        except BotProcessLost as lost:
            log.error("the bots could not get ready: %s", lost)
            await self._thinking.dismiss(process)
        else:
            await self._thinking.take_in(process)
        asyncio.get_running_loop().call_soon(self.on_change)

    # -- thinking ------------------------------------------------------------------------

    async def think(self, bot: str, seed: str, view: View, *, aside: bool = False) -> BotChoice:
        """Give a bot's choice; where it fails, is late, lost or not ready, another bot's.

        One that gives none when its partner asks it keeps silent. Raises `NoBotAnswers`.
        """
        question, ways = BotQuestion(bot, seed, view, aside), self._ways(bot, view.game)
        outcome = OWN if bot in ways else UNREADY
        for way in ways:
            before = self._in_time * TO_THINK if way == bot else 0.0
            try:
                answer = await self._ask(msgspec.structs.replace(question, bot=way), before)
            except NoAnswer as none:
                log.warning("bot %s gives no answer: %s", way, none)
                outcome = none.why if outcome == OWN else outcome
                if aside or (way in AT_ONCE and none.why == LATE):
                    break
            else:
                self._count(bot, outcome)
                return BotChoice(answer, way)
        self._count(bot, SILENT if aside else outcome)
        return BotChoice(SILENCE, bot) if aside else await self._answered_here(question, view)

    async def hint(self, bot: str, seed: str, view: View) -> Hint:
        """What a bot would do and what each choice is worth; a simpler bot's if it is late.

        The thinking bot that needs the least comes first, so that there are values in any case.
        """
        question, until = BotQuestion(bot, seed, view, hint=True), self._until()
        ways = self._ways(bot, view.game)
        first = (SOONEST,) if bot in ways and bot in THINKING else ()
        found: Hint | None = None
        for way in dict.fromkeys((*first, *ways)):
            if found is not None and way in AT_ONCE:
                break
            asked = msgspec.structs.replace(question, bot=way)
            try:
                answer = await self._ask(asked, 0.0, until - time.monotonic())
            except NoAnswer as none:
                log.warning("bot %s gives no hint: %s", way, none)
                if way in AT_ONCE and none.why == LATE:
                    break
            else:
                found = msgspec.json.decode(answer, type=Hint)
                if way == bot or way not in first:
                    return found
        if found is not None:
            return found
        choice = await self._answered_here(question, view)
        return Hint(choice.bot, choice.choice)

    def _until(self) -> float:
        """When a bot that thinks must have answered."""
        return time.monotonic() + self._in_time * TO_THINK

    def _ways(self, bot: str, game_id: str) -> tuple[str, ...]:
        """Who is asked one after the other, before the rule of thumb answers in this process.

        As long as compiled play is missing, it is the bot that is ready first, then the others.
        """
        ways = in_turn(bot, game_id)[:-1] or (bot,)
        if bot not in THINKING:
            return ways
        self.prepare()
        if not self.is_preparing:
            return ways
        return (SOONEST, *ways[1:]) if self._soonest_is_ready else ways[1:]

    async def _ask(
        self, question: BotQuestion, before: float, seconds: float | None = None
    ) -> str:
        if question.bot in AT_ONCE:
            at_once = self._in_time * AT_ONCE_SHARE
            return await self._at_once.ask(question, at_once, before)
        thinks = self._in_time * TO_THINK if seconds is None else max(0.0, seconds)
        return await self._thinking.ask(question, thinks)

    async def _answered_here(self, question: BotQuestion, view: View) -> BotChoice:
        """What the rule of thumb answers, in a thread: no process has to be there for it."""
        bot = fallback_bot(BEGINNER.bot, game(view.game), question.seed)
        loop = asyncio.get_running_loop()
        return BotChoice(await loop.run_in_executor(self._here, bot.choose, view), bot.name)

    def _count(self, bot: str, outcome: str) -> None:
        self.metrics.bot_answers.labels(bot, outcome).inc()

    async def close(self) -> None:
        """End all processes."""
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            await asyncio.gather(self._getting_ready, return_exceptions=True)
        self._here.shutdown(cancel_futures=True)
        await self._thinking.close()
        await self._at_once.close()
