"""Whether a deal goes on: everybody is asked, and one who wants it is enough."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.words import text

__all__ = [
    "KIND",
    "GoOn",
    "anybody_goes_on",
]

KIND = "talk"


@dataclass(frozen=True)
class GoOn:
    """The words for going on and for giving up, and the clauses of question and refusal.

    All speak, unless `first_ends`: then the first who wants to go on ends the talk.
    """

    go_on: str
    give_up: str
    _: KW_ONLY
    clause: str
    words_clause: str
    first_ends: bool = False

    def question(self, times: int) -> ChoiceSet:
        """What can be said, so often at the most."""
        return ChoiceSet(KIND, (self.go_on, self.give_up), times)


def anybody_goes_on(table: Table, rules: GoOn) -> Script[bool]:
    """Ask each seat, the dealer last; tells whether at least one wants to go on."""
    words = (rules.go_on, rules.give_up)

    def refuse(word: str) -> Refusal:
        return Refusal(
            table.clause(rules.words_clause),
            text(
                "“{word}” cannot be said now. Say {words}.", word=word, words=", ".join(words)
            ),
        )

    wanted = False
    for seat in table.all_from(table.after(table.dealer)):
        word = yield from table.ask(seat, KIND, words, rules.clause, explain=refuse)
        wanted = wanted or word == rules.go_on
        if wanted and rules.first_ends:
            break
    return wanted
