"""Whether a game's play can be compiled: its nouns have to say all that its script does."""

from __future__ import annotations

import numpy as np

from matto.batch.deals import be_quiet
from matto.engine.cards import NUMBER, words
from matto.engine.errors import NotYetSettled
from matto.engine.run import Run
from matto.kernel.layout import MOST_SEATS, TURN
from matto.kernel.packing import plan_of, stock_of
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_card
from matto.kernel.states import state_of


def can_be_compiled(run: Run) -> bool:
    """Play a deal from its first card in the engine and compiled; tells whether both agree."""
    if run.game.seats > MOST_SEATS:
        return False
    try:
        plan = plan_of(run.game, run.table)
    except NotYetSettled:
        return False
    state, stock = state_of(run.table, plan), stock_of(run.table)
    while (asked := run.decision) is not None:
        if asked.seat != state[TURN] or words(asked.options) != legal_now(state, plan):
            return False
        card = asked.options[0]
        play_card(state, plan, stock, NUMBER[card])
        run.do(card)
        be_quiet(run)
    pay = np.zeros(MOST_SEATS, np.int64)
    settle(state, plan, pay)
    assert run.result is not None
    return bool(is_over(state, plan)) and tuple(pay[: run.game.seats]) == run.result.scores
