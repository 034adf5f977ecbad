"""Cards of a bad habit are chosen where they pay, and nowhere else."""

from __future__ import annotations

import numpy as np

from matto.engine.events import ALL, INTO_HAND, OUT_OF_HAND, Decision, Event
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.kernel.layout import Reals
from matto.players.card_search import Found, PlayedOut, as_good, good_cards, ways_of
from matto.players.learned.playouts import WITH_ALL_SEATS
from matto.players.search import STRONG
from matto.players.vetoes import advised_against
from players.values_by_hand import BUDGET, CARDS, brought, found

MAROLLES = find_game("marolles")


def test_a_bad_habit_is_no_choice_while_it_brings_hardly_more() -> None:
    assert as_good(CARDS, found(0.0, 0.1, 0.4), {"T20": 1.0}, BUDGET) == ["SK", "S5"]


def test_a_bad_habit_is_the_choice_that_clearly_brings_more() -> None:
    assert as_good(CARDS, found(0.0, 0.1, 4.0), {"T20": 1.0}, BUDGET) == ["T20"]


def test_a_slight_habit_needs_a_smaller_gain() -> None:
    assert as_good(CARDS, found(0.0, 0.1, 0.8), {"T20": 1.0}, BUDGET) == ["SK", "S5"]
    assert as_good(CARDS, found(0.0, 0.1, 0.8), {"T20": 0.2}, BUDGET) == ["T20"]
    assert as_good(CARDS, found(0.0, 0.1, 0.5), {"T20": 0.2}, BUDGET) == ["SK", "S5"]


def test_where_the_ending_is_worked_out_a_bad_habit_must_bring_more_by_exact_play() -> None:
    both, bad = found(0.0, 0.1, 4.0), {"T20": 1.0}
    exactly, hardly = brought(0.0, 0.1, 0.5), brought(0.0, 0.1, 0.15)
    assert as_good(CARDS, both._replace(ways=[exactly]), bad, BUDGET) == ["T20"]
    assert as_good(CARDS, both._replace(ways=[hardly]), bad, BUDGET) == ["SK", "S5"]


def test_a_bad_habit_must_bring_more_by_every_way_to_play_on() -> None:
    others, bad = np.arange(100) % WITH_ALL_SEATS, {"T20": 1.0}
    for less in range(WITH_ALL_SEATS):
        values = brought(0.0, 0.1, 4.0)
        assert as_good(CARDS, with_ways(values), bad, BUDGET) == ["T20"]
        values[2] += np.where(others == less, -8.0, 8.0)
        assert as_good(CARDS, with_ways(values), bad, BUDGET) == ["SK", "S5"]
        assert as_good(CARDS, with_ways(values), {}, BUDGET) == ["T20"]


def with_ways(values: Reals) -> Found:
    """What was brought by playouts, and by those of each kind alone."""
    ways = ways_of(PlayedOut(values, values, np.arange(values.shape[1])))
    return Found(values, values, ways)


def test_no_promise_excuses_a_bad_habit_and_one_may_speak_against_it() -> None:
    much, little = brought(0.0, 0.1, 4.0), brought(0.0, 0.1, 0.1)
    for one, other in ((much, little), (little, much)):
        assert as_good(CARDS, Found(one, other), {"T20": 1.0}, BUDGET) == ["SK", "S5"]
    assert as_good(CARDS, Found(much, little), {}, BUDGET) == ["T20"]


def test_of_some_cards_all_is_known_that_is_known_of_all() -> None:
    one, other, way = brought(0.0, 1.0, 2.0), brought(3.0, 4.0, 5.0), brought(6.0, 7.0, 8.0)
    some = Found(one, other, [way]).of([0, 2])
    assert np.array_equal(some.brought, one[[0, 2]])
    assert np.array_equal(some.unaided, other[[0, 2]])
    assert [one.tolist() for one in some.ways] == [way[[0, 2]].tolist()]


def test_a_worse_habit_does_not_hide_a_slight_one_that_brings_enough() -> None:
    bad = {"S5": 1.0, "T20": 0.2}
    assert as_good(CARDS, found(0.0, 0.8, 0.7), bad, BUDGET) == ["T20"]


def test_where_one_habit_forbids_all_cards_but_a_bad_one_the_others_still_count() -> None:
    """Marolles: a ruff in last seat is to bring the Pagat home, which is worth more later."""
    view = ruff_in_last_seat()
    bad = advised_against(MAROLLES, view)
    assert set(view.asked.options) - set(bad) == {"T1"}
    means = {"T1": -9.0, "T4": 0.0, "T5": 0.0}
    both = found(*(means.get(card, 0.1) for card in view.asked.options))
    good = good_cards(MAROLLES, view, both, bad, STRONG)
    assert set(good) == {"T4", "T5"}  # others may hold T6


def test_a_bad_habit_among_them_must_pay_as_well() -> None:
    view = ruff_in_last_seat()
    means = {"T1": -9.0, "T20": 5.0}
    both = found(*(means.get(card, 0.0) for card in view.asked.options))
    bad = advised_against(MAROLLES, view)
    assert good_cards(MAROLLES, view, both, bad, STRONG) == ["T20"]


def ruff_in_last_seat() -> View:
    """A King led and followed; seat 1 has no such suit, and the Pagat beside many trumps."""
    run = Run.shuffled(MAROLLES, seed=1)
    setup, asked = run.setup, Decision(1, "play", ("T20", "T19", "T12", "T7", "T5", "T4", "T1"))
    hand = ("S8", "C3", "C6", "B8", *asked.options)
    events = [
        Event("dealt", 1, hand, 1 << 1, INTO_HAND),
        Event("play", 2, ("DK",), ALL, OUT_OF_HAND),
        Event("play", 0, ("D7",), ALL, OUT_OF_HAND),
    ]
    return View(setup, events, 1, asked)
