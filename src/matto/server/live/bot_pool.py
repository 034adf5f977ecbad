"""The bot pool: the host of a server's bots, which counts what they answer."""

from __future__ import annotations

from collections.abc import Callable

from matto.players import PATIENCE
from matto.players.bot_host import IN_TIME, BotChoice, BotHost
from matto.players.bot_process import BotQuestion
from matto.players.bots import SILENT as LATE_FAULT
from matto.players.bots import UNREADY as UNREADY_FAULT
from matto.server.telemetry import FALLBACK, LATE, OWN, SILENT, UNREADY, Metrics


class BotPool(BotHost):
    """So many processes that think, and so many more for bots that need no time.

    `on_change` is called when getting ready begins and ends.
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
        self.on_change: Callable[[], None] = lambda: None

    def waited(self, seconds: float) -> None:
        self.metrics.bot_wait_seconds.observe(seconds)

    def thought(self, bot: str, seconds: float) -> None:
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
