"""A first deal for newcomers: chosen cards, and steps that are told as they come up.

A lesson is data of a game. Which step is told follows from what the learner's view has shown:
nothing is kept for it, so that a deal that is looked at again tells the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from matto.engine.cards import FOOL, TRUMP_SUIT
from matto.engine.events import INTO_HAND, OUT_OF_HAND, Deal
from matto.engine.view import View

__all__ = ["Lesson", "LessonStep", "Situation", "step_of"]


@dataclass(frozen=True)
class Situation:
    """What the learner is asked for a card: what lies there, and what his hand holds.

    `led` is the suit of the first card, empty where he leads or the Fool lies there.
    """

    hand: frozenset[str]
    led: str
    holds_led: bool
    holds_trumps: bool
    leads: bool
    tricks: int

    @property
    def must_trump(self) -> bool:
        """Tell whether a plain suit has been led that he lacks, and he has trumps."""
        return bool(self.led) and not self.holds_led and self.holds_trumps


@dataclass(frozen=True)
class LessonStep:
    """One thing to learn, in a sentence or two: its title, its clause, and when it is told."""

    title: str
    says: str
    clause: str
    when: Callable[[Situation], bool]


@dataclass(frozen=True)
class Lesson:
    """The cards of a first deal, who deals, where the learner sits, and what he is told.

    `steps` are told while he plays, each once, at the first moment that fits and at one moment
    no more than one; the `last` when the deal is over.
    """

    deal: Deal
    dealer: int
    learner: int
    steps: Sequence[LessonStep]
    last: LessonStep

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self.steps) + 1

    def is_played_in(self, view: View) -> bool:
        """Tell whether a view is the learner's in this very deal."""
        own = [card for seat, card in view.heard("dealt") if seat == self.learner]
        dealt = set(self.deal.hands[self.learner])
        return view.seat == self.learner and len(own) == len(dealt) and dealt == set(own)


def step_of(lesson: Lesson, view: View) -> tuple[int, LessonStep] | None:
    """The number of the step that is told now, from 1, and the step; None for another deal."""
    if not lesson.is_played_in(view):
        return None
    if view.result is not None:
        return lesson.length, lesson.last
    left, told = list(lesson.steps), None
    for situation in _situations(view):
        found = next((step for step in left if step.when(situation)), None)
        if found is not None:
            left.remove(found)
            told = found
    return None if told is None else (lesson.length - 1 - len(left), told)


def _situations(view: View) -> Iterator[Situation]:
    """Each moment at which the learner was asked for a card, and the one at which he is."""
    hand: set[str] = set()
    lying: list[str] = []
    tricks = 0
    for event in view.events:
        if event.kind == "play" and event.seat == view.seat:
            yield _situation(view, frozenset(hand), lying, tricks)
        if event.seat == view.seat and event.moves == INTO_HAND:
            hand.update(event.what)
        elif event.seat == view.seat and event.moves == OUT_OF_HAND:
            hand.difference_update(event.what)
        if event.kind == "play":
            lying.append(event.what[0])
        elif event.kind == "trick":
            tricks, lying = tricks + 1, []
    if view.decision is not None and view.decision.kind == "play":
        yield _situation(view, frozenset(hand), lying, tricks)


def _situation(
    view: View, hand: frozenset[str], lying: Sequence[str], tricks: int
) -> Situation:
    suit_of = view.pack.suit_of
    suits = {suit_of(card) for card in hand if card != FOOL}
    led = suit_of(lying[0]) if lying and lying[0] != FOOL else None
    return Situation(
        hand=hand,
        led="" if led is None else str(led),
        holds_led=led in suits,
        holds_trumps=TRUMP_SUIT in suits,
        leads=not lying,
        tricks=tricks,
    )
