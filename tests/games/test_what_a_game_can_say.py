"""What a game says of itself before a card is dealt: words, kinds, length, bounds; and `net`.

That no deal passes it is checked of every game and option with the contract.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from matto.engine.run import Run
from matto.games import catalogue, game


@pytest.mark.parametrize("game_id", catalogue())
def test_every_kind_has_words_each_once_and_the_cards_are_played(game_id: str) -> None:
    play = game(game_id)
    words = play.words()
    assert tuple(words) == play.kinds()
    assert words["play"] == play.pack(play.resolve()).codes
    assert all(listed and len(set(listed)) == len(listed) for listed in words.values())


WORDS: Mapping[str, tuple[str, Mapping[str, object], str, set[str]]] = {
    # what is listed, worked out from the rulebook: game, options, kind, words
    "mineo-4 2.13": (
        "mineo-4",
        {"call": "any"},
        "bid",
        {"vado_solo", "passo", *(f"chiamo:T{trump}" for trump in range(16, 21))},
    ),
    "ragusa-3 2.13: no more cards after the last packet": (
        "ragusa-3",
        {"pauses": False},
        "talk",
        {"vado_solo", "pago", "prendo", "passo"},
    ),
    "ragusa-3 2.24: no solo where each plays for himself": (
        "ragusa-3",
        {"parties": "each_for_self"},
        "talk",
        {"altre_cinque", "pago", "prendo", "passo"},
    ),
    "calatafimi-3 2.6 to 2.9: two may offer 2 each": (
        "calatafimi-3",
        {"highest_offer": 2},
        "negotiate",
        {"offro:1", "offro:2", "mescolate", "prendo", "tengo", "aspetto"}
        | {"prendo:1", "prendo:2", "prendo:3"},
    ),
    "mitigatti-4 3.15: with four Kings and the fifteen highest trumps": (
        "mitigatti-4",
        {"call_laid_away": "called"},
        "call",
        {"SK", "BK", "CK", "DK", *(f"T{trump}" for trump in range(6, 22))},
    ),
    "barcellona-3 7.3": (
        "barcellona-3",
        {},
        "say",
        {"batto", "ho_il_20", "non_batto"},
    ),
    "tortorici-4 2.7": (
        "tortorici-4",
        {"turn_up": "others"},
        "call",
        {"turn_up_right", "turn_up_partner", "turn_up_left", "turn_up_none"},
    ),
}


@pytest.mark.parametrize("clause", WORDS)
def test_words_are_those_of_the_rules(clause: str) -> None:
    game_id, given, kind, words = WORDS[clause]
    play = game(game_id)
    assert set(play.words(play.resolve(given))[kind]) == words


def test_what_an_option_takes_away_is_no_kind_of_decision() -> None:
    silent = game("mineo-3").resolve({"table_talk": "off"})
    assert game("mineo-3").kinds(silent) == ("talk", "discard", "announce", "play")
    assert "say" in game("mineo-3").kinds()


@pytest.mark.parametrize(
    ("game_id", "bounds"),
    [
        ("calatafimi-2", (-109, 109)),  # all 109 card points, 5.4
        ("barcellona-4", (0, 55)),  # a side writes what it has above 54, 5.1
        ("ragusa-3", (-2, 2)),  # the last trick by Rivanto from one, 5.2 and 5.3; or bought out
        ("calatafimi-4", (-165, 162)),  # 55 below one half to each of three, or 54 above it
    ],
)
def test_bounds_are_those_worked_out_by_hand(game_id: str, bounds: tuple[int, int]) -> None:
    assert game(game_id).bounds() == bounds


def test_a_pot_that_is_carried_on_widens_the_bounds() -> None:
    vanto = game("tortorici-1930")
    low, high = vanto.bounds(carried={"pot": 30})
    more = vanto.bounds(carried={"pot": 90})
    assert more == (low - 60, high + 60)


def test_net_is_what_a_seat_has_above_the_mean_exactly() -> None:
    run = Run.shuffled(game("barcellona-4"), seed=3)
    while run.decision is not None:
        run.do(run.decision.options[0])
    result = run.result
    assert result is not None
    assert sum(result.scores) > 0
    mean = Fraction(sum(result.scores), 4)
    assert result.net() == tuple(score - mean for score in result.scores)
    assert sum(result.net(unit=2)) == 0
    assert result.net(unit=2)[0] == result.net()[0] / 2
