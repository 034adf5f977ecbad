"""What words and deeds prove of cards not seen: the inferences that games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from matto.blocks.discard import LayingAway
from matto.engine.table import Event, View
from matto.inference.constraint import (
    AWAY,
    Constraint,
    Counted,
    Forbidden,
    Holds,
    Inference,
    OneOf,
    Part,
    at_least,
)

Reading = Callable[[View, int, Event], Iterable[Constraint]]
"""What one event proves; it is told the event's number."""


def from_others(kind: str, read: Reading) -> Inference:
    """Read each event of a kind that another seat than the viewer's has caused."""

    def inference(view: View) -> Iterator[Constraint]:
        for index, event in enumerate(view.events):
            if event.kind == kind and event.seat != view.seat:
                yield from read(view, index, event)

    return inference


# -- laying away ---------------------------------------------------------------------------


def laid_away_by(rule: LayingAway) -> Inference:
    """Some cards are never laid away, others only when nothing else was left to lay away."""

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
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


def names_a_card_held(kind: str) -> Inference:
    """Who names a card tells, truthfully, that he holds it; other words tell nothing."""

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        yield Holds(event.seat, view.pack.cards.intersection(event.what), index)

    return from_others(kind, read)


def said_of_value(
    kind: str, cards: frozenset[str], words: Mapping[str, Callable[[int], bool]]
) -> Inference:
    """Who says a word has cards of a set worth so much as `words` tell."""

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
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


def where_played(inference: Inference, name: str, *values: object) -> Inference:
    """An inference that holds only with some values of an option."""

    def chosen(view: View) -> Iterable[Constraint]:
        return inference(view) if view.options[name] in values else ()

    return chosen
