"""Statistics of deals: figures, means with intervals, and the sequential test.

Two answers compete: H0, the true difference a deal is `low`, and H1, it is `high`. After every
deal the logarithm of how many times as likely H1 makes what was seen is compared with two
bounds (A. Wald, Sequential Tests of Statistical Hypotheses, 1945):

    accept H1 at  log((1 − beta) / alpha),    accept H0 at  log(beta / (1 − alpha)),

so that H1 is accepted in about `alpha` of the cases in which H0 holds, and H0 in about `beta`
of those in which H1 holds. The spread of a deal's difference is not known; the generalised test
puts an estimate from the data in its place (X. Li, J. Liu, Z. Ying, Generalized Sequential
Probability Ratio Test for Separate Families of Hypotheses, Sequential Analysis 33, 2014). With
the mean m and the variance v of n deals' differences it is, as testers of chess engines use it
(Fishtest's page on its mathematics; M. Van den Bergh's note on approximating the test),

    LLR = n (high − low) (2 m − low − high) / (2 v).

The same with a spread estimated under either hypothesis, n/2 · log((v + (m − low)²) /
(v + (m − high)²)), agrees with it where m is near the bounds. But where a guest is much better
than both, that one puts the surprise down to a large spread, and takes ever longer to decide.

With bounds in σ units, m is the mean difference over the standard deviation σ of one result
among reference players, and v the variance of the linear part of that ratio, so that σ being
an estimate itself is accounted for. Differences are no normal variables, and v is poor at
first: nothing is decided before `FEWEST_MOVED` deals had a difference at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.words import text
from matto.research.arena.contest import BadContest
from matto.research.arena.tables import DealResult, TableResult, place_of

CONFIDENCE = 0.95
FEWEST = 2
"""Deals from which on there is an interval."""

Values = Sequence[float] | NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean with its standard error, over so many independent deals."""

    mean: float
    error: float
    deals: int

    @property
    def low(self) -> float | None:
        """The lower end of the 95 % interval; None from a single value."""
        return None if self.deals < FEWEST else self.mean - self._reach

    @property
    def high(self) -> float | None:
        """The upper end of the 95 % interval; None from a single value."""
        return None if self.deals < FEWEST else self.mean + self._reach

    @property
    def _reach(self) -> float:
        return self.error * t_quantile(0.5 + CONFIDENCE / 2, self.deals - 1)


def t_quantile(share: float, freedom: int) -> float:
    """The quantile of Student's t, exact for 1 and 2 degrees of freedom, else to 0.2 %.

    Four terms of the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5).
    """
    if freedom == 1:
        return math.tan(math.pi * (share - 0.5))
    if freedom == 2:  # noqa: PLR2004 - the other case with a closed form
        return (2 * share - 1) / math.sqrt(2 * share * (1 - share))
    z = NormalDist().inv_cdf(share)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))


def mean_of(values: Values) -> Estimate:
    """The mean of independent values; raises `ValueError` for none."""
    found = np.asarray(values, float)
    if not found.size:
        raise ValueError("there is no mean of nothing")
    return Estimate(float(found.mean()), _error(found), int(found.size))


def ratio_of(sums: Values, counts: Values) -> Estimate | None:
    """A mean over several results a deal: sums and counts deal by deal; None without counts.

    Deals are the unit, however many results each of them gives; the error is that of a ratio
    of means, by its linear part (sum − ratio · count) / mean count. Only deals that gave any
    result count as deals of the estimate.
    """
    over, under = np.asarray(sums, float), np.asarray(counts, float)
    if not under.size or not under.any():
        return None
    ratio = float(over.sum() / under.sum())
    linear = (over - ratio * under) / under.mean()
    return Estimate(ratio, _error(linear), int(np.count_nonzero(under)))


def in_sigmas(values: Values, squares: Values) -> Estimate | None:
    """A mean in units of a standard deviation that is estimated from the same deals.

    `squares` is each deal's mean square of a result about zero. The error takes in that of
    the unit, by the linear part of mean / √(mean square). None if the unit is zero.
    """
    found, square = np.asarray(values, float), np.asarray(squares, float)
    unit = math.sqrt(float(square.mean())) if square.size else 0.0
    if not unit:
        return None
    mean = float(found.mean()) / unit
    linear = found / unit - mean * (square - unit**2) / (2 * unit**2)
    return Estimate(mean, _error(linear), int(found.size))


def variance(values: Values) -> float:
    """The variance of a single value; nothing from one."""
    found = np.asarray(values, float)
    return float(found.var(ddof=1)) if found.size >= FEWEST else 0.0


def _error(values: NDArray[np.float64]) -> float:
    return math.sqrt(variance(values) / values.size)


Figures = NDArray[np.float64]

Chosen = Callable[[DealResult, int], bool]
"""Which seats of a deal are meant."""


def differences(deals: Sequence[DealResult], guest: int, unit: int) -> Figures:
    """A guest's mean result over all seats less the reference player's, deal by deal."""
    return np.array([np.mean(_seat_differences(deal, guest)) for deal in deals]) / _scale(
        deals, unit
    )


def squares(deals: Sequence[DealResult], unit: int) -> Figures:
    """The mean square of a result at the reference table, deal by deal."""
    found = [
        np.mean([deal.reference.result(seat) ** 2 for seat in _seats(deal)]) for deal in deals
    ]
    return np.array(found) / _scale(deals, unit) ** 2


def single_results(deals: Sequence[DealResult], guest: int, unit: int) -> Figures:
    """A guest's result at one table a deal, in another seat each time round: no duplicates."""
    found = []
    for deal in deals:
        seats = len(deal.reference.scores)
        seat = (deal.number // seats) % seats
        found.append(deal.of_guest(guest)[seat].result(seat))
    return np.array(found, float) / _scale(deals, unit)


def seat_sums(
    deals: Sequence[DealResult], guest: int, unit: int, chosen: Chosen
) -> tuple[Figures, Figures]:
    """Sums of a guest's differences over chosen seats, and how many there were, by deal."""
    meant = [
        [
            difference
            for seat, difference in enumerate(_seat_differences(deal, guest))
            if chosen(deal, seat)
        ]
        for deal in deals
    ]
    return _sums(meant, _scale(deals, unit))


def role_sums(
    deals: Sequence[DealResult], guest: int | None, unit: int, role: str
) -> tuple[Figures, Figures]:
    """Sums of results in a part that a guest had itself, or (None) reference players had."""
    had = [
        [
            table.result(seat)
            for table, seat in _played_by(deal, guest)
            if table.roles[seat] == role
        ]
        for deal in deals
    ]
    return _sums(had, _scale(deals, unit))


def _sums(by_deal: Sequence[Sequence[int]], scale: int) -> tuple[Figures, Figures]:
    sums, counts = [sum(own) for own in by_deal], [len(own) for own in by_deal]
    return np.array(sums, float) / scale, np.array(counts, float)


def with_role(role: str) -> Chosen:
    """Seats in which the reference player had a part."""
    return lambda deal, seat: deal.reference.roles[seat] == role


def at_place(place: str) -> Chosen:
    """Seats by where they are from the dealer."""
    return lambda deal, seat: place_of(seat, deal.dealer, len(deal.reference.scores)) == place


def _played_by(deal: DealResult, guest: int | None) -> list[tuple[TableResult, int]]:
    if guest is None:
        return [(deal.reference, seat) for seat in _seats(deal)]
    return [(table, seat) for seat, table in enumerate(deal.of_guest(guest))]


def _seat_differences(deal: DealResult, guest: int) -> list[int]:
    """A guest's result in each seat less the reference player's in the same seat."""
    return [
        table.result(seat) - deal.reference.result(seat)
        for seat, table in enumerate(deal.of_guest(guest))
    ]


def _seats(deal: DealResult) -> range:
    return range(len(deal.reference.scores))


def _scale(deals: Sequence[DealResult], unit: int) -> int:
    """Results are kept in n-ths of the smallest unit, `unit` of which make a point."""
    return len(deals[0].reference.scores) * unit if deals else 1


FEWEST_MOVED = 25

ACCEPT, REJECT, UNDECIDED = "accept", "reject", "undecided"
"""H1 (the guest is better by `high`), H0 (by `low` only), or neither yet."""

SIGMAS, POINTS = "sigma", "points"
UNITS = (SIGMAS, POINTS)


@dataclass(frozen=True)
class Bounds:
    """The hypothesis of a test, its unit and its errors."""

    low: float
    high: float
    unit: str = SIGMAS
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise BadContest(
                text("The bounds of the test are two numbers, the lower first, as 0,0.1.")
            )
        if self.unit not in UNITS:
            raise BadContest(
                text(
                    "There is no unit “{unit}”. Units: {known}.",
                    unit=self.unit,
                    known=", ".join(UNITS),
                )
            )
        half = 0.5
        if not (0 < self.alpha < half and 0 < self.beta < half):
            raise BadContest(text("Alpha and beta lie between 0 and 0.5."))

    @property
    def accepts_at(self) -> float:
        """The LLR at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    @property
    def rejects_at(self) -> float:
        """The LLR at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))


class Sprt:
    """The test as it goes on; `take` a deal at a time, in the order of their numbers."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.verdict = UNDECIDED
        self.deals = 0
        self.moved = 0
        self._sums = _Sums()

    def take(self, difference: float, square: float) -> str:
        """Count a deal; gives the verdict, which no later deal changes.

        `difference` is the deal's figure in points, `square` its mean square of a result among
        reference players.
        """
        if self.verdict != UNDECIDED:
            return self.verdict
        self.deals += 1
        self.moved += bool(difference)
        self._sums.add(difference, square)
        if self.moved >= FEWEST_MOVED:
            self.verdict = self._judge(self.llr)
        return self.verdict

    def take_all(self, deals: Iterable[tuple[float, float]]) -> str:
        """Count deals until there is a verdict."""
        for difference, square in deals:
            if self.take(difference, square) != UNDECIDED:
                break
        return self.verdict

    def _judge(self, llr: float) -> str:
        if llr >= self.bounds.accepts_at:
            return ACCEPT
        return REJECT if llr <= self.bounds.rejects_at else UNDECIDED

    @property
    def llr(self) -> float:
        """The logarithm of the likelihood ratio; nothing while all deals were the same."""
        mean, spread = self._sums.estimate(in_sigmas=self.bounds.unit == SIGMAS)
        if spread <= 0:
            return 0.0
        low, high = self.bounds.low, self.bounds.high
        return self.deals * (high - low) * (2 * mean - low - high) / (2 * spread)


class _Sums:
    """Running sums of differences d and squares q, and of their products."""

    def __init__(self) -> None:
        self.n = 0
        self.d = self.q = self.dd = self.dq = self.qq = 0.0

    def add(self, d: float, q: float) -> None:
        self.n += 1
        self.d += d
        self.q += q
        self.dd += d * d
        self.dq += d * q
        self.qq += q * q

    def estimate(self, *, in_sigmas: bool) -> tuple[float, float]:
        """Mean and variance of a deal's difference."""
        if not self.n:
            return 0.0, 0.0
        mean, square = self.d / self.n, self.q / self.n
        var = self.dd / self.n - mean**2
        if not in_sigmas:
            return mean, var
        if square <= 0:
            return 0.0, 0.0
        ratio = mean / math.sqrt(square)
        covariance = self.dq / self.n - mean * square
        var_square = self.qq / self.n - square**2
        spread = var / square - ratio * covariance / square**1.5
        return ratio, spread + ratio**2 * var_square / (4 * square**2)
