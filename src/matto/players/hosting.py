"""Bots in processes of their own, in time, and simpler ones that answer where one fails.

There the bot has a view and nothing else, and can do no harm: one that breaks off, hangs or
dies costs its answer, and a process that is started again. One process thinks for all the bots
of the process that asks, one question at a time.

For those who play with people: a match must not end because a bot has a fault. Whoever measures
or tests bots wants the fault itself, and asks the bot.

Nobody waits for a compiler either: until compiled play is there such a bot has a fault, and
simpler ones answer for it.
"""

from __future__ import annotations

import atexit
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from itertools import count
from threading import Event, Lock, Thread, Timer
from typing import IO, TypeVar

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import text
from matto.players import Answers, Bot, make_bot
from matto.players.bot_process import (
    CALL,
    LENGTH,
    BotAnswer,
    BotQuestion,
    encode_question,
    to_get_ready,
    to_load,
)
from matto.players.bots import (
    ANYTHING,
    BEGINNER,
    DIED,
    QUICK,
    SILENT,
    SOONEST,
    THINKING,
    UNREADY,
    BadBot,
    BotFault,
    Registration,
    choice_of,
    own_bots,
)
from matto.players.simple_bots import RuleBot

UNTIL_LOADED = 600.0
"""Seconds that loading a bot may take: it may be a large network."""

_answers = msgspec.json.Decoder(BotAnswer)
_lives = count(1)


class HostedBot:
    """A bot of other people; raises `BotFault` where it gives no legal choice in time."""

    def __init__(self, bot: Registration, seed: int | str, patience: float) -> None:
        self.name = bot.name
        self._bot = bot
        self._asked = BotQuestion(bot.name, seed, None, life=next(_lives))
        self._patience = patience

    def choose(self, view: View) -> str:
        return self._answer(view, aside=False)

    def answer(self, view: View) -> str:
        """Give one of `view.asides`, or keep silent."""
        return self._answer(view, aside=True)

    def _answer(self, view: View, *, aside: bool) -> str:
        host = host_process()
        host.load(self._bot)
        question = msgspec.structs.replace(self._asked, view=view, aside=aside)
        answer = host.ask(question, self._patience)
        if answer.fault:
            raise BotFault(answer.fault, answer.what)
        return answer.choice


class HostProcess:
    """The process in which bots of other people think; it is started when it is needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._loaded: set[str] = set()
        self._lock = Lock()

    def load(self, bot: Registration) -> None:
        """Load a bot unless that is done; raises `BadBot`, or `BotFault` if it hangs."""
        if self._is_running and bot.name in self._loaded:
            return
        answer = self.ask(to_load(bot), UNTIL_LOADED)
        if answer.fault:
            raise BadBot(
                text(
                    "The bot “{name}” cannot be loaded from {reference}: {why}",
                    name=bot.name,
                    reference=str(bot.make),
                    why=answer.what,
                )
            )
        self._loaded.add(bot.name)

    def ask(self, question: BotQuestion, patience: float) -> BotAnswer:
        """Give its answer; raises `BotFault` when the process gives none in time."""
        with self._lock:
            process = self._running()
            hangs = Event()

            def give_up() -> None:
                hangs.set()
                process.kill()

            watch = Timer(patience, give_up)
            watch.start()
            try:
                return _exchange(process, encode_question(question))
            except (OSError, EOFError) as error:
                self.end()
                if hangs.is_set():
                    raise BotFault(SILENT, f"{patience:g}") from error
                raise BotFault(DIED, process.returncode) from error
            except BaseException:
                self.end()  # its answer would be taken for that to the next question
                raise
            finally:
                watch.cancel()

    @property
    def _is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or not self._is_running:
            self.end()
            command, pipe = [sys.executable, *CALL], subprocess.PIPE
            path = os.pathsep.join(filter(None, sys.path))  # it finds what is found here
            known = {**os.environ, "PYTHONPATH": path}
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=known)
        return self._process

    def end(self) -> None:
        """Kill the process, whatever it does."""
        process, self._process = self._process, None
        self._loaded.clear()
        if process is None:
            return
        process.wait(0) if process.poll() is not None else process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what it has not read yet is of no use
                    pipe.close()
        process.wait()


def _exchange(process: subprocess.Popen[bytes], question: bytes) -> BotAnswer:
    """Write a question and read its answer; raises `OSError`, `EOFError` if there is none."""
    writer, reader = process.stdin, process.stdout
    if writer is None or reader is None:
        raise OSError("no pipe")
    writer.write(question)
    writer.flush()
    (size,) = LENGTH.unpack(_exactly(reader, LENGTH.size))
    return _answers.decode(_exactly(reader, size))


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    found = pipe.read(size)
    if len(found) < size:
        raise EOFError("the process has ended")
    return found


_hosts: dict[int, HostProcess] = {}


def host_process() -> HostProcess:
    """The process that thinks for this one; a fork does not share that of its parent."""
    own = os.getpid()
    if own not in _hosts:
        _hosts.clear()
        _hosts[own] = HostProcess()
        atexit.register(_hosts[own].end)
    return _hosts[own]


def check_loads(names: Iterable[str]) -> None:
    """Load those of some bots that are of other people; raises `BadBot` if one cannot be."""
    own = own_bots()
    for name in names:
        if name in own and isinstance(own[name].make, str):
            host_process().load(own[name])


Tell = Callable[[str, BotFault, str], None]

log = logging.getLogger("matto.players")


def logged(bot: str, fault: BotFault, other: str) -> None:
    log.warning("%s failed, and %s answers for it: %s", bot, other, fault)


class FallbackBot:
    """Answers by the first of some bots that does not fail; the others are made when needed.

    `tell` hears of every fault: whose it is, and who answers in its place.
    """

    def __init__(self, bot: Bot, *others: Callable[[], Bot], tell: Tell = logged) -> None:
        self.name = bot.name
        self._bot = bot
        self._others = others
        self._tell = tell

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        bot = self._bot
        for make_other in self._others:
            try:
                return choice_of(bot, view)
            except BotFault as fault:
                other = make_other()
                self._tell(bot.name, fault, other.name)
            bot = other
        return bot.choose(view)

    def answer(self, view: View) -> str:
        """Answer a partner, or keep silent."""
        bot = self._bot
        try:
            answer = bot.answer(view) if isinstance(bot, Answers) else SILENCE
        except Exception as error:
            log.warning("%s failed, and keeps silent: %r", bot.name, error)
            return SILENCE
        return answer if answer in view.asides else SILENCE


def in_turn(name: str, game_id: str) -> tuple[str, ...]:
    """A bot, and who answers in its place: each simpler than the one before, all at once.

    First the one that has learned, where it knows the game; then the beginner, anything legal.
    """
    last = (BEGINNER.bot, ANYTHING.bot)
    if name in last:
        return last[last.index(name) :]
    from matto.players.learned.model import path_of  # it needs NumPy, these two do not

    learned = (QUICK.bot,) if name != QUICK.bot and path_of(game_id) else ()
    return name, *learned, *last


def fallback_bot(name: str, game: Game, seed: int | str, tell: Tell = logged) -> FallbackBot:
    """Make a bot by name that answers whatever happens; raises `UnknownBot`."""
    bot, *others = in_turn(name, game.id)
    made = (partial(make_bot, other, game, seed) for other in others)
    return FallbackBot(make_bot(bot, game, seed), *made, tell=tell)


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
        if self._getting_ready is None:
            self._getting_ready = _aside(self._get_ready)

    def _get_ready(self) -> None:
        for bot in (SOONEST, ""):
            answer = self._main.ask(to_get_ready(bot), UNTIL_LOADED)
            self._soonest_is_ready = not answer.fault

    @property
    def is_ready(self) -> bool:
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
