"""The helpers by which tests see a table."""

from __future__ import annotations

import pytest

from matto.games import catalogue
from server.table_views import asked, reached, seen_gathering, seen_of


@pytest.mark.parametrize("name", catalogue())
def test_a_table_is_seen_by_each_seat_and_by_onlookers(name: str) -> None:
    run = reached(catalogue()[name], asked("play", at_least=1))
    for seat in (*range(run.game.seats), None):
        seen = seen_of(run, seat)
        assert seen.view is not None
        assert seen.view.seat == seat
        assert [player.yours for player in seen.players].count(True) == (seat is not None)


def test_an_open_seat_has_nobody() -> None:
    seen = seen_gathering(next(iter(catalogue().values())), opened=(1,))
    assert [player.is_open for player in seen.players] == [False, True, False]
