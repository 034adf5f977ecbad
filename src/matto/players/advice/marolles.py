"""Advice for the tarot of Marolles: show all that pays, bring the tarots home."""

from __future__ import annotations

from matto.blocks.declare import NO_MORE
from matto.engine.cards import FOOL, KINGS, cards
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.tarots.marolles import IMPERIALES
from matto.play.weights import Weights
from matto.players.advice import Advice
from matto.players.heuristic import allies_of, evaluator_of

BAGAT = cards("T1")
WEIGHTS = Weights(
    worth=dict.fromkeys(KINGS | BAGAT, 14.0),  # five in the count, four chips won or lost
    last_with=dict.fromkeys(KINGS | BAGAT, 36.0),
    fool_saved=2.0,
)
"""In card points, of which about three decide as much as one chip."""


def lay_away(view: View, decision: Decision) -> str | None:
    """An Imperiale stays together as long as there is anything else to lay away."""
    whole = [each.all_of for each in IMPERIALES if each.all_of.issubset(view.hand)]
    free = [card for card in decision.options if not any(card in cards for cards in whole)]
    return evaluator_of(view, WEIGHTS, allies_of(view, ())).lay_away(free or decision.options)


def declare(_view: View, decision: Decision) -> str | None:
    """Declare whatever pays, of each kind the largest that is left."""
    words = [word for word in decision.options if word != NO_MORE]
    return max(words, key=size) if words else NO_MORE


def size(word: str) -> tuple[int, bool]:
    """Return how many cards a declaration shows, and whether the Math is among them."""
    numbers = [int(part) for part in word.split("_") if part.isdigit()]
    return max(numbers, default=0), word.endswith("math")


def show(view: View, decision: Decision) -> str | None:
    """Show what the others can use least: the Math first, then low cards."""
    if FOOL in decision.options:
        return FOOL
    return decision.options[-1]


ADVICE = Advice({"discard": lay_away, "declare": declare, "show": show}, WEIGHTS)
