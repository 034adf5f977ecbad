"""A sequential test: is a change worth it, decided after as few deals as the errors allow.

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
from collections.abc import Iterable
from dataclasses import dataclass

from matto.arena.errors import BadContest
from matto.engine.words import text

FEWEST_MOVED = 25

ACCEPT, REJECT, UNDECIDED = "accept", "reject", "undecided"
"""H1 (the guest is better by `high`), H0 (by `low` only), or neither yet."""

SIGMAS, POINTS = "sigma", "points"
UNITS = (SIGMAS, POINTS)


@dataclass(frozen=True)
class Bounds:
    """What is tested, in which unit, with which errors."""

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
