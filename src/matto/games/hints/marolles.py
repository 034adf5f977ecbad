"""Rules of thumb of the game of the same name: show all that pays, bring the tarots home."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.judge import allies_of
from matto.blocks.thumb import Player
from matto.engine.cards import FOOL, KINGS, cards
from matto.engine.game import Advice
from matto.engine.table import Decision, View
from matto.engine.taste import Taste

BAGAT = cards("T1")
TASTE = Taste(
    worth=dict.fromkeys(KINGS | BAGAT, 14.0),  # five in the count, four chips won or lost
    last_with=dict.fromkeys(KINGS | BAGAT, 36.0),
    fool_saved=2.0,
)
"""In card points, of which about three decide as much as one chip."""

NO_MORE = "no_more"


def player(view: View) -> Player:
    """One who weighs this view's cards; everybody plays for himself."""
    return Player(view, TASTE, allies_of(view, ()))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return player(view).best_card(decision.options)


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


def declare(_view: View, decision: Decision) -> str | None:
    """Declare whatever pays, of each kind the largest that is left."""
    words = [word for word in decision.options if word != NO_MORE]
    return max(words, key=size) if words else NO_MORE


def size(word: str) -> tuple[int, bool]:
    """How many cards a declaration shows, and whether the Math is among them."""
    numbers = [int(part) for part in word.split("_") if part.isdigit()]
    return max(numbers, default=0), word.endswith("math")


def show(view: View, decision: Decision) -> str | None:
    """Show what the others can use least: the Math first, then low cards."""
    if FOOL in decision.options:
        return FOOL
    return decision.options[-1]


THUMB: Mapping[str, Advice] = {
    "play": play,
    "discard": lay_away,
    "declare": declare,
    "show": show,
}
