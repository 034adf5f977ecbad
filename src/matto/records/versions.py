"""Which versions of a game's rules can be replayed.

A record names the version of the rules by which it was played. When the rules of a game
change, its `rules_version` goes up, and the earlier game is either kept here, so that old
records still replay by the rules of their day, or they are refused.
"""

from __future__ import annotations

from collections.abc import Callable

from matto.engine.errors import BadRecord
from matto.engine.game import Game
from matto.engine.words import text
from matto.games import game as current_game

EARLIER: dict[tuple[str, int], Callable[[], Game]] = {}
"""Earlier games by id and rules version; each is a `Game` with that version."""


def replayable(game_id: str) -> tuple[int, ...]:
    """The versions of a game's rules that can be replayed, oldest first."""
    earlier = {version for known, version in EARLIER if known == game_id}
    return tuple(sorted({*earlier, current_game(game_id).rules_version}))


def game_of(game_id: str, rules_version: int) -> Game:
    """Give a game by the rules of a version; raises `UnknownGame`, `BadRecord`."""
    game = current_game(game_id)
    if rules_version == game.rules_version:
        return game
    earlier = EARLIER.get((game_id, rules_version))
    if earlier is not None:
        return earlier()
    sentence = (
        text(
            "This was played by version {found} of the rules of {game}, which is newer than "
            "this program (version {known}): use a newer matto.",
            found=rules_version,
            game=game_id,
            known=game.rules_version,
        )
        if rules_version > game.rules_version
        else text(
            "This was played by version {found} of the rules of {game}, which can no longer "
            "be replayed. Versions that can: {known}.",
            found=rules_version,
            game=game_id,
            known=", ".join(map(str, replayable(game_id))),
        )
    )
    raise BadRecord(sentence)
