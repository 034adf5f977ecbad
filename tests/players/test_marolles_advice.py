"""Rules of thumb of Marolles: what pays by being shown is not laid away."""

from __future__ import annotations

import pytest

from helpers import start
from matto.engine.run import Run
from matto.players import make_bot

DEALER = 2
TRUMPS = "T18 T17 T15 T13 T10 T9 T8 T7"


def laid_away(hand: str) -> list[str]:
    """What the bot lays away as the dealer, who has four cards too many."""
    run = start("marolles", {DEALER: hand}, dealer=DEALER)
    laid = []
    while run.decision is not None and run.decision.kind == "discard":
        choice = by_rule(run)
        if run.decision.seat == DEALER:
            laid.append(choice)
        run.do(choice)
    return laid


def by_rule(run: Run) -> str:
    assert run.decision is not None
    return make_bot("rule", run.game, "thumb").choose(run.view(run.decision.seat))


@pytest.mark.clause("marolles 3.18")
def test_four_cavaliers_are_kept_where_other_cards_can_be_laid_away() -> None:
    hand = f"SQ SC S10 S8 S5 CQ CC CJ C5 BQ BC BJ B7 DC DA D2 {TRUMPS}"
    assert laid_away(hand)
    assert not {"SC", "CC", "BC", "DC"}.intersection(laid_away(hand))


@pytest.mark.clause("marolles 3.17")
def test_the_honneurs_of_a_suit_are_kept_together() -> None:
    hand = f"SQ S10 S8 S5 CK CQ CC CJ C5 BQ BC BJ B7 DC DA D2 {TRUMPS}"
    assert not {"CQ", "CC", "CJ"}.intersection(laid_away(hand))


def test_three_cavaliers_do_not_keep_each_other() -> None:
    hand = f"SQ S10 S8 S5 CQ CC CJ C5 C6 BQ BC BJ B7 DC DA D2 {TRUMPS}"
    assert {"BQ", "BC"} <= set(laid_away(hand))
