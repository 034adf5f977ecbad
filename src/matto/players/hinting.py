"""Making a hint: the thoughts of a bot about each choice, with how sure they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, pstdev

from matto.engine.game import Game
from matto.engine.table import View
from matto.players import make_here
from matto.players.cards import weighed_cards
from matto.players.hints import ChoiceValue, Hint
from matto.players.ranking import asking
from matto.players.rule import RuleBot
from matto.players.search import SearchBot
from matto.players.search_bots import THINKERS, thinking_bot
from matto.players.talk_replay import PLAY

__all__ = ["hint_of"]

NORMAL_95 = 1.96
"""So many standard errors to each side have the true mean between them 19 times in 20."""


def hint_of(bot: str, game: Game, view: View, seed: int | str) -> Hint:
    """What a bot of ours would do, by the same thoughts as if it sat there."""
    decision = view.asked
    if len(decision.options) == 1:
        return Hint(bot, decision.options[0])
    if bot not in THINKERS:
        return Hint(bot, make_here(bot, game, seed).choose(view))
    thinker = thinking_bot(bot, game, seed)
    if decision.kind == PLAY:
        return _of_cards(thinker, view)
    tried = thinker.tried_out(view, decision)
    return _with_values(bot, thinker.best_of(tried, decision), tried)


def _of_cards(thinker: SearchBot, view: View) -> Hint:
    found, good, learned = weighed_cards(thinker.game, view, thinker.budget, thinker.seed)
    rule = RuleBot(thinker.game, thinker.seed)
    choice = good[0] if len(good) == 1 else rule.choose(asking(view, good))
    brought = dict(zip(view.asked.options, found.tolist(), strict=True))
    return _with_values(thinker.name, choice, brought, learned=learned)


def _with_values(
    bot: str, choice: str, brought: Mapping[str, Sequence[float]], *, learned: bool = False
) -> Hint:
    best = brought[choice]
    values = [
        ChoiceValue(one, fmean(found), _error(found), len(found), equal=_as_good(found, best))
        for one, found in brought.items()
    ]
    values.sort(key=lambda one: (one.choice != choice, not one.equal, -one.value))
    return Hint(bot, choice, tuple(values), learned)


def _error(found: Sequence[float]) -> float:
    return NORMAL_95 * pstdev(found) / sqrt(len(found))


def _as_good(own: Sequence[float], best: Sequence[float]) -> bool:
    """Tell whether the deals in which both were tried do not tell two choices apart."""
    gains = [one - other for one, other in zip(best, own, strict=False)]
    return abs(fmean(gains)) <= _error(gains)
