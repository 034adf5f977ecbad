"""A player that goes by rules of thumb: what a game advises, else what suits every game."""

from __future__ import annotations

import random

from matto.blocks.announce import SILENCE
from matto.blocks.judge import allies_of
from matto.blocks.thumb import Player
from matto.engine.game import Game
from matto.engine.table import SAY, Decision, View
from matto.engine.taste import PLAIN


class RuleBot:
    """Answers by the game's own rules of thumb, and plays cards by the common ones.

    The same view and seed give the same answer: nothing is remembered between answers, and
    chance is asked only where no rule has an opinion.
    """

    name = "rule"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self.seed = seed

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        decision = view.decision
        if decision is None:
            raise ValueError("this seat is not asked anything")
        if len(decision.options) == 1:
            return decision.options[0]
        advice = self.game.thumb.get(decision.kind)
        choice = None if advice is None else advice(view, decision)
        if choice is not None and choice in decision.options:
            return choice
        return self._by_common_rules(view, decision)

    def answer(self, view: View) -> str:
        """Give one of `view.asides`, by the game's own advice, else say nothing."""
        asked = Decision(-1 if view.seat is None else view.seat, SAY, view.asides)
        advice = self.game.thumb.get(SAY)
        word = None if advice is None else advice(view, asked)
        return word if word in view.asides else SILENCE

    def _by_common_rules(self, view: View, decision: Decision) -> str:
        if decision.kind in {"play", "discard"}:
            player = Player(view, PLAIN, allies_of(view, self.game.friends(view)))
            choose = player.best_card if decision.kind == "play" else player.lay_away
            return choose(decision.options)
        chance = random.Random(f"{self.seed} {len(view.events)} {decision.kind}")
        return chance.choice(decision.options)
