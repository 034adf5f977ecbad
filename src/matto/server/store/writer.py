"""One thread writes; whatever waits meanwhile goes into its next transaction together."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from matto.server.store.faults import named

T = TypeVar("T")
Job = Callable[[Connection], T]
Waiting = tuple[Job[Any], "Future[Any]"]

MOST_TOGETHER = 256


class Writer:
    """Runs jobs on a connection of its own; a job's future is done once it is on the disk.

    Each job has a savepoint: one that fails takes back its own changes and no other's. When
    the transaction fails as a whole, all its jobs do.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self.transactions = 0
        self._thread = threading.Thread(target=self._work, name="matto store", daemon=True)
        self._thread.start()

    def submit(self, job: Job[T]) -> Future[T]:
        """Let a job be done in the next transaction."""
        if self._closed:
            raise RuntimeError("the store is closed")
        future: Future[T] = Future()
        self._queue.put((job, future))
        return future

    def close(self) -> None:
        """Finish what waits, and stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()

    def _work(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._together()
            if jobs:
                self._transaction(jobs)

    def _together(self) -> tuple[list[Waiting], bool]:
        """Wait for a job, and take along what waits with it; False after the last one."""
        jobs: list[Waiting] = []
        item = self._queue.get()
        while item is not None:
            jobs.append(item)
            if len(jobs) == MOST_TOGETHER or self._queue.empty():
                return jobs, True
            item = self._queue.get()
        return jobs, False

    def _transaction(self, jobs: list[Waiting]) -> None:
        done: list[tuple[Future[Any], Callable[[], None]]] = []
        try:
            with self._engine.begin() as connection:
                done = [(future, _outcome(connection, job, future)) for job, future in jobs]
        except BaseException as error:
            for _, future in jobs:
                future.set_exception(named(error))
            return
        self.transactions += 1
        for _, tell in done:
            tell()


def _outcome(connection: Connection, job: Job[Any], future: Future[Any]) -> Callable[[], None]:
    """Do a job, and give what is to be told once all is on the disk."""
    try:
        with connection.begin_nested():
            result = job(connection)
    except Exception as error:
        if connection.closed or connection.invalidated:
            raise
        found = named(error)
        return lambda: future.set_exception(found)
    return lambda: future.set_result(result)
