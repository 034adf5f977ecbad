"""Telling the others, truthfully and aloud, of single cards that one holds."""

from __future__ import annotations

from dataclasses import dataclass

from matto.blocks.announce import SILENCE
from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.words import Text, text

__all__ = [
    "KIND",
    "Message",
    "cards_told",
    "tell_of_cards",
]

KIND = "declare"


@dataclass(frozen=True)
class Message:
    """Which cards may be told of, how many at once, and the clauses that say so.

    Of the cards of `few` nobody tells more than `most_few` in a whole deal. A card told in an
    earlier message may be told `again`, but none twice in one.
    """

    cards: frozenset[str]
    most: int
    few: frozenset[str]
    most_few: int
    clause: str
    cards_clause: str
    true_clause: str
    few_clause: str
    again: bool = False

    def question(self, pack: Pack, times: int) -> ChoiceSet:
        """All that can be told, in so many messages at the most."""
        return ChoiceSet(KIND, (*pack.sort(self.cards), SILENCE), self.most * times)


def cards_told(table: Table, seat: int) -> tuple[str, ...]:
    """The cards that a seat has told of in this deal."""
    return tuple(
        event.what[0]
        for event in table.events
        if event.kind == KIND and event.seat == seat and event.what[0] != SILENCE
    )


def tell_of_cards(table: Table, seat: int, message: Message) -> Script[bool]:
    """A seat names cards it holds, one by one, until it keeps silent; tells if it named any."""
    earlier = cards_told(table, seat)

    def gone() -> frozenset[str]:
        told = cards_told(table, seat)
        return frozenset(told[len(earlier) :] if message.again else told)

    def refuse(word: str) -> Refusal:
        clause, sentence = _why_not(table, seat, message, word, gone())
        return Refusal(table.clause(clause), sentence)

    for number in range(message.most):
        few_told = message.few.intersection(cards_told(table, seat))
        free = message.cards - gone()
        if len(few_told) == message.most_few:
            free -= message.few - few_told
        options = (*(card for card in table.hand(seat) if card in free), SILENCE)
        word = yield from table.ask(seat, KIND, options, message.clause, explain=refuse)
        if word == SILENCE:
            return number > 0
    return True


def _why_not(
    table: Table, seat: int, message: Message, word: str, gone: frozenset[str]
) -> tuple[str, Text]:
    """Say why a card may not be told of, and by which clause."""
    if word not in table.pack.cards:
        return message.clause, text("Name a card that you hold, or say {word}.", word=SILENCE)
    if word not in message.cards:
        return message.cards_clause, text("{card} is not an important card.", card=word)
    if not table.holds(seat, word):
        return message.true_clause, text("{card} is not in your hand.", card=word)
    if word in gone:
        return message.true_clause, text("You have told of {card} already.", card=word)
    return message.few_clause, text(
        "You have told of {most} such cards: of more nobody may tell.", most=message.most_few
    )
