"""Which choices are worth thinking about: those that rules of thumb would take first."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

import msgspec

from matto.engine.cards import NUMBER
from matto.engine.table import Decision, View

Advisor = Callable[[View], str]
"""Answers the decision of a view."""


def asking(view: View, options: Sequence[str]) -> View:
    """The same view with fewer things to choose from."""
    narrowed = copy.copy(view)
    narrowed.decision = msgspec.structs.replace(view.asked, options=tuple(options))
    return narrowed


def favourites(view: View, decision: Decision, most: int, advisor: Advisor) -> tuple[str, ...]:
    """The choices to think about, at most so many, in the order of the rule of thumb.

    Where words and cards stand side by side, both are among them.
    """
    if len(decision.options) <= most:
        return _best_first(view, decision.options, len(decision.options), advisor)
    words = [option for option in decision.options if option not in NUMBER]
    cards = [option for option in decision.options if option in NUMBER]
    first = advisor(view)
    few = _best_first(view, words, min(len(words), most // 2 if cards else most), advisor)
    rest = _best_first(view, cards, min(len(cards), most - len(few)), advisor)
    both = (*few, *rest)
    return (first, *(choice for choice in both if choice != first))[:most]


def _best_first(
    view: View, options: Sequence[str], most: int, advisor: Advisor
) -> tuple[str, ...]:
    left, ordered = list(options), list[str]()
    while left and len(ordered) < most:
        best = advisor(asking(view, left)) if len(left) > 1 else left[0]
        ordered.append(best)
        left.remove(best)
    return tuple(ordered)
