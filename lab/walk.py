"""How far does a call walk through the house? `python lab/walk.py`.

Counts calls, distinct functions, files, and hand-overs between files and between rooms, of
matto's own Python frames only (`sys.setprofile`), for

- a clicked card: the POST of an action to a table served in this process (calatafimi-2, fourth
  trick, SQLite, a bot is next, no stream is open), until the answer is sent;
- one card of each bot in the fourth trick of mineo-3 and of priestertarock.

A hand-over is a call whose nearest caller of matto's lies in another file, or room. The rooms
are the packages of matto, and within the server its own. What is cached is warm: a card has
been clicked at another table before, and the bot has played in this deal from its start.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import httpx

import matto
from load import HOST, LENGTH, Prepared, append_of, played
from matto.engine.run import Run
from matto.games import game
from matto.players import make_bot
from matto.players.bot_readiness import get_ready
from matto.server.app import create_app
from matto.server.settings import TABLES_FILE, Settings
from matto.server.store import Store

HOUSE = str(Path(matto.__file__).parent) + "/"
TRICK = 3
"""So many tricks have been played before."""

CLICKED, KEY = "calatafimi-2", "walk"
GAMES = ("priestertarock", "mineo-3")
BOTS = ("rule", "quick", "strong")


class Walk:
    """What was called, and from where."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        self.files = self.rooms = 0
        self.counting = False

    @contextmanager
    def count(self) -> Iterator[None]:
        """Count all calls of this thread, and of those that `everywhere` has seen begin."""
        self.counting = True
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.counting = False

    @contextmanager
    def everywhere(self) -> Iterator[None]:
        """Let threads that begin now count, too, such as the one of the store."""
        threading.setprofile(self._note)
        try:
            yield
        finally:
            threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _given: object) -> None:
        if not self.counting or event != "call" or not is_ours(frame):
            return
        self.calls[frame.f_code] += 1
        caller = frame.f_back
        while caller is not None and not is_ours(caller):
            caller = caller.f_back
        if caller is not None:
            here, there = frame.f_code.co_filename, caller.f_code.co_filename
            self.files += here != there
            self.rooms += room_of(here) != room_of(there)

    def __str__(self) -> str:
        files = {code.co_filename for code in self.calls}
        by_room: Counter[str] = Counter()
        for code, calls in self.calls.items():
            by_room[room_of(code.co_filename)] += calls
        rooms = ", ".join(f"{room} {calls:,}" for room, calls in by_room.most_common())
        return (
            f"{self.calls.total():,} calls, {len(self.calls)} functions, {len(files)} files, "
            f"{self.files:,} hand-overs between files, {self.rooms:,} between rooms ({rooms})"
        )


def is_ours(frame: FrameType) -> bool:
    """Return whether a frame is one of matto's."""
    return frame.f_code.co_filename.startswith(HOUSE)


def room_of(path: str) -> str:
    """Return the room of a file: its package, within the server the one below."""
    room, *below = path.removeprefix(HOUSE).split("/")[:-1]
    return f"{room}/{below[0]}" if room == "server" and below else room


# -- a clicked card ----------------------------------------------------------------------------


async def clicked() -> Walk:
    """Serve two tables, click a card at each, and return the walk of the second click."""
    walk = Walk()
    with tempfile.TemporaryDirectory(prefix="matto-walk-") as folder:
        tables = [Prepared(letter * LENGTH, CLICKED, (KEY,)) for letter in "ab"]
        store = Store(Path(folder) / TABLES_FILE)
        asked = {}
        for table in tables:
            state, events = in_fourth_trick(table)
            await store.append(append_of(table, state, events))
            asked[table.id] = {"seq": state.seq, "choice": state.run.decision.options[0]}
        store.close()
        app = create_app(Settings(data=Path(folder)))
        with walk.everywhere():
            async with app.lifespan(), client_of(app) as client:
                for table, counted in zip(tables, (Walk(), walk), strict=True):
                    path = f"/api/tables/{table.id}"
                    (await client.get(path)).raise_for_status()  # brings it into memory
                    with counted.count():
                        answer = await client.post(f"{path}/actions", json=asked[table.id])
                    answer.raise_for_status()
    return walk


def client_of(app: Any) -> httpx.AsyncClient:
    """Return a client that asks the server within this process."""
    key = {"authorization": f"Bearer {KEY}"}
    at = f"http://{HOST}:8765"
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=at, headers=key)


def in_fourth_trick(table: Prepared) -> Any:
    """Return a table at which a person leads to the fourth trick, and a bot is next."""
    for attempt in range(1000):
        state, events = played(table, 2 * TRICK, random.Random(attempt), ("", "rule"))
        run = state.run
        if run is not None and run.decision is not None and run.decision.seat == 0:
            return state, events
    raise RuntimeError("the person leads to no fourth trick")


# -- a bot's card ------------------------------------------------------------------------------


def chosen(game_id: str, name: str, seed: int = 1) -> Walk:
    """Return the walk of a bot's card in the fourth trick, lying second or later in it.

    The bot is asked at all questions of its seat before; the others go by the rule of thumb.
    """
    walk, run = Walk(), Run.shuffled(game(game_id), seed=seed)
    bots = [make_bot("rule", run.game, seat) for seat in range(run.game.seats)]
    seats = [make_bot(name, run.game, seat) for seat in range(run.game.seats)]
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        if len(view.tricks) == TRICK and view.lying and len(asked.options) > 1:
            with walk.count():
                seats[asked.seat].choose(view)
            return walk
        seats[asked.seat].choose(view)
        run.do(bots[asked.seat].choose(view))
    return chosen(game_id, name, seed + 1)  # there was none


def main() -> int:
    """Print all walks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bots", default=",".join(BOTS))
    asked = parser.parse_args()
    print(f"a clicked card, {CLICKED}: {asyncio.run(clicked())}")
    get_ready()
    for game_id in GAMES:
        for name in asked.bots.split(","):
            print(f"{name}, {game_id}: {chosen(game_id, name)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
