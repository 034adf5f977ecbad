"""Batches are measured by turns with the peers that are there; ratios are of one run."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from matto.cli.bench_batch import Batches, Rate, measure_batches, play_burst, resets_burst

ROWS, CARDS = 4, 62


class FakePeer:
    """As much of the peer's package as is used: a deal of two choices."""

    left = 2

    @staticmethod
    def load_game(_name: str) -> Any:
        return FakePeer()

    def new_initial_state(self) -> FakePeer:
        return FakePeer()

    def get_type(self) -> Any:
        return type("Type", (), {"provides_observation_tensor": True})

    def is_terminal(self) -> bool:
        return self.left == 0

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, _action: int) -> None:
        self.left -= 1

    def observation_tensor(self) -> None: ...

    def legal_actions_mask(self) -> None: ...


def test_every_choice_of_every_row_is_counted() -> None:
    assert play_burst("calatafimi-2", ROWS)() == ROWS * CARDS
    assert resets_burst("calatafimi-2", ROWS)() == ROWS * CARDS


@pytest.mark.slow
def test_peers_are_measured_in_the_same_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", FakePeer)
    monkeypatch.setitem(sys.modules, "pgx", None)
    found = measure_batches(0.01, "calatafimi-2", ROWS)
    assert set(found.peers) == {"OpenSpiel skat", "OpenSpiel spades"}
    assert all(rate.wall > 0 and rate.processor > 0 for rate in found.own.values())


def test_ratios_are_of_play_with_resets_by_the_clock() -> None:
    own = {"play": Rate(9e6, 5e6), "resets": Rate(6e6, 4e6)}
    assert Batches(own, {"spades": Rate(1e5, 2e5)}).ratios() == {"spades": 60.0}
