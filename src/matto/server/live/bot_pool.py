"""The bot pool: the host of a server's bots, which counts answers and tells of delays."""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Callable

from matto.players import PATIENCE
from matto.players.bot_host import IN_TIME, BotChoice, BotHost
from matto.players.bot_worker import BotQuestion
from matto.players.bots import SILENT as LATE_FAULT
from matto.players.bots import UNREADY as UNREADY_FAULT
from matto.server.telemetry import FALLBACK, LATE, OWN, SILENT, UNREADY, Metrics

DELAYS = (3, 5, 8, 12, 20, 30, 60)
"""Seconds as players are told them: a figure that changes all the time tells nothing."""

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
