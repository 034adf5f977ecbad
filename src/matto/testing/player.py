"""A player by chance who tries everything: rare words, asides, all kinds of contracts."""

from __future__ import annotations

import random
from collections.abc import Sequence

from matto.engine.cards import NUMBER
from matto.engine.run import SAY, Action, Run

LIKINGS = (0.05, 1.0, 4.0)
PHRASES_PER_ASKING = 0.1
"""How often each seat says something that it may, when a question stands open."""


class Player:
    """Answers for all seats; every deal it likes other words, so that all contracts occur."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._liking: dict[str, float] = {}

    def choose(self, options: Sequence[str]) -> str:
        """Give one of the choices, words and cards in turn where there are both."""
        words = [option for option in options if option not in NUMBER]
        if not words:
            return options[int(self.rng.random() * len(options))]
        cards = [option for option in options if option in NUMBER]
        if cards and self.rng.random() < 0.5:
            return self.rng.choice(cards)
        weights = [self._likes(word.partition(":")[0]) for word in words]
        return self.rng.choices(words, weights)[0]

    def aside(self, run: Run) -> Action | None:
        """Now and then give something that a seat may say aside."""
        seats = run.game.seats
        if self.rng.random() >= PHRASES_PER_ASKING * seats:
            return None  # not looked up, as it is dear in the games that have much to say
        seat = self.rng.randrange(seats)
        phrases = run.asides(seat)
        return Action(seat, SAY, self.rng.choice(phrases)) if phrases else None

    def _likes(self, word: str) -> float:
        return self._liking.setdefault(word, self.rng.choice(LIKINGS))
