"""The bots without search or network: `random`, and `rule`."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping, Sequence

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.events import SAY, Decision
from matto.engine.game import Game
from matto.engine.view import View
from matto.players.advice import advice_for
from matto.players.heuristic import CardEvaluator, allies_of, evaluator_of

Advisor = Callable[[View], str]
"""Answers the decision of a view."""


def view_with_options(view: View, options: Sequence[str]) -> View:
    narrowed = copy.copy(view)
    narrowed.decision = msgspec.structs.replace(view.asked, options=tuple(options))
    return narrowed


class RandomBot:
    """Any legal choice, each as likely as another."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._rng.choice(view.asked.options)


class RuleBot:
    """Answers by the advice for a game, and by common rules where there is none.

    The same view and seed give the same answer: nothing is remembered between answers, and
    chance is asked only where no rule has an opinion.
    """

    name = "rule"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self.seed = seed
        self.advice = advice_for(game.id)

    def choose(self, view: View) -> str:
        decision = view.asked
        if len(decision.options) == 1:
            return decision.options[0]
        return self._advised(view, decision) or self._by_common_rules(view, decision)

    def weighed(self, view: View) -> tuple[str, Mapping[str, float]]:
        """Return the card to be played, and what each promises by weights alone."""
        decision = view.asked
        cards = self._evaluator(view)
        promised = {card: cards.promise(card) for card in decision.options}
        best = self._advised(view, decision) or cards.best_card(decision.options)
        return best, promised

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, by the advice for the game, else say nothing."""
        asked = Decision(-1 if view.seat is None else view.seat, SAY, view.asides)
        advise = self.advice.by_kind.get(SAY)
        word = None if advise is None else advise(view, asked)
        return word if word in view.asides else SILENCE

    def speak(self, view: View) -> str:
        """Return what of `view.asides` is said first to partners, by the advice, or silence."""
        return next(iter(self.advice.worth_saying(view)), SILENCE)

    def _advised(self, view: View, decision: Decision) -> str | None:
        advise = self.advice.by_kind.get(decision.kind)
        choice = None if advise is None else advise(view, decision)
        return choice if choice in decision.options else None

    def _evaluator(self, view: View) -> CardEvaluator:
        weights = self.advice.weights_in({word for _, word in view.heard("announce")})
        if self.advice.allies is not None:
            return evaluator_of(view, weights, self.advice.allies(view))
        return evaluator_of(view, weights, allies_of(view, self.game.friends(view)))

    def _by_common_rules(self, view: View, decision: Decision) -> str:
        if decision.kind in {"play", "discard"}:
            cards = self._evaluator(view)
            choose = cards.best_card if decision.kind == "play" else cards.lay_away
            return choose(decision.options)
        chance = random.Random(f"{self.seed} {len(view.events)} {decision.kind}")
        return chance.choice(decision.options)
