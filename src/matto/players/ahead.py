"""What a choice brings: made in a sampled world, talked on, and the cards played out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from matto.engine.run import Run
from matto.players.ranking import Advisor
from matto.players.talk_replay import PLAY

Payoff = Callable[[Run, int], float]
"""What a seat gets from a deal whose cards are to be played now."""


class Deals(Protocol):
    """Deals that may be, to try choices in."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def run(self, number: int) -> Run:
        """The deal in one of them, at the question that a bot was asked."""
        ...


def talked_on(run: Run, advisors: Sequence[Advisor]) -> None:
    """Let rules of thumb answer for every seat until a card is to be played."""
    while (asked := run.decision) is not None and asked.kind != PLAY:
        run.do(advisors[asked.seat](run.view(asked.seat)))


class Ahead:
    """Looks ahead from one question of one seat, in the same worlds for all choices."""

    def __init__(
        self,
        deals: Deals,
        seat: int,
        advisors: Sequence[Advisor],
        payoff: Payoff,
    ) -> None:
        self._deals = deals
        self._seat = seat
        self._advisors = advisors
        self._payoff = payoff

    def value(self, choice: str, world: int) -> float:
        """What a choice brings its seat in a world."""
        run = self._deals.run(world % len(self._deals))
        run.do_as(self._seat, choice)
        talked_on(run, self._advisors)
        if run.result is not None:
            return float(run.result.scores[self._seat])
        return self._payoff(run, self._seat)
