"""The page of whoever runs a server, and what players are told when bots are behind."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from matto.server.live.bot_pool import BotPool
from matto.server.web.pages.new_form import PACES
from server.visitors import Visitor, all_of, one_of, play
from server.wire import Wire, events_in

KEY = "operator0key0drawn0by0chance"


def test_without_a_key_in_the_settings_there_is_no_such_page(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        assert (await visitor.get("/operator")).status == 404
        assert (await visitor.post("/operator", {"key": ""})).status == 404
        bearer = {"authorization": "Bearer "}
        assert (await wire.ask("GET", "/operator", headers=bearer)).status == 404

    play(scene, tmp_path)


def test_who_shows_the_key_sees_the_server_until_he_lets_his_browser_forget_it(
    tmp_path: Path,
) -> None:
    async def scene(wire: Wire) -> None:
        visitor, other = Visitor(wire), Visitor(wire)
        table = await visitor.open()
        assert b'type="password"' in (await visitor.get("/operator")).body
        wrong = await visitor.post("/operator", {"key": f"{KEY}x"})
        assert (wrong.status, all_of(wrong, "set-cookie")) == (403, [])
        assert b"This is not the key." in wrong.body
        right = await visitor.post("/operator", {"key": KEY})
        assert (right.status, one_of(right, "location")) == (303, "/operator")
        (cookie,) = all_of(right, "set-cookie")
        assert KEY not in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        page = (await visitor.get("/operator")).body.decode()
        assert re.search(r"<dt>Tables</dt><dd>1 ", page)
        assert table.removeprefix("/t/") not in page
        assert b'type="password"' in (await other.get("/operator")).body
        await visitor.post("/operator/leave")
        assert b'type="password"' in (await visitor.get("/operator")).body

    play(scene, tmp_path, operator_key=KEY)


def test_the_cookie_of_another_key_opens_nothing(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        token = wire.services.guard.operator_token("another key that once was set")
        for shown in (token, "", "x", KEY):
            cookie = {"cookie": f"operator={shown}"}
            page = await wire.ask("GET", "/operator", headers=cookie)
            assert b'type="password"' in page.body

    play(scene, tmp_path, operator_key=KEY)


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("Refused", "Versions")), ("de", ("Abgewiesen", "Tische"))]
)
def test_the_page_tells_of_tables_bots_and_refusals(
    language: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire, language)
        await visitor.open()
        await visitor.get("/t/nobody")
        for number, outcome in enumerate(("fallback", "late", "unready"), start=3):
            wire.services.metrics.bot_answers.labels("rule", outcome).inc(number)
        bearer = {"authorization": f"Bearer {KEY}", "accept-language": language}
        page = (await wire.ask("GET", "/operator", headers=bearer)).body.decode()
        for word in words:
            assert word in page
        assert re.search(r"<code>NoSuchTable</code></th><td class=.number.>404</td>", page)
        (row,) = re.findall(r"<code>rule</code></th>(.*?)</tr>", page)
        assert re.findall(r">(\d+)<", row)[1:] == ["3", "4", "5"]

    play(scene, tmp_path, operator_key=KEY)


# -- when bots are behind ------------------------------------------------------------------


class Behind(BotPool):
    """A bot pool with a long queue."""

    waiting = 0.0

    @property
    def _delay(self) -> float:
        return self.waiting


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.0, 0), (2.9, 0), (3.4, 3), (8.6, 8), (50.0, 30), (900.0, 60)]
)
def test_how_long_bots_wait_is_told_in_few_steps_and_not_at_all_where_it_is_short(
    seconds: float, told: int
) -> None:
    async def scene() -> int:
        pool = Behind(2)
        pool.waiting = seconds
        return pool.delay

    assert asyncio.run(scene()) == told


def test_a_queue_makes_every_question_wait_its_share() -> None:
    async def scene() -> None:
        pool = BotPool(2)
        pool._at_once.waiting, pool._at_once.seconds = 50, 0.35
        assert pool.queue == 48
        assert pool.delay == 8
        told = 0

        def changed() -> None:
            nonlocal told
            told += 1

        pool.on_change = changed
        for _ in range(10):
            pool._note_delay()
        assert told == 1

    asyncio.run(scene())


@pytest.mark.slow
def test_players_are_told_when_the_bot_that_they_wait_for_is_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire, "de")
        table = await visitor.open(pace=max(PACES))
        found = await visitor.own_turn(table)
        monkeypatch.setattr(BotPool, "delay", 8)
        assert "etwa 8 s" not in (await visitor.seen(table)).page
        while found.turn == "own":  # until a bot is asked
            await visitor.post(f"{table}/act", {"choice": found.choices[0], "seq": found.seq})
            found = await visitor.seen(table)
        page = found.page
        assert re.search(r'<p id="delay"[^>]*role="status"[^>]*>[^<]*etwa 8 s</p>', page)
        stream = await visitor.get_stream(f"{table}/stream")
        assert json.loads(next(events_in(stream.body, "presence")))["delay"] == 8

    play(scene, tmp_path)
