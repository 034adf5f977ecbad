"""Advice to the player of a game: rules of thumb by kind of decision, and weights of cards.

`advice_for` finds it by the id of a game: `ADVICE` of the module here that is named after it,
or what a package of other people offers under the entry point group `matto.advice`. A game
without any is played by the common rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from matto.engine.events import Decision
from matto.engine.plugins import for_game
from matto.engine.view import View
from matto.play.weights import PLAIN, Weights

GROUP = "matto.advice"

Advise = Callable[[View, Decision], str | None]
"""A rule of thumb for one kind of decision: a choice, or None for no opinion."""


def nothing(_view: View) -> tuple[()]:
    """Return no words and no cards."""
    return ()


@dataclass(frozen=True)
class Advice:
    """The advice for one game.

    `by_kind` has a rule of thumb for some kinds of decision. Where it has none, cards are
    played and laid away by `weights`, or by those of `weights_when` in deals in which a word
    has been announced; everything else is left to chance. `allies` tells how likely each seat
    is on a view's side; without it those are that the view knows for sure. `hopeless` names the
    words that the hand can hardly make good: nobody who thinks ahead tries them out.

    `worth_saying` has the words of `view.asides` with which one speaks to partners first, the
    best one first; `asked_for` the cards that a partner has asked this seat to lead.
    """

    by_kind: Mapping[str, Advise] = field(default_factory=dict)
    weights: Weights = PLAIN
    weights_when: Mapping[str, Weights] = field(default_factory=dict)
    allies: Callable[[View], Sequence[float]] | None = None
    hopeless: Callable[[View], Collection[str]] = nothing
    worth_saying: Callable[[View], Sequence[str]] = nothing
    asked_for: Callable[[View], Collection[str]] = nothing

    def weights_in(self, said: Container[str]) -> Weights:
        """Return the weights of cards once some words have been announced."""
        found = (own for word, own in self.weights_when.items() if word in said)
        return next(found, self.weights)


@cache
def advice_for(game_id: str) -> Advice:
    """Return the advice for a game by its id; none if nobody has written any."""
    return for_game(game_id, __name__, "ADVICE", GROUP, Advice())
