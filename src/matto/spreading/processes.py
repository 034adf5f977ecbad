"""Processes of this machine that work on chunks."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from matto.spreading.chunks import done, lost, payload_of, taken

Chunk = TypeVar("Chunk")
Output = TypeVar("Output")


def by_processes(
    work: Callable[[Chunk], Output], chunks: Iterable[Chunk], jobs: int
) -> Generator[Output, None, None]:
    """Do the work on each chunk in several processes; what is finished first comes first."""
    payload = payload_of(work)
    # compiled code and its threads do not survive a fork
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    rest = iter(chunks)
    pending: list[Future[Any]] = []
    try:
        while pending := pending + [
            pool.submit(done, payload, chunk) for chunk in islice(rest, jobs - len(pending))
        ]:
            ready, _ = wait(pending, return_when=FIRST_COMPLETED)
            pending = [one for one in pending if one not in ready]
            yield from (taken(one.result()) for one in ready)
    except KeyboardInterrupt:
        yield from (taken(one.result()) for one in pending if one.done())
        raise
    except BrokenProcessPool as error:
        raise lost() from error
    finally:
        if pending:  # whoever leaves early does not wait for what is under way
            for process in list(pool._processes.values()):
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Begin as a worker, which leaves Ctrl-C to the first process and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
