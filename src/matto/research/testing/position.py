"""A position in a deal played by chance, with all that the checks know and expect of it.

A set of cards is one whole number with bit `1 << NUMBER[card]`, so that what is checked at
every step of every deal costs a few additions and no lists.

This is a second opinion on the allow-lists of the engine, taken from the rulebooks. A kind of
event that is not listed may show nothing but cards that its onlookers have seen before.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matto.engine.cards import FIRST_TRUMP, NUMBER
from matto.engine.events import ALL, INTO_HAND, SAY, Decision, Event, Setup, Waiting
from matto.engine.run import Action, Run
from matto.engine.view import View

BIT: Mapping[str, int] = {code: 1 << number for code, number in NUMBER.items()}


def bits_of(codes: Iterable[str]) -> int:
    """The cards among these words, as bits."""
    bits = 0
    for code in codes:
        bits |= BIT.get(code, 0)
    return bits


def cards_of(bits: int) -> list[str]:
    """The cards of some bits, sorted by code."""
    return sorted(code for code, bit in BIT.items() if bits & bit)


def hands_of(run: Run) -> list[int]:
    """Return what the table knows in all hands, each as bits."""
    table = run.table
    return [
        plain | tarocks << FIRST_TRUMP
        for plain, tarocks in zip(table.plain, table.tarocks, strict=True)
    ]


class Places:
    """The cards dealt, lying on the table, in tricks, and in each hand, as the events tell it.

    `hands` is what each seat has been told of its own hand. `tricks` is a sum, not a union:
    a card that were in two tricks would carry over and differ from `in_tricks`.
    """

    def __init__(self, setup: Setup) -> None:
        self.pack = bits_of(setup.pack.cards)
        self.talon = bits_of(setup.deal.talon)
        self.to_deal = bits_of(card for hand in setup.deal.hands for card in hand)
        self.dealt = 0
        self.lying = 0
        self.hands = [0] * setup.seats
        self.tricks = self.in_tricks = self.tricks_counted = 0
        self.over: int | None = None

    def add(self, events: Sequence[Event]) -> None:
        """Take note of further events."""
        for event in events:
            kind = event.kind
            if kind == "play":
                self.lying |= BIT[event.what[0]]
            elif kind == "trick":
                self.lying = 0
            elif kind == "dealt":
                self.dealt |= bits_of(event.what)
            if event.moves and event.seen_by >> event.seat & 1:  # bit by bit, ALL has them all
                if event.moves == INTO_HAND:
                    self.hands[event.seat] |= bits_of(event.what)
                else:
                    self.hands[event.seat] &= ~bits_of(event.what)

    def count_tricks(self, run: Run) -> None:
        """Take note of the tricks that the table has finished since the last time."""
        tricks = run.table.tricks
        if len(tricks) == self.tricks_counted:
            return
        for trick in tricks[self.tricks_counted :]:
            for card in trick.cards:
                self.tricks += BIT[card]
                self.in_tricks |= BIT[card]
        self.tricks_counted = len(tricks)


Audience = Callable[[Setup, Sequence[Event], Event], frozenset[int]]
"""The seats that may see an event's cards, from the deal and the events before."""

ONLOOKER = -1
IF_RIGHT = "if the rules say so, say so in `shows` of what is `Expected` of the game"


def everybody(setup: Setup, _before: Sequence[Event], _event: Event) -> frozenset[int]:
    """All seats and the onlookers."""
    return frozenset(range(ONLOOKER, setup.seats))


def owner(_setup: Setup, _before: Sequence[Event], event: Event) -> frozenset[int]:
    """The seat to which it happens."""
    return frozenset({event.seat})


def the_dealer(setup: Setup, _before: Sequence[Event], _event: Event) -> frozenset[int]:
    """The dealer alone."""
    return frozenset({setup.dealer})


def nobody(_setup: Setup, _before: Sequence[Event], _event: Event) -> frozenset[int]:
    """Nobody: where the option is off, it does not happen."""
    return frozenset()


USUAL: Mapping[str, Audience] = {
    "dealt": owner,
    "takes": owner,
    "discard": owner,
    "laid away": owner,
    "give": owner,
    "play": everybody,
}
NAMED_ONLY = frozenset({"call", "demand"})
"""Events that name a card aloud and do not tell where it is."""


def seers(event: Event, seats: int) -> frozenset[int]:
    """Return who has really seen an event."""
    if event.seen_by == ALL:
        return frozenset(range(ONLOOKER, seats))
    return frozenset(seat for seat in range(seats) if event.seen_by >> seat & 1)


class Knowledge:
    """Which cards each seat has rightly seen so far, and what was shown wrongly."""

    def __init__(self, setup: Setup, shows: Mapping[str, Audience]) -> None:
        self.setup = setup
        self.shows = {**USUAL, **shows}
        self.told: list[Event] = []
        self.public = 0
        self.own = [0] * setup.seats

    def seen(self, viewer: int) -> frozenset[str]:
        """The cards that a seat, or an onlooker, has seen."""
        return frozenset(cards_of(self._seen(viewer)))

    def _seen(self, viewer: int) -> int:
        return self.public if viewer == ONLOOKER else self.public | self.own[viewer]

    def add(self, events: Sequence[Event]) -> list[str]:
        """Take note of further events; gives a sentence for each card shown wrongly."""
        faults: list[str] = []
        for event in events:
            cards = 0 if event.kind in NAMED_ONLY else bits_of(event.what)
            if cards:
                rule = self.shows.get(event.kind, nobody)
                if rule is everybody and event.seen_by == ALL:
                    self.public |= cards
                elif rule is owner and event.seen_by == 1 << event.seat:
                    self.own[event.seat] |= cards
                else:
                    audience = rule(self.setup, self.told, event)
                    faults += self._shown(event, cards, audience)
            self.told.append(event)
        return faults

    def _shown(self, event: Event, cards: int, audience: frozenset[int]) -> list[str]:
        faults = []
        for seat in seers(event, self.setup.seats):
            if seat in audience:
                if seat == ONLOOKER:
                    self.public |= cards
                else:
                    self.own[seat] |= cards
            elif wrong := cards & ~self._seen(seat):
                faults.append(
                    f"event “{event.kind}” of seat {event.seat} shows "
                    f"{', '.join(cards_of(wrong))} to {seat}; {IF_RIGHT}"
                )
        return faults


Totals = Callable[[Run], frozenset[int] | None]
"""The possible sums of card points; None where any sum will do."""
Parties = Callable[[Run], Sequence[int]]
"""A seat of each party, so that the points of a party are counted once."""


def one_of_each_side(run: Run) -> Sequence[int]:
    """A seat of each party, as the engine has the parties."""
    contract = run.table.contract
    side = contract.side if contract else tuple(range(run.game.seats))
    return [side.index(party) for party in sorted(set(side))]


@dataclass(frozen=True)
class Expected:
    """The expectations of a game; the defaults are what is usual.

    `totals` gives what the card points of all parties may add up to, `one_of_each` a seat of
    each party; `shows` who may see the cards in which events, besides the usual; `truthful`
    are events that answer truthfully about hidden cards; `secret` are the kinds of decisions
    whose answers others do not see, and words whose card they do not see; `balances` tells
    whether payments add up to zero; `hidden` is what must have been moved, changed or taken
    back in a sample of deals, in the words of `worlds`; `broken_off` tells whether a deal
    was rightly ended before the last card.
    """

    totals: Totals = lambda _run: None
    one_of_each: Parties = one_of_each_side
    shows: Mapping[str, Audience] = field(default_factory=dict)
    truthful: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset({"discard", "give"})
    hidden: tuple[str, ...] = ("two hands",)
    balances: Callable[[Run], bool] = lambda _run: True
    broken_off: Callable[[Run], bool] = lambda _run: False


LIKINGS = (0.05, 1.0, 4.0)
PHRASES_PER_ASKING = 0.1
"""How often each seat says something that it may, when a question stands open."""


class Player:
    """Answers for all seats; every deal it likes other words, so that all contracts occur."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._liking: dict[str, float] = {}

    def choose(self, options: Sequence[str]) -> str:
        """Return one of the choices, words and cards in turn where there are both."""
        words = [option for option in options if option not in NUMBER]
        if not words:
            return options[int(self.rng.random() * len(options))]
        cards = [option for option in options if option in NUMBER]
        if cards and self.rng.random() < 0.5:
            return self.rng.choice(cards)
        weights = [self._likes(word.partition(":")[0]) for word in words]
        return self.rng.choices(words, weights)[0]

    def aside(self, run: Run) -> Action | None:
        """Now and then give something that a seat may say aside."""
        seats = run.game.seats
        if self.rng.random() >= PHRASES_PER_ASKING * seats:
            return None  # not looked up, as it is dear in the games that have much to say
        seat = self.rng.randrange(seats)
        phrases = run.asides(seat)
        return Action(seat, SAY, self.rng.choice(phrases)) if phrases else None

    def _likes(self, word: str) -> float:
        return self._liking.setdefault(word, self.rng.choice(LIKINGS))


@dataclass
class Position:
    """A run somewhere in a deal, with what is expected of its game."""

    run: Run
    expected: Expected
    clauses: frozenset[str]
    player: Player
    tally: Counter[str] = field(default_factory=Counter)
    vocabulary: set[str] = field(default_factory=set)
    left: int = 1
    _seen: tuple[int, Mapping[int | None, View]] = (-1, {})

    @cached_property
    def knowledge(self) -> Knowledge:
        """Return which cards each seat has rightly seen so far."""
        return Knowledge(self.run.setup, self.expected.shows)

    @cached_property
    def places(self) -> Places:
        """Return the places of the cards."""
        return Places(self.run.setup)

    @cached_property
    def viewers(self) -> Sequence[int | None]:
        """All seats and the onlookers."""
        return (*range(self.run.game.seats), None)

    @property
    def views(self) -> Mapping[int | None, View]:
        """The views of all viewers, folded once for all checks between two actions."""
        run = self.run
        if self._seen[0] != run.done:
            self._seen = run.done, {viewer: run.view(viewer) for viewer in self.viewers}
        return self._seen[1]

    def news(self) -> Sequence[Event]:
        """Return what has happened since the last step."""
        return self.run.events[len(self.knowledge.told) :]


def facts(run: Run, viewers: Iterable[int | None]) -> list[dict[str, object]]:
    """Return what the views show."""
    return [run.view(viewer).facts() for viewer in viewers]


def state(run: Run) -> tuple[object, ...]:
    """Everything about a run that can be compared with another, and all that views show."""
    table = run.table
    return (
        run.actions,
        list(table.events),
        (*table.plain, *table.tarocks),
        list(table.tricks),
        [tuple(cards) for cards in table.laid_away],
        {what: tuple(seats) for what, seats in table.said.items()},
        waiting_for(run),
        [(own.seat, own.options) for own in questions(run)],
        [run.asides(seat) for seat in range(table.seats)],
        run.result,
    )


def questions(run: Run) -> tuple[Decision, ...]:
    """The open question, first to the seat asked, then to others that may answer it too."""
    return () if run.decision is None else (run.decision, *run.decision.others)


def waiting_for(run: Run) -> Waiting | None:
    """Return who is asked what, as all may know: seat, kind, clause, who else may answer."""
    asked = run.decision
    if asked is None:
        return None
    return Waiting(asked.seat, asked.kind, asked.clause, tuple(q.seat for q in asked.others))
