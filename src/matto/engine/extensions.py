"""What is found by the id of a game: in a package of ours, or in one of other people."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TypeVar

T = TypeVar("T")


def for_game(game_id: str, package: str, name: str, group: str, default: T) -> T:
    """Give `name` of the module of a package that is called as a game is, `-` being `_`.

    Where there is no such module, an entry point of a group may give it that is called as the
    game is; else it is `default`.
    """
    module = game_id.replace("-", "_")
    if module.isidentifier() and find_spec(f"{package}.{module}") is not None:
        found: T = getattr(import_module(f"{package}.{module}"), name)
        return found
    for entry in entry_points(group=group, name=game_id):
        given: T = entry.load()
        return given
    return default
