"""Tables are checked, backed up and put back, from any database to any other."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy import text as sql

from matto.engine.errors import MattoError
from matto.server.store import Store, backup, database_errors, engines
from matto.server.store.check import CheckReport
from matto.server.store.database_errors import NotADatabase, StoreNotEmpty, StoreTooNew
from matto.server.store.schema import chain_all, chain_link, chain_root
from matto.server.tables.commands import Close, Leave, Sit
from matto.server.tables.errors import NoSuchTable, NotYourSeat, TableDamaged
from matto.server.tables.service import TableService
from server.stores import (
    Place,
    act,
    all_events,
    appending,
    back_up,
    checked,
    faults,
    open_service,
    open_store,
    open_table,
    play_deal,
    put_back,
    some_tables,
    store_of,
    told,
)
from server.tables import ANNA, HOST, Recorded, order


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.matto"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A file with three tables, one in its second deal, and their ids."""
    place = tmp_path_factory.mktemp("kept") / "tables.sqlite"

    async def played() -> list[str]:
        async with open_service(place) as tables:
            return await some_tables(tables)

    return place, asyncio.run(played())


@pytest.fixture
def ids(kept: tuple[Path, list[str]]) -> list[str]:
    """The ids of the tables in `played`."""
    return kept[1]


@pytest.fixture
def played(kept: tuple[Path, list[str]], tmp_path: Path) -> Path:
    """A copy of that file, of the test's own."""
    return Path(shutil.copy(kept[0], tmp_path))


def harm(place: Path, damage: str, table: str = "") -> None:
    """Change a database behind the back of whoever keeps it."""
    with closing(sqlite3.connect(place)) as database, database:
        database.execute(damage, {"id": table} if ":id" in damage else {})


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
        opened = engines.transaction_engine

        def small(*place: object, writes: bool = False) -> object:
            engine = opened(*place, writes=writes)  # type: ignore[arg-type]
            event.listen(engine, "begin", _no_more_room)
            return engine

        monkeypatch.setattr(backup, "transaction_engine", small)
        with pytest.raises(database_errors.StoreFull, match="backup"):
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


def test_a_file_that_is_no_whole_backup_changes_nothing(played: Path, file: Path) -> None:
    back_up(played, file)
    whole, before = file.read_bytes(), checked(played)
    for what, broken in WRONG.items():
        file.write_bytes(broken(whole))
        with pytest.raises(NotADatabase, match=r"backup|restore"):
            put_back(file, played, overwrite=True)
        assert checked(played) == before, what
    assert not before.faults


HARM = {
    "DELETE FROM matto_facts WHERE table_id = :id AND seq = 9": "Event 9 is missing",
    "UPDATE matto_facts SET body = body || ' ' WHERE table_id = :id AND seq = 5": (
        "Event 5 is not as it was kept"
    ),
    "DELETE FROM matto_tables WHERE id = :id": "no line",
}


@pytest.mark.slow
def test_a_backup_that_has_lost_something_replaces_nothing_unless_told_to(
    tmp_path: Path, played: Path, ids: list[str], file: Path
) -> None:
    back_up(played, file)
    whole = file.read_bytes()
    for damage, found in HARM.items():
        file.write_bytes(whole)
        harm(file, damage, ids[0])
        status, said = told("restore", str(file), "--overwrite", data=tmp_path)
        assert status == 2, damage
        assert found in said
        assert ids[0] in said
        assert "--damaged" in said
        assert faults(played) == []
    file.write_bytes(whole)
    harm(file, next(iter(HARM)), ids[0])
    assert told("restore", str(file), "--overwrite", "--damaged", data=tmp_path)[0] == 0
    assert {one for one, _ in faults(played)} == {ids[0]}


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


@pytest.mark.slow
def test_a_copy_of_an_old_database_is_restored_in_todays_form(
    tmp_path: Path, old_file: Path
) -> None:
    before = old_file.read_bytes()
    with pytest.raises(database_errors.StoreTooOld, match="matto serve"):
        checked(old_file)
    put_back(old_file, tmp_path / "new.sqlite3")
    report = checked(tmp_path / "new.sqlite3")
    assert (report.tables, report.events, report.faults) == (7, 374, [])
    assert old_file.read_bytes() == before


# -- each event is chained to the one before it: what is not as it was kept is found -------

OPENED, PROMISED, SAT, BEGAN, DEALT = all_events(Recorded(order("mineo-3")))
EVENTS = (OPENED, PROMISED, SAT, BEGAN, DEALT, DEALT, PROMISED)
TABLE, OTHER = "aaaaaaaaaaaaaa", "bbbbbbbbbbbbbb"

DAMAGES = {
    "an event in the middle is gone": (
        "DELETE FROM matto_facts WHERE table_id = :id AND seq = 3",
        "Event 3 is missing",
    ),
    "the first event is gone": (
        "DELETE FROM matto_facts WHERE table_id = :id AND seq = 1",
        "Event 1 is missing",
    ),
    "the last event is gone": (
        "DELETE FROM matto_facts WHERE table_id = :id AND seq = 7",
        "Event 7 is missing",
    ),
    "all events are gone": (
        "DELETE FROM matto_facts WHERE table_id = :id",
        "Event 1 is missing",
    ),
    "an event is another": (
        "UPDATE matto_facts SET body = replace(body, '\"seat\":', '\"seat\": ')"
        " WHERE table_id = :id AND seq = 3",
        "Event 3 is not as it was kept",
    ),
    "an event has another time": (
        "UPDATE matto_facts SET at = at + 1 WHERE table_id = :id AND seq = 4",
        "Event 4 is not as it was kept",
    ),
    "a detail of an earlier deal is another": (
        "UPDATE matto_facts SET body = replace(body, 'T', 't')"
        " WHERE table_id = :id AND seq = 6",
        "Event 6 is not as it was kept",
    ),
    "the last transaction is half there": (
        "UPDATE matto_tables SET seq = seq - 1 WHERE id = :id",
        "Event 7 is not the last",
    ),
    "the line of the table is of another moment": (
        "UPDATE matto_tables SET head = 'x' WHERE id = :id",
        "Event 7 is not the last",
    ),
    "an event is that of another table": (
        "UPDATE matto_facts SET hash = other.hash FROM matto_facts AS other"
        " WHERE matto_facts.table_id = :id AND matto_facts.seq = 1"
        " AND other.table_id = 'bbbbbbbbbbbbbb' AND other.seq = 1",
        "Event 1 is not as it was kept",
    ),
}


async def seven_events(store: Store, table_id: str) -> None:
    await store.append(appending(table_id, EVENTS[:3]))
    await store.append(appending(table_id, EVENTS[3:6], 3))
    await store.append(appending(table_id, EVENTS[6:7], 6))


async def test_a_table_that_is_not_what_was_kept_is_refused_and_the_others_go_on(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = {
        letter * 14: damage for letter, damage in zip("cdefghjkmn", DAMAGES, strict=True)
    }
    async with open_store(place) as store:
        for table_id in (OTHER, *damaged):
            await seven_events(store, table_id)
        with store.writing.begin() as connection:
            for table_id, damage in damaged.items():
                connection.execute(sql(DAMAGES[damage][0]), {"id": table_id})
    async with open_service(place) as tables:
        for table_id, damage in damaged.items():
            caplog.clear()
            for _ in range(2):
                with pytest.raises(TableDamaged, match=table_id):
                    await tables.state(table_id)
            with pytest.raises(TableDamaged, match="other tables go on"):
                await tables.submit(table_id, Close(), HOST)
            (line,) = [one.getMessage() for one in caplog.records if one.name == "matto.store"]
            assert table_id in line
            assert DAMAGES[damage][1] in line, damage
        assert (await tables.state(OTHER)).seq == 7


def test_the_hash_of_an_event_follows_from_what_stands_before_it() -> None:
    first = chain_link(chain_root(TABLE), 1, 1000, "body")
    assert first == "97e8f9fe0604db89470018312ada0d40"
    assert chain_link(first, 2, 1000, "body") != first
    assert (
        len(
            {
                chain_root(TABLE),
                chain_root(OTHER),
                chain_link(chain_root(OTHER), 1, 1000, "body"),
                first,
            }
        )
        == 4
    )


async def test_a_part_of_a_table_is_read_only_if_it_follows_what_was_read_before(
    store: Store,
) -> None:
    await seven_events(store, TABLE)
    assert [stored.seq for stored in await store.events(TABLE, 3, 5)] == [4, 5]
    assert [stored.seq for stored in await store.events(TABLE, 5)] == [6, 7]
    assert await store.events(TABLE, 7) == []
    with store.writing.begin() as connection:
        connection.execute(sql("DELETE FROM matto_facts WHERE seq = 5"))
    assert [stored.seq for stored in await store.events(TABLE, 2, 4)] == [3, 4]
    for after, upto in ((3, None), (3, 6), (4, 5), (5, None)):
        with pytest.raises(TableDamaged):
            await store.events(TABLE, after, upto)


@pytest.mark.slow
async def test_what_another_worker_has_damaged_keeps_nobody_from_catching_up(
    tmp_path: Path,
) -> None:
    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as here, open_service(place) as there:
        ids = [await open_table(here) for _ in range(3)]
        for table_id in ids:
            await there.state(table_id)
            await play_deal(here, table_id)
        with store_of(here).writing.begin() as connection:
            remove = sql("DELETE FROM matto_facts WHERE table_id = :id AND seq = 30")
            connection.execute(remove, {"id": ids[1]})
        await there.catch_up_all()
        seen = [cached(there, table_id) for table_id in (ids[0], ids[2])]
        assert seen == [(await here.state(table_id)).seq for table_id in (ids[0], ids[2])]


def cached(tables: TableService, table_id: str) -> int:
    """How far a service knows a table without asking anybody."""
    return next(state.seq for state in tables.cache.states() if state.id == table_id)


def test_an_old_database_is_chained_once_when_it_is_opened(old_file: Path) -> None:
    for _ in range(2):
        Store(old_file).close()
    with closing(sqlite3.connect(old_file)) as database:
        heads = dict(database.execute("SELECT id, head FROM matto_tables"))
        query = "SELECT table_id, seq, at, body, hash FROM matto_facts ORDER BY table_id, seq"
        found = {table_id: chain_root(table_id) for table_id in heads}
        for table_id, seq, at, body, kept in database.execute(query):
            found[table_id] = chain_link(found[table_id], seq, at, body)
            assert kept == found[table_id]
    assert found == heads


async def test_an_event_that_an_old_database_has_lost_is_found_by_its_number(
    old_file: Path,
) -> None:
    with closing(sqlite3.connect(old_file)) as database, database:
        ids = [row[0] for row in database.execute("SELECT id FROM matto_tables")]
        database.execute("DELETE FROM matto_facts WHERE table_id = ? AND seq = 2", ids[:1])
    async with open_service(old_file) as tables:
        with pytest.raises(TableDamaged):
            await tables.state(ids[0])
        assert (await tables.state(ids[1])).seq


# -- the check ---------------------------------------------------------------------------

UNLIKE_ITS_EVENTS = {
    "UPDATE matto_facts SET at = at - 1 WHERE table_id = :id AND seq = 5": "Event 5",
    "UPDATE matto_facts SET detail = 1 - detail WHERE table_id = :id AND seq = 2": "dealt",
    "UPDATE matto_tables SET dealt = 3 WHERE id = :id": "dealt",
    "UPDATE matto_tables SET phase = 'over' WHERE id = :id": "phase",
    "DELETE FROM matto_seats WHERE table_id = :id AND seat = 1": "seats",
}


async def test_the_check_finds_what_is_not_as_it_was_kept(played: Path, ids: list[str]) -> None:
    whole = played.read_bytes()
    for damage, found in UNLIKE_ITS_EVENTS.items():
        played.write_bytes(whole)
        async with open_store(played) as store:
            with store.writing.begin() as connection:
                connection.execute(sql(damage), {"id": ids[0]})
            ((table, what),) = faults(played)  # while a server has it open
        assert table == ids[0]
        assert found in what, damage


def test_the_check_finds_a_deal_that_does_not_end_as_it_was_kept(
    played: Path, ids: list[str]
) -> None:
    store = Store(played)
    with store.writing.begin() as connection:
        wrong = "replace(body, '\"points\":[', '\"points\":[1')"
        connection.execute(sql(f"UPDATE matto_facts SET body = {wrong}"))
        chain_all(connection)
    store.close()
    assert faults(played, replay=False) == []
    ((table, what),) = faults(played)
    assert table == ids[0]
    assert "does not end as it was kept" in what


def test_rows_of_a_table_that_is_gone_are_found(played: Path, ids: list[str]) -> None:
    harm(played, "DELETE FROM matto_tables WHERE id = :id", ids[0])
    assert {table for table, _ in faults(played)} == {ids[0]}


@pytest.mark.parametrize("rest", [True, False])
async def test_a_table_that_is_being_deleted_is_no_fault_and_is_copied_as_such(
    played: Path, ids: list[str], file: Path, rest: bool
) -> None:
    async with open_store(played) as store:
        line = await store.line(ids[0])
        assert line is not None
        assert await store.mark_deleted(line)
        assert await store.prune(batch=5)
        while rest and await store.prune():
            pass
    assert faults(played) == []
    assert checked(played).tables == 2
    back_up(played, file)
    assert faults(file) == []


def test_a_file_with_a_damaged_page_is_refused_at_the_start(played: Path) -> None:
    whole, found = played.read_bytes(), 0
    pages = len(whole) // 4096
    for page in range(3, pages):
        damaged = bytearray(whole)
        damaged[page * 4096 : page * 4096 + 64] = b"\xff" * 64
        played.write_bytes(damaged)
        try:
            Store(played).close()
        except NotADatabase as error:
            found += 1
            assert "damaged" in str(error)
    assert found >= pages - 6, "a free page or one of overflow may go unnoticed"


# -- the command -------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_checks_backs_up_and_restores(
    tmp_path: Path, played: Path, file: Path
) -> None:
    new = tmp_path / "new"
    assert told("check", data=new) == (2, f"There is no file {new / 'tables.sqlite'}.")
    assert told("backup", str(file), data=tmp_path)[0] == 0
    assert told("backup", str(file), data=tmp_path)[0] == 2
    assert told("restore", str(file), data=new)[0] == 0
    assert told("check", str(file), data=new)[0] == 0
    status, output = told("check", "--json", data=new)
    assert (status, json.loads(output)["faults"], json.loads(output)["tables"]) == (0, [], 3)
    harm(new / played.name, "DELETE FROM matto_facts WHERE seq = 2")
    status, output = told("check", "--json", data=new)
    answer = json.loads(output)
    assert (status, answer["ok"], len(answer["faults"])) == (1, False, 3)
    status, output = told("check", data=new)
    assert status == 1
    assert "Event 2 is missing" in output
