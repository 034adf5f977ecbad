"""What can be wrong with what a batch is asked, each with a sentence that one can act on."""

from __future__ import annotations

from matto.engine.errors import IllegalChoice, MattoError, Refusal
from matto.engine.words import text


class BadBatch(MattoError):
    """A batch that cannot be made or stepped as asked: shapes, kinds of numbers, settings."""


class IllegalAction(IllegalChoice):
    """An action that is not legal in its row; no row has changed.

    `row`, `seat` and `action` are its numbers, `refusal` has the clause that forbids it.
    """

    def __init__(self, row: int, seat: int, action: int, refusal: Refusal) -> None:
        sentence = text(
            "Row {row}, seat {seat}: {why} ({clause})",
            row=row,
            seat=seat,
            why=refusal.sentence,
            clause=refusal.clause,
        )
        super().__init__(Refusal(refusal.clause, sentence))
        self.row, self.seat, self.action = row, seat, action
