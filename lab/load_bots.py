"""How long bots keep people waiting at many tables: `python lab/load_bots.py --bots quick`.

A visitor sits at each table, among bots of one strength that answer at once; asked for
something, he takes some seconds and chooses by chance. Measured is the time from his choice to
his next question, for each thing that was done at the table in between. The same with `rule`
tells what server and driver take; the rest is thinking. Everything is on the loopback address,
in a folder that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec

from load_tables import percentile, running_server
from matto.games import catalogue
from matto.players.registry import offered

PERCENTILES = (50, 90, 95, 99, 100)
LONGEST = 60.0
"""Seconds within which every request is answered, and a bot has to choose."""


@dataclass
class Waited:
    """What visitors have seen: seconds for each move of the others, and what was refused."""

    seconds: list[float] = field(default_factory=list)
    moves: int = 0
    refused: int = 0


class Visitor:
    """Somebody who plays at a table of his own."""

    def __init__(self, client: httpx.AsyncClient, rng: random.Random, pause: float) -> None:
        self.client = client
        self.rng = rng
        self.pause = pause
        self.table, self.key = "", {"authorization": ""}
        self._sent: tuple[float, int] | None = None

    async def open(self, game: str, seats: int, bots: str) -> None:
        """Open a table with bots in all other seats."""
        order = {"game": game, "bots": ["", *[bots] * (seats - 1)], "pace": 0}
        opened = (await self.client.post("/api/tables", json=order)).raise_for_status().json()
        self.table = f"/api/tables/{opened['table']}"
        self.key = {"authorization": f"Bearer {opened['key']}"}
        sat = await self.client.post(
            f"{self.table}/seats/0", json={"name": "Guest"}, headers=self.key
        )
        sat.raise_for_status()

    async def play(self, waited: Waited) -> None:
        """Answer whatever is asked, until that is broken off."""
        stream = self.client.stream("GET", f"{self.table}/events", headers=self.key)
        async with stream as events:
            async for line in events.aiter_lines():
                if line.startswith("data: "):
                    await self._hear(msgspec.json.decode(line[6:]), waited)

    async def _hear(self, told: dict[str, Any], waited: Waited) -> None:
        question = told["view"] and told["view"]["question"]
        deed: dict[str, object] = {"seq": told["seq"]}
        if question:
            deed["choice"] = self.rng.choice(question["choices"])
        elif told["phase"] == "between":
            deed["ready"] = ""
        else:
            return
        self._note(told["seq"], waited)
        await asyncio.sleep(self.rng.uniform(0.0, 2 * self.pause))
        self._sent = time.perf_counter(), told["seq"]
        answer = await self.client.post(f"{self.table}/actions", json=deed, headers=self.key)
        if answer.status_code != httpx.codes.OK:
            self._sent, waited.refused = None, waited.refused + 1

    def _note(self, seq: int, waited: Waited) -> None:
        """Note for how long the others have kept him waiting, if they did anything."""
        if self._sent is None:
            return
        moves = seq - self._sent[1] - 1
        if moves > 0:
            waited.moves += moves
            waited.seconds += [(time.perf_counter() - self._sent[0]) / moves] * moves
        self._sent = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve, play, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", default="quick", choices=[one.bot for one in offered()])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=4.0, help="of a visitor, on average")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="matto-bots-") as folder,
        running_server(Path(folder), {}) as (_process, port),
    ):
        waited = asyncio.run(_visit(f"http://127.0.0.1:{port}", wanted))
    times = "  ".join(
        f"{p:g} %: {1000 * percentile(waited.seconds, p):.1f}" for p in PERCENTILES
    )
    print(
        f"{wanted.tables} tables of {wanted.bots}, {wanted.seconds:.0f} s: {waited.moves} "
        f"moves, {waited.refused} choices refused\nmilliseconds for a move:  {times}"
    )
    return 0 if waited.moves else 1


async def _visit(url: str, wanted: argparse.Namespace) -> Waited:
    """Open all tables, then play at them for the time that is wanted."""
    rng, games, waited = random.Random(wanted.seed), list(catalogue().values()), Waited()
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=LONGEST, limits=limits) as client:
        visitors = [Visitor(client, rng, wanted.pause) for _ in range(wanted.tables)]
        for number, visitor in enumerate(visitors):
            game = games[number % len(games)]
            await visitor.open(game.id, game.seats, wanted.bots)
        playing = [asyncio.create_task(visitor.play(waited)) for visitor in visitors]
        _, pending = await asyncio.wait(playing, timeout=wanted.seconds)
        for task in pending:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return waited


if __name__ == "__main__":
    sys.exit(main())
