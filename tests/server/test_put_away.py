"""Tables on the first page: found again when they are over, put away for oneself only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.visitors import Visitor, one_of, play
from server.wire import Wire


async def listed(visitor: Visitor, table: str) -> bool:
    """Tell whether a table is on somebody's first page."""
    return f'href="{table}"' in (await visitor.get("/")).body.decode()


def test_a_table_put_away_is_gone_from_ones_own_page_and_from_nobody_elses(
    tmp_path: Path,
) -> None:
    async def scene(wire: Wire) -> None:
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

    play(scene, tmp_path)


def test_only_own_tables_are_remembered_as_put_away(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        host, friend = Visitor(wire), Visitor(wire)
        first, second = await host.open(), await host.open()
        away = sorted(table.removeprefix("/t/") for table in (first, second))
        for table in (*away, "x" * 3000, "a.b"):
            await host.post("/put-away", {"table": table})
        assert sorted(host.cookies["put_away"].split(".")) == away
        await friend.post("/put-away", {"table": away[0]})
        assert not friend.cookies["put_away"].strip('"')

    play(scene, tmp_path)


@pytest.mark.slow
def test_a_finished_match_is_found_on_the_first_page(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        table = await visitor.open(limit=1)
        while (found := await visitor.seen(table)).phase == "playing":
            if found.turn != "own":
                await asyncio.sleep(0.01)
                continue
            form = {"choice": found.choices[0], "seq": found.seq}
            await visitor.post(f"{table}/act", form)
        page = (await visitor.get("/")).body.decode()
        assert f'href="{table}"' in page[page.index('id="finished"') :]

    play(scene, tmp_path)


def test_a_match_given_up_before_a_deal_was_over_is_not_listed(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        table = await visitor.open()
        assert await listed(visitor, table)
        await visitor.post(f"{table}/close")
        assert not await listed(visitor, table)

    play(scene, tmp_path)
