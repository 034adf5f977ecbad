"""`matto simulate`: many deals played by bots, counted and, if wanted, written down."""

from __future__ import annotations

import json
import random
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from matto.cli.common import (
    INTERRUPTED,
    Cluster,
    GameId,
    Jobs,
    Preset,
    Seed,
    Variants,
    parse_variants,
    print_sentence,
    with_progress,
)
from matto.engine.errors import BadOptionValue, UnknownBot
from matto.engine.words import text
from matto.players.bots import LEVELS, PROBES
from matto.research.parallel import Resources

if TYPE_CHECKING:
    from matto.cli.simulation_tally import Tally
    from matto.engine.events import Decision
    from matto.engine.run import Match, Run
    from matto.players import Bot
    from matto.players.blocking_bot_host import FaultCallback

TALKATIVE = frozenset({"random"})
"""Bots that choose at random also say at random what may be said aside."""

SPEAKS_ONCE_IN = 12
"""How many chances to speak such a bot lets pass for one that it takes, on average."""

STANDARD_OUTPUT = "-"


MOST_DEALS = 10**9

Deals = Annotated[
    int, typer.Option(min=1, max=MOST_DEALS, help="How many deals, thrown-in ones included.")
]
Players = Annotated[
    str,
    typer.Option(
        help=f"Who plays: {', '.join(level.bot for level in (*LEVELS, *PROBES))}, or yours, "
        "module:maker; or one for each seat."
    ),
]
Target = Annotated[
    str | None,
    typer.Option(help="Write every deal, a line of JSON each, to this file (- for output)."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
Matches = Annotated[int, typer.Option(min=1, help="How many matches of so many deals each.")]


def simulate(
    game: GameId,
    deals: Deals = 100,
    seed: Seed = 0,
    option: Variants = None,
    preset: Preset = None,
    bots: Players = "random",
    transcript: Target = None,
    matches: Matches = 1,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Let bots play a match of many deals, or several, and tell what came of it."""
    from matto.cli.bot_readiness import wait_for
    from matto.cli.simulation_tally import Simulation, Tally, play_matches
    from matto.games import game as find_game

    resources, played = _resources(jobs, cluster, matches), find_game(game)
    options = played.resolve(parse_variants(option or ()), preset)
    names = bot_names(bots, played.seats)
    wait_for(names)
    tally, whole = Tally(played, options, names, seed), True
    with _opened(transcript) as handle:
        if matches == 1:
            _play_match(tally, deals, handle)
        else:
            plan = Simulation(played, options, names, seed, deals, handle is not None)
            whole = play_matches(plan, tally, matches, resources, handle)
    out = sys.stderr if transcript == STANDARD_OUTPUT else sys.stdout
    _tell(tally, out, as_json=as_json, whole=whole)


def _resources(jobs: int, cluster: str, matches: int) -> Resources:
    """Return who plays; raises `BadOptionValue` where one match is to be spread."""
    resources = Resources(jobs, cluster).checked()
    if resources.spreads and matches == 1:
        raise BadOptionValue(
            text(
                "The deals of a match follow from each other, so that one process plays it. "
                "To spread the work, ask for several matches with --matches."
            )
        )
    return resources


def _play_match(tally: Tally, deals: int, handle: TextIO | None) -> None:
    """Play one match, and write each deal when it is over."""
    from matto.engine.run import Match
    from matto.records import dump_line, transcript_of

    match = Match(tally.game, tally.options)
    runs = played_deals(match, tally.bots, str(tally.seed), deals, tally.fault)

    def counted() -> Iterator[int]:
        for done, run in enumerate(runs, start=1):
            tally.add(run)
            if handle is not None:
                handle.write(dump_line(transcript_of(run)))
            yield done

    deque(with_progress(counted(), deals), maxlen=0)


def _tell(tally: Tally, out: TextIO, *, as_json: bool, whole: bool) -> None:
    """Print what was counted, even if Ctrl-C ended it."""
    if as_json:
        print(json.dumps(tally.facts(), indent=1, ensure_ascii=False), file=out)
    elif tally.deals:
        tally.show(out)
    if not whole:
        sentence = text("Interrupted: this is what had been measured until then.")
        print_sentence(sentence, err=True)
        raise typer.Exit(INTERRUPTED)


def bot_names(given: str, seats: int) -> tuple[str, ...]:
    """Return the bot of each seat by name; raises `UnknownBot` unless there are 1 or all."""
    from matto.players.bots import bot_names_of

    names = bot_names_of(name.strip() for name in given.split(","))
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise UnknownBot(
            text(
                "Name one bot for all seats or {seats} of them, not {found}.",
                seats=seats,
                found=len(names),
            )
        )
    return names


def played_deals(
    match: Match, names: Sequence[str], seed: str, deals: int, tell: FaultCallback
) -> Iterator[Run]:
    """Play deal after deal of a match; each deal's cards depend on seed and number only."""
    bots = [_bot(name, match, f"{seed} bot {seat}", tell) for seat, name in enumerate(names)]
    for number in range(deals):
        run = match.next_run(seed=f"{seed} deal {number}")
        play_out(run, bots, random.Random(f"{seed} aside {number}"))
        if run.result is not None:
            match.take(run.result)
        yield run


def _bot(name: str, match: Match, seed: str, tell: FaultCallback) -> Bot:
    """A bot by name; where one of other people fails, a simpler one stands in for it."""
    from matto.players import make_bot
    from matto.players.blocking_bot_host import FallbackBot
    from matto.players.bots import own_bots

    if name in own_bots():
        return FallbackBot(name, seed, tell)
    return make_bot(name, match.game, seed)


def play_out(run: Run, bots: Sequence[Bot], chance: random.Random) -> None:
    """Let bots play a deal to its end."""
    from matto.players.bot_talk import talk_before_card

    talkers = [seat for seat, bot in enumerate(bots) if bot.name in TALKATIVE]
    partners = {seat: bot for seat, bot in enumerate(bots) if seat not in talkers}
    while run.decision is not None:
        talk_before_card(run, partners)
        for seat in talkers:
            phrases = run.asides(seat)
            if phrases and not chance.randrange(SPEAKS_ONCE_IN):
                run.say(seat, chance.choice(phrases))
        seat = _who_answers(run.decision, talkers, chance)
        run.do_as(seat, bots[seat].choose(run.view(seat)))


def _who_answers(decision: Decision, talkers: Sequence[int], chance: random.Random) -> int:
    """The seat asked, or now and then another to which the question is open."""
    others = [own.seat for own in decision.others if own.options and own.seat in talkers]
    if others and not chance.randrange(SPEAKS_ONCE_IN):
        return chance.choice(others)
    return decision.seat


@contextmanager
def _opened(target: str | None) -> Iterator[TextIO | None]:
    """Open the transcript, if one is wanted; a file appears only when it is complete."""
    from matto.records import whole_or_not_at_all

    if target is None:
        yield None
        return
    straight = target == STANDARD_OUTPUT
    try:
        with nullcontext(sys.stdout) if straight else whole_or_not_at_all(Path(target)) as out:
            yield out
    except BrokenPipeError:
        raise
    except OSError as error:
        sentence = text(
            "The transcript cannot be written to {file}: {why}.",
            file=target,
            why=error.strerror or str(error),
        )
        print_sentence(sentence, err=True)
        raise typer.Exit(2) from error
