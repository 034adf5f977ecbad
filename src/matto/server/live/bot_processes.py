"""Bot processes: groups of them, started when they are needed, replaced when they are lost."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

import msgspec

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.players.bot_process import (
    CALL,
    LENGTH,
    BotAnswer,
    BotQuestion,
    encode_question,
    to_load,
)
from matto.players.faults import BotFault
from matto.players.registry import own_bots
from matto.server.metrics import FALLBACK, LATE, Metrics

UNTIL_READY = 600.0
"""Seconds that getting ready may take; it does where everything must be compiled first."""

MOST_WAITING = 1000

LATEST = 0.1
"""How much the latest question counts in the time that one takes."""

log = logging.getLogger("matto.bots")
_answers = msgspec.json.Decoder(BotAnswer)


class NoBotAnswers(MattoError):
    """No process could answer for a bot: too many wait."""


class BotProcessLost(Exception):
    """A bot process that died, hung or failed; it is not asked again."""


class NoAnswer(Exception):
    """A bot that has not answered; `why` is one of the outcomes that are counted."""

    def __init__(self, why: str, what: object) -> None:
        super().__init__(str(what))
        self.why = why


class BotProcess:
    """One process that thinks."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.loaded: set[str] = set()

    @classmethod
    async def started(cls) -> BotProcess:
        """Start a process."""
        return cls(
            await asyncio.create_subprocess_exec(sys.executable, *CALL, stdin=PIPE, stdout=PIPE)
        )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Tell whether it has not ended yet."""
        return self._process.returncode is None

    async def ask(self, question: BotQuestion, patience: float) -> BotAnswer:
        """Give its answer; raises `BotProcessLost` when there is none in time."""
        try:
            async with asyncio.timeout(patience):  # `wait_for` may forget that it was cancelled
                return await self._answer(question)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            raise BotProcessLost(
                f"{question.bot} gave no answer: {type(error).__name__}"
            ) from error

    async def _answer(self, question: BotQuestion) -> BotAnswer:
        writer, reader = self._process.stdin, self._process.stdout
        if writer is None or reader is None:
            raise OSError("no pipe")
        writer.write(encode_question(question))
        await writer.drain()
        (size,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        return _answers.decode(await reader.readexactly(size))

    async def end(self) -> None:
        """Kill the process, wherever it is, and wait until it is gone."""
        if self.alive:
            with suppress(ProcessLookupError):
                self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


class BotProcesses:
    """At most so many processes; more questions than that wait their turn.

    A process that is asked something is killed when it has thought for `patience` seconds.
    `on_queue` is called whenever the queue may be another.
    """

    def __init__(
        self, size: int, patience: float, metrics: Metrics, on_queue: Callable[[], None]
    ) -> None:
        self.size = size
        self.waiting = 0
        self.seconds = 1.0
        self._patience = patience
        self._metrics = metrics
        self._on_queue = on_queue
        self._places = asyncio.Semaphore(size)
        self._idle: list[BotProcess] = []
        self._all: set[BotProcess] = set()
        self._late: set[asyncio.Task[str]] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that live now."""
        return tuple(process.pid for process in self._all if process.alive)

    @property
    def queue(self) -> int:
        """How many questions wait until somebody can think about them."""
        return max(0, self.waiting - self.size)

    async def ask(self, question: BotQuestion, seconds: float, before: float = 0.0) -> str:
        """Give a choice; raises `NoAnswer` where the bot fails, or needs more than so long.

        Of the time until it can be thought about so many seconds `before` do not count. What
        is late is thought to its end: a process that is killed must be started anew.
        """
        if self.waiting >= MOST_WAITING:
            raise NoBotAnswers(text("Too many bots think at once. They are asked again soon."))
        late, began = NoAnswer(LATE, f"none within {seconds:g} s"), time.monotonic()
        try:
            await self._place(before + seconds)
        except TimeoutError:
            raise late from None
        waited = time.monotonic() - began
        self._metrics.bot_wait_seconds.observe(waited)
        task = asyncio.create_task(self._think(question))
        try:
            left = max(0.0, before + seconds - waited)
            await asyncio.wait([task], timeout=min(seconds, left))
        except asyncio.CancelledError:
            self._leave(task)
            task.cancel()
            raise
        if task.done():
            return task.result()
        self._leave(task)
        raise late

    def _leave(self, task: asyncio.Task[str]) -> None:
        """Let something be thought about that nobody waits for."""
        self._late.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[str]) -> None:
        """What came too late is heard by nobody."""
        self._late.discard(task)
        if not task.cancelled():
            task.exception()

    async def _place(self, seconds: float) -> None:
        self._count(1)
        try:
            async with asyncio.timeout(seconds):
                await self._places.acquire()
        except BaseException:
            self._count(-1)
            raise

    def _count(self, number: int) -> None:
        self.waiting += number
        self._on_queue()

    async def _think(self, question: BotQuestion) -> str:
        begun = time.monotonic()
        try:
            with self._metrics.bot_seconds.labels(question.bot).time():
                return await self._ask_one(question)
        finally:
            self.seconds += LATEST * (time.monotonic() - begun - self.seconds)
            self._places.release()
            self._count(-1)

    async def _ask_one(self, question: BotQuestion) -> str:
        process = await self._idle_or_new()
        try:
            await self._load(process, question.bot)
            answer = await process.ask(question, self._patience)
        except BotProcessLost as lost:
            log.warning("a bot process was replaced: %s", lost)
            await self.dismiss(process)
            raise NoAnswer(FALLBACK, lost) from lost
        except asyncio.CancelledError:
            # its answer would be taken for that to the next question
            await self.dismiss(process)
            raise
        self._idle.append(process)
        if answer.fault:
            fault = BotFault(answer.fault, answer.what)
            log.error("bot %s gave no legal choice. %s", question.bot, fault)
            raise NoAnswer(FALLBACK, fault)
        return answer.choice

    async def _load(self, process: BotProcess, bot: str) -> None:
        """Let a process load a bot of other people, which may take longer than a choice."""
        own = own_bots().get(bot)
        if own is None or bot in process.loaded:
            return
        answer = await process.ask(to_load(own), UNTIL_READY)
        process.loaded.add(bot)
        if answer.fault:
            log.error("bot %s cannot be loaded: %s", bot, answer.what)

    async def _idle_or_new(self) -> BotProcess:
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            await self.dismiss(process)
        return await self.start()

    async def start(self) -> BotProcess:
        """Start a process, besides those that questions have started."""
        starting = asyncio.ensure_future(BotProcess.started())
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:  # half a process cannot be ended
            await (await starting).end()
            raise
        self._all.add(process)
        return process

    async def warm_up(self) -> None:
        """Have a process there before the first question comes."""
        async with self._places:
            self._idle.append(await self._idle_or_new())

    async def take_in(self, process: BotProcess) -> None:
        """Let a process answer questions from now on, another one go if there are too many."""
        self._idle.append(process)
        while len(self._all) > self.size and len(self._idle) > 1:
            await self.dismiss(self._idle.pop(0))

    async def dismiss(self, process: BotProcess) -> None:
        """End a process for good; one of which this is broken off ends when all do."""
        await process.end()
        self._all.discard(process)

    async def close(self) -> None:
        """End all processes."""
        self._idle.clear()
        for task in tuple(self._late):
            task.cancel()
        await asyncio.gather(*self._late, return_exceptions=True)
        while self._all:
            await self._all.pop().end()
