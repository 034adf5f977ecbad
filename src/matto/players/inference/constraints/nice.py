"""Constraints from words and deeds in the games of Nice."""

from __future__ import annotations

from collections.abc import Iterator

from matto.blocks.talon import LAID_AWAY
from matto.engine.cards import KINGS, NUMBER
from matto.engine.events import Event
from matto.engine.view import View
from matto.games.nice import EVERY_DECLARATION, LAYING_AWAY, TAROCCHE, TRUMPS_LAID_AWAY
from matto.players.inference.constraints import (
    AWAY,
    EITHER,
    HAND,
    Constraint,
    Forbidden,
    Holds,
    at_least_one,
    exactly,
)
from matto.players.inference.constraints.shared import (
    declared_truly,
    from_others,
    laid_away_by,
    shown_one_by_one,
)


def of_trumps_laid_away(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Yield what the dealer tells, or does not tell, of trumps laid away (3.4)."""
    seat = event.seat
    told = view.events[index + 1 : index + 2]
    word, _, number = (told[0].what[0] if told else "").partition(":")
    if word != TRUMPS_LAID_AWAY:
        yield Forbidden(seat, TAROCCHE, index, AWAY)
    elif number:
        yield exactly(seat, TAROCCHE, int(number), index, AWAY)
    elif shown := frozenset(told[0].what[1:]):
        yield Holds(seat, shown, index, AWAY)
        yield Forbidden(seat, TAROCCHE - shown, index, AWAY)
    else:
        yield at_least_one(seat, TAROCCHE, index, AWAY)


OF_NICE = (
    laid_away_by(LAYING_AWAY),
    from_others("has laid away", of_trumps_laid_away),
    declared_truly(lambda _view, _seat, _at: EVERY_DECLARATION),
    shown_one_by_one(),
)


MITIGATTI_3 = OF_NICE


def calls(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Whoever calls a trump holds all Kings and every higher trump, or has laid it away."""
    seat, card = event.seat, event.what[0]
    where = EITHER if view.options["call_laid_away"] == "passed_over" else HAND  # 3.15
    yield Forbidden(seat, frozenset({card}), index, where)  # 3.12, 3.16
    if card not in KINGS:  # 3.15
        strength = view.pack.strength
        higher = frozenset(
            one for one in TAROCCHE if strength[NUMBER[one]] > strength[NUMBER[card]]
        )
        yield Holds(seat, KINGS, index)
        yield Holds(seat, higher, index, where)


def demands(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Nobody demands a card that he holds or has laid away: 3.8, 3.11."""
    cards = view.pack.cards.intersection(event.what)
    yield Forbidden(event.seat, cards, index, EITHER)


def has_laid_it_away(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """The card demanded lies among those laid away: 3.11."""
    if event.what[0] == LAID_AWAY:
        demanded = next(e.what for e in reversed(view.events[:index]) if e.kind == "demand")
        yield Holds(event.seat, frozenset(demanded), index, AWAY)


MITIGATTI_4 = (
    *OF_NICE,
    from_others("call", calls),
    from_others("demand", demands),
    from_others("says", has_laid_it_away),
)


BY_GAME = {"mitigatti-3": MITIGATTI_3, "mitigatti-4": MITIGATTI_4}
