"""What lies on the table: the trick, the one before it, the talon, the stock, the pot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from markupsafe import Markup

from matto.engine.events import ALL, NO_MOVE, Event
from matto.engine.table import View
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.seats import places
from matto.telling.story import best_of

DEALS_KEPT = 2048
SHOWN_TALON = frozenset({"talon", "bottom card"})


class Laid(msgspec.Struct, frozen=True):
    """A card of a trick, toward the seat that played it; `best` takes the trick so far."""

    seat: int
    name: str
    place: str
    card: str
    face: Markup
    spoken: Markup
    best: bool


class Lying(msgspec.Struct, frozen=True):
    """A trick as it lies: its number, its cards, and who takes it once it is `done`."""

    number: int
    cards: tuple[Laid, ...]
    done: bool = False
    winner: int | None = None

    @property
    def to(self) -> str:
        """The place of who takes it."""
        return next(laid.place for laid in self.cards if laid.best)


class Over(msgspec.Struct, frozen=True):
    """What lies over: cards seen (`alone`: by the viewer only), how many unseen (`down`)."""

    seen: tuple[str, ...]
    alone: bool
    down: int
    stock: int | None


def lying_of(context: PageContext) -> Lying | None:
    """The trick that is going on; else the last one, which lies there until the next card."""
    view = context.view
    if view is None:
        return None
    if view.lying:
        best = best_of(view, view.lying)
        return Lying(len(view.tricks) + 1, _laid(context, view.lying, best), winner=best)
    return last_trick_of(context)


def last_trick_of(context: PageContext) -> Lying | None:
    """The last finished trick."""
    view = context.view
    if view is None or not view.tricks:
        return None
    last = view.tricks[-1]
    cards = tuple(last.by_seat(view.seats))
    return Lying(len(view.tricks), _laid(context, cards, last.winner), True, last.winner)


def _laid(
    context: PageContext, cards: Sequence[tuple[int, str]], best: int | None
) -> tuple[Laid, ...]:
    own = context.table_view.seat or 0
    placed = places(context.seats, own, context.table_view.game.direction)
    return tuple(
        Laid(
            seat=seat,
            name=context.names[seat],
            place=placed[seat],
            card=card,
            face=context.faces.face(card),
            spoken=context.read_out(card),
            best=seat == best,
        )
        for seat, card in cards
    )


@lru_cache(maxsize=DEALS_KEPT)
def dealt_of(beside_play: tuple[Event, ...]) -> str:
    """The packets of the deal as they came: each seat with how many cards, and one's own.

    Such as `1:5 2:5 0:2:SK.B3`: whoever sees a packet's cards is told them, and nobody else.
    """
    packets: list[str] = []
    seen: dict[int, tuple[str, ...]] = {}
    for event in beside_play:
        if event.kind == "dealt":
            seen[event.seat] = event.what
        elif event.kind == "packet":
            own = ".".join(seen.pop(event.seat, ()))
            packets.append(f"{event.seat}:{event.what[0]}" + (f":{own}" if own else ""))
    return " ".join(packets)


def over_of(context: PageContext) -> Over | None:
    """What lies over and has not been taken; None if there is nothing."""
    view = context.view
    if view is None or view.result is not None:
        return None
    shown, alone, taken = _shown_talon(view)
    stock = _stock(view)
    talon = (
        0
        if stock is not None
        else context.table_view.game.dealing(context.table_view.options).talon
    )
    down = max(0, talon - taken - len(shown))
    if not shown and not down and stock is None:
        return None
    return Over(view.pack.sort(shown), alone, down, stock)


def _shown_talon(view: View) -> tuple[set[str], bool, int]:
    """The talon's cards that the viewer sees, whether he alone does, how many are taken."""
    shown: set[str] = set()
    alone, taken = False, 0
    for event in view.beside_play:
        if event.kind in SHOWN_TALON:
            shown = set(event.what)
            alone = event.seen_by != ALL
        elif event.kind == "takes talon":
            taken += int(event.what[0])
            shown.clear()
        elif shown and event.moves != NO_MOVE:
            shown.difference_update(event.what)
    return shown, alone, taken


def _stock(view: View) -> int | None:
    """How many cards may still be drawn, in a game with a stock."""
    laid_down = [int(count) for _, count in view.heard("stock")]
    return sum(laid_down) - len(view.heard("draws")) if laid_down else None
