"""Announcing during the play that one will take all tricks, or none."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import KW_ONLY, dataclass

from matto.blocks.all_or_none import UNANNOUNCED, Venture, word_at
from matto.blocks.announce import SILENCE, announce, announcing
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table, View
from matto.engine.words import Text, text

__all__ = [
    "Ventures",
    "ask_for_ventures",
    "has_failed_none",
    "noted",
    "tricks_of",
    "venturing",
]


@dataclass(frozen=True)
class Ventures:
    """No trick and all tricks, with the clauses that say who may announce them, and when.

    Each may be announced before the tricks by whose numbers its prices go: none by who has no
    trick, all by who has every trick so far, and only one of them once in a deal.
    """

    none: Venture
    all: Venture
    _: KW_ONLY
    clause: str
    none_clause: str
    all_clause: str
    once_clause: str

    def question(self, seats: int) -> ChoiceSet:
        """All that can be announced, by all seats before each trick that has a price."""
        tricks = {*self.none.prices, *self.all.prices} - {UNANNOUNCED}
        return announcing((self.none.word, self.all.word), seats * len(tricks))

    def words(self, trick: int) -> tuple[str, ...]:
        """What can be announced before a trick by its number."""
        both = (self.none, self.all)
        return tuple(one.word for one in both if trick in one.prices and trick != UNANNOUNCED)

    def barred(self, table: Table, seat: int) -> dict[str, str]:
        """The words that a seat may not announce now, as all know, with the clause."""
        both = (self.none.word, self.all.word)
        if any(seat in table.said.get(word, ()) for word in both):
            return dict.fromkeys(both, self.once_clause)
        won = tricks_of(table, seat)
        barred = {self.none.word: self.none_clause} if won else {}
        if won < len(table.tricks):
            barred[self.all.word] = self.all_clause
        at_this_trick = self.words(len(table.tricks) + 1)
        return barred | {word: self.clause for word in both if word not in at_this_trick}

    def reasons(self, table: Table, seat: int) -> dict[str, Text]:
        """Why a seat may not announce a word now, as far as all know it."""
        found = {
            one.word: text(
                "{word} is announced only before the tricks {numbers}.",
                word=one.word,
                numbers=", ".join(str(n) for n in sorted(one.prices) if n != UNANNOUNCED),
            )
            for one in (self.none, self.all)
            if len(table.tricks) + 1 not in one.prices
        }
        if tricks_of(table, seat):
            found.setdefault(self.none.word, text("You have taken a trick already."))
        if tricks_of(table, seat) < len(table.tricks):
            found.setdefault(self.all.word, text("Another player has taken a trick already."))
        made = [
            word for word in (self.none.word, self.all.word) if seat in table.said.get(word, ())
        ]
        once = text("You have announced {word} already.", word=made[0]) if made else None
        return dict.fromkeys((self.none.word, self.all.word), once) if once else found


def tricks_of(table: Table, seat: int) -> int:
    """How many tricks a seat has taken so far."""
    return sum(trick.winner == seat for trick in table.tricks)


def ask_for_ventures(
    table: Table,
    leader: int,
    rules: Ventures,
    bound: Mapping[int, str],
    by_cards: Callable[[int], Mapping[str, str]] = lambda _seat: {},
) -> Script[None]:
    """Ask all in turn before a trick, if anybody can announce anything, as all know.

    `bound` gives, with the clause, the seats that must announce all tricks; `by_cards` the
    words that a seat may not announce for its cards: such a seat is asked like the others.
    """
    trick = len(table.tricks) + 1
    barred = {seat: rules.barred(table, seat) for seat in range(table.seats)}
    if all(set(rules.words(trick)) <= barred[seat].keys() for seat in barred):
        return
    for seat in table.all_from(leader):
        unable = {**by_cards(seat), **barred[seat]}
        words = [word for word in rules.words(trick) if word not in unable]
        word = yield from announce(
            table,
            seat,
            [rules.all.word] if seat in bound else words,
            clause=rules.clause,
            barred=unable,
            bound_by=bound.get(seat, ""),
            reasons=rules.reasons(table, seat),
        )
        if word != SILENCE:
            table.note(word_at(word, trick), seat)


def noted(view: View, words: Container[str]) -> dict[str, tuple[int, ...]]:
    """Who has announced some words before which trick, as the table notes it."""
    found: dict[str, tuple[int, ...]] = {}
    trick = 1
    for event in view.events:
        if event.kind == "trick":
            trick += 1
        elif event.kind == "announce" and event.what[0] in words:
            word = word_at(event.what[0], trick)
            found[word] = (*found.get(word, ()), event.seat)
    return found


def has_failed_none(table: Table, rules: Ventures) -> bool:
    """Tell whether who announced no trick has just taken his first."""
    winner = table.tricks[-1].winner
    return winner in table.said.get(rules.none.word, ()) and tricks_of(table, winner) == 1


def venturing(view: View, none_word: str, all_word: str) -> frozenset[int] | None:
    """The one who has announced none or all and has not failed; None if not just one has."""
    won = [trick.winner for trick in view.tricks]
    found = {
        seat
        for seat, word in view.heard("announce")
        if (word == none_word and seat not in won)
        or (word == all_word and won.count(seat) == len(won))
    }
    return frozenset(found) if len(found) == 1 else None
