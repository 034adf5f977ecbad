"""How does a server bear load? `python lab/load.py tables`, `python lab/load.py bots`.

`tables`: one server process, held to one core, serves tables in the middle of their deals. This
process, on another core, keeps their streams open and acts at random tables, so many times a
second. Measured is the time from sending an action to the arrival of the whole new state, drawn
for its viewer, on each of the table's streams.

`bots --bots quick`: a visitor sits at each table, among bots of one strength that answer at
once; asked for something, he takes some seconds and chooses by chance. Measured is the time
from his choice to his next question, for each thing that was done at the table in between. The
same with `rule` shows what the server takes; the rest is thinking.

Everything is on the loopback address, in a folder that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec

from matto.games import catalogue
from matto.players.bots import offered_levels
from matto.server.http.security import holder_of
from matto.server.settings import TABLES_FILE
from matto.server.store import Append, Store
from matto.server.tables.commands import Act, Order, Sit, opening_event
from matto.server.tables.decide import act, apply_with_consequences, decide
from matto.server.tables.events import TableEvent
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase

HOST = "127.0.0.1"
SERVER_CORE, CLIENT_CORE = 0, 1
SECONDS_TO_START, SECONDS_TO_SETTLE, SECONDS_TO_ARRIVE = 30, 60, 5
OPENED_AT_ONCE = 20
PERCENTILES = (50, 90, 95, 99, 100)
SAID = 12
"""Lines of the server's log that are shown, after the two with which it begins."""

TICKS = os.sysconf("SC_CLK_TCK")


# -- the server ----------------------------------------------------------------------------


@contextmanager
def running_server(
    folder: Path, more: Mapping[str, str], profile: str | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run `matto serve` with some settings, in a folder of its own, on a free port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = int(probe.getsockname()[1])
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


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


def _pin(process: int, core: int) -> None:
    """Hold a process to one core, where the system can do that and has so many."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(process):
        os.sched_setaffinity(process, {core})


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def busy_seconds() -> float:
    """Return the time that all processors together have been busy so far."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _waiting, *more = map(int, fields)
    return (user + nice + system + sum(more[:2])) / TICKS


def memory_of(pid: int) -> int:
    """Return the memory that a process holds, in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) // 1024


# -- tables in the middle of their deals, put into a store before a server opens it ---------

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH, MOST_ACTIONS, TRIES = 14, 60, 20


@dataclass(frozen=True)
class Prepared:
    """A table that stands ready: its id, and the keys of those who look at it, seats first."""

    id: str
    game: str
    keys: tuple[str, ...]


async def prepare(folder: Path, tables: int, streams: int, seed: int) -> list[Prepared]:
    """Put tables of all games with at most so many seats into a new store."""
    games = [game.id for game in catalogue().values() if game.seats <= streams]
    rng, store = random.Random(seed), Store(folder / TABLES_FILE)
    there = []
    try:
        for number in range(tables):
            places = range(LENGTH)
            name = "".join(LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in places)
            keys = tuple(f"load {number} {key}" for key in range(streams))
            prepared = Prepared(name, games[number % len(games)], keys)
            await store.append(append_of(prepared, *begun(prepared, rng)))
            there.append(prepared)
    finally:
        store.close()
    return there


def append_of(prepared: Prepared, state: TableState, events: tuple[TableEvent, ...]) -> Append:
    """Return what keeps a table in a store."""
    host = holder_of(prepared.keys[0])
    return Append(prepared.id, 0, events, state.at, state.phase.value, host)


def begun(prepared: Prepared, rng: random.Random) -> tuple[TableState, tuple[TableEvent, ...]]:
    """Return a table in play; if its deal is over, try again with fewer actions."""
    for attempt in range(TRIES):
        actions = rng.randrange(1 + MOST_ACTIONS * (TRIES - attempt) // TRIES)
        state, events = played(prepared, actions, rng)
        if state.phase is Phase.PLAYING:
            return state, events
    raise RuntimeError(f"{prepared.game} is over too soon")


def played(
    prepared: Prepared, actions: int, rng: random.Random, bots: Sequence[str] = ()
) -> tuple[TableState, tuple[TableEvent, ...]]:
    """Open a table, let people sit down where no bot does, and act by chance so many times."""
    at = time.time_ns() // 1_000_000
    seats = catalogue()[prepared.game].seats
    bots = tuple(bots) or ("",) * seats
    order = Order(prepared.game, holder_of(prepared.keys[0]), bots)
    state, events = apply_with_consequences(
        TableState(prepared.id), (opening_event(order),), at
    )
    for seat in (seat for seat, bot in enumerate(bots) if not bot):
        sit = decide(state, Sit(seat, f"Player {seat}"), holder_of(prepared.keys[seat]))
        state, more = apply_with_consequences(state, sit, at)
        events += more
    while actions and state.run is not None and state.run.decision is not None:
        asked = state.run.decision
        acted = act(state, Act(rng.choice(asked.options)), asked.seat)
        state, more = apply_with_consequences(state, acted, at)
        events, actions = events + more, actions - 1
    return state, events


# -- streams and actions, over HTTP as it is on the wire -----------------------------------

CHOICE = re.compile(rb'data-choice="([^"]+)"(?! aria-disabled="true")')
OWN_TURN, EVENT, GZIP = b'data-turn="own"', b"event: state\nid: ", 16
Heard = Callable[[int, float], None]


class Stream:
    """One open stream: keeps the last state, and reports each new one when it is whole."""

    def __init__(self) -> None:
        self.last, self.events, self.lost = b"", 0, False
        self._reading: asyncio.Task[None] | None = None

    async def open(self, path: str, key: str, port: int, heard: Heard, packed: bool) -> None:
        """Ask for the stream, and read it from now on."""
        reader, self._writer = await asyncio.open_connection(HOST, port)
        encoding = "gzip" if packed else "identity"
        self._writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {key}\r\n"
            f"Accept: text/event-stream\r\nAccept-Encoding: {encoding}\r\n\r\n".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        unpacked: Callable[[bytes], bytes] = bytes
        if b"content-encoding: gzip" in head:
            unpacked = zlib.decompressobj(zlib.MAX_WBITS | GZIP).decompress
        self._reading = asyncio.create_task(self._read(reader, unpacked, heard))

    async def _read(
        self, reader: asyncio.StreamReader, unpacked: Callable[[bytes], bytes], heard: Heard
    ) -> None:
        body = bytearray()
        try:
            while size := int(await reader.readuntil(b"\r\n"), 16):
                chunk = await reader.readexactly(size + 2)
                now = time.perf_counter()
                body += unpacked(chunk[:-2])
                while (end := body.find(b"\n\n")) >= 0:
                    event = bytes(body[:end])
                    del body[: end + 2]
                    if event.startswith(EVENT):
                        self.last, self.events = event, self.events + 1
                        heard(int(event[len(EVENT) : event.index(b"\n", len(EVENT))]), now)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        self.lost = True

    def close(self) -> None:
        """Leave."""
        if self._reading is not None:
            self._reading.cancel()
        self._writer.close()

    @property
    def choices(self) -> list[str]:
        """What may be chosen by the viewer, if it is his turn."""
        if OWN_TURN not in self.last:
            return []
        return [word.decode() for word in CHOICE.findall(self.last)]


class Watched:
    """A table with its streams, and the action whose effect they wait for."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.streams = [Stream() for _ in prepared.keys]
        self.seen = [0] * len(prepared.keys)
        self.sent: float | None = None
        self.before = self.awaited = 0
        self.times: list[float] = []

    async def open(self, port: int, packed: bool) -> None:
        """Open all streams."""
        path = f"/t/{self.prepared.id}/stream"
        for number, (key, stream) in enumerate(
            zip(self.prepared.keys, self.streams, strict=True)
        ):
            await stream.open(path, key, port, self.hear(number), packed)

    def hear(self, number: int) -> Heard:
        """Return what notes each state of a stream, and when the awaited one comes."""

        def heard(seq: int, now: float) -> None:
            if self.sent is not None and self.seen[number] <= self.before < seq:
                self.times.append(now - self.sent)
                self.awaited -= 1
                if not self.awaited:
                    self.sent = None
            self.seen[number] = max(self.seen[number], seq)

        return heard

    def turns(self) -> list[tuple[str, list[str]]]:
        """Return the keys that may act now, with their choices."""
        keyed = zip(self.prepared.keys, self.streams, strict=True)
        return [(key, choices) for key, stream in keyed if (choices := stream.choices)]


@dataclass
class Measured:
    """What a run has shown: times in seconds, answers by status, and the server's cost."""

    answers: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    late_starts: int = 0
    seconds: float = 0.0
    server_cpu: float = 0.0
    client_cpu: float = 0.0
    other_cpu: float = 0.0


async def drive(port: int, pid: int, tables: Sequence[Watched], asked: Any) -> Measured:
    """Open all streams, act for a while, and wait for what is still on its way."""
    done = Measured()
    for start in range(0, len(tables), OPENED_AT_ONCE):
        some = tables[start : start + OPENED_AT_ONCE]
        await asyncio.gather(*(table.open(port, not asked.plain) for table in some))
    streams = [stream for table in tables for stream in table.streams]
    async with asyncio.timeout(SECONDS_TO_SETTLE):
        while not all(stream.events for stream in streams):
            await asyncio.sleep(0.1)
    await asyncio.sleep(1)  # presence is told
    before, own, busy = cpu_seconds(pid), time.process_time(), busy_seconds()
    began = time.perf_counter()
    limits = httpx.Limits(max_connections=None, keepalive_expiry=3)
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", limits=limits) as client:
        await _act_at(tables, client, asked, done)
    done.seconds = time.perf_counter() - began
    done.server_cpu, done.client_cpu = cpu_seconds(pid) - before, time.process_time() - own
    done.other_cpu = busy_seconds() - busy - done.server_cpu - done.client_cpu
    await asyncio.sleep(SECONDS_TO_ARRIVE if any(table.awaited for table in tables) else 0)
    return done


async def _act_at(
    tables: Sequence[Watched], client: httpx.AsyncClient, asked: Any, done: Measured
) -> None:
    """Act at random tables at an even pace; a table has one action on its way at most."""
    rng, loop, actions = random.Random(asked.seed), asyncio.get_running_loop(), []
    began = loop.time()
    for number in range(int(asked.rate * asked.seconds)):
        due = began + number / asked.rate
        await asyncio.sleep(max(0.0, due - loop.time()))
        done.late_starts += loop.time() - due > 1 / asked.rate
        tried = (rng.choice(tables) for _ in range(50))
        table = next((one for one in tried if one.sent is None and one.turns()), None)
        if table is not None:
            actions.append(asyncio.create_task(_one_action(table, client, rng, done)))
    await asyncio.sleep(max(0.0, began + asked.seconds - loop.time()))
    await asyncio.gather(*actions)


async def _one_action(
    table: Watched, client: httpx.AsyncClient, rng: random.Random, done: Measured
) -> None:
    key, choices = rng.choice(table.turns())
    table.before, table.awaited = max(table.seen), len(table.streams)
    table.sent = sent = time.perf_counter()
    answer = await client.post(
        f"/t/{table.prepared.id}/act",
        content=urlencode(
            {"choice": rng.choice(choices), "seq": table.before, "key": f"{sent}"}
        ),
        headers={
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        },
    )
    done.answers.append(time.perf_counter() - sent)
    done.statuses[answer.status_code] += 1
    if answer.status_code != httpx.codes.OK:
        table.sent, table.awaited = None, 0


def load_tables(folder: Path, asked: argparse.Namespace) -> int:
    """Prepare, serve, drive, report; return 1 if anything failed or never came."""

    async def driven(port: int, pid: int) -> Measured:
        done = await drive(port, pid, tables, asked)
        for stream in streams:
            stream.close()
        return done

    prepared = asyncio.run(prepare(folder, asked.tables, asked.streams, asked.seed))
    tables = [Watched(one) for one in prepared]
    streams = [stream for table in tables for stream in table.streams]
    with running_server(folder, {}, asked.profile) as (process, port):
        _pin(process.pid, SERVER_CORE)  # its threads and processes are held with it
        _pin(0, CLIENT_CORE)
        done = asyncio.run(driven(port, process.pid))
        memory = memory_of(process.pid)
    acted = sum(done.statuses.values()) / done.seconds
    print(f"{len(tables)} tables, {len(streams)} streams, {acted:.0f} actions/s")
    states = [one for table in tables for one in table.times]
    print(f"state on a stream, {len(states)} times, in ms:  {told(states)}")
    print(f"answer, {len(done.answers)} times, in ms:  {told(done.answers)}")
    missing, lost = sum(table.awaited for table in tables), sum(one.lost for one in streams)
    print(
        f"answers by status: {dict(done.statuses)}; states that never came: {missing}; "
        f"streams lost: {lost}; actions begun late: {done.late_starts}\n"
        f"server: {done.server_cpu:.1f} s of processor time "
        f"({100 * done.server_cpu / done.seconds:.0f} % of a core), {memory} MiB; "
        f"this process: {done.client_cpu:.1f} s; all others: {done.other_cpu:.1f} s"
    )
    fine = done.statuses[httpx.codes.OK] + done.statuses[httpx.codes.CONFLICT]
    return 1 if missing or lost or fine < sum(done.statuses.values()) else 0


# -- visitors among bots -------------------------------------------------------------------

LONGEST = 60.0
"""Seconds within which every request is answered, and a bot has to choose."""


@dataclass
class Waited:
    """What visitors have seen: seconds for each move of the others, and what was refused."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0


class Visitor:
    """Somebody who plays at a table of his own against bots."""

    def __init__(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        self.client, self.rng = client, rng
        self.id, self.table, self.key = "", "", {"authorization": ""}
        self._sent: tuple[float, int] | None = None

    async def open(self, game: str, seats: int, bots: str, name: str = "Guest") -> None:
        """Open a table with bots in all other seats."""
        order = {"game": game, "bots": ["", *[bots] * (seats - 1)], "pace": 0}
        made = (await self.client.post("/api/tables", json=order)).raise_for_status().json()
        self.id, self.table = made["table"], f"/api/tables/{made['table']}"
        self.key = {"authorization": f"Bearer {made['key']}"}
        seat = f"{self.table}/seats/0"
        (await self.client.post(seat, json={"name": name}, headers=self.key)).raise_for_status()

    def answer(self, told: Mapping[str, Any]) -> dict[str, object] | None:
        """Return an action by chance for a state, or None where nothing is asked of him."""
        question = told["view"] and told["view"]["question"]
        if question:
            return {"seq": told["seq"], "choice": self.rng.choice(question["choices"])}
        return {"seq": told["seq"], "ready": ""} if told["phase"] == "between" else None

    async def do(self, action: Mapping[str, object]) -> httpx.Response:
        """Send an action."""
        return await self.client.post(f"{self.table}/actions", json=action, headers=self.key)

    async def play(self, waited: Waited, pause: float) -> None:
        """Answer whatever is asked, until that is broken off."""
        stream = self.client.stream("GET", f"{self.table}/events", headers=self.key)
        async with stream as events:
            async for line in events.aiter_lines():
                if line.startswith("data: "):
                    told = msgspec.json.decode(line[6:])
                    if (action := self.answer(told)) is not None:
                        self._note(told["seq"], waited)
                        await asyncio.sleep(self.rng.uniform(0.0, 2 * pause))
                        self._sent = time.perf_counter(), told["seq"]
                        if (await self.do(action)).status_code != httpx.codes.OK:
                            self._sent, waited.refused = None, waited.refused + 1

    def _note(self, seq: int, waited: Waited) -> None:
        """Note how long the others have kept him waiting, if they did anything."""
        if self._sent is not None and (moves := seq - self._sent[1] - 1) > 0:
            waited.seconds += [(time.perf_counter() - self._sent[0]) / moves] * moves
        self._sent = None


def load_bots(folder: Path, asked: argparse.Namespace) -> int:
    """Serve, let visitors play, report; return 1 if nobody else moved."""
    with running_server(folder, {}) as (_process, port):
        waited = asyncio.run(_visit(f"http://{HOST}:{port}", asked))
    moves = len(waited.seconds)
    print(f"{asked.tables} tables of {asked.bots}: {moves} moves, {waited.refused} refused")
    print(f"milliseconds for a move:  {told(waited.seconds)}")
    return 0 if moves else 1


async def _visit(url: str, asked: argparse.Namespace) -> Waited:
    """Open all tables, then play at them for the time that is wanted."""
    rng, games, waited = random.Random(asked.seed), list(catalogue().values()), Waited()
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=LONGEST, limits=limits) as client:
        visitors = [Visitor(client, rng) for _ in range(asked.tables)]
        for number, visitor in enumerate(visitors):
            game = games[number % len(games)]
            await visitor.open(game.id, game.seats, asked.bots)
        playing = [asyncio.create_task(one.play(waited, asked.pause)) for one in visitors]
        _, pending = await asyncio.wait(playing, timeout=asked.seconds)
        for task in pending:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return waited


# -- the command ---------------------------------------------------------------------------


def told(times: Sequence[float]) -> str:
    """Return the times, in ms, within which shares of all have come."""
    ordered = sorted(times) or [0.0]
    within = {p: ordered[min(len(ordered) - 1, len(ordered) * p // 100)] for p in PERCENTILES}
    return "  ".join(f"{share} %: {1000 * one:.1f}" for share, one in within.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    either = parser.add_subparsers(required=True)
    tables = either.add_parser("tables", help="many tables and streams")
    tables.set_defaults(load=load_tables)
    tables.add_argument("--tables", type=int, default=500)
    tables.add_argument("--streams", type=int, default=4, help="at each table")
    tables.add_argument("--rate", type=float, default=100.0, help="actions a second, in all")
    tables.add_argument("--plain", action="store_true", help="streams are not compressed")
    tables.add_argument("--profile", help="write the server's cProfile there; it is slower")
    bots = either.add_parser("bots", help="how long bots keep people waiting")
    bots.set_defaults(load=load_bots)
    bots.add_argument("--bots", default="quick", choices=[one.bot for one in offered_levels()])
    bots.add_argument("--tables", type=int, default=200)
    bots.add_argument("--pause", type=float, default=4.0, help="of a visitor, on average")
    for one in (tables, bots):
        one.add_argument("--seconds", type=float, default=30.0)
        one.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="matto-load-") as folder:
        return int(asked.load(Path(folder), asked))


if __name__ == "__main__":
    sys.exit(main())
