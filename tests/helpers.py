"""What tests of rules share: deals made by hand, questions and refusals in words, outcomes."""

from collections.abc import Iterable, Mapping

from matto.engine.cards import Pack
from matto.engine.events import Decision, Result
from matto.engine.outcome import counted, outcome_of
from matto.engine.run import Run
from matto.engine.scoring import LOTS
from matto.research.testing.by_hand import deal_with, do, outcome, play_on, start

__all__ = [
    "asked",
    "deal_with",
    "decision_of",
    "do",
    "finished_pile",
    "lot_points",
    "options",
    "outcome",
    "play_by",
    "play_on",
    "refused",
    "result_of",
    "seen",
    "start",
]


def decision_of(run: Run) -> Decision:
    """The question that waits; fails at the end of a deal."""
    assert run.decision is not None
    return run.decision


def result_of(run: Run) -> Result:
    """What a deal has brought; fails before its end."""
    assert run.result is not None
    return run.result


def asked(run: Run) -> tuple[int, str]:
    """Who is asked for what."""
    return decision_of(run).seat, decision_of(run).kind


def options(run: Run) -> tuple[str, ...]:
    """What there is to choose from."""
    return decision_of(run).options


def refused(run: Run, choice: str) -> str:
    """The clause by which a choice is refused, `""` if it is legal."""
    refusal = run.why_not(choice)
    return "" if refusal is None else refusal.clause


def seen(run: Run, seat: int | None) -> set[str]:
    """Every word of every event that a seat (or an onlooker) sees."""
    return {word for event in run.view(seat).events for word in event.what}


def play_by(run: Run, orders: Mapping[int, str], tricks: int | None = None) -> Run:
    """Play, each seat taking the first legal card of its order, else the first legal one."""
    while run.decision is not None and (tricks is None or len(run.table.tricks) < tricks):
        may = run.decision.options
        order = orders.get(run.decision.seat, "").split()
        run.do(next((card for card in order if card in may), may[0]))
    return run


def lot_points(pile: Iterable[str], pack: Pack) -> int:
    """Count a pile in lots of three."""
    return counted([pack.value_of[card] for card in pile], LOTS)


def finished_pile(run: Run, seat: int) -> set[str]:
    """What counts for a seat at the end: its tricks, its Fool, the dealer's open cards."""
    return set(outcome_of(run.table).piles[seat])
