"""Bots of other people, each question asked in a process of its own.

There the bot has a view and nothing else, and can do no harm: one that breaks off, hangs or
dies costs its answer, and a process that is started again. One process thinks for all the bots
of the process that asks, one question at a time.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from threading import Event, Lock, Timer
from typing import IO

import msgspec

from matto.engine.table import View
from matto.engine.words import text
from matto.players.bot_process import (
    CALL,
    LENGTH,
    BotAnswer,
    BotQuestion,
    encode_question,
    to_load,
)
from matto.players.faults import DIED, SILENT, BotFault
from matto.players.registry import BadBot, Registration, own_bots

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
        """Give one of the legal choices."""
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
