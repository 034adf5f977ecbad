"""The claims by which table talk is judged true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property
from typing import Protocol

from matto.engine.cards import CODES, NUMBER, SUIT_OF, Pack, cards_of, suit_of
from matto.engine.events import SAY, Trick
from matto.engine.table import Table
from matto.engine.tricks import LEADING, TRUMP, FoolRule, led_after, legal

PartnersOf = Callable[[int], tuple[int, ...]]
"""The partners of a seat, in the order of play."""


class SpeakerRole(Flag):
    """The role of a speaker: next to play or his partner, before a trick or in it."""

    LEADERS_PARTNER = auto()
    LEADER = auto()
    PLAYERS_PARTNER = auto()
    PLAYER = auto()


OF_SUIT: tuple[frozenset[str], ...] = tuple(
    frozenset(code for code in CODES if SUIT_OF[NUMBER[code]] == suit)
    for suit in range(max(SUIT_OF) + 1)
)
"""The cards of each suit, by its number."""


@dataclass(eq=False)
class TalkContext:
    """The play as all see it when a seat speaks; `heard` since the last card.

    Suits are numbers (see `matto.engine.cards.SUIT_OF`), trumps are one of them.
    """

    seat: int
    pack: Pack
    tricks: Sequence[Trick]
    partners_of: PartnersOf
    fool: FoolRule

    def __post_init__(self) -> None:
        self.lying: list[tuple[int, str]] = []
        self.heard: list[tuple[int, str]] = []

    @property
    def partners(self) -> tuple[int, ...]:
        """The speaker's partners, in the order of play."""
        return self.partners_of(self.seat)

    def has_played(self, seat: int) -> bool:
        """Return whether a seat's card lies in the trick."""
        return any(other == seat for other, _ in self.lying)

    def still_to_play(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Those of some seats whose card does not lie in the trick yet."""
        return tuple(seat for seat in seats if not self.has_played(seat))

    def talon(self) -> frozenset[str]:
        """The cards of the talon that the speaker has seen."""
        return frozenset()

    @property
    def led(self) -> int:
        """The state of the trick as far as duties go (see `matto.engine.tricks`)."""
        led = LEADING
        for _, card in self.lying:
            led = led_after(led, NUMBER[card], self.fool)
        return led

    @property
    def led_suit(self) -> int | None:
        """The suit led to the trick that is going on."""
        return suit_of(self.lying[0][1]) if self.lying else None

    @cached_property
    def leads(self) -> tuple[tuple[int, int], ...]:
        """All leads to finished tricks, as (leader, suit)."""
        return tuple((trick.leader, suit_of(trick.cards[0])) for trick in self.tricks)

    @cached_property
    def played_before(self) -> frozenset[str]:
        """All cards of earlier tricks."""
        return frozenset(card for trick in self.tricks for card in trick.cards)

    def not_seen_fall(self, suit: int | None) -> frozenset[str]:
        """The cards of a suit that neither lie nor lay in a trick, nor in a talon seen."""
        if suit is None:
            return frozenset()
        lying = frozenset(card for _, card in self.lying)
        return (OF_SUIT[suit] & self.pack.cards) - self.played_before - lying - self.talon()

    def above(self, card: str) -> frozenset[str]:
        """All higher cards of the same suit."""
        return frozenset(
            other
            for other in OF_SUIT[suit_of(card)] & self.pack.cards
            if self.pack.strength[NUMBER[other]] > self.pack.strength[NUMBER[card]]
        )


class SpeakerContext(TalkContext):
    """The play as one partner sees it."""

    def __init__(
        self,
        table: Table,
        seat: int,
        partners_of: PartnersOf,
        fool: FoolRule,
        leader: int,
        opened: int,
    ) -> None:
        super().__init__(seat, table.pack, table.tricks, partners_of, fool)
        self.table = table
        self.first_leader = leader
        events = table.events
        for index in range(len(events) - 1, opened - 1, -1):
            event = events[index]
            if event.kind == "trick":
                break
            if event.kind == "play":
                self.lying.insert(0, (event.seat, event.what[0]))
            elif event.kind == SAY and not self.lying:
                self.heard.insert(0, (event.seat, event.what[0]))

    @property
    def next_seat(self) -> int:
        """The seat whose card comes next."""
        leader = self.tricks[-1].winner if self.tricks else self.first_leader
        return self.table.after(leader, len(self.lying))

    @cached_property
    def role(self) -> SpeakerRole | None:
        """Return where the speaker stands; None when it is not for him to speak."""
        if self.next_seat == self.seat:
            return SpeakerRole.PLAYER if self.lying else SpeakerRole.LEADER
        if self.next_seat in self.partners:
            return SpeakerRole.PLAYERS_PARTNER if self.lying else SpeakerRole.LEADERS_PARTNER
        return None

    @property
    def last_trick(self) -> bool:
        """Return whether nobody has a choice of cards any more."""
        return len(self.hand) + self.has_played(self.seat) <= 1

    # -- cards ---------------------------------------------------------------------------

    @cached_property
    def hand(self) -> frozenset[str]:
        """The speaker's own cards."""
        table = self.table
        return cards_of(table.plain[self.seat], table.tarocks[self.seat])

    @cached_property
    def may_play(self) -> frozenset[str]:
        """The speaker's cards that may be played now."""
        table = self.table
        may = legal(table.plain[self.seat], table.tarocks[self.seat], self.led, self.fool)
        return cards_of(*may)

    def talon(self) -> frozenset[str]:
        """The cards of the talon, if the speaker has seen them."""
        bit = 1 << self.seat
        events = self.table.events
        seen = (event.what for event in events if event.kind == "talon" and event.seen_by & bit)
        return frozenset(card for cards in seen for card in cards)

    @cached_property
    def laid_away(self) -> frozenset[str]:
        """The cards that the speaker has laid away."""
        return frozenset(self.table.laid_away[self.seat])

    def unseen(self, suit: int | None) -> int:
        """Return how many cards of a suit the speaker has not held, laid away or seen."""
        return len(self.not_seen_fall(suit) - self.hand - self.laid_away)

    def may_play_suit(self, suit: int | None) -> bool:
        """Return whether the speaker may play a card of a suit now."""
        return any(suit_of(card) == suit for card in self.may_play)


def is_plain(suit: int | None) -> bool:
    """Return whether a suit is none of trumps."""
    return suit is not None and suit < TRUMP


Suit = int | None
SuitOf = Callable[[TalkContext], Suit]
"""The suit that a phrase points to, None when there has been no such lead."""


class Claim(Protocol):
    """A condition on the speaker's cards; `suit` is the one that a question points to.

    What follows from it for those who have heard it is said in `matto.players.inference`.
    """

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        ...


@dataclass(frozen=True)
class Anything:
    """True of any cards."""

    def __call__(self, _context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Hold at any time."""
        return True


@dataclass(frozen=True)
class HasAll:
    """The speaker holds all of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return self.cards <= context.hand


@dataclass(frozen=True)
class HasNone:
    """The speaker holds none of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return self.cards.isdisjoint(context.hand)


@dataclass(frozen=True)
class HasSome:
    """The speaker holds one or more of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return not self.cards.isdisjoint(context.hand)


@dataclass(frozen=True)
class Both:
    """Two things are true."""

    one: Claim
    other: Claim

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Return whether both are."""
        return self.one(context, suit) and self.other(context, suit)


@dataclass(frozen=True)
class CanPlay:
    """The speaker holds a card and may play it now."""

    card: str

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return self.card in context.may_play


@dataclass(frozen=True)
class CanPlaySuit:
    """The speaker holds a card of a suit that he may lead, or that was led, and may play it."""

    suit: SuitOf

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return context.may_play_suit(self.suit(context))


@dataclass(frozen=True)
class HasOfSuit:
    """The speaker holds a certain card of the suit meant: that asked about, or that led.

    `card_of` gives it, or no card of a suit without one.
    """

    card_of: Callable[[Suit], str]

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return self.card_meant(context, suit) in context.hand

    def card_meant(self, context: TalkContext, suit: Suit) -> str:
        """The card that is spoken of."""
        return self.card_of(context.led_suit if suit is None else suit)


@dataclass(frozen=True)
class HasAllAbove:
    """Of what is higher than a card all has gone before, or the speaker has it or had it."""

    card_of: Callable[[TalkContext], str | None]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        own = self.card_of(context)
        own_cards = context.hand | context.laid_away
        return own is not None and context.above(own) <= context.played_before | own_cards


@dataclass(frozen=True)
class DoesNotKnowOf:
    """So many cards of the suit led are unknown to the speaker."""

    number: int

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Return whether it is true."""
        return context.unseen(context.led_suit) == self.number
