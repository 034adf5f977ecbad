"""A Ray cluster of two workers gives what one process gives, whoever is killed on the way."""

from __future__ import annotations

import gc
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.contests import meeting
from dataset.made import contents
from matto.cli.dataset import dataset
from matto.cli.simulate import simulate
from matto.players.bots import bot_name_of
from matto.research.arena import FULL
from matto.research.arena.tables import play_task
from matto.research.parallel import (
    ALONE,
    NoCluster,
    Resources,
    WorkerLost,
    WorkFailed,
    spread,
    spread_in_order,
)
from players.own_bots import HERE
from spreading.work import deadly, killed_once, refusing, shard_killed_once, squared

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Ray
    pytest.mark.skipif(sys.platform == "win32", reason="Ray's own tests leave it out, too"),
    pytest.mark.usefixtures("own_registry"),
]

PATIENCE = 240.0
TRIES = 5


@pytest.fixture(scope="module")
def cluster() -> Iterator[Resources]:
    """A cluster on this machine, which this process has joined."""
    ray = pytest.importorskip("ray")
    context = started(ray)
    yield Resources(cluster=context.address_info["address"])
    ray.shutdown()


def started(ray: Any) -> Any:
    """Ray's own processes have thirty seconds to begin, which a busy machine may need."""
    for _ in range(TRIES):
        try:
            return ray.init(
                num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR"
            )
        except Exception:
            ray.shutdown()
        gc.collect()
    return pytest.skip("Ray does not start on this machine, which may be too busy for it.")


def test_each_chunk_is_done_once_and_in_order_where_that_is_asked_for(
    cluster: Resources,
) -> None:
    assert list(spread_in_order(squared, range(20), cluster)) == [n**2 for n in range(20)]


def test_deals_are_the_same_as_here_though_a_worker_is_killed_on_the_way(
    cluster: Resources, tmp_path: Path
) -> None:
    of = meeting("calatafimi-2", bot_name_of(f"{HERE}:Steady"), "rule", strata=[FULL])
    tasks = [(FULL, number) for number in range(5)]
    alone = list(spread(partial(play_task, of), tasks, ALONE))
    (tmp_path / "mark").touch()
    spread_out = list(spread_in_order(partial(killed_once, str(tmp_path), of), tasks, cluster))
    assert not (tmp_path / "mark").exists()
    assert [deal.tables for deal in spread_out] == [deal.tables for deal in alone]
    assert not any(deal.faults for deal in spread_out)


def test_a_chunk_that_kills_every_worker_is_given_up_and_told(
    cluster: Resources, tmp_path: Path
) -> None:
    with pytest.raises(WorkerLost, match="A worker ended"):
        list(spread(deadly(tmp_path, times=9), range(4), cluster))


def test_what_goes_wrong_in_a_worker_is_told_here(cluster: Resources) -> None:
    with pytest.raises(WorkFailed, match="The chunk 0 is refused"):
        list(spread(refusing, range(1), cluster))


@contextmanager
def command(cluster: Resources, *more: str) -> Iterator[subprocess.Popen[str]]:
    asked = [
        "arena",
        "calatafimi-2",
        "--bots",
        "rule,random",
        "--seed",
        "5",
        "--json",
        "--cluster",
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "matto", *asked, cluster.cluster, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def report(out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_the_command_tells_how_far_it_is_and_ctrl_c_keeps_what_is_finished(
    cluster: Resources, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    with command(cluster, "--deals", "100000", "--keep", str(kept)) as running:
        until = time.monotonic() + PATIENCE
        while not (kept.exists() and kept.read_bytes().count(b"\n") > 5):
            assert time.monotonic() < until
            time.sleep(0.1)
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, err
    assert report(out)["interrupted"] is True
    finished = sum(stratum["deals"] for stratum in report(out)["strata"])
    assert 5 <= finished <= kept.read_bytes().count(b"\n") - 1
    assert "/200000" in err


def test_several_matches_are_simulated_as_by_one_process(
    cluster: Resources, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for where in ("", cluster.cluster):
        simulate("tortorici-1930", deals=1, matches=2, cluster=where, as_json=True)
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_the_command_makes_the_same_data_set_though_a_worker_is_killed_on_the_way(
    cluster: Resources,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write = partial(dataset, "calatafimi-2", deals=2, shard=1, bots="rule,random", as_json=True)
    write(tmp_path / "alone")
    (tmp_path / "mark").touch()
    killed_once = partial(shard_killed_once, str(tmp_path))
    monkeypatch.setattr("matto.research.dataset.making.make_shard", killed_once)
    capsys.readouterr()
    write(tmp_path / "spread", cluster=cluster.cluster)
    assert not (tmp_path / "mark").exists()
    assert contents(tmp_path / "spread") == contents(tmp_path / "alone")
    told = capsys.readouterr()
    assert json.loads(told.out)["recipe"]["deals"] == 2
    assert re.search("[12]/2", told.err)


def test_an_address_without_a_cluster_is_told(
    cluster: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    def refused(**_: object) -> None:
        raise ConnectionError("nobody there")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refused)
    with pytest.raises(NoCluster, match=r"no Ray cluster at “auto” \(nobody there\)"):
        list(spread(squared, range(2), Resources(cluster="auto")))


def test_a_machine_with_another_matto_is_told(
    cluster: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matto.research.parallel.__version__", "0.0.0")
    with pytest.raises(WorkFailed, match="install the same"):
        list(spread(squared, range(2), cluster))
