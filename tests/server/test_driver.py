"""What a table does by itself: when bots move, wait, answer, stand in; and when it rests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from matto.blocks.announce import SILENCE
from matto.errors import IllegalChoice
from matto.server import grant
from matto.server.crew import NobodyThinks
from matto.server.desk import Desk
from matto.server.driver import (
    AFTER_A_TRICK,
    BETWEEN_DEALS,
    FOR_PERSONS_TO_ANSWER,
    FOR_PERSONS_TO_SPEAK,
    Driver,
    Kind,
    Todo,
    next_todo,
)
from matto.server.errors import TooLate
from matto.server.facts import Acted, StoodIn
from matto.server.presence import Presence
from matto.server.seen import Phase
from matto.server.state import TableState
from matto.server.streams import Hub
from matto.server.thinking import Asked, think
from matto.server.wishes import Act, Begin, Say, Sit, Wait
from matto.table import View
from matto.words import text
from server.desks import open_desk, open_table, thought
from server.tables import ANNA, HOST, STRANGER, Recorded, chance_of, order

PACE = 0.7


def waiting(state: TableState) -> Todo | None:
    """What a table waits for; its time from the last thing that happened on."""
    found = next_todo(state)
    if found is None:
        return None
    return Todo(found.kind, found.seat, round(found.due - state.at / 1000, 3))


def until(table: Recorded, moment: Callable[[TableState], bool]) -> Recorded:
    """Play until a moment has come."""
    while not moment(table.state):
        assert table.act(), "the moment does not come"
    return table


def bots_turn(state: TableState) -> bool:
    return state.waits_for is not None and bool(state.bot(state.waits_for))


def persons_turn(state: TableState) -> bool:
    return state.waits_for is not None and not state.bot(state.waits_for)


# -- what is to be done ------------------------------------------------------------------


def test_a_bot_moves_at_the_pace_of_the_table() -> None:
    table = until(Recorded(order("mineo-3", pace=PACE)), bots_turn)
    assert waiting(table.state) == Todo(Kind.ACT, table.state.waits_for or 0, PACE)


def test_a_finished_trick_stays_longer() -> None:
    def trick_done(state: TableState) -> bool:
        run = state.run
        return bots_turn(state) and run is not None and run.events[-1].kind == "trick"

    table = Recorded(order("calatafimi-2", pace=PACE))
    found = waiting(until(table, trick_done).state)
    assert found is not None
    assert found.due == pytest.approx(PACE * AFTER_A_TRICK)


def test_a_person_is_waited_for_as_long_as_he_likes() -> None:
    assert waiting(until(Recorded(order("mineo-3")), persons_turn).state) is None


def test_when_a_person_s_time_is_up_a_bot_stands_in() -> None:
    table = until(Recorded(order("mineo-3", turn_seconds=20)), persons_turn)
    assert waiting(table.state) == Todo(Kind.TIME_UP, 0, 20.0)


def test_nothing_is_done_before_the_match_and_after_it() -> None:
    assert waiting(Recorded(order("mineo-3", persons=3)).state) is None
    table = Recorded(order("calatafimi-2", limit=1)).play_deal()
    assert table.is_in(Phase.OVER)
    assert waiting(table.state) is None


def test_between_deals_persons_are_waited_for_but_bots_alone_deal_on() -> None:
    assert waiting(Recorded(order("mineo-3")).play_deal().state) is None
    table = Recorded(order("mineo-3", persons=0, seat=None)).play_deal()
    found = waiting(table.state)
    assert found is not None
    assert (found.kind, found.due) == (Kind.DEAL_ON, BETWEEN_DEALS)
    table.wish(Begin(), HOST)
    assert table.is_in(Phase.PLAYING)


def test_bots_alone_do_not_run_as_fast_as_they_can() -> None:
    found = waiting(Recorded(order("mineo-3", persons=0, seat=None, pace=0.0)).state)
    assert found is not None
    assert found.due > 0


def open_to_all(persons: int) -> Recorded:
    """A table where a bot is asked something that the persons may answer first."""
    table = Recorded(order("calatafimi-4", persons=persons, pace=PACE), seed="open").sit_all()

    def asked(state: TableState) -> bool:
        run = state.run
        open_question = run is not None and run.decision is not None and run.decision.wait
        return bool(open_question) and bots_turn(state)

    return until(table, asked)


def test_in_an_open_question_bots_let_persons_speak_first() -> None:
    table = open_to_all(persons=2)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(FOR_PERSONS_TO_SPEAK, abs=1.5)
    for holder in (HOST, ANNA):
        seat = table.state.seat_of(holder)
        if seat in table.state.may_speak_first:
            table.wish(Wait(), holder)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(PACE)


def asked_aside(game: str, seed: str, *, person: bool) -> Recorded:
    """A table where a bot is to play, and a person or a bot has been asked something aside."""
    table = Recorded(order(game, persons=2, pace=PACE), seed=seed).sit_all()
    while table.state.phase is Phase.PLAYING:
        for chair in table.state.chairs:
            phrases = phrases_of(table.state, chair.seat)
            if phrases and chair.has_person and SILENCE not in phrases:
                table.wish(Say(phrases[0]), chair.holder)
        asked = [c for c in table.state.chairs if SILENCE in phrases_of(table.state, c.seat)]
        if {chair.has_person for chair in asked} == {person} and bots_turn(table.state):
            return table
        bots = [chair for chair in asked if chair.bot]
        for chair in bots:
            table.keep(*grant.say(table.state, chair.seat, SILENCE, chair.bot))
        if not bots:
            table.act()
    raise AssertionError("nobody asks anything")


def phrases_of(state: TableState, seat: int) -> tuple[str, ...]:
    """What a seat may say aside."""
    return () if state.run is None else state.run.asides(seat)


def test_a_bot_that_is_asked_aside_answers() -> None:
    found = waiting(asked_aside("ragusa-3", "4", person=False).state)
    assert found is not None
    assert found.kind is Kind.ANSWER
    assert found.due == pytest.approx(PACE)


def test_bots_hold_back_while_a_person_has_been_asked_aside() -> None:
    table = asked_aside("mineo-4", "11", person=True)
    found = waiting(table.state)
    assert found is not None
    assert (found.kind, found.due) == (Kind.ACT, FOR_PERSONS_TO_ANSWER)
    asked = next(
        chair
        for chair in table.state.chairs
        if chair.has_person and SILENCE in phrases_of(table.state, chair.seat)
    )
    table.wish(Say(SILENCE), asked.holder)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(PACE)


# -- the driver at work ------------------------------------------------------------------


class Thinking:
    """A crew in this process, that can fail, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.failures = 0

    async def think(self, bot: str, seed: str, view: View, *, aside: bool = False) -> str:
        self.asked.append((bot, seed))
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise NobodyThinks(text("Nobody thinks."))
        return think(Asked(bot, seed, view, aside))


class Scene:
    """A desk, a driver, a clock that a test turns, and who looks."""

    def __init__(self, desk: Desk, clock: list[int], worker: str = "one") -> None:
        self.desk = desk
        self.clock = clock
        self.crew = Thinking()
        self.hub = Hub(clock=lambda: clock[0] / 1000)
        self.driver = Driver(
            desk,
            self.crew,  # type: ignore[arg-type]
            Presence(self.hub, clock=lambda: clock[0] / 1000),
            "secret",
            leases=None if desk.alone else desk.store,
            worker=worker,
            clock=lambda: clock[0],
        )
        self.hub.on_watched = self.driver.look_after
        desk.notify.append(self.driver.look_after)

    def wake(self) -> None:
        """Time has passed: the driver looks again."""
        for table in self.driver.driven:
            self.driver.look_after(table)

    async def rest(self) -> None:
        """Let everything happen that happens by itself."""
        for _ in range(200):
            await asyncio.sleep(0.001)


@asynccontextmanager
async def at_work(folder: Path, *, alone: bool = True, **more: Any) -> AsyncIterator[Scene]:
    clock = [1_000_000]
    place = folder / "tables"
    async with open_desk(place, alone=alone, clock=lambda: clock[0], **more) as desk:
        scene = Scene(desk, clock)
        try:
            yield scene
        finally:
            await scene.driver.close()


def run(folder: Path, play: Callable[[Scene], Awaitable[None]], **desk: Any) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20), at_work(folder, **desk) as scene:
            await play(scene)

    asyncio.run(bounded())


async def moves(scene: Scene, table: str) -> list[Acted]:
    """What has been done at a table."""
    stored = await scene.desk.store.facts(table)
    return [one.fact for one in stored if isinstance(one.fact, Acted)]


async def stood_in(scene: Scene, table: str) -> list[StoodIn]:
    """Where bots have stood in, and given back."""
    stored = await scene.desk.store.facts(table)
    return [one.fact for one in stored if isinstance(one.fact, StoodIn)]


async def play_for_persons(scene: Scene, table: str) -> None:
    """Say and answer something for the persons until the deal is over."""
    while (state := await scene.desk.state(table)).phase is Phase.PLAYING:
        seat = state.waits_for
        for chair in state.chairs:
            phrases = phrases_of(state, chair.seat)
            if chair.has_person and phrases and SILENCE not in phrases:
                with suppress(IllegalChoice):  # the talk has gone on meanwhile
                    await scene.desk.submit(table, Say(phrases[0]), chair.holder)
        if seat is not None and not state.bot(seat):
            with suppress(TooLate):
                act = Act(thought(state))
                await scene.desk.submit(table, act, state.holder(seat), state.seq)
        await asyncio.sleep(0)


def test_a_whole_deal_is_played_against_bots(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, "ragusa-3", pace=0.0, limit=1)
        scene.hub.touch(table, HOST)
        await play_for_persons(scene, table)
        assert {fact.by for fact in await moves(scene, table)} == {"", "rule"}

    run(tmp_path, play)


def test_nothing_moves_while_nobody_looks_and_goes_on_when_somebody_does(
    tmp_path: Path,
) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, persons=0, seat=None, pace=0.0)
        await scene.rest()
        assert await moves(scene, table) == []
        scene.hub.touch(table, STRANGER)
        scene.clock[0] += 300
        scene.wake()
        await scene.rest()
        assert len(await moves(scene, table)) == 1
        scene.clock[0] += 60_000  # the onlooker has left meanwhile
        scene.wake()
        await scene.rest()
        assert len(await moves(scene, table)) <= 2
        assert scene.driver.driven == ()

    run(tmp_path, play)


def test_a_bot_waits_for_its_time(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, persons=0, seat=None, pace=2.0)
        scene.hub.touch(table, STRANGER)
        scene.clock[0] += 1900
        scene.wake()
        await scene.rest()
        assert await moves(scene, table) == []
        scene.clock[0] += 200
        scene.wake()
        await scene.rest()
        assert len(await moves(scene, table)) == 1

    run(tmp_path, play)


def test_the_same_bot_at_the_same_table_thinks_with_the_same_chance(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, persons=0, seat=None, pace=0.0)
        scene.crew.failures = 1
        scene.hub.touch(table, STRANGER)
        scene.clock[0] += 300
        scene.wake()
        await scene.rest()
        assert await moves(scene, table) == []
        scene.wake()
        await scene.rest()
        assert len(await moves(scene, table)) == 1
        first, second = scene.crew.asked[:2]
        assert first == second

    run(tmp_path, play)


def test_a_bot_moves_for_one_whose_time_is_up_and_he_plays_the_next_move_himself(
    tmp_path: Path,
) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, "calatafimi-2", pace=0.0, turn_seconds=10)
        scene.hub.touch(table, HOST)
        while not persons_turn(await scene.desk.state(table)):
            await asyncio.sleep(0.001)
        scene.clock[0] += 9_000
        scene.hub.touch(table, HOST)
        await scene.rest()
        assert await stood_in(scene, table) == []
        scene.clock[0] += 2_000
        scene.hub.touch(table, HOST)
        await scene.rest()
        assert await stood_in(scene, table) == [StoodIn(0, "rule"), StoodIn(0, "")]
        assert (await scene.desk.state(table)).chairs[0].has_person

    run(tmp_path, play)


def test_for_one_who_is_gone_the_bot_plays_on(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, "calatafimi-2", pace=0.0, turn_seconds=10)
        scene.hub.touch(table, HOST)
        while not persons_turn(await scene.desk.state(table)):
            await asyncio.sleep(0.001)
        scene.clock[0] += 30_000
        scene.hub.touch(table, STRANGER)
        await scene.rest()
        assert await stood_in(scene, table) == [StoodIn(0, "rule")]
        assert len(await moves(scene, table)) > 2

    run(tmp_path, play)


def test_a_bot_answers_what_it_is_asked_aside(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        table = await open_table(scene.desk, "ragusa-3", persons=2, pace=0.0, limit=1)
        scene.hub.touch(table, HOST)
        await scene.desk.submit(table, Sit(1, "Anna"), ANNA)
        await play_for_persons(scene, table)
        said = [fact for fact in await moves(scene, table) if fact.kind == "say"]
        assert {fact.by for fact in said} == {"", "rule"}

    run(tmp_path, play, chance=chance_of("4"))


def test_one_worker_drives_a_table_and_another_takes_it_over(tmp_path: Path) -> None:
    async def play(scene: Scene) -> None:
        clock = scene.clock
        async with open_desk(tmp_path / "tables", clock=lambda: clock[0]) as desk:
            other = Scene(desk, clock, worker="two")
            table = await open_table(scene.desk, persons=0, seat=None, pace=0.0)
            clock[0] += 300
            scene.hub.touch(table, STRANGER)
            await scene.rest()
            assert scene.crew.asked
            other.hub.touch(table, STRANGER)
            clock[0] += 300
            other.wake()
            await other.rest()
            assert other.crew.asked == []
            await scene.driver.close()
            clock[0] += 300
            other.wake()
            await other.rest()
            assert other.crew.asked
            await other.driver.close()

    run(tmp_path, play, alone=False)
