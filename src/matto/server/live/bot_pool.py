"""The bot pool: bots think in processes of their own; slow or killed, the table goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from matto.blocks.announce import SILENCE
from matto.engine.errors import MattoError
from matto.engine.table import View
from matto.engine.words import text
from matto.players.bot_process import (
    CALL,
    LENGTH,
    TO_GET_READY,
    BotAnswer,
    BotQuestion,
    encode_question,
    to_load,
)
from matto.players.fallback import in_turn
from matto.players.faults import BotFault
from matto.players.levels import BEGINNER
from matto.players.readiness import THINKING
from matto.players.registry import own_bots

PATIENCE = 10.0
"""Seconds that a bot may think about one choice."""

UNTIL_READY = 600.0
"""Seconds that getting ready may take; it does where everything must be compiled first."""

SOON = 5.0
"""Seconds that people wait for it; then rules of thumb answer until it is done."""

MOST_WAITING = 1000

log = logging.getLogger("matto.bots")
_answers = msgspec.json.Decoder(BotAnswer)


class NoBotAnswers(MattoError):
    """No process could answer for a bot: too many wait, or all of them fail."""


class BotProcessLost(Exception):
    """A bot process that died, hung or failed; it is not asked again."""


class BotChoice(NamedTuple):
    """A choice for a seat, and which bot has chosen it: another one where its own failed."""

    choice: str
    bot: str


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


class BotPool:
    """At most so many bot processes, started when they are needed.

    Bots that need compiled play are answered for by a process that has got it ready, or by the
    rule of thumb where that takes longer than `soon` seconds; whoever may soon need one says so
    by `prepare`; `on_change` is called at its beginning and its end.
    """

    def __init__(self, size: int, patience: float = PATIENCE, soon: float = SOON) -> None:
        self._size = size
        self._patience = patience
        self._soon = soon
        self._places = asyncio.Semaphore(size)
        self._idle: list[BotProcess] = []
        self._all: set[BotProcess] = set()
        self._waiting = 0
        self._getting_ready: asyncio.Task[None] | None = None
        self._begun = 0.0
        self.on_change: Callable[[], None] = lambda: None

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that live now."""
        return tuple(process.pid for process in self._all if process.alive)

    def prepare(self) -> None:
        """Begin to get ready for bots that need compiled play, unless it is done or under way.

        A process of its own does it, so that other bots are answered for in the meantime.
        """
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._get_ready())
            self._begun = asyncio.get_running_loop().time()
            self.on_change()

    @property
    def is_preparing(self) -> bool:
        """Tell whether bots that need compiled play still have to wait for it."""
        return self._getting_ready is not None and not self._getting_ready.done()

    async def _get_ready(self) -> None:
        process = await self._start()
        try:
            answer = await process.ask(TO_GET_READY, UNTIL_READY)
        except BotProcessLost as lost:
            log.error("the bots could not get ready: %s", lost)
            await self._dismiss(process)
        else:
            if answer.fault:
                log.error("the bots could not get ready: %s", answer.what)
            self._idle.append(process)
            await self._let_others_go()
        asyncio.get_running_loop().call_soon(self.on_change)

    async def _let_others_go(self) -> None:
        """End processes that idle, but for the one that is ready, where there are too many."""
        while len(self._all) > self._size and len(self._idle) > 1:
            await self._dismiss(self._idle.pop(0))

    async def think(self, bot: str, seed: str, view: View, *, aside: bool = False) -> BotChoice:
        """Give a bot's choice; where it fails, is lost or not ready, another bot's.

        One that fails when its partner asks it keeps silent. Raises `NoBotAnswers`.
        """
        ready = bot not in THINKING or await self._ready_soon()
        first, *others = in_turn(bot if ready else BEGINNER.bot)
        question = BotQuestion(first, seed, view, aside)
        answer = await self._ask(question)
        if answer is not None:
            return BotChoice(answer, bot)
        if aside:
            return BotChoice(SILENCE, bot)
        for other in others:
            answer = await self._ask(msgspec.structs.replace(question, bot=other))
            if answer is not None:
                return BotChoice(answer, other)
        raise NoBotAnswers(
            text("The bots cannot think at the moment. They are asked again soon.")
        )

    async def _ready_soon(self) -> bool:
        """Wait a little until all is ready; giving up does not end it for the others."""
        self.prepare()
        if self._getting_ready is not None:
            left = self._begun + self._soon - asyncio.get_running_loop().time()
            await asyncio.wait([self._getting_ready], timeout=max(0.0, left))
        return not self.is_preparing

    async def _ask(self, question: BotQuestion) -> str | None:
        if self._waiting >= MOST_WAITING:
            raise NoBotAnswers(text("Too many bots think at once. They are asked again soon."))
        self._waiting += 1
        try:
            async with self._places:
                return await self._ask_one(question)
        finally:
            self._waiting -= 1

    async def _ask_one(self, question: BotQuestion) -> str | None:
        process = await self._idle_or_new()
        try:
            await self._load(process, question.bot)
            answer = await process.ask(question, self._patience)
        except BotProcessLost as lost:
            log.warning("a bot process was replaced: %s", lost)
            await self._dismiss(process)
            return None
        except asyncio.CancelledError:
            # its answer would be taken for that to the next question
            await self._dismiss(process)
            raise
        self._idle.append(process)
        if answer.fault:
            fault = BotFault(answer.fault, answer.what)
            log.error("bot %s gave no legal choice. %s", question.bot, fault)
            return None
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
            await self._dismiss(process)
        return await self._start()

    async def _start(self) -> BotProcess:
        process = await BotProcess.started()
        self._all.add(process)
        return process

    async def _dismiss(self, process: BotProcess) -> None:
        self._all.discard(process)
        await process.end()

    async def close(self) -> None:
        """End all processes."""
        self._idle.clear()
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            await asyncio.gather(self._getting_ready, return_exceptions=True)
        while self._all:
            await self._all.pop().end()
