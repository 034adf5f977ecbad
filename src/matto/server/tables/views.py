"""Table views: all that a page of a table is made from, for one viewer and no more."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.table import Result, View

NO_WORD = "?"
"""Something that is no word of any game."""


class Phase(Enum):
    """Where a table stands."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class SeatedPlayer(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may know.

    `bot` names the bot that plays the seat now; `stands_in` tells that it plays for an absent
    holder. An open seat has neither a name nor a bot. `ready`: waits for the next deal.
    `free`: anybody may sit down here, also where a bot has played so far. `answered_by` names
    the bot that made the last move because the one that plays here failed.
    """

    seat: int
    name: str
    bot: str = ""
    stands_in: bool = False
    yours: bool = False
    ready: bool = False
    free: bool = False
    answered_by: str = ""

    @property
    def is_open(self) -> bool:
        """Tell whether nobody plays here yet."""
        return not self.name and not self.bot


class FinishedDeal(msgspec.Struct, frozen=True):
    """A deal that is over, as everybody may know."""

    number: int
    dealer: int
    result: Result


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer sees it; `seat` and `view.seat` are None for an onlooker.

    `seq` counts the events of the table: an action names the one it answers. `view` is that
    of the deal going on, or of the last one (phase BETWEEN or OVER); None before the first.
    `deadline` is in seconds since 1970; None without a limit. `promise` is the hash published
    for the next shuffle. `may_wait` tells that the viewer may let others speak first although
    he is not the seat asked, `can_undo` that his last choice can still be taken back.
    `closed`: the table was given up. `refusals` say why words of the game may not be said now,
    where words are asked for, and what is said against `NO_WORD`.
    """

    table: str
    seq: int
    phase: Phase
    game: Game
    options: Options
    seat: int | None
    players: tuple[SeatedPlayer, ...]
    view: View | None
    deal: int
    dealer: int
    ledger: tuple[int, ...]
    finished: tuple[FinishedDeal, ...]
    carried: Mapping[str, int]
    limit: int | None = None
    deadline: float | None = None
    promise: str = ""
    hosting: bool = False
    closed: bool = False
    can_undo: bool = False
    may_wait: bool = False
    refusals: Mapping[str, Refusal] = {}


def refusals_of(run: Run | None, seat: int | None) -> Mapping[str, Refusal]:
    """Why a seat that is asked for a word may not say this or that word of the game now."""
    asked = None if run is None or run.decision is None else run.decision.to(seat)
    if run is None or asked is None or all(choice in NUMBER for choice in asked.options):
        return {}
    words = (NO_WORD, *run.game.vocabulary.glossary)
    refused = {word: run.why_not(word, asked.seat) for word in words}
    return {word: refusal for word, refusal in refused.items() if refusal is not None}
