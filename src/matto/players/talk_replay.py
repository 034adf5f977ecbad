"""Talk replay: what others have said is compared with what they would say in a world."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from matto.engine.cards import NUMBER
from matto.engine.run import SAY, Run
from matto.inference import Following, OtherView
from matto.players.ranking import Advisor

PLAY, DISCARD = "play", "discard"

T = TypeVar("T")

SHOWN = frozenset({"declare"})
"""Questions whose answers prove cards: worlds have them already, and silence tells little."""

Word = tuple[int, str, int]
"""A seat, a kind of question, and how many of that kind it had answered before."""


def has_been_said(run: Run, viewer: int | None) -> bool:
    """Tell whether others have said anything by which their cards may be judged."""
    return any(
        _tells(action.kind, action.choice) and action.seat != viewer and len(offered) > 1
        for action, offered in zip(run.actions, run.offered, strict=True)
    )


def has_laid_away(run: Run, viewer: int | None) -> bool:
    """Tell whether others have laid cards away unseen."""
    return any(action.kind == DISCARD and action.seat != viewer for action in run.actions)


class TalkNotes:
    """Notes of what others said up to the first card in a world, and what they laid away.

    `fits`: whether each word is what the rule of thumb would have said with those cards.
    `laid_away`: the cards by number, of each seat.
    """

    def __init__(self, viewer: int | None, advisor: Advisor) -> None:
        self.viewer = viewer
        self.advisor = advisor
        self.fits: dict[Word, bool] = {}
        self.laid_away: dict[int, list[int]] = {}
        self._answered: dict[tuple[int, str], int] = {}

    def __call__(self, run: Run, seat: int, kind: str, choice: str) -> None:
        """Take note of an answer; the run still stands before it."""
        if seat == self.viewer:
            return
        if kind == DISCARD and choice in NUMBER:
            self.laid_away.setdefault(seat, []).append(NUMBER[choice])
        elif _tells(kind, choice):
            before = self._answered.get((seat, kind), 0)
            self._answered[seat, kind] = before + 1
            self.fits[seat, kind, before] = self.advisor(run.view(seat)) == choice


def replayed(
    viewer: int | None, advisor: Advisor, play_again: Callable[[Following], T]
) -> tuple[TalkNotes, T] | None:
    """Play a world again and take notes; gives the notes, and what the playing gives.

    Others lay away what the advisor says, unless they cannot have laid that away; None if they
    cannot have laid away either what they have in the world.
    """
    notes = TalkNotes(viewer, advisor)
    with suppress(OtherView):
        return notes, play_again(Following(notes, advisor))
    notes = TalkNotes(viewer, advisor)
    with suppress(OtherView):
        found = play_again(Following(notes))
        notes.laid_away.clear()
        return notes, found
    return None


def _tells(kind: str, choice: str) -> bool:
    return kind != SAY and kind not in SHOWN and choice not in NUMBER
