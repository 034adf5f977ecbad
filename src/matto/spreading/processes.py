"""Processes of this machine that work on chunks; one that dies is replaced."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar

from matto.spreading.chunks import ATTEMPTS, Payload, done, lost, payload_of, taken

PATIENCE = 5.0
"""Seconds that a process is given to end before it is made to."""

Chunk = TypeVar("Chunk")
Output = TypeVar("Output")


def by_processes(
    work: Callable[[Chunk], Output], chunks: Iterable[Chunk], jobs: int
) -> Generator[Output, None, None]:
    """Do the work on each chunk in several processes; what is finished first comes first."""
    pool = _Pool(payload_of(work), jobs)
    try:
        yield from pool.work(iter(chunks))
    finally:
        pool.end()


class _Given(NamedTuple):
    """A chunk that a process works on, and how many it has cost."""

    chunk: Any
    lost: int = 0


class _Pool:
    def __init__(self, payload: Payload, jobs: int) -> None:
        self._payload = payload
        self._workers: dict[Connection, BaseProcess] = {}
        self._given: dict[Connection, _Given] = {}
        for _ in range(jobs):
            self._start()

    def _start(self) -> Connection:
        context = get_context("spawn")  # compiled code and its threads do not survive a fork
        ours, theirs = context.Pipe()
        worker = context.Process(target=_serve, args=(theirs, self._payload), daemon=True)
        worker.start()
        theirs.close()
        self._workers[ours] = worker
        return ours

    def work(self, chunks: Iterator[Any]) -> Iterator[Any]:
        """Hand out chunks and give on results; on Ctrl-C also those that wait to be read."""
        for pipe in tuple(self._workers):
            self._give_next(pipe, chunks)
        try:
            while self._given:
                for pipe in self._ready():
                    yield from self._take(pipe, chunks)
        except KeyboardInterrupt:
            for pipe in self._ready(0):
                yield from self._take(pipe, iter(()))
            raise

    def _ready(self, patience: float | None = None) -> list[Connection]:
        found = wait(list(self._given), patience)
        return [pipe for pipe in self._given if pipe in found]

    def _take(self, pipe: Connection, chunks: Iterator[Any]) -> Iterator[Any]:
        """What a process has to say; one that is gone is replaced, and its chunk done again."""
        given = self._given.pop(pipe)
        try:
            result = pipe.recv()
        except (EOFError, OSError):
            _ended(pipe, self._workers.pop(pipe))
            if given.lost + 1 == ATTEMPTS:
                raise lost() from None
            self._give(self._start(), _Given(given.chunk, given.lost + 1))
            return
        yield taken(result)
        self._give_next(pipe, chunks)

    def _give_next(self, pipe: Connection, chunks: Iterator[Any]) -> None:
        for chunk in chunks:
            self._give(pipe, _Given(chunk))
            return

    def _give(self, pipe: Connection, given: _Given) -> None:
        self._given[pipe] = given
        try:
            pipe.send((given.chunk,))
        except BrokenPipeError:
            return  # it is gone: seen when its result is read

    def end(self) -> None:
        """End all processes, whatever they are doing."""
        for pipe, worker in self._workers.items():
            _ended(pipe, worker)


def _ended(pipe: Connection, worker: BaseProcess) -> None:
    worker.terminate()
    worker.join(PATIENCE)
    if worker.is_alive():
        worker.kill()
        worker.join()
    pipe.close()


def _serve(pipe: Connection, payload: Payload) -> None:
    """What a process does: work on the chunks that it is given until it is ended."""
    # Ctrl-C reaches every process of a terminal; the first one decides when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            (chunk,) = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(done(payload, chunk))
