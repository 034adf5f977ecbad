"""Ways of sharing seats estimate the same thing, at the cost that they say."""

from __future__ import annotations

import pytest

import seatings
from matto.games import game
from seatings import WAYS, Pattern, guests

WORTH = 3.0


def additive(pattern: Pattern) -> tuple[float, ...]:
    """Results without any luck, where a guest is worth three points more than a reference."""
    strength = [WORTH * guest for guest in pattern]
    mean = sum(strength) / len(pattern)
    return tuple(own - mean for own in strength)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", WAYS)
def test_without_luck_all_ways_give_the_same(name: str, seats: int) -> None:
    if name == "half the seats" and seats % 2:
        return
    wanted = WORTH * (1 - 1 / seats)
    assert WAYS[name].figure(additive, seats, 7) == pytest.approx(wanted)


@pytest.mark.parametrize("name", WAYS)
def test_the_cost_is_the_number_of_seats_that_guests_play(name: str) -> None:
    asked: set[Pattern] = set()

    def results(pattern: Pattern) -> tuple[float, ...]:
        asked.add(pattern)
        return additive(pattern)

    WAYS[name].figure(results, 4, 0)
    assert sum(map(sum, asked)) == WAYS[name].cost(4)


def test_a_guest_sits_in_one_seat() -> None:
    assert guests(3, 1) == (False, True, False)


@pytest.mark.slow
def test_duplicates_are_worth_more_than_single_tables() -> None:
    found = seatings.measure(game("calatafimi-2"), ("careless", "rule"), 20, 1)
    assert list(found) == list(WAYS)
    assert found["one guest, all seats"] < found["no duplicates"]
