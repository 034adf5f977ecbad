"""What each choice brings: playouts by rule of thumb, and last tricks solved exactly.

So the same view and seed give the same answer on every machine, however busy it is.

Most of the legal cards are soon seen to be worse. What is not spent on them goes to the others,
in more deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from matto.blocks.auction import ANNOUNCE
from matto.blocks.talon import DISCARD
from matto.engine.cards import FOOL, NUMBER
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel import layout as lay
from matto.kernel.layout import SEATS, Numbers, Plan, Reals
from matto.kernel.packing import state_of, stock_of
from matto.kernel.play import play_on
from matto.kernel.playouts import rule_playouts
from matto.kernel.solver import Solver, can_solve
from matto.players.inference.resampling import NOWHERE, Walk
from matto.players.simple_bots import Advisor
from matto.players.weighted_worlds import PLAY, Positions, advised_plan

CLOSE = frozenset({DISCARD, ANNOUNCE})
"""Kinds of questions whose choices bring nearly the same, so that few trials tell nothing."""


@dataclass(frozen=True)
class SearchBudget:
    """How much one decision may cost, and how sure it must be.

    For words:

    - `trials`: how many playouts there are in all; `choices`: of how many choices at most.
    - `doubt`: by how many standard errors a word must be better than that of the rule of thumb.
    - `closer_times`: how many times as many trials close questions have (`CLOSE`);
      `closer_doubt`: the doubt about them, if it is another one.
    - `talk_samples`: in how many worlds the talk is played again to learn what it tells.

    For cards:

    - `worlds`: in how many worlds they are judged; `play_evidence`: among how many these are
      chosen by the cards that others have played; `walk`: how far cards then change hands.
    - `card_doubt`: cards by which the best is better by no more are as good as it, and the rule
      of thumb decides.
    - `habit_margin`: by how many standard errors a card of a bad habit must be better than any
      other; none is avoided if 0.
    - `nodes`: how many cards are tried at most to work out the rest of the deal.
    - `network_weight`: what part of a card's worth a network estimates, at most; the rest is
      what the worlds bring.
    - `network_playouts`: about how many cards the network chooses for the seat in playouts; if
      0, the rule of thumb goes on for it in all worlds.
    """

    trials: int = 80
    choices: int = 8
    doubt: float = 0.7
    closer_times: int = 1
    closer_doubt: float | None = None
    card_doubt: float = 0.0
    habit_margin: float = 0.0
    worlds: int = 60
    talk_samples: int = 200
    play_evidence: int = 0
    walk: Walk = NOWHERE
    nodes: int = 0
    network_weight: float = 0.0
    network_playouts: int = 0

    def trials_for(self, kind: str) -> int:
        return self.trials * (self.closer_times if kind in CLOSE else 1)

    def doubt_for(self, kind: str) -> float:
        if kind not in CLOSE or self.closer_doubt is None:
            return self.doubt
        return self.closer_doubt

    @property
    def starts(self) -> int:
        return self.worlds // self.walk.rounds


def scores_by_rule(run: Run, advisor: Advisor) -> Sequence[int]:
    """What each seat gets if all go on by the rule of thumb, in the smallest unit.

    The run itself is gone on with up to the next card, or to its end: `advisor` says what is
    said and laid away. From that card on compiled play goes on, in which nothing more is said.
    """
    while (asked := run.decision) is not None and asked.kind != PLAY:
        run.do(advisor(run.view(asked.seat)))
    if run.result is not None:
        return run.result.scores
    plan = advised_plan(run)
    paid = rule_playouts(state_of(run.table, plan), plan, stock_of(run.table))
    return tuple(paid[: run.setup.seats].tolist())


AT_ONCE = -100.0
"""What the Fool saves while it is kept, for a player who throws it as soon as he follows."""


def by_rule_of_thumb(
    view: View, positions: Positions, budget: SearchBudget, cards: Sequence[str]
) -> Reals:
    """What some cards bring where all go on by the rule of thumb: `[cards, deals]`."""
    seat = view.asked.seat
    found = values_of_cards(positions, cards, seat)
    if budget.habit_margin and keeps_an_excuse(view):
        found = with_the_fool_in_time(positions, cards, seat, found)
    return found


def values_of_cards(positions: Positions, cards: Sequence[str], seat: int) -> Reals:
    """What each card brings a seat in each deal: `[cards, deals]`."""
    return np.array([_after(positions, card, seat) for card in cards])


def keeps_an_excuse(view: View) -> bool:
    """Return whether the seat holds a Fool that excuses."""
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


Playouts = Callable[[Sequence[int], Numbers], Reals]
"""Return what some choices bring in some deals, by each way: `[ways, choices, deals]`."""

Open = Callable[[Reals], Sequence[int]]
"""Return which choices may still be the best, by what all brought: `[ways, choices, deals]`."""

ENOUGH = 8
"""Choices that bring the same in so many deals are taken to do so in all."""


class Tried(NamedTuple):
    """What choices brought by each way, `[ways, choices, m]`, and in which deals, `[m]`.

    `times`: in how many deals each was tried, `[choices]`; these are the first ones, and in the
    others it is taken to be as far behind as in these. `playouts`: how many there were in all.
    """

    brought: Reals
    deals: Numbers
    times: Numbers
    playouts: int = 0


NextRound = Callable[[Tried, int], Numbers]
"""Return the deals of the next round, for so many choices; none when it is enough."""


def successive_elimination(
    played: Playouts, still_open: Open, choices: int, next_round: NextRound
) -> Tried:
    """Try all choices out in some deals, then those that may be the best in others, and so on.

    Of choices that bring the same in each deal one is tried out for all.
    """
    left, alike = list(range(choices)), np.arange(choices)
    none = np.zeros(0, np.int64)
    tried = Tried(np.zeros((1, choices, 0)), none, np.zeros(choices, np.int64))
    while (deals := next_round(tried, len(left))).size:
        tried = _tried_on(tried, left, alike, played(left, deals), deals)
        if len(tried.deals) >= ENOUGH:
            _, alike = np.unique(np.hstack(list(tried.brought)), axis=0, return_inverse=True)
            alike = alike.ravel()
        open_ones = [choice for choice in still_open(tried.brought) if choice in left]
        left = _one_of_each(open_ones, alike)
        if len(left) == 1:
            break
    return tried


def _tried_on(
    tried: Tried, left: list[int], alike: Numbers, more: Reals, deals: Numbers
) -> Tried:
    """Add a round: what was given up stays as far behind the best as it was."""
    ways, found = len(more), tried.brought
    if not found.size:
        found = np.zeros((ways, found.shape[1], 0))
        later = np.zeros((ways, found.shape[1], deals.size))
    else:
        means = found.mean(axis=2)
        leader = max(left, key=lambda choice: float(means[:, choice].mean()))
        behind = means - means[:, [leader]]
        later = more[:, [left.index(leader)]] + behind[:, :, None]
    times = tried.times.copy()
    for place, choice in enumerate(left):
        same = alike == alike[choice]
        later[:, same] = more[:, [place]]
        times[same] += deals.size
    return Tried(
        np.concatenate([found, later], axis=2),
        np.concatenate([tried.deals, deals]),
        times,
        tried.playouts + len(left) * deals.size,
    )


def _one_of_each(choices: Sequence[int], alike: Numbers) -> list[int]:
    """Return the choices, but of those that bring the same only the first."""
    found: dict[int, int] = {}
    for choice in choices:
        found.setdefault(int(alike[choice]), choice)
    return list(found.values())


FEWEST_DEALS, MOST_DEALS = 20, 140
"""In so many deals cards are played out in each of two rounds."""


def two_rounds(deals: int, budget: int, cards: int) -> NextRound:
    """Return two rounds of different deals, evenly chosen, with about so many playouts."""
    first = evenly(deals, _deals_for(budget // 2, cards))
    rest = np.setdiff1d(np.arange(deals), first)

    def next_round(tried: Tried, left: int) -> Numbers:
        if not tried.deals.size:
            return first
        if tried.deals.size > first.size:
            return rest[:0]
        return rest[evenly(rest.size, _deals_for(budget // 2, left))]

    return next_round


def evenly(deals: int, wanted: int) -> Numbers:
    """The numbers of so many of the deals, evenly chosen; of all if there are no more."""
    return np.linspace(0, deals - 1, min(deals, wanted)).astype(np.int64)


def _deals_for(budget: int, cards: int) -> int:
    """In how many deals so many cards are played out: an even number."""
    found = max(FEWEST_DEALS, min(MOST_DEALS, budget // cards))
    return found - found % 2


FEWEST, MOST = 40, 200
"""In fewer deals than that chance decides too much; more tell hardly anything else."""
FACTOR = 3
"""A single deal may cost so many times what each of the fewest may."""
OPEN_NODES = 4_000_000
"""How many cards are tried where nothing is hidden: about three seconds.

Enough for thirteen tricks of two in most deals, and for fifteen in about every second one.
"""
TABLE_BITS, OPEN_TABLE_BITS = 15, 20


class Solved(NamedTuple):
    """What each card brings a seat in each deal that could be worked out: `[cards, m]`.

    `positions` are those of these deals, in their order.
    """

    brought: Reals
    positions: Positions


def solved_cards(
    positions: Positions, cards: Sequence[str], seat: int, nodes: int
) -> Solved | None:
    """Work out what each card brings a seat in as many of the deals as that is possible.

    So many `nodes` at most, cards tried, in all deals together. None where too few deals can be
    worked out with so many; that shows soon. Nothing is where there are not two sides.
    """
    if not all(map(can_solve, positions.plans)):
        return None
    if len(positions.states) == 1:
        return _solved(positions, cards, seat, OPEN_NODES, OPEN_TABLE_BITS)
    return _solved(positions.last(MOST), cards, seat, nodes, TABLE_BITS)


def _solved(
    positions: Positions, cards: Sequence[str], seat: int, nodes: int, bits: int
) -> Solved | None:
    """Work deals out one after the other; those that are alike once."""
    solvers = [Solver(plan, bits) for plan in positions.plans]
    wanted = min(FEWEST, len(positions.states))
    known: dict[bytes, Reals] = {}
    found: list[Reals] = []
    left, each = nodes, FACTOR * nodes // wanted
    for number, state in enumerate(positions.states):
        which, stock = positions.which[number], positions.stocks[number]
        key = state.tobytes() + stock.tobytes() + bytes([which])
        if key not in known:
            values = values_in(positions, number, solvers, cards, seat, min(each, left))
            left -= solvers[which].tried
            if values is None:
                break
            known[key] = values
        found.append(known[key])
    if len(found) < wanted:
        return None
    return Solved(np.array(found).T, positions.rows(np.arange(len(found))))


def values_in(
    positions: Positions,
    number: int,
    solvers: Sequence[Solver],
    cards: Sequence[str],
    seat: int,
    nodes: int,
) -> Reals | None:
    """What each card brings a seat in one deal: `[cards]`; None if that takes more nodes."""
    which = positions.which[number]
    state, stock = positions.states[number], positions.stocks[number]
    values = solvers[which].values_of_moves(state, stock, nodes)
    if values is None:
        return None
    return np.array([values[NUMBER[card]] for card in cards]) * _share(
        positions.plans[which], seat
    )


def _share(plan: Plan, seat: int) -> float:
    """What a seat receives of a value, which is side 0's receipts less side 1's."""
    sides = plan.side[: plan.rules[SEATS]]
    together = int((sides == sides[seat]).sum())
    return (1 if sides[seat] == 0 else -1) / (2 * together)
