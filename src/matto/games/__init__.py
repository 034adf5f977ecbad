"""The catalogue: every game, named explicitly; an id that appears twice is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from matto.engine.errors import UnknownGame
from matto.engine.game import Game
from matto.engine.words import text

MODULES = (
    "sicily.mineo_3",
    "sicily.mineo_4",
    "sicily.ragusa_3",
    "priestertarock",
    "marolles",
    "sicily.barcellona_3",
    "sicily.barcellona_4",
    "sicily.tortorici_3",
    "sicily.tortorici_4",
    "sicily.tortorici_1930",
    "sicily.calatafimi_4",
    "sicily.calatafimi_3",
    "sicily.calatafimi_2",
    "nice.mitigatti_3",
    "nice.mitigatti_4",
    "grosstarock",
)

FOR_BEGINNERS = "calatafimi-2"
"""Whoever has never played Tarock begins with this game."""


def catalogue_of(games: Iterable[Game]) -> Mapping[str, Game]:
    """Index games by id; raises `ValueError` for an id that appears twice."""
    found: dict[str, Game] = {}
    for game in games:
        if game.id in found:
            raise ValueError(f"two games call themselves {game.id}")
        found[game.id] = game
    return found


@cache
def catalogue() -> Mapping[str, Game]:
    """All games by id, in the order of the catalogue."""
    return catalogue_of(import_module(f"matto.games.{module}").GAME for module in MODULES)


def game(game_id: str) -> Game:
    """Give a game by id; raises `UnknownGame` with the nearest names."""
    games = catalogue()
    if game_id not in games:
        near = ", ".join(get_close_matches(game_id, games, n=3))
        raise UnknownGame(
            text("There is no game “{name}”. Did you mean: {near}?", name=game_id, near=near)
            if near
            else text("There is no game “{name}”. “matto games” lists all.", name=game_id)
        )
    return games[game_id]
