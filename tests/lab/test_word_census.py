"""The census of words finds what a game says and does not list."""

from __future__ import annotations

import random
from dataclasses import replace

from matto.engine.questions import ChoiceSet
from matto.games import game
from matto.testing.cases import Case
from word_census import Census, told

MINEO = game("mineo-4")


def test_a_census_of_some_deals_has_nothing_to_say_and_counts() -> None:
    census = Census(Case(MINEO, MINEO.resolve()), random.Random(1))
    assert list(census.play(4)) == []
    assert census.said["bid", "passo"]
    assert 0 < census.longest <= MINEO.longest()
    assert "unsaid: bid" in told(census)


def test_a_word_a_length_and_bounds_that_are_wrong_are_found() -> None:
    def too_few(_options: object) -> tuple[ChoiceSet, ...]:
        return (ChoiceSet("bid", MINEO.words()["bid"][1:], 1),)

    wrong = replace(MINEO, questions=too_few, stakes=lambda _options: [(0, 0, 0, 0)])
    found = "\n".join(Census(Case(wrong, MINEO.resolve()), random.Random(1)).play(6))
    assert "not listed of the kind bid: ['vado_solo']" in found
    assert "decisions" in found
    assert "not within 0 to 0" in found
