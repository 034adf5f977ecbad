"""Tables that cannot be continued stay closed, with the reason, and nothing of them is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Engine
from sqlalchemy import text as sql

from matto.server.store.schema import chain_all
from matto.server.tables.commands import Close
from matto.server.tables.errors import TableUnplayable
from matto.server.tables.events import DealSettled, Opened
from matto.server.tables.service import TableService
from matto.server.tables.views import Phase
from server.stores import appending, held, until_one_waits
from server.table_services import (
    act,
    events_of,
    open_service,
    open_table,
    play_deal,
    store_of,
    until_asked,
)
from server.tables import HOST


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


def _rewrite(engine: Engine, table_id: str, seq: int, body: str) -> None:
    """Change an event, and the chain with it: as a program with other events would write."""
    with engine.begin() as connection:
        connection.execute(
            sql("UPDATE matto_facts SET body = :body WHERE table_id = :id AND seq = :seq"),
            {"body": body, "id": table_id, "seq": seq},
        )
        chain_all(connection)


@pytest.mark.parametrize(
    "body",
    ["", "{", "{}", '{"fact":"flown"}', '{"fact":"sat","seat":9,"holder":"x","name":"x"}'],
)
async def test_a_table_with_an_event_that_is_not_understood_stays_closed_and_is_kept(
    file: Path, body: str
) -> None:
    async with open_service(file) as tables:
        table_id, other = await open_table(tables), await open_table(tables)
    async with open_service(file) as tables:
        _rewrite(store_of(tables).writing, table_id, 3, body)
        with pytest.raises(TableUnplayable) as caught:
            await tables.state(table_id)
        assert table_id in str(caught.value)
        with pytest.raises(TableUnplayable):
            await tables.submit(table_id, Close(), HOST)
        assert (await tables.state(other)).phase is Phase.PLAYING


async def test_tables_whose_rules_are_gone_are_listed_and_kept(tables: TableService) -> None:
    good = await open_table(tables)
    opened = (await events_of(tables, good))[0]
    assert isinstance(opened, Opened)
    later = msgspec.structs.replace(opened, rules_version=99)
    foreign = msgspec.structs.replace(opened, game="bridge")
    await tables.store.append(appending("a" * 14, [later]))
    await tables.store.append(appending("b" * 14, [foreign]))
    await tables.store.append(appending("c" * 14, [later]))
    await tables.store.append(appending("d" * 14, [later], phase=Phase.OVER))
    listed = {one.tables: str(one.why) for one in await tables.unplayable()}
    assert set(listed) == {("a" * 14, "c" * 14), ("b" * 14,)}
    assert "newer matto" in listed["a" * 14, "c" * 14]
    for table_id in ("a" * 14, "b" * 14):
        with pytest.raises(TableUnplayable, match="nothing of it is lost"):
            await tables.state(table_id)
    assert len(await tables.store.events("a" * 14)) == 1
    assert (await tables.state(good)).phase is Phase.PLAYING


async def test_a_deal_that_no_longer_ends_as_it_was_kept_is_not_shown(
    tables: TableService,
) -> None:
    table_id = await open_table(tables)
    state = await play_deal(tables, table_id)
    settled = next(f for f in await events_of(tables, table_id) if isinstance(f, DealSettled))
    result = msgspec.structs.replace(settled.result, points=(1, 2, 3))
    wrong = msgspec.json.encode(msgspec.structs.replace(settled, result=result))
    _rewrite(store_of(tables).writing, table_id, state.places[0][1], wrong.decode())
    with pytest.raises(TableUnplayable):
        await tables.finished_run(table_id, 1)


@pytest.mark.slow
async def test_a_service_that_closes_finishes_what_has_begun(tables: TableService) -> None:
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id)
    with held(store_of(tables)):
        gone = asyncio.create_task(act(tables, state, key="k"))
        await until_one_waits(store_of(tables))
        gone.cancel()
    await tables.close()
    assert await tables.store.receipt(table_id, HOST, "k") is not None
