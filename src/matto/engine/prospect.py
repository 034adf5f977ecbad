"""What is played for once a word has been said, as far as the one who says it sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matto.engine.outcome import Outcome
from matto.engine.scoring import Row

__all__ = ["Costless", "Prospect"]


@dataclass(frozen=True)
class Costless:
    """Why a word wins and costs nothing by itself, and the clause that says so."""

    why: str
    clause: str


@dataclass(frozen=True)
class Prospect:
    """One way in which a deal may go on after a word.

    `after` are the parties with all that has been said, `before` the same without the word,
    where they stood already; or the deal may be given up, and `rows` are paid: `if_agreed`
    others have a say in it. Who is a partner still hidden may be any of those left: no price
    hangs on who it is.
    """

    after: Outcome | None = None
    before: Outcome | None = None
    rows: Sequence[Row] = ()
    if_agreed: bool = False
