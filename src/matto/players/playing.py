"""What cards and finished talks are worth: deals played out by compiled players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import NUMBER
from matto.engine.run import Run
from matto.kernel.layout import Numbers, Plan
from matto.kernel.packing import stock_of
from matto.kernel.playouts import rule_playouts
from matto.kernel.policy import play_on
from matto.kernel.states import state_of
from matto.players.positions import Positions, advised_plan

Values = NDArray[np.float64]


def payoff(run: Run, seat: int) -> float:
    """What a seat gets from a deal whose cards are to be played."""
    plan = advised_plan(run)
    pay = rule_playouts(state_of(run.table, plan), plan, stock_of(run.table))
    return float(pay[seat])


def values_of_cards(positions: Positions, cards: Sequence[str], seat: int) -> Values:
    """What each card brings a seat in each deal: `[cards, m]`."""
    return np.array([_after(positions, card, seat) for card in cards])


def _after(positions: Positions, card: str, seat: int) -> Values:
    found = np.zeros(len(positions.states))
    for number, plan in enumerate(positions.plans):
        rows = np.flatnonzero(positions.which == number)
        states, stocks = positions.states[rows], positions.stocks[rows]
        _play(states, plan, stocks, NUMBER[card])
        found[rows] = rule_playouts(states, plan, stocks)[:, seat]
    return found


def _play(states: Numbers, plan: Plan, stocks: Numbers, card: int) -> None:
    for state, stock in zip(states, stocks, strict=True):
        play_on(state, plan, stock, card)
