"""What is kept is kept in order, once, before it is acknowledged, and in the newest form."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError, OperationalError

from matto.server.store import Appended, Conflict, Store
from matto.server.store.database_errors import NotADatabase, StoreTooNew, StoreUnavailable
from matto.server.store.engines import address_of
from matto.server.store.schema import METADATA, MIGRATIONS, Step, migrate
from matto.server.tables.commands import Ready
from matto.server.tables.events import Left, Opened, Sat
from matto.server.tables.views import Phase
from server.stores import Place, all_events, appending, held, open_store
from server.tables import ANNA, BRUNO, HOST, Recorded, all_of, folded, order

TABLE, OTHER = "aaaaaaaaaaaaaa", "bbbbbbbbbbbbbb"
RECORDED = Recorded(order("mineo-3"), seed="store").play_deal()
EVENTS = all_events(RECORDED)
OPENED = EVENTS[:1]


async def kept(store: Store, table_id: str) -> list[object]:
    return [stored.event for stored in await store.events(table_id)]


async def test_facts_come_back_in_their_order_with_their_times(store: Store) -> None:
    await store.append(appending(TABLE, EVENTS[:5]))
    assert await store.append(appending(TABLE, EVENTS[5:], 5)) == Appended(len(EVENTS))
    events = await store.events(TABLE)
    assert [stored.event for stored in events] == list(EVENTS)
    assert [stored.seq for stored in events] == list(range(1, len(EVENTS) + 1))
    assert [stored.at for stored in events] == [1000] * 5 + [1005] * (len(EVENTS) - 5)
    some = await store.events(TABLE, after=3, upto=6)
    assert [stored.seq for stored in some] == [4, 5, 6]
    assert await store.events(OTHER) == []


async def test_who_comes_second_adds_nothing(store: Store) -> None:
    await store.append(appending(TABLE, EVENTS[:3]))
    for expected in (0, 2, 4):
        with pytest.raises(Conflict):
            await store.append(appending(TABLE, EVENTS[3:5], expected))
    with pytest.raises(Conflict):
        await store.append(appending(TABLE, OPENED))
    with pytest.raises(Conflict):
        await store.append(appending(OTHER, EVENTS[1:3], 1))
    assert await kept(store, TABLE) == list(EVENTS[:3])
    line = await store.line(TABLE)
    assert line is not None
    assert line.seq == 3


# -- together ----------------------------------------------------------------------------


@pytest.mark.slow
async def test_what_waits_goes_to_the_disk_together(store: Store) -> None:
    with held(store):
        before = store.writer.transactions
        waiting = [
            asyncio.ensure_future(store.append(appending(f"{n:014}", EVENTS)))
            for n in range(50)
        ]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert store.writer.transactions == before + 2  # the one that held the others, and theirs
    assert await store.unfinished() != []
    for n in range(50):
        assert len(await store.events(f"{n:014}")) == len(EVENTS)


async def test_a_conflict_fails_only_the_one_who_comes_second(store: Store) -> None:
    await store.append(appending(TABLE, OPENED))
    with held(store):
        wanted = [
            appending(TABLE, EVENTS[1:3], 1),
            appending(TABLE, EVENTS[1:2], 1),
            appending(OTHER, EVENTS[:2]),
            appending(OTHER, EVENTS[:3]),
            appending(TABLE, EVENTS[3:4], 3),
        ]
        waiting = [asyncio.ensure_future(store.append(one)) for one in wanted]
        await asyncio.sleep(0)
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert [isinstance(one, Appended) for one in found] == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert await kept(store, TABLE) == list(EVENTS[:4])
    assert await kept(store, OTHER) == list(EVENTS[:2])


async def test_one_that_cannot_be_written_fails_alone(store: Store) -> None:
    await store.append(appending(TABLE, OPENED))
    again = Sat(0, ANNA, "Anna")
    with held(store):
        wrong = store.append(appending(TABLE, (again, again), 1))
        right = store.append(appending(OTHER, EVENTS[:2]))
        waiting = [asyncio.ensure_future(one) for one in (wrong, right)]
        await asyncio.sleep(0)
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(found[0], StoreUnavailable)
    assert found[1] == Appended(2)
    assert await kept(store, TABLE) == list(OPENED)


async def test_nothing_is_acknowledged_that_is_not_on_the_disk(store: Store) -> None:
    await store.append(appending(TABLE, OPENED))

    def failing(_connection: object) -> None:
        raise OperationalError("COMMIT", {}, Exception("no more"))

    event.listen(store.writing, "commit", failing)
    found = await asyncio.gather(
        store.append(appending(TABLE, EVENTS[1:2], 1)),
        store.append(appending(OTHER, OPENED)),
        return_exceptions=True,
    )
    assert all(isinstance(one, StoreUnavailable) for one in found)
    event.remove(store.writing, "commit", failing)
    assert await kept(store, TABLE) == list(OPENED)
    assert await kept(store, OTHER) == []
    assert await store.append(appending(TABLE, EVENTS[1:2], 1)) == Appended(2)


async def test_whoever_no_longer_waits_does_not_stop_the_others(store: Store) -> None:
    with held(store):
        gone = asyncio.ensure_future(store.append(appending(TABLE, OPENED)))
        there = asyncio.ensure_future(store.append(appending(OTHER, OPENED)))
        await asyncio.sleep(0)
        gone.cancel()
    assert await asyncio.wait_for(there, 60) == Appended(1)
    assert gone.cancelled()
    assert await kept(store, OTHER) == list(OPENED)


async def test_a_store_that_is_closed_says_so(place: Place) -> None:
    async with open_store(place) as store:
        pass
    with pytest.raises(StoreUnavailable):
        await store.append(appending(TABLE, OPENED))


# -- what matters ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("cuts", [(), (30, 200)], ids=str)
async def test_what_matters_of_a_long_match_gives_the_same_table_as_everything(
    store: Store, cuts: tuple[int, ...]
) -> None:
    table = Recorded(order("tortorici-1930"), seed="matters")
    for _ in range(4):
        table.play_deal()
        table.command(Ready("seed"), HOST)
    for _ in range(7):
        table.act()
    for start, end in pairwise([0, *cuts, len(table.events)]):
        events = [event for event, _ in table.events[start:end]]
        await store.append(appending(TABLE, events, start))
    everything = await store.events(TABLE)
    matters = await store.events_that_matter(TABLE)
    assert len(matters) < len(everything) / 3
    whole, brief = (
        folded((stored.seq, (stored.event, stored.at)) for stored in events)
        for events in (everything, matters)
    )
    assert all_of(whole) == all_of(brief)


# -- lists -------------------------------------------------------------------------------


async def test_everybody_finds_the_tables_where_he_sits_or_that_he_opened(store: Store) -> None:
    await store.append(appending(TABLE, OPENED))
    await store.append(appending(TABLE, [Sat(1, ANNA, "Anna")], 1))
    await store.append(appending(OTHER, OPENED))
    await store.append(appending(OTHER, [Sat(1, BRUNO, "Bruno")], 1))

    async def found(holder: str) -> list[str]:
        return [line.id for line in await store.tables_of(holder)]

    assert set(await found(HOST)) == {TABLE, OTHER}
    assert await found(ANNA) == [TABLE]
    assert await found(BRUNO) == [OTHER]
    await store.append(appending(TABLE, [Left(1)], 2))
    assert await found(ANNA) == []
    assert (await found(HOST))[0] == TABLE  # the latest first


async def test_tables_that_are_over_are_not_unfinished(store: Store) -> None:
    await store.append(appending(TABLE, OPENED))
    await store.append(appending(OTHER, OPENED, phase=Phase.OVER))
    assert [line.id for line in await store.unfinished()] == [TABLE]
    line = await store.line(OTHER)
    assert line is not None
    assert line.phase is Phase.OVER
    opened = OPENED[0]
    assert isinstance(opened, Opened)
    assert (line.game, line.rules_version) == (opened.game, opened.rules_version)


# -- leases and secrets ------------------------------------------------------------------


async def test_a_table_has_one_owner_until_his_time_is_up(store: Store) -> None:
    await store.append(appending(TABLE, OPENED))
    assert await store.lease(TABLE, "first", 0, 100)
    assert not await store.lease(TABLE, "second", 50, 150)
    assert await store.lease(TABLE, "first", 60, 160)  # he goes on
    assert not await store.lease(TABLE, "second", 100, 200)
    assert await store.lease(TABLE, "second", 160, 260)
    assert not await store.lease(TABLE, "first", 161, 261)
    await store.release("first")
    assert not await store.lease(TABLE, "first", 161, 261)
    await store.release("second")
    assert await store.lease(TABLE, "first", 162, 262)


async def test_of_many_who_want_a_table_one_gets_it(place: Place) -> None:
    async with open_store(place) as store, open_store(place) as second:
        await store.append(appending(TABLE, OPENED))
        commands = [
            (store if n % 2 else second).lease(TABLE, f"worker {n}", 0, 100) for n in range(20)
        ]
        assert sum(await asyncio.gather(*commands)) == 1


async def test_a_secret_is_made_once(place: Place) -> None:
    async with open_store(place) as store, open_store(place) as second:
        found = await asyncio.gather(store.secret("signing"), second.secret("signing"))
        assert found[0] == found[1]
        assert len(bytes.fromhex(found[0])) == 32
        assert await store.secret("another") != found[0]
    async with open_store(place) as store:
        assert await store.secret("signing") == found[0]


# -- against a model ---------------------------------------------------------------------


@pytest.mark.slow
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"),
            st.integers(0, 6),
            st.sampled_from([HOST, ANNA]),
            st.sampled_from(["", "a", "b"]),
        ),
        max_size=25,
    )
)
def test_a_store_is_a_list_of_events_and_a_list_of_receipts(
    place: Place, commands: list[tuple[str, int, str, str]]
) -> None:
    tables: dict[str, list[object]] = {}
    receipts: dict[tuple[str, str, str], int] = {}
    mark = uuid4().hex

    async def running() -> None:
        async with open_store(place) as store:
            for letter, expected, holder, key in commands:
                table_id = letter + mark
                events = EVENTS[expected : expected + 2]
                wanted = appending(table_id, events, expected, key=key, holder=holder)
                known = tables.setdefault(table_id, [])
                before = receipts.get((table_id, holder, key))
                assert await store.receipt(table_id, holder, key) == before
                if before is None and len(known) != expected:
                    with pytest.raises(Conflict):
                        await store.append(wanted)
                    continue
                found = await store.append(wanted)
                if before is not None:
                    assert found == Appended(before, repeated=True)
                    continue
                known += events
                assert found == Appended(expected + 2)
                if key:
                    receipts[table_id, holder, key] = expected + 2
            for table_id, known in tables.items():
                assert await kept(store, table_id) == known

    asyncio.run(running())


SECOND = (
    "ALTER TABLE matto_tables ADD COLUMN remark TEXT NOT NULL DEFAULT 'old'",
    "CREATE TABLE matto_more (id TEXT PRIMARY KEY)",
)
BROKEN = ("CREATE TABLE matto_half (id TEXT PRIMARY KEY)", "CREATE nonsense")


@pytest.fixture
def engine(place: Place) -> Engine:
    """The database as another program would see it."""
    return create_engine(address_of(place))


def migrated(engine: Engine, *steps: Step) -> None:
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # as the store does; the driver would not
        migrate(connection, steps)


def columns(engine: Engine) -> dict[str, set[str]]:
    found = inspect(engine)
    return {
        name: {column["name"] for column in found.get_columns(name)}
        for name in found.get_table_names()
    }


def test_the_steps_make_the_tables_that_the_queries_use(place: Place, engine: Engine) -> None:
    Store(place).close()
    wanted = {table.name: {c.name for c in table.columns} for table in METADATA.tables.values()}
    assert columns(engine) == {**wanted, "matto_form": {"version"}}
    for table in METADATA.tables.values():
        key = inspect(engine).get_pk_constraint(table.name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
    engine.dispose()


async def test_a_further_step_is_taken_once_and_keeps_what_there_is(
    store: Store, engine: Engine
) -> None:
    table = Recorded(order("mineo-3"))
    await store.append(appending("a" * 14, all_events(table)))
    for _ in range(2):
        migrated(engine, *MIGRATIONS, SECOND)
    with engine.connect() as connection:
        lines = connection.execute(text("SELECT id, remark FROM matto_tables")).all()
    assert [tuple(line) for line in lines] == [("a" * 14, "old")]
    engine.dispose()


def test_a_step_that_fails_leaves_nothing_half_done(place: Place, engine: Engine) -> None:
    Store(place).close()
    before = columns(engine)
    with pytest.raises(DBAPIError):
        migrated(engine, *MIGRATIONS, BROKEN)
    assert columns(engine) == before
    Store(place).close()
    engine.dispose()


@pytest.mark.slow
def test_tables_kept_by_a_newer_program_are_not_touched(place: Place, engine: Engine) -> None:
    migrated(engine, *MIGRATIONS, SECOND)
    before, known = columns(engine), len(MIGRATIONS)
    with pytest.raises(StoreTooNew, match=rf"form {known + 1}.*up to {known}\b"):
        Store(place)
    assert columns(engine) == before
    engine.dispose()


def test_several_workers_that_start_at_once_make_the_form_once(
    place: Place, engine: Engine
) -> None:
    with ThreadPoolExecutor(6) as workers:
        stores = list(workers.map(Store, [place] * 6))
    for store in stores:
        store.close()
    with engine.connect() as connection:
        versions = connection.execute(text("SELECT version FROM matto_form")).scalars().all()
    assert versions == list(range(1, len(MIGRATIONS) + 1))
    engine.dispose()


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "addresses.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE addresses (name TEXT)")
    connection.close()
    with pytest.raises(NotADatabase, match="another program"):
        Store(path)
    with sqlite3.connect(path) as connection:
        names = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert names == [("addresses",)]


@pytest.mark.slow
def test_other_tables_in_a_database_of_postgres_are_no_obstacle(postgres_url: str) -> None:
    engine = create_engine(address_of(postgres_url))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE addresses (name TEXT)"))
    Store(postgres_url).close()
    assert "addresses" in columns(engine)
    engine.dispose()
