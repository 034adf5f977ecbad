"""When something is wrong with the place of the tables, one is told what to do."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.dialects import registry

from matto.engine.errors import MattoError
from matto.server.store import Appended, Store, database_errors, engines
from matto.server.store.database_errors import StoreLocked, StoreReadOnly
from matto.server.store.engines import address_of
from server.stores import all_events, appending, open_store
from server.tables import Recorded, order

EVENTS = all_events(Recorded(order("mineo-3")))
TABLE, OTHER = "aaaaaaaaaaaaaa", "bbbbbbbbbbbbbb"


def refused(place: str | Path, **more: bool) -> MattoError:
    with pytest.raises(MattoError) as caught:
        Store(place, **more)
    return caught.value


# -- files -------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Luigi, " * 500)
    error = refused(path)
    assert isinstance(error, database_errors.NotADatabase)
    assert str(path) in str(error)
    assert "Move it away" in str(error)
    assert path.read_text().startswith("Dear Luigi, ")


async def test_a_damaged_file_is_not_read_as_if_it_were_whole(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    async with open_store(path) as store:
        for n in range(40):
            await store.append(appending(f"{n:014}", EVENTS))
    whole = bytearray(path.read_bytes())
    whole[4096 : len(whole) - 4096] = bytes(len(whole) - 8192)
    path.write_bytes(whole)
    with pytest.raises(database_errors.NotADatabase):
        async with open_store(path) as store:
            await store.events(f"{3:014}")
            await store.unfinished()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert isinstance(refused(tmp_path / "file" / "tables.sqlite3"), StoreReadOnly)
    assert isinstance(refused(tmp_path), StoreReadOnly)


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="nothing is read-only for this user"
)
def test_a_file_that_may_only_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    Store(path).close()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        assert isinstance(refused(path), StoreReadOnly)
    finally:
        tmp_path.chmod(0o700)


def test_a_file_that_another_program_holds_is_waited_for_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite3"
    Store(path).close()
    monkeypatch.setattr(engines, "PATIENCE_MS", 50)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert isinstance(refused(path), StoreLocked)
    other.execute("ROLLBACK")
    other.close()
    Store(path).close()


@pytest.mark.slow
@pytest.mark.parametrize("held", ["DEFERRED", "IMMEDIATE", "EXCLUSIVE"])
def test_a_new_file_that_another_worker_is_just_making_is_waited_for(
    tmp_path: Path, held: str
) -> None:
    path = tmp_path / "tables.sqlite3"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE matto_form (version INTEGER PRIMARY KEY)")
    other.execute(f"BEGIN {held}")
    other.execute("SELECT version FROM matto_form").fetchall()
    letting_go = threading.Timer(0.2, other.execute, ["COMMIT"])
    letting_go.start()
    Store(path).close()
    letting_go.join()
    other.close()


async def test_what_cannot_be_written_because_another_program_writes_can_be_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PATIENCE_MS", 50)
    async with open_store(tmp_path / "tables.sqlite3") as store:
        await store.append(appending(TABLE, EVENTS[:1]))
        other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked):
            await store.append(appending(TABLE, EVENTS[1:2], 1))
        assert len(await store.events(TABLE)) == 1  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        assert await store.append(appending(TABLE, EVENTS[1:2], 1)) == Appended(2)


@pytest.mark.slow
async def test_the_group_that_meets_a_full_disk_is_written_whole_or_not_at_all(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "tables.sqlite3") as store:
        event.listen(store.writing, "begin", _no_more_room)
        ids = [f"{n:014}" for n in range(300)]
        found = await asyncio.gather(
            *(store.append(appending(table_id, EVENTS)) for table_id in ids),
            return_exceptions=True,
        )
        assert any(isinstance(one, database_errors.StoreFull) for one in found)
        for table_id, one in zip(ids, found, strict=True):
            events = len(await store.events(table_id))
            assert events == (len(EVENTS) if isinstance(one, Appended) else 0)


def _no_more_room(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 60")


def test_the_file_is_its_owner_s_alone(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("files have no such modes there")
    path = tmp_path / "new folder" / "tables.sqlite3"
    store = Store(path)
    for file in path.parent.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    store.close()


def test_what_is_acknowledged_has_been_forced_to_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite3")
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with store.writing.connect() as connection:
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    assert found == wanted
    store.close()


async def test_a_file_that_was_taken_away_is_not_written_into_the_void(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.sqlite3"
    async with open_store(path) as store:
        await store.append(appending(TABLE, EVENTS[:1]))
        path.rename(tmp_path / "elsewhere.sqlite3")
        with pytest.raises(StoreReadOnly) as caught:
            await store.append(appending(TABLE, EVENTS[1:2], 1))
        assert "moved or deleted" in caplog.text
        assert str(path) in caplog.text
        assert str(path) not in str(caught.value)  # people at a table are not told


# -- sharing -----------------------------------------------------------------------------


def test_a_server_alone_does_not_share_its_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    alone = Store(path, alone=True)
    assert alone.alone
    for more in (True, False):
        error = refused(path, alone=more)
        assert isinstance(error, StoreLocked)
        assert "Another server" in str(error)
    alone.close()
    Store(path, alone=True).close()


def test_workers_that_say_so_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    first, second = Store(path), Store(path)
    assert not first.alone
    assert isinstance(refused(path, alone=True), StoreLocked)
    first.close()
    second.close()


# -- addresses ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["mysql://somewhere/db", "sqlite://", "sqlite:///:memory:", "nonsense", "", "redis://x"],
)
def test_an_address_that_is_none_is_refused_without_being_repeated(address: str) -> None:
    error = refused(address)
    assert isinstance(error, database_errors.BadStoreAddress)
    assert "somewhere" not in str(error)


async def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "Tische für Ännchen #1 100%20.db"
    for _ in range(2):
        async with open_store(path) as store:
            await store.append(appending(TABLE, EVENTS, key="k"))
            assert len(await store.events(TABLE)) == len(EVENTS)
    assert path.exists()


def test_a_file_can_be_named_by_its_address(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}").close()
    assert (tmp_path / "tables.sqlite3").exists()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_all_usual_addresses_of_postgres_are_understood(scheme: str) -> None:
    url = address_of(f"{scheme}://me:secret@host:5432/db")
    assert url.render_as_string(hide_password=False) == (
        "postgresql+psycopg://me:secret@host:5432/db"
    )


def test_a_missing_driver_is_named_with_what_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    registry.impls.pop("postgresql.psycopg", None)
    error = refused("postgresql://me:secret@127.0.0.1:1/db")
    assert isinstance(error, database_errors.BadStoreAddress)
    assert "postgres" in str(error)
    assert "secret" not in str(error)


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    pytest.importorskip("psycopg")
    error = refused("postgresql://me:secret@127.0.0.1:1/db")
    assert isinstance(error, database_errors.StoreUnavailable)
    assert "secret" not in str(error)
