"""A position: a run somewhere in a deal with all that the checks know of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matto.engine.run import Run
from matto.engine.table import Decision, Event, Waiting
from matto.testing.expected import Expected
from matto.testing.knowledge import Knowledge
from matto.testing.places import Places
from matto.testing.player import Player


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

    @cached_property
    def knowledge(self) -> Knowledge:
        """Which cards each seat has rightly seen so far."""
        return Knowledge(self.run.setup, self.expected.shows)

    @cached_property
    def places(self) -> Places:
        """Where the cards are."""
        return Places(self.run.setup)

    @cached_property
    def viewers(self) -> Sequence[int | None]:
        """All seats and the onlookers."""
        return (*range(self.run.game.seats), None)

    def news(self) -> Sequence[Event]:
        """What has happened since the last step."""
        return self.run.events[len(self.knowledge.told) :]


def facts(run: Run, viewers: Iterable[int | None]) -> list[dict[str, object]]:
    """What the views show."""
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
    """Who is asked what, as all may know: seat, kind, clause, and who else may answer."""
    asked = run.decision
    if asked is None:
        return None
    return Waiting(asked.seat, asked.kind, asked.clause, tuple(q.seat for q in asked.others))
