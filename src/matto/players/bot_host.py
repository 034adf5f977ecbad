"""The bot host: bots think in processes of their own, and an answer comes in time.

In its process a bot has a view and nothing else, and can do no harm: one that breaks off, hangs
or dies costs its answer, and a process that is started again. Where a bot fails, is late or not
compiled yet, the next simpler one answers.

The server awaits a `BotHost`; a terminal and the arena ask one through a `BlockingHost`.
Whoever measures or tests bots wants the fault itself: `HostedBot` raises it.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from math import inf
from threading import Thread
from typing import Any, NamedTuple, TypeVar

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.errors import MattoError
from matto.engine.view import View
from matto.engine.words import text
from matto.players import PATIENCE, check_bot
from matto.players.bot_process import (
    CALL,
    LENGTH,
    BotAnswer,
    BotQuestion,
    answer_to,
    encode_question,
    to_get_ready,
    to_load,
)
from matto.players.bots import (
    ANYTHING,
    AT_ONCE,
    DIED,
    FAILED,
    QUICK,
    REGULAR,
    SILENT,
    THINKING,
    UNREADY,
    BadBot,
    BotFault,
    Hint,
    Registration,
    own_bots,
)

UNTIL_READY = 600.0
"""Seconds that compiling everything, or loading a large network, may take."""

IN_TIME = 2.0
"""Seconds after which a choice is there, whoever has made it."""

TO_THINK, AT_ONCE_SHARE = 0.75, 0.2
"""The shares of that for a bot that thinks, and for one that answers at once."""

UNTIL_GONE = 1.0
"""Seconds within which a process that has closed its pipe ends by itself."""

LATEST = 0.1
"""How much the latest question counts in the time that one takes."""

MOST_WAITING = 1000

T = TypeVar("T")
Tell = Callable[[str, BotFault, str], None]
"""Is told of a fault: whose it is, what happened, and who answered instead."""

log = logging.getLogger("matto.bots")
log.addHandler(logging.NullHandler())  # at a terminal the person is told, not the log
_answers = msgspec.json.Decoder(BotAnswer)
_lives = count(1)


class NoBotAnswers(MattoError):
    """No process could answer for a bot: too many wait."""


class ProcessLost(BotFault):
    """A bot process that died or hung; it is not asked again."""


class BotChoice(NamedTuple):
    """A choice, which bot made it, and why the bot that was asked did not, if it is another."""

    choice: str
    bot: str
    fault: BotFault | None = None


# -- processes ---------------------------------------------------------------------------------


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

    def waited(self, seconds: float) -> None: ...

    def thought(self, bot: str, seconds: float) -> None: ...


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
        self._watcher.waited(waited)
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
            self.seconds += LATEST * (took - self.seconds)
            self._watcher.thought(question.bot, took)
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
            starting.add_done_callback(self._put_by)
            raise

    async def _started(self) -> BotProcess:
        process = await BotProcess.started()
        self._all.add(process)
        return process

    def _put_by(self, starting: asyncio.Task[BotProcess]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self._idle.append(starting.result())

    async def warm_up(self) -> None:
        async with self._places:
            self._idle.append(await self._idle_or_new())

    async def take_in(self, process: BotProcess) -> None:
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


# -- the host ----------------------------------------------------------------------------------


def in_turn(name: str, game_id: str) -> tuple[str, ...]:
    """Return a bot, and those that answer in its place: each simpler, and all at once.

    First the one that has learned, where it knows the game; then the beginner.
    """
    if name in AT_ONCE:
        return tuple(dict.fromkeys((name, REGULAR.bot)))
    from matto.players.learned.model import path_of  # it needs NumPy, the beginner does not

    return (name, QUICK.bot, REGULAR.bot) if path_of(game_id) else (name, REGULAR.bot)


class BotHost(Watcher):
    """Bots think in processes, at most so many; a choice comes in time, whoever makes it.

    A bot that fails or thinks for too long is answered for by the next simpler one: `in_time`
    is how long anybody waits at most, `patience` when a process is given up. Where compiled
    play is missing, simpler ones answer until it is there; whoever may soon need it says so by
    `prepare`. Bots that answer at once have so many processes of their own (`at_once`), or none
    and think here. What everything comes down to is the rule of thumb in this process, which
    needs no other.
    """

    def __init__(
        self,
        size: int = 1,
        patience: float = PATIENCE,
        in_time: float = IN_TIME,
        *,
        at_once: int = 0,
    ) -> None:
        self._in_time = in_time
        self._thinking = BotProcesses(size, patience, self)
        self._at_once = BotProcesses(at_once, patience, self) if at_once else None
        self._here = ThreadPoolExecutor(1, "rule")
        self._getting_ready: asyncio.Task[None] | None = None

    @property
    def _groups(self) -> tuple[BotProcesses, ...]:
        return (self._thinking, *([self._at_once] if self._at_once else []))

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(pid for group in self._groups for pid in group.pids)

    @property
    def queue(self) -> int:
        return sum(group.queue for group in self._groups)

    # -- getting ready -------------------------------------------------------------------

    def prepare(self) -> None:
        """Begin to get ready for bots that need compiled play, unless it is done or under way.

        A process of its own does it, so that other bots are answered for in the meantime.
        """
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._get_ready())
            self.readiness_changed()

    @property
    def is_preparing(self) -> bool:
        return self._getting_ready is not None and not self._getting_ready.done()

    def readiness_changed(self) -> None:
        """Hear that getting ready has begun or ended."""

    async def _get_ready(self) -> None:
        if self._at_once is not None:
            await self._at_once.warm_up()
        process = await self._thinking.start()
        try:
            await process.ask(to_get_ready(), UNTIL_READY)
        except BotFault as fault:
            log.error("the bots could not get ready: %s", fault)
        await self._thinking.take_in(process)
        asyncio.get_running_loop().call_soon(self.readiness_changed)

    async def load(self, bot: Registration) -> None:
        """Load a bot of other people; raises `BadBot`, or `BotFault` if it hangs."""
        await self._thinking.load(bot)

    # -- thinking ------------------------------------------------------------------------

    async def ask(
        self,
        bot: str,
        seed: int | str,
        view: View,
        *,
        aside: bool = False,
        life: int = 0,
        within: float | None = None,
    ) -> BotChoice:
        """Return a bot's choice; where it fails, is late, lost or not ready, another bot's.

        One that gives none when its partner asks it keeps silent. It may think for so many
        seconds `within`, or as long as others have to wait at most. Raises `NoBotAnswers`.
        """
        question = BotQuestion(bot, seed, view, aside, life=life)
        found = await self._first_answer(question, self._ways(bot, view.game), within)
        self.answered(question, found)
        return found

    def answered(self, question: BotQuestion, found: BotChoice) -> None:
        """Hear of an answer."""

    async def ask_alone(self, question: BotQuestion, patience: float) -> str:
        """Return a bot's own choice; raises `BotFault` if there is none in so many seconds."""
        return await self._thinking.ask(question, inf, patience=patience)

    async def hint(
        self, bot: str, seed: int | str, view: View, within: float | None = None
    ) -> Hint:
        """Return what a bot would do, and what choices are worth; a simpler bot's if late."""
        question, ways = BotQuestion(bot, seed, view, hint=True), self._ways(bot, view.game)
        if ways[0] in THINKING:
            with suppress(BotFault):
                seconds = within or self._in_time * TO_THINK
                answer = await self._answer(question, ways[0], self._thinking, seconds)
                return msgspec.json.decode(answer, type=Hint)
        simpler = [way for way in ways if way not in THINKING]
        choice = await self._first_answer(question, simpler, None)
        return msgspec.json.decode(choice.choice, type=Hint)

    def _ways(self, bot: str, game_id: str) -> tuple[str, ...]:
        """Return who is asked one after the other.

        As long as compiled play is missing, simpler bots answer.
        """
        ways = in_turn(bot, game_id)
        if bot not in THINKING:
            return ways
        self.prepare()
        return ways[1:] if self.is_preparing else ways

    async def _first_answer(
        self, question: BotQuestion, ways: Iterable[str], within: float | None
    ) -> BotChoice:
        """Return the first answer that there is, of processes or else of this one."""
        steps = [(way, self._group_for(way)) for way in ways]
        is_ready = steps[0][0] == question.bot or question.hint
        fault = None if is_ready else BotFault(UNREADY, question.bot)
        crowded = False
        for way, group in dict.fromkeys((*steps, (REGULAR.bot, None), (ANYTHING.bot, None))):
            if crowded and group is not None:
                continue
            try:
                choice = await self._answer(question, way, group, within)
            except BotFault as one:
                fault = fault or one
                crowded = way in AT_ONCE and one.kind == SILENT
            else:
                return BotChoice(choice, way, fault)
            if question.aside:
                return BotChoice(SILENCE, question.bot, fault)
        raise NoBotAnswers(text("Too many bots think at once. They are asked again soon."))

    def _group_for(self, bot: str) -> BotProcesses | None:
        """Return the processes in which a bot thinks, None for one that thinks here."""
        if bot in AT_ONCE or self._at_once is not None:
            return self._at_once if bot in AT_ONCE else self._thinking
        own = own_bots().get(bot)
        return self._thinking if own is None or isinstance(own.make, str) else None

    async def _answer(
        self, question: BotQuestion, way: str, group: BotProcesses | None, within: float | None
    ) -> str:
        """Ask one bot; raises `BotFault`."""
        asked = msgspec.structs.replace(question, bot=way)
        thinks = self._in_time * TO_THINK
        try:
            if group is None:
                return await self._answer_here(asked)
            if way in AT_ONCE:
                before = 0.0 if way != question.bot or question.hint else thinks
                return await group.ask(asked, self._in_time * AT_ONCE_SHARE, before)
            return await group.ask(asked, thinks if within is None else within)
        except BadBot as error:
            raise BotFault(FAILED, error.sentence) from error
        except BotFault as fault:
            what = f"none within {fault.what} s" if fault.kind == SILENT else fault
            log.warning(
                "bot %s gives no %s: %s", way, "hint" if question.hint else "answer", what
            )
            raise

    async def _answer_here(self, question: BotQuestion) -> str:
        """Ask a bot in a thread of this process."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._here, answer_to, question)
        if answer.fault:
            raise BotFault(answer.fault, answer.what)
        return answer.choice

    async def close(self) -> None:
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            await asyncio.gather(self._getting_ready, return_exceptions=True)
        self._here.shutdown(cancel_futures=True)
        for group in self._groups:
            await group.close()


# -- for those who cannot await ----------------------------------------------------------------


class BlockingHost:
    """A bot host whose event loop has a thread of its own, for callers that stand still."""

    def __init__(self) -> None:
        self.host = BotHost()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what comes of some work of the host; what is broken off here ends there."""
        done = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def prepare(self) -> None:
        self._loop.call_soon_threadsafe(self.host.prepare)

    def close(self) -> None:
        self.run(self.host.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


_hosts: dict[int, BlockingHost] = {}


def shared_host() -> BlockingHost:
    """Return the host of this process; a fork does not share that of its parent."""
    own = os.getpid()
    if own not in _hosts:
        _hosts[own] = BlockingHost()
    return _hosts[own]


@atexit.register
def close_shared_host() -> None:
    """End the processes of this one's host; the next question starts others."""
    host = _hosts.pop(os.getpid(), None)
    if host is not None:
        host.close()


def check_loads(names: Iterable[str]) -> None:
    """Load those of some bots that are of other people; raises `BadBot` if one cannot be."""
    own: Mapping[str, Registration] = own_bots()
    for name in names:
        if name in own and isinstance(own[name].make, str):
            shared_host().run(shared_host().host.load(own[name]))


def log_fault(bot: str, fault: BotFault, other: str) -> None:
    logging.getLogger("matto.players").warning(
        "%s failed, and %s answers for it: %s", bot, other, fault
    )


class HostedBot:
    """A bot of other people; raises `BotFault` where it gives no legal choice in time."""

    def __init__(self, name: str, seed: int | str, patience: float) -> None:
        self.name = name
        self._asked = BotQuestion(name, seed, None, life=next(_lives))
        self._patience = patience

    def choose(self, view: View) -> str:
        return self._answer(view, aside=False)

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, or silence."""
        return self._answer(view, aside=True)

    speak = answer

    def _answer(self, view: View, *, aside: bool) -> str:
        question, shared = (
            msgspec.structs.replace(self._asked, view=view, aside=aside),
            shared_host(),
        )
        return shared.run(shared.host.ask_alone(question, self._patience))


class FallbackBot:
    """A bot by name that answers whatever happens: where it fails, a simpler one does.

    `tell` hears of every fault.
    """

    def __init__(self, name: str, seed: int | str, tell: Tell = log_fault) -> None:
        self.name = check_bot(name)
        self._seed = seed
        self._tell = tell
        self._life = next(_lives)
        self._within = None if name in THINKING else inf  # its process has `PATIENCE`

    def choose(self, view: View) -> str:
        found = self._ask(view, aside=False)
        if found.fault is not None:
            self._tell(self.name, found.fault, found.bot)
        return found.choice

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, or silence."""
        return self._ask(view, aside=True).choice

    speak = answer

    def _ask(self, view: View, *, aside: bool) -> BotChoice:
        shared = shared_host()
        return shared.run(
            shared.host.ask(
                self.name,
                self._seed,
                view,
                aside=aside,
                life=self._life,
                within=self._within,
            )
        )
