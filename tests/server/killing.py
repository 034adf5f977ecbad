"""Programs that play whole deals while the server is killed again and again.

A table's seats are played by chance through the open interface; some tables have bots, too. A
request that is cut off is sent again, word for word, when the server is back. `Power` kills.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from matto.engine.game import Game
from matto.games import catalogue
from served import Served
from server.history import Acknowledged, History

Json = dict[str, Any]
Trouble = Callable[["Power"], Awaitable[None]]
"""What befalls a server, and its end."""

Deeds = tuple[int, int]

PATIENCE = 60.0
RESTS_EVERY = 20
"""After the first deed and then so many, a table lets its pages be compared over a failure."""
SPEAKS_ONCE_IN = 5
TWO_DEALS_ONCE_IN = 3
BOT_THINKS = 0.01
LOOK_AGAIN = 0.005
IN_THE_MIDDLE = 0.03
"""Seconds in which a few requests are begun and ended: the server is killed among them."""
AT_LATEST = 3.0
REFUSED = frozenset({409, 422})
UNAVAILABLE = 503
REST = 0.05


class CutOff(Exception):
    """The server went away while a request was on its way that cannot be repeated."""


@dataclass
class Tally:
    """What happened in all, so that a test knows that it has tested something."""

    deals: int = 0
    acknowledged: int = 0
    cut_off: int = 0
    unavailable: int = 0
    repeated: int = 0
    refused: int = 0
    compared_pages: int = 0
    compared_states: int = 0


async def kill_and_start(power: Power) -> None:
    """End a server as when the power fails, and start it again."""
    await asyncio.to_thread(power.served.kill)
    power.on.clear()
    await asyncio.to_thread(power.served.start)


class Power:
    """Lets a server meet with a trouble at random moments: else it is killed and started again.

    Moments are counted in deeds, so that a slow machine is not killed before it has done any.
    """

    def __init__(
        self,
        served: Served,
        rng: random.Random,
        deeds: Deeds,
        tally: Tally,
        trouble: Trouble | None = None,
        most: int | None = None,
    ) -> None:
        self.served, self.rng, self.deeds, self.tally = served, rng, deeds, tally
        self.most = most
        self.trouble = kill_and_start if trouble is None else trouble
        self.on = asyncio.Event()
        self.on.set()
        self.failures = 0
        self.over = False

    async def fail_again_and_again(self) -> None:
        """Make trouble until the deals are played, or there has been enough."""
        while self.goes_on:
            await self._work(self.rng.randint(*self.deeds))
            await asyncio.sleep(self.rng.uniform(0, IN_THE_MIDDLE))
            if self.over:
                return
            await self.trouble(self)
            self.failures += 1
            self.on.set()

    @property
    def goes_on(self) -> bool:
        """Whether there will be trouble once more."""
        return not self.over and self.failures != self.most

    async def _work(self, deeds: int) -> None:
        """Let so many deeds be done, or as many as are done in a while: all tables may rest."""
        enough, until = self.tally.acknowledged + deeds, time.monotonic() + AT_LATEST
        while self.tally.acknowledged < enough and time.monotonic() < until and not self.over:
            await asyncio.sleep(LOOK_AGAIN)

    async def next_failure(self) -> bool:
        """Wait until the server has failed once more and is back; False if it never will."""
        before = self.failures
        while self.failures == before and self.goes_on:
            await asyncio.sleep(LOOK_AGAIN)
        return self.failures > before


@dataclass
class Chair:
    """A seat at a table that we play, and how much of the table it has seen."""

    seat: int
    key: str
    seq: int = 0


class Players:
    """Whoever plays at one table."""

    def __init__(self, power: Power, http: httpx.AsyncClient, tally: Tally, seed: str) -> None:
        self.power, self.http, self.tally = power, http, tally
        self.rng = random.Random(seed)
        self.table = ""
        self.deeds = 0
        self.history = History()
        self.chairs: list[Chair] = []

    # -- asking ----------------------------------------------------------------------------

    async def once(self, path: str, body: Json) -> Json:
        """Send something that is not sent twice."""
        await self.power.on.wait()
        try:
            answer = await self.http.post(path, json=body)
        except httpx.TransportError as error:
            raise CutOff from error
        if answer.status_code == UNAVAILABLE:
            self._note_unavailable(answer)
            raise CutOff
        assert answer.is_success, (path, answer.status_code, answer.text)
        said: Json = answer.json()
        return said

    async def ask(
        self, method: str, path: str, key: str, body: Json | None = None
    ) -> tuple[httpx.Response, bool]:
        """Ask until there is an answer; tells also whether it had to be asked again."""
        again = False
        while True:
            await self.power.on.wait()
            try:
                request = self.http.request(method, path, json=body, headers=_bearer(key))
                answer = await asyncio.wait_for(request, PATIENCE)
            except httpx.TransportError:
                self.tally.cut_off += 1
            else:
                if answer.status_code != UNAVAILABLE:
                    return answer, again
                self._note_unavailable(answer)
                await asyncio.sleep(REST)
            again = True
            await asyncio.sleep(0.01)

    def _note_unavailable(self, answer: httpx.Response) -> None:
        """The server cannot reach its tables: it says so in a sentence."""
        assert answer.text.strip(), "nothing is said"
        self.tally.unavailable += 1

    async def state(self, chair: Chair) -> Json:
        """Get what the chair sees, which is never less than before."""
        answer, _ = await self.ask("GET", f"/api/tables/{self.table}", chair.key)
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        assert state["seq"] >= chair.seq, "what was shown has been forgotten"
        chair.seq = state["seq"]
        self.tally.compared_states += self.history.saw(state, answer.content)
        return state

    # -- a match ---------------------------------------------------------------------------

    async def open(self, game: Game, people: Sequence[int], limit: int) -> None:
        """Set a table up and sit down; when it is cut off, set up another."""
        bots = ["" if seat in people else "rule" for seat in range(game.seats)]
        command = {"game": game.id, "bots": bots, "limit": limit}
        while True:
            try:
                table = await self.once("/api/tables", command)
                self.table, self.chairs = table["table"], []
                self.history = History(self.table)
                for seat in people:
                    path = f"/api/tables/{self.table}/seats/{seat}"
                    taken = await self.once(path, {"name": f"P{seat}"})
                    self.chairs.append(Chair(seat, taken["key"]))
            except CutOff:
                continue
            else:
                return

    async def play(self) -> None:
        """Play until the match is over."""
        chair = self.chairs[0]
        while True:
            state = await self.state(chair)
            if state["phase"] == "over":
                break
            deed = self._deed(state)
            if deed is not None:
                await self._do(chair, state, deed)
                if self.deeds % RESTS_EVERY == 0:
                    await self._rest()
                self.deeds += 1
            chair = await self._next(chair, state, deed)
        self.tally.deals += state["deal"]

    async def _next(self, chair: Chair, state: Json, deed: Json | None) -> Chair:
        """Whose turn it is to look: the seat that is asked, if it is ours."""
        if state["phase"] != "playing":
            return self.rng.choice(self.chairs)
        if deed is not None:
            return chair
        waiting = state["view"]["waiting"]
        asked = [other for other in self.chairs if waiting and other.seat == waiting["seat"]]
        if asked and asked[0] is not chair:
            return asked[0]
        await asyncio.sleep(BOT_THINKS)
        return self.rng.choice(self.chairs)

    def _deed(self, state: Json) -> Json | None:
        if state["phase"] == "between":
            mine = state["players"][state["seat"]]
            return None if mine["ready"] else {"ready": f"{self.rng.getrandbits(64):016x}"}
        if state["phase"] != "playing":
            return None
        view = state["view"]
        if view["asides"] and not self.rng.randrange(SPEAKS_ONCE_IN):
            return {"say": self.rng.choice(view["asides"])}
        if view["question"] is None:
            return None
        return {"choice": self.rng.choice(view["question"]["choices"])}

    async def _do(self, chair: Chair, state: Json, deed: Json) -> None:
        """Send a deed until it is acknowledged or refused."""
        body = {**deed, "seq": state["seq"], "key": uuid4().hex}
        path, sent = f"/api/tables/{self.table}/actions", time.monotonic()
        answer, again = await self.ask("POST", path, chair.key, body)
        if answer.status_code in REFUSED:
            self.tally.refused += 1
            return
        assert answer.status_code in {200, 201}, answer.text
        self.tally.acknowledged += 1
        said, choice = answer.json(), deed.get("choice") or deed.get("say") or ""
        self.history.acknowledged.append(
            Acknowledged(
                sent,
                time.monotonic(),
                body["key"],
                state["seq"],
                said["seq"],
                chair.seat,
                choice,
            )
        )
        assert again or not said["repeated"], "done before it was asked"
        self.tally.repeated += bool(said["repeated"])

    async def _rest(self) -> None:
        """Keep the pages of all chairs, wait for a failure, and find them as they were."""
        await asyncio.sleep(BOT_THINKS)
        before = [await self._page(chair) for chair in self.chairs]
        if not await self.power.next_failure():
            return
        after = [await self._page(chair) for chair in self.chairs]
        for old, new in zip(before, after, strict=True):
            if old[0] == new[0]:
                assert old[1] == new[1], "the page of the same moment looks different"
                self.tally.compared_pages += 1

    async def _page(self, chair: Chair) -> tuple[int, str]:
        """The page as this chair sees it, and its moment."""
        state = await self.state(chair)
        answer, _ = await self.ask("GET", f"/t/{self.table}", chair.key)
        assert answer.status_code == 200, answer.text
        start = answer.text.index('<main id="table"')
        return state["seq"], answer.text[start : answer.text.index("</main>", start)]


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def people_of(seats: int, number: int) -> tuple[int, ...]:
    """Which seats we play at the table of this number: all of them, one, or all but one."""
    return (tuple(range(seats)), (number % seats,), tuple(range(1, seats)))[number % 3]


@asynccontextmanager
async def client(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client with as many connections as it likes."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=64)
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, limits=limits) as http:
        yield http


async def play_while_it_fails(
    served: Served,
    matches: int,
    *,
    tables: int,
    deeds: Deeds,
    seed: int,
    trouble: Trouble | None = None,
    most: int | None = None,
) -> tuple[Tally, int, list[History]]:
    """Play so many matches, of all games in turn, at so many tables at a time.

    Games of few seats come first, and a third of the matches has two deals. Gives what
    happened, how often the server was killed (every so many `deeds`, and so often at the
    most), and what was seen.
    """
    rng, tally, histories = random.Random(seed), Tally(), list[History]()
    power = Power(served, rng, deeds, tally, trouble, most)
    async with client(served.url) as http:
        games = sorted(catalogue().values(), key=lambda game: game.seats)
        numbers = iter(range(matches))

        async def one_after_another() -> None:
            for number in numbers:
                game = games[number % len(games)]
                players = Players(power, http, tally, f"{seed}/{number}")
                await players.open(
                    game,
                    people_of(game.seats, number),
                    limit=1 + (number % TWO_DEALS_ONCE_IN == 0),
                )
                await players.play()
                histories.append(players.history)

        # a server that does not start again ends it: else all would wait for it for ever
        async with asyncio.TaskGroup() as together:
            together.create_task(power.fail_again_and_again())
            try:
                await asyncio.gather(*(one_after_another() for _ in range(tables)))
            finally:
                power.over = True
    return tally, power.failures, histories
