"""The signal of one who holds a highest trump: he knocks on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matto.engine.cards import TRUMPS
from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import SAY, Asides, Table
from matto.engine.words import N_, Text, text
from matto.games.sicily.common import GIOVE

PALLA = "T19"
HIGHEST = (GIOVE, PALLA)
BATTO = "batto"
NAMING: Mapping[str, frozenset[str]] = {
    "batto_giove": frozenset({GIOVE}),
    "batto_palla": frozenset({PALLA}),
    "batto_giove_e_palla": frozenset(HIGHEST),
}
"""Ways to say it that name the cards, and the cards that they name."""

BATTO_WORDS: Mapping[str, str] = {
    BATTO: N_(
        "“Batto.” I knock: I hold a highest trump, the Giove or the Palla while one is out."
    ),
    "batto_giove": N_("I knock, and I hold the highest trump, the Giove."),
    "batto_palla": N_("I knock, and I hold the second highest trump, the Palla."),
    "batto_giove_e_palla": N_("I knock, and I hold both the Giove and the Palla."),
}


def knocking(times: int | None) -> ChoiceSet:
    """All that can be said by one who may say it so often; see `Batto`."""
    return ChoiceSet(SAY, () if times == 0 else tuple(BATTO_WORDS), 0)


@dataclass(frozen=True)
class BattoClauses:
    """The clauses: who may say it, which cards, later on, truth, how often, nothing else."""

    who: str
    which: str
    later: str
    truth: str
    times: str
    nothing_else: str


class Batto(Asides):
    """Who may knock now; `times` is how often each may in a deal, None for no limit.

    A trump that one has laid away oneself is not out, or is with `own_out`.
    """

    def __init__(
        self, table: Table, times: int | None, clauses: BattoClauses, *, own_out: bool = False
    ) -> None:
        super().__init__(table)
        self.own_out = own_out
        self.times = times
        self.clauses = clauses
        self.opened = len(table.events)

    def __call__(self, seat: int) -> tuple[str, ...]:
        """What a seat may say, by its own cards and what has been played."""
        if self._has_said_enough(seat):
            return ()
        held = {card for card in HIGHEST if self.table.holds(seat, card)}
        if held:
            return (BATTO, *(word for word, cards in NAMING.items() if cards <= held))
        return (BATTO,) if self._holds_highest_left(seat) else ()

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say whether it is untrue, too often, or nothing that may be said."""
        clause, sentence = self._reason(seat, phrase)
        return Refusal(self.table.clause(clause), sentence)

    def _reason(self, seat: int, phrase: str) -> tuple[str, Text]:
        clauses = self.clauses
        if phrase not in BATTO_WORDS:
            return clauses.nothing_else, text("Nothing but batto may be said.")
        if self.times == 0:
            return clauses.who, text("Batto has been switched off.")
        if self._has_said_enough(seat):
            return clauses.times, text("You have said batto {times} times.", times=self.times)
        if phrase in NAMING and self(seat):
            return clauses.truth, text("That is not true: say what you hold, or only batto.")
        if set(HIGHEST) <= self._played():
            return clauses.later, text(
                "Both highest trumps are gone, and you do not hold the highest that is out."
            )
        return clauses.which, text(
            "You hold neither {giove} nor {palla}.", giove=GIOVE, palla=PALLA
        )

    def _has_said_enough(self, seat: int) -> bool:
        if self.times is None:
            return False
        events = self.table.events[self.opened :]
        return sum(event.kind == SAY and event.seat == seat for event in events) >= self.times

    def _played(self) -> set[str]:
        """All cards that have been played, those that lie included."""
        events = self.table.events[self.opened :]
        return {event.what[0] for event in events if event.kind == "play"}

    def _holds_highest_left(self, seat: int) -> bool:
        """Tell whether both highest trumps are gone and a seat holds the next that is out."""
        gone = self._played()
        if not set(HIGHEST) <= gone:
            return False
        out = self.table.pack.sort(TRUMPS & self.table.pack.cards - gone)
        own_away = () if self.own_out else self.table.laid_away[seat]
        highest = next((card for card in out if card not in own_away), None)
        return highest is not None and self.table.holds(seat, highest)
