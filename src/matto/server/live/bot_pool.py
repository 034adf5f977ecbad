"""The bot pool: the host of a server's bots, which counts answers and tells of delays."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from collections.abc import Callable

from matto.engine.view import View
from matto.players import PATIENCE
from matto.players.bot_host import IN_TIME, TO_THINK, BotChoice, BotHost
from matto.players.bot_worker import BotQuestion
from matto.players.bots import SILENT as LATE_FAULT
from matto.players.bots import UNREADY as UNREADY_FAULT
from matto.players.hints import Hint
from matto.server.telemetry import FALLBACK, LATE, OWN, SILENT, UNREADY, Metrics

DELAYS = (3, 5, 8, 12, 20, 30, 60)
"""Seconds as players are told them: a figure that changes all the time tells nothing."""

HINTS_KEPT = 512

SELDOM = 2.0
"""Seconds between two times that players are told."""


class BotPool(BotHost):
    """So many processes that think, and so many more for bots that need no time.

    `on_change` is called when getting ready begins and ends, and when bots are behind by more
    or less than before.
    """

    def __init__(
        self,
        size: int,
        patience: float = PATIENCE,
        in_time: float = IN_TIME,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(size, patience, in_time, at_once=size)
        self.metrics = Metrics() if metrics is None else metrics
        self._told_delay, self._told_at = 0, 0.0
        self._hints: dict[str, asyncio.Task[Hint]] = {}
        self._hints_at_once = asyncio.Semaphore(max(1, size // 2))
        self.on_change: Callable[[], None] = lambda: None

    @property
    def delay(self) -> int:
        """About how many seconds a bot waits that asks now; 0 where nobody would notice."""
        return (0, *DELAYS)[bisect(DELAYS, self._delay)]

    @property
    def _delay(self) -> float:
        """Only those wait whose place nobody could take: a bot that thinks is answered for."""
        waits = self._at_once
        return 0.0 if waits is None else waits.queue * waits.seconds / waits.size

    async def hint(
        self, bot: str, seed: int | str, view: View, within: float | None = None
    ) -> Hint:
        """Return what a bot would do; asked again at the same moment, the same hint.

        Moves come first: hints keep no more than half of the processes busy. A hint that
        cannot be thought about in time is a simpler bot's, and is not kept.
        """
        key = f"{bot} {seed} {view.seat}"
        task = self._hints.pop(key, None)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._think_about_hint(bot, seed, view, within))
        self._hints[key] = task
        if len(self._hints) > HINTS_KEPT:
            del self._hints[next(iter(self._hints))]
        found = await asyncio.shield(task)
        if found.bot != bot:
            self._hints.pop(key, None)
        return found

    async def _think_about_hint(
        self, bot: str, seed: int | str, view: View, within: float | None
    ) -> Hint:
        try:
            async with asyncio.timeout(within or self._in_time * TO_THINK):
                await self._hints_at_once.acquire()
        except TimeoutError:
            question = BotQuestion(bot, seed, view, hint=True)
            return await self._simpler_hint(question, view.game)
        try:
            return await super().hint(bot, seed, view, within)
        finally:
            self._hints_at_once.release()

    async def close(self) -> None:
        for task in self._hints.values():
            task.cancel()
        await asyncio.gather(*self._hints.values(), return_exceptions=True)
        await super().close()

    def queue_changed(self) -> None:
        """Let players know when the delay has changed, though not all the time."""
        delay, now = self.delay, time.monotonic()
        if delay != self._told_delay and now - self._told_at >= SELDOM:
            self._told_delay, self._told_at = delay, now
            self.on_change()

    def waiting_ended(self, seconds: float) -> None:
        self.metrics.bot_wait_seconds.observe(seconds)

    def thinking_ended(self, bot: str, seconds: float) -> None:
        self.metrics.bot_seconds.labels(bot).observe(seconds)

    def readiness_changed(self) -> None:
        self.on_change()

    def answered(self, question: BotQuestion, found: BotChoice) -> None:
        self.metrics.bot_answers.labels(question.bot, _outcome(question, found)).inc()


def _outcome(question: BotQuestion, found: BotChoice) -> str:
    if found.fault is None:
        return OWN
    if question.aside and found.bot == question.bot:
        return SILENT
    return {UNREADY_FAULT: UNREADY, LATE_FAULT: LATE}.get(found.fault.kind, FALLBACK)
