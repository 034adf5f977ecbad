"""Check the contract of the games on many deals: `python lab/contract_sweep.py all`.

The checks are those of tests/contract; here they are made on samples as large as one likes,
in several processes, with a line of progress for each batch and a summary at the end, which
says how often each check was made. The status is 1 when anything was found, or when a check
was never made.

`all --presets --deals 20000` is the wide sweep: every game and every preset, each deal
played, replayed and counted, and looked at closely here and there. Without `--presets` each
value of each option is a case too. `--close` looks as closely as the tests do.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from contract.expected import expected_of
from matto.games import catalogue, game
from matto.spreading import spread
from matto.testing.cases import Case, cases_of, presets_of
from matto.testing.deals import (
    AFTER_EVERY_DEAL,
    EVERYWHERE,
    SAMPLED,
    WIDE,
    Effort,
    check_match,
)
from script import add_resources, resources_of

DEALS_A_MATCH = 10
MATCHES_A_BATCH = 10
Piece = tuple[str, str, tuple[int, ...]]
"""Matches of a case: the game's id, the case's label, and a seed for each match."""

Found = tuple[str, Counter[str], list[str]]
SHOWN = 3
"""How many faults of a batch are printed in full."""


def batch(effort: Effort, piece: Piece) -> Found:
    """Check some matches of one case; gives the case, what was done and the faults."""
    game_id, label, seeds = piece
    case = next(case for case in cases_of(game(game_id)) if case.label == label)
    tally: Counter[str] = Counter()
    expected = expected_of(case.game.id)
    faults = [
        str(fault)
        for seed in seeds
        for fault in check_match(case, expected, seed, DEALS_A_MATCH, tally, effort)
    ]
    return str(case), tally, faults


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
    effort = Effort() if arguments.close else WIDE
    work = list(batches(cases, arguments.deals, arguments.seed))
    tallies: dict[str, Counter[str]] = {str(case): Counter() for case in cases}
    found: list[str] = []
    began = time.monotonic()
    pieces = [(case.game.id, case.label, seeds) for case, seeds in work]
    finished = spread(partial(batch, effort), pieces, resources_of(arguments))
    for done, (case_name, tally, faults) in enumerate(finished, start=1):
        tallies[case_name].update(tally)
        found += faults
        progress(f"{done}/{len(work)}", time.monotonic() - began, case_name, faults)
    return summary(tallies, found)


def progress(done: str, spent: float, case: str, faults: list[str]) -> None:
    """Print a line for a batch, and its first faults."""
    print(f"{done} {spent:6.1f} s {case}: {len(faults)} faults", flush=True)
    for fault in faults[:SHOWN]:
        print(f"    {fault}", flush=True)


def summary(tallies: dict[str, Counter[str]], found: list[str]) -> int:
    """Print how often each check was made, and the faults; gives the number of faults.

    A check that was never made in all the sweep is a fault too.
    """
    for case, tally in tallies.items():
        done = ", ".join(f"{what} {times:,}" for what, times in sorted(tally.items()))
        print(f"{case}: {done}")
    total = sum(tallies.values(), Counter[str]())
    deals = total["played"] + total["thrown in"]
    made = dict.fromkeys(EVERYWHERE, total["positions"])
    made |= dict.fromkeys(AFTER_EVERY_DEAL, deals)
    made |= {check: total[check] for check in SAMPLED}
    fewest = {check: min(tally[check] for tally in tallies.values()) for check in SAMPLED}
    print(f"all {deals:,} deals, {total['positions']:,} positions:")
    for check, times in made.items():
        least = f", in each case at least {fewest[check]:,}" if check in fewest else ""
        print(f"  {check}: {times:,}{least}")
    for fault, times in Counter(fault.split(": ", 2)[1] for fault in found).most_common():
        print(f"{times} × {fault}")
    never = [check for check, times in made.items() if not times]
    print(f"{len(found)} faults" + "".join(f"; never made: {check}" for check in never))
    return len(found) + len(never)


def main() -> int:
    """Read the arguments and sweep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=["all", *catalogue()])
    parser.add_argument("--deals", type=int, default=120, help="deals for each case")
    add_resources(parser)
    parser.add_argument("--seed", type=int, default=1000, help="the first seed")
    parser.add_argument("--presets", action="store_true", help="defaults and presets only")
    parser.add_argument("--only-defaults", action="store_true", help="leave options alone")
    parser.add_argument("--close", action="store_true", help="look as closely as the tests")
    arguments = parser.parse_args()
    games = catalogue().values() if arguments.game == "all" else [game(arguments.game)]
    of = presets_of if arguments.presets else cases_of
    cases = [case for one in games for case in of(one)]
    if arguments.only_defaults:
        cases = [Case(one, one.resolve()) for one in games]
    return 1 if sweep(cases, arguments) else 0


if __name__ == "__main__":
    sys.exit(main())
