"""A pool of processes that work on independent tasks; one process gives the same results."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, TypeVar

from matto.arena.errors import BotFailed, WorkerLost
from matto.engine.errors import MattoError
from matto.engine.words import Text, text
from matto.players.registry import Registration, own_bots, register_all

PATIENCE = 5.0
"""Seconds that a process is given to end before it is made to."""

Task = TypeVar("Task")
Output = TypeVar("Output")


class Failed(NamedTuple):
    """What a process says instead of a result: a sentence, or what Python printed."""

    sentence: Text | None
    trace: str


def results(
    work: Callable[[Task], Output], tasks: Iterable[Task], jobs: int = 1
) -> Generator[Output, None, None]:
    """Do work, each result given on as soon as it is there, with several jobs in any order.

    Tasks are asked for when somebody is free to do them. With several jobs, work, tasks and
    results go through pickles. Raises `BotFailed`, and `WorkerLost` if a process of its own
    ends too early.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    pool = _Pool(work, jobs)
    try:
        yield from pool.work(iter(tasks))
    finally:
        pool.end()


class _Pool(Generic[Task, Output]):
    def __init__(self, work: Callable[[Task], Output], jobs: int) -> None:
        context = get_context("spawn")  # compiled code and its threads do not survive a fork
        own = tuple(own_bots().values())
        self.workers: dict[Connection, BaseProcess] = {}
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_serve, args=(theirs, work, own), daemon=True)
            worker.start()
            theirs.close()
            self.workers[ours] = worker

    def work(self, tasks: Iterator[Task]) -> Iterator[Output]:
        """Hand out tasks and give on results; on Ctrl-C also those that wait to be read."""
        busy = sum(_give(pipe, tasks) for pipe in self.workers)
        try:
            while busy:
                for pipe in self._ready():
                    result = _taken(pipe)
                    yield result
                    busy += _give(pipe, tasks) - 1
        except KeyboardInterrupt:
            for pipe in self._ready(0):
                yield _taken(pipe)
            raise

    def _ready(self, patience: float | None = None) -> list[Connection]:
        found = wait(list(self.workers), patience)
        return [pipe for pipe in self.workers if pipe in found]

    def end(self) -> None:
        """End all processes, whatever they are doing."""
        for pipe, worker in self.workers.items():
            worker.terminate()
            worker.join(PATIENCE)
            if worker.is_alive():
                worker.kill()
                worker.join()
            pipe.close()


def _give(pipe: Connection, tasks: Iterator[Any]) -> int:
    """Hand out the next task, if there is one; gives how many were handed out."""
    for task in tasks:
        pipe.send((task,))
        return 1
    return 0


def _taken(pipe: Connection) -> Any:
    try:
        result = pipe.recv()
    except (EOFError, OSError) as error:
        sentence = text("A process of the arena ended before its deal did. Is memory short?")
        raise WorkerLost(sentence) from error
    if not isinstance(result, Failed):
        return result
    if result.sentence is None:
        raise RuntimeError(result.trace)
    raise BotFailed(result.sentence)


def _serve(
    pipe: Connection, work: Callable[[Any], Any], bots: tuple[Registration, ...]
) -> None:
    """What a process does: work on the tasks that it is given until it is ended."""
    # Ctrl-C reaches every process of a terminal; the first one decides when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    register_all(bots)
    while True:
        try:
            (task,) = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_result(work, task))


def _result(work: Callable[[Any], Any], task: Any) -> Any:
    try:
        return work(task)
    except MattoError as error:
        return Failed(error.sentence, "")
    except Exception:
        return Failed(None, traceback.format_exc())
