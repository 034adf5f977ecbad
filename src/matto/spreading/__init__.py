"""Work in chunks, done by this process, by several on this machine, or by a Ray cluster.

A chunk is plain data, and what comes of it depends on the chunk alone: on seeds and numbers in
it, never on who does it, or when. So one process, eight of them and a cluster give the same.

>>> from matto.spreading import Resources, spread_in_order
>>> list(spread_in_order(abs, [-3, 2], Resources(jobs=1)))
[3, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from typing import NamedTuple, TypeVar

from matto.engine.words import text
from matto.spreading.chunks import NoCluster, TooFewWorkers, WorkerLost, WorkFailed

Chunk = TypeVar("Chunk")
Output = TypeVar("Output")

__all__ = [
    "ALONE",
    "NoCluster",
    "Resources",
    "TooFewWorkers",
    "WorkFailed",
    "WorkerLost",
    "spread",
    "spread_in_order",
]


class Resources(NamedTuple):
    """Who does the work: so many processes of this machine, or the Ray cluster at an address.

    `auto` is the cluster that runs on this machine, or that `RAY_ADDRESS` names.
    """

    jobs: int = 1
    cluster: str = ""

    @property
    def spreads(self) -> bool:
        """Tell whether others work than this process."""
        return self.jobs > 1 or bool(self.cluster)

    def checked(self) -> Resources:
        """These resources; raises `TooFewWorkers`, and `NoCluster` without Ray."""
        if self.jobs < 1:
            raise TooFewWorkers(
                text("At least one process has to play, not {jobs}.", jobs=self.jobs)
            )
        if self.cluster:
            from matto.spreading.cluster import imported

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
        from matto.spreading.cluster import by_cluster

        return by_cluster(work, chunks, resources.cluster)
    if resources.jobs == 1:
        return _here(work, chunks)
    from matto.spreading.processes import by_processes

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


def _here(
    work: Callable[[Chunk], Output], chunks: Iterable[Chunk]
) -> Generator[Output, None, None]:
    yield from map(work, chunks)
