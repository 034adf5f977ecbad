"""What a table does by itself: when bots move, wait, answer, stand in; and when it rests."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from matto.blocks.auction import SILENCE
from matto.engine.errors import IllegalChoice
from matto.engine.view import View
from matto.engine.words import text
from matto.players.bot_host import BotChoice
from matto.players.bot_processes import NoBotAnswers
from matto.players.bot_talk import who_may_speak
from matto.players.bot_worker import BotQuestion, think
from matto.server.live.presence import Presence
from matto.server.live.streams import Hub
from matto.server.live.sweeper import CLOCK_SETTLING, Sweeper
from matto.server.live.table_driver import (
    AFTER_A_TRICK,
    ALONE,
    BETWEEN_DEALS,
    FOR_PERSONS_TO_ANSWER,
    FOR_PERSONS_TO_SPEAK,
    Driver,
    Todo,
    TodoKind,
    next_todo,
)
from matto.server.tables.commands import Act, Say, Sit, Wait
from matto.server.tables.decide import say
from matto.server.tables.errors import NoSuchTable, TooLate
from matto.server.tables.events import Acted, StoodIn
from matto.server.tables.service import TableService
from matto.server.tables.state import TableState
from matto.server.tables.store_interface import DAY, Retention
from matto.server.tables.views import Phase
from server.stores import Place, open_service, open_store, open_table, store_of, thought
from server.tables import ANNA, HOST, STRANGER, Recorded, order, secrets_from

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


def trick_done(state: TableState) -> bool:
    run = state.run
    return bots_turn(state) and run is not None and run.events[-1].kind == "trick"


def played(**more: Any) -> Recorded:
    """A table where a deal is over."""
    return Recorded(order("calatafimi-2", **more)).play_deal()


BOTS_ALONE: dict[str, Any] = {"persons": 0, "seat": None, "pace": 0.0}
WAITING: dict[str, tuple[Callable[[], Recorded], tuple[TodoKind, float] | None]] = {
    "a bot moves at the pace of the table": (
        lambda: until(Recorded(order("mineo-3", pace=PACE)), bots_turn),
        (TodoKind.ACT, PACE),
    ),
    "a finished trick stays longer": (
        lambda: until(Recorded(order("calatafimi-2", pace=PACE)), trick_done),
        (TodoKind.ACT, PACE * AFTER_A_TRICK),
    ),
    "bots alone do not run as fast as they can": (
        lambda: Recorded(order("mineo-3", **BOTS_ALONE)),
        (TodoKind.ACT, ALONE),
    ),
    "a person may think as long as he likes": (
        lambda: until(Recorded(order("mineo-3")), persons_turn),
        None,
    ),
    "or until his time is up": (
        lambda: until(Recorded(order("mineo-3", turn_seconds=20)), persons_turn),
        (TodoKind.TIME_UP, 20.0),
    ),
    "nothing is done before the match": (lambda: Recorded(order("mineo-3", persons=3)), None),
    "nor after it": (lambda: played(limit=1), None),
    "between deals persons are waited for": (played, None),
    "bots alone deal on": (lambda: played(**BOTS_ALONE), (TodoKind.DEAL_ON, BETWEEN_DEALS)),
}


@pytest.mark.parametrize("what", WAITING)
def test_what_a_table_waits_for_and_how_long(what: str) -> None:
    table, wanted = WAITING[what]
    found = waiting(table().state)
    assert (found and (found.kind, found.due)) == (wanted and (wanted[0], round(wanted[1], 3)))


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
            table.command(Wait(), holder)
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
                table.command(Say(phrases[0]), chair.holder)
        asked = [c for c in table.state.chairs if SILENCE in phrases_of(table.state, c.seat)]
        if {chair.has_person for chair in asked} == {person} and bots_turn(table.state):
            return table
        bots = [chair for chair in asked if chair.bot]
        for chair in bots:
            table.keep(*say(table.state, Say(SILENCE), chair.seat, chair.bot))
        if not bots:
            table.act()
    raise AssertionError("nobody asks anything")


def phrases_of(state: TableState, seat: int) -> tuple[str, ...]:
    """What a seat may say aside."""
    return () if state.run is None else state.run.asides(seat)


def test_a_bot_that_is_asked_aside_answers() -> None:
    found = waiting(asked_aside("ragusa-3", "4", person=False).state)
    assert found is not None
    assert found.kind is TodoKind.ANSWER
    assert found.due == pytest.approx(PACE)


def free_to_speak(game: str, seed: str) -> Recorded:
    """A table at a person's card, before which his partner, a bot, may say something."""
    table = Recorded(order(game, pace=PACE), seed=seed)

    def moment(state: TableState) -> bool:
        run = state.run
        return persons_turn(state) and run is not None and bool(bots_that_may_speak(state))

    return until(table, moment)


def bots_that_may_speak(state: TableState) -> list[int]:
    return [] if state.run is None else [s for s in who_may_speak(state.run) if state.bot(s)]


def test_a_bot_may_speak_before_its_partner_plays_and_is_asked_once() -> None:
    state = free_to_speak("ragusa-3", "4").state
    (seat,) = bots_that_may_speak(state)
    found = waiting(state)
    assert found is not None
    assert (found.kind, found.seat, found.due) == (TodoKind.SPEAK, seat, PACE)
    assert next_todo(state, silent={seat}) is None


def test_bots_hold_back_while_a_person_has_been_asked_aside() -> None:
    table = asked_aside("mineo-4", "11", person=True)
    found = waiting(table.state)
    assert found is not None
    assert (found.kind, found.due) == (TodoKind.ACT, FOR_PERSONS_TO_ANSWER)
    asked = next(
        chair
        for chair in table.state.chairs
        if chair.has_person and SILENCE in phrases_of(table.state, chair.seat)
    )
    table.command(Say(SILENCE), asked.holder)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(PACE)


# -- at a real table service, with a bot pool that answers at once or not at all ----------


class Thinking:
    """A bot pool in this process, that can fail, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.failures = 0

    async def ask(self, bot: str, seed: str, view: View, *, aside: bool = False) -> BotChoice:
        self.asked.append((bot, seed))
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise NoBotAnswers(text("Nobody thinks."))
        return BotChoice(think(BotQuestion(bot, seed, view, aside)), bot)


class Scene:
    """A table service, a driver, a clock that a test turns, and who looks."""

    def __init__(self, tables: TableService, clock: list[int], worker: str = "one") -> None:
        self.tables = tables
        self.clock = clock
        self.bot_pool = Thinking()
        self.hub = Hub(clock=lambda: clock[0] / 1000)
        self.driver = Driver(
            tables,
            self.bot_pool,  # type: ignore[arg-type]
            Presence(self.hub, clock=lambda: clock[0] / 1000),
            "secret",
            leases=None if tables.alone else store_of(tables),
            worker=worker,
            clock=lambda: clock[0],
            steady=lambda: clock[0] / 1000,
        )
        self.hub.on_watched = self.driver.drive
        tables.notify.append(self.driver.look_after)

    def touch(self, table: str, holder: str) -> None:
        """Somebody looks at a table, after some time: the driver looks again, too."""
        self.hub.touch(table, holder)
        self.wake()

    def wake(self) -> None:
        """Time has passed: the driver looks again."""
        for table in self.driver.driven:
            self.driver.look_after(table)

    async def rest(self) -> None:
        """Let everything happen that happens by itself."""
        calm = 0
        while calm < 3:
            await asyncio.sleep(0.001)
            calm = calm + 1 if self._is_calm else 0

    @property
    def _is_calm(self) -> bool:
        """Tell whether the driver waits at each of its tables."""
        waits = self.driver._changed.values()
        return all(changed._waiters and not changed.is_set() for changed in waits)


@asynccontextmanager
async def at_work(folder: Path, *, alone: bool = True, **more: Any) -> AsyncIterator[Scene]:
    clock = [1_000_000]
    place = folder / "tables"
    async with open_service(place, alone=alone, clock=lambda: clock[0], **more) as tables:
        scene = Scene(tables, clock)
        try:
            async with asyncio.timeout(60):
                yield scene
        finally:
            await scene.driver.close()


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with at_work(tmp_path) as found:
        yield found


async def moves(scene: Scene, table: str) -> list[Acted]:
    """What has been done at a table."""
    stored = await scene.tables.store.events(table)
    return [one.event for one in stored if isinstance(one.event, Acted)]


async def decide_stand_in(scene: Scene, table: str) -> list[StoodIn]:
    """Where bots have stood in, and given back."""
    stored = await scene.tables.store.events(table)
    return [one.event for one in stored if isinstance(one.event, StoodIn)]


async def play_for_persons(scene: Scene, table: str) -> None:
    """Say and answer something for the persons until the deal is over."""
    while (state := await scene.tables.state(table)).phase is Phase.PLAYING:
        seat = state.waits_for
        for chair in state.chairs:
            phrases = phrases_of(state, chair.seat)
            if chair.has_person and phrases and SILENCE not in phrases:
                with suppress(IllegalChoice):  # the talk has gone on meanwhile
                    await scene.tables.submit(table, Say(phrases[0]), chair.holder)
        if seat is not None and not state.bot(seat):
            with suppress(TooLate):
                act = Act(thought(state))
                await scene.tables.submit(table, act, state.holder(seat), state.seq)
        await asyncio.sleep(0)


async def test_nothing_moves_while_nobody_looks_and_goes_on_when_somebody_does(
    scene: Scene,
) -> None:
    table = await open_table(scene.tables, persons=0, seat=None, pace=0.0)
    await scene.rest()
    assert await moves(scene, table) == []
    scene.touch(table, STRANGER)
    scene.clock[0] += 300
    scene.wake()
    await scene.rest()
    assert len(await moves(scene, table)) == 1
    scene.clock[0] += 60_000  # the onlooker has left meanwhile
    scene.wake()
    await scene.rest()
    assert len(await moves(scene, table)) <= 2
    assert scene.driver.driven == ()


async def test_a_table_that_has_been_deleted_is_let_go_without_alarm(
    scene: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(table: str) -> None:
        raise NoSuchTable(table)

    table = await open_table(scene.tables, persons=0, seat=None, pace=2.0)
    scene.touch(table, STRANGER)
    await scene.rest()
    assert table in scene.driver.driven
    monkeypatch.setattr(scene.tables, "state", gone)
    scene.wake()
    await scene.rest()
    assert table not in scene.driver.driven
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


async def test_the_same_bot_at_the_same_table_thinks_with_the_same_chance(scene: Scene) -> None:
    table = await open_table(scene.tables, persons=0, seat=None, pace=0.0)
    scene.bot_pool.failures = 1
    scene.touch(table, STRANGER)
    scene.clock[0] += 300
    scene.wake()
    await scene.rest()
    assert await moves(scene, table) == []
    scene.wake()
    await scene.rest()
    assert len(await moves(scene, table)) == 1
    first, second = scene.bot_pool.asked[:2]
    assert first == second


async def test_a_bot_moves_for_one_whose_time_is_up_and_he_plays_the_next_move_himself(
    scene: Scene,
) -> None:
    table = await open_table(scene.tables, "calatafimi-2", pace=0.0, turn_seconds=10)
    scene.touch(table, HOST)
    while not persons_turn(await scene.tables.state(table)):
        await asyncio.sleep(0.001)
    scene.clock[0] += 9_000
    scene.touch(table, HOST)
    await scene.rest()
    assert await decide_stand_in(scene, table) == []
    scene.clock[0] += 2_000
    scene.touch(table, HOST)
    await scene.rest()
    assert await decide_stand_in(scene, table) == [StoodIn(0, "rule"), StoodIn(0, "")]
    assert (await scene.tables.state(table)).chairs[0].has_person


@pytest.mark.slow
async def test_for_one_who_is_gone_the_bot_plays_on(scene: Scene) -> None:
    table = await open_table(scene.tables, "calatafimi-2", pace=0.0, turn_seconds=10)
    scene.touch(table, HOST)
    while not persons_turn(await scene.tables.state(table)):
        await asyncio.sleep(0.001)
    scene.clock[0] += 30_000
    scene.touch(table, STRANGER)
    await scene.rest()
    assert await decide_stand_in(scene, table) == [StoodIn(0, "rule")]
    assert len(await moves(scene, table)) > 2


@pytest.mark.slow
async def test_a_bot_answers_what_it_is_asked_aside(tmp_path: Path) -> None:
    async with at_work(tmp_path, make_secret=secrets_from("4")) as scene:
        table = await open_table(scene.tables, "ragusa-3", persons=2, pace=0.0, limit=1)
        scene.touch(table, HOST)
        await scene.tables.submit(table, Sit(1, "Anna"), ANNA)
        await play_for_persons(scene, table)
        said = [event for event in await moves(scene, table) if event.kind == "say"]
        assert {event.by for event in said} == {"", "rule"}


@pytest.mark.slow
async def test_a_bot_says_first_what_it_wants_and_a_silent_one_is_not_asked_again(
    tmp_path: Path,
) -> None:
    async with at_work(tmp_path, make_secret=secrets_from("4")) as scene:
        table = await open_table(
            scene.tables, "ragusa-3", persons=0, seat=None, pace=0.0, limit=1
        )
        scene.hub.touch(table, STRANGER)
        while (await scene.tables.state(table)).phase is Phase.PLAYING:
            scene.clock[0] += 5_000
            scene.touch(table, STRANGER)
            await scene.rest()
        said = [event for event in await moves(scene, table) if event.kind == "say"]
        assert {event.by for event in said} == {"rule"}
        # about one state of the table: whether it says something, and then what it plays
        assert max(Counter(scene.bot_pool.asked).values()) == 2


async def test_one_worker_drives_a_table_and_another_takes_it_over(tmp_path: Path) -> None:
    async with at_work(tmp_path, alone=False) as scene:
        clock = scene.clock
        async with open_service(tmp_path / "tables", clock=lambda: clock[0]) as tables:
            other = Scene(tables, clock, worker="two")
            table = await open_table(scene.tables, persons=0, seat=None, pace=0.0)
            clock[0] += 300
            scene.touch(table, STRANGER)
            await scene.rest()
            assert scene.bot_pool.asked
            other.hub.touch(table, STRANGER)
            clock[0] += 300
            other.wake()
            await other.rest()
            assert other.bot_pool.asked == []
            await scene.driver.close()
            clock[0] += 300
            other.wake()
            await other.rest()
            assert other.bot_pool.asked
            await other.driver.close()


# -- a clock that is set, forwards or back, ends nobody's turn and keeps nothing waiting ------

HOUR = 3_600_000


class Clocks:
    """The time of day, which may be set, and the one that only goes on."""

    def __init__(self) -> None:
        self.set_by = 0
        self.passed = 0.0

    def day(self) -> int:
        """The time of day in milliseconds."""
        return 1_000_000_000_000 + self.set_by + int(self.passed * 1000)

    def steady(self) -> float:
        """The seconds that have passed."""
        return self.passed


def driver_of(tables: TableService, clocks: Clocks) -> Driver:
    return Driver(
        tables,
        Thinking(),  # type: ignore[arg-type]
        Presence(Hub()),
        "secret",
        clock=clocks.day,
        steady=clocks.steady,
    )


@pytest.mark.parametrize("set_by", [-48 * HOUR, -HOUR, HOUR, 48 * HOUR])
async def test_a_bot_waits_its_time_and_no_longer_whatever_the_clock_says(
    tmp_path: Path, set_by: int
) -> None:
    clocks = Clocks()
    async with open_service(tmp_path / "tables", alone=True, clock=clocks.day) as tables:
        table = await open_table(tables, persons=0, seat=None, pace=2.0)
        driver = driver_of(tables, clocks)
        assert await driver._step(table) == pytest.approx(2.0)
        clocks.set_by = set_by
        clocks.passed = 1.5
        assert await driver._step(table) == pytest.approx(0.5)
        before = (await tables.state(table)).seq
        clocks.passed = 2.1
        assert await driver._step(table) == 0.0
        assert (await tables.state(table)).seq > before


async def test_after_a_start_with_a_clock_that_was_set_back_bots_wait_no_longer_than_ever(
    tmp_path: Path,
) -> None:
    clocks = Clocks()
    clocks.set_by = HOUR
    async with open_service(tmp_path / "tables", alone=True, clock=clocks.day) as tables:
        table = await open_table(tables, persons=0, seat=None, pace=2.0)
        clocks.set_by = 0
        assert await driver_of(tables, clocks)._step(table) == pytest.approx(2.0)


async def test_a_lease_of_a_clock_that_was_set_back_keeps_nobody_waiting(place: Place) -> None:
    async with open_service(place) as tables:
        table = await open_table(tables)
    async with open_store(place) as store:
        now = 10 * HOUR
        assert await store.lease(table, "one", now + HOUR, now + HOUR + 15_000)
        assert await store.lease(table, "two", now, now + 15_000)
        assert not await store.lease(table, "one", now + 100, now + 15_100)


async def test_nothing_is_deleted_for_an_hour_after_the_clock_was_set(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    retention = Retention(undealt=1, unfinished=1, finished=1)
    async with open_service(
        tmp_path / "tables", clock=clocks.day, retention=retention
    ) as tables:
        table = await open_table(tables)
        sweeper = Sweeper(
            tables,
            Hub(),
            rest=3600,
            day=lambda: clocks.day() / 1000,
            steady=clocks.steady,
        )
        clocks.set_by = 365 * DAY
        assert await sweeper.sweep() == 0
        clocks.set_by = 0
        assert await sweeper.sweep() == 0
        clocks.passed = CLOCK_SETTLING + 1
        assert await sweeper.sweep() == 0
        assert await store_of(tables).line(table) is not None
        clocks.passed = 2 * DAY / 1000
        assert await sweeper.sweep() == 1
    assert "clock was set" in caplog.text
