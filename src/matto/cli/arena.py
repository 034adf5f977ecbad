"""`matto arena`: how strong bots are, on duplicate deals."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    with_progress,
)
from matto.engine.words import text
from matto.research.parallel import Resources, WorkerLost, WorkFailed

if TYPE_CHECKING:
    from matto.research.arena import Bounds, Checkpoint, Measurement


Bots = Annotated[
    str,
    typer.Option(help="Guests, then the reference: strong,rule; module:maker is one of yours."),
]
Deals = Annotated[int, typer.Option(help="How many deals, each played at several tables.")]
Strata = Annotated[
    str, typer.Option(help="full: all phases by the bots; play: the cards only; or both.")
]
Together = Annotated[
    bool,
    typer.Option("--together", help="Guests have guests for partners, where these are fixed."),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="A bot without a legal choice ends it all.")
]
Patience = Annotated[float, typer.Option(help="Seconds a choice, for bots of other people.")]
AsJson = Annotated[bool, typer.Option("--json", help="The report as JSON.")]
Keep = Annotated[
    Path | None, typer.Option(help="Keep finished deals in a file, and go on from it.")
]
Test = Annotated[
    str | None,
    typer.Option("--sprt", help="Stop when one of two differences, as 0,0.1, is ruled out."),
]
Unit = Annotated[
    str | None,
    typer.Option("--sprt-unit", help="What these are in: sigma, as usual, or points."),
]
Alpha = Annotated[
    float | None, typer.Option(help="How often a guest worth LOW may be accepted; else 0.05.")
]
Beta = Annotated[
    float | None, typer.Option(help="How often a guest worth HIGH may be rejected; else 0.05.")
]

OF_THE_TEST = {"unit": "--sprt-unit", "alpha": "--alpha", "beta": "--beta"}
"""Options that say nothing where there is no test, by what they are called in `Bounds`."""


def arena(
    game: GameId,
    bots: Bots = "rule,random",
    deals: Deals = 100,
    seed: Seed = 0,
    option: Variants = None,
    preset: Preset = None,
    strata: Strata = "full,play",
    together: Together = False,
    strict: Strict = False,
    patience: Patience = 60.0,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    as_json: AsJson = False,
    keep: Keep = None,
    sprt: Test = None,
    sprt_unit: Unit = None,
    alpha: Alpha = None,
    beta: Beta = None,
) -> None:
    """Measure how much better bots are than others, on the same cards in every seat."""
    from matto.games import game as find_game
    from matto.players.bots import bot_names_of
    from matto.research.arena import Measurement, contest_of
    from matto.research.arena.measurement import check_effort

    check_effort(deals, on := Resources(jobs, cluster))
    played, known = find_game(game), bot_names_of(_words(bots))
    contest = contest_of(
        played,
        played.resolve(parse_variants(option or ()), preset),
        known,
        seed=seed,
        strata=_words(strata),
        together=together,
        strict=strict,
        patience=patience,
    )
    measurement = Measurement(contest, _bounds(sprt, unit=sprt_unit, alpha=alpha, beta=beta))
    _measure_and_tell(measurement, deals, on, keep, as_json=as_json)


def _measure_and_tell(
    measurement: Measurement,
    deals: int,
    resources: Resources,
    keep: Path | None,
    *,
    as_json: bool,
) -> None:
    """Measure, and tell what was measured, even if Ctrl-C or a bot's failure ended it."""
    from matto.cli.arena_report import show
    from matto.cli.bot_readiness import wait_for
    from matto.research.arena import Checkpoint, report_of
    from matto.research.arena.contest import BotFailed

    def tell() -> None:
        show(report_of(measurement, deals), as_json=as_json)

    contest = measurement.contest
    wait_for((*contest.guests, contest.reference))
    kept = None if keep is None else Checkpoint(keep, contest)
    try:
        measure(measurement, deals, resources, kept)
    except (BotFailed, WorkFailed, WorkerLost):
        measurement.interrupted = True
        tell()
        raise
    tell()
    if measurement.interrupted:
        raise typer.Exit(INTERRUPTED)


def _words(given: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in given.split(",") if word.strip())


def _bounds(given: str | None, **more: Any) -> Bounds | None:
    """Read the bounds of the test, if there is one, written as `0,0.1`; raises `BadContest`."""
    from matto.research.arena import Bounds
    from matto.research.arena.contest import BadContest

    more = {name: value for name, value in more.items() if value is not None}
    if given is None and more:
        options = ", ".join(OF_THE_TEST[name] for name in more)
        raise BadContest(
            text("{options}: this is said of a test. Ask for one with --sprt.", options=options)
        )
    if given is None:
        return None
    try:
        low, high = (float(word) for word in given.split(","))
    except ValueError as error:
        raise BadContest(
            text("Write the bounds of the test as 0,0.1, not “{given}”.", given=given)
        ) from error
    return Bounds(low, high, **more)


def measure(
    measurement: Measurement, deals: int, resources: Resources, kept: Checkpoint | None
) -> None:
    """Play the deals; tells how far it is, and ends on Ctrl-C."""
    from matto.cli.arena_report import running

    finished = measurement.run(deals, resources, kept=kept)
    total = deals * len(measurement.contest.strata)
    shown = with_progress(
        finished, total, partial(running, measurement), lines=resources.spreads
    )
    try:
        for _ in shown:
            pass
    except KeyboardInterrupt:
        measurement.interrupted = True
    finally:
        finished.close()
