"""Whether card points bring or cost anything in a game, as it is played with some options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from matto.engine import payrules as op
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import Outcome
from matto.engine.payrules import PayRule

__all__ = ["card_points_pay"]

BY_POINTS = frozenset({op.POINTS, op.MOST, op.COMPARED, op.NOT_ALL_TRICKS, op.THROWN_IN})
"""What these pay depends on card points."""


@lru_cache(maxsize=256)
def card_points_pay(game: Game, options: Options) -> bool:
    """Tell whether anything is paid by card points; a game that names no stakes may do so."""
    stakes = list(game.stakes(options))
    rules = (
        rule
        for stake in stakes
        if isinstance(stake, Outcome)
        for rule in _pay_rules(game, options, stake)
    )
    return not stakes or any(rule.operation in BY_POINTS for rule in rules)


def _pay_rules(game: Game, options: Options, stake: Outcome) -> Iterator[PayRule]:
    """All that may be paid, after all that may be said and after nothing was."""
    for outcome in (stake, replace(stake, said={})):
        for term in game.terms(outcome, options):
            yield from term.pay_rules(outcome)
