"""The power fails while tables are written, or the disk is full: what counted is kept, once."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from matto.engine.errors import MattoError
from matto.server.store import Store
from samples import TIMES, many
from server import disk_writer
from server.disk_writer import TABLES, append, events_of
from server.faulty import Disk, Faults, changes, forget_library
from server.stores import open_store
from server.tables import HOST
from server.troubles import SCENES, in_trouble

CUTS = many(40)
"""At how many moments the power fails."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the shim is for Linux")


@pytest.fixture(scope="module", autouse=True)
def shim() -> Iterator[None]:
    yield
    forget_library()


def written(tmp_path: Path, what: str) -> tuple[Faults, str]:
    """Let the program write under the shim; gives what it was told, and what it said."""
    watched = tmp_path / "watched"
    watched.mkdir()
    faults = Faults(tmp_path, watched)
    done = subprocess.run(
        [sys.executable, "-m", "server.disk_writer", what, str(watched)],
        env={
            **os.environ,
            **faults.environment(),
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent.parent), *sys.path]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return faults, done.stdout


class Lost(AssertionError):
    """Something that was acknowledged is not there, or is there otherwise."""


async def hold_against(folder: Path, acks: list[str]) -> None:
    """Open what is left: all that was acknowledged is there in its order, once; it goes on."""
    acknowledged: dict[str, int] = {}
    for table, number, _ in map(str.split, acks):
        acknowledged[table] = int(number) + 1
    try:
        async with open_store(folder / "tables.sqlite", alone=True) as store:
            for table in TABLES:
                await _hold_table(store, table, acknowledged.get(table, 0))
    except MattoError as error:
        raise Lost(str(error)) from error


async def _hold_table(store: Store, table: str, least: int) -> None:
    found = [stored.event for stored in await store.events(table)]
    at_most = 0
    while await store.receipt(table, HOST, f"key {at_most}") is not None:
        at_most += 1
    if at_most not in {least, least + 1}:
        raise Lost(f"{table} has {at_most} appends, {least} were acknowledged")
    if found != [event for n in range(at_most) for event in events_of(n)]:
        raise Lost(f"{table} has other events than were appended")
    if found:
        again = await store.append(append(table, at_most - 1, len(found)))
        if not again.repeated:
            raise Lost(f"{table} has taken an append twice")
    await store.append(append(table, at_most, len(found)))


async def cut_again_and_again(
    faults: Faults, folder: Path, rng: random.Random, cuts: int
) -> tuple[int, int]:
    """Cut the power at many moments; gives how many were tried, and how many lost something."""
    done = list(changes(faults.log.read_bytes()))
    moments = set(rng.sample(range(1, len(done)), min(cuts, len(done) - 1)))
    disk, acks, lost = Disk(), list[str](), 0
    for number, change in enumerate(done):
        if number in moments:
            disk.cut(folder, rng)
            try:
                await hold_against(folder, acks)
            except Lost as error:
                print(f"after {number} of {len(done)} changes: {error}")
                lost += 1
        if change.name == "acks":
            acks += change.data.decode().splitlines()
        else:
            disk.take(change)
    return len(moments), lost


@pytest.mark.slow
def test_what_was_acknowledged_is_there_after_the_power_failed_at_any_moment(
    tmp_path: Path,
) -> None:
    faults, _ = written(tmp_path, "cuts")
    folder = tmp_path / "left"
    folder.mkdir()
    tried, lost = asyncio.run(cut_again_and_again(faults, folder, random.Random(7), CUTS))
    assert tried == CUTS
    assert lost == 0


@pytest.mark.slow
def test_the_disk_may_be_full_at_every_write_and_nothing_is_lost_or_doubled(
    tmp_path: Path,
) -> None:
    _, said = written(tmp_path, "full")
    refused = {int(writes): int(times) for writes, times in map(str.split, said.splitlines())}
    assert len(refused) == disk_writer.MOST_WRITES
    assert sum(times > 0 for times in refused.values()) > disk_writer.MOST_WRITES // 4
    assert refused[disk_writer.MOST_WRITES - 1] == 0, "there are more writes than were tried"


# -- whatever befalls a server, what it has acknowledged is kept once ----------------------

MATCHES = many(1)
ALWAYS = ("full-disk", "paused-worker", "partition")
"""What is tried in CI; the others are alike, and `lab/troubles.py` tries all for longer."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES if TIMES > 1 else ALWAYS)
def test_what_was_acknowledged_is_kept_once_in_an_order_that_all_saw(name: str) -> None:
    found = in_trouble(name, MATCHES, tables=2, deeds=(8, 20), seed=MATCHES)
    print(found)
    assert found.troubles > 1
    assert found.tally.acknowledged > 20 * MATCHES
    assert found.compared > 20 * MATCHES
