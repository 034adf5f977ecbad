"""Keys of requests: the same key again is the same thing to do, or it is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from matto.server.tables.commands import Ack, Act, Close, Leave, Return
from matto.server.tables.errors import KeyUsed
from server.stores import Place
from server.table_services import open_service, open_table, store_of, thought, until_asked
from server.tables import HOST, order


async def test_a_key_counts_also_after_the_server_has_started_again(place: Place) -> None:
    async with open_service(place) as tables:
        table_id = await open_table(tables)
        state = await until_asked(tables, table_id)
        command = Act(thought(state))
        first = await tables.submit(table_id, command, HOST, state.seq, "k")
    async with open_service(place) as tables:
        again = await tables.submit(table_id, command, HOST, state.seq, "k")
        assert again == Ack(first.seq, repeated=True)


async def test_the_same_key_with_something_else_to_do_is_refused_by_every_worker(
    place: Place,
) -> None:
    async with open_service(place) as first, open_service(place) as second:
        table_id = await open_table(first)
        state = await until_asked(first, table_id)
        asked = state.run and state.run.view(0).decision
        assert asked
        done = await first.submit(table_id, Act(asked.options[0]), HOST, state.seq, "k")
        for tables in (first, second):
            for other in (Act(asked.options[-1]), Act("nonsense"), Leave(), Return()):
                with pytest.raises(KeyUsed):
                    await tables.submit(table_id, other, HOST, key="k")
        assert (await second.state(table_id)).seat_of(HOST) == 0
    async with open_service(place) as again:
        with pytest.raises(KeyUsed):
            await again.submit(table_id, Leave(), HOST, key="k")
        repeated = await again.submit(table_id, Act(asked.options[0]), HOST, key="k")
        assert repeated == Ack(done.seq, repeated=True)


async def test_the_same_key_with_another_order_opens_nothing(place: Place) -> None:
    async with open_service(place) as first, open_service(place) as second:
        found = await asyncio.gather(
            *(
                tables.open(order("mineo-3", limit=limit), "one")
                for tables in (first, second)
                for limit in (1, 2)
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(one, KeyUsed) for one in found) == 2
        assert len({one for one in found if isinstance(one, str)}) == 1
        assert len(await first.unfinished()) == 1


async def test_a_key_that_was_kept_before_fingerprints_were_is_repeated_as_it_was(
    tmp_path: Path,
) -> None:
    async with open_service(tmp_path / "tables.sqlite3") as tables:
        table_id = await open_table(tables)
        left = await tables.submit(table_id, Leave(), HOST, key="k")
        with store_of(tables).writing.begin() as connection:
            connection.exec_driver_sql("UPDATE matto_receipts SET fingerprint = ''")
        again = await tables.submit(table_id, Close(), HOST, key="k")
        assert again == Ack(left.seq, repeated=True)
