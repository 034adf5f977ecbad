"""What the call of a court proves where it follows from the caller's hand.

See `matto.blocks.shortest_suit_call`. How long the called suit is in his hand, and with which
courts, is one case among many; in each of them every other suit is bound for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from matto.blocks.shortest_suit_call import COINS, COURTS
from matto.engine.cards import SUITS
from matto.engine.options import Options
from matto.engine.table import Event, View
from matto.inference.constraint import (
    EITHER,
    Constraint,
    Counted,
    Forbidden,
    Holds,
    Inference,
    OneOf,
    Part,
    exactly,
)
from matto.inference.constraints.shared import from_others

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
        """How many cards of it he holds."""
        return len(self.courts) + self.pips

    def goes_before(self, suit: str, held: tuple[str, ...], pips: int) -> bool:
        """Tell whether it may be called though he holds such another suit."""
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
    """Who calls a court may call no other: his hand has the shortest suits, and so on.

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
    """What another suit may be like."""
    courts = tuple(Part(seat, frozenset({suit + rank}), 1) for rank in COURTS)
    pips = Part(seat, _pips(view, suit), called.length + 1)

    def fits(had: tuple[int, ...]) -> bool:
        held = tuple(rank for rank, has in zip(COURTS, had[:-1], strict=True) if has)
        return called.goes_before(suit, held, had[-1])

    return Counted((*courts, pips), at, fits)
