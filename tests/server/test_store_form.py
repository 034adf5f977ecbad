"""How a database gets its form, and which databases are left alone."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from matto.server.store import Store
from matto.server.store.database_errors import NotADatabase, StoreTooNew
from matto.server.store.engines import address_of
from matto.server.store.schema import METADATA, MIGRATIONS, Step, migrate
from server.stores import Place, all_events, appending
from server.tables import Recorded, order

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


def test_a_database_in_its_newest_form_is_left_as_it_is(place: Place, engine: Engine) -> None:
    for _ in range(3):
        Store(place).close()
    with engine.connect() as connection:
        versions = connection.execute(text("SELECT version FROM matto_form")).scalars().all()
    assert versions == list(range(1, len(MIGRATIONS) + 1))
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
