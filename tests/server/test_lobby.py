"""The lobby and the first page: who sits down with whom, who is ready, what is put away."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from matto.players.bots import NOVICE, USUAL
from matto.server.http.requests import Services, presence_at
from matto.server.live.presence import Present
from matto.server.tables.views import COURTESIES, chairs_of
from matto.server.web.new_table import qr_code
from server.markup import Markup
from server.visitors import GAME, Visitor, one_of
from server.wire import HOST, Wire

VARIANT = GAME.options[0]
OTHER = next(value for value in VARIANT.values if value != VARIANT.default)
ALL_OPEN = {f"who_{seat}": "open" for seat in range(1, GAME.seats)}
JSON = {"accept": "application/json"}


async def test_a_guest_is_told_what_he_sits_down_to_before_he_sits_down(wire: Wire) -> None:
    host, guest = Visitor(wire), Visitor(wire)
    form = {"limit": "4", "turn": "60", "name": "W" * 24}
    table = await host.open(**ALL_OPEN, **form, **{f"option_{VARIANT.name}": OTHER})
    page = (await guest.get(table)).body.decode()
    for told in ("4 deals", "a minute", "W" * 24, "not ready yet", VARIANT.about):
        assert told in page
    assert f"/rules/{GAME.id}#c{VARIANT.clause}" in page
    as_it_is = (await guest.get(await host.open(**ALL_OPEN))).body.decode()
    assert "none: it is played as we read the text" in as_it_is
    assert "until you stop" in as_it_is


async def test_the_link_is_a_qr_code_that_asks_no_other_site(wire: Wire) -> None:
    host = Visitor(wire)
    table = await host.open(**ALL_OPEN)
    answer = await host.get(f"{table}/qr.svg")
    assert dict(answer.headers)["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.body).tag.endswith("svg")
    assert answer.body == qr_code(f"http://{HOST}{table}")
    assert (await host.get("/t/nothing/qr.svg")).status == 404


async def test_a_table_is_told_to_all_only_if_its_host_says_so_and_somebody_waits(
    wire: Wire,
) -> None:
    host, stranger = Visitor(wire), Visitor(wire)
    secret = await host.open(**ALL_OPEN)
    told = await host.open(**ALL_OPEN, listed="on")
    full = await host.open(listed="on")
    assert told not in (await stranger.get("/")).body.decode()
    for table in (secret, told, full):
        await host.seen(table)
    first_page = (await stranger.get("/")).body.decode()
    assert told in first_page
    assert secret not in first_page
    assert full not in first_page
    assert (await host.get("/")).body.decode().count(f'href="{told}"') == 1


async def test_one_host_has_only_a_few_tables_for_anybody_to_join(wire: Wire) -> None:
    host = Visitor(wire)
    for _ in range(2):
        await host.open(**ALL_OPEN, listed="on")
    refused = await host.post("/tables", {"game": GAME.id, **ALL_OPEN, "listed": "on"})
    assert refused.status == 429
    assert (await host.open(**ALL_OPEN)).startswith("/t/")


@pytest.mark.slow
async def test_courtesies_are_said_to_all_in_the_language_of_each_and_not_too_often(
    wire: Wire,
) -> None:
    host, guest = Visitor(wire), Visitor(wire, "de")
    table = await host.open(**ALL_OPEN)
    assert (await guest.post(f"{table}/sit", {"seat": 1, "name": "Bea"})).status == 303
    assert (await host.post(f"{table}/greet", {"courtesy": "health"}, **JSON)).status == 200
    assert "<q>Zum Wohl!</q>" in (await guest.get(table)).body.decode()
    assert "<q>To your health!</q>" in (await host.get(table)).body.decode()
    seen = await wire.ask("GET", f"/api/tables{table.removeprefix('/t')}")
    said = json.loads(seen.body)["greetings"]
    assert [(one["seat"], one["courtesy"]) for one in said] == [(0, "health")]
    foreign = await guest.post(f"{table}/greet", {"courtesy": "<b>"}, **JSON)
    assert foreign.status == 422
    answers = [
        (await host.post(f"{table}/greet", {"courtesy": one}, **JSON)).status
        for one in list(COURTESIES)[:4]
    ]
    assert answers == [200, 200, 429, 429]


async def test_programs_open_a_table_that_waits_until_all_are_ready(wire: Wire) -> None:
    async def send(path: str, body: object, key: str = "") -> dict[str, str]:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        headers["content-type"] = "application/json"
        answer = await wire.ask("POST", path, json.dumps(body).encode(), headers=headers)
        assert answer.status < 300, answer.body
        found: dict[str, str] = json.loads(answer.body)
        return found

    table = (await send("/api/tables", {"game": GAME.id, "when_ready": True}))["table"]
    at = f"/api/tables/{table}"
    keys = [
        (await send(f"{at}/seats/{seat}", {"name": f"P{seat}"}))["key"]
        for seat in range(GAME.seats)
    ]
    for deed in ({"ready": ""}, {"not_ready": True}, {"greet": "luck"}, {"ready": ""}):
        await send(f"{at}/actions", deed, keys[0])
    for key in keys[1:]:
        assert json.loads((await wire.ask("GET", at)).body)["phase"] == "gathering"
        await send(f"{at}/actions", {"ready": ""}, key)
    assert json.loads((await wire.ask("GET", at)).body)["phase"] == "playing"


# -- bots that think must get ready first -------------------------------------------------


def services(*, preparing: bool) -> Services:
    """As much of a server as is asked here."""
    presence = SimpleNamespace(at=lambda _state: Present((0,), 2))
    parts: Any = SimpleNamespace(
        presence=presence, bot_pool=SimpleNamespace(is_preparing=preparing, delay=0.0)
    )
    return cast(Services, parts)


def told(*, preparing: bool, bots: tuple[str, ...]) -> Present:
    """Who is told to be at a table with these bots."""
    state: Any = SimpleNamespace(chairs=chairs_of(bots), waits_for=None)
    return presence_at(services(preparing=preparing), state)


def test_a_table_tells_that_its_bots_get_ready_and_when_they_are() -> None:
    bots = ("", "strong", "rule")
    assert told(preparing=True, bots=bots) == Present((0,), 2, preparing=True)
    assert told(preparing=False, bots=bots) == Present((0,), 2)


@pytest.mark.parametrize("bots", [("", "rule", "random"), ("", "", "")])
def test_a_table_without_bots_that_think_waits_for_nothing(bots: tuple[str, ...]) -> None:
    assert told(preparing=True, bots=bots) == Present((0,), 2)


# -- the first match is against opponents one can beat ------------------------------------


async def opponents(visitor: Visitor) -> set[str]:
    """Who would play the other seats of a new table."""
    page = Markup((await visitor.get("/new/mineo-3")).body.decode())
    return {
        option.attributes["value"]
        for option in page.all("option")
        if "selected" in option.attributes
        and option.around is not None
        and option.around.attributes.get("name") in {"who_1", "who_2"}
    }


async def test_ones_first_match_is_against_beginners_and_the_next_as_usual(wire: Wire) -> None:
    visitor = Visitor(wire)
    assert await opponents(visitor) == {NOVICE.bot}
    opened = await visitor.post("/tables", {"game": "mineo-3"})
    address = dict(opened.headers)["location"]
    people = (await visitor.get(f"/api{address.replace('/t/', '/tables/')}")).json
    assert [one["bot"] for one in people["players"][1:]] == [NOVICE.bot] * 2
    assert await opponents(visitor) == {USUAL}


async def test_who_chooses_is_taken_at_his_word(wire: Wire) -> None:
    visitor = Visitor(wire)
    chosen = {"game": "mineo-3", "who_1": USUAL, "who_2": "random"}
    address = dict((await visitor.post("/tables", chosen)).headers)["location"]
    people = (await visitor.get(f"/api{address.replace('/t/', '/tables/')}")).json
    assert [one["bot"] for one in people["players"][1:]] == [USUAL, "random"]


# -- tables on the first page -------------------------------------------------------------


async def listed(visitor: Visitor, table: str) -> bool:
    """Tell whether a table is on somebody's first page."""
    return f'href="{table}"' in (await visitor.get("/")).body.decode()


async def test_a_table_put_away_is_gone_from_ones_own_page_and_from_nobody_elses(
    wire: Wire,
) -> None:
    host, friend = Visitor(wire), Visitor(wire)
    table, other = await host.open(who_1="open"), await host.open()
    sat = await friend.post(f"{table}/sit", {"seat": 1, "name": "Bea", "seq": 1})
    assert sat.status == 303
    answer = await host.post("/put-away", {"table": table.removeprefix("/t/")})
    assert (answer.status, one_of(answer, "location")) == (303, "/")
    assert not await listed(host, table)
    assert await listed(host, other)
    assert await listed(friend, table)
    assert (await host.seen(table)).seat == "0"


async def test_only_own_tables_are_remembered_as_put_away(wire: Wire) -> None:
    host, friend = Visitor(wire), Visitor(wire)
    first, second = await host.open(), await host.open()
    away = sorted(table.removeprefix("/t/") for table in (first, second))
    for table in (*away, "x" * 3000, "a.b"):
        await host.post("/put-away", {"table": table})
    assert sorted(host.cookies["put_away"].split(".")) == away
    await friend.post("/put-away", {"table": away[0]})
    assert not friend.cookies["put_away"].strip('"')


@pytest.mark.slow
async def test_a_finished_match_is_found_on_the_first_page(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open(limit=1)
    await visitor.play_on(table)
    page = (await visitor.get("/")).body.decode()
    assert f'href="{table}"' in page[page.index('id="finished"') :]


async def test_a_match_given_up_before_a_deal_was_over_is_not_listed(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    assert await listed(visitor, table)
    await visitor.post(f"{table}/close")
    assert not await listed(visitor, table)
