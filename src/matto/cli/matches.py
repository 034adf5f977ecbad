"""Several matches of `matto simulate`, each a chunk of work for whoever is there to do it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple, TextIO

from matto.cli.progress import watched
from matto.cli.simulate import played_deals
from matto.cli.summary import Tally
from matto.engine.game import Game
from matto.engine.match import Match
from matto.engine.options import Options
from matto.records import dump_line, transcript_of
from matto.spreading import Resources, spread_in_order


class Simulation(NamedTuple):
    """What is simulated: matches of so many deals each; `written`: with their transcripts."""

    game: Game
    options: Options
    bots: tuple[str, ...]
    seed: int
    deals: int
    written: bool


class MatchPlayed(NamedTuple):
    """What came of a match: the counts, and its transcript line by line."""

    tally: Tally
    lines: tuple[str, ...]


def match_played(plan: Simulation, number: int) -> MatchPlayed:
    """Play a match; what comes of it depends on the plan and its number alone."""
    seed = str(plan.seed) if number == 0 else f"{plan.seed} match {number}"
    tally, lines = Tally(plan.game, plan.options, plan.bots, plan.seed), []
    match = Match(plan.game, plan.options)
    for run in played_deals(match, plan.bots, seed, plan.deals, tally.fault):
        tally.add(run)
        if plan.written:
            lines.append(dump_line(transcript_of(run)))
    return MatchPlayed(tally, tuple(lines))


def play_matches(
    plan: Simulation, tally: Tally, matches: int, resources: Resources, handle: TextIO | None
) -> bool:
    """Play all matches, count and write them in their order; False if Ctrl-C ended it."""

    def taken_in() -> Iterator[int]:
        parts = spread_in_order(partial(match_played, plan), range(matches), resources)
        for done, part in enumerate(parts, start=1):
            tally.plus(part.tally)
            if handle is not None:
                handle.writelines(part.lines)
            yield done

    def result() -> str:
        means = (total / tally.deals / plan.game.unit for total in tally.scores)
        return " ".join(f"{mean:+.2f}" for mean in means)

    try:
        for _ in watched(taken_in(), matches, result, lines=resources.spreads):
            pass
    except KeyboardInterrupt:
        return False
    return True
