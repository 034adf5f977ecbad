"""Let a server meet with troubles while people play, and check the whole history afterwards.

    python lab/troubles.py power-cuts --matches 48 --seed 7
    python lab/troubles.py all --matches 16
    python lab/troubles.py moments --moments 2000 --seed 7

Troubles are those of tests/server/troubles.py: power cuts on a disk that tears and drops what
was not forced to it, a full disk, a clock that is set, a paused worker, Redis or PostgreSQL
that go away, a worker that no longer reaches PostgreSQL. `moments` cuts the power many times in
one run of the store alone. Whatever is lost, doubled or out of order ends it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from server.test_power_cuts import cut_again_and_again, written
from server.troubles import SCENES, in_trouble

MOMENTS = "moments"


def moments(number: int, seed: int) -> int:
    """Cut the power at so many moments of one run; gives how many lost something."""
    with tempfile.TemporaryDirectory(prefix="matto-moments-") as folder:
        faults, _ = written(Path(folder), "cuts")
        left = Path(folder, "left")
        left.mkdir()
        tried, lost = asyncio.run(
            cut_again_and_again(faults, left, random.Random(seed), number)
        )
    print(f"{MOMENTS}: {tried} power cuts, {lost} lost something")
    return lost


def main() -> None:
    """Read what is wanted, and try it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("trouble", choices=[*SCENES, MOMENTS, "all"])
    parser.add_argument("--matches", type=int, default=16)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--moments", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.trouble in {MOMENTS, "all"} and moments(wanted.moments, wanted.seed):
        sys.exit(1)
    for name in SCENES if wanted.trouble == "all" else {wanted.trouble} - {MOMENTS}:
        began = time.monotonic()
        found = in_trouble(
            name, wanted.matches, tables=wanted.tables, deeds=(20, 300), seed=wanted.seed
        )
        seconds = time.monotonic() - began
        print(
            f"{name}: {found.troubles} troubles in {seconds:.0f} s, {found.compared} moments "
            f"compared, {found.tally}",
            flush=True,
        )


if __name__ == "__main__":
    main()
