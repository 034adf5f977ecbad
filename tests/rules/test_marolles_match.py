"""Tarot of the Abbé de Marolles: the match and the presets (sections 6 and 8)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helpers import do, outcome
from marolles_deals import GAME, options_of, paid_events, ready
from matto.engine.errors import BadOptionValue
from matto.engine.run import Match
from matto.games.tarots.marolles import WRONGLY_LAID_AWAY


def play_deals(match: Match, deals: int) -> list[int]:
    """Play some deals at random; gives who dealt them."""
    chance = random.Random(7)
    dealers = []
    for _ in range(deals):
        run = match.next_run(seed=chance)
        dealers.append(run.setup.dealer)
        while run.decision is not None:
            run.do(chance.choice(run.decision.options))
        assert run.result is not None
        match.take(run.result)
    return dealers


@pytest.mark.clause("marolles 6.1")
def test_seat_0_deals_first_unless_the_table_says_otherwise() -> None:
    assert play_deals(Match(GAME), 1) == [0]
    assert play_deals(Match(GAME, dealer=2), 1) == [2]


@pytest.mark.clause("marolles 6.1")
def test_the_right_hand_neighbour_of_the_dealer_deals_next() -> None:
    assert play_deals(Match(GAME, dealer=1), 4) == [1, 2, 0, 1]


@pytest.mark.clause("marolles 6.2")
def test_the_ledger_starts_at_zero_and_may_go_below() -> None:
    match = Match(GAME)
    assert match.ledger == [0, 0, 0]
    play_deals(match, 3)
    assert match.ledger == [
        sum(result.scores[seat] for result in match.results) for seat in range(3)
    ]
    assert min(match.ledger) < 0 < max(match.ledger)
    assert sum(match.ledger) == 0


@pytest.mark.clause("marolles 6.3")
def test_a_match_ends_after_the_agreed_deals_and_carries_nothing_on() -> None:
    match = Match(GAME, limit=3)
    assert sorted(play_deals(match, 3)) == [0, 1, 2]  # each has dealt once
    assert match.over
    assert match.carried == {}


@pytest.mark.clause("marolles 8.1")
def test_the_whole_pack_changes_the_number_of_cards_and_nothing_else() -> None:
    whole, default = GAME.resolve(preset="whole_pack"), GAME.resolve()
    assert {name for name in default if whole[name] != default[name]} == {"cards"}
    assert whole["cards"] == 78
    assert (
        ready({1: "SK BK CK DK"}, preset="whole_pack").setup.pack.name == GAME.pack(whole).name
    )
    with pytest.raises(BadOptionValue):
        GAME.resolve({"cards": 70})


@pytest.mark.clause("marolles 8.1", "marolles 3.14")
def test_declarations_are_the_same_with_the_whole_pack() -> None:
    words = "tarots_5 SK BK CK DK F kings_4_math no_more"
    whole = do(ready({1: "SK BK CK DK F"}, preset="whole_pack"), words)
    short = do(ready({1: "SK BK CK DK F"}), words)
    assert paid_events(whole) == paid_events(short)
    assert len(paid_events(whole)) == 2


@pytest.mark.clause("marolles 8.2")
def test_as_printed_takes_only_what_marolles_himself_gives() -> None:
    printed, default = GAME.resolve(preset="as_printed"), GAME.resolve()
    changed = {name: printed[name] for name in default if printed[name] != default[name]}
    assert changed == {
        "kings_scale": "marolles",
        "belle_shown": "with_seven_tarots",
        "points_table": "marolles",
        "ultimo_lost": "free",
        "discard_penalty": "once",
    }


@pytest.mark.clause("marolles 8.2", "marolles 3.22")
def test_as_printed_lets_la_belle_be_declared_with_seven_tarots_only() -> None:
    seven = "SK BK CK DK T21 T1 F"
    run = do(ready({1: f"{seven} DA"}, preset="as_printed"), "belle")
    assert [what for _, what in paid_events(run)] == [("belle", "-1", "2", "-1")]
    six = ready({1: "SK BK CK DK T21 T1 DA", 2: "F"}, preset="as_printed")
    assert "belle" not in options_of(six)


@pytest.mark.clause("marolles 8.2", "marolles 7.1")
def test_as_printed_three_cards_wrongly_laid_away_cost_two_to_each_once() -> None:
    deal = outcome("marolles", (0, 1, 2), {}, [(0, "S4 S5 S6", 2)])
    sheet = GAME.score(
        replace(deal, faults={WRONGLY_LAID_AWAY: (0, 3, 0)}), GAME.resolve(preset="as_printed")
    )
    assert [row.amounts for row in sheet if row.clause == "marolles 7.1"] == [(2, -4, 2)]


@pytest.mark.clause("marolles 1.1", "marolles 8.1", "marolles 8.2")
def test_the_options_and_presets_are_those_of_the_rulebook() -> None:
    assert {option.name: (option.clause, option.default) for option in GAME.options} == {
        "cards": ("1.1", 66),
        "declaration_time": ("3.6", "first_card"),
        "forced_trumps": ("3.4", "free"),
        "maximal": ("3.13", False),
        "kings_scale": ("3.15", "author"),
        "belle_shown": ("3.22", "off"),
        "math_lead": ("4.10", "allowed"),
        "ultimo_lost": ("5.8", "pays"),
        "math_kept": ("5.5", "last_trick"),
        "points_table": ("5.11", "full"),
        "discard_penalty": ("7.1", "per_card"),
    }
    assert set(GAME.presets) == {"whole_pack", "as_printed"}
