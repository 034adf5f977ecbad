"""The bot pool: processes that answer for bots in time, replaced when they are lost."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.errors import MattoError
from matto.engine.view import View
from matto.engine.words import text
from matto.games import game
from matto.players.bot_process import (
    CALL,
    LENGTH,
    BotAnswer,
    BotQuestion,
    encode_question,
    to_get_ready,
    to_load,
)
from matto.players.bots import AT_ONCE, BEGINNER, SOONEST, THINKING, BotFault, Hint, own_bots
from matto.players.hosting import fallback_bot, in_turn
from matto.server.telemetry import FALLBACK, LATE, OWN, SILENT, UNREADY, Metrics

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
        return cls(
            await asyncio.create_subprocess_exec(sys.executable, *CALL, stdin=PIPE, stdout=PIPE)
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
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
        return tuple(process.pid for process in self._all if process.alive)

    @property
    def queue(self) -> int:
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
        self._late.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[str]) -> None:
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
        async with self._places:
            self._idle.append(await self._idle_or_new())

    async def take_in(self, process: BotProcess) -> None:
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
        return *self._thinking.pids, *self._at_once.pids

    @property
    def delay(self) -> int:
        """About how many seconds a bot waits that asks now; 0 where nobody would notice."""
        seconds = self._delay
        return next((told for told in reversed(DELAYS) if told <= seconds), 0)

    @property
    def _delay(self) -> float:
        """Only those wait whose place nobody could take: a bot that thinks is answered for."""
        return self._at_once.queue * self._at_once.seconds / self._at_once.size

    def _note_delay(self) -> None:
        """Let players know when it has changed, though not all the time."""
        now, delay = time.monotonic(), self.delay
        if delay != self._told_delay and now - self._told_at >= SELDOM:
            self._told_delay, self._told_at = delay, now
            self.on_change()

    @property
    def queue(self) -> int:
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
