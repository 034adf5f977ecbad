"""Rules of thumb of Mitigatti: sensible in each phase, never absurd."""

from __future__ import annotations

import pytest

from helpers import asked, do, options, start
from matto.engine.cards import KINGS
from matto.engine.run import Run
from matto.players import make_bot
from mitigatti_deals import FOUR, THREE, WINNER, both, laid, quietly, ready

PIPS = {
    THREE: "S10 S9 S8 B10 B9 B8 B7 C7 C8 C9 C10 D7 D8 D9 D10 S7 S6 S5 B6 B5 C6 C5 D6 D5 D4",
    FOUR: "S10 S9 S8 B10 B9 B8 B7 C7 C8 C9 C10 D7 D8 D9 D10 S7 S6 B6 C6",
}


def advised(run: Run) -> str:
    """What the bot does in the decision that is pending."""
    assert run.decision is not None
    return make_bot("rule", run.game, "thumb").choose(run.view(run.decision.seat))


@both
def test_one_holds_with_a_good_hand_and_goes_to_the_mountain_with_a_bad_one(
    game_id: str,
) -> None:
    assert advised(start(game_id, {1: WINNER[game_id]})) == "tenir"
    assert advised(start(game_id, {1: PIPS[game_id]})) == "a_monte"


@both
def test_no_trump_is_laid_away_where_plain_cards_can_be(game_id: str) -> None:
    run = start(game_id, {0: "T9 T8 T7 SQ S10"})
    while asked(run)[1] == "talk":
        run.do("tenir")
    while asked(run)[1] == "discard":
        card = advised(run)
        assert card[0] in "SBCD"
        run.do(card)


@both
def test_whatever_can_be_declared_is_declared_and_the_honours_stay_hidden(game_id: str) -> None:
    run = ready(game_id, {1: WINNER[game_id]})
    assert advised(run) == "tarocche_10"
    run.do("tarocche_10")
    for _ in range(10):
        card = advised(run)
        assert card not in {"T20", "T1"}
        run.do(card)


@both
def test_who_nurses_the_pagat_leads_on_and_keeps_it(game_id: str) -> None:
    run = ready(game_id, {1: WINNER[game_id], 2: "F T5 S10 S9 S8", 0: "S7 S6 S5"})
    quietly(run, "SK")
    while run.decision is not None and len(run.view(1).hand) > 1:
        if asked(run) == (1, "play"):
            card = advised(run)
            assert card != "T1"
            run.do(card)
        else:
            run.do(options(run)[-1])
    assert run.view(1).heard("claim lost") == ()


@pytest.mark.parametrize(
    ("hand", "word"),
    [(WINNER[FOUR], "va_solete"), (PIPS[FOUR], "pass"), ("T20 T1 SK T9 T8", "pass")],
)
def test_only_a_very_good_hand_goes_alone(hand: str, word: str) -> None:
    assert advised(laid(FOUR, {1: hand})) == word


def test_the_angel_is_demanded_or_the_king_of_the_longest_suit() -> None:
    run = do(laid(FOUR, {1: "T21 T19 SK"}), "va_solete")
    assert advised(run) == "T20"
    run = do(
        laid(FOUR, {1: "T20 T21 CQ CC CJ CA C4 C5 C6 SK BQ B10 B9 D10 D9 D8 D7 S10 S9"}),
        "va_solete",
    )
    assert advised(run) == "CK"


def test_a_worthless_plain_card_goes_back() -> None:
    run = do(laid(FOUR, {1: "T21 T19 SK SQ CQ C10", 2: "T20"}), "va_solete T20")
    card = advised(run)
    assert card[0] in "SBCD" and card[1] not in "KQCJ"


def test_the_dealer_calls_a_king_of_a_short_suit_that_he_can_lead() -> None:
    hand = "S10 S9 S8 S7 S6 S5 S4 B10 C10 C9 C8 C7 T9 T8 T7 T6 T5 T4 T3"
    run = do(laid(FOUR, {0: hand}, "D10 D9"), ["pass"] * 4)
    assert set(options(run)) == KINGS
    assert advised(run) == "BK"  # one baton; of coins he has none to lead
