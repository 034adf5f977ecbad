"""Playouts by the rule of thumb: what cards bring where all seats go on by it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.engine.cards import FOOL, NUMBER
from matto.engine.table import View
from matto.kernel import layout as lay
from matto.kernel.layout import Plan, Reals
from matto.kernel.play import play_on
from matto.kernel.playouts import rule_playouts
from matto.players.budget import SearchBudget
from matto.players.positions import Positions

AT_ONCE = -100.0
"""What the Fool saves while it is kept, for a player who throws it as soon as he follows."""


def by_rule_of_thumb(
    view: View, positions: Positions, budget: SearchBudget, cards: Sequence[str]
) -> Reals:
    """What some cards bring where all go on by the rule of thumb: `[cards, deals]`."""
    seat = view.asked.seat
    found = values_of_cards(positions, cards, seat)
    if budget.reason and keeps_an_excuse(view):
        found = with_the_fool_in_time(positions, cards, seat, found)
    return found


def values_of_cards(positions: Positions, cards: Sequence[str], seat: int) -> Reals:
    """What each card brings a seat in each deal: `[cards, deals]`."""
    return np.array([_after(positions, card, seat) for card in cards])


def keeps_an_excuse(view: View) -> bool:
    """Tell whether the seat holds a Fool that is no trump."""
    return FOOL in view.hand and view.pack.is_excuse(FOOL)


def with_the_fool_in_time(
    positions: Positions, cards: Sequence[str], seat: int, found: Reals
) -> Reals:
    """What cards bring if the Fool is not kept too long: `found`, or better.

    The rule of thumb keeps it to the end, and whoever takes every trick before then loses the
    last one with it; so the Fool would seem to be best thrown at once, whatever it costs.
    """
    soon = positions._replace(plans=[_thrown_at_once(plan) for plan in positions.plans])
    others = [number for number, card in enumerate(cards) if card != FOOL]
    thrown = values_of_cards(soon, [cards[number] for number in others], seat)
    better = found.copy()
    for number, values in zip(others, thrown, strict=True):
        if values.mean() > found[number].mean():
            better[number] = values
    return better


def _thrown_at_once(plan: Plan) -> Plan:
    """The same plan for players who throw the Fool as soon as they follow."""
    weights = plan.weights.copy()
    weights[lay.SINGLE, lay.FOOL_SAVED] = AT_ONCE
    return plan._replace(weights=weights)


def _after(positions: Positions, card: str, seat: int) -> Reals:
    """What a card brings a seat in each deal, played out by compiled players: `[m]`."""
    found = np.zeros(len(positions.states))
    for number, plan in enumerate(positions.plans):
        rows = np.flatnonzero(positions.which == number)
        states, stocks = positions.states[rows], positions.stocks[rows]
        for state, stock in zip(states, stocks, strict=True):
            play_on(state, plan, stock, NUMBER[card])
        found[rows] = rule_playouts(states, plan, stocks)[:, seat]
    return found
