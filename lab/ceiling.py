"""How much could be won at most? `python lab/ceiling.py --deals 40 --jobs 2`.

A player that cheats in every way sits among players by the rule of thumb: it sees all cards,
and knows what each of the others would answer to anything. At every question it plays the deal
to the end for each choice, with the others as they are and itself by the rule of thumb from
then on, and takes the best. What it gains over the rule of thumb is a yardstick for honest
players, who see their own cards only: nobody can come near it.

As in `lab/strength.py` it sits in every seat of the same deals, and the figures are in σ, the
standard deviation of one seat's result in one deal among players by the rule of thumb.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from matto.arena import FULL, Contest
from matto.arena.deals import Duplicate, duplicate
from matto.arena.estimates import Estimate, in_sigmas
from matto.engine.run import Run
from matto.players.ranking import favourites
from matto.players.rule import RuleBot
from matto.players.seeds import derived
from script import Piece, Script

DEALS = 40
"""So many of each game, unless more are asked for."""

MOST_WORDS = 8
"""Of more words or cards to lay away than these, the likeliest are tried."""

PLAY = "play"
BEGIN = "<!-- the ceiling: written by lab/ceiling.py -->"
END = "<!-- the end of the ceiling -->"


class Dealt(NamedTuple):
    """What a deal tells: the mean gain of the cheat, and the mean square of a result."""

    game: str
    gain: float
    square: float


class Cheat:
    """Sees all cards, and knows what everybody will do."""

    def __init__(self, seat: int, bots: Sequence[RuleBot]) -> None:
        self.seat = seat
        self.bots = bots

    def choose(self, run: Run) -> str:
        """The choice after which this seat fares best, the rule of thumb's own if equal."""
        asked = run.decision
        if asked is None or len(asked.options) == 1:
            return "" if asked is None else asked.options[0]
        most = len(asked.options) if asked.kind == PLAY else MOST_WORDS
        rule = self.bots[self.seat].choose
        choices = favourites(run.view(self.seat), asked, most, rule)
        return max(choices, key=partial(self._brings, run))

    def _brings(self, run: Run, choice: str) -> float:
        ahead = run.fork()
        ahead.do_as(self.seat, choice)
        return results(ahead, self.bots)[self.seat]


def results(run: Run, bots: Sequence[RuleBot], cheat: Cheat | None = None) -> list[float]:
    """Play a deal to its end; gives the scores less their mean."""
    while (asked := run.decision) is not None:
        if cheat is not None and asked.seat == cheat.seat:
            run.do(cheat.choose(run))
        else:
            run.do(bots[asked.seat].choose(run.view(asked.seat)))
    scores = () if run.result is None else run.result.scores
    mean = sum(scores) / len(scores)
    return [score - mean for score in scores]


def play_deal(piece: Piece) -> Dealt:
    """Play a deal once by the rule of thumb, and with the cheat in every seat."""
    contest, number = piece
    deal = duplicate(contest, FULL, number)
    bots = _bots(contest, deal, number)
    usual = results(deal.run(), bots)
    gains = [
        results(deal.run(), bots, Cheat(seat, bots))[seat] - usual[seat]
        for seat in range(deal.game.seats)
    ]
    return Dealt(contest.game, float(np.mean(gains)), float(np.mean(np.square(usual))))


def _bots(contest: Contest, deal: Duplicate, number: int) -> list[RuleBot]:
    key = (contest.seed, "bot", FULL, number)
    return [RuleBot(deal.game, derived(*key, seat)) for seat in range(deal.game.seats)]


def gain_of(dealt: Sequence[Dealt]) -> Estimate | None:
    """The mean gain in σ with its interval."""
    gains = np.array([deal.gain for deal in dealt])
    squares = np.array([deal.square for deal in dealt])
    return in_sigmas(gains, squares)


def table(every: Sequence[Dealt]) -> Iterator[str]:
    """A row for each game."""
    yield "| game | a cheat over `rule` | deals |"
    yield "|---|--:|--:|"
    for game_id in dict.fromkeys(deal.game for deal in every):
        own = [deal for deal in every if deal.game == game_id]
        found = gain_of(own)
        yield f"| `{game_id}` | {spelled(found)} | {len(own)} |"


def spelled(found: Estimate | None) -> str:
    """A mean with its interval."""
    if found is None or found.low is None or found.high is None:
        return "–"
    return f"{found.mean:+.2f} ({found.low:+.2f} … {found.high:+.2f})"


def main() -> int:
    """Measure, and print or write the table; the status is 2 for what cannot be measured."""
    return Script(__doc__ or "", DEALS, FULL, play_deal, table, BEGIN, END).main()


if __name__ == "__main__":
    sys.exit(main())
