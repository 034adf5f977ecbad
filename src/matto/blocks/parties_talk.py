"""Table talk of parties that become known in the middle of the play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matto.blocks.table_talk import TableTalk
from matto.engine.errors import Refusal
from matto.engine.table import Asides
from matto.engine.words import text

__all__ = [
    "PartiesTalk",
]


class PartiesTalk(Asides):
    """The talk of one or more parties, each among themselves, once all know who they are.

    `known` tells whether they do; before that nobody may say anything, and no refusal tells
    more than that. `unknown_clause` says so.
    """

    def __init__(
        self, talks: Sequence[TableTalk], known: Callable[[], bool], unknown_clause: str
    ) -> None:
        super().__init__(talks[0].table)
        self.talk_of = {seat: talk for talk in talks for seat in talk.partners}
        self._known = known
        self._open = False
        self.silent = talks[0]
        self.unknown_clause = unknown_clause

    def known(self) -> bool:
        """Tell whether all know the parties; once they do, they do not forget."""
        self._open = self._open or self._known()
        return self._open

    def __call__(self, seat: int) -> tuple[str, ...]:
        """The phrases or answers that a seat may say now to its own party."""
        if seat not in self.talk_of or not self.known():
            return ()
        return self.talk_of[seat](seat)

    def say(self, seat: int, phrase: str) -> None:
        """Let all hear a phrase."""
        self.talk_of[seat].say(seat, phrase)

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say that it is too early, or what is wrong with the phrase."""
        if not self.known():
            return Refusal(
                self.table.clause(self.unknown_clause),
                text("Nobody may talk before all know who plays with whom."),
            )
        return self.talk_of.get(seat, self.silent).refuse(seat, phrase)
