"""The published report of a measurement: its form, its JSON schema, and how it is summed up.

`report.schema.json` beside this file is its JSON schema. Keys are added, never renamed or given
another meaning, while `version` stays.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import msgspec

from matto.engine.options import Value
from matto.records.schema import published
from matto.research.arena.contest import Contest
from matto.research.arena.measurement import Measurement
from matto.research.arena.statistics import (
    Estimate,
    Figures,
    at_place,
    differences,
    in_sigmas,
    mean_of,
    ratio_of,
    role_sums,
    seat_sums,
    single_results,
    squares,
    variance,
    with_role,
)
from matto.research.arena.tables import (
    ROLES,
    Counts,
    DealResult,
    Timings,
    mean,
    place_of,
    quantile,
    share_over,
    summed_faults,
)

VERSION = 1


def about(sentence: str, **more: Any) -> msgspec.Meta:
    """Return what a field means."""
    return msgspec.Meta(description=sentence, **more)


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval; no interval from a single deal."""

    mean: float
    low: float | None
    high: float | None


class ByPlace(msgspec.Struct, frozen=True):
    """A guest's difference where it sat so far from the dealer."""

    place: Annotated[str, about("dealer, forehand, second hand, third hand … in turn.")]
    difference: Annotated[Interval, about("In points, paired by seat and deal.")]


class ByRole(msgspec.Struct, frozen=True):
    """A guest in the parts that a deal has."""

    role: Annotated[
        str,
        about(
            "declarer, partner, opponent, in a party (parties without a declarer), each for "
            "himself, or not played."
        ),
    ]
    guest_share: Annotated[float, about("How often the guest had this part.", ge=0, le=1)]
    guest_result: Annotated[Interval | None, about("Its results in this part, in points.")]
    reference_share: Annotated[float, about("How often reference players had it.", ge=0, le=1)]
    reference_result: Annotated[Interval | None, about("Their results, in points.")]
    difference: Annotated[
        Interval | None,
        about("In seats in which the reference player had this part: guest less reference."),
    ]


class Standing(msgspec.Struct, frozen=True):
    """A guest among reference players."""

    bot: Annotated[str, about("The guest's label.")]
    points: Annotated[Interval, about("Points a deal more than a reference player.")]
    sigmas: Annotated[Interval | None, about("The same in units of `sigma`.")]
    gain_of_duplicates: Annotated[
        float | None,
        about(
            "How many tables without duplicates tell as much as one table of these: the "
            "variance of single results over that of a deal's figure, times a guest's tables."
        ),
    ]
    by_place: tuple[ByPlace, ...]
    by_role: tuple[ByRole, ...]


class Versus(msgspec.Struct, frozen=True):
    """Two guests compared on the same deals, each among reference players."""

    bot: str
    other: str
    points: Annotated[Interval, about("Points a deal that `bot` makes more than `other`.")]
    sigmas: Interval | None


class Stratum(msgspec.Struct, frozen=True):
    """All deals of one kind."""

    stratum: Annotated[str, about("full: all phases by the bots; play: the cards only.")]
    deals: Annotated[int, about("Finished deals, each at all its tables.", ge=0)]
    thrown_in: Annotated[float, about("The share of reference tables thrown in.", ge=0, le=1)]
    redealt: Annotated[int, about("How often a deal was dealt anew (play only).", ge=0)]
    sigma: Annotated[
        float | None,
        about("Standard deviation of one result among reference players, in points."),
    ]
    standings: tuple[Standing, ...]
    versus: tuple[Versus, ...]


class Sequential(msgspec.Struct, frozen=True):
    """The sequential test of the first guest in the first stratum."""

    bot: str
    stratum: str
    unit: Annotated[str, about("sigma or points.")]
    low: float
    high: float
    alpha: float
    beta: float
    llr: Annotated[float, about("Logarithm of the likelihood ratio of high over low.")]
    accepts_at: float
    rejects_at: float
    deals: Annotated[int, about("Deals that the test has taken.", ge=0)]
    verdict: Annotated[str, about("accept (high), reject (low) or undecided.")]


class Pace(msgspec.Struct, frozen=True):
    """Seconds a decision, where there was more than one choice; times are true to 2 %."""

    bot: str
    phase: Annotated[str, about("The kind of decision, or all.")]
    decisions: int
    median: float
    most: Annotated[float, about("95 % of the decisions took no longer.")]
    slowest: float
    over_a_second: Annotated[float, about("The share that took longer.", ge=0, le=1)]
    mean: Annotated[float, about("Bots that take as long on the mean think as much.")]


class Faults(msgspec.Struct, frozen=True):
    """How often a bot gave no legal choice, so that the rule of thumb answered for it."""

    bot: str
    kind: Annotated[str, about("failed, illegal, silent (too slow) or died.")]
    times: Annotated[int, about("In all strata.", ge=1)]
    first: Annotated[str, about("What happened the first time.")]


class Report(msgspec.Struct, frozen=True):
    """The measurements of the arena; all but `times` is the same on every machine."""

    version: int
    game: str
    rules_version: int
    options: dict[str, Value]
    unit_name: Annotated[str, about("What a point is called in the game.")]
    guests: tuple[str, ...]
    reference: str
    together: Annotated[
        bool, about("Whether guests had guests for partners, where the game fixes partners.")
    ]
    seed: int
    deals_asked: int
    interrupted: bool
    strata: tuple[Stratum, ...]
    sequential: Sequential | None
    times: tuple[Pace, ...]
    faults: tuple[Faults, ...] = ()


SCHEMA_FILE = Path(__file__).with_name("report.schema.json")


def schema_text() -> str:
    """Return the JSON schema of a report as it is published."""
    return published("What the arena of matto has measured", Report)


if __name__ == "__main__":
    sys.stdout.write(schema_text())


DIGITS = 6
MOST = 0.95
A_SECOND = 1.0
ALL_PHASES = "all"


def report_of(measurement: Measurement, deals_asked: int) -> Report:
    """Sum up what has been measured."""
    contest = measurement.contest
    game, _ = contest.found_game()
    strata = {stratum: measurement.of(stratum) for stratum in contest.strata}
    deals = [deal for found in strata.values() for deal in found]
    faults = summed_faults(fault for deal in deals for fault in deal.faults)
    return Report(
        version=VERSION,
        game=contest.game,
        rules_version=contest.rules_version,
        options=dict(contest.options),
        unit_name=game.unit_name,
        guests=contest.labels[:-1],
        reference=contest.labels[-1],
        together=contest.together,
        seed=contest.seed,
        deals_asked=deals_asked,
        interrupted=measurement.interrupted,
        strata=tuple(_stratum(contest, name, found) for name, found in strata.items()),
        sequential=_sequential(measurement),
        times=tuple(_paces(contest, deals)),
        faults=tuple(Faults(one.bot, one.kind, one.times, one.first) for one in faults),
    )


def _stratum(contest: Contest, name: str, deals: Sequence[DealResult]) -> Stratum:
    unit = contest.found_game()[0].unit
    square = squares(deals, unit)
    thrown_in = sum(deal.reference.thrown_in for deal in deals)
    guests = range(len(contest.guests)) if deals else range(0)
    return Stratum(
        stratum=name,
        deals=len(deals),
        thrown_in=_rounded(thrown_in / len(deals)) if deals else 0.0,
        redealt=sum(deal.redealt for deal in deals),
        sigma=_rounded(float(square.mean()) ** 0.5) if deals else None,
        standings=tuple(_standing(contest, deals, guest, square) for guest in guests),
        versus=tuple(_versus(contest, deals, pair, square) for pair in combinations(guests, 2)),
    )


def _standing(
    contest: Contest, deals: Sequence[DealResult], guest: int, square: Figures
) -> Standing:
    unit = contest.found_game()[0].unit
    found = differences(deals, guest, unit)
    single = variance(single_results(deals, guest, unit))
    tables = sum(table.guest == guest for table in deals[0].tables)
    own = variance(found)
    return Standing(
        bot=contest.labels[guest],
        points=_interval(mean_of(found)),
        sigmas=_interval_if(in_sigmas(found, square)),
        gain_of_duplicates=_rounded(single / (tables * own)) if own and single else None,
        by_place=tuple(_places(deals, guest, unit)),
        by_role=tuple(_roles(deals, guest, unit)),
    )


def _places(deals: Sequence[DealResult], guest: int, unit: int) -> list[ByPlace]:
    seats = len(deals[0].reference.scores)
    rows = []
    for turn in range(seats):
        place = place_of(turn, 0, seats)
        estimate = ratio_of(*seat_sums(deals, guest, unit, at_place(place)))
        if estimate is not None:
            rows.append(ByPlace(place, _interval(estimate)))
    return rows


def _roles(deals: Sequence[DealResult], guest: int, unit: int) -> list[ByRole]:
    rows = []
    for role in ROLES:
        own, had = role_sums(deals, guest, unit, role)
        others, others_had = role_sums(deals, None, unit, role)
        if not (had.any() or others_had.any()):
            continue
        played = len(deals) * len(deals[0].reference.scores)
        paired = seat_sums(deals, guest, unit, with_role(role))
        rows.append(
            ByRole(
                role=role,
                guest_share=_rounded(float(had.sum()) / played),
                guest_result=_interval_if(ratio_of(own, had)),
                reference_share=_rounded(float(others_had.sum()) / played),
                reference_result=_interval_if(ratio_of(others, others_had)),
                difference=_interval_if(ratio_of(*paired)),
            )
        )
    return rows


def _versus(
    contest: Contest, deals: Sequence[DealResult], pair: tuple[int, int], square: Figures
) -> Versus:
    unit = contest.found_game()[0].unit
    one, other = (differences(deals, guest, unit) for guest in pair)
    return Versus(
        bot=contest.labels[pair[0]],
        other=contest.labels[pair[1]],
        points=_interval(mean_of(one - other)),
        sigmas=_interval_if(in_sigmas(one - other, square)),
    )


def _sequential(measurement: Measurement) -> Sequential | None:
    test = measurement.test
    if test is None:
        return None
    bounds = test.bounds
    return Sequential(
        bot=measurement.contest.labels[0],
        stratum=measurement.contest.strata[0],
        unit=bounds.unit,
        low=bounds.low,
        high=bounds.high,
        alpha=bounds.alpha,
        beta=bounds.beta,
        llr=_rounded(test.llr),
        accepts_at=_rounded(bounds.accepts_at),
        rejects_at=_rounded(bounds.rejects_at),
        deals=test.deals,
        verdict=test.verdict,
    )


def _paces(contest: Contest, deals: Sequence[DealResult]) -> list[Pace]:
    rows = []
    for label in contest.labels:
        timings = Timings()
        for deal in deals:
            timings.add(deal.times.get(label, {}))
        rows += [_pace(label, phase, counts) for phase, counts in timings.phases.items()]
        if timings.phases:
            rows.append(_pace(label, ALL_PHASES, timings.all_phases()))
    return rows


def _pace(label: str, phase: str, counts: Counts) -> Pace:
    at: Callable[[float], float] = lambda share: _rounded(quantile(counts, share))  # noqa: E731
    return Pace(
        bot=label,
        phase=phase,
        decisions=sum(counts.values()),
        median=at(0.5),
        most=at(MOST),
        slowest=at(1.0),
        over_a_second=_rounded(share_over(counts, A_SECOND)),
        mean=_rounded(mean(counts)),
    )


def _interval(estimate: Estimate) -> Interval:
    low, high = estimate.low, estimate.high
    return Interval(
        mean=_rounded(estimate.mean),
        low=None if low is None else _rounded(low),
        high=None if high is None else _rounded(high),
    )


def _interval_if(estimate: Estimate | None) -> Interval | None:
    return None if estimate is None else _interval(estimate)


def _rounded(value: float) -> float:
    return round(float(value), DIGITS) + 0.0  # never a negative zero
