"""A moment of the play in several deals, as arrays for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matto.blocks.call import sides_in
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.layout import Numbers, Plan
from matto.kernel.packing import plan_of, states_in
from matto.players.advice import advice_for
from matto.players.inference import Drawn

PLAY = "play"
NOBODY = -1


class Positions(NamedTuple):
    """The same moment of the play in several deals.

    `states`: `[m, SIZE]`. `plans`: those that hold in any of them; `which`: `[m]`, which one.
    `stocks`: `[m, k]`, the numbers of the cards of the stock, as they lie.
    """

    states: Numbers
    plans: Sequence[Plan]
    which: Numbers
    stocks: Numbers

    def rows(self, chosen: Numbers) -> Positions:
        states, which = self.states[chosen], self.which[chosen]
        return self._replace(states=states, which=which, stocks=self.stocks[chosen])


def positions_in(run: Run, view: View, drawn: Drawn) -> Positions:
    """Return the positions in drawn worlds; `run` is the deal in any world of the same view."""
    called = called_card(run, view)
    holders = drawn.holder(called) if called else np.full(len(drawn), NOBODY, np.int64)
    seats, which = np.unique(holders, return_inverse=True)
    plans = [plan_with(run, called, seat) for seat in seats.tolist()]
    states = states_in(plans[0], view, drawn.hands)
    return Positions(states, plans, which.ravel().astype(np.int64), drawn.talon)


def called_card(run: Run, view: View) -> str:
    """Return the card that settles the parties; none is left once it has been played."""
    contract = run.table.contract
    called = "" if contract is None else contract.called
    return "" if any(card == called for _, card in view.heard(PLAY)) else called


def plan_with(run: Run, called: str, holder: int) -> Plan:
    """Return the plan where the called card lies with a seat, or with `NOBODY`."""
    contract = run.table.contract
    if contract is None or not called:
        return advised_plan(run)
    seat = None if holder == NOBODY else holder
    return advised_plan(run, sides_in(contract, seat, run.game.seats))


def advised_plan(run: Run, side: Sequence[int] | None = None) -> Plan:
    """Return the plan of a deal, with the weights of the game's advice."""
    return plan_of(run.game, run.table, side, advice_for(run.game.id).weights_in)
