"""The lobby over the wire: what a guest is told, who is ready, and what the company says."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from matto.server.tables.views import COURTESIES
from matto.server.web.pages.lobby import qr_code
from server.visitors import GAME, Visitor, play
from server.wire import HOST, Wire

VARIANT = GAME.options[0]
OTHER = next(value for value in VARIANT.values if value != VARIANT.default)
ALL_OPEN = {f"who_{seat}": "open" for seat in range(1, GAME.seats)}
JSON = {"accept": "application/json"}


def test_a_guest_is_told_what_he_sits_down_to_before_he_sits_down(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        host, guest = Visitor(wire), Visitor(wire)
        form = {"limit": "4", "turn": "60", "name": "W" * 24}
        table = await host.open(**ALL_OPEN, **form, **{f"option_{VARIANT.name}": OTHER})
        page = (await guest.get(table)).body.decode()
        for told in ("4 deals", "a minute", "W" * 24, "not ready yet", VARIANT.about):
            assert told in page
        assert f"/rules/{GAME.id}#c{VARIANT.clause}" in page
        as_it_is = (await guest.get(await host.open(**ALL_OPEN))).body.decode()
        assert "none: it is played as the text says" in as_it_is
        assert "until you stop" in as_it_is

    play(scene, tmp_path)


def test_the_link_is_a_qr_code_that_asks_no_other_site(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        host = Visitor(wire)
        table = await host.open(**ALL_OPEN)
        answer = await host.get(f"{table}/qr.svg")
        assert dict(answer.headers)["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(answer.body).tag.endswith("svg")
        assert answer.body == qr_code(f"http://{HOST}{table}")
        assert (await host.get("/t/nothing/qr.svg")).status == 404

    play(scene, tmp_path)


def test_a_table_is_told_to_all_only_if_its_host_says_so_and_somebody_waits(
    tmp_path: Path,
) -> None:
    async def scene(wire: Wire) -> None:
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

    play(scene, tmp_path)


def test_one_host_has_only_a_few_tables_for_anybody_to_join(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        host = Visitor(wire)
        for _ in range(2):
            await host.open(**ALL_OPEN, listed="on")
        refused = await host.post("/tables", {"game": GAME.id, **ALL_OPEN, "listed": "on"})
        assert refused.status == 429
        assert (await host.open(**ALL_OPEN)).startswith("/t/")

    play(scene, tmp_path)


def test_courtesies_are_said_to_all_in_the_language_of_each_and_not_too_often(
    tmp_path: Path,
) -> None:
    async def scene(wire: Wire) -> None:
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

    play(scene, tmp_path)


def test_programs_open_a_table_that_waits_until_all_are_ready(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
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

    play(scene, tmp_path)
