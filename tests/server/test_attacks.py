"""What somebody with bad intentions may try, and what comes of it: nothing."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import DBAPIError

from matto.engine.errors import MattoError
from matto.server.http import requests as submitting
from matto.server.http.requests import Display
from matto.server.http.security import COOKIE, SAFE_COOKIE, Viewer
from matto.server.live import streams
from matto.server.live.presence import MOST_KEPT, Presence
from matto.server.live.streams import EventStream, Hub, StreamEvent
from server.stores import open_store
from server.test_api import KEYS, begun, display, played
from server.test_connections import POST, Running, running
from server.visitors import FORM, GAME, Visitor, all_of, one_of, two_at_a_table
from server.wire import Wire

JSON = {"accept": "application/json"}
TABLE = "table"
PROMISE = re.compile('<code id="promise" class="long">([0-9a-f]{64})</code>')


async def finished_table(wire: Wire, **wanted: Any) -> str:
    """A table of two programs, at which a deal is over."""
    table = await begun(wire, **wanted)
    await played(wire, table)
    return table


# -- who somebody is ---------------------------------------------------------------------


@pytest.mark.settings(base_url="https://club.example")
async def test_over_https_a_cookie_that_another_host_can_plant_is_nobodys(wire: Wire) -> None:
    guard = wire.services.guard
    planted = guard.cookie(Viewer("a key that the planter knows"), https=False)
    own = guard.cookie(Viewer("an own key"), https=True)
    asked = {"host": "club.example", "cookie": planted.partition(";")[0]}
    answer = await wire.ask("GET", "/", headers=asked)
    (given,) = all_of(answer, "set-cookie")
    assert given.startswith(f"{SAFE_COOKIE}=")
    asked["cookie"] += "; " + own.partition(";")[0]
    assert all_of(await wire.ask("GET", "/", headers=asked), "set-cookie") == []


async def test_a_page_of_another_site_opens_no_table_where_browsers_tell_the_origin_only(
    wire: Wire,
) -> None:
    visitor = Visitor(wire)
    for origin in ("http://evil.example", "null", "http://[::1"):
        told = {"origin": origin, "content-type": "text/plain"}
        answer = await wire.ask("POST", "/api/tables", {"game": GAME.id}, headers=told)
        assert answer.status == 403
        assert (await visitor.post("/tables", {"game": GAME.id}, origin=origin)).status == 403
    assert await wire.services.tables.store.unfinished() == []


async def test_a_page_that_takes_long_counts_as_several_requests(wire: Wire) -> None:
    wire.limit(1.0)
    visitor = Visitor(wire)
    answers = [await visitor.get(f"/rules?q=fool{number}") for number in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert int(one_of(answers[-1], "retry-after")) > 1


# -- what is shown to whom ---------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("onlookers", [True, False])
async def test_the_deals_of_a_table_without_onlookers_are_shown_to_its_players_only(
    wire: Wire, onlookers: bool
) -> None:
    table = await finished_table(wire, onlookers=onlookers)
    for path in (f"/api/tables/{table}/deals/1", f"/api/tables/{table}/deals/1/shuffle"):
        stranger = await wire.ask("GET", path, key="a-key-of-eve")
        assert stranger.status == (200 if onlookers else 403)
        assert ("SK" in stranger.body.decode()) is onlookers
        assert (await wire.ask("GET", path, key=KEYS[1])).status == 200


@pytest.mark.slow
async def test_a_deal_played_again_has_no_onlookers_where_it_had_none(wire: Wire) -> None:
    table = await finished_table(wire, onlookers=False)
    answer = await wire.ask("POST", f"/t/{table}/deals/1/again", key=KEYS[0])
    again = one_of(answer, "location").rpartition("/")[2]
    assert (await display(wire, again, KEYS[0]))["view"]["hand"]
    assert (await display(wire, again))["view"] is None


async def test_errors_of_the_database_do_not_tell_what_was_asked_for(tmp_path: Path) -> None:
    asked = ("a-table", "a-holder", "a-key")
    async with open_store(tmp_path / "tables.sqlite3") as store:
        with store.writing.begin() as connection:
            connection.exec_driver_sql("DROP TABLE matto_receipts")
        with pytest.raises(MattoError) as failed:
            await store.receipt(*asked)
    cause = failed.value.__cause__
    assert isinstance(cause, DBAPIError)
    assert not [hidden for hidden in asked if hidden in str(cause)]


async def test_the_promise_of_a_shuffle_is_on_the_page_before_its_cards_are_dealt(
    wire: Wire,
) -> None:
    host = Visitor(wire)
    table = await host.open(who_1="open")
    before = await host.seen(table)
    promise = PROMISE.findall(before.page)
    assert (before.phase, len(promise)) == ("gathering", 1)
    assert (await host.post(f"{table}/begin", {"seq": before.seq})).status == 303
    assert PROMISE.findall((await host.seen(table)).page) == promise
    state = await wire.services.tables.state(table.removeprefix("/t/"))
    assert state.promised is not None
    assert promise == [state.promised.promise]
    assert state.promised.secret not in (await host.seen(table)).page


# -- who may do what ---------------------------------------------------------------------


async def test_nobody_lets_a_bot_play_for_somebody_who_is_there(wire: Wire) -> None:
    host, guest, table = await two_at_a_table(wire)
    await host.seen(table)
    answer = await guest.post(f"{table}/stand-in", {"seat": 0}, **JSON)
    assert answer.status == 409
    assert "is at the table" in answer.json["error"]
    assert (await host.post(f"{table}/stand-in", {"seat": 0}, **JSON)).status == 200
    assert (await host.post(f"{table}/return", {}, **JSON)).status == 200


async def test_a_bot_plays_for_one_who_has_gone_and_for_one_who_keeps_all_waiting(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, table = await two_at_a_table(wire)
    state = await wire.services.tables.state(table.removeprefix("/t/"))
    here, gone = (host, guest) if state.waits_for == 1 else (guest, host)
    late, own = (1, 0) if here is host else (0, 1)
    await gone.seen(table)
    assert (await here.post(f"{table}/stand-in", {"seat": late}, **JSON)).status == 409
    monkeypatch.setattr(submitting, "PATIENCE", 0.0)
    assert (await here.post(f"{table}/stand-in", {"seat": late}, **JSON)).status == 200
    assert (await gone.post(f"{table}/return", {}, **JSON)).status == 200
    monkeypatch.setattr(submitting, "PATIENCE", 60.0)
    monkeypatch.setattr(wire.services.presence, "is_here", lambda _table, _holder: False)
    assert (await here.post(f"{table}/stand-in", {"seat": late}, **JSON)).status == 200
    assert own != late


# -- what a request may look like --------------------------------------------------------

MANY_DIGITS = "9" * 5000


async def test_a_number_of_thousands_of_digits_is_none(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    for command, field in (("stand-in", "seat"), ("wait", "seq")):
        answer = await visitor.post(f"{table}/{command}", {field: MANY_DIGITS}, **JSON)
        assert answer.status == 422
        assert len(answer.json["error"]) < 200
    assert (await visitor.get(f"/?players={MANY_DIGITS}")).status == 200


async def test_a_form_that_is_none_is_not_understood(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    token = {"x-csrf-token": visitor.token, "cookie": f"{COOKIE}={visitor.cookies[COOKIE]}"}
    for kind in ("multipart/form-data", "multipart/form-data; boundary=b", FORM[TYPE]):
        headers = {**token, TYPE: kind}
        answer = await wire.ask("POST", f"{table}/say", b"\xff%ed\x00", headers=headers)
        assert answer.status in {400, 422}


TYPE = "content-type"

# -- very many at once -------------------------------------------------------------------


class Crowd:
    """Many who look at one table, and how often one of them was asked what is new."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.asked = 0
        self.last: dict[int, bytes] = {}

    async def news(self) -> bytes:
        self.asked += 1
        return StreamEvent("presence", str(len(self.hub.present(TABLE)))).encoded()

    async def receive(self) -> Any:
        await asyncio.Event().wait()

    def comes(self, number: int) -> asyncio.Task[None]:
        """One more."""

        async def send(message: Any) -> None:
            self.last[number] = message.get("body", b"")

        stream = EventStream(self.hub, TABLE, f"holder {number}", self.news)
        scope: Any = {"type": "http", "headers": []}
        return asyncio.create_task(stream(scope, self.receive, send))

    def all_know(self, many: int) -> bool:
        """Tell whether everybody has been told how many they are."""
        return all(f"data: {many}\n".encode() in told for told in self.last.values())


@pytest.mark.slow
async def test_hundreds_who_come_at_once_are_not_told_of_each_other_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "A_MOMENT", 0.5)
    many, crowd, tasks = 300, Crowd(), []
    for number in range(many):
        tasks.append(crowd.comes(number))
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        while not crowd.all_know(many):
            await asyncio.sleep(0.01)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert crowd.asked < 60 * many


def test_tables_that_are_looked_at_elsewhere_are_forgotten_in_time() -> None:
    now = 0.0
    presence = Presence(Hub(lambda: now), lambda: now)
    for number in range(MOST_KEPT):
        presence.receive("another worker", {f"table {number}": ("somebody",)})
    now = 100.0
    presence.receive("another worker", {TABLE: ("somebody",)})
    assert len(presence.elsewhere) == 1


@pytest.mark.slow
async def test_what_is_made_once_is_never_made_for_one_and_shown_to_another(wire: Wire) -> None:
    host, guest, table = await two_at_a_table(wire)
    render = wire.services.render_cache.fragment
    state = await wire.services.tables.state(table.removeprefix("/t/"))
    looks = (Display(), Display("de"), Display(theme="dark"))
    shown: dict[str, set[str]] = {}
    for visitor in (host, guest, Visitor(wire)):
        await visitor.get("/")
        key = visitor.cookies[COOKIE].rpartition(".")[0]
        for look in looks:
            made = render(state, Viewer(key).holder, look)
            shown.setdefault(made, set()).add(key)
    assert [len(viewers) for viewers in shown.values()] == [1] * 3 * 2  # two languages


# -- requests that once made the server fail, or do far more than they are worth -----------

SENT_FORM = POST.replace(b"/api/tables", b"/look").replace(b"json", b"x-www-form-urlencoded")
BROKEN = b'{"name":"\xff"}'


async def test_a_body_that_is_not_utf_8_is_refused_with_a_sentence(wire: Wire) -> None:
    table = (await wire.ask("POST", "/api/tables", {"game": GAME.id})).json["table"]
    for path in ("", f"/{table}/seats/0", f"/{table}/actions"):
        answer = await wire.ask("POST", f"/api/tables{path}", BROKEN)
        assert answer.status == 422
        assert answer.json["error"] == "The body is not written in UTF-8."


@pytest.mark.slow
async def test_a_number_that_is_none_is_marked_in_the_form(wire: Wire) -> None:
    visitor = Visitor(wire)
    await visitor.get("/")
    for field in ("turn", "pace", "limit"):
        for value in ("inf", "-inf", "nan", "1e400", "9" * 400):
            answer = await visitor.post("/tables", {"game": GAME.id, field: value})
            assert answer.status == 422, (field, value)
            assert re.search(rb'class="[^"]*fault', answer.body) or b"error" in answer.body


BACK = {
    "/rules/%5cevil": "/rules/%5Cevil",
    "/rules/mineo-3?q=%5c": "/rules/mineo-3?q=%5c",
    "/é": "/%C3%A9",
    "/t/x/deals/1?at=3&eyes=open": "/t/x/deals/1?at=3&eyes=open",
    "/rules?q=due \r\nX: 1“": "/rules?q=due%20X:%201%E2%80%9C",
    "/a\x00b\x7f": "/a%00b%7F",
    "/\t/evil.example": "/",
    "//[": "/",
    "/%C3%A9": "/%C3%A9",
    "/%5cevil.example": "/",
    "/%2fevil.example": "/",
    "//evil.example": "/",
    "/\\evil.example": "/",
    "https://evil.example/": "/",
    "/%0d%0aSet-Cookie:%20a=b": "/%0D%0ASet-Cookie%3A%20a%3Db",
}


@pytest.mark.slow
async def test_a_path_to_come_back_to_is_written_once_and_is_always_our_own(
    wire: Wire,
) -> None:
    visitor = Visitor(wire)
    await visitor.get("/")
    for back, location in BACK.items():
        answer = await visitor.post("/look", {"back": back, "theme": "dark"})
        assert one_of(answer, "location") == location, back


@pytest.mark.slow
@pytest.mark.parametrize(
    "begun",
    [POST + b'Content-Length: 100\r\n\r\n{"a', SENT_FORM + b"Content-Length: 100\r\n\r\nba"],
    ids=["json", "form"],
)
def test_who_goes_away_amidst_a_request_is_no_failure(
    begun: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "matto.server")
    with running(tmp_path) as server:
        gone(server, begun)
        until = time.monotonic() + 60
        while "was not sent to its end" not in caplog.text:
            assert time.monotonic() < until
            time.sleep(0.02)
        figures = httpx.get(f"{server.url}/metrics").text
    assert 'status="400"' in figures
    assert 'status="500"' not in figures
    assert 'error="ClientGone"' in figures
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def gone(server: Running, begun: bytes) -> None:
    """Send a part of a request, and go away when the server has it."""
    with server.line(begun):
        time.sleep(0.2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/about", {"accept-language": "de;q=0.1," * 1700}),
        ("/about", {"cookie": "a=b; " * 3000}),
        ("/rules?q=" + "a+" * 7000, {}),
        ("/rules?q=" + "+".join(f"x{number}" for number in range(3000)), {}),
    ],
    ids=["languages", "cookies", "repeated", "many"],
)
async def test_what_fills_the_head_of_a_request_takes_no_longer_than_a_page(
    wire: Wire, path: str, headers: dict[str, str]
) -> None:
    await wire.ask("GET", path, headers=headers)
    took = []
    for _ in range(3):  # other threads of this process may have been at work
        begun = time.process_time()
        assert (await wire.ask("GET", path, headers=headers)).status == 200
        took.append(time.process_time() - begun)
    assert min(took) < 0.25
