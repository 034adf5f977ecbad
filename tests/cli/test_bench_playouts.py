"""Playouts are measured from first leads, by turns with the peer, and the ratio is told."""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import pytest

from matto.cli import bench_playouts
from matto.cli.bench import NO_PEER, print_report
from matto.cli.bench_playouts import (
    PEER_PLAYOUTS,
    Playouts,
    measure_playouts,
    own_burst,
    peer_bursts,
)
from matto.cli.bench_policies import Thinking, measure_thinking

SIXTY_CARDS = 60


class FakeState:
    """A deal of three bids and so many cards; one in two is thrown in after the bids."""

    def __init__(self, cards: int, left: int, *, thrown_in: bool) -> None:
        self.cards, self.left, self.thrown_in = cards, left, thrown_in

    def is_terminal(self) -> bool:
        return self.left == 0 or (self.thrown_in and self.left <= self.cards)

    def is_chance_node(self) -> bool:
        return False

    def clone(self) -> FakeState:
        return FakeState(self.cards, self.left, thrown_in=self.thrown_in)

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, _action: int) -> None:
        self.left -= 1


class FakePeer:
    """As much of the peer's package as is used."""

    asked: ClassVar[list[int]] = []

    @staticmethod
    def load_game(name: str) -> Any:
        cards, dealt = bench_playouts.PEER_GAMES[name], [0]

        class Game:
            def new_initial_state(self) -> FakeState:
                dealt[0] += 1
                return FakeState(cards, cards + 3, thrown_in=dealt[0] % 2 == 0)

        return Game()

    @staticmethod
    def RandomRolloutEvaluator(playouts: int, _seed: int) -> int:  # noqa: N802
        return playouts

    class MCTSBot:
        def __init__(self, _game: object, playouts: int, *_given: object) -> None:
            assert playouts == PEER_PLAYOUTS

        def step(self, state: FakeState) -> None:
            FakePeer.asked.append(state.left)


@pytest.mark.slow
def test_a_burst_counts_every_card_from_the_first_lead() -> None:
    assert own_burst("mineo-3")(0) == bench_playouts.PLAYOUTS * SIXTY_CARDS


def test_the_peer_plays_from_its_first_leads_in_turns_with_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", FakePeer)
    found = measure_playouts(0.01)
    assert set(found.peers) == set(bench_playouts.PEER_GAMES)
    assert set(FakePeer.asked) == set(bench_playouts.PEER_GAMES.values())
    assert found.moves > 0


def test_ratios_are_of_the_game_to_the_peer() -> None:
    assert Playouts(120e6, {"spades": 10e6}).ratios() == {"spades": 12.0}


def test_without_the_peer_only_the_game_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert peer_bursts() == {}
    assert measure_playouts(0.01).peers == {}


@pytest.mark.slow
def test_playouts_by_a_network_are_measured_beside_those_by_the_rule_of_thumb() -> None:
    found = measure_thinking(0.01)
    assert found is not None
    assert 0 < found.ratio < 1
    assert Thinking(3.0, 60.0).ratio == 0.05


def test_without_a_network_there_is_no_rate_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matto.cli.bench_policies.judge_for", lambda *_of: "not trained")
    assert measure_thinking(0.01) is None


def report(peers: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "engine": [],
        "peer": {"name": "Peer 1.0 skat", "rate": 5} if peers else None,
        "playouts": {"game": "mineo-3", "moves_per_second": 1_000_000, "peers": peers},
        "playouts_by_network": {
            "game": "mineo-3",
            "moves_per_second": 70_007,
            "by_rule_of_thumb": 2_000_000,
            "ratio": 0.035,
        },
        "batch": {
            "game": "mineo-3",
            "deals": 4096,
            "own": [{"name": "play", "per_second": 5_000_001, "per_processor": 3_000_000}],
            "peers": [],
        },
        "views_as_numbers": {"game": "mineo-3", "views_per_second": 20_000},
        "import_seconds": 0.1,
    }


def test_the_ratio_stands_beside_the_peer(capsys: pytest.CaptureFixture[str]) -> None:
    peer = {"name": "Peer 1.0 spades", "moves_per_second": 80_000, "ratio": 12.5}
    print_report(report([peer]), as_json=False)
    told = capsys.readouterr().out
    assert "1,000,000" in told
    assert "Peer 1.0 spades" in told
    assert "12.50" in told
    assert "5,000,001" in told
    assert "70,007" in told
    assert "0.035" in told
    assert "not installed" not in told


def test_it_is_said_when_there_is_no_peer(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(report([]), as_json=False)
    assert " ".join(NO_PEER.split()[:4]) in " ".join(capsys.readouterr().out.split())
