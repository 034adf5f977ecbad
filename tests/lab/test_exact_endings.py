from __future__ import annotations

import pytest

import exact_endings
from matto.games import game
from matto.kernel.layout import ALL_TRICKS, PLAIN, TAROCKS, TRICKS


@pytest.mark.parametrize("bots", ["rule", "random"])
def test_endings_have_as_many_tricks_left_as_asked(bots: str) -> None:
    given = list(exact_endings.endings(game("ragusa-3"), bots, tricks=3, number=3))
    assert len(given) == 3
    for one in given:
        assert one.plan.rules[ALL_TRICKS] - one.state[TRICKS] == 3
        hands = zip(one.state[PLAIN : PLAIN + 3], one.state[TAROCKS : TAROCKS + 3], strict=True)
        assert all(
            int(plain).bit_count() + int(tarocks).bit_count() == 3 for plain, tarocks in hands
        )


def test_a_game_in_which_each_plays_for_himself_has_none() -> None:
    assert not list(exact_endings.endings(game("marolles"), "random", tricks=3, number=1))
    assert "no ending" in exact_endings.line("marolles", "random", [])


def test_the_line_tells_how_many_were_solved() -> None:
    given = exact_endings.endings(game("ragusa-3"), "random", tricks=3, number=2)
    results = exact_endings.measured(given, nodes=10**6)
    assert "exact 2/2" in exact_endings.line("ragusa-3", "random", results)
