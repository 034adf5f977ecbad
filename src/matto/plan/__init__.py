"""From a game at the table, or from what a seat sees, to the arrays of compiled play.

A `Plan` is what does not change while the cards are played: rules, parties, pay rules. A state
is where the cards lie. Neither knows the game's name: whatever a game file says as data goes in
here, so that a new game needs nothing compiled anew.
"""

from __future__ import annotations

from matto.blocks.call import sides_in
from matto.kernel.layout import Hands
from matto.plan.packing import plan_of, stock_of
from matto.plan.states import first_states_in, state_of, states_in

__all__ = [
    "Hands",
    "first_states_in",
    "plan_of",
    "sides_in",
    "state_of",
    "states_in",
    "stock_of",
]
