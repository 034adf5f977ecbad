"""Constraints on cards not seen that games share: from talk, declarations and calls.

A claim of a kind that is not known here proves nothing. How long the called suit is in the
caller's hand (see `matto.blocks.call`), and with which courts, is one case among many; in
each of them every other suit is bound for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from itertools import combinations

from matto.blocks.auction import SILENCE
from matto.blocks.call import COINS, COURTS
from matto.blocks.declare import Declaration, Declaring
from matto.blocks.table_talk import Answer, Phrase, SinceLastCard, TalkRules
from matto.blocks.talk_claims import (
    OF_SUIT,
    Both,
    CanPlay,
    CanPlaySuit,
    Claim,
    DoesNotKnowOf,
    HasAll,
    HasAllAbove,
    HasNone,
    HasOfSuit,
    HasSome,
    Suit,
    TalkContext,
)
from matto.blocks.talon import LayingAway
from matto.engine.cards import NUMBER, SUITS
from matto.engine.events import SAY, Event, Trick
from matto.engine.options import Options
from matto.engine.tricks import FoolRule
from matto.engine.view import View
from matto.players.inference.constraints import (
    AWAY,
    EITHER,
    Constraint,
    Counted,
    Forbidden,
    Holds,
    Inference,
    OneOf,
    Part,
    at_least_one,
    exactly,
    not_beside,
)

Reading = Callable[[View, int, Event], Iterable[Constraint]]
"""The constraints from one event; it is given the event's number."""


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
        yield Forbidden(seat, rule.forbidden & pack, index, AWAY)
        last = (rule.last_resort & pack) - rule.forbidden
        if last:
            free = pack - rule.forbidden - last
            nothing_else = Forbidden(seat, free, index + 1)
            as_last_resort = (at_least_one(seat, last, index, AWAY), nothing_else)
            yield OneOf(((Forbidden(seat, last, index, AWAY),), as_last_resort))

    return from_others("has laid away", read)


# -- words -----------------------------------------------------------------------------------


def names_a_card_held(kind: str) -> Inference:
    """Whoever names a card tells, truthfully, that he holds it; other words tell nothing."""

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        yield Holds(event.seat, view.pack.cards.intersection(event.what), index)

    return from_others(kind, read)


def said_of_value(
    kind: str, cards: frozenset[str], words: Mapping[str, Callable[[int], bool]]
) -> Inference:
    """Whoever says a word has cards of a set worth so much as `words` tell."""

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


@singledispatch
def proved(_claim: Claim, _scene: TalkContext, _suit: Suit, _at: int) -> Iterator[Constraint]:
    """Return what follows from a claim made at the event with a number."""
    yield from ()


@proved.register
def _(claim: HasAll, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield Holds(context.seat, claim.cards, at)


@proved.register
def _(claim: HasNone, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield Forbidden(context.seat, claim.cards, at)


@proved.register
def _(claim: HasSome, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield at_least_one(context.seat, claim.cards, at)


@proved.register
def _(claim: Both, context: TalkContext, suit: Suit, at: int) -> Iterator[Constraint]:
    yield from proved(claim.one, context, suit, at)
    yield from proved(claim.other, context, suit, at)


@proved.register
def _(claim: CanPlay, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield Holds(context.seat, frozenset({claim.card}), at)
    barred = not_beside(NUMBER[claim.card], context.led, context.fool)
    yield Forbidden(context.seat, barred, at)


@proved.register
def _(claim: CanPlaySuit, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    suit = claim.suit(context)
    if suit is not None:
        yield at_least_one(context.seat, OF_SUIT[suit] & context.pack.cards, at)


@proved.register
def _(claim: HasOfSuit, context: TalkContext, suit: Suit, at: int) -> Iterator[Constraint]:
    yield Holds(context.seat, frozenset({claim.card_meant(context, suit)}), at)


@proved.register
def _(claim: HasAllAbove, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    """Yield what has not gone is in his hand, or laid away by him."""
    own = claim.card_of(context)
    if own is not None:
        yield Holds(context.seat, context.above(own) - context.played_before, at, EITHER)


@proved.register
def _(claim: DoesNotKnowOf, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    """The other cards of the suit led he has, or has laid away."""
    out = context.not_seen_fall(context.led_suit)
    yield exactly(context.seat, out, len(out) - claim.number, at, EITHER)


Sides = Callable[[View, int], frozenset[int] | None]
"""The seats of one party as all know them at an event, None while nobody may talk."""


class SeenTalk(TalkContext):
    """The context at an event of a view, by a speaker who has seen the talon that all have."""

    def __init__(
        self, view: View, at: int, party: frozenset[int], fool: FoolRule, seat: int
    ) -> None:
        self.view = view
        self.at = at
        tricks: list[Trick] = []
        lying: list[tuple[int, str]] = []
        heard: list[tuple[int, str]] = []
        for event in view.events[:at]:
            if event.kind == "play":
                lying.append((event.seat, event.what[0]))
                heard = []
            elif event.kind == "trick":
                cards = tuple(card for _, card in lying)
                tricks.append(Trick(lying[0][0], cards, event.seat))
                lying, heard = [], []
            elif event.kind == SAY:
                heard.append((event.seat, event.what[0]))

        def partners_of(one: int) -> tuple[int, ...]:
            around = ((one + step) % view.seats for step in range(1, view.seats))
            return tuple(other for other in around if (other in party) == (one in party))

        super().__init__(seat, view.pack, tricks, partners_of, fool)
        self.lying, self.heard = lying, heard

    def talon(self) -> frozenset[str]:
        """The cards of the talon, if the viewer knows that the speaker has seen them."""
        bit = 1 << self.seat
        return frozenset(
            card
            for event in self.view.events[: self.at]
            if event.kind == "talon" and event.seen_by & bit
            for card in event.what
        )

    def by(self, seat: int) -> SeenTalk:
        """The same context, looked at by another speaker."""
        other = SeenTalk.__new__(SeenTalk)
        other.__dict__.update(self.__dict__, seat=seat)
        return other


def truthful_talk(
    rules_of: Callable[[Options], TalkRules], party_of: Sides, fool: FoolRule
) -> Inference:
    """All that is said aside of one's cards is true, where the rules of the talk say so."""

    def inference(view: View) -> Iterator[Constraint]:
        rules = rules_of(view.options)
        if not rules.truthful or not rules.phrases:
            return
        for index, event in enumerate(view.events):
            if event.kind == SAY and event.seat != view.seat:
                party = party_of(view, index)
                if party is not None:
                    context = SeenTalk(view, index, party, fool, event.seat)
                    yield from _said(rules, context, event)

    return inference


def _said(rules: TalkRules, context: SeenTalk, event: Event) -> Iterator[Constraint]:
    """Yield what one phrase or answer proves."""
    word = event.what[0]
    said, suit = _phrase_or_answer(rules, context, word)
    if said is not None:
        yield from proved(said.true, context, suit, context.at)


def _phrase_or_answer(
    rules: TalkRules, context: SeenTalk, word: str
) -> tuple[Phrase | Answer | None, Suit]:
    question = SinceLastCard.of(context, rules).open_question
    if question is None:
        return rules.by_word[word], None
    asker, phrase = question
    if word == SILENCE:
        return None, None
    suit = None if phrase.suit is None else phrase.suit(context.by(asker))
    return next(answer for answer in phrase.answers if answer.word == word), suit


Rules = Callable[[View, int, int], Declaring]
"""The declarations open to a seat just before an event with a number."""


def declared_truly(rules_of: Rules) -> Inference:
    """Whoever declares something has the cards, and nothing higher where the highest is due."""

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        rules = rules_of(view, event.seat, index)
        made = rules.find(event.what[0])
        if made is None:
            return
        played = {
            e.what[0] for e in view.events[:index] if e.kind == "play" and e.seat == event.seat
        }
        yield Holds(event.seat, made.all_of - played, index)
        yield Forbidden(event.seat, made.none_of, index)
        if made.count:
            yield Counted((_some(event.seat, made),), index, _Fits(made).some)
        if made.kind in rules.largest:
            for higher in _least(_higher(rules, made)):
                yield _unfit(event.seat, higher, index)

    return from_others("declare", read)


def shown_one_by_one() -> Inference:
    """Whoever picks a card to show has it."""

    def read(_view: View, index: int, event: Event) -> Iterator[Constraint]:
        yield Holds(event.seat, frozenset(event.what), index)

    return from_others("show", read)


def _higher(rules: Declaring, made: Declaration) -> list[Declaration]:
    """Return what could have been declared instead for more."""
    return [
        one
        for one in rules.declarations
        if one.kind == made.kind and one.amount > made.amount and one.word not in rules.barred
    ]


def _least(higher: list[Declaration]) -> Iterable[Declaration]:
    """Those of them that ask for the fewest cards: who has not these has none of the others."""
    return [
        one
        for place, one in enumerate(higher)
        if not any(
            _asks_for_less(other, one)
            and (other_place < place or not _asks_for_less(one, other))
            for other_place, other in enumerate(higher)
            if other_place != place
        )
    ]


def _asks_for_less(one: Declaration, other: Declaration) -> bool:
    """Return whether whoever can declare the other can declare the one as well."""
    if not (one.all_of <= other.all_of and one.none_of <= other.none_of) or one.exactly:
        return False
    if len(one.some_of & other.all_of) >= one.count:
        return True
    return one.some_of == other.some_of and one.count <= other.count


def _some(seat: int, one: Declaration) -> Part:
    return Part(seat, one.some_of, one.count + one.exactly)


def _unfit(seat: int, one: Declaration, at: int) -> Counted:
    """The seat's cards do not make up a declaration."""
    parts = (
        Part(seat, one.all_of, len(one.all_of)),
        _some(seat, one),
        Part(seat, one.none_of, 1),
    )
    return Counted(parts, at, _Fits(one).not_at_all)


class _Fits:
    """Whether numbers of cards make up a declaration."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration

    def some(self, had: tuple[int, ...]) -> bool:
        """Tell it of those of which so many are asked for."""
        count = self.declaration.count
        return had[0] == count if self.declaration.exactly else had[0] >= count

    def not_at_all(self, had: tuple[int, ...]) -> bool:
        """Tell that all together do not."""
        every, some, none = had
        fits = every >= len(self.declaration.all_of) and not none and self.some((some,))
        return not fits


Case = tuple[Forbidden | Holds | Counted, ...]


@dataclass(frozen=True)
class CalledSuit:
    """The called suit in the caller's hand: which courts, and how many pips."""

    suit: str
    rank: str
    courts: tuple[str, ...]
    pips: int

    @property
    def length(self) -> int:
        return len(self.courts) + self.pips

    def goes_before(self, suit: str, held: tuple[str, ...], pips: int) -> bool:
        """Return whether it may be called though he holds such another suit."""
        if self.rank in held:
            return True
        length = len(held) + pips
        if not self.length:
            return not length and (self.suit == COINS or suit != COINS)
        if not length or length > self.length:
            return True
        if length < self.length:
            return False
        if held != self.courts:
            return _worth(held) < _worth(self.courts)
        return self.suit == COINS or suit != COINS


def _worth(courts: tuple[str, ...]) -> tuple[int, ...]:
    return (*(-COURTS.index(rank) for rank in courts), -len(COURTS))


def calls_shortest_suit(passes_over: Callable[[Options], bool]) -> Inference:
    """Whoever calls a court may call no other: his hand has the shortest suits, and so on.

    Where a court that he has laid away is passed over, his call of a lower court than a King
    proves only that he holds the higher ones or has laid them away.
    """

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        suit, rank = event.what[0][0], event.what[0][1:]
        seat, higher = event.seat, COURTS[: COURTS.index(rank)]
        if higher and passes_over(view.options):
            courts = frozenset(one + court for one in SUITS for court in higher)
            yield Holds(seat, courts, index, EITHER)
            yield Forbidden(seat, frozenset({suit + rank}), index, EITHER)
            return
        for court in higher:
            yield Holds(seat, frozenset(one + court for one in SUITS), index)
        yield Forbidden(seat, frozenset({suit + rank}), index)
        yield OneOf(tuple(_case(view, seat, one, index) for one in _cases(view, suit, rank)))

    return from_others("call", read)


def _pips(view: View, suit: str) -> frozenset[str]:
    return frozenset(
        card for card in view.pack.cards if card[0] == suit and card[1:] not in COURTS
    )


def _cases(view: View, suit: str, rank: str) -> Iterator[CalledSuit]:
    """Every way in which the called suit can be held; the higher courts are all held."""
    above = COURTS[: COURTS.index(rank)]
    below = COURTS[COURTS.index(rank) + 1 :]
    for number in range(len(below) + 1):
        for some in combinations(below, number):
            for pips in range(len(_pips(view, suit)) + 1):
                yield CalledSuit(suit, rank, (*above, *some), pips)


def _case(view: View, seat: int, called: CalledSuit, at: int) -> Case:
    suit = called.suit
    lacking = frozenset(suit + rank for rank in COURTS if rank not in called.courts)
    return (
        Holds(seat, frozenset(suit + rank for rank in called.courts), at),
        Forbidden(seat, lacking, at),
        exactly(seat, _pips(view, suit), called.pips, at),
        *(_beside(view, seat, called, other, at) for other in SUITS if other != suit),
    )


def _beside(view: View, seat: int, called: CalledSuit, suit: str, at: int) -> Counted:
    """Return what another suit may be like."""
    courts = tuple(Part(seat, frozenset({suit + rank}), 1) for rank in COURTS)
    pips = Part(seat, _pips(view, suit), called.length + 1)

    def fits(had: tuple[int, ...]) -> bool:
        held = tuple(rank for rank, has in zip(COURTS, had[:-1], strict=True) if has)
        return called.goes_before(suit, held, had[-1])

    return Counted((*courts, pips), at, fits)
