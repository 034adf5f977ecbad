"""What may befall a server while people play: its disk, clock, worker, services, the wire."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from served import Served
from server.faulty import Disk, Faults, changes
from server.history import check_histories
from server.killing import Deeds, Power, Tally, Trouble, play_while_it_fails
from server.proxy import Proxy
from server.stores import Place
from services import new_database, postgres_server, redis_server

SHORT, LONG = 0.1, 1.5
"""Between how many seconds a trouble lasts."""

HOUR = 3600
CLOCKS = (0, HOUR, -HOUR, 48 * HOUR, -48 * HOUR)


@dataclass(frozen=True)
class Scene:
    """A server, where it keeps its tables, and what befalls it."""

    served: Served
    place: Place
    trouble: Trouble


SceneMaker = Callable[[ExitStack], Scene]


async def _for_a_while(power: Power) -> None:
    await asyncio.sleep(power.rng.uniform(SHORT, LONG))


# -- the machine ---------------------------------------------------------------------------


def _on_a_faulty_machine(life: ExitStack) -> tuple[Served, Faults]:
    folder = Path(tempfile.mkdtemp(prefix="matto-faults-"))
    life.callback(shutil.rmtree, folder, ignore_errors=True)
    served = Served()
    faults = Faults(folder, served.data)
    served.settings |= faults.environment()
    return served, faults


def power_cuts(life: ExitStack) -> Scene:
    """The power fails: what was not forced to the disk is lost or torn."""
    served, faults = _on_a_faulty_machine(life)

    async def cut(power: Power) -> None:
        await asyncio.to_thread(served.kill)
        power.on.clear()
        disk = Disk(before)
        for change in changes(faults.log.read_bytes()):
            disk.take(change)
        disk.cut(served.data, power.rng)
        faults.log.unlink()
        before.clear()
        before.update(_files(served.data))
        await asyncio.to_thread(served.start)

    before: dict[str, bytes] = {}
    life.enter_context(served)
    return Scene(served, served.data / "tables.sqlite", cut)


def _files(folder: Path) -> dict[str, bytes]:
    found = (file for file in folder.iterdir() if file.suffix != ".lock")
    return {file.name: file.read_bytes() for file in found}


def full_disk(life: ExitStack) -> Scene:
    """There is no room for a while."""
    served, faults = _on_a_faulty_machine(life)

    async def fill(power: Power) -> None:
        faults.full.touch()
        await _for_a_while(power)
        faults.full.unlink()

    life.enter_context(served)
    return Scene(served, served.data / "tables.sqlite", fill)


def wrong_clock(life: ExitStack) -> Scene:
    """The time of day is set, forwards and back, now and then with a new start."""
    served, faults = _on_a_faulty_machine(life)

    async def turn(power: Power) -> None:
        faults.clock.write_text(str(power.rng.choice(CLOCKS)))
        await _for_a_while(power)
        if not power.rng.randrange(3):
            await asyncio.to_thread(served.kill)
            power.on.clear()
            await asyncio.to_thread(served.start)

    life.enter_context(served)
    return Scene(served, served.data / "tables.sqlite", turn)


# -- two workers ---------------------------------------------------------------------------


def workers_of(served: Served) -> list[int]:
    """The processes of the workers."""
    assert served.process is not None
    pid = served.process.pid
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [
        int(one) for one in below if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()
    ]


def paused_worker(life: ExitStack) -> Scene:
    """One of two workers stands still for a while, wherever it is, and goes on."""
    url = life.enter_context(redis_server())
    served = life.enter_context(Served(MATTO_WORKERS="2", MATTO_CHANNELS=url))

    async def pause(power: Power) -> None:
        worker = power.rng.choice(workers_of(served))
        os.kill(worker, signal.SIGSTOP)
        try:
            await _for_a_while(power)
        finally:
            os.kill(worker, signal.SIGCONT)

    return Scene(served, served.data / "tables.sqlite", pause)


def redis_away(life: ExitStack) -> Scene:
    """Redis goes away and comes back."""
    proxy = life.enter_context(Proxy.to(life.enter_context(redis_server())))
    served = life.enter_context(Served(MATTO_WORKERS="2", MATTO_CHANNELS=proxy.url))
    return Scene(served, served.data / "tables.sqlite", _away(proxy))


def _away(proxy: Proxy) -> Trouble:
    async def away(power: Power) -> None:
        with proxy.cut():
            await _for_a_while(power)

    return away


def _with_postgres(life: ExitStack) -> tuple[Served, Proxy, str]:
    server = life.enter_context(postgres_server())
    database = new_database(server, "troubles")
    proxy = life.enter_context(Proxy.to(database))
    settings = {"MATTO_DATABASE": proxy.url, "MATTO_WORKERS": "2"}
    return life.enter_context(Served(**settings)), proxy, database


def postgres_away(life: ExitStack) -> Scene:
    """PostgreSQL goes away and comes back."""
    served, proxy, database = _with_postgres(life)
    return Scene(served, database, _away(proxy))


def partition(life: ExitStack) -> Scene:
    """One of two workers no longer reaches PostgreSQL, or without a word, and then does."""
    served, proxy, database = _with_postgres(life)

    async def part(power: Power) -> None:
        worker = power.rng.choice(workers_of(served))
        with power.rng.choice((proxy.cut, proxy.silent))(worker):
            await _for_a_while(power)

    return Scene(served, database, part)


@dataclass(frozen=True)
class Outcome:
    """What happened while there was trouble, all of it held against what is kept."""

    name: str
    troubles: int
    compared: int
    tally: Tally


def in_trouble(name: str, matches: int, *, tables: int, deeds: Deeds, seed: int) -> Outcome:
    """Play so many matches while a server is in trouble, and check the whole history."""

    async def playing(scene: Scene) -> Outcome:
        tally, troubles, histories = await play_while_it_fails(
            scene.served,
            matches,
            tables=tables,
            deeds=deeds,
            seed=seed,
            trouble=scene.trouble,
        )
        compared = await asyncio.to_thread(check_histories, scene.place, histories)
        return Outcome(name, troubles, compared, tally)

    with ExitStack() as life:
        return asyncio.run(playing(SCENES[name](life)))


SCENES: dict[str, SceneMaker] = {
    "power-cuts": power_cuts,
    "full-disk": full_disk,
    "wrong-clock": wrong_clock,
    "paused-worker": paused_worker,
    "redis-away": redis_away,
    "postgres-away": postgres_away,
    "partition": partition,
}
