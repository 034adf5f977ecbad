"""What the words and deeds of single games tell of cards that others do not see.

`inferences_of` finds them by the id of a game: the tuple `INFERENCES` of the module here that
is named after it, or what a package of other people offers under the entry point group
`matto.constraints`. A game without any is played like every other: what each card played
proves, and what has been seen, is known in all games.
"""

from __future__ import annotations

from functools import cache

from matto.engine.packages import for_game
from matto.inference.constraint import Inference

GROUP = "matto.constraints"


@cache
def inferences_of(game_id: str) -> tuple[Inference, ...]:
    """Give the inferences of a game by its id; none if nobody has written any."""
    found: tuple[Inference, ...] = for_game(game_id, __name__, "INFERENCES", GROUP, ())
    return found
