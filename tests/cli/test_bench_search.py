"""The tree search is measured at opening leads, with worlds that the leader believes in."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from matto.cli.bench_search import at_first_lead, measure_peer_search, measure_search
from matto.games import game
from matto.kernel import layout

SIXTY_CARDS = 60


def test_worlds_at_an_opening_lead_differ_in_the_hands_of_others_only() -> None:
    states, plans, stocks = at_first_lead("mineo-3", seed=3, worlds=10)
    seat = states[0, layout.TURN]
    assert (states[:, layout.TURN] == seat).all()
    assert (states[:, layout.TRICKS] == 0).all()
    for block in (layout.PLAIN, layout.TAROCKS):
        assert len(np.unique(states[:, block + seat])) == 1
        assert len(np.unique(states[:, block + (seat + 1) % 3])) > 1
    assert plans.rules[0, layout.ALL_TRICKS] * game("mineo-3").seats == SIXTY_CARDS
    assert len(stocks) == len(states)


@pytest.mark.slow
def test_the_search_is_measured_by_whole_searches() -> None:
    rate = measure_search(0.01)
    assert rate.iterations % 20_000 == 0
    assert rate.a_second == rate.iterations / rate.seconds > 0


def test_without_the_peer_there_is_no_peer_to_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert measure_peer_search(0.01) is None
