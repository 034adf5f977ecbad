"""Play likelihood: how likely hidden cards are by the cards that others have played.

In each deal that may be, what was played is played again, and compared with what the rule of
thumb would have played from those hands. Nobody is trusted to go by it: for each other player
it is either so, but for a card now and then, or his cards tell nothing; and which of the two
holds is judged by the same cards.
"""

from __future__ import annotations

import numpy as np

from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn
from matto.kernel.layout import Reals
from matto.kernel.reading import Trust, read_play
from matto.kernel.states import cards_of, first_states_in
from matto.players.positions import by_plan

OTHERS = Trust(trusted=0.7, otherwise=0.05)
"""What is thought of others before they have played a card."""
FEWEST = 25
"""So many deals at least must still count, else all that is told is taken less seriously."""
HALVINGS = 12


def play_likelihoods(run: Run, view: View, drawn: Drawn) -> Reals:
    """How likely worlds are by the cards that others have played: `[n]`, in logarithms.

    `run` is the deal in any world of the view.
    """
    found: Reals = np.zeros(len(drawn))
    viewer = -1 if view.seat is None else view.seat
    for plan, rows in by_plan(run, view, drawn):
        states = first_states_in(plan, view, drawn.rows(rows).hands)
        found[rows] = read_play(states, plan, drawn.talon[rows], cards_of(view), viewer, OTHERS)
    return found


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
