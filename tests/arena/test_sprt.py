"""The sequential test errs as seldom as it promises, and soon comes to an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from matto.research.arena import Bounds, Sprt
from matto.research.arena import statistics as module
from matto.research.arena.contest import BadContest
from matto.research.arena.statistics import ACCEPT, POINTS, REJECT, SIGMAS, UNDECIDED

TRIALS = 400
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
    return Counter(Sprt(bounds).take_all(deals(rng, gain)) for _ in range(TRIALS))


@pytest.mark.parametrize("unit", [SIGMAS, POINTS])
def test_a_change_worth_nothing_is_accepted_in_one_case_of_twenty_at_most(unit: str) -> None:
    found = verdicts(LOW, unit)
    assert found[ACCEPT] / TRIALS <= 0.05 + TOLERATED
    assert found[UNDECIDED] == 0


@pytest.mark.slow
@pytest.mark.parametrize("unit", [SIGMAS, POINTS])
def test_a_change_worth_the_higher_bound_is_rejected_in_one_case_of_twenty_at_most(
    unit: str,
) -> None:
    found = verdicts(HIGH, unit)
    assert found[REJECT] / TRIALS <= 0.05 + TOLERATED
    assert found[UNDECIDED] == 0


def test_a_test_that_thinks_deals_vary_less_than_they_do_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    estimate = module._Sums.estimate

    def too_sure(self: module._Sums, *, in_sigmas: bool) -> tuple[float, float]:
        mean, spread = estimate(self, in_sigmas=in_sigmas)
        return mean, spread / 3

    monkeypatch.setattr(module._Sums, "estimate", too_sure)
    assert verdicts(LOW, SIGMAS)[ACCEPT] / TRIALS > 0.05 + TOLERATED


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
