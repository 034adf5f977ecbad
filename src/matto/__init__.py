"""matto: historical Tarock games, every one whole, playable by people and programs.

What a program needs to play them is here, and is loaded when it is first asked for:

* `catalogue()` has every `Game` by id, `game(id)` gives one; `rulebook(id)` has its clauses;
* a `Run` is one deal: it asks a `Decision`, takes an answer, shows each seat its `View`, and
  ends in a `Result` with the rows of the score sheet (`Row`); a `Match` is deal after deal;
* `make_bot` makes a `Bot` that answers for a seat;
* `record_of` writes down a finished deal, `match_of` a match; `dump` and `loads` keep them;
* every error is a `MattoError` with a sentence; an `IllegalChoice` has a `Refusal`, its clause.

>>> from matto import Run, game
>>> run = Run.shuffled(game("calatafimi-2"), seed=1)
>>> run.decision.seat, run.decision.kind
(1, 'play')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matto.engine.errors import IllegalChoice, MattoError, Refusal
    from matto.engine.events import Decision, Result
    from matto.engine.game import Game
    from matto.engine.rulebook import Rulebook, rulebook
    from matto.engine.scoring import Row
    from matto.engine.view import View
    from matto.engine.words import N_, Text
    from matto.games import Match, Run, catalogue, game
    from matto.players import Bot, make_bot
    from matto.records import dump, loads, match_of, record_of

__version__ = "0.1.0"
__all__ = [
    "N_",
    "Bot",
    "Decision",
    "Game",
    "IllegalChoice",
    "Match",
    "MattoError",
    "Refusal",
    "Result",
    "Row",
    "Rulebook",
    "Run",
    "Text",
    "View",
    "__version__",
    "catalogue",
    "dump",
    "game",
    "loads",
    "make_bot",
    "match_of",
    "record_of",
    "rulebook",
]

_HOMES = {
    "matto.engine.errors": "IllegalChoice MattoError Refusal",
    "matto.engine.events": "Decision Result",
    "matto.engine.game": "Game",
    "matto.engine.rulebook": "Rulebook rulebook",
    "matto.engine.scoring": "Row",
    "matto.engine.view": "View",
    "matto.engine.words": "N_ Text",
    "matto.games": "Match Run catalogue game",  # a run takes the id of a game of it
    "matto.players": "Bot make_bot",
    "matto.records": "dump loads match_of record_of",
}
"""Where each name is at home: as above, for Python as it runs."""


if not TYPE_CHECKING:  # else type checkers took every name for one that there is

    def __getattr__(name: str) -> Any:
        """Load a name of `__all__` when it is first asked for."""
        for home, names in _HOMES.items():
            if name in names.split():
                value = globals()[name] = getattr(import_module(home), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Name what there is, loaded or not."""
    return sorted({*globals(), *__all__})
