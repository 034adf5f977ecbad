"""What each card that may be played is worth: the deal played on by compiled players."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.inference import Worlds
from matto.kernel.layout import Numbers
from matto.kernel.packing import stock_of
from matto.kernel.states import state_of
from matto.players.cards import values_of_cards
from matto.players.positions import Positions, advised_plan, positions_in


def values_in_the_deal(run: Run) -> Mapping[str, int]:
    """What each legal card brings the seat asked, in the deal as the cards lie.

    After it, all play by the rule of thumb. In the smallest unit, as `Result.scores` are.
    """
    asked = run.decision
    assert asked is not None
    plan = advised_plan(run)
    states: Numbers = state_of(run.table, plan)[None]
    only = np.zeros(1, dtype=np.int64)
    positions = Positions(states, [plan], only, stock_of(run.table)[None])
    found = values_of_cards(positions, asked.options, asked.seat)[:, 0].astype(np.int64)
    return dict(zip(asked.options, found.tolist(), strict=True))


def values_in_worlds(game: Game, view: View, worlds: int, seed: int) -> Mapping[str, float]:
    """The mean of the same in worlds that fit all that a view proves, each as likely."""
    asked = view.decision
    assert asked is not None
    sampled = Worlds(game, view)
    drawn = sampled.draw(worlds, seed)
    positions = positions_in(sampled.any_run(drawn), view, drawn)
    found = values_of_cards(positions, asked.options, asked.seat).mean(axis=1)
    return dict(zip(asked.options, found.tolist(), strict=True))
