"""Where the operator's page was, and what players are told when bots are behind."""

from __future__ import annotations

import json
import re

import pytest

from matto.server.live.bot_pool import BotPool
from matto.server.web.pages.new_table import PACES
from server.visitors import Visitor
from server.wire import Wire, events_in


@pytest.mark.settings(operator_key="operator0key0drawn0by0chance")
async def test_the_page_that_there_was_says_where_its_figures_are(wire: Wire) -> None:
    answer = await Visitor(wire).get("/operator")
    assert answer.status == 410
    assert b"/metrics" in answer.body


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
async def test_how_long_bots_wait_is_told_in_few_steps_and_not_at_all_where_it_is_short(
    seconds: float, told: int
) -> None:
    pool = Behind(2)
    pool.waiting = seconds
    assert pool.delay == told


async def test_a_queue_makes_every_question_wait_its_share() -> None:
    pool, told = BotPool(2), []
    assert pool._at_once
    pool._at_once.waiting, pool._at_once.seconds = 50, 0.35
    assert pool.queue == 48
    assert pool.delay == 8
    pool.on_change = lambda: told.append("behind")
    for _ in range(10):
        pool.queue_changed()
    assert told == ["behind"]


@pytest.mark.slow
async def test_players_are_told_when_the_bot_that_they_wait_for_is_behind(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
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
