"""The arrays that the compiled functions work on; `matto.play.layout` says what lies where.

A *state* is one array of `SIZE` 64-bit whole numbers, a *plan* is what does not change while
the cards are played.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from matto.play.layout import *  # noqa: F403
from matto.play.layout import WEIGHT_ROWS

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

NO_WEIGHTS: Reals = np.zeros((WEIGHT_ROWS, 79))
"""No card weighs anything: for plans that no rule of thumb plays by."""


class PlayRules(Protocol):
    """The part of a plan (see `Plan`) that the play of the cards needs."""

    @property
    def rules(self) -> Numbers:
        """`RULES_SIZE` numbers."""

    @property
    def strength(self) -> Numbers:
        """By card number."""

    @property
    def side(self) -> Numbers:
        """The party of each seat."""


class Plan(NamedTuple):
    """Constants of the play of the cards.

    `rules`: `RULES_SIZE` numbers. `strength`: by card number. `side`: the party of each seat.
    `values`: rows of (value, plain word, tarocks word), the cards that count more than 0, the
    Fool left out. `pay_rules`: rows of `ROW_SIZE` numbers. `tables`: the tables of all rows.
    `weights`: `[WEIGHT_ROWS, cards]`, what cards are weighed by (`play.weights`).
    """

    rules: Numbers
    strength: Numbers
    side: Numbers
    values: Numbers
    pay_rules: Numbers
    tables: Numbers
    weights: Reals


class Hands(NamedTuple):
    """Hands, and what each seat has laid away, as two words each: all `[n, seats]`."""

    plain: Numbers
    tarocks: Numbers
    away_plain: Numbers
    away_tarocks: Numbers
