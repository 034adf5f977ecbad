"""What tests of rules share: deals made by hand, actions written as words, outcomes."""

from collections.abc import Iterable

from matto.engine.cards import Pack
from matto.engine.outcome import counted, outcome_of
from matto.engine.run import Run
from matto.engine.scoring import LOTS
from matto.research.testing.by_hand import deal_with, do, outcome, play_on, start

__all__ = ["deal_with", "do", "finished_pile", "lot_points", "outcome", "play_on", "start"]


def lot_points(pile: Iterable[str], pack: Pack) -> int:
    """Count a pile in lots of three."""
    return counted([pack.value_of[card] for card in pile], LOTS)


def finished_pile(run: Run, seat: int) -> set[str]:
    """What counts for a seat at the end: its tricks, its Fool, the dealer's open cards."""
    return set(outcome_of(run.table).piles[seat])
