"""A clock that is set, forwards or back, ends nobody's turn and keeps nothing waiting."""

from __future__ import annotations

from pathlib import Path

import pytest

from matto.server.live.driver import SETTLING, Driver, Sweeper
from matto.server.live.presence import Presence
from matto.server.live.streams import Hub
from matto.server.tables.service import TableService
from matto.server.tables.storage import DAY, Retention
from server.stores import Place, open_store
from server.table_services import open_service, open_table, store_of
from server.test_driver import Thinking

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
            retention=retention,
            day=lambda: clocks.day() / 1000,
            steady=clocks.steady,
        )
        clocks.set_by = 365 * DAY
        assert await sweeper.sweep() == 0
        clocks.set_by = 0
        assert await sweeper.sweep() == 0
        clocks.passed = SETTLING + 1
        assert await sweeper.sweep() == 0
        assert await store_of(tables).line(table) is not None
        clocks.passed = 2 * DAY / 1000
        assert await sweeper.sweep() == 1
    assert "clock was set" in caplog.text
