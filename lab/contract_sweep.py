"""Check the contract of the games on many deals: `python lab/contract_sweep.py all`.

The checks are those of tests/contract; here they are made on samples as large as one likes,
in several processes, with a line of progress for each batch and a summary at the end. The
status is 1 when anything was found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from contract.cases import Case, cases_of
from contract.deals import Effort, check_match
from matto.games import catalogue, game

DEALS_A_MATCH = 6
MATCHES_A_BATCH = 4
Found = tuple[Counter[str], list[str]]
SHOWN = 3
"""How many faults of a batch are printed in full."""


def batch(game_id: str, label: str, seeds: tuple[int, ...], effort: Effort) -> Found:
    """Check some matches of one case; gives what was done and the faults."""
    case = next(case for case in cases_of(game(game_id)) if case.label == label)
    tally: Counter[str] = Counter()
    faults = [
        str(fault)
        for seed in seeds
        for fault in check_match(case, seed, DEALS_A_MATCH, tally, effort)
    ]
    return tally, faults


def batches(
    cases: list[Case], deals: int, first_seed: int
) -> Iterator[tuple[Case, tuple[int, ...]]]:
    """Yield the matches to play, case after case, `deals` deals in all for each case."""
    matches = -(-deals // DEALS_A_MATCH)
    for start in count(0, MATCHES_A_BATCH):
        if start >= matches:
            return
        seeds = range(first_seed + start, first_seed + min(start + MATCHES_A_BATCH, matches))
        yield from ((case, tuple(seeds)) for case in cases)


def sweep(cases: list[Case], arguments: argparse.Namespace) -> int:
    """Make all checks; prints progress, faults and a summary; gives the number of faults."""
    effort = Effort(sampled=arguments.sampled, worlds=arguments.worlds)
    work = list(batches(cases, arguments.deals, arguments.seed))
    tallies: dict[str, Counter[str]] = {}
    found: list[str] = []
    began = time.monotonic()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        tasks = {
            pool.submit(batch, case.game.id, case.label, seeds, effort): case
            for case, seeds in work
        }
        for done, task in enumerate(as_completed(tasks), start=1):
            tally, faults = task.result()
            tallies.setdefault(tasks[task].game.id, Counter()).update(tally)
            found += faults
            spent = time.monotonic() - began
            print(
                f"{done}/{len(work)} {spent:6.1f} s {tasks[task]}: {len(faults)} faults",
                flush=True,
            )
            for fault in faults[:SHOWN]:
                print(f"    {fault}", flush=True)
    summary(tallies, found)
    return len(found)


def summary(tallies: dict[str, Counter[str]], found: list[str]) -> None:
    """Print what was checked how often in each game, and how many faults there were."""
    for game_id, tally in tallies.items():
        done = ", ".join(f"{what} {times:,}" for what, times in sorted(tally.items()))
        print(f"{game_id}: {done}")
    for fault, times in Counter(fault.split(": ", 2)[1] for fault in found).most_common():
        print(f"{times} × {fault}")
    print(f"{len(found)} faults")


def main() -> int:
    """Read the arguments and sweep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=["all", *catalogue()])
    parser.add_argument("--deals", type=int, default=120, help="deals for each case")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1000, help="the first seed")
    parser.add_argument("--only-defaults", action="store_true", help="leave options alone")
    parser.add_argument(
        "--sampled", type=float, default=0.06, help="positions looked at closely"
    )
    parser.add_argument("--worlds", type=int, default=3, help="worlds tried for each viewer")
    arguments = parser.parse_args()
    games = catalogue().values() if arguments.game == "all" else [game(arguments.game)]
    cases = [case for one in games for case in cases_of(one)]
    if arguments.only_defaults:
        cases = [Case(one, one.resolve()) for one in games]
    return 1 if sweep(cases, arguments) else 0


if __name__ == "__main__":
    sys.exit(main())
