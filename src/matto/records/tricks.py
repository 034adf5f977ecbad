"""What the lines of a notation say of tricks, which follow from the actions, is checked too."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from matto.engine.errors import BadRecord
from matto.engine.run import Run
from matto.engine.words import text
from matto.records.notation import PLAY


class TrickLine(msgspec.Struct, frozen=True):
    """The actions `begin` … `end` - 1 stand in a line as a trick with a number and winner."""

    number: int
    begin: int
    end: int
    winner: int
    line: int


def check_tricks(run: Run, lines: Iterable[TrickLine]) -> None:
    """Raise `BadRecord` unless each line holds the trick that it says, with its winner."""
    tricks = run.table.tricks
    actions = run.actions
    for said in lines:
        played = tuple(
            (action.seat, action.choice)
            for action in actions[said.begin : said.end]
            if action.kind == PLAY
        )
        trick = tricks[said.number - 1] if said.number <= len(tricks) else None
        if trick is None or played != tuple(trick.by_seat(run.game.seats)):
            sentence = text("These are not the cards of trick {number}.", number=said.number)
            raise BadRecord(sentence, at=said.line)
        if trick.winner != said.winner:
            sentence = text(
                "Seat {found} is said to win trick {number}, but seat {true} wins it.",
                found=said.winner,
                number=said.number,
                true=trick.winner,
            )
            raise BadRecord(sentence, at=said.line)
