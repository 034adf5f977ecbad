"""Somebody with a browser without scripts: keeps cookies, sends forms with their token."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from matto.games import catalogue
from server.wire import Answer, Wire

GAME = min(catalogue().values(), key=lambda game: game.seats)
"""The game with the fewest seats."""

FORM = {"content-type": "application/x-www-form-urlencoded"}
TOKEN = re.compile(r'name="csrf" value="([0-9a-f]+)"')
CHOICE = re.compile(
    r'<button form="do" name="choice" value="([^"]+)"(?![^>]*aria-disabled="true")'
)


class Visitor:
    """A browser, from its first visit on."""

    def __init__(self, wire: Wire, language: str = "en") -> None:
        self.wire = wire
        self.cookies: dict[str, str] = {}
        self.headers = {"accept-language": language}
        self.token = ""

    async def get(self, path: str, **headers: str) -> Answer:
        """Follow a link."""
        return await self._ask("GET", path, b"", headers)

    async def get_stream(self, path: str, until: bytes = b"event: presence") -> Answer:
        """Read a stream until it has sent something."""
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**self.headers, "cookie": kept}
        return await self.wire.ask("GET", path, headers=headers, until=until)

    async def post(
        self, path: str, form: Mapping[str, object] | None = None, **headers: str
    ) -> Answer:
        """Send a form, with its token unless the form says otherwise."""
        if not self.token:
            await self.get("/")
        fields = {"csrf": self.token, **(form or {})}
        sent = urlencode({name: str(value) for name, value in fields.items()}).encode()
        return await self._ask("POST", path, sent, {**FORM, **headers})

    async def _ask(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            told["cookie"] = "; ".join(f"{name}={kept}" for name, kept in self.cookies.items())
        answer = await self.wire.ask(method, path, body, headers={**self.headers, **told})
        self._keep(answer)
        return answer

    def _keep(self, answer: Answer) -> None:
        for line in all_of(answer, "set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        found = TOKEN.search(answer.body.decode(errors="replace"))
        if found:
            self.token = found[1]

    async def open(self, **form: object) -> str:
        """Open a table and give its address; one has the first seat, bots answer at once."""
        quick = {f"who_{seat}": "rule" for seat in range(1, GAME.seats)}
        answer = await self.post("/tables", {"game": GAME.id, "pace": 0, **quick, **form})
        assert answer.status == 303, answer.body
        return one_of(answer, "location")

    async def seen(self, table: str) -> Table:
        """Look at a table."""
        answer = await self.get(table)
        assert answer.status == 200
        return Table(answer.body.decode())

    async def own_turn(self, table: str) -> Table:
        """Wait until it is one's turn, or nothing is played any more."""
        while True:
            found = await self.seen(table)
            if found.phase != "playing" or (found.turn == "own" and found.choices):
                return found
            await asyncio.sleep(0.01)

    async def play_on(self, table: str) -> Table:
        """Play the deal to its end by the links and forms of the page."""
        while (found := await self.own_turn(table)).phase == "playing":
            form = {"choice": found.choices[0], "seq": found.seq}
            answer = await self.post(f"{table}/act", form)
            assert (answer.status, one_of(answer, "location")) == (303, table)
        return found


class Table:
    """The page of a table, as far as tests read it."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.seq = int(self._told("seq"))
        self.phase = self._told("phase")
        self.seat = self._told("seat")
        self.turn = self._told("turn")
        self.choices = [html.unescape(choice) for choice in CHOICE.findall(page)]
        start = page.index('<main id="table"')
        self.fragment = page[start : page.index("</main>", start) + len("</main>")]

    def _told(self, name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"', self.page)
        assert found is not None
        return found[1]


def all_of(answer: Answer, header: str) -> list[str]:
    """The values of a header."""
    return [value for name, value in answer.headers if name.lower() == header]


def one_of(answer: Answer, header: str) -> str:
    """The value of a header that is there once."""
    (value,) = all_of(answer, header)
    return value


async def two_at_a_table(wire: Wire) -> tuple[Visitor, Visitor, str]:
    """Two persons who are ready at a table of their own, and its address."""
    host, guest = Visitor(wire), Visitor(wire)
    table = await host.open(who_1="open")
    assert (await guest.post(f"{table}/sit", {"seat": 1, "name": "Bea"})).status == 303
    for one in (host, guest):
        assert (await one.post(f"{table}/ready")).status == 303
    return host, guest, table
