"""Work in chunks, by processes of this machine or a Ray cluster, with the same results.

A chunk is plain data, and what comes of it depends on the chunk alone: on seeds and numbers in
it, never on who does it, or when. So one process, eight of them and a cluster give the same.

>>> from matto.research.parallel import Resources, spread_in_order
>>> list(spread_in_order(abs, [-3, 2], Resources(jobs=1)))
[3, 2]
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, redirect_stdout
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from matto import __version__
from matto.engine.errors import MattoError
from matto.engine.options import whole_number
from matto.engine.words import Text, text
from matto.players.bots import Registration, own_bots, register_all


class TooFewWorkers(MattoError):
    """Nobody is there to do the work."""


class WorkFailed(MattoError):
    """The work on a chunk ended with an error of matto, whose sentence this is."""


class WorkerLost(MattoError):
    """A chunk whose worker died."""


class NoCluster(MattoError):
    """A cluster that cannot be reached, or that has another matto; or Ray is not installed."""


class Payload(NamedTuple):
    """The input of all workers: the work, and the bots of other people that it may name."""

    work: Callable[[Any], Any]
    bots: tuple[Registration, ...]


class Failed(NamedTuple):
    """A failure in place of a result: a sentence, or what Python printed."""

    sentence: Text | None
    trace: str


def payload_of(work: Callable[[Any], Any]) -> Payload:
    """The work with all that a worker in another process needs to know for it.

    A bot that a program has made of what cannot be sent is known in that program only.
    """
    return Payload(work, tuple(bot for bot in own_bots().values() if _can_be_sent(bot)))


def _can_be_sent(bot: Registration) -> bool:
    try:
        pickle.dumps(bot)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def done(payload: Payload, chunk: Any) -> Any:
    """Do the work on a chunk."""
    register_all(payload.bots)
    try:
        return payload.work(chunk)
    except MattoError as error:
        return Failed(error.sentence, "")
    except Exception:
        return Failed(None, traceback.format_exc())


def taken(result: Any) -> Any:
    """Return a result; raises `WorkFailed`, and `RuntimeError` for what is a mistake."""
    if not isinstance(result, Failed):
        return result
    if result.sentence is None:
        raise RuntimeError(result.trace)
    raise WorkFailed(result.sentence)


def lost() -> WorkerLost:
    """Return what is raised for a chunk whose worker died."""
    return WorkerLost(text("A worker ended before its work did. Is memory short?"))


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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


ATTEMPTS = 3
"""So many workers a chunk may cost."""

IN_HAND = 2
"""So many chunks for each processor are handed out: the next one waits where it is needed."""

CONNECTS_WITHIN = 5.0
"""Seconds after which a machine that does not answer is given up."""


class Given(NamedTuple):
    """The message to a worker: the payload, to be read where the same matto is found."""

    version: str
    path: tuple[str, ...]
    body: bytes


def imported() -> Any:
    """Return Ray; raises `NoCluster` where it is not installed."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of it
    try:
        import ray
    except ImportError as error:
        raise NoCluster(
            text(
                "A cluster needs Ray: {command} brings it.",
                command='python -m pip install "matto[cluster]"',
            )
        ) from error
    return ray


def by_cluster(
    work: Callable[[Chunk], Output], chunks: Iterable[Chunk], address: str
) -> Generator[Output, None, None]:
    """Do the work on each chunk in a cluster; what is finished first comes first.

    Whoever leaves early lets what is handed out run to its end: `ray.cancel` races with answers
    that arrive, and Ray then ends the whole process.
    """
    ray = imported()
    with _joined(ray, address):
        body = ray.cloudpickle.dumps(payload_of(work))
        given = ray.put(Given(__version__, tuple(sys.path), body))
        remote = ray.remote(_do).options(max_retries=ATTEMPTS - 1, num_cpus=1)
        rest = iter(chunks)
        pending: list[Any] = []
        most = IN_HAND * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while pending := pending + [
                remote.remote(given, chunk) for chunk in islice(rest, most - len(pending))
            ]:
                with redirect_stdout(sys.stderr):  # Ray prints there that a worker died
                    ready, pending = ray.wait(pending)
                for one in ready:
                    yield _result(ray, one)
        except KeyboardInterrupt:
            for one in ray.wait(pending, num_returns=len(pending), timeout=0)[0]:
                yield _result(ray, one)
            raise


@contextmanager
def _joined(ray: Any, address: str) -> Iterator[None]:
    """Join the cluster, unless this process is in one already, and leave it at the end."""
    if ray.is_initialized():
        yield
        return
    try:
        _check_reachable(address)
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise NoCluster(
            text(
                "There is no Ray cluster at “{address}” ({why}). Start one with {command}, or "
                "name the address of one.",
                address=address,
                why=str(error).partition("\n")[0],
                command="ray start --head",
            )
        ) from error
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise `OSError` where nobody listens at host:port, for which Ray waits many minutes."""
    host, _, port = address.rpartition(":")
    number = whole_number(port)
    if host and number is not None and "://" not in address:
        socket.create_connection((host, number), CONNECTS_WITHIN).close()


def _do(given: Given, chunk: Any) -> Any:
    """Return what a worker does, which must have the same rules as whoever asks."""
    if given.version != __version__:
        sentence = text(
            "A machine of the cluster has matto {other}, this one {own}: install the same.",
            other=__version__,
            own=given.version,
        )
        return Failed(sentence, "")
    return done(_payload(given.path, given.body), chunk)


@cache
def _payload(path: tuple[str, ...], body: bytes) -> Payload:
    sys.path += [folder for folder in path if folder not in sys.path]
    payload: Payload = pickle.loads(body)
    return payload


def _result(ray: Any, one: Any) -> Any:
    known = ray.exceptions
    try:
        return taken(ray.get(one))
    except (known.WorkerCrashedError, known.OutOfMemoryError, known.NodeDiedError) as error:
        raise lost() from error


class Resources(NamedTuple):
    """The workers: so many processes of this machine, or the Ray cluster at an address.

    `auto` is the cluster that runs on this machine, or that `RAY_ADDRESS` names.
    """

    jobs: int = 1
    cluster: str = ""

    @property
    def spreads(self) -> bool:
        return self.jobs > 1 or bool(self.cluster)

    def checked(self) -> Resources:
        """These resources; raises `TooFewWorkers`, and `NoCluster` without Ray."""
        if self.jobs < 1:
            raise TooFewWorkers(
                text("At least one process has to play, not {jobs}.", jobs=self.jobs)
            )
        if self.cluster:
            imported()
        return self


ALONE = Resources()
"""This process, and nobody else."""


def spread(
    work: Callable[[Chunk], Output], chunks: Iterable[Chunk], resources: Resources = ALONE
) -> Generator[Output, None, None]:
    """Do the work on each chunk; what comes of it is given on as soon as it is there.

    With one process the order is that of the chunks, else any. Chunks are asked for when
    somebody is free, so that they may end when time is up. With more than one process work,
    chunks and results go through pickles. Ctrl-C also gives on what was finished. Raises what
    the work raises, or `WorkFailed` with its sentence; `WorkerLost` when a process of this
    machine dies, or three workers of a cluster at the same chunk; `NoCluster`.
    """
    if resources.cluster:
        return by_cluster(work, chunks, resources.cluster)
    if resources.jobs == 1:
        return (work(chunk) for chunk in chunks)
    return by_processes(work, chunks, resources.jobs)


def spread_in_order(
    work: Callable[[Chunk], Output], chunks: Iterable[Chunk], resources: Resources = ALONE
) -> Generator[Output, None, None]:
    """As `spread`, in the order of the chunks: each result waits for those before it."""
    early: dict[int, Output] = {}
    wanted = 0
    with closing(spread(partial(_numbered, work), enumerate(chunks), resources)) as finished:
        for number, output in finished:
            early[number] = output
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1


def _numbered(work: Callable[[Chunk], Output], chunk: tuple[int, Chunk]) -> tuple[int, Output]:
    return chunk[0], work(chunk[1])
