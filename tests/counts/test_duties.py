"""Whole deals in which duties beyond following suit hold, against the clauses card by card."""

from __future__ import annotations

import random

import pytest

from counts import naive
from matto.engine.run import Run
from matto.games import game

GAME_ID = "calatafimi-3"
DEALS = 40


def differences(seed: int) -> tuple[list[str], int]:
    """Where the engine offers other cards than the clauses; how often a duty bound somebody."""
    rng = random.Random(seed)
    run = Run.shuffled(game(GAME_ID), seed=rng, dealer=seed % 3)
    run.do("tengo")
    rules = naive.rules_of(GAME_ID, run.options)
    found, bound = [], 0
    while run.decision is not None:
        if run.decision.kind == "play":
            hand = frozenset(run.table.hand(run.decision.seat))
            trick = [card for _, card in run.view(None).lying]
            led = frozenset(trick.cards[0][0] for trick in run.table.tricks)
            free = rules.may_play(hand, trick)
            may = rules.due(free, trick, led)
            bound += free != may
            if set(run.decision.options) != may:
                found.append(f"{sorted(hand)} to {trick}: {run.decision.options}")
        run.do(rng.choice(run.decision.options))
    return found, bound


@pytest.mark.clause(f"{GAME_ID} 4.12", f"{GAME_ID} 4.18")
def test_engine_and_clauses_offer_the_same_cards_in_whole_deals() -> None:
    often = 0
    for seed in range(DEALS):
        found, bound = differences(seed)
        assert not found
        often += bound
    assert often > DEALS  # the duties did bind somebody


def test_a_duty_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matto.blocks.play.DutifulTrick.dutiful", lambda self, may, lying: may)
    assert any(differences(seed)[0] for seed in range(5))
