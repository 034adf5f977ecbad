"""Positions in which the right word or card is beyond doubt: whoever thinks must find it."""

from __future__ import annotations

import random

import pytest

from helpers import do, start
from matto.engine.run import Run
from matto.players import make_bot
from mineo_3_tables import SWEEP, SWEEP_TALON, TO_PAUSE_4, begin, playing
from mitigatti_deals import FOUR, IN_ORDER, THREE, WINNER, ready

each = pytest.mark.parametrize("name", ("strong", "pimc"))


def choice(name: str, run: Run) -> str:
    """What a bot chooses for the seat that is asked."""
    assert run.decision is not None
    return make_bot(name, run.game, "doubt").choose(run.view(run.decision.seat))


@pytest.mark.slow
@each
def test_who_has_all_trumps_goes_alone(name: str) -> None:
    run = do(begin(SWEEP, SWEEP_TALON), TO_PAUSE_4)
    while run.decision is not None and run.decision.seat != 2:
        run.do("passo")
    assert choice(name, run) == "vado_solo"


@pytest.mark.slow
@each
def test_who_has_five_cards_of_nothing_does_not_go_alone(name: str) -> None:
    hands = {1: "S9 S7 C9 B9 D9", 2: "T20 T19 T18 T17 T16", 0: "T15 T14 T13 T12 T11"}
    run = begin(hands, "S5 S6 C5")
    assert "vado_solo" in run.view(1).decision.options  # type: ignore[union-attr]
    assert choice(name, run) != "vado_solo"


def two_cards_left() -> Run:
    """Seat 1 leads and holds the highest trump and a loser; the last trick is paid for."""
    run, chance = playing(), random.Random(4)
    while len(run.view(1).hand) > 2 or run.decision is None or run.decision.seat != 1:
        assert run.decision is not None
        kept = {"T18", "S8"} if run.decision.seat == 1 else set[str]()
        run.do(chance.choice([c for c in run.decision.options if c not in kept]))
    assert set(run.view(1).hand) == {"T18", "S8"}
    assert not {"T19", "T20"} & {card for seat in (0, 2) for card in run.view(seat).hand}
    return run


@pytest.mark.slow
@each
def test_the_highest_trump_is_kept_for_the_last_trick(name: str) -> None:
    assert choice(name, two_cards_left()) == "S8"


@pytest.mark.slow
@each
@pytest.mark.parametrize("game_id", [THREE, FOUR])
def test_the_pagat_is_kept_for_the_last_trick_when_no_trump_is_left(
    game_id: str, name: str
) -> None:
    run, order = ready(game_id, {1: WINNER[game_id]}), IN_ORDER[game_id].split()
    while run.decision is not None:
        asked = run.decision
        if asked.seat == 1 and set(asked.options) == {"T6", "T1"}:
            break
        wished = order if asked.seat == 1 and asked.kind == "play" else []
        run.do(next((card for card in wished if card in asked.options), asked.options[-1]))
    assert choice(name, run) == "T6"


@pytest.mark.slow
@each
def test_queens_that_stand_alone_are_laid_away(name: str) -> None:
    """Their Kings would take them; laid away, they count for the dealer."""
    trumps = " ".join(f"T{trump}" for trump in range(2, 13))
    hearts = "CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3 C2 CA"
    run = start("grosstarock", {0: f"{trumps} SQ BQ DQ {hearts}"})
    away = set()
    for _ in range(3):
        card = choice(name, run)
        away.add(card)
        run.do(card)
    assert away == {"SQ", "BQ", "DQ"}
