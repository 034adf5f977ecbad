"""Calling a card: its holder is the caller's hidden partner until the card is played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import ALL, Contract, Event, Script, Table, View
from matto.engine.words import Text, text

__all__ = [
    "DEMAND",
    "KIND",
    "Called",
    "call_a_card",
    "call_one_of",
    "calling",
    "on_own_side",
    "party_known_to_all",
    "party_of_called",
    "sides",
    "sides_as_known",
    "sides_in",
]

DEMAND = "demand"
KIND = "call"


def calling(pack: Pack, cards: Collection[str], *words: str) -> ChoiceSet:
    """All that a caller can name: some cards, or a word instead."""
    return ChoiceSet(KIND, (*pack.sort(cards), *words), 1)


def call_a_card(
    table: Table,
    caller: int,
    *,
    clause: str,
    own_open: Iterable[str] = (),
    open_clause: str = "",
) -> Script[str]:
    """The caller names any card of the pack, or says `demand`.

    The choices are the same whatever he holds, so that a call of an own card tells nothing.
    Cards that lie open before himself (`own_open`) are not among them.
    """
    never = frozenset(own_open)

    def refuse(word: str) -> Refusal:
        if word in never:
            return Refusal(
                table.clause(open_clause),
                text("{card} lies open before you: you may not call it.", card=word),
            )
        return Refusal(
            table.clause(clause),
            text("“{word}” is no card of the pack: call a card, or demand one.", word=word),
        )

    words = [card for card in table.pack.codes if card not in never]
    return (yield from table.ask(caller, KIND, [*words, DEMAND], clause, explain=refuse))


def call_one_of(
    table: Table,
    caller: int,
    cards: Collection[str],
    *,
    clause: str,
    why: Callable[[str], tuple[str, Text]],
) -> Script[str]:
    """The caller names one of some cards; `why` gives clause and reason against others."""

    def refuse(word: str) -> Refusal:
        number, sentence = why(word)
        return Refusal(table.clause(number), sentence)

    options = table.pack.sort(cards)
    return (yield from table.ask(caller, KIND, options, clause, explain=refuse))


def sides(seats: int, party: Collection[int]) -> tuple[int, ...]:
    """Give each seat its side: 0 for the members of a party, 1 for all others."""
    return tuple(0 if seat in party else 1 for seat in range(seats))


def party_of_called(view: View, caller: int, card: str) -> frozenset[int] | None:
    """Give the party of a caller as far as a view knows it, None while it is hidden.

    The called card tells it: to its holder at once, to all when it has been played. A caller
    who holds it himself is alone. Nothing is guessed from suits in which somebody is void.
    """
    if card in view.hand and view.seat is not None:
        return frozenset({caller, view.seat})
    for event in view.events:
        if event.kind == "play" and event.what[0] == card:
            return frozenset({caller, event.seat})
    return None


def sides_in(contract: Contract, holder: int | None, seats: int) -> tuple[int, ...]:
    """Give each seat its side if the called card lies with a seat, or with none."""
    if not contract.called or contract.declarer is None:
        return contract.side
    party = {contract.declarer} if holder is None else {contract.declarer, holder}
    return sides(seats, party)


@dataclass(frozen=True)
class Called:
    """A card that was called; `may_be_own` where the caller may call one that he holds."""

    caller: int
    card: str
    may_be_own: bool = False


def party_known_to_all(
    events: Sequence[Event], seats: int, called: Called, opponents: Collection[int] = ()
) -> frozenset[int] | None:
    """Give the party of a caller as everybody knows it, None while it is hidden.

    The called card tells it when it is played, seen in the talon or shown to all. So do
    `opponents`, seats that have shown themselves to be none of his, when only one party is
    left possible.
    """
    caller, card = called.caller, called.card
    for event in events:
        if card not in event.what or event.seen_by != ALL:
            continue
        if event.kind in {"play", "shown"}:
            return frozenset({caller, event.seat})
        if event.kind == "talon":
            return frozenset({caller})
    left = frozenset(range(seats)) - {caller, *opponents}
    if len(left) > (0 if called.may_be_own else 1):
        return None
    return left | {caller}


def sides_as_known(seats: int, party: frozenset[int] | None) -> tuple[int, ...]:
    """Give each seat the side by whose tricks its own lie: each a side until all know more."""
    return tuple(range(seats)) if party is None else sides(seats, party)


def on_own_side(view: View, party: frozenset[int] | None) -> frozenset[int]:
    """Give the other seats on a view's side once it knows the caller's party."""
    if view.seat is None or party is None:
        return frozenset()
    own = party if view.seat in party else frozenset(range(view.seats)) - party
    return own - {view.seat}
