"""Work that the tests spread: plain functions, so that every worker can import them.

A worker that only squares numbers does not read how deals are played.
"""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from matto.engine.errors import BadCard
from matto.engine.words import text

if TYPE_CHECKING:
    from matto.research.arena import Contest
    from matto.research.arena.tables import DealResult, Task
    from matto.research.dataset import Recipe
    from matto.research.dataset.making import Shard


def squared(number: int) -> int:
    return number * number


def slowest_first(number: int) -> int:
    """The first chunks take longest, so that results come in another order."""
    time.sleep(1.5 if number == 0 else 0.0)
    return number


def refusing(number: int) -> int:
    raise BadCard(text("The chunk {number} is refused.", number=number))


def mistaken(number: int) -> float:
    return number / 0


def killing(marks: str, deadly: int, number: int) -> int:
    """Kills its worker at one chunk, as often as there are marks left."""
    if number == deadly:
        for mark in sorted(Path(marks).glob("mark*")):
            mark.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
    return squared(number)


def killed_once(marks: str, contest: Contest, task: Task) -> DealResult:
    """Plays a deal of a contest; the worker of the third one is killed before it is played."""
    from matto.research.arena.tables import play_task

    killing(marks, 2, task[1])
    return play_task(contest, task)


def shard_killed_once(marks: str, recipe: Recipe, number: int) -> Shard:
    """Makes a shard of a data set; the worker of the second one is killed before it is made."""
    from matto.research.dataset.making import make_shard

    killing(marks, 1, number)
    return make_shard(recipe, number)


def endless(marks: str, number: int) -> int:
    """Says that it has begun; then the first chunks are done at once, the others never."""
    Path(marks, f"begun{number}").touch()
    time.sleep(0 if number < 2 else 600)
    return number


def deadly(marks: Path, times: int) -> partial[int]:
    for number in range(times):
        (marks / f"mark{number}").touch()
    return partial(killing, str(marks), 3)
