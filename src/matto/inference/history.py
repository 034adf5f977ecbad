"""What one seat has seen happen to the cards: who took, gave, laid away how many, and when.

All moments are numbers of events of the view: a moment is just before its event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matto.engine.game import Game
from matto.engine.table import OUT_OF_HAND, Event, View
from matto.inference.constraint import Constraint, Holds

SHOWN = frozenset({"shown", "shows", "turned up"})
"""Events by which a seat's cards are seen while they stay where they are."""


@dataclass(frozen=True)
class Gift:
    """A card that one seat gave another unseen, after it had been given `demanded`."""

    at: int
    giver: int
    taker: int
    demanded: str
    choices: int


@dataclass
class SeatHistory:
    """The cards as far as one seat has followed them.

    `hand` and `away` are how many cards each seat holds and has laid away, `coming` how many it
    will still be dealt. `talon` are the cards known to lie over, `over` how many lie there.
    """

    game: Game
    view: View
    hand: list[int] = field(init=False)
    away: list[int] = field(init=False)
    coming: list[int] = field(init=False)
    over: int = field(init=False)
    seen: set[str] = field(init=False)
    talon: list[str] = field(default_factory=list)
    first_talon: tuple[str, ...] = ()
    bottom: str = ""
    taken: tuple[int, int] | None = None
    laid_away_at: dict[int, int] = field(default_factory=dict)
    dealt_at: list[tuple[int, int, int]] = field(default_factory=list)
    left: list[tuple[int, int, str]] = field(default_factory=list)
    entered: list[tuple[int, int, str]] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    own_away: list[str] = field(default_factory=list)
    gifts: list[Gift] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = self.view.seats
        self.seat = -1 if self.view.seat is None else self.view.seat
        self.hand, self.away = [0] * seats, [0] * seats
        self.coming = list(self.game.hand_sizes(self.view.options, self.view.dealer))
        self.over = self.game.dealing(self.view.options).talon
        self.seen = set()
        for index, event in enumerate(self.view.events):
            take = _FOLLOWED.get(event.kind)
            if take is not None:
                take(self, index, event)
            elif event.kind in SHOWN:
                played = {card for _, seat, card in self.left if seat == event.seat}
                self._held(event.seat, frozenset(event.what) - played, index)
        self.seen |= {*self.view.hand, *self.own_away, *self.talon}
        elsewhere = self._elsewhere()
        self.seen |= {card for _, _, card in self.left if card not in elsewhere}

    def _elsewhere(self) -> frozenset[str]:
        """Cards that were handed over and are not played: they left one hand for another."""
        played = {event.what[0] for event in self.view.events if event.kind == "play"}
        return frozenset(card for _, _, card in self.entered) - played

    # -- what happens --------------------------------------------------------------------

    def _packet(self, index: int, event: Event) -> None:
        size = int(event.what[0])
        self.dealt_at.append((index, event.seat, size))
        self.hand[event.seat] += size
        self.coming[event.seat] -= size

    def _see_talon(self, _index: int, event: Event) -> None:
        self.first_talon = self.first_talon or event.what
        self.talon = list(event.what)

    def _see_bottom(self, _index: int, event: Event) -> None:
        self.bottom = event.what[0]
        self.talon = self.talon or [self.bottom]

    def _take_talon(self, index: int, event: Event) -> None:
        self.taken = index, event.seat
        self.hand[event.seat] += self.over
        known = self.talon if event.seat != self.seat else ()
        self._arrive(event.seat, known, index)
        self.over, self.talon = 0, []

    def _takes(self, index: int, event: Event) -> None:
        if self.is_talon(index):
            return
        self.hand[event.seat] += len(event.what)
        self._arrive(event.seat, event.what, index)
        for card in event.what:
            if card in self.talon:
                self.talon.remove(card)
                self.over -= 1

    def _draws(self, index: int, event: Event) -> None:
        self.hand[event.seat] += 1
        self.over -= 1
        self.drawn += event.what
        if event.what[0] == self.bottom:
            self.talon = []
        self._arrive(event.seat, event.what, index)

    def _arrive(self, seat: int, cards: Iterable[str], index: int) -> None:
        for card in cards:
            self.entered.append((index, seat, card))
        self._held(seat, cards, index + 1)

    def _held(self, seat: int, cards: Iterable[str], at: int) -> None:
        if seat != self.seat and cards:
            self.constraints.append(Holds(seat, frozenset(cards), at))

    def _leaves(self, index: int, event: Event) -> None:
        if event.moves == OUT_OF_HAND:
            self.hand[event.seat] -= len(event.what)
            self.left += [(index, event.seat, card) for card in event.what]

    def _lays_open(self, index: int, event: Event) -> None:
        self._leaves(index, event)
        self.talon += event.what
        self.over += len(event.what)

    def _lays_away(self, _index: int, event: Event) -> None:
        self.hand[event.seat] -= len(event.what)
        self.away[event.seat] += len(event.what)
        self.own_away += event.what

    def _has_laid_away(self, index: int, event: Event) -> None:
        self.laid_away_at[event.seat] = index
        if event.seat != self.seat:
            self.hand[event.seat] -= int(event.what[0])
            self.away[event.seat] += int(event.what[0])

    def _has_given(self, index: int, event: Event) -> None:
        """A card has changed hands; who saw it has seen it go already."""
        giver, taker = event.seat, int(event.what[0])
        if self.seat in {giver, taker}:
            return
        self.hand[giver] -= 1
        self.hand[taker] += 1
        demanded = next(card for at, seat, card in reversed(self.left) if seat == taker)
        self.gifts.append(Gift(index, giver, taker, demanded, self.hand[taker]))

    def is_talon(self, index: int) -> bool:
        """Tell whether an event is the seat's own look at the talon that it takes."""
        following = self.view.events[index + 1 : index + 2]
        return bool(following) and following[0].kind == "takes talon"

    # -- looking back --------------------------------------------------------------------

    def entered_since(self, seat: int, at: int) -> frozenset[str]:
        """The cards that are known to have come into a hand since a moment."""
        return frozenset(
            card for index, own, card in self.entered if own == seat and index >= at
        )

    def left_since(self, seat: int, at: int) -> frozenset[str]:
        """The cards that have been seen to leave a hand since a moment, and were in it then."""
        gone: set[str] = set()
        came: set[str] = set()
        moves = [(i, 1, s, c) for i, s, c in self.left] + [
            (i, 0, s, c) for i, s, c in self.entered
        ]
        for index, leaves, own, card in sorted(moves):
            if own == seat and index >= at:
                if not leaves:
                    came.add(card)
                elif card not in came:
                    gone.add(card)
        return frozenset(gone)

    def came_from(self, card: str, seat: int, at: int) -> bool:
        """Tell whether a card that is seen now was in a hand at a moment."""
        index, own = self.left_from(card, at)
        return own == seat or any(
            (gift.giver, gift.taker) == (seat, own) and at <= gift.at < index
            for gift in self.gifts
        )

    def left_from(self, card: str, at: int) -> tuple[int, int]:
        """When a card has first been seen to leave a hand since a moment, and which; or -1."""
        ways = self._ways_of.get(card, ())
        return next((way for way in ways if way[0] >= at), (-1, -1))

    @cached_property
    def _ways_of(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """When each card that has left a hand has left which."""
        ways: dict[str, list[tuple[int, int]]] = {}
        for index, seat, card in self.left:
            ways.setdefault(card, []).append((index, seat))
        return ways

    def dealt_by(self, seat: int, at: int) -> int:
        """How many cards a seat had been dealt at a moment."""
        return sum(size for index, own, size in self.dealt_at if own == seat and index < at)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that lie in a place the seat does not see, in order of the pack."""
        return tuple(card for card in self.view.pack.codes if card not in self.seen)


_FOLLOWED: Mapping[str, Callable[[SeatHistory, int, Event], None]] = {
    "packet": SeatHistory._packet,
    "talon": SeatHistory._see_talon,
    "bottom card": SeatHistory._see_bottom,
    "takes talon": SeatHistory._take_talon,
    "takes": SeatHistory._takes,
    "draws": SeatHistory._draws,
    "play": SeatHistory._leaves,
    "gives": SeatHistory._leaves,
    "lays open": SeatHistory._lays_open,
    "laid away": SeatHistory._lays_away,
    "has laid away": SeatHistory._has_laid_away,
    "has given": SeatHistory._has_given,
}
