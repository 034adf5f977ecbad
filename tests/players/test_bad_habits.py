"""Cards of a bad habit are chosen where they pay, and nowhere else."""

from __future__ import annotations

import numpy as np

from matto.kernel.layout import Reals
from matto.players.card_search import Found, PlayedOut, good_cards, ways_of
from matto.players.learned.playouts import WITH_ALL_SEATS
from players.values_by_hand import BUDGET, CARDS, brought, found


def test_a_bad_habit_is_no_choice_while_it_brings_hardly_more() -> None:
    assert good_cards(CARDS, found(0.0, 0.1, 0.4), {"T20"}, BUDGET) == ["SK", "S5"]


def test_a_bad_habit_is_the_choice_that_clearly_brings_more() -> None:
    assert good_cards(CARDS, found(0.0, 0.1, 4.0), {"T20"}, BUDGET) == ["T20"]


def test_where_the_ending_is_worked_out_a_bad_habit_must_bring_more_by_exact_play() -> None:
    both, bad = found(0.0, 0.1, 4.0), {"T20"}
    exactly, hardly = brought(0.0, 0.1, 0.5), brought(0.0, 0.1, 0.15)
    assert good_cards(CARDS, both._replace(ways=[exactly]), bad, BUDGET) == ["T20"]
    assert good_cards(CARDS, both._replace(ways=[hardly]), bad, BUDGET) == ["SK", "S5"]


def test_a_bad_habit_must_bring_more_by_every_way_to_play_on() -> None:
    others, bad = np.arange(100) % WITH_ALL_SEATS, {"T20"}
    for less in range(WITH_ALL_SEATS):
        values = brought(0.0, 0.1, 4.0)
        assert good_cards(CARDS, with_ways(values), bad, BUDGET) == ["T20"]
        values[2] += np.where(others == less, -8.0, 8.0)
        assert good_cards(CARDS, with_ways(values), bad, BUDGET) == ["SK", "S5"]
        assert good_cards(CARDS, with_ways(values), (), BUDGET) == ["T20"]


def with_ways(values: Reals) -> Found:
    """What was brought by playouts, and by those of each kind alone."""
    ways = ways_of(PlayedOut(values, values, np.arange(values.shape[1])))
    return Found(values, values, ways)


def test_no_promise_excuses_a_bad_habit_and_one_may_speak_against_it() -> None:
    much, little = brought(0.0, 0.1, 4.0), brought(0.0, 0.1, 0.1)
    for one, other in ((much, little), (little, much)):
        assert good_cards(CARDS, Found(one, other), {"T20"}, BUDGET) == ["SK", "S5"]
    assert good_cards(CARDS, Found(much, little), (), BUDGET) == ["T20"]
