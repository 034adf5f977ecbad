"""Does a server stay as small as it is? `python lab/soak.py --seconds 600`.

Tables are opened, looked at and played at by programs and bots, and left in the middle; the
server puts them out of memory and deletes them, both within seconds here. Its figures are read
from time to time. After a third of the time all caches have been filled: if memory, open
handles or tables in the store are higher in the last third than in the middle one, by more than
their own unrest, or if tables are left long after the last guest, the command fails. Everything
is on the loopback address, in a folder that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec

from load import Visitor, running_server
from matto.games import catalogue

MIB = 1 << 20
DAY = 24 * 60 * 60
SHOWN = (
    "matto_memory_bytes{process=server}",
    "matto_memory_bytes{process=bots}",
    "matto_open_handles",
    "matto_tables",
    "matto_tables_in_memory",
    "matto_tables_deleted_total",
    "matto_streams",
    "matto_store_bytes",
)
"""The figures that are printed, each the sum of what is said of it."""

HEADINGS = ("memory", "bots", "handles", "tables", "cached", "deleted", "streams", "store")
IN_MIB = frozenset({"memory", "bots", "store"})
MAY_GROW = {"memory": 3.0, "handles": 5.0, "tables": 10.0}
"""How much more there may be in the last third than in the middle: MiB, handles, tables."""

SHARE_OF_GROWTH = 0.03
ROUNDS = 30
"""How often the time for which a table is kept may pass until the last one is deleted."""

PARTS = 3


@dataclass
class Soaked:
    """What a soak has shown: the figures at each time, and how many tables were left."""

    times: list[float] = field(default_factory=list)
    figures: list[dict[str, float]] = field(default_factory=list)
    left: int = 0
    actions: int = 0
    failed: int = 0
    undeleted: float = 0

    def third(self, number: int, name: str) -> float:
        """The middle value of a figure in a third of the time."""
        length = len(self.figures) // PARTS
        part = self.figures[number * length : (number + 1) * length]
        return statistics.median(found[name] for found in part)

    @property
    def grown(self) -> list[str]:
        """What has grown, in words."""
        told = []
        for name, more in MAY_GROW.items():
            middle, last = self.third(1, name), self.third(2, name)
            if last > middle * (1 + SHARE_OF_GROWTH) + more:
                told.append(f"{name} has grown from {middle:.1f} to {last:.1f}")
        return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve, play, look, report."""
    wanted = _parser().parse_args(arguments)
    kept = str(wanted.keep / DAY)
    settings = {
        "MATTO_REST_MINUTES": str(wanted.keep / 2 / 60),
        "MATTO_KEEP_UNDEALT_DAYS": kept,
        "MATTO_KEEP_UNFINISHED_DAYS": kept,
        "MATTO_KEEP_FINISHED_DAYS": kept,
    }
    with (
        tempfile.TemporaryDirectory(prefix="matto-soak-") as folder,
        running_server(Path(folder), settings) as (_process, port),
    ):
        done = asyncio.run(soak(f"http://127.0.0.1:{port}", wanted))
    return report(done)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--at-once", type=int, default=4, help="tables played at, at a time")
    parser.add_argument("--actions", type=int, default=10, help="before a table is left")
    parser.add_argument("--keep", type=float, default=20.0, help="seconds for which it stays")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two looks")
    parser.add_argument("--pause", type=float, default=0.1, help="before each action")
    parser.add_argument("--seed", type=int, default=1)
    return parser


# -- playing -------------------------------------------------------------------------------


async def soak(url: str, wanted: argparse.Namespace) -> Soaked:
    """Let programs come, play and go, and look at the server meanwhile."""
    done, rng = Soaked(), random.Random(wanted.seed)
    until = time.monotonic() + wanted.seconds
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        guests = [
            asyncio.create_task(_come_and_go(client, until, rng, wanted, done))
            for _ in range(wanted.at_once)
        ]
        print("seconds", *(f"{heading:>8}" for heading in HEADINGS))
        began = time.monotonic()
        while time.monotonic() < until:
            await asyncio.sleep(wanted.every)
            done.times.append(time.monotonic() - began)
            done.figures.append(_figures((await client.get("/metrics")).text))
            row = (f"{done.figures[-1][heading]:8.1f}" for heading in HEADINGS)
            print(f"{done.times[-1]:7.0f}", *row, flush=True)
        await asyncio.gather(*guests)
        done.undeleted = await _undeleted(client, wanted.keep)
    return done


async def _undeleted(client: httpx.AsyncClient, keep: float) -> float:
    """How many tables are in the store long after the last guest has left."""
    for _ in range(ROUNDS):
        await asyncio.sleep(keep)
        tables = _figures((await client.get("/metrics")).text)["tables"]
        if not tables:
            break
    return tables


async def _come_and_go(
    client: httpx.AsyncClient,
    until: float,
    rng: random.Random,
    wanted: argparse.Namespace,
    done: Soaked,
) -> None:
    while time.monotonic() < until:
        try:
            await _play_a_little(client, rng, wanted, done)
        except httpx.HTTPError:
            done.failed += 1
        done.left += 1


async def _play_a_little(
    client: httpx.AsyncClient, rng: random.Random, wanted: argparse.Namespace, done: Soaked
) -> None:
    """Open a table, watch it by a stream, play some cards, and leave it as it is."""
    game, visitor, acted = rng.choice(list(catalogue().values())), Visitor(client, rng), 0
    await visitor.open(game.id, game.seats, "rule", "Soak")
    await client.get(f"/t/{visitor.id}")
    async with client.stream("GET", f"{visitor.table}/events", headers=visitor.key) as stream:
        with suppress(TimeoutError):
            async with asyncio.timeout(30):
                async for line in stream.aiter_lines():
                    if acted == wanted.actions:
                        return
                    if line.startswith("data: "):
                        did = await _act(visitor, line[6:], wanted.pause)
                        acted, done.actions = acted + did, done.actions + did


async def _act(visitor: Visitor, state: str, pause: float) -> int:
    """Answer a question, or be ready for the next deal; return how many actions were done."""
    if (action := visitor.answer(msgspec.json.decode(state))) is None:
        return 0
    await asyncio.sleep(pause)
    answer = await visitor.do(action)
    if answer.is_server_error:
        answer.raise_for_status()
    return int(answer.status_code == httpx.codes.OK)


# -- looking -------------------------------------------------------------------------------


def _figures(page: str) -> dict[str, float]:
    """The figures that are printed, of all that the server tells."""
    found = dict.fromkeys(SHOWN, 0.0)
    for line in page.splitlines():
        name, _, value = line.replace('"', "").rpartition(" ")
        for shown in SHOWN:
            if shown in (name, name.partition("{")[0]):
                found[shown] += float(value)
    named = zip(HEADINGS, found.values(), strict=True)
    return {name: value / MIB if name in IN_MIB else value for name, value in named}


def report(done: Soaked) -> int:
    """Say what has grown; 1 if anything has."""
    print(
        f"{done.left} tables opened and left after {done.actions} actions in all; "
        f"{done.failed} times something failed"
    )
    for name in MAY_GROW:
        thirds = ", ".join(f"{done.third(part, name):.1f}" for part in range(PARTS))
        print(f"{name} in each third: {thirds}")
    print("\n".join(done.grown) or "nothing has grown")
    print(f"{done.undeleted:.0f} tables are left when all have gone")
    return 1 if done.grown or done.undeleted or done.failed > done.left // 10 else 0


if __name__ == "__main__":
    sys.exit(main())
