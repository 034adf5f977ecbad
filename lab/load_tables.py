"""How a server bears many tables at once: `python lab/load_tables.py`.

One server process, held to one core, serves tables in the middle of their deals, games in
turn; this process, on another core, keeps their streams open and acts at random tables, so many
times a second. Measured is the time from sending an action to the arrival of the whole new
state, drawn for its viewer, on each of the table's streams. Everything stays on the loopback
address, in a folder that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from load_prepared import Prepared, prepare
from load_wire import HOST, Doors, Stream, Watched, watched

SERVER_CORE, CLIENT_CORE = 0, 1
SECONDS_TO_START = 30
SECONDS_TO_SETTLE = 60
SECONDS_TO_ARRIVE = 5
OPENED_AT_ONCE = 20
NOBODY_LOOKS = "matto_streams 0.0\n"
"""What a server's figures say when all streams have ended."""

PERCENTILES = (50, 90, 95, 99, 99.9, 100)
SAID = 12
"""Lines of the server's log that are shown, after the two with which it begins."""

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """What a run has shown: times in seconds, answers by status, and the server's cost."""

    states: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    missing: int = 0
    late_starts: int = 0
    streams: int = 0
    streams_lost: int = 0
    seconds: float = 0.0
    server_cpu: float = 0.0
    client_cpu: float = 0.0
    other_cpu: float = 0.0
    memory: int = 0

    @property
    def errors(self) -> int:
        """Answers that are neither done nor too late, and states that never came."""
        failed = sum(n for status, n in self.statuses.items() if status not in {200, 409})
        return failed + self.missing + self.streams_lost


def main(arguments: Sequence[str] | None = None) -> int:
    """Prepare, serve, drive, report."""
    wanted = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="matto-load-") as folder:
        tables = prepare(Path(folder), wanted.tables, wanted.streams, wanted.seed)
        with server(Path(folder), wanted.profile) as (process, port):
            _pin(0, CLIENT_CORE)
            done = asyncio.run(drive(tables, port, process.pid, wanted))
    report(done, wanted)
    return 1 if done.errors else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--streams", type=int, default=4, help="at each table")
    parser.add_argument("--rate", type=float, default=100.0, help="actions a second, in all")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="streams are not sent packed")
    parser.add_argument(
        "--profile", help="write the server's cProfile there; it is slower then"
    )
    return parser


# -- the server ----------------------------------------------------------------------------


@contextmanager
def server(
    folder: Path, profile: str | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run `matto serve` on one core, with nobody's patience limited."""
    with running_server(folder, {}, profile) as (process, port):
        _pin(process.pid, SERVER_CORE)  # its threads and processes are held with it
        yield process, port


@contextmanager
def running_server(
    folder: Path, more: Mapping[str, str], profile: str | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run `matto serve` with some settings, in a folder of its own."""
    port = _free_port()
    settings = {"MATTO_DATA": str(folder), "MATTO_RATE": "100000", "MATTO_THINKERS": "1"}
    profiled = ["-m", "cProfile", "-o", profile] if profile else []
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *profiled, "-m", "matto", "serve", "--port", str(port)],
            env={**os.environ, **settings, **more},
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
        )
    try:
        _wait_for(port, process)
        yield process, port
    finally:
        process.terminate()
        process.wait(30)
        said = (folder / "log").read_text(errors="replace").splitlines()
        print(*said[2:SAID], sep="\n", end="" if len(said) < SAID else "…\n")


def _pin(process: int, core: int) -> None:
    """Hold a process to one core, where the system can do that and has so many."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(process):
        os.sched_setaffinity(process, {core})


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def busy_seconds() -> float:
    """The time that all processors together have been busy so far."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _waiting, *more = map(int, fields)
    return (user + nice + system + sum(more[:2])) / TICKS


def memory_of(pid: int) -> int:
    """The memory that a process holds, in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    held = next(line for line in lines if line.startswith("VmRSS"))
    return int(held.split()[1]) // 1024


# -- the load ------------------------------------------------------------------------------


async def drive(
    tables: Sequence[Prepared], port: int, pid: int, wanted: argparse.Namespace
) -> Measured:
    """Open all streams, act for a while, and wait for what is still on its way."""
    done = Measured()
    there: list[Watched] = []
    for start in range(0, len(tables), OPENED_AT_ONCE):
        some = (
            watched(one, port, packed=not wanted.plain)
            for one in tables[start : start + OPENED_AT_ONCE]
        )
        there += await asyncio.gather(*some)
    await _all_shown(there)
    before, own, busy = cpu_seconds(pid), time.process_time(), busy_seconds()
    began = time.perf_counter()
    await _act(there, Doors(port), wanted, done)
    done.seconds = time.perf_counter() - began
    done.server_cpu, done.client_cpu = cpu_seconds(pid) - before, time.process_time() - own
    done.other_cpu = busy_seconds() - busy - done.server_cpu - done.client_cpu
    await asyncio.sleep(SECONDS_TO_ARRIVE if any(t.sent for t in there) else 0)
    done.memory = memory_of(pid)
    done.states = [one for table in there for one in table.times]
    done.missing = sum(table.awaited for table in there)
    streams = [stream for table in there for stream in table.streams]
    done.streams, done.streams_lost = len(streams), sum(stream.lost for stream in streams)
    await _all_leave(streams, port)
    return done


async def _all_shown(there: Sequence[Watched]) -> None:
    """Wait until every stream has brought its first state, and presence has been told."""
    until = time.monotonic() + SECONDS_TO_SETTLE
    streams = [stream for table in there for stream in table.streams]
    while not all(stream.events for stream in streams):
        if time.monotonic() > until or any(stream.lost for stream in streams):
            raise RuntimeError("not all streams have begun")
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)


async def _all_leave(streams: Sequence[Stream], port: int) -> None:
    """Close all streams, and wait until the server has noticed: then it ends at once."""
    for stream in streams:
        stream.close()
    until = time.monotonic() + SECONDS_TO_SETTLE
    async with httpx.AsyncClient(timeout=SECONDS_TO_SETTLE) as client:
        while time.monotonic() < until:
            if NOBODY_LOOKS in (await client.get(f"http://{HOST}:{port}/metrics")).text:
                break
            await asyncio.sleep(0.1)


async def _act(
    there: Sequence[Watched], doors: Doors, wanted: argparse.Namespace, done: Measured
) -> None:
    """Act at random tables at an even pace; a table has one action on its way at most."""
    rng, loop = random.Random(wanted.seed), asyncio.get_running_loop()
    began, actions = loop.time(), []
    for number in range(int(wanted.rate * wanted.seconds)):
        due = began + number / wanted.rate
        await asyncio.sleep(max(0.0, due - loop.time()))
        done.late_starts += loop.time() - due > 1 / wanted.rate
        if (table := _free_table(there, rng)) is not None:
            actions.append(asyncio.create_task(_one_action(table, doors, rng, done)))
    await asyncio.sleep(max(0.0, began + wanted.seconds - loop.time()))
    await asyncio.gather(*actions)
    doors.close()


def _free_table(there: Sequence[Watched], rng: random.Random) -> Watched | None:
    for _ in range(50):
        table = rng.choice(there)
        if table.sent is None and next(table.turns(), None):
            return table
    return None


async def _one_action(table: Watched, doors: Doors, rng: random.Random, done: Measured) -> None:
    key, choices = rng.choice(list(table.turns()))
    table.before, table.awaited = max(table.seen), len(table.streams)
    table.sent = sent = time.perf_counter()
    form = {"choice": rng.choice(choices), "seq": table.before, "key": f"{sent}"}
    status = await doors.post(f"/t/{table.prepared.id}/act", key, form)
    done.answers.append(time.perf_counter() - sent)
    done.statuses[status] += 1
    if status != 200:  # noqa: PLR2004 - nothing will come of it
        table.sent, table.awaited = None, 0


# -- the report ----------------------------------------------------------------------------


def percentile(times: Sequence[float], share: float) -> float:
    """The time within which a share of all have arrived."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def report(done: Measured, wanted: argparse.Namespace) -> None:
    """Say what was measured."""
    print(
        f"{wanted.tables} tables, {done.streams} streams, "
        f"{sum(done.statuses.values()) / done.seconds:.0f} actions/s for {done.seconds:.0f} s"
    )
    for name, times in (("state on a stream", done.states), ("answer", done.answers)):
        told = "  ".join(f"{p:g} %: {1000 * percentile(times, p):.1f}" for p in PERCENTILES)
        print(f"{name}, {len(times)} times, in ms:  {told}")
    print(
        f"answers by status: {dict(done.statuses)}; states that never came: {done.missing}; "
        f"streams lost: {done.streams_lost}; actions begun late: {done.late_starts}"
    )
    print(
        f"server: {done.server_cpu:.1f} s of processor time "
        f"({100 * done.server_cpu / done.seconds:.0f} % of a core), {done.memory} MiB; "
        f"this process: {done.client_cpu:.1f} s; all others: {done.other_cpu:.1f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
