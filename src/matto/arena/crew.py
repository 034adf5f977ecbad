"""Deals played one after another, or by several processes: in both cases the same results."""

from __future__ import annotations

import signal
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from matto.arena.contest import Contest
from matto.arena.errors import BotFailed, WorkerLost
from matto.arena.tables import DealPlayed, play_deal
from matto.errors import MattoError
from matto.words import Text, text

PATIENCE = 5.0
"""Seconds that a process is given to end before it is made to."""

Task = tuple[str, int]
"""A stratum and the number of a deal."""


class Failed(NamedTuple):
    """What a process says instead of a result: a sentence, or what Python printed."""

    sentence: Text | None
    trace: str


def played(
    contest: Contest, tasks: Iterable[Task], jobs: int = 1
) -> Generator[DealPlayed, None, None]:
    """Play deals, each given on as soon as it is finished, with several jobs in any order.

    Raises `BotFailed`, and `WorkerLost` if a process of its own ends too early.
    """
    if jobs == 1:
        for stratum, number in tasks:
            yield play_deal(contest, stratum, number)
        return
    crew = _Crew(contest, jobs)
    try:
        yield from crew.work(deque(tasks))
    finally:
        crew.dismiss()


class _Crew:
    def __init__(self, contest: Contest, jobs: int) -> None:
        context = get_context("spawn")  # compiled code and its threads do not survive a fork
        self.workers: dict[Connection, BaseProcess] = {}
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_serve, args=(theirs, contest), daemon=True)
            worker.start()
            theirs.close()
            self.workers[ours] = worker

    def work(self, tasks: deque[Task]) -> Iterator[DealPlayed]:
        """Hand out tasks and give on results; on Ctrl-C also those that wait to be read."""
        busy = sum(_give(pipe, tasks) for pipe in self.workers)
        try:
            while busy:
                for pipe in self._ready():
                    done = _taken(pipe)
                    busy += _give(pipe, tasks) - 1
                    yield done
        except KeyboardInterrupt:
            for pipe in self._ready(0):
                yield _taken(pipe)
            raise

    def _ready(self, patience: float | None = None) -> list[Connection]:
        found = wait(list(self.workers), patience)
        return [pipe for pipe in self.workers if pipe in found]

    def dismiss(self) -> None:
        """End all processes, whatever they are doing."""
        for pipe, worker in self.workers.items():
            worker.terminate()
            worker.join(PATIENCE)
            if worker.is_alive():
                worker.kill()
                worker.join()
            pipe.close()


def _give(pipe: Connection, tasks: deque[Task]) -> int:
    """Hand out the next task, if there is one; gives how many were handed out."""
    if not tasks:
        return 0
    pipe.send(tasks.popleft())
    return 1


def _taken(pipe: Connection) -> DealPlayed:
    try:
        done: DealPlayed | Failed = pipe.recv()
    except (EOFError, OSError) as error:
        sentence = text("A process of the arena ended before its deal did. Is memory short?")
        raise WorkerLost(sentence) from error
    if isinstance(done, DealPlayed):
        return done
    if done.sentence is None:
        raise RuntimeError(done.trace)
    raise BotFailed(done.sentence)


def _serve(pipe: Connection, contest: Contest) -> None:
    """What a process does: play the deals that it is given until it is ended."""
    # Ctrl-C reaches every process of a terminal; the first one decides when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            stratum, number = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_done(contest, stratum, number))


def _done(contest: Contest, stratum: str, number: int) -> DealPlayed | Failed:
    try:
        return play_deal(contest, stratum, number)
    except MattoError as error:
        return Failed(error.sentence, "")
    except Exception:
        return Failed(None, traceback.format_exc())
