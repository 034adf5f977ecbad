"""What cards and finished talks are worth: deals played out by compiled players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from matto.bots.positions import Positions
from matto.cards import NUMBER
from matto.kernel.layout import Numbers, Plan
from matto.kernel.play import play_card
from matto.kernel.playouts import rule_playouts
from matto.plan import plan_of, state_of, stock_of
from matto.run import Run

Values = NDArray[np.float64]


def payoff(run: Run, seat: int, playouts: int, seed: int) -> float:
    """What a seat gets from a deal whose cards are to be played, on average."""
    plan = plan_of(run.game, run.table)
    state, stock = state_of(run.table, plan), stock_of(run.table)
    pay = rule_playouts(state, plan, stock, playouts, seed)
    return float(pay[seat]) / playouts


def values_of_cards(
    positions: Positions, cards: Sequence[str], seat: int, playouts: int, seed: int
) -> Values:
    """What each card brings a seat in each deal: `[cards, m]`, by the same chances for all."""
    return np.array([_after(positions, card, seat, playouts, seed) for card in cards])


def _after(positions: Positions, card: str, seat: int, playouts: int, seed: int) -> Values:
    found = np.zeros(len(positions.states))
    for number, plan in enumerate(positions.plans):
        rows = np.flatnonzero(positions.which == number)
        states, stocks = positions.states[rows], positions.stocks[rows]
        _play(states, plan, stocks, NUMBER[card])
        found[rows] = rule_playouts(states, plan, stocks, playouts, seed + number)[:, seat]
    return found / playouts


def _play(states: Numbers, plan: Plan, stocks: Numbers, card: int) -> None:
    for state, stock in zip(states, stocks, strict=True):
        play_card(state, plan, stock, card)
