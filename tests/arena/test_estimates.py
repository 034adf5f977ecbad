"""Intervals hold the truth as often as they say."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from matto.research.arena.statistics import Estimate, in_sigmas, mean_of, ratio_of, t_quantile
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


@pytest.mark.parametrize(("draw", "truth"), CASES)
def test_intervals_hold_the_truth_in_95_of_100_cases(draw: Draw, truth: float) -> None:
    assert abs(coverage(draw, truth) - 0.95) < ALLOWED


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
