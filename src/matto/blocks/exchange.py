"""Demanding a card by name: its holder must give it, and gets any card back, face down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matto.blocks.open_cards import lay_open, open_cards, take_open
from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import INTO_HAND, OUT_OF_HAND, Script, Table
from matto.engine.words import Text, text

__all__ = [
    "DEMAND",
    "GIVE",
    "LAID_AWAY",
    "Demanding",
    "demand_a_card",
    "hand_over",
]

DEMAND, GIVE = "demand", "give"
LAID_AWAY = "laid_away"
"""Said by one among whose cards laid away a demanded card lies."""


@dataclass(frozen=True)
class Demanding:
    """What may be demanded and given back, with the clauses that say so.

    Where cards lie open (`open_clause`): with `takes_open` they may be demanded as well,
    another being laid in their place; with `pays_open` a dealer who has demanded a card from a
    hand may pay with an open one and lay the demanded card in its place.
    `never` are cards that nobody may demand, `instead` words by which one demands nothing.
    Where cards are laid away (`away_clause`), one that another has laid away may be demanded:
    it is said that it lies there, and nothing is exchanged; with `again` another is demanded.
    """

    clause: str
    back_clause: str
    open_clause: str = ""
    pay_clause: str = ""
    takes_open: bool = False
    pays_open: bool = False
    never: frozenset[str] = frozenset()
    never_clause: str = ""
    instead: tuple[str, ...] = ()
    away_clause: str = ""
    again: bool = False

    def questions(self, pack: Pack, laid_away: int = 0) -> tuple[ChoiceSet, ChoiceSet]:
        """What can be demanded, and given back, where so many cards are laid away."""
        cards = tuple(card for card in pack.codes if card not in self.never)
        times = 1 + (laid_away if self.again else 0)
        return (
            ChoiceSet(DEMAND, (*cards, *self.instead), times),
            ChoiceSet(GIVE, pack.codes, 1),
        )


def demand_a_card(table: Table, seat: int, rules: Demanding) -> Script[str]:
    """A seat demands a card and gives one back; gives the card, or the word said instead."""
    told: set[str] = set()
    instead = rules.instead
    while True:
        options = [*_to_be_had(table, seat, rules, told), *instead]
        refuse = _refusing(table, seat, rules, frozenset(told))
        answer = yield from table.ask(seat, DEMAND, options, rules.clause, explain=refuse)
        if answer in instead:
            return answer
        giver = table.holder(answer)
        if giver is not None:
            yield from _change_with(table, seat, giver, answer, rules)
            return answer
        if answer in _open(table, rules):
            yield from _change_open_card(table, seat, answer, rules)
            return answer
        table.tell("says", _who_laid_away(table, answer), LAID_AWAY)
        if not rules.again:
            return answer
        told.add(answer)
        instead = ()


def _refusing(
    table: Table, seat: int, rules: Demanding, told: frozenset[str]
) -> Callable[[str], Refusal]:
    """Say why a card may not be demanded."""

    def refuse(word: str) -> Refusal:
        clause, sentence = why_not(word)
        return Refusal(table.clause(clause), sentence)

    def why_not(word: str) -> tuple[str, Text]:
        if word in _open(table, rules):
            return rules.open_clause, text("The open cards may not be demanded.")
        if word in rules.never:
            return rules.never_clause, text("{card} may not be demanded.", card=word)
        if word in table.hand(seat):
            return rules.clause, text("You hold {card} yourself.", card=word)
        if word in table.laid_away[seat] or word in told:
            clause = rules.away_clause if word in told else rules.clause
            return clause, text("{card} lies among the cards laid away.", card=word)
        if word in rules.instead:
            return rules.away_clause, text(
                "You have demanded a card: now demand another that a player holds."
            )
        return rules.clause, text(
            "“{word}” is no card: demand one that another player holds.", word=word
        )

    return refuse


def _open(table: Table, rules: Demanding) -> list[str]:
    """The cards that lie open, none in a game in which they are laid away face down."""
    return open_cards(table) if rules.open_clause else []


def _to_be_had(table: Table, seat: int, rules: Demanding, told: set[str]) -> list[str]:
    """All cards but one's own and the barred, and the open ones only if they may be taken."""
    barred = {*table.hand(seat), *rules.never, *told}
    if not rules.takes_open:
        barred.update(_open(table, rules))
    if rules.away_clause:
        barred.update(table.laid_away[seat])
    return [card for card in table.pack.codes if card not in barred]


def _who_laid_away(table: Table, card: str) -> int:
    return next(seat for seat in range(table.seats) if card in table.laid_away[seat])


def _change_open_card(table: Table, seat: int, card: str, rules: Demanding) -> Script[None]:
    """An open card is taken and any card of the hand is laid in its place, seen by all."""
    take_open(table, seat, card)
    back = yield from _ask_back(table, seat, rules, rules.open_clause)
    lay_open(table, seat, back)


def _change_with(
    table: Table, seat: int, giver: int, card: str, rules: Demanding
) -> Script[None]:
    """The giver gives the demanded card and gets any card back, perhaps the same."""
    hand_over(table, giver, seat, card)
    payable = _open(table, rules) if rules.pays_open and seat == table.dealer else ()
    back = yield from _ask_back(
        table, seat, rules, rules.back_clause, table.pack.sort(payable), secret=True
    )
    if back in payable:
        take_open(table, seat, back)
        hand_over(table, seat, giver, back)
        lay_open(table, seat, card)
    else:
        hand_over(table, seat, giver, back, hidden=True)


def _ask_back(
    table: Table,
    seat: int,
    rules: Demanding,
    clause: str,
    payable: tuple[str, ...] = (),
    *,
    secret: bool = False,
) -> Script[str]:
    def refuse(word: str) -> Refusal:
        if word in _open(table, rules):
            return Refusal(
                table.clause(rules.pay_clause),
                text("{card} lies open: give a card of your hand.", card=word),
            )
        return Refusal(table.clause(clause), text("{card} is not in your hand.", card=word))

    options = (*table.hand(seat), *payable)
    return (yield from table.ask(seat, GIVE, options, clause, explain=refuse, secret=secret))


def hand_over(table: Table, giver: int, taker: int, card: str, *, hidden: bool = False) -> None:
    """Move a card from hand to hand, in the sight of all or (`hidden`) of these two only."""
    seen_by = (giver, taker) if hidden else None
    table.remove(giver, [card])
    table.add(taker, [card])
    table.tell("gives", giver, card, to=seen_by, moves=OUT_OF_HAND)
    table.tell("takes", taker, card, to=seen_by, moves=INTO_HAND)
    if hidden:
        table.tell("has given", giver, str(taker))
