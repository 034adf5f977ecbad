"""Trying choices out: longest those between which it is hard to choose."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from matto.players.search import FEWEST, ROUND, best_of, gain_over, tried_out
from players.values_by_hand import tried_by_hand

TRIALS = 160


class Worlds:
    """What choices bring in worlds: a mean of their own, and chance that all share or not."""

    def __init__(self, means: dict[str, float], luck: float) -> None:
        self.means, self.luck = means, luck
        self.asked: Counter[str] = Counter()

    def value(self, choice: str, world: int) -> float:
        """What a choice brings in a world, the same whenever it is asked."""
        self.asked[choice] += 1
        own = random.Random(f"{choice} {world}").gauss(0.0, self.luck)
        return self.means[choice] + random.Random(world).gauss(0.0, 3.0) + own


def test_a_choice_that_is_surely_behind_is_given_up_early() -> None:
    worlds = Worlds({"pass": 1.0, "solo": -5.0}, luck=0.5)
    brought = tried_out(["pass", "solo"], worlds.value, TRIALS)
    assert worlds.asked == {"pass": FEWEST, "solo": FEWEST}
    assert best_of(brought, 0.7) == "pass"


def test_the_first_choice_is_given_up_as_well_if_it_is_surely_behind() -> None:
    means = {"first": -5.0, "good": 0.0, "better": 0.3, "bad": -6.0}
    worlds = Worlds(means, luck=0.8)
    brought = tried_out(list(means), worlds.value, TRIALS)
    assert worlds.asked["first"] == worlds.asked["bad"] == FEWEST
    assert worlds.asked["good"] == worlds.asked["better"] > FEWEST
    assert best_of(brought, 100.0) in {"good", "better"}


def test_choices_that_always_bring_the_same_are_not_tried_twice_for_long() -> None:
    worlds = Worlds({"one": 0.0, "two": 0.0}, luck=0.0)
    brought = tried_out(["one", "two"], worlds.value, TRIALS)
    assert worlds.asked == {"one": ROUND, "two": ROUND}
    assert best_of(brought, 0.7) == "one"


def test_between_two_that_are_hard_to_tell_apart_all_trials_are_used() -> None:
    worlds = Worlds({"one": 0.0, "two": 0.1}, luck=3.0)
    tried_out(["one", "two"], worlds.value, TRIALS)
    assert worlds.asked.total() == TRIALS


@pytest.mark.parametrize("choices", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("trials", [1, 10, 24, 160])
def test_there_are_never_more_trials_than_wished_but_one_of_each(
    choices: int, trials: int
) -> None:
    names = [f"choice {number}" for number in range(choices)]
    worlds = Worlds(dict.fromkeys(names, 0.0), luck=3.0)
    brought = tried_out(names, worlds.value, trials)
    assert worlds.asked.total() <= max(trials, choices)
    assert all(len(own) for own in brought.own.values())


def test_of_those_tried_to_the_last_another_must_beat_the_first_beyond_doubt() -> None:
    found = {"first": [0.0, 1.0, 0.0, 1.0], "other": [0.0, 2.0, 0.0, 1.0], "out": [9.0]}
    brought = tried_by_hand(found)
    assert best_of(brought, 0.7) == "other"
    assert best_of(brought, 1.5) == "first"


def test_a_world_that_comes_again_and_again_tells_no_more_than_once() -> None:
    lucky = [3.0, -1.0]  # by chance the second choice does well in the world that comes often
    often = [0, 0, 0, 1] * 8

    def value(choice: str, number: int) -> float:
        return lucky[often[number]] if choice == "solo" else 0.0

    brought = tried_out(["pass", "solo"], value, 64, often.__getitem__)
    sure = tried_out(["pass", "solo"], value, 64)
    assert len(brought.own["solo"]) == len(often)
    errors = [
        gain_over(one.own["solo"], one.own["pass"], one.worlds)[1] for one in (brought, sure)
    ]
    assert errors[0] > 2 * errors[1]
    assert best_of(brought, 2.0) == "pass"
    assert best_of(sure, 2.0) == "solo"
