"""Tables are checked, backed up and put back, from any database to any other."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event

from matto.engine.errors import MattoError
from matto.server.store import Store, backup, engines
from matto.server.store.check import CheckReport
from matto.server.store.database_errors import (
    NotADatabase,
    StoreFull,
    StoreNotEmpty,
    StoreTooNew,
    StoreTooOld,
)
from matto.server.tables.commands import Leave, Sit
from matto.server.tables.errors import NoSuchTable, NotYourSeat
from server.stores import (
    Place,
    act,
    back_up,
    checked,
    faults,
    open_service,
    open_table,
    play_deal,
    put_back,
    some_tables,
    store_of,
    told,
)
from server.tables import ANNA, HOST


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.matto"


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.slow)])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A second place for tables."""
    if request.param == "file":
        return tmp_path / "elsewhere" / "tables.sqlite3"
    url: str = request.getfixturevalue("another_postgres_url")
    return url


# -- backups -----------------------------------------------------------------------------


@pytest.mark.slow
async def test_what_was_backed_up_is_restored_anywhere_and_played_on(
    place: Place, other: Place, file: Path
) -> None:
    async with open_service(place) as tables:
        ids = await some_tables(tables)
        secret = await tables.store.secret("signing")
        await tables.submit(ids[2], Leave(), HOST, key="once")
        before = await tables.store.events(ids[0])
        back_up(place, file)  # while it is open
        await act(tables, await tables.state(ids[0]))
    put_back(file, other)
    assert checked(other) == CheckReport(tables=3, events=checked(file).events)
    async with open_service(other) as tables:
        assert await tables.store.events(ids[0]) == before
        assert await tables.store.secret("signing") == secret
        assert await tables.store.receipt(ids[2], HOST, "once") is not None
        assert [line.id for line in await tables.store.tables_of(ANNA)] == ids[:1]
        await play_deal(tables, ids[0])
    assert faults(other) == []


@pytest.mark.slow
async def test_a_server_that_runs_forgets_what_it_knew_when_a_backup_is_put_back(
    place: Place, file: Path
) -> None:
    async with open_service(place) as tables:
        ids = await some_tables(tables)
        store = store_of(tables)
        assert not await store.restored()
        back_up(place, file)
        then = await tables.state(ids[0])
        for _ in range(3):
            await act(tables, await tables.state(ids[0]))
        new = await open_table(tables)
        put_back(file, place, overwrite=True)
        # what was seen before cannot be gone on with, though nobody has noticed yet
        with pytest.raises(MattoError):
            await act(tables, then, expected=then.seq + 3)
        assert await store.restored()
        assert not await store.restored()
        tables.cache.forget()
        assert (await tables.state(ids[0])).seq == then.seq
        with pytest.raises(NoSuchTable):
            await tables.state(new)
        await play_deal(tables, ids[0])
    assert faults(place) == []


@pytest.mark.slow
async def test_no_table_goes_on_from_a_moment_of_before_a_restore(
    place: Place, file: Path
) -> None:
    async with open_service(place) as tables:
        ids = await some_tables(tables)
        back_up(place, file)
        await tables.submit(ids[1], Leave(), HOST)
    put_back(file, place, overwrite=True)
    async with open_service(place) as here, open_service(place) as there:
        await here.submit(ids[1], Sit(1, "Anna"), ANNA)
        stale = await there.state(ids[1])
        put_back(file, place, overwrite=True)
        async with open_service(place) as third:
            await third.submit(ids[1], Sit(1, "Carla"), "carla")
            assert (await third.state(ids[1])).seq == stale.seq
        with pytest.raises(NotYourSeat):  # she sits there in a past that is no more
            await there.submit(ids[1], Leave(), ANNA)
    assert faults(place) == []


async def test_nothing_is_written_over_without_being_told_to(place: Place, file: Path) -> None:
    async with open_service(place) as tables:
        await open_table(tables)
    back_up(place, file)
    before = file.read_bytes()
    with pytest.raises(StoreNotEmpty, match="--overwrite"):
        back_up(place, file)
    with pytest.raises(StoreNotEmpty, match="--overwrite"):
        put_back(file, place)
    assert file.read_bytes() == before
    back_up(place, file, overwrite=True)
    put_back(file, place, overwrite=True)


def test_a_backup_is_its_owner_s_alone_and_leaves_nothing_beside_it(
    tmp_path: Path, file: Path
) -> None:
    Store(tmp_path / "tables.sqlite3").close()
    back_up(tmp_path / "tables.sqlite3", file)
    assert file.stat().st_mode & 0o077 == 0
    assert [found for found in tmp_path.iterdir() if "backup" in found.name] == [file]


@pytest.mark.slow
async def test_a_backup_for_which_there_is_no_room_leaves_the_one_before(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path / "tables.sqlite3") as tables:
        await open_table(tables)
        back_up(tmp_path / "tables.sqlite3", file)
        before = file.read_bytes()
        await some_tables(tables)
        opened = engines.engine_at_rest

        def small(*place: object, writes: bool = False) -> object:
            engine = opened(*place, writes=writes)  # type: ignore[arg-type]
            event.listen(engine, "begin", _no_more_room)
            return engine

        monkeypatch.setattr(backup, "engine_at_rest", small)
        with pytest.raises(StoreFull, match="backup"):
            back_up(tmp_path / "tables.sqlite3", file, overwrite=True)
    assert file.read_bytes() == before
    assert len(list(tmp_path.glob("*backup*"))) == 1


def _no_more_room(connection: object) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 10")  # type: ignore[attr-defined]


def half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def emptied(whole: bytes) -> bytes:
    return whole[:8192] + bytes(len(whole) - 8192)


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "half of it": half,
    "its first page": lambda whole: whole[:4096],
    "zeros": emptied,
    "nothing": lambda _whole: b"",
    "a letter": lambda _whole: b"Dear Luigi, " * 500,
}


@pytest.mark.slow
@pytest.mark.parametrize("what", WRONG)
async def test_a_file_that_is_no_whole_backup_changes_nothing(
    tmp_path: Path, file: Path, what: str
) -> None:
    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as tables:
        await some_tables(tables)
    back_up(place, file)
    file.write_bytes(WRONG[what](file.read_bytes()))
    before = checked(place)
    with pytest.raises(NotADatabase, match=r"backup|restore"):
        put_back(file, place, overwrite=True)
    assert checked(place) == before
    assert not before.faults


HARM = {
    "DELETE FROM matto_facts WHERE table_id = :id AND seq = 9": "Event 9 is missing",
    "UPDATE matto_facts SET body = body || ' ' WHERE table_id = :id AND seq = 5": (
        "Event 5 is not as it was kept"
    ),
    "DELETE FROM matto_tables WHERE id = :id": "no line",
}


@pytest.mark.parametrize("harm", HARM)
def test_a_backup_that_has_lost_something_replaces_nothing_unless_told_to(
    tmp_path: Path, harm: str
) -> None:
    place, backup = tmp_path / "tables.sqlite", tmp_path / "backup.matto"

    async def running() -> str:
        async with open_service(place) as tables:
            return (await some_tables(tables))[0]

    table = asyncio.run(running())
    assert told("backup", str(backup), data=tmp_path)[0] == 0
    with closing(sqlite3.connect(backup)) as database, database:
        database.execute(harm, {"id": table})
    status, said = told("restore", str(backup), "--overwrite", data=tmp_path)
    assert status == 2
    assert HARM[harm] in said
    assert table in said
    assert "--damaged" in said
    assert faults(place) == []


def test_a_damaged_backup_is_put_back_when_that_is_said(tmp_path: Path, file: Path) -> None:
    place = tmp_path / "tables.sqlite"

    async def running() -> str:
        async with open_service(place) as tables:
            return (await some_tables(tables))[0]

    table = asyncio.run(running())
    back_up(place, file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM matto_facts WHERE table_id = ? AND seq = 9", (table,))
    assert told("restore", str(file), "--overwrite", "--damaged", data=tmp_path)[0] == 0
    assert [one for one, _ in faults(place)] == [table]


def test_a_folder_is_no_place_for_a_backup(tmp_path: Path) -> None:
    Store(tmp_path / "tables.sqlite").close()
    for more in ((), ("--overwrite",)):
        status, said = told("backup", str(tmp_path), *more, data=tmp_path)
        assert status == 2
        assert "is a folder" in said


def test_an_empty_file_where_tables_were_is_refused_until_a_backup_is_in_its_place(
    tmp_path: Path, file: Path
) -> None:
    place = tmp_path / "tables.sqlite"
    place.touch()  # the power failed before anything was written
    Store(place).close()
    back_up(place, file)
    place.write_bytes(b"")
    with pytest.raises(NotADatabase, match="is empty now"):
        Store(place)
    put_back(file, place)
    Store(place).close()
    place.unlink()
    Store(place).close()


def test_files_that_are_missing_foreign_or_of_another_time_are_named(
    tmp_path: Path, file: Path
) -> None:
    place = tmp_path / "tables.sqlite3"
    for wrong in (lambda: checked(place), lambda: back_up(place, file)):
        with pytest.raises(NotADatabase, match="There is no file"):
            wrong()
    with pytest.raises(NotADatabase, match="There is no file"):
        put_back(file, place)
    assert not place.exists()
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("CREATE TABLE addresses (name TEXT)")
    with pytest.raises(NotADatabase, match="no tables of matto"):
        back_up(place, file)
    assert not file.exists()
    with pytest.raises(NotADatabase, match="no tables of matto"):
        put_back(place, tmp_path / "new.sqlite3")
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("CREATE TABLE matto_form (version INTEGER)")
        database.execute("INSERT INTO matto_form VALUES (99)")
    with pytest.raises(StoreTooNew):
        checked(place)
    with pytest.raises(StoreTooNew):
        put_back(place, tmp_path / "new.sqlite3")


def test_a_copy_of_an_old_database_is_restored_in_todays_form(
    tmp_path: Path, old_file: Path
) -> None:
    before = old_file.read_bytes()
    with pytest.raises(StoreTooOld, match="matto serve"):
        checked(old_file)
    put_back(old_file, tmp_path / "new.sqlite3")
    report = checked(tmp_path / "new.sqlite3")
    assert (report.tables, report.events, report.faults) == (7, 374, [])
    assert old_file.read_bytes() == before
