"""The check of a database finds what is not as it was kept, at the start and when asked."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from matto.server.store import Store
from matto.server.store.database_errors import NotADatabase
from server.copying import back_up, checked, faults, some_tables, told
from server.table_services import open_service, store_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.matto"


# -- the check ---------------------------------------------------------------------------

DAMAGES = {
    "UPDATE matto_facts SET at = at - 1 WHERE table_id = :id AND seq = 5": "Event 5",
    "DELETE FROM matto_facts WHERE table_id = :id AND seq = 9": "Event 9 is missing",
    "UPDATE matto_facts SET detail = 1 - detail WHERE table_id = :id AND seq = 2": "dealt",
    "UPDATE matto_tables SET dealt = 3 WHERE id = :id": "dealt",
    "UPDATE matto_tables SET phase = 'over' WHERE id = :id": "phase",
    "DELETE FROM matto_seats WHERE table_id = :id AND seat = 1": "seats",
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
async def test_the_check_finds_what_is_not_as_it_was_kept(tmp_path: Path, damage: str) -> None:
    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as tables:
        ids = await some_tables(tables)
        with store_of(tables).writing.begin() as connection:
            connection.execute(sql(damage), {"id": ids[0]})
        ((table, what),) = faults(place)  # while a server has it open
        assert table == ids[0]
        assert DAMAGES[damage] in what


@pytest.mark.slow
async def test_the_check_finds_a_deal_that_does_not_end_as_it_was_kept(tmp_path: Path) -> None:
    from matto.server.store.schema import chain_all

    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as tables:
        ids = await some_tables(tables)
        with store_of(tables).writing.begin() as connection:
            wrong = "replace(body, '\"points\":[', '\"points\":[1')"
            connection.execute(sql(f"UPDATE matto_facts SET body = {wrong}"))
            chain_all(connection)
        assert faults(place, replay=False) == []
        ((table, what),) = faults(place)
        assert table == ids[0]
        assert "does not end as it was kept" in what


async def test_rows_of_a_table_that_is_gone_are_found(tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as tables:
        ids = await some_tables(tables)
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("DELETE FROM matto_tables WHERE id = ?", ids[:1])
    assert {table for table, _ in faults(place)} == {ids[0]}


@pytest.mark.slow
@pytest.mark.parametrize("rest", [True, False])
async def test_a_table_that_is_being_deleted_is_no_fault_and_is_copied_as_such(
    tmp_path: Path, file: Path, rest: bool
) -> None:
    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as tables:
        ids, store = await some_tables(tables), store_of(tables)
        line = await store.line(ids[0])
        assert line is not None
        assert await store.doom(line)
        assert await store.prune(batch=5)
        while rest and await store.prune():
            pass
    assert faults(place) == []
    assert checked(place).tables == 2
    back_up(place, file)
    assert faults(file) == []


async def test_a_file_with_a_damaged_page_is_refused_at_the_start(tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite3"
    async with open_service(place) as tables:
        await some_tables(tables)
    shutil.copy(place, tmp_path / "whole")
    pages = place.stat().st_size // 4096
    found = 0
    for page in range(3, pages):
        damaged = bytearray((tmp_path / "whole").read_bytes())
        damaged[page * 4096 : page * 4096 + 64] = b"\xff" * 64
        place.write_bytes(damaged)
        try:
            Store(place).close()
        except NotADatabase as error:
            found += 1
            assert "damaged" in str(error)
    assert found >= pages - 6, "a free page or one of overflow may go unnoticed"


# -- the command -------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_command_checks_backs_up_and_restores(tmp_path: Path, file: Path) -> None:
    async with open_service(tmp_path / "tables.sqlite") as tables:
        await some_tables(tables)
    new = tmp_path / "new"
    assert told("check", data=new) == (2, f"There is no file {new / 'tables.sqlite'}.")
    assert told("backup", str(file), data=tmp_path)[0] == 0
    assert told("backup", str(file), data=tmp_path)[0] == 2
    assert told("restore", str(file), data=new)[0] == 0
    assert told("check", str(file), data=new)[0] == 0
    status, output = told("check", "--json", data=new)
    assert (status, json.loads(output)["faults"], json.loads(output)["tables"]) == (0, [], 3)
    with closing(sqlite3.connect(new / "tables.sqlite")) as database, database:
        database.execute("DELETE FROM matto_facts WHERE seq = 2")
    status, output = told("check", "--json", data=new)
    assert (status, json.loads(output)["ok"], len(json.loads(output)["faults"])) == (
        1,
        False,
        3,
    )
    status, output = told("check", data=new)
    assert status == 1
    assert "Event 2 is missing" in output
