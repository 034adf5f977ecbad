"""Many at once: one event for many identical requests, one winner for each moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from matto.engine.words import text
from matto.server.store import Append, Appended
from matto.server.store.database_errors import StoreUnavailable
from matto.server.tables.commands import Ack, Act, Return, Sit, StandIn
from matto.server.tables.errors import NotYourSeat, TooLate
from matto.server.tables.events import Acted, Mixed, Sat
from matto.server.tables.service import TableService
from matto.server.tables.views import Phase
from server.stores import (
    Place,
    act,
    events_of,
    held,
    open_service,
    open_table,
    ready,
    store_of,
    thought,
    until_asked,
    until_one_waits,
)
from server.tables import ANNA, HOST, STRANGER, all_of, folded, order

MANY = 100


async def as_kept(tables: TableService, table_id: str) -> dict[str, object]:
    """The table as its events tell, whatever any service remembers."""
    events = await tables.store.events(table_id)
    state = folded((stored.seq, (stored.event, stored.at)) for stored in events)
    state.id = table_id
    return all_of(state)


# -- the same again ----------------------------------------------------------------------


async def identical_requests_make_one_event(tables: TableService) -> None:
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id)
    command, before = Act(thought(state)), len(await events_of(tables, table_id))
    acks = await asyncio.gather(
        *(tables.submit(table_id, command, HOST, state.seq, "one") for _ in range(MANY))
    )
    assert len({ack.seq for ack in acks}) == 1
    assert sum(not ack.repeated for ack in acks) == 1
    assert await tables.submit(table_id, command, HOST, None, "one") == Ack(
        acks[0].seq, repeated=True
    )
    events = (await events_of(tables, table_id))[before:]
    own = [event for event in events if isinstance(event, Acted) and event.seat == 0]
    assert [event.choice for event in own] == [command.choice]
    assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


async def test_a_hundred_identical_requests_at_once_make_one_event(
    tables: TableService,
) -> None:
    await identical_requests_make_one_event(tables)


async def test_identical_requests_that_reach_two_workers_make_one_event(place: Place) -> None:
    async with open_service(place) as first, open_service(place) as second:
        table_id = await open_table(first)
        state = await until_asked(first, table_id)
        await second.state(table_id)
        command, before = Act(thought(state)), len(await events_of(first, table_id))
        acks = await asyncio.gather(
            *(
                tables.submit(table_id, command, HOST, state.seq, "one")
                for _ in range(MANY // 2)
                for tables in (first, second)
            )
        )
        assert len({ack.seq for ack in acks}) == 1
        assert sum(not ack.repeated for ack in acks) == 1
        events = (await events_of(first, table_id))[before:]
        assert sum(isinstance(f, Acted) and f.seat == 0 for f in events) == 1
        for tables in (first, second):
            assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


@pytest.mark.slow
async def test_a_hundred_identical_orders_at_once_open_one_table(place: Place) -> None:
    async with open_service(place) as first, open_service(place) as second:
        ids = await asyncio.gather(
            *(
                tables.open(order("mineo-3"), "one")
                for _ in range(MANY // 2)
                for tables in (first, second)
            )
        )
        assert len(set(ids)) == 1
        assert len(await first.store.unfinished()) == 1
        assert await first.open(order("mineo-3"), "two") != ids[0]
        assert await first.open(order("mineo-3")) != ids[0]


# -- one of many -------------------------------------------------------------------------


async def test_of_a_hundred_answers_to_one_question_one_is_taken(tables: TableService) -> None:
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id)
    command = Act(thought(state))
    found = await asyncio.gather(
        *(tables.submit(table_id, command, HOST, state.seq, f"{n}") for n in range(MANY)),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Ack) for one in found) == 1
    assert sum(isinstance(one, TooLate) for one in found) == MANY - 1


async def test_of_many_who_want_a_seat_one_gets_it(place: Place) -> None:
    async with open_service(place) as first, open_service(place) as second:
        table_id = await open_table(first, persons=2)
        found = await asyncio.gather(
            *(
                tables.submit(table_id, Sit(1, f"Guest {n}"), f"guest {n}")
                for n in range(10)
                for tables in (first, second)
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Ack) for one in found) in {1, 2}  # a guest came twice
        events = await events_of(first, table_id)
        assert sum(isinstance(event, Sat) for event in events) == 2
        for tables in (first, second):
            assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


@pytest.mark.slow
async def test_two_workers_who_both_play_on_make_one_match(place: Place) -> None:
    async def playing(tables: TableService, table_id: str) -> int:
        done = 0
        while (state := await tables.state(table_id)).deal < 3:
            try:
                if state.phase is Phase.BETWEEN:
                    await ready(tables, state)
                else:
                    await act(tables, state)
                done += 1
            except TooLate:
                continue
        return done

    async with open_service(place) as first, open_service(place) as second:
        table_id = await open_table(first)
        shares = await asyncio.gather(playing(first, table_id), playing(second, table_id))
        events = await first.store.events(table_id)
        assert [stored.seq for stored in events] == list(range(1, len(events) + 1))
        acts = sum(isinstance(stored.event, Acted | Mixed) for stored in events)
        assert sum(shares) == acts
        for tables in (first, second):
            assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


# -- workers that know of each other -----------------------------------------------------


async def test_a_worker_does_not_refuse_what_another_has_made_possible(place: Place) -> None:
    async with open_service(place) as first, open_service(place) as second:
        table_id = await open_table(first, persons=2)
        await second.state(table_id)
        await first.submit(table_id, Sit(1, "Anna"), ANNA)
        state = await until_asked(first, table_id, 1)
        await second.submit(table_id, Act(thought(state)), ANNA, state.seq)
        with pytest.raises(NotYourSeat):
            await second.submit(table_id, Act("x"), STRANGER)


async def test_a_worker_does_not_say_that_all_is_done_already_when_another_has_undone_it(
    place: Place,
) -> None:
    async with open_service(place) as first, open_service(place) as second:
        table_id = await open_table(first, persons=2)
        await first.submit(table_id, Sit(1, "Anna"), ANNA)
        await first.submit(table_id, StandIn(1), HOST)
        assert (await second.state(table_id)).bot(1) == "rule"
        await first.submit(table_id, Return(), ANNA)
        await second.submit(table_id, StandIn(1), HOST)
        assert (await first.state(table_id)).bot(1) == "rule"


async def test_a_worker_tells_of_changes_that_it_meets(place: Place) -> None:
    told: list[str] = []
    async with (
        open_service(place) as first,
        open_service(place, notify=told.append) as second,
    ):
        ids = [await open_table(first) for _ in range(3)]
        for table_id in ids:
            await second.state(table_id)
        await second.catch_up_all()
        assert told == []
        await act(first, await first.state(ids[1]))
        await second.catch_up_all()
        await second.catch_up_all()
        assert told == [ids[1]]


# -- whoever goes away -------------------------------------------------------------------


async def test_who_goes_away_while_his_command_is_kept_leaves_a_sound_table(
    tables: TableService,
) -> None:
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id)
    with held(store_of(tables)):
        gone = asyncio.create_task(
            tables.submit(table_id, Act(thought(state)), HOST, state.seq, "k")
        )
        await until_one_waits(store_of(tables))
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert (await as_shown(tables, table_id)) == state.seq
    again = await tables.submit(table_id, Act(thought(state)), HOST, state.seq, "k")
    assert again.repeated
    assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


async def as_shown(tables: TableService, table_id: str) -> int:
    """How far the table is for whoever looks now."""
    known = next(state for state in tables.cache.states() if state.id == table_id)
    return known.seq


async def nothing_counts_before_it_is_kept(tables: TableService) -> None:
    """While a command waits for the disk, and after it was lost, the table is as it was."""
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id)
    before = all_of(state)
    with held(store_of(tables)):
        command = asyncio.create_task(act(tables, state))
        await until_one_waits(store_of(tables))
        assert await as_shown(tables, table_id) == state.seq
        assert all_of(state) == before
        lost = losing_the_second_commit()  # the first one holds the others
        event.listen(store_of(tables).writing, "commit", lost)
    with pytest.raises(StoreUnavailable):
        await command
    event.remove(store_of(tables).writing, "commit", lost)
    after = await tables.state(table_id)
    assert all_of(after) == before == await as_kept(tables, table_id)
    await act(tables, after)


def losing_the_second_commit() -> Callable[[object], None]:
    commits = count(1)

    def lost(_connection: object) -> None:
        if next(commits) > 1:
            raise OperationalError("COMMIT", {}, Exception("the disk is gone"))

    return lost


@pytest.mark.parametrize("alone", [True, False])
async def test_nothing_counts_before_it_is_kept(file: Path, alone: bool) -> None:
    async with open_service(file, alone=alone) as tables:
        await nothing_counts_before_it_is_kept(tables)


async def test_a_command_that_was_kept_though_nobody_heard_of_it_is_not_granted_twice(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(file, alone=True) as tables:
        table_id = await open_table(tables)
        state = await until_asked(tables, table_id)
        append = tables.store.append

        async def unheard(wanted: Append) -> Appended:
            await append(wanted)
            raise StoreUnavailable(text("The line is dead."))

        monkeypatch.setattr(tables.store, "append", unheard)
        command = Act(thought(state))
        with pytest.raises(StoreUnavailable):
            await tables.submit(table_id, command, HOST, state.seq, "k")
        monkeypatch.setattr(tables.store, "append", append)
        again = await tables.submit(table_id, command, HOST, state.seq, "k")
        assert again.repeated
        assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


# -- planted bugs ------------------------------------------------------------------------
