"""A Ray cluster that works on chunks: many machines, or several workers of one."""

from __future__ import annotations

import os
import pickle
import socket
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from matto import __version__
from matto.engine.options import whole_number
from matto.engine.words import text
from matto.spreading.chunks import Failed, NoCluster, Payload, done, lost, payload_of, taken

ATTEMPTS = 3
"""So many workers a chunk may cost."""

IN_HAND = 2
"""So many chunks for each processor are handed out: the next one waits where it is needed."""

CONNECTS_WITHIN = 5.0
"""Seconds after which a machine that does not answer is given up."""

Chunk = TypeVar("Chunk")
Output = TypeVar("Output")


class Given(NamedTuple):
    """What goes to a worker: the payload, to be read where the same matto is found."""

    version: str
    path: tuple[str, ...]
    body: bytes


def imported() -> Any:
    """Give Ray; raises `NoCluster` where it is not installed."""
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
    """What a worker does, which must have the same rules as whoever asks."""
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
    """The work, where what it is made of is looked for as by whoever asks."""
    sys.path += [folder for folder in path if folder not in sys.path]
    payload: Payload = pickle.loads(body)
    return payload


def _result(ray: Any, one: Any) -> Any:
    try:
        return taken(ray.get(one))
    except _deaths(ray) as error:
        raise lost() from error


def _deaths(ray: Any) -> tuple[type[Exception], ...]:
    """How Ray says that a worker is gone."""
    known = ray.exceptions
    return (known.WorkerCrashedError, known.OutOfMemoryError, known.NodeDiedError)
