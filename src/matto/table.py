"""The table: hands, events with their allow-lists, decisions, and what a seat sees."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import msgspec

from matto.cards import NUMBER, PLAIN_BIT, TAROCK_BIT, Pack, codes_in, words
from matto.errors import Refusal
from matto.options import Options
from matto.scoring import Row, total
from matto.words import Text, text

ALL = -1
"""Allow-list of events that everybody sees, onlookers too; else a bit for each seat."""

INTO_HAND, OUT_OF_HAND, NO_MOVE = 1, -1, 0

SAY = "say"
"""The kind of what is said aside."""

T = TypeVar("T")


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question to one seat with the complete list of legal choices.

    A question without an order of speaking is open: `others` is the same question to each other
    seat, which may answer before the seat asked does, and `wait` is the choice by which the
    seat asked says nothing for now and lets the next one be asked.

    Decisions, events and tricks are hidden from Python's cycle collector (`gc=False`), which
    would else visit each of them again and again: none of them is ever part of a cycle.
    """

    seat: int
    kind: str
    options: tuple[str, ...]
    clause: str = ""
    explain: Callable[[str], Refusal] | None = None
    others: tuple[Decision, ...] = ()
    wait: str = ""

    def to(self, seat: int | None) -> Decision | None:
        """The question as it stands to a seat; None if it is not that seat's to answer."""
        if seat == self.seat:
            return self
        return next((own for own in self.others if own.seat == seat), None)


Script = Generator[Decision, str, T]
"""What blocks and games are written in: asks `Decision`s, is sent choices, returns `T`."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened: what, to whom, and which seats see it.

    `seen_by` has bit `1 << seat` for each seat that sees it, or is `ALL`. `moves` says
    whether the cards in `what` went into the seat's hand, out of it, or neither.
    """

    kind: str
    seat: int
    what: tuple[str, ...]
    seen_by: int = ALL
    moves: int = NO_MOVE


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A finished trick: its cards in order from the leader on, and the seat that won it."""

    leader: int
    cards: tuple[str, ...]
    winner: int

    def by_seat(self, seats: int) -> Iterator[tuple[int, str]]:
        """Yield (seat, card) in the order of play."""
        for step, card in enumerate(self.cards):
            yield (self.leader + step) % seats, card


class Deal(msgspec.Struct, frozen=True):
    """The dealt cards: each seat's in the order they were dealt, and what lay over."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """What a deal starts from, apart from the players' actions."""

    game: str
    pack: Pack
    options: Options
    deal: Deal
    dealer: int = 0
    carried: Mapping[str, int] = {}

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.deal.hands)


class Result(msgspec.Struct, frozen=True):
    """How a deal ended: score sheet, card points, whose deal is next, what is carried on."""

    sheet: tuple[Row, ...]
    scores: tuple[int, ...]
    points: tuple[int, ...]
    next_dealer: int
    thrown_in: bool = False
    carried: Mapping[str, int] = {}


class Table:
    """The state of one deal, changed only by its script.

    Hands are kept as two words a seat (`plain`, `tarocks`), because the rules of tricks work
    on those; everything that anybody may see goes through `tell`.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.pack = setup.pack
        self.options = setup.options
        self.seats = setup.seats
        self.dealer = setup.dealer
        self.plain = [0] * self.seats
        self.tarocks = [0] * self.seats
        self.events: list[Event] = []
        self.tricks: list[Trick] = []
        self.laid_away: list[list[str]] = [[] for _ in range(self.seats)]
        self.said: dict[str, list[int]] = {}
        self.answered_by = 0
        self.asides = Asides(self)
        self._dealt = [0] * self.seats
        self._seat_bits = [1 << seat for seat in range(self.seats)]

    # -- seats ---------------------------------------------------------------------------

    def after(self, seat: int, by: int = 1) -> int:
        """The seat that plays `by` turns after another."""
        return (seat + by) % self.seats

    def all_from(self, first: int) -> tuple[int, ...]:
        """All seats in the order of play, beginning with one."""
        return tuple((first + step) % self.seats for step in range(self.seats))

    def others(self, seat: int) -> tuple[int, ...]:
        """All other seats in the order of play, beginning after one."""
        return self.all_from(seat)[1:]

    def clause(self, number: str) -> str:
        """The full citation of a clause of this game: `5.3` becomes `game 5.3`."""
        return f"{self.setup.game} {number.lstrip('§')}"

    # -- telling and asking --------------------------------------------------------------

    def tell(
        self,
        kind: str,
        seat: int,
        *what: str,
        to: int | Iterable[int] | None = None,
        moves: int = NO_MOVE,
    ) -> None:
        """Let something be seen by everybody, or only by one seat or some seats."""
        if to is None:
            seen_by = ALL
        else:
            seen_by = 1 << to if isinstance(to, int) else sum(1 << one for one in set(to))
        self.events.append(Event(kind, seat, what, seen_by, moves))

    def ask(
        self,
        seat: int,
        kind: str,
        options: Sequence[str],
        clause: str = "",
        *,
        explain: Callable[[str], Refusal] | None = None,
        secret: bool = False,
    ) -> Script[str]:
        """Ask a seat; everybody hears the answer, unless it is secret."""
        decision = Decision(seat, kind, tuple(options), self.clause(clause), explain)
        answer = yield decision
        self.tell(kind, seat, answer, to=seat if secret else None)
        return answer

    def ask_all(
        self,
        seat: int,
        kind: str,
        options: Callable[[int], Sequence[str]],
        clause: str,
        *,
        wait: str,
        explain: Callable[[int, str], Refusal],
    ) -> Script[tuple[int, str]]:
        """Ask a seat something that any other seat may answer first; gives who said what.

        `options` and `explain` are given the seat that would answer. The seat asked may also
        `wait`, which nobody hears, as nothing is said.
        """

        def question(own: int, *more: str) -> Decision:
            cited = self.clause(clause)
            words = (*options(own), *more)
            return Decision(own, kind, words, cited, lambda word: explain(own, word))

        others = tuple(question(other) for other in self.others(seat))
        self.answered_by = seat
        answer = yield msgspec.structs.replace(question(seat, wait), others=others, wait=wait)
        if answer != wait:
            self.tell(kind, self.answered_by, answer)
        return self.answered_by, answer

    def note(self, what: str, seat: int) -> None:
        """Remember that a seat said something that settling needs."""
        self.said.setdefault(what, []).append(seat)

    # -- hands ---------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[str, ...]:
        """A seat's cards, sorted."""
        return self.pack.choices(self.plain[seat], self.tarocks[seat])

    def holds(self, seat: int, card: str) -> bool:
        """Tell whether a seat holds a card."""
        number = NUMBER[card]
        return bool(
            self.plain[seat] & PLAIN_BIT[number] | self.tarocks[seat] & TAROCK_BIT[number]
        )

    def holder(self, card: str) -> int | None:
        """The seat that holds a card, if any."""
        return next((seat for seat in range(self.seats) if self.holds(seat, card)), None)

    def add(self, seat: int, cards: Iterable[str]) -> None:
        """Put cards into a hand, unseen: the caller tells whoever may know."""
        plain, tarocks = words(cards)
        self.plain[seat] |= plain
        self.tarocks[seat] |= tarocks

    def remove(self, seat: int, cards: Iterable[str]) -> None:
        """Take cards out of a hand, unseen: the caller tells whoever may know."""
        plain, tarocks = words(cards)
        self.plain[seat] &= ~plain
        self.tarocks[seat] &= ~tarocks

    def deal_packet(self, size: int, seats: Sequence[int] | None = None) -> None:
        """Give each seat (from the dealer's neighbour on) its next cards, face down."""
        # told without `tell`: every deal of every simulation passes here sixty times and more
        for seat in seats or self.all_from(self.after(self.dealer)):
            start = self._dealt[seat]
            packet = self.setup.deal.hands[seat][start : start + size]
            self._dealt[seat] = start + len(packet)
            self.add(seat, packet)
            self.events.append(Event("dealt", seat, packet, 1 << seat, INTO_HAND))
            self.events.append(Event("packet", seat, (str(len(packet)),)))

    # -- the end -------------------------------------------------------------------------

    def throw_in(self, rows: Sequence[Row] = (), *, next_dealer: int | None = None) -> Result:
        """End the deal without play; the next seat deals unless said otherwise."""
        self.tell("thrown in", self.dealer)
        return self.finish(rows, (0,) * self.seats, next_dealer=next_dealer, thrown_in=True)

    def finish(
        self,
        rows: Sequence[Row],
        points: Sequence[int],
        *,
        next_dealer: int | None = None,
        thrown_in: bool = False,
        carried: Mapping[str, int] | None = None,
    ) -> Result:
        """End the deal with its score sheet."""
        return Result(
            sheet=tuple(rows),
            scores=total(rows, self.seats),
            points=tuple(points),
            next_dealer=self.after(self.dealer) if next_dealer is None else next_dealer,
            thrown_in=thrown_in,
            carried=dict(self.setup.carried if carried is None else carried),
        )


class Asides:
    """What may be said aside, without being asked: nothing, unless a game sets its own.

    What a seat may say is worked out when somebody wants to know (`asides(seat)`), from public
    things and that seat's own cards only.
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def __call__(self, seat: int) -> tuple[str, ...]:
        """The phrases that a seat may say now."""
        return ()

    def say(self, seat: int, phrase: str) -> None:
        """Let an allowed phrase be heard, here by everybody."""
        self.table.tell(SAY, seat, phrase)

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say why a phrase is not allowed now."""
        allowed = ", ".join(self(seat)) or "–"
        sentence = text(
            "“{phrase}” may not be said now. Allowed: {allowed}.",
            phrase=phrase,
            allowed=allowed,
        )
        return Refusal("", sentence)


class Waiting(msgspec.Struct, frozen=True):
    """Who is to act, as everybody may know: never what there is to choose from.

    `others` are seats that may answer before the seat asked does.
    """

    seat: int
    kind: str
    clause: str
    others: tuple[int, ...] = ()


class View:
    """What one seat sees, or an onlooker when `seat` is None; folded from events only."""

    def __init__(
        self,
        setup: Setup,
        events: Sequence[Event],
        seat: int | None,
        decision: Decision | None,
        asides: tuple[str, ...] = (),
        result: Result | None = None,
    ) -> None:
        self.game = setup.game
        self.pack = setup.pack
        self.options = setup.options
        self.seats = setup.seats
        self.dealer = setup.dealer
        self.carried = dict(setup.carried)
        self.seat = seat
        bit = 0 if seat is None else 1 << seat
        self.events = tuple(
            event for event in events if event.seen_by == ALL or event.seen_by & bit
        )
        self.decision = None if decision is None else _own_question(decision, seat)
        self.waiting = None if decision is None else _waiting_for(decision)
        self.asides = asides
        self.result = result

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards, sorted; empty for an onlooker."""
        held: set[str] = set()
        for event in self.events:
            if event.seat == self.seat and event.moves == INTO_HAND:
                held.update(event.what)
            elif event.seat == self.seat and event.moves == OUT_OF_HAND:
                held.difference_update(event.what)
        return self.pack.sort(held)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All finished tricks."""
        finished = []
        lying: list[tuple[int, str]] = []
        for event in self.events:
            if event.kind == "play":
                lying.append((event.seat, event.what[0]))
            elif event.kind == "trick":
                cards = tuple(card for _, card in lying)
                finished.append(Trick(lying[0][0], cards, event.seat))
                lying = []
        return tuple(finished)

    @cached_property
    def lying(self) -> tuple[tuple[int, str], ...]:
        """The cards of the trick that is going on, as (seat, card)."""
        cards: list[tuple[int, str]] = []
        for event in reversed(self.events):
            if event.kind == "trick":
                break
            if event.kind == "play":
                cards.append((event.seat, event.what[0]))
        return tuple(reversed(cards))

    def heard(self, kind: str) -> tuple[tuple[int, str], ...]:
        """All that was said or done of one kind, as (seat, word)."""
        return tuple(
            (event.seat, word)
            for event in self.events
            if event.kind == kind
            for word in event.what
        )

    def facts(self) -> dict[str, object]:
        """Everything that this view shows, in plain values: views are alike if these are."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seat": self.seat,
            "dealer": self.dealer,
            "carried": self.carried,
            "events": [(e.kind, e.seat, e.what, e.moves) for e in self.events],
            "waiting": None if self.waiting is None else msgspec.structs.astuple(self.waiting),
            "choices": None if self.decision is None else self.decision.options,
            "asides": self.asides,
            "hand": self.hand,
            "result": None if self.result is None else repr(self.result),
        }


def _own_question(decision: Decision, seat: int | None) -> Decision | None:
    """What a seat is asked, without what there is for others to choose from."""
    if not decision.others:
        return decision if decision.seat == seat else None
    own = decision.to(seat)
    return None if own is None else msgspec.structs.replace(own, others=())


def _waiting_for(decision: Decision) -> Waiting:
    others = tuple(own.seat for own in decision.others)
    return Waiting(decision.seat, decision.kind, decision.clause, others)


def not_offered(choice: str, decision: Decision) -> Refusal:
    """Say that a word is not among the choices, for decisions that explain no further."""
    sentence: Text = text(
        "“{choice}” cannot be chosen now. Choose one of: {options}.",
        choice=choice,
        options=", ".join(decision.options),
    )
    return Refusal(decision.clause, sentence)


def cards_of(plain: int, tarocks: int) -> frozenset[str]:
    """Give the cards of two words as a set of codes."""
    return frozenset(codes_in(plain, tarocks))
