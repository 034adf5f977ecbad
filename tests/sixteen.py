"""The games a test is tried with: three unlike ones, or all in the whole suite.

What is the same code for every game, such as a page or the store, is tried with the three that
share least. What differs by game, such as its payments compiled or its records, is tried with
every game by `make test`, and with those three by `make check`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from matto.games import catalogue

UNLIKE = frozenset({"calatafimi-2", "marolles", "mineo-4"})
"""A stock and two players; declarations; bids, a called card and talk among partners."""


def thinned(values: Iterable[Any], quick: Collection[str] = UNLIKE) -> list[Any]:
    """Parameters; those that name a game not among the quick ones are marked slow."""
    slow = catalogue().keys() - quick
    return [
        pytest.param(value, marks=pytest.mark.slow if _named(value) & slow else ())
        for value in values
    ]


def _named(value: object) -> set[str]:
    return set(str(value).replace(":", " ").split())


SIXTEEN = thinned(catalogue())
"""Every game's id."""

THREE = sorted(UNLIKE)
"""Three unlike games' ids, for what is the same code for every game."""

QUICKEST = "calatafimi-2"
"""The game for the short form of what another test tries with all of them."""

ONE_IN_THE_QUICK_LOOP = thinned(catalogue(), quick={QUICKEST})
"""Every game's id, for what takes long: one game in the quick loop."""
