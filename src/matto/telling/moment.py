"""A deal at a moment through somebody's eyes: what every replay shows.

Through the eyes of a seat a moment shows what that seat saw at that moment and no more, so that
one can ask what one would have done. With open cards it shows everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

import msgspec

from matto.engine.events import ALL
from matto.engine.run import Run
from matto.engine.view import View

OPEN: Final = "open"
ONLOOKER: Final = "onlooker"
"""Eyes that are no seat's: all cards open, and those of somebody who looks on."""

Eyes = int | Literal["open", "onlooker"]

PLAY = "play"


class Moment:
    """A deal after so many actions, through somebody's eyes."""

    def __init__(self, whole: Run, at: int, eyes: Eyes) -> None:
        self.whole = whole
        self.at = at
        self.eyes = eyes
        self.run = whole.fork(at)

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes the deal is seen, if it is one."""
        return self.eyes if isinstance(self.eyes, int) else None

    @cached_property
    def view(self) -> View:
        return seen_through(self.run, self.eyes)

    @cached_property
    def told_before(self) -> int:
        """How many events of the view were seen before the last action."""
        if not self.at:
            return 0
        return len(seen_through(self.whole.fork(self.at - 1), self.eyes).events)

    @property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        """The hands that the eyes see, by seat: their own, or all with open cards."""
        seats = [self.eyes] if isinstance(self.eyes, int) else range(self.run.game.seats)
        return {} if self.eyes == ONLOOKER else {one: self.run.view(one).hand for one in seats}


def seen_through(run: Run, eyes: Eyes) -> View:
    """What somebody has seen of a deal as far as it has gone."""
    if eyes == OPEN:
        events = [msgspec.structs.replace(event, seen_by=ALL) for event in run.events]
        return View(run.setup, events, None, None, (), run.result)
    return run.view(eyes if isinstance(eyes, int) else None)


def ends_of_tricks(run: Run) -> tuple[int, ...]:
    """The moments at which a trick has been won, after the start and before the end."""
    again = run.fork(0)
    found = [0]
    tricks = 0
    for place, action in enumerate(run.actions, start=1):
        again.act(action)
        if len(again.table.tricks) > tricks:
            tricks = len(again.table.tricks)
            found.append(place)
    if found[-1] != len(run.actions):
        found.append(len(run.actions))
    return tuple(found)


def after_trick(ends: Sequence[int], at: int) -> int:
    """The moment at which the trick that is going on, or the next one, has been won."""
    return next((end for end in ends if end > at), ends[-1])


def first_card(run: Run) -> int:
    """The moment before the first card is played; the end where none was."""
    places = (place for place, action in enumerate(run.actions) if action.kind == PLAY)
    return next(places, len(run.actions))
