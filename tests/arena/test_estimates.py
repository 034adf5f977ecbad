"""Intervals hold the truth as often as they say; the sequential test errs no oftener."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from matto.research.arena import Bounds, Sprt
from matto.research.arena import statistics as module
from matto.research.arena.contest import BadContest
from matto.research.arena.statistics import (
    ACCEPT,
    POINTS,
    REJECT,
    SIGMAS,
    UNDECIDED,
    Estimate,
    in_sigmas,
    mean_of,
    ratio_of,
    t_quantile,
)
from matto.research.arena.tables import Timings, quantile, share_over

TRIALS = 800
ALLOWED = 0.025
"""Three standard errors of a share of 95 % in so many trials, and a little."""

Draw = Callable[[np.random.Generator], Estimate | None]


def coverage(draw: Draw, truth: float, narrowed: float = 1.0) -> float:
    """How often an interval (made narrower, to see the test fail) holds the truth."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(TRIALS):
        estimate = draw(rng)
        assert estimate is not None
        estimate = estimate._replace(error=estimate.error * narrowed)
        assert estimate.low is not None and estimate.high is not None
        held += estimate.low <= truth <= estimate.high
    return held / TRIALS


def skewed(rng: np.random.Generator, deals: int = 1000) -> Estimate:
    """Most deals differ by nothing, some by much: as between nearly equal bots."""
    moved = rng.random(deals) < 0.3
    return mean_of(moved * (rng.exponential(2, deals) - 0.5))


def by_role(rng: np.random.Generator) -> Estimate | None:
    """A deal has no, one or two seats in a role, whose results hang together."""
    counts = rng.integers(0, 3, 60).astype(float)
    luck = rng.normal(1, 2, 60)
    return ratio_of(luck * counts, counts)


def sigmas(rng: np.random.Generator) -> Estimate | None:
    """A gain that grows with how much is at stake in the deal, which varies widely."""
    stake = rng.exponential(1, 120)
    return in_sigmas(stake * rng.normal(0.7, 0.5, 120), 2 * stake**2)


CASES = [
    (lambda rng: mean_of(rng.normal(3, 2, 8)), 3.0),
    (lambda rng: mean_of(rng.normal(3, 2, 2)), 3.0),
    (skewed, 0.45),
    (by_role, 1.0),
    (sigmas, 0.7 / math.sqrt(2 * 2)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "truth"), CASES)
def test_intervals_hold_the_truth_in_95_of_100_cases(draw: Draw, truth: float) -> None:
    assert abs(coverage(draw, truth) - 0.95) < ALLOWED


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "truth"), CASES[:1] + CASES[2:])
def test_intervals_that_are_too_narrow_would_be_noticed(draw: Draw, truth: float) -> None:
    assert coverage(draw, truth, narrowed=0.7) < 0.95 - ALLOWED


def test_quantiles_of_students_t_are_those_of_the_tables() -> None:
    table = {
        1: 12.706,
        2: 4.303,
        3: 3.182,
        4: 2.776,
        5: 2.571,
        10: 2.228,
        30: 2.042,
        999: 1.962,
    }
    for freedom, value in table.items():
        assert t_quantile(0.975, freedom) == pytest.approx(value, rel=0.002)


def test_a_single_deal_has_no_interval_and_none_has_no_mean() -> None:
    assert (mean_of([2.0]).low, mean_of([2.0]).high) == (None, None)
    with pytest.raises(ValueError, match="nothing"):
        mean_of([])
    assert ratio_of([0.0, 0.0], [0, 0]) is None
    assert in_sigmas([1.0, 2.0], [0.0, 0.0]) is None


def test_what_one_deal_alone_gave_has_no_interval_however_many_deals_there_were() -> None:
    estimate = ratio_of([0.0, 6.0, 0.0], [0, 2, 0])
    assert estimate is not None
    assert (estimate.mean, estimate.low) == (3.0, None)


def test_times_are_told_to_two_hundredths() -> None:
    clock = Timings()
    for milliseconds in range(1, 1001):
        clock.note("play", milliseconds / 1000)
    counts = clock.phases["play"]
    assert quantile(counts, 0.5) == pytest.approx(0.5, rel=0.025)
    assert quantile(counts, 0.95) == pytest.approx(0.95, rel=0.025)
    assert quantile(counts, 1.0) == pytest.approx(1.0, rel=0.025)
    assert share_over(counts, 0.5) == pytest.approx(0.5, abs=0.02)
    assert quantile({}, 0.5) == share_over({}, 1.0) == 0


def test_clocks_add_up() -> None:
    one, two = Timings(), Timings()
    one.note("bid", 0.1)
    two.note("bid", 0.1)
    two.note("play", 3)
    one.add(two.phases)
    assert sum(one.phases["bid"].values()) == 2
    assert sum(one.all_phases().values()) == 3
    assert share_over(one.all_phases(), 1.0) == pytest.approx(1 / 3)


# -- the sequential test errs as seldom as it promises, and soon comes to an end ---------

CONTESTS = 400
MOST_DEALS = 4000
LOW, HIGH = 0.0, 0.2
TOLERATED = 0.03
"""Nearly three standard errors of a share of 5 % in so many trials."""


def deals(rng: np.random.Generator, gain: float) -> Iterator[tuple[float, float]]:
    """Differences as the arena sees them: many at zero, some large, larger where more is at
    stake; `gain` is their mean in σ, where σ is 3 points.
    """
    stake = rng.gamma(2, 0.5, MOST_DEALS)  # mean square 1.5
    noise = rng.normal(0, 1, MOST_DEALS) * (rng.random(MOST_DEALS) < 0.6)
    differences = 3 * stake * (gain + noise * 0.8)
    squares = 9 * stake**2 * rng.uniform(0.5, 1.5, MOST_DEALS)
    yield from zip(differences, squares, strict=True)


def verdicts(gain: float, unit: str) -> Counter[str]:
    """How often the test says what; a stake's mean is 1, its root mean square √1.5."""
    scale = 3.0 if unit == POINTS else 1 / np.sqrt(1.5)
    bounds = Bounds(LOW * scale, HIGH * scale, unit)
    rng = np.random.default_rng(11)
    return Counter(Sprt(bounds).take_all(deals(rng, gain)) for _ in range(CONTESTS))


@pytest.mark.slow
@pytest.mark.parametrize("unit", [SIGMAS, POINTS])
def test_a_change_worth_nothing_is_accepted_in_one_case_of_twenty_at_most(unit: str) -> None:
    found = verdicts(LOW, unit)
    assert found[ACCEPT] / CONTESTS <= 0.05 + TOLERATED
    assert found[UNDECIDED] == 0


@pytest.mark.slow
@pytest.mark.parametrize("unit", [SIGMAS, POINTS])
def test_a_change_worth_the_higher_bound_is_rejected_in_one_case_of_twenty_at_most(
    unit: str,
) -> None:
    found = verdicts(HIGH, unit)
    assert found[REJECT] / CONTESTS <= 0.05 + TOLERATED
    assert found[UNDECIDED] == 0


@pytest.mark.slow
def test_a_test_that_thinks_deals_vary_less_than_they_do_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    estimate = module._Sums.estimate

    def too_sure(self: module._Sums, *, in_sigmas: bool) -> tuple[float, float]:
        mean, spread = estimate(self, in_sigmas=in_sigmas)
        return mean, spread / 3

    monkeypatch.setattr(module._Sums, "estimate", too_sure)
    assert verdicts(LOW, SIGMAS)[ACCEPT] / CONTESTS > 0.05 + TOLERATED


def test_the_ratio_is_that_of_the_formula() -> None:
    test = Sprt(Bounds(0, 1, POINTS))
    test.take_all([(2.0, 1.0), (0.0, 1.0)])  # mean 1, variance 1
    assert test.llr == pytest.approx(2 * (1 - 0) * (2 * 1 - 0 - 1) / (2 * 1))


def test_in_sigmas_the_ratio_takes_in_that_sigma_is_an_estimate() -> None:
    rng = np.random.default_rng(1)
    squares = 4 * rng.gamma(2, 0.5, 5000)  # σ is 2
    differences = 0.5 * squares + rng.normal(0, 1, 5000)  # all the more where more is at stake
    test = Sprt(Bounds(0.9, 1.1))
    for difference, square in zip(differences, squares, strict=True):
        test.take(difference, square)
        test.verdict = UNDECIDED
    bootstrap = []
    for _ in range(400):
        drawn = rng.integers(0, 5000, 5000)
        bootstrap.append(differences[drawn].mean() / np.sqrt(squares[drawn].mean()))
    mean = differences.mean() / np.sqrt(squares.mean())
    ratio = 0.2 * (2 * mean - 2) / (2 * np.var(bootstrap))
    assert test.llr == pytest.approx(ratio, rel=0.25)


def test_a_guest_far_better_than_the_bounds_is_soon_accepted() -> None:
    test = Sprt(Bounds(0, 0.01, POINTS))
    rng = np.random.default_rng(2)
    assert test.take_all((gain, 1.0) for gain in rng.normal(5, 1, 200)) == ACCEPT
    assert test.deals < 100


def test_deals_without_any_difference_prove_nothing() -> None:
    test = Sprt(Bounds(0, 0.1))
    assert test.take_all([(0.0, 1.0)] * 1000) == UNDECIDED
    assert (test.llr, test.deals) == (0.0, 1000)


def test_a_verdict_is_final() -> None:
    test = Sprt(Bounds(0, 0.1, POINTS))
    rng = np.random.default_rng(2)
    assert test.take_all((gain, 1.0) for gain in rng.normal(5, 1, 100)) == ACCEPT
    taken = test.deals
    assert taken < 100
    assert test.take_all([(-50.0, 1.0)] * 100) == ACCEPT
    assert test.deals == taken


@pytest.mark.parametrize(
    "wrong",
    [
        {"low": 0.1, "high": 0.1},
        {"low": 0.2, "high": 0.1},
        {"low": 0, "high": float("nan")},
        {"low": 0, "high": 1, "unit": "elo"},
        {"low": 0, "high": 1, "alpha": 0},
        {"low": 0, "high": 1, "beta": 0.5},
    ],
)
def test_bounds_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadContest):
        Bounds(**wrong)  # type: ignore[arg-type]
