"""What an episode of PettingZoo's and Gymnasium's environments can begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from matto.research.adapters.episodes import BadEnvironment
from matto.research.adapters.gymnasium import SeatEnv
from matto.research.adapters.pettingzoo import env


@pytest.mark.parametrize("make", [env, SeatEnv])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"deler": 1}, "dealer, deal, carried, not “deler”"),
        ({"dealer": "x"}, "Seats are 0 to 2, not x"),
        ({"deal": "x"}, "“deal” is a Deal, .* not 'x'"),
        ({"deal": ""}, "“deal” is a Deal"),
        ({"carried": 60}, "a whole number for each of these: pot"),
        ({"carried": {"pott": 60}}, "a whole number for each of these: pot"),
        ({"carried": {"pot": "60"}}, "a whole number for each of these: pot"),
    ],
)
def test_an_episode_that_cannot_begin_so_is_told(
    make: Callable[[str], Any], given: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadEnvironment, match=told):
        make("tortorici-1930").reset(options=given)
