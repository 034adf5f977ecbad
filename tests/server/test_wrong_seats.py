"""What is not one's own to do is refused, and changes nothing, in sampled states.

Whatever the seat that is asked may choose is tried by every other seat, by an onlooker, by a
key that nobody has given out, and without any key, over both ways into the server.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import catalogue
from matto.research.testing.position import Player, questions
from matto.server.tables.store_interface import LENGTH, LETTERS
from matto.server.tables.views import Phase
from samples import many
from server.alike import events_of, holder_of, options_by_chance
from server.markup import without_time
from server.table_views import step
from server.wire import Wire, wired
from sixteen import THREE

POSITIONS = many(4)
EVERY = 9
"""How many steps there are from one sampled position to the next."""

REFUSED = {403, 409, 422}
STRANGERS = {"an onlooker": "a word of an onlooker", "a made-up key": "x" * 32, "nobody": ""}
NOT_FOR_STRANGERS: tuple[dict[str, Any], ...] = (
    {"wait": True},
    {"take_back": True},
    {"ready": "seed"},
    {"begin": True},
    {"stand_in": 0},
    {"come_back": True},
    {"close": True},
    {"say": "silence"},
)


def positions(game: Game, rng: random.Random) -> Iterator[Run]:
    """Deals by chance of a game, now and then: look before asking for the next one."""
    while True:
        run = Run.shuffled(game, seed=rng, options=options_by_chance(game, rng))
        player = Player(rng)
        steps = rng.randrange(EVERY)
        while run.decision is not None:
            if steps % EVERY == 0:
                yield run
            step(run, player, asides=True)
            steps += 1


class Attempts:
    """Attempts of the wrong people at one table, each of which must be refused."""

    def __init__(self, wire: Wire, table: str, tally: Counter[str]) -> None:
        self._wire = wire
        self._table = table
        self._tally = tally

    async def program(self, who: str, key: str, deed: dict[str, Any]) -> None:
        """Try something as a program."""
        path = f"/api/tables/{self._table}/actions"
        answer = await self._wire.ask("POST", path, deed, key=key)
        self._refused(answer.status, who, deed)
        assert answer.json["error"]

    async def browser(self, who: str, key: str, command: str, form: dict[str, str]) -> None:
        """Try something by a form of the page."""
        headers = self._wire.browser(key)
        path, body = f"/t/{self._table}/{command}", urlencode(form).encode()
        answer = await self._wire.ask("POST", path, body, headers=headers)
        self._refused(answer.status, who, form)

    async def seat(self, who: str, key: str, seat: int) -> None:
        """Try to sit down where somebody sits, and to give up what is another's."""
        path = f"/api/tables/{self._table}/seats/{seat}"
        for method, body in (("POST", {"name": "x"}), ("DELETE", None)):
            answer = await self._wire.ask(method, path, body, key=key)
            self._refused(answer.status, who, method)

    def _refused(self, status: int, who: str, what: object) -> None:
        self._tally[who] += 1
        assert status in REFUSED, f"{who} did {what}: {status}"


async def everything(wire: Wire, table: str, run: Run) -> dict[str, object]:
    """How many events the table has, and what everybody is shown of it."""
    found: dict[str, object] = {"facts": len(await wire.services.tables.store.events(table))}
    for seat in (*range(run.game.seats), None):
        key = STRANGERS["an onlooker"] if seat is None else holder_of(seat, None, 0)
        page = await wire.ask("GET", f"/t/{table}", headers=wire.browser(key))
        state = await wire.ask("GET", f"/api/tables/{table}", key=key)
        found[f"{seat}"] = (without_time(page.body), state.body)
    return found


async def tried(wire: Wire, table: str, run: Run, tally: Counter[str]) -> None:
    """Let everybody try what he may not do."""
    attempts = Attempts(wire, table, tally)
    asked = {own.seat: own for own in questions(run)}
    choices = sorted({choice for own in asked.values() for choice in own.options})
    keys = {f"seat {s}": holder_of(s, None, 0) for s in range(run.game.seats) if s not in asked}
    for who, key in (keys | STRANGERS).items():
        for choice in choices:
            await attempts.program(who, key, {"choice": choice})
        await attempts.browser(who, key, "act", {"choice": choices[0]})
    for who, key in STRANGERS.items():
        for deed in NOT_FOR_STRANGERS:
            await attempts.program(who, key, deed)
        for seat in range(run.game.seats):
            await attempts.seat(who, key, seat)
    for seat, own in asked.items():
        for choice in {c for other in asked.values() for c in other.options} - {*own.options}:
            await attempts.program(f"seat {seat}", holder_of(seat, None, 0), {"choice": choice})


def tries_everything(game: Game, folder: Path, count: int) -> Counter[str]:
    """Put up tables in sampled positions, and see that nothing changes in them."""
    tally: Counter[str] = Counter()

    async def scene() -> None:
        async with asyncio.timeout(200), wired(folder) as wire:
            found = positions(game, random.Random(game.id))
            for number in range(count):
                run, table = next(found), "z" * (LENGTH - 1) + LETTERS[number]
                await wire.keep(table, events_of(run, None, 0), Phase.PLAYING)
                before = await everything(wire, table, run)
                await tried(wire, table, run, tally)
                assert await everything(wire, table, run) == before

    asyncio.run(scene())
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_the_wrong_seat_is_refused_and_nothing_changes(game_id: str, tmp_path: Path) -> None:
    tally = tries_everything(catalogue()[game_id], tmp_path, POSITIONS)
    assert all(tally[who] > 4 * POSITIONS for who in STRANGERS)
    assert sum(tally[f"seat {seat}"] for seat in range(5)) > POSITIONS
