"""Tables that nobody touches: announced, taken away by one worker, deleted from every store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import func, select

from matto.records import loads
from matto.server.live.streams import Hub
from matto.server.live.sweeper import Sweeper
from matto.server.store import Conflict, Store
from matto.server.store.schema import METADATA, SECRETS
from matto.server.tables.commands import Act, Close
from matto.server.tables.errors import NoSuchTable, TooManyOwnTables, TooManyTables
from matto.server.tables.service import TableCache, TableService
from matto.server.tables.store_interface import DAY, Retention, TableLimits
from matto.server.tables.views import Phase
from server.stores import (
    Place,
    events_of,
    open_service,
    open_store,
    open_table,
    play_deal,
    store_of,
    thought,
    until_asked,
)
from server.tables import HOST, order
from server.visitors import Visitor
from server.wire import Wire, wired

KEPT = Retention(undealt=1, unfinished=10, finished=100)


class Clock:
    """A clock in milliseconds that stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now

    def days(self, number: float) -> None:
        """Put it forward."""
        self.now += int(number * DAY)


@asynccontextmanager
async def kept_tables(place: Place) -> AsyncIterator[tuple[Clock, TableService]]:
    """Tables that are deleted in time, and the clock by which they are."""
    clock = Clock()
    async with open_service(place, clock=clock, retention=KEPT) as tables:
        yield clock, tables


async def swept(tables: TableService) -> int:
    return await Sweeper(tables, Hub(), rest=3600).sweep()


def rows_in(store: Store) -> dict[str, int]:
    """How many rows there are in each table of the database, secrets left out."""
    with store.writing.connect() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in METADATA.sorted_tables
            if table is not SECRETS
        }


@pytest.mark.slow
async def test_a_table_is_kept_longer_once_dealt_and_longest_when_it_is_over(
    file: Path,
) -> None:
    async with kept_tables(file) as (clock, tables):
        undealt = await open_table(tables, persons=2)
        begun = await open_table(tables)
        over = await open_table(tables)
        await tables.submit(over, Close(), HOST)
        assert (await tables.state(over)).phase is Phase.OVER
        for days, left in (
            (0.9, {undealt, begun, over}),
            (0.2, {begun, over}),
            (8.8, {begun, over}),
            (0.2, {over}),
            (89.8, {over}),
            (0.2, set()),
        ):
            clock.days(days)
            await swept(tables)
            assert {line.id for line in await tables.store.tables_of(HOST)} == left


@pytest.mark.slow
async def test_a_deleted_table_leaves_nothing_in_the_store_and_no_other_table_is_touched(
    place: Place,
) -> None:
    async with kept_tables(place) as (clock, tables):
        store = store_of(tables)
        gone = await open_table(tables)
        state = await until_asked(tables, gone)
        await tables.submit(gone, Act(thought(state)), HOST, state.seq, key="k")
        await store.lease(gone, "worker", clock(), clock() + 1000)
        clock.days(9)
        stays = await open_table(tables)
        before = await events_of(tables, stays)
        assert all(rows_in(store).values())
        clock.days(2)
        assert await swept(tables) == 1
        with pytest.raises(NoSuchTable):
            await tables.state(gone)
        assert await events_of(tables, stays) == before
        clock.days(11)
        assert await swept(tables) == 1
        assert set(rows_in(store).values()) == {0}


@pytest.mark.slow
async def test_a_table_goes_in_batches_and_is_found_by_nobody_from_the_first_one_on(
    place: Place,
) -> None:
    async with kept_tables(place) as (_, tables):
        store = store_of(tables)
        table = await open_table(tables)
        await play_deal(tables, table)
        (line,) = await store.tables_of(HOST)
        assert await store.mark_deleted(line)
        assert not await store.mark_deleted(line)
        assert await store.events(table) == []
        assert await store.events_that_matter(table) == []
        assert await store.line(table) is None
        assert await store.unfinished() == []
        assert await store.tables_of(HOST) == []
        sizes = [rows_in(store)["matto_facts"]]
        while await store.prune(batch=4):
            sizes.append(rows_in(store)["matto_facts"])
        assert len(sizes) > 3
        assert all(0 <= one - other <= 4 for one, other in pairwise(sizes))
        assert set(rows_in(store).values()) == {0}


async def test_what_happens_at_a_table_in_the_last_moment_keeps_it(file: Path) -> None:
    async with kept_tables(file) as (clock, tables):
        table = await open_table(tables)
        state = await until_asked(tables, table)
        clock.days(11)
        (seen,) = await tables.store.expired(KEPT, clock())
        await tables.submit(table, Act(thought(state)), HOST, state.seq)
        assert not await tables.store.mark_deleted(seen)
        assert await swept(tables) == 0
        assert (await tables.state(table)).seq > state.seq


@pytest.mark.slow
async def test_two_workers_delete_a_table_once_and_neither_goes_on_with_it(
    place: Place,
) -> None:
    clock = Clock()
    async with (
        open_service(place, clock=clock, retention=KEPT) as here,
        open_service(place, clock=clock, retention=KEPT) as there,
    ):
        told: list[str] = []
        there.notify.append(told.append)
        tables = [await open_table(here) for _ in range(5)]
        states = [await until_asked(there, table) for table in tables]
        clock.days(11)
        assert sum(await asyncio.gather(swept(here), swept(there))) == 5
        for table, state in zip(tables, states, strict=True):
            with pytest.raises(NoSuchTable):
                await there.submit(table, Act(thought(state)), HOST, state.seq)
            with pytest.raises(NoSuchTable):
                await here.state(table)
        await there.catch_up_all()
        assert there.cache.states() == []
        assert set(told) >= set(tables)


async def test_an_append_to_a_table_that_was_taken_away_is_refused(file: Path) -> None:
    async with open_service(file) as tables, open_store(file) as other:
        table = await open_table(tables)
        state = await until_asked(tables, table)
        line = await other.line(table)
        assert line is not None
        assert await other.mark_deleted(line)
        with pytest.raises((NoSuchTable, Conflict)):
            await tables.submit(table, Act(thought(state)), HOST, state.seq)


# -- how many ------------------------------------------------------------------------------


async def test_the_table_after_the_last_is_refused_but_not_the_same_once_more(
    tmp_path: Path,
) -> None:
    place = tmp_path / "tables.sqlite"
    async with open_service(place, limits=TableLimits(tables=2)) as tables:
        first = await tables.open(order("mineo-3"), key="one")
        await tables.open(order("mineo-3"))
        with pytest.raises(TooManyTables):
            await tables.open(order("mineo-3"))
        assert await tables.open(order("mineo-3"), key="one") == first


async def test_where_there_is_no_room_a_table_goes_that_nobody_has_used_nor_looks_at(
    file: Path,
) -> None:
    clock, limits = Clock(), TableLimits(tables=4)
    async with open_service(file, clock=clock, limits=limits) as tables:
        used, seen = await open_table(tables), await open_table(tables, seat=None)
        bots, empty = [await open_table(tables, persons=some, seat=None) for some in (0, 3)]
        tables.is_watched = {seen}.__contains__
        with pytest.raises(TooManyTables):
            await tables.open(order("mineo-3"))
        clock.days(1 / 24)
        await tables.open(order("mineo-3"))
        await tables.open(order("mineo-3"))
        with pytest.raises(TooManyTables):
            await tables.open(order("mineo-3"))
        for gone in (bots, empty):
            with pytest.raises(NoSuchTable):
                await tables.state(gone)
        for kept in (used, seen):
            assert (await tables.state(kept)).id == kept


async def test_a_key_that_has_too_many_matches_going_on_may_open_another_when_one_is_over(
    tmp_path: Path,
) -> None:
    place = tmp_path / "tables.sqlite"
    async with open_service(place, limits=TableLimits(tables_of_one=2)) as tables:
        first = await open_table(tables)
        await open_table(tables)
        with pytest.raises(TooManyOwnTables):
            await open_table(tables)
        await tables.submit(first, Close(), HOST)
        await open_table(tables)


async def test_page_and_programs_are_told_politely_that_there_is_no_room(
    tmp_path: Path,
) -> None:
    async with wired(tmp_path, tables=1) as wire:
        visitor = Visitor(wire)
        await visitor.open()
        answer = await visitor.post("/tables", {"game": "mineo-3"})
        assert answer.status == 503
        assert dict(answer.headers)["retry-after"] == "3600"
        assert "This server takes 1 tables" in answer.body.decode()
        body = {"game": "mineo-3"}
        told = await wire.ask(
            "POST", "/api/tables", body, headers={"content-type": "application/json"}
        )
        assert told.status == 503
        assert "try again later" in told.json["error"]


# -- what is told --------------------------------------------------------------------------


async def test_the_page_and_the_interface_say_until_when_a_table_is_kept(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    page = (await visitor.seen(table)).page
    assert 'id="kept" class="soft small"' in page
    told = (await wire.ask("GET", f"/api/tables/{table.removeprefix('/t/')}")).json
    state = await wire.services.tables.state(table.removeprefix("/t/"))
    assert told["kept_until"] == pytest.approx(state.at / 1000 + 90 * 24 * 3600)


async def test_who_looks_at_a_table_that_is_deleted_soon_is_warned(wire: Wire) -> None:
    visitor = Visitor(wire, "de")
    table = await visitor.open()
    clock = wire.services.tables
    state = await clock.state(table.removeprefix("/t/"))
    now = state.at + 80 * DAY
    clock._clock = lambda: now
    page = (await visitor.seen(table)).page
    assert 'id="kept" class="note"' in page
    assert "gelöscht" in page
    stream = await visitor.get_stream(f"{table}/stream", until=b'id="kept"')
    assert b'class="note"' in stream.body


async def test_tables_are_kept_for_ever_where_that_is_set(tmp_path: Path) -> None:
    async with wired(tmp_path, keep_unfinished=0) as wire:
        visitor = Visitor(wire)
        table = await visitor.open()
        assert 'id="kept"' not in (await visitor.seen(table)).page
        told = (await wire.ask("GET", f"/api/tables/{table.removeprefix('/t/')}")).json
        assert told["kept_until"] is None


@pytest.mark.slow
async def test_the_whole_match_can_be_kept_as_one_record(wire: Wire) -> None:
    tables = wire.services.tables
    table = await open_table(tables)
    for way in ("/t/{}/record.json", "/api/tables/{}/record"):
        assert (await wire.ask("GET", way.format(table))).status == 404
    await play_deal(tables, table)
    state = await until_asked(tables, table)
    assert state.deal == 2
    await play_deal(tables, table)
    for way in ("/t/{}/record.json", "/api/tables/{}/record"):
        answer = await wire.ask("GET", way.format(table))
        assert answer.status == 200
        recording = loads(json.dumps(answer.json))
        assert [r.result for r in recording] == [
            deal.result for deal in (await tables.state(table)).finished
        ]


# -- memory --------------------------------------------------------------------------------


async def test_a_table_that_nobody_uses_is_put_out_of_memory_and_set_up_again(
    tmp_path: Path,
) -> None:
    now = 0.0
    cache = TableCache(10, clock=lambda: now)
    async with open_service(tmp_path / "tables.sqlite", cache=cache) as tables:
        idle = await open_table(tables)
        state = await until_asked(tables, idle)
        one = Sweeper(tables, Hub(), rest=60)
        now = 30
        busy = await open_table(tables)
        await tables.state(busy)
        now = 70
        await one.sweep()
        assert [kept.id for kept in cache.states()] == [busy]
        assert (await tables.state(idle)).seq == state.seq


async def test_a_store_tells_how_many_tables_it_has_and_how_large_it_is(
    tables: TableService,
) -> None:
    store = store_of(tables)
    over = await open_table(tables)
    await open_table(tables)
    await tables.submit(over, Close(), HOST)
    found = {("mineo-3", Phase.OVER): 1, ("mineo-3", Phase.PLAYING): 1}
    assert await store.census() == found
    assert (await store.count(10), await store.count(10, HOST)) == (2, 1)
    assert await store.count(1) == 1
    assert await store.size() > 10_000
