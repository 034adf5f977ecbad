"""Calling a card: its holder is the hidden partner; which card may be called.

A King that is not held is called, of the shortest suit held; of equally short suits that with
the better courts; then coins; then any. Suits that are not held come last. Whoever holds all
four Kings calls a Queen by the same rules, and so on down the courts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import SUITS, Pack
from matto.engine.errors import Refusal
from matto.engine.events import ALL, Contract, Event
from matto.engine.game import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_, Text, text

DEMAND = "demand"
CALL = "call"


def calling(pack: Pack, cards: Collection[str], *words: str) -> ChoiceSet:
    """All that a caller can name: some cards, or a word instead."""
    return ChoiceSet(CALL, (*pack.sort(cards), *words), 1)


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
    return (yield from table.ask(caller, CALL, [*words, DEMAND], clause, explain=refuse))


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
    return (yield from table.ask(caller, CALL, options, clause, explain=refuse))


def sides(seats: int, party: Collection[int]) -> tuple[int, ...]:
    """Return the side of each seat: 0 for the members of a party, 1 for all others."""
    return tuple(0 if seat in party else 1 for seat in range(seats))


def party_of_called(view: View, caller: int, card: str) -> frozenset[int] | None:
    """Return the party of a caller as far as a view knows it, None while it is hidden.

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
    """Return the side of each seat if the called card lies with a seat, or with none."""
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
    """Return the party of a caller as everybody knows it, None while it is hidden.

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
    """Return the side of each seat as all know it: each its own until they know more."""
    return tuple(range(seats)) if party is None else sides(seats, party)


def on_own_side(view: View, party: frozenset[int] | None) -> frozenset[int]:
    """Return the other seats on a view's side once it knows the caller's party."""
    if view.seat is None or party is None:
        return frozenset()
    own = party if view.seat in party else frozenset(range(view.seats)) - party
    return own - {view.seat}


COURTS = ("K", "Q", "C", "J")
COINS = "D"
EVERY_COURT = frozenset(suit + rank for suit in SUITS for rank in COURTS)

(
    HELD,
    LAID_AWAY,
    OTHER_COURT,
    SHORTEST,
    BETTER_COURTS,
    COINS_FIRST,
    VOID_LAST,
    VOID_COINS_FIRST,
) = (
    "held",
    "laid away",
    "other court",
    "shortest",
    "better courts",
    "coins first",
    "void last",
    "void coins first",
)
"""The rules by which a card may not be called."""

REASONS: Mapping[str, str] = {
    HELD: N_("You hold {card} yourself."),
    LAID_AWAY: N_("You have laid {card} away: nobody holds it."),
    OTHER_COURT: N_("Call one of these: {cards}."),
    SHORTEST: N_("You hold a shorter suit that is to be called. Call {cards}."),
    BETTER_COURTS: N_("Of equally short suits the one with the better courts: {cards}."),
    COINS_FIRST: N_("Where suits are alike in length and courts, coins are called: {cards}."),
    VOID_LAST: N_("A suit in which you are void comes last. Call {cards}."),
    VOID_COINS_FIRST: N_("Of suits in which you are void coins come first: {cards}."),
}


@dataclass(frozen=True)
class ShortestSuitCall:
    """The cards a hand may call, and the reasons against all others.

    Cards of `passed_over`, laid away, count as held where courts are called, and as no cards
    of their suit; but not for one who has all courts, some of them laid away.
    """

    hand: Collection[str]
    passed_over: Collection[str] = ()

    @cached_property
    def _barred(self) -> frozenset[str]:
        both = frozenset((*self.hand, *self.passed_over))
        return frozenset(self.hand) if both >= EVERY_COURT else both

    @cached_property
    def rank(self) -> str:
        """The highest court of which the hand does not hold all four."""
        return next(
            rank for rank in COURTS if not {suit + rank for suit in SUITS} <= self._barred
        )

    def _in_suit(self, suit: str) -> Sequence[str]:
        return [card[1:] for card in self.hand if card[0] == suit]

    def _courts(self, suit: str) -> tuple[int, ...]:
        """The courts of a suit, compared as they are called: the better, the greater."""
        held = self._in_suit(suit)
        lowest = len(COURTS)  # so that a suit with one court more is better
        return (*(-COURTS.index(rank) for rank in COURTS if rank in held), -lowest)

    @cached_property
    def _lacking(self) -> Sequence[str]:
        """The suits whose court the hand does not hold."""
        return [suit for suit in SUITS if suit + self.rank not in self._barred]

    @cached_property
    def _held(self) -> Sequence[str]:
        """Those of them of which the hand has a card; if none, all of them."""
        return [suit for suit in self._lacking if self._in_suit(suit)] or self._lacking

    @cached_property
    def _shortest(self) -> Sequence[str]:
        least = min(len(self._in_suit(suit)) for suit in self._held)
        return [suit for suit in self._held if len(self._in_suit(suit)) == least]

    @cached_property
    def _best(self) -> Sequence[str]:
        best = max(map(self._courts, self._shortest))
        return [suit for suit in self._shortest if self._courts(suit) == best]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The cards of which one is to be called."""
        suits = [COINS] if COINS in self._best else self._best
        return tuple(suit + self.rank for suit in suits)

    def barred_by(self, card: str) -> str:
        """The rule by which a card may not be called."""
        suit = card[:1]
        if card in self.hand:
            return HELD
        if card in self._barred:
            return LAID_AWAY
        if card not in {one + self.rank for one in SUITS}:
            return OTHER_COURT
        if suit not in self._held:
            return VOID_LAST
        if suit not in self._shortest:
            return SHORTEST
        if suit not in self._best:
            return BETTER_COURTS
        return COINS_FIRST if self._in_suit(suit) else VOID_COINS_FIRST

    def why_not(self, card: str) -> Text:
        """The sentence that says why a card may not be called."""
        return text(REASONS[self.barred_by(card)], card=card, cards=", ".join(self.cards))
