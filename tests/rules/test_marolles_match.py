"""Tarot of the Abbé de Marolles: the match and the presets (sections 6 and 8)."""

from __future__ import annotations

import random

import pytest

from helpers import do
from marolles_deals import GAME, paid_events, ready
from matto.errors import BadOptionValue
from matto.match import Match


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
def test_as_printed_takes_only_the_figures_of_marolles() -> None:
    printed, default = GAME.resolve(preset="as_printed"), GAME.resolve()
    changed = {name: printed[name] for name in default if printed[name] != default[name]}
    assert changed == {
        "kings_scale": "marolles",
        "points_table": "marolles",
        "ultimo_lost": "free",
    }


@pytest.mark.clause("marolles 1.1", "marolles 8.1", "marolles 8.2")
def test_the_options_and_presets_are_those_of_the_rulebook() -> None:
    assert {option.name: (option.clause, option.default) for option in GAME.options} == {
        "cards": ("1.1", 66),
        "declaration_time": ("3.6", "first_card"),
        "maximal": ("3.13", False),
        "kings_scale": ("3.15", "author"),
        "belle_shown": ("3.22", "off"),
        "math_lead": ("4.10", "allowed"),
        "ultimo_lost": ("5.8", "pays"),
        "points_table": ("5.11", "full"),
        "discard_penalty": ("7.1", "per_card"),
    }
    assert set(GAME.presets) == {"whole_pack", "as_printed"}
