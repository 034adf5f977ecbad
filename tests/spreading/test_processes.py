"""One process and several give the same; one that dies is told."""

from __future__ import annotations

import multiprocessing
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from matto.engine.game import Game
from matto.players import bots, register
from matto.players.simple_bots import RandomBot
from matto.research.parallel import (
    ALONE,
    Resources,
    TooFewWorkers,
    WorkerLost,
    WorkFailed,
    payload_of,
    spread,
    spread_in_order,
)
from spreading.work import deadly, endless, mistaken, refusing, slowest_first, squared

TWO = Resources(jobs=2)


def test_one_process_does_chunk_after_chunk_and_asks_for_no_more_than_it_does() -> None:
    asked: list[int] = []

    def chunks() -> object:
        for number in range(5):
            asked.append(number)
            yield number

    found = spread(squared, chunks(), ALONE)  # type: ignore[arg-type]
    assert [next(found), next(found)] == [0, 1]
    found.close()
    assert asked == [0, 1]


@pytest.mark.slow
def test_several_processes_give_each_result_once_and_in_order_where_that_is_asked_for() -> None:
    assert sorted(spread(squared, range(9), TWO)) == [number**2 for number in range(9)]
    assert next(spread(slowest_first, range(9), TWO)) != 0
    assert list(spread_in_order(slowest_first, range(9), TWO)) == list(range(9))


@pytest.mark.slow
def test_a_worker_that_is_killed_ends_the_work_and_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match="A worker ended"):
        list(spread(deadly(tmp_path, times=1), range(9), TWO))


@pytest.mark.slow
def test_whoever_leaves_early_waits_for_nobody(tmp_path: Path) -> None:
    with closing(spread(partial(endless, str(tmp_path)), range(4), TWO)) as found:
        assert {next(found), next(found)} == {0, 1}
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_what_goes_wrong_in_a_worker_is_told_here() -> None:
    with pytest.raises(WorkFailed, match="The chunk 0 is refused"):
        list(spread(refusing, range(1), TWO))
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        list(spread(mistaken, range(1), TWO))


def test_a_bot_that_cannot_be_sent_keeps_no_other_from_working(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "_registered", {})

    def make(game: Game, seed: int | str) -> RandomBot:
        return RandomBot(seed)

    register("here_only", make)
    register("sent", "anything:make")
    sent = {bot.name for bot in payload_of(squared).bots}
    assert "sent" in sent
    assert "here_only" not in sent


def test_nobody_cannot_work() -> None:
    with pytest.raises(TooFewWorkers, match="At least one process"):
        Resources(jobs=0).checked()


def test_without_ray_the_extra_that_brings_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from matto.research.parallel import NoCluster

    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(NoCluster, match=r"pip install \"matto\[cluster\]\""):
        Resources(cluster="auto").checked()
