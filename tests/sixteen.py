"""The games a test is tried with: all in the whole suite, some unlike ones in the quick loop.

What is the same code for every game, such as a page or the store, is tried with every game by
`make test`; `make check` tries it with the few that share least.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from matto.games import catalogue

UNLIKE = frozenset({"calatafimi-2", "marolles", "priestertarock", "tortorici-4"})
"""A stock and two players, declarations, a bid for a called card, and talk among partners."""

OTHERS = catalogue().keys() - UNLIKE


def thinned(values: Iterable[str]) -> list[Any]:
    """Parameters; those with the name of another game are left out of the quick loop."""
    return [
        pytest.param(value, marks=pytest.mark.slow if OTHERS & set(value.split()) else ())
        for value in values
    ]


SIXTEEN = thinned(catalogue())
"""Every game's id."""
