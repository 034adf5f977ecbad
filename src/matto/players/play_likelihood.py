"""Play likelihood: how likely hidden cards are by the cards that others have played.

In each deal that may be, what was played is played again, and compared with what the rule of
thumb would have played from those hands. Nobody is trusted to go by it: each other player may
do so but for one card in a hundred, or in every fifth card, or not at all; of which kind he is
is judged by the same cards. At first hardly anybody is taken to be of the first kind. Among so
many deals there is always one in which somebody seems to be: then, above all in the last
tricks, what was concluded from cards of `strong` was worse than nothing. Those who are soon
show it.

In the deals that are likely by that, each player is then judged once more, without such a
doubt: how others play on is to fit how they have played (`find_rule_players`).
"""

from __future__ import annotations

import numpy as np

from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn
from matto.kernel.layout import Reals
from matto.kernel.reading import Trust, read_kinds, read_play
from matto.kernel.states import cards_of, first_states_in
from matto.players.positions import by_plan

OTHERS = Trust(shares=np.array([0.001, 0.3, 0.699]), otherwise=np.array([0.01, 0.8, 1.0]))
"""What is thought of others before they have played a card."""
KINDS = Trust(shares=np.array([0.5, 0.2, 0.2, 0.1]), otherwise=np.array([0.1, 0.5, 0.8, 1.0]))
"""The first goes by the rule of thumb: in likely deals, not the true one, but for one in ten.

`strong` departs from it at every second card or oftener, as the other kinds do.
"""
FEWEST = 25
"""So many deals at least must still count, else all that is told is taken less seriously."""
HALVINGS = 12


def play_likelihoods(run: Run, view: View, drawn: Drawn, trust: Trust) -> Reals:
    """How likely worlds are by the cards that others have played: `[n]`, in logarithms.

    `run` is the deal in any world of the view.
    """
    found: Reals = np.zeros(len(drawn))
    viewer = -1 if view.seat is None else view.seat
    for plan, rows in by_plan(run, view, drawn):
        states = first_states_in(plan, view, drawn.rows(rows).hands)
        found[rows] = read_play(states, plan, drawn.talon[rows], cards_of(view), viewer, trust)
    return found


def find_rule_players(run: Run, view: View, drawn: Drawn) -> Reals:
    """How surely each seat goes by the rule of thumb, by the cards it has played: `[seats]`.

    `drawn` are likely worlds of the view, `run` is the deal in any of them.
    """
    viewer = -1 if view.seat is None else view.seat
    found = np.zeros((len(drawn), view.seats))
    for plan, rows in by_plan(run, view, drawn):
        states = first_states_in(plan, view, drawn.rows(rows).hands)
        played = drawn.talon[rows], cards_of(view)
        likely = np.exp(read_kinds(states, plan, *played, viewer, KINDS))
        likely *= KINDS.shares[:, None]
        found[rows] = (likely[:, 0] / likely.sum(axis=1))[:, : view.seats]
    means: Reals = found.mean(axis=0)
    return means


def softened(logs: Reals) -> Reals:
    """Weights from logarithms, the largest 1, so flat that enough deals still count: `[n]`."""
    logs = logs - logs.max()
    part, step = 1.0, 0.5
    if _counting(logs) < FEWEST:
        part = 0.0
        for _ in range(HALVINGS):
            part += step if _counting((part + step) * logs) >= FEWEST else 0.0
            step /= 2
    weights: Reals = np.exp(part * logs)
    return weights


def _counting(logs: Reals) -> float:
    """How many deals count, if each weighs so much: Kish's effective sample size."""
    weights = np.exp(logs - logs.max())
    return float(weights.sum() ** 2 / (weights**2).sum())
