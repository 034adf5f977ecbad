"""Handles of the processes in which bots think: they start, ask and end `bot_worker`."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import msgspec

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.players.bot_worker import (
    CALL,
    LENGTH,
    BotAnswer,
    BotQuestion,
    encode_question,
    to_load,
)
from matto.players.bots import DIED, SILENT, BadBot, BotFault, Registration, own_bots

UNTIL_READY = 600.0
"""Seconds that compiling everything, or loading a large network, may take."""

UNTIL_GONE = 1.0
"""Seconds within which a process that has closed its pipe ends by itself."""

SMOOTHING = 0.1
"""How much the latest question counts in the average time of one."""

MOST_WAITING = 1000

T = TypeVar("T")

log = logging.getLogger("matto.bots")
log.addHandler(logging.NullHandler())  # at a terminal the person is told, not the log
_answers = msgspec.json.Decoder(BotAnswer)


class NoBotAnswers(MattoError):
    """No process could answer for a bot: too many wait."""


class ProcessLost(BotFault):
    """A bot process that died or hung; it is not asked again."""


class BotProcess:
    """One process that thinks."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._loaded: set[str] = set()

    @classmethod
    async def started(cls) -> BotProcess:
        path = os.pathsep.join(filter(None, sys.path))  # it finds what is found here
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, *CALL),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def load(self, bot: Registration) -> None:
        """Load a bot of other people unless that is done; raises `BadBot`, `ProcessLost`."""
        if bot.name in self._loaded:
            return
        try:
            await self.ask(to_load(bot), UNTIL_READY)
        except ProcessLost:
            raise
        except BotFault as fault:
            raise BadBot(
                text(
                    "The bot “{name}” cannot be loaded from {reference}: {why}",
                    name=bot.name,
                    reference=str(bot.make),
                    why=fault.what,
                )
            ) from fault
        self._loaded.add(bot.name)

    async def ask(self, question: BotQuestion, patience: float) -> str:
        """Return a choice; raises `BotFault`, or `ProcessLost` and ends the process."""
        try:
            async with asyncio.timeout(patience):  # `wait_for` may forget that it was cancelled
                answer = await self._answer(question)
        except TimeoutError as error:
            await self.end()
            raise ProcessLost(SILENT, f"{patience:g}") from error
        except (OSError, asyncio.IncompleteReadError) as error:
            with suppress(TimeoutError):  # whoever is killed when he has ended hides his status
                async with asyncio.timeout(UNTIL_GONE):
                    await self._process.wait()
            await self.end()
            raise ProcessLost(DIED, self._process.returncode) from error
        if answer.fault:
            raise BotFault(answer.fault, answer.what)
        return answer.choice

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


class Watcher:
    """Is told what happens to questions, for whoever counts it."""

    def queue_changed(self) -> None: ...

    def waiting_ended(self, seconds: float) -> None: ...

    def thinking_ended(self, bot: str, seconds: float) -> None: ...


class BotProcesses:
    """At most so many processes; more questions than that wait their turn.

    A process that is asked something is killed when it has thought for `patience` seconds.
    """

    def __init__(self, size: int, patience: float, watcher: Watcher) -> None:
        self.size = size
        self.waiting = 0
        self.seconds = 1.0
        self._patience = patience
        self._watcher = watcher
        self._places = asyncio.Semaphore(size)
        self._idle: list[BotProcess] = []
        self._all: set[BotProcess] = set()
        self._starting: set[asyncio.Task[BotProcess]] = set()
        self._tasks: set[asyncio.Task[str]] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(process.pid for process in self._all if process.alive)

    @property
    def queue(self) -> int:
        return max(0, self.waiting - self.size)

    async def ask(
        self,
        question: BotQuestion,
        seconds: float,
        before: float = 0.0,
        patience: float | None = None,
    ) -> str:
        """Return a choice; raises `BotFault` where the bot fails, or needs more than so long.

        Of the time until it can be thought about so many seconds `before` do not count. What
        is late is thought to its end: a process that is killed must be started anew.
        """
        if self.waiting >= MOST_WAITING:
            raise NoBotAnswers(text("Too many bots think at once. They are asked again soon."))
        late, began = BotFault(SILENT, f"{seconds:g}"), time.monotonic()
        self._count(1)
        try:
            async with asyncio.timeout(before + seconds):
                await self._places.acquire()
        except TimeoutError:
            self._count(-1)
            raise late from None
        except asyncio.CancelledError:
            self._count(-1)
            raise
        waited = time.monotonic() - began
        self._watcher.waiting_ended(waited)
        task = asyncio.create_task(self._think(question, patience or self._patience))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        try:
            left = max(0.0, before + seconds - waited)
            await asyncio.wait([task], timeout=min(seconds, left))
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not task.done() or task.cancelled():
            raise late
        return task.result()

    def _count(self, number: int) -> None:
        self.waiting += number
        self._watcher.queue_changed()

    def _forget(self, task: asyncio.Task[str]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever was late is not asked what became of it

    async def _think(self, question: BotQuestion, patience: float) -> str:
        begun = time.monotonic()
        try:
            return await self._ask_one(question, patience)
        finally:
            took = time.monotonic() - begun
            self.seconds += SMOOTHING * (took - self.seconds)
            self._watcher.thinking_ended(question.bot, took)
            self._places.release()
            self._count(-1)

    async def _ask_one(self, question: BotQuestion, patience: float) -> str:
        own = own_bots().get(question.bot)

        async def ask(process: BotProcess) -> str:
            if own is not None:  # that may take longer than a choice
                await process.load(own)
            return await process.ask(question, patience)

        try:
            return await self._use(ask)
        except ProcessLost as lost:
            told = type(lost.__cause__).__name__
            log.warning("a bot process was replaced: %s gave no answer: %s", question.bot, told)
            raise
        except BotFault as fault:
            log.error("bot %s gave no legal choice. %s", question.bot, fault)
            raise
        except BadBot as error:
            log.error("%s", error)
            raise

    async def load(self, bot: Registration) -> None:
        """Load a bot of other people in a process; raises `BadBot`, `ProcessLost`."""
        async with self._places:
            await self._use(lambda process: process.load(bot))

    async def _use(self, work: Callable[[BotProcess], Awaitable[T]]) -> T:
        """Let a process do something; afterwards it is idle, unless it is lost."""
        process = await self._idle_or_new()
        try:
            found = await work(process)
        except (ProcessLost, asyncio.CancelledError):
            # its answer, if there is one, would be taken for that to the next question
            await self.dismiss(process)
            raise
        except MattoError:
            self._idle.append(process)
            raise
        self._idle.append(process)
        return found

    async def _idle_or_new(self) -> BotProcess:
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            await self.dismiss(process)
        return await self.start()

    async def start(self) -> BotProcess:
        """Start a process, besides those that questions have started."""
        starting = asyncio.create_task(self._started())
        self._starting.add(starting)  # half a process cannot be ended: `close` waits for it
        starting.add_done_callback(self._starting.discard)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._make_idle)
            raise

    async def _started(self) -> BotProcess:
        process = await BotProcess.started()
        self._all.add(process)
        return process

    def _make_idle(self, starting: asyncio.Task[BotProcess]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self._idle.append(starting.result())

    async def warm_up(self) -> None:
        async with self._places:
            self._idle.append(await self._idle_or_new())

    async def add_process(self, process: BotProcess) -> None:
        if not process.alive:
            await self.dismiss(process)
            return
        self._idle.append(process)
        while len(self._all) > self.size and len(self._idle) > 1:
            await self.dismiss(self._idle.pop(0))

    async def dismiss(self, process: BotProcess) -> None:
        """End a process for good; one of which this is broken off ends when all do."""
        await process.end()
        self._all.discard(process)

    async def close(self) -> None:
        self._idle.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._starting, return_exceptions=True)
        while self._all:
            await self._all.pop().end()
