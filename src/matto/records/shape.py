"""What a record holds: plain values only, so that any program can read and write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from matto.engine.cards import CODES
from matto.engine.options import Value
from matto.engine.run import Action
from matto.engine.table import Deal, Result

VERSION: Final = 1
"""The version of the record's own form, which has nothing to do with a game's rules."""

Card = Annotated[str, Meta(extra_json_schema={"enum": list(CODES)})]
Seat = Annotated[int, Meta(ge=0)]
Cards = tuple[Card, ...]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the score sheet: what was earned, by which clause, and who pays whom."""

    item: str
    clause: str
    amounts: tuple[int, ...]


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a deal ended, amounts in the game's smallest unit and by seat."""

    scores: tuple[int, ...]
    points: tuple[int, ...]
    sheet: tuple[Line, ...]
    thrown_in: bool
    next_dealer: Seat
    carried: Mapping[str, int]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat did: an answer to a question, or (`kind` is `say`) something said aside."""

    seat: Seat
    kind: str
    choice: str


class DealRecord(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="matto-deal",
):
    """One finished deal: the cards as dealt and the actions, from which all else follows."""

    version: Literal[1]
    game: str
    rules_version: int
    options: Mapping[str, Value]
    seats: Annotated[int, Meta(ge=2)]
    dealer: Seat
    carried: Mapping[str, int]
    dealt: tuple[Cards, ...]
    talon: Cards
    actions: tuple[Step, ...]
    result: Ending

    @property
    def deal(self) -> Deal:
        """The dealt cards as the engine takes them."""
        return Deal(self.dealt, self.talon)


class MatchRecord(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="matto-match",
):
    """Deals of one game by the same players, and what each has in the end."""

    version: Literal[1]
    deals: Annotated[tuple[DealRecord, ...], Meta(min_length=1)]
    ledger: tuple[int, ...]


Record = DealRecord | MatchRecord


def step_of(action: Action) -> Step:
    """Write an action down."""
    return Step(action.seat, action.kind, action.choice)


def ending_of(result: Result) -> Ending:
    """Write a result down; notes of the sheet are left out, since they follow by replaying."""
    return Ending(
        scores=result.scores,
        points=result.points,
        sheet=tuple(Line(row.item, row.clause, row.amounts) for row in result.sheet),
        thrown_in=result.thrown_in,
        next_dealer=result.next_dealer,
        carried=dict(result.carried),
    )
