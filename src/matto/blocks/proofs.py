"""What words and deeds prove of cards that others do not see: the proofs that games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from matto.blocks.discard import LayingAway
from matto.engine.proofs import (
    AWAY,
    Counted,
    Fact,
    Forbidden,
    Holds,
    OneOf,
    Part,
    Proof,
    at_least,
)
from matto.engine.table import Event, View

Reading = Callable[[View, int, Event], Iterable[Fact]]
"""What one event proves; it is told the event's number."""


def from_others(kind: str, read: Reading) -> Proof:
    """Read each event of a kind that another seat than the viewer's has caused."""

    def proof(view: View) -> Iterator[Fact]:
        for index, event in enumerate(view.events):
            if event.kind == kind and event.seat != view.seat:
                yield from read(view, index, event)

    return proof


# -- laying away ---------------------------------------------------------------------------


def laid_away_by(rule: LayingAway) -> Proof:
    """Some cards are never laid away, others only when nothing else was left to lay away."""

    def read(view: View, index: int, event: Event) -> Iterator[Fact]:
        seat, pack = event.seat, view.pack.cards
        yield Forbidden(seat, rule.never & pack, index, AWAY)
        last = (rule.last_resort & pack) - rule.never
        if last:
            free = pack - rule.never - last
            nothing_else = Forbidden(seat, free, index + 1)
            as_last_resort = (at_least(seat, last, 1, index, AWAY), nothing_else)
            yield OneOf(((Forbidden(seat, last, index, AWAY),), as_last_resort))

    return from_others("has laid away", read)


# -- words -----------------------------------------------------------------------------------


def names_a_card_held(kind: str) -> Proof:
    """Who names a card tells, truthfully, that he holds it; other words tell nothing."""

    def read(view: View, index: int, event: Event) -> Iterator[Fact]:
        yield Holds(event.seat, view.pack.cards.intersection(event.what), index)

    return from_others(kind, read)


def said_of_value(
    kind: str, cards: frozenset[str], words: Mapping[str, Callable[[int], bool]]
) -> Proof:
    """Who says a word has cards of a set worth so much as `words` tell."""

    def read(view: View, index: int, event: Event) -> Iterator[Fact]:
        will_do = words.get(event.what[0])
        if will_do is None:
            return
        worths = sorted({view.pack.value_of[card] for card in cards})
        parts = tuple(
            Part(event.seat, own, len(own))
            for own in (
                frozenset(card for card in cards if view.pack.value_of[card] == worth)
                for worth in worths
            )
        )
        yield Counted(
            parts,
            index,
            lambda had: will_do(sum(n * worth for n, worth in zip(had, worths, strict=True))),
        )

    return from_others(kind, read)


def where_played(proof: Proof, name: str, *values: object) -> Proof:
    """A proof that holds only with some values of an option."""

    def chosen(view: View) -> Iterable[Fact]:
        return proof(view) if view.options[name] in values else ()

    return chosen
