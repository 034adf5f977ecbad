"""One thread writes; whatever waits meanwhile goes into its next transaction together."""

from __future__ import annotations

import queue
import threading
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from matto.server.store.faults import concerns_all, is_worth_another_try, public_error

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

MOST_TOGETHER = 256
TRIES = 3


class Job(Protocol[T_co]):
    """Something to be written."""

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands in its transaction.

        All workers lock lines in one order, so that none waits for another in a circle.
        """
        ...

    @abstractmethod
    def __call__(self, connection: Connection) -> T_co:
        """Write it; whoever calls takes it back if this fails."""
        ...


Queued = tuple[Job[Any], "Future[Any]"]
Notify = Callable[[], None]


class Writer:
    """Does jobs on a connection of its own; a job's future is done once it is on the disk.

    Each of several has a savepoint: one that fails takes back its own changes and no other's.
    When the transaction fails as a whole, all its jobs do.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Queued | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self.transactions = 0
        self._thread = threading.Thread(target=self._work, name="matto store", daemon=True)
        self._thread.start()

    def submit(self, job: Job[T]) -> Future[T]:
        """Let a job be done in the next transaction."""
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put((job, future))
        return future

    def close(self) -> None:
        """Finish what waits, and stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._batch()
            if jobs:
                self._do(sorted(jobs, key=lambda waiting: waiting[0].place))

    def _batch(self) -> tuple[list[Queued], bool]:
        """Wait for a job, and take along what waits with it; False after the last one."""
        jobs: list[Queued] = []
        item = self._queue.get()
        while item is not None:
            if item[1].set_running_or_notify_cancel():
                jobs.append(item)
            if len(jobs) == MOST_TOGETHER or self._queue.empty():
                return jobs, True
            item = self._queue.get()
        return jobs, False

    def _do(self, jobs: list[Queued]) -> None:
        """Write jobs, and only then tell whoever waits for them."""
        for remaining in reversed(range(TRIES)):
            try:
                notices = self._transaction(jobs)
            except BaseException as error:
                if remaining and is_worth_another_try(error):
                    continue
                failed = public_error(error, self._engine.url)
                notices = [_failing(future, failed) for _, future in jobs]
            break
        for notify in notices:
            notify()

    def _transaction(self, jobs: list[Queued]) -> list[Notify]:
        do = _do_one if len(jobs) > 1 else _do_alone
        with self._engine.begin() as connection:
            notices = [do(connection, job, future) for job, future in jobs]
        self.transactions += 1
        return notices


def _do_alone(connection: Connection, job: Job[Any], future: Future[Any]) -> Notify:
    """Do the only job of a transaction: if it fails, that is taken back as a whole."""
    result = job(connection)
    return lambda: future.set_result(result)


def _do_one(connection: Connection, job: Job[Any], future: Future[Any]) -> Notify:
    """Do a job, and give what is to be told once all is on the disk."""
    savepoint = connection.begin_nested()
    try:
        result = job(connection)
        savepoint.commit()
    except Exception as error:
        if isinstance(error, DBAPIError) and concerns_all(error):
            raise  # the savepoint may be gone already: a full disk takes everything back
        savepoint.rollback()
        return _failing(future, public_error(error, connection.engine.url))
    return lambda: future.set_result(result)


def _failing(future: Future[Any], error: BaseException) -> Notify:
    return lambda: future.set_exception(error)
