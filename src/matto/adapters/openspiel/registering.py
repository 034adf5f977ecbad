"""Games under OpenSpiel's names."""

from __future__ import annotations

from typing import Any

import pyspiel

from matto.adapters.openspiel.deals import AS_SETS, CARRIED, DEALER, DealGame
from matto.engine.game import Game

_CLASSES: dict[str, type[DealGame]] = {}


def name_of(game: Game) -> str:
    """What a game is called in OpenSpiel: `matto_<game>`, with `_` for each `-`."""
    return f"matto_{game.id.replace('-', '_')}"


def register(game: Game, name: str | None = None) -> str:
    """Have a game in OpenSpiel, under its own name unless given; gives the name."""
    name = name or name_of(game)
    kind = game_type(game, name)
    _CLASSES[name] = type(name, (DealGame,), {"game": game, "game_type": kind})
    pyspiel.register_game(kind, _CLASSES[name])
    return name


def game_type(game: Game, name: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
    parameters: dict[str, Any] = {
        **game.resolve(),
        DEALER: 0,
        **{CARRIED + what: amount for what, amount in game.carried.items()},
        AS_SETS: False,
    }
    return pyspiel.GameType(
        short_name=name,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )
