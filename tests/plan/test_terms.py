"""Every scoring term says in numbers what it says in rows."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import matto.blocks
import matto.games
from matto.engine.outcome import Term
from matto.games import catalogue


def term_classes() -> Iterator[type]:
    """Every class of blocks and games that writes rows of a score sheet."""
    for package in (matto.blocks, matto.games):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and hasattr(value, "rows") and value is not Term:
                    yield value


def test_every_class_that_writes_rows_has_prices() -> None:
    classes = set(term_classes())
    assert len(classes) > 20
    assert {one for one in classes if not hasattr(one, "prices")} == set()


def test_every_game_says_what_is_paid_how_tricks_are_played_and_how_piles_are_counted() -> None:
    for game in catalogue().values():
        options = game.resolve()
        assert game.trick_rules(options).follow
        assert game.counting(options).fool == game.pack(options).value_of["F"]
        assert game.fool_goes(options)
