"""How much a bot thinks: counted in worlds and trials, never in seconds.

So the same view and seed give the same answer on every machine, however busy it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from matto.blocks.announce import KIND as ANNOUNCE
from matto.blocks.discard import KIND as DISCARD
from matto.inference.resampling import NOWHERE, Walk

CLOSE = frozenset({DISCARD, ANNOUNCE})
"""Kinds of questions whose choices bring nearly the same, so that few trials tell nothing."""


@dataclass(frozen=True)
class SearchBudget:
    """How much one decision may cost.

    `trials`: how often a choice is tried out in a world, all choices of a question together;
    `choices`: between how many it is decided at most. `doubt`: by how many standard errors a
    word must be better than that of the rule of thumb; `closer_times`: how many times as often
    the choices of close questions are tried out (`CLOSE`); `closer_doubt`: the doubt about
    them, if it is another one; `card_doubt`: cards by which the best is better by no more are
    as good as it, and the rule of thumb decides; `reason`: by how many a card that is a bad
    habit must be better than any other, none is avoided if 0. `worlds`: in how many worlds
    cards are judged; `heard`: in how many the talk is played again to learn what it tells;
    `read`: among how many those for cards are chosen by the cards that others have played;
    `walk`: how far cards then change hands in them. `nodes`: how many cards are tried at most
    to work out the rest of the deal; it is not if 0. `learnt`: what part of a card's worth is
    at most what a network promises, where one has learnt the game; the rest is what the worlds
    bring. `own`: about how many cards the network then chooses for the seat in playouts; if 0,
    the rule of thumb goes on for it, in all worlds.
    """

    trials: int = 80
    choices: int = 8
    doubt: float = 0.7
    closer_times: int = 1
    closer_doubt: float | None = None
    card_doubt: float = 0.0
    reason: float = 0.0
    worlds: int = 60
    heard: int = 200
    read: int = 0
    walk: Walk = NOWHERE
    nodes: int = 0
    learnt: float = 0.0
    own: int = 0

    def trials_for(self, kind: str) -> int:
        """How often the choices of a question are tried out, but for cards to play."""
        return self.trials * (self.closer_times if kind in CLOSE else 1)

    def doubt_for(self, kind: str) -> float:
        """By how many standard errors a choice must beat that of the rule of thumb."""
        if kind not in CLOSE or self.closer_doubt is None:
            return self.doubt
        return self.closer_doubt

    @property
    def starts(self) -> int:
        """In how many worlds the walks begin that lead to all of them."""
        return self.worlds // self.walk.rounds
