"""Demanding a card by name: its holder must give it, and gets any card back, face down."""

from __future__ import annotations

from dataclasses import dataclass

from matto.blocks.open_cards import lay_open, open_cards, take_open
from matto.errors import Refusal
from matto.table import INTO_HAND, OUT_OF_HAND, Script, Table
from matto.words import text


@dataclass(frozen=True)
class Demanding:
    """What may be demanded and given back, with the clauses that say so.

    `takes_open`: cards that lie open may be demanded as well, another being laid in their
    place. `pays_open`: a dealer who has demanded a card from a hand may pay with an open one
    and lay the demanded card in its place.
    """

    clause: str
    back_clause: str
    open_clause: str
    pay_clause: str
    takes_open: bool = False
    pays_open: bool = False


def demand_a_card(table: Table, seat: int, rules: Demanding) -> Script[None]:
    """A seat demands a card and gives one back."""

    def refuse(word: str) -> Refusal:
        if word in open_cards(table):
            return Refusal(
                table.clause(rules.open_clause), text("The open cards may not be demanded.")
            )
        if word in table.hand(seat):
            return Refusal(
                table.clause(rules.clause), text("You hold {card} yourself.", card=word)
            )
        return Refusal(
            table.clause(rules.clause),
            text("“{word}” is no card: demand one that another player holds.", word=word),
        )

    wanted = _to_be_had(table, seat, rules)
    card = yield from table.ask(seat, "demand", wanted, rules.clause, explain=refuse)
    giver = table.holder(card)
    if giver is None:
        yield from _change_open_card(table, seat, card, rules)
    else:
        yield from _change_with(table, seat, giver, card, rules)


def _to_be_had(table: Table, seat: int, rules: Demanding) -> list[str]:
    """All cards but one's own, and the open ones only if they may be taken."""
    barred = {*table.hand(seat), *(() if rules.takes_open else open_cards(table))}
    return [card for card in table.pack.codes if card not in barred]


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
    payable = open_cards(table) if rules.pays_open and seat == table.dealer else ()
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
        if word in open_cards(table):
            return Refusal(
                table.clause(rules.pay_clause),
                text("{card} lies open: give a card of your hand.", card=word),
            )
        return Refusal(table.clause(clause), text("{card} is not in your hand.", card=word))

    options = (*table.hand(seat), *payable)
    return (yield from table.ask(seat, "give", options, clause, explain=refuse, secret=secret))


def hand_over(table: Table, giver: int, taker: int, card: str, *, hidden: bool = False) -> None:
    """Move a card from hand to hand, in the sight of all or (`hidden`) of these two only."""
    seen_by = (giver, taker) if hidden else None
    table.remove(giver, [card])
    table.add(taker, [card])
    table.tell("gives", giver, card, to=seen_by, moves=OUT_OF_HAND)
    table.tell("takes", taker, card, to=seen_by, moves=INTO_HAND)
    if hidden:
        table.tell("has given", giver, str(taker))
