"""A deal gone on with by the rule of thumb: words by the bot, cards by compiled play."""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.run import Run
from matto.kernel.packing import stock_of
from matto.kernel.playouts import rule_playouts
from matto.kernel.states import state_of
from matto.players.positions import advised_plan
from matto.players.ranking import Advisor
from matto.players.talk_replay import PLAY

__all__ = ["scores_by_rule"]


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
