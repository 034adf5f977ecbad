"""The table service opens tables, carries commands out once, and shows what was."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event
from sqlalchemy import text as sql
from sqlalchemy.exc import OperationalError

from matto.engine.errors import IllegalChoice, UnknownBot
from matto.engine.words import text
from matto.records.json_form import ending_of
from matto.server.store import Append, Appended
from matto.server.store.database_errors import StoreUnavailable
from matto.server.store.schema import chain_all
from matto.server.tables.commands import (
    Ack,
    Act,
    Close,
    Leave,
    Return,
    Sit,
    StandIn,
    TimeUp,
    given_deal_of,
)
from matto.server.tables.errors import (
    BadCommand,
    KeyUsed,
    NoSuchDeal,
    NoSuchTable,
    NotYourSeat,
    TableUnplayable,
    TooLate,
)
from matto.server.tables.events import Acted, DealSettled, Mixed, Opened, Sat
from matto.server.tables.service import TableCache, TableService
from matto.server.tables.shuffle import promise_of
from matto.server.tables.views import Phase
from server.stores import (
    Place,
    act,
    appending,
    events_of,
    held,
    open_service,
    open_store,
    open_table,
    play_deal,
    ready,
    store_of,
    thought,
    until_asked,
    until_one_waits,
)
from server.tables import ANNA, HOST, STRANGER, all_of, folded, order

# -- opening and looking -----------------------------------------------------------------


async def test_an_order_that_cannot_be_met_opens_nothing(tables: TableService) -> None:
    with pytest.raises(UnknownBot):
        await tables.open(order("mineo-3", bots=("", "genius", "rule")))
    with pytest.raises(BadCommand):
        await tables.open(order("mineo-3", name=""))
    assert await tables.store.unfinished() == []


async def test_there_is_no_table_that_nobody_has_opened(tables: TableService) -> None:
    for table_id in ("", "a" * 14, "a" * 13, "A" * 14, "a\x00" * 7, "ä" * 14):
        with pytest.raises(NoSuchTable):
            await tables.state(table_id)
        with pytest.raises(NoSuchTable):
            await tables.submit(table_id, Leave(), HOST)
    assert tables.cache.states() == []


# -- commands ------------------------------------------------------------------------------


async def test_a_command_is_kept_before_it_is_acknowledged(file: Path) -> None:
    async with open_service(file) as tables, open_store(file) as another:
        table_id = await open_table(tables)
        for _ in range(12):
            state = await tables.state(table_id)
            if state.phase is Phase.BETWEEN:
                await ready(tables, state)
                continue
            ack = await act(tables, state)
            events = await another.events(table_id)
            assert events[-1].seq == ack.seq
            assert (await tables.state(table_id)).seq == ack.seq


@pytest.mark.slow
async def test_a_refused_command_changes_nothing(tables: TableService) -> None:
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id)
    events = await events_of(tables, table_id)
    with pytest.raises(IllegalChoice) as illegal:
        await tables.submit(table_id, Act("nonsense"), HOST, state.seq, "k")
    assert illegal.value.refusal == state.run.why_not("nonsense")  # type: ignore[union-attr]
    with pytest.raises(NotYourSeat):
        await tables.submit(table_id, Act("nonsense"), STRANGER, state.seq, "k")
    with pytest.raises(TooLate) as late:
        await tables.submit(table_id, Act("nonsense"), HOST, state.asked_since - 1, "k")
    assert late.value.seq == state.seq
    with pytest.raises(BadCommand):
        await tables.submit(table_id, Act("nonsense"), HOST, state.seq, "no spaces")
    assert await events_of(tables, table_id) == events
    assert await tables.state(table_id) is state


async def test_a_bot_s_command_is_granted_where_it_plays_and_when_it_is_asked(
    tables: TableService,
) -> None:
    table_id = await open_table(tables)
    state = await until_asked(tables, table_id, 1)
    assert state.run is not None
    assert state.run.decision is not None
    command = Act(state.run.decision.options[0])
    for seat, bot in ((0, "rule"), (1, "random"), (1, "")):
        with pytest.raises(NotYourSeat):
            await tables.submit(table_id, command, expected=state.seq, seat=seat, bot=bot)
    own: dict[str, Any] = {"expected": state.seq, "seat": 1, "bot": "rule"}
    with pytest.raises(BadCommand):
        await tables.submit(table_id, Leave(), **own)
    ack = await tables.submit(table_id, command, **own)
    with pytest.raises(TooLate):
        await tables.submit(table_id, command, **own)
    assert ack.seq > state.seq


async def test_a_bot_stands_in_for_one_whose_time_is_up_if_nothing_has_happened(
    tables: TableService,
) -> None:
    table_id = await open_table(tables, turn_seconds=1)
    before = await until_asked(tables, table_id)
    await act(tables, before)
    with pytest.raises(TooLate):
        await tables.submit(table_id, TimeUp(0), expected=before.seq)
    state = await until_asked(tables, table_id)
    await tables.submit(table_id, TimeUp(0), expected=state.seq)
    assert (await tables.state(table_id)).bot(0) == "rule"


async def test_every_change_is_told_once_it_is_kept_however_badly_one_listens(
    file: Path,
) -> None:
    told: list[str] = []

    def failing(_table_id: str) -> None:
        raise RuntimeError("listens badly")

    async with open_service(file, notify=failing) as tables:
        tables.notify.append(told.append)
        table_id = await open_table(tables)
        assert told == [table_id]
        state = await until_asked(tables, table_id)
        told.clear()
        with pytest.raises(IllegalChoice):
            await tables.submit(table_id, Act("nonsense"), HOST)
        assert told == []
        await act(tables, state)
        assert told == [table_id]


@pytest.mark.slow
async def test_few_tables_are_in_the_cache_and_all_others_are_set_up_again(file: Path) -> None:
    cache = TableCache(3)
    async with open_service(file, alone=True, cache=cache) as tables:
        ids = [await open_table(tables) for _ in range(8)]
        states = {table_id: await until_asked(tables, table_id) for table_id in ids}
        for table_id in reversed(ids):
            assert all_of(await tables.state(table_id)) == all_of(states[table_id])
            assert len(cache) <= 3
        await asyncio.gather(*(act(tables, state) for state in states.values()))
        assert len(cache) <= 3


# -- deals that are over -----------------------------------------------------------------


@pytest.mark.slow
async def test_a_deal_that_is_over_is_played_again_and_its_shuffle_shown(
    tables: TableService,
) -> None:
    table_id = await open_table(tables, "marolles")
    shown = []
    for _ in range(2):
        state = await play_deal(tables, table_id)
        assert state.run is not None
        shown.append((state.run, ending_of(state.run.result)))  # type: ignore[arg-type]
        await ready(tables, state, seed=f"seed{len(shown)}")
    for number, (before, ending) in enumerate(shown, start=1):
        run = await tables.finished_run(table_id, number)
        setup = before.setup
        assert run.actions == before.actions
        assert run.setup == setup
        for seat in (*range(setup.seats), None):
            assert run.view(seat).facts() == before.view(seat).facts()
        assert run.result is not None
        assert ending_of(run.result) == ending
        proof = await tables.proof(table_id, number)
        assert proof is not None
        assert proof.holds
        assert dict(proof.seeds) == ({0: "seed1"} if number == 2 else {})
        cards = [card for pile in (*setup.deal.hands, setup.deal.talon) for card in pile]
        assert list(proof.order) == cards


@pytest.mark.slow
async def test_a_secret_is_shown_when_its_deal_is_over_and_never_before(
    tables: TableService,
) -> None:
    table_id = await open_table(tables, "calatafimi-2")
    for number in (1, 2):
        while (state := await tables.state(table_id)).phase is Phase.PLAYING:
            for unfinished in (number, number + 1, 0, -1):
                with pytest.raises(NoSuchDeal):
                    await tables.proof(table_id, unfinished)
                with pytest.raises(NoSuchDeal):
                    await tables.finished_run(table_id, unfinished)
            await act(tables, state)
        proof = await tables.proof(table_id, number)
        assert proof is not None
        assert proof.promise == promise_of(proof.secret)
        with pytest.raises(NoSuchDeal):
            await tables.proof(table_id, number + 1)
        await ready(tables, state)


@pytest.mark.slow
async def test_a_deal_that_is_given_was_not_shuffled_and_fresh_ones_follow(
    tables: TableService,
) -> None:
    first = await open_table(tables)
    await play_deal(tables, first)
    given = given_deal_of(await tables.finished_run(first, 1))
    again = await open_table(tables, given=given)
    state = await tables.state(again)
    assert state.run is not None
    assert given_deal_of(state.run) == given
    state = await play_deal(tables, again)
    assert await tables.proof(again, 1) is None
    await ready(tables, state)
    await play_deal(tables, again)
    proof = await tables.proof(again, 2)
    assert proof is not None
    assert proof.holds
    assert given_deal_of(await tables.finished_run(again, 2)) != given


# -- the events of one match --------------------------------------------------------------


async def test_the_same_key_with_something_else_to_do_is_refused_by_every_worker(
    file: Path,
) -> None:
    async with open_service(file) as first, open_service(file) as second:
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
    async with open_service(file) as again:
        with pytest.raises(KeyUsed):
            await again.submit(table_id, Leave(), HOST, key="k")
        repeated = await again.submit(table_id, Act(asked.options[0]), HOST, key="k")
        assert repeated == Ack(done.seq, repeated=True)


async def test_the_same_key_with_another_order_opens_nothing(file: Path) -> None:
    async with open_service(file) as first, open_service(file) as second:
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
        assert len(await first.store.unfinished()) == 1


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
    ["{", '{"fact":"flown"}', '{"fact":"sat","seat":9,"holder":"x","name":"x"}'],
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


async def test_tables_whose_rules_are_gone_are_kept(tables: TableService) -> None:
    good = await open_table(tables)
    opened = (await events_of(tables, good))[0]
    assert isinstance(opened, Opened)
    later = msgspec.structs.replace(opened, rules_version=99)
    foreign = msgspec.structs.replace(opened, game="bridge")
    await tables.store.append(appending("a" * 14, [later]))
    await tables.store.append(appending("b" * 14, [foreign]))
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


# -- many at once: one event for many requests, one winner for each moment -----------------

MANY = 100


async def as_kept(tables: TableService, table_id: str) -> dict[str, object]:
    """The table as its events tell, whatever any service remembers."""
    events = await tables.store.events(table_id)
    state = folded((stored.seq, (stored.event, stored.at)) for stored in events)
    state.id = table_id
    return all_of(state)


# -- the same again ----------------------------------------------------------------------


@pytest.mark.slow
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
        again = await first.submit(table_id, command, HOST, None, "one")
        assert again == Ack(acks[0].seq, repeated=True)
        events = (await events_of(first, table_id))[before:]
        assert sum(isinstance(f, Acted) and f.seat == 0 for f in events) == 1
        for tables in (first, second):
            assert all_of(await tables.state(table_id)) == await as_kept(tables, table_id)


@pytest.mark.slow
async def test_a_hundred_identical_orders_at_once_open_one_table(file: Path) -> None:
    async with open_service(file) as first, open_service(file) as second:
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


@pytest.mark.slow
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


async def test_a_worker_does_not_refuse_what_another_has_made_possible(file: Path) -> None:
    async with open_service(file) as first, open_service(file) as second:
        table_id = await open_table(first, persons=2)
        await second.state(table_id)
        await first.submit(table_id, Sit(1, "Anna"), ANNA)
        state = await until_asked(first, table_id, 1)
        await second.submit(table_id, Act(thought(state)), ANNA, state.seq)
        with pytest.raises(NotYourSeat):
            await second.submit(table_id, Act("x"), STRANGER)


async def test_a_worker_does_not_say_that_all_is_done_already_when_another_has_undone_it(
    file: Path,
) -> None:
    async with open_service(file) as first, open_service(file) as second:
        table_id = await open_table(first, persons=2)
        await first.submit(table_id, Sit(1, "Anna"), ANNA)
        await first.submit(table_id, StandIn(1), HOST)
        assert (await second.state(table_id)).bot(1) == "rule"
        await first.submit(table_id, Return(), ANNA)
        await second.submit(table_id, StandIn(1), HOST)
        assert (await first.state(table_id)).bot(1) == "rule"


async def test_a_worker_tells_of_changes_that_it_meets(file: Path) -> None:
    told: list[str] = []
    async with (
        open_service(file) as first,
        open_service(file, notify=told.append) as second,
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


@pytest.mark.parametrize("alone", [True, False])
async def test_nothing_counts_before_it_is_kept(file: Path, alone: bool) -> None:
    """While a command waits for the disk, and after it was lost, the table is as it was."""
    async with open_service(file, alone=alone) as tables:
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
