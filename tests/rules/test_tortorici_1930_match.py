"""Vanto of the 1930s: the pot from deal to deal, and the ledger of a match."""

from __future__ import annotations

import random

import pytest

from helpers import do
from matto.engine.run import Match, Run
from matto.games.sicily.tortorici_1930 import GAME

clause = pytest.mark.clause


@clause("tortorici-1930 5.16", "tortorici-1930 6.2", "tortorici-1930 6.3")
@pytest.mark.parametrize(
    "given", [{}, {"pot_doubled_by": "all"}, {"talon": "shown", "leader": "right_of_soloist"}]
)
def test_ledger_and_pot_together_stay_at_zero_over_a_match(given: dict[str, object]) -> None:
    rng = random.Random(11)
    match = Match(GAME, GAME.resolve(given))
    pots = set()
    for _ in range(60):
        before = dict(match.carried)
        run = match.next_run(seed=rng)
        assert run.setup.carried == before  # the pot of one deal is that of the next
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert run.result is not None
        match.take(run.result)
        assert sum(match.ledger) == -match.carried["pot"]
        pots.add(match.carried["pot"])
    assert {0, 30, 60} <= pots
    assert all(pot % 3 == 0 for pot in pots)


@clause("tortorici-1930 6.2", "tortorici-1930 5.8", "tortorici-1930 5.9")
def test_a_pot_grows_until_a_vanto_takes_it_and_is_then_filled_again() -> None:
    match = Match(GAME)
    known: list[int] = []
    for wins in (False, True, True):
        while True:
            run = vanto_of_the_forehand(match, seed=len(known))
            assert run.result is not None
            last = run.table.tricks[-1].winner
            if (last == (run.setup.dealer + 1) % 3) is wins:
                match.take(run.result)
                known.append(match.carried["pot"])
                break
            known.append(-1)
    assert [pot for pot in known if pot >= 0] == [60, 0, 0]


def vanto_of_the_forehand(match: Match, seed: int) -> Run:
    """A deal in which the forehand goes solo and announces vanto."""
    run = do(match.next_run(seed=seed), "solo_da_cinque silence silence silence")
    rng = random.Random(seed)
    while run.decision is not None:
        options = run.decision.options
        run.do("vanto" if "vanto" in options else rng.choice(options))
    return run
