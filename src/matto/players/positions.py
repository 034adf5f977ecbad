"""The play of the cards in many deals that may be, as arrays that compiled play works on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from matto.blocks.call import sides_in
from matto.engine.cards import NUMBER, words
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn
from matto.kernel import layout as lay
from matto.kernel.layout import Numbers, Plan
from matto.kernel.packing import plan_of
from matto.kernel.states import states_in
from matto.players.advice import advice_for

NOBODY = -1
TABLES = 40
"""How many players of other tastes go on with a deal in which nothing is hidden."""
TASTES = 0.5
"""By how much these weigh cards otherwise: the standard deviation of the logarithm."""


class Positions(NamedTuple):
    """The same moment of the play in several deals.

    `states`: `[m, SIZE]`. `plans`: those that hold in any of them; `which`: `[m]`, which one.
    `stocks`: `[m, k]`, the numbers of the cards of the stock, as they lie.
    """

    states: Numbers
    plans: Sequence[Plan]
    which: Numbers
    stocks: Numbers

    def last(self, most: int) -> Positions:
        """Give the last of them only, so many at most."""
        return self.rows(np.arange(len(self.states))[-most:])

    def rows(self, chosen: Numbers) -> Positions:
        """Give some of them, by their rows."""
        states, which = self.states[chosen], self.which[chosen]
        return self._replace(states=states, which=which, stocks=self.stocks[chosen])


def taken_when_led(positions: Positions, view: View, card: str, foes: Iterable[int]) -> float:
    """In which part of the positions foes can take a plain card that is led now.

    They can if one of them holds the highest that others have of its suit, or none and a trump.
    """
    pack, states = view.pack, positions.states
    suit = [one for one in pack.codes if pack.suit_of(one) == pack.suit_of(card)]
    suit.sort(key=lambda one: pack.strength[NUMBER[one]])
    (whole, _), taken = words(suit), np.zeros(len(states), dtype=bool)
    others = np.arange(view.seats) != view.asked.seat
    theirs = np.isin(np.arange(view.seats), list(foes))
    plain, tarocks = (states[:, at : at + view.seats] for at in (lay.PLAIN, lay.TAROCKS))
    for higher in suit[suit.index(card) + 1 :]:  # the highest has the last word
        held = plain & 1 << NUMBER[higher] != 0
        taken = np.where(held[:, others].any(axis=1), held[:, theirs].any(axis=1), taken)
    ruffs = (plain & whole == 0) & (tarocks != 0)
    return float((taken | ruffs[:, theirs].any(axis=1)).mean())


def by_tastes(positions: Positions, seed: int) -> Positions:
    """One position as often as there are tastes: players there weigh cards each otherwise.

    Where nothing is hidden, a single playout would tell nothing about its error.
    """
    rng, (plan, *_) = np.random.default_rng(seed), positions.plans
    plans = [plan, *(_of_another_taste(plan, rng) for _ in range(TABLES - 1))]
    states = np.repeat(positions.states, TABLES, axis=0)
    return Positions(
        states, plans, np.arange(TABLES), np.repeat(positions.stocks, TABLES, axis=0)
    )


def _of_another_taste(plan: Plan, rng: np.random.Generator) -> Plan:
    weights = plan.weights.copy()
    for row in (lay.WORTH, lay.LAST_WITH):
        weights[row] *= rng.lognormal(0.0, TASTES, weights.shape[1])
    for number in (lay.LAST_TRICK, lay.FOOL_SAVED, lay.TRUMP_COST):
        weights[lay.SINGLE, number] *= rng.lognormal(0.0, TASTES)
    return plan._replace(weights=weights)


def positions_in(run: Run, view: View, drawn: Drawn) -> Positions:
    """Give the positions in drawn worlds; `run` is the deal in any world of the same view."""
    plans, which = [], np.zeros(len(drawn), dtype=np.int64)
    for number, (plan, rows) in enumerate(by_plan(run, view, drawn)):
        plans.append(plan)
        which[rows] = number
    return Positions(states_in(plans[0], view, drawn.hands), plans, which, drawn.talon)


def by_plan(run: Run, view: View, drawn: Drawn) -> Iterator[tuple[Plan, Numbers]]:
    """Yield each plan that holds in any of the worlds, and the rows of those where it does."""
    holders = holders_in(run, view, drawn)
    for holder in np.unique(holders).tolist():
        yield plan_with(run, view, holder), np.flatnonzero(holders == holder)


def holders_in(run: Run, view: View, drawn: Drawn) -> Numbers:
    """Who holds the card that settles the parties in each world, or `NOBODY`: `[n]`."""
    called = _called(run, view)
    if not called:
        return np.full(len(drawn), NOBODY, dtype=np.int64)
    return drawn.holder(called)


def _called(run: Run, view: View) -> str:
    """The called card, as long as it has not been played."""
    contract = run.table.contract
    called = "" if contract is None else contract.called
    return "" if any(card == called for _, card in view.heard("play")) else called


def plan_with(run: Run, view: View, holder: int) -> Plan:
    """The plan where the called card lies with a seat, or with `NOBODY`."""
    contract = run.table.contract
    if contract is None or not _called(run, view):
        return advised_plan(run)
    seat = None if holder == NOBODY else holder
    return advised_plan(run, sides_in(contract, seat, view.seats))


def advised_plan(run: Run, side: Sequence[int] | None = None) -> Plan:
    """The plan of a deal, or of one with other sides, with the weights advised for its game."""
    return plan_of(run.game, run.table, side, advice_for(run.game.id).weights_in)
