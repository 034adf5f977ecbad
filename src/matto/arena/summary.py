"""From finished deals to the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from matto.arena.contest import Contest
from matto.arena.estimates import Estimate, in_sigmas, mean_of, ratio_of, variance
from matto.arena.figures import (
    Figures,
    at_place,
    differences,
    role_sums,
    seat_sums,
    single_results,
    squares,
    with_role,
)
from matto.arena.measure import Measurement
from matto.arena.report import (
    VERSION,
    ByPlace,
    ByRole,
    Faults,
    Interval,
    Pace,
    Report,
    Sequential,
    Standing,
    Stratum,
    Versus,
)
from matto.arena.roles import ROLES, place_of
from matto.arena.tables import DealPlayed, added_up
from matto.arena.timings import Counts, Timings, mean, quantile, share_over

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
    faults = added_up(fault for deal in deals for fault in deal.faults)
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


def _stratum(contest: Contest, name: str, deals: Sequence[DealPlayed]) -> Stratum:
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
    contest: Contest, deals: Sequence[DealPlayed], guest: int, square: Figures
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


def _places(deals: Sequence[DealPlayed], guest: int, unit: int) -> list[ByPlace]:
    seats = len(deals[0].reference.scores)
    rows = []
    for turn in range(seats):
        place = place_of(turn, 0, seats)
        estimate = ratio_of(*seat_sums(deals, guest, unit, at_place(place)))
        if estimate is not None:
            rows.append(ByPlace(place, _interval(estimate)))
    return rows


def _roles(deals: Sequence[DealPlayed], guest: int, unit: int) -> list[ByRole]:
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
    contest: Contest, deals: Sequence[DealPlayed], pair: tuple[int, int], square: Figures
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


def _paces(contest: Contest, deals: Sequence[DealPlayed]) -> list[Pace]:
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
