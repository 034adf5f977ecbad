"""Model files: what fits is read as it was written, all else is refused with the reason."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from matto.games import game as find_game
from matto.play.card_features import FEATURES
from matto.players.bot_readiness import BadModel
from matto.players.encoding import encoding_of
from matto.players.learned.model import (
    STEPS,
    Layer,
    Network,
    NetworkShape,
    promise_inputs,
    read_model,
)
from players.random_models import about_of, layers_of, written

GAME = find_game("calatafimi-2")
ENCODING = encoding_of(GAME)


def test_a_model_is_read_as_it_was_written_but_for_rounding(tmp_path: Path) -> None:
    model = read_model(written(tmp_path, GAME), ENCODING)
    assert model.about == about_of(ENCODING)
    for name, network in model.networks.items():
        given_layers = (layer for part in layers_of(model.about, name) for layer in part)
        read_layers = (*network.layers, *network.shared)
        for read, given in zip(read_layers, given_layers, strict=True):
            most = np.abs(given.weights).max(axis=0) / STEPS
            assert (np.abs(read.weights - given.weights) <= 0.5001 * most).all()
            assert (read.bias == given.bias).all()


def test_one_position_is_judged_as_it_is_among_many() -> None:
    about = about_of(ENCODING)
    network = Network(layers_of(about, "words").own, ENCODING.scale)
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (5, ENCODING.shape[0]), np.uint8)
    usual = rng.integers(0, len(ENCODING.actions), 5)
    promised = np.full((5, len(ENCODING.actions)), np.nan, np.float32)
    cards = np.array([3, 8, 9])
    promised[1:, cards] = rng.normal(size=(4, 3))
    inputs = promise_inputs(promised)
    assert inputs[0].any() == 0
    assert inputs.max() == 0.5
    both = network.judge_all(rows, usual, inputs)
    one = network.judge(rows[0], int(usual[0]))
    assert one == pytest.approx(both[0], abs=1e-4)
    for row, own, given, found in list(zip(rows, usual.tolist(), inputs, both, strict=True))[
        1:
    ]:
        assert network.judge(row, own, cards, given[cards]) == pytest.approx(found, abs=1e-4)


def test_what_the_rule_would_choose_is_seen_by_a_network() -> None:
    actions, length = len(ENCODING.actions), ENCODING.shape[0]
    weights = np.zeros((length + 2 * actions, actions + 1), np.float32)
    weights[length + np.arange(actions), np.arange(actions)] = 1.0
    network = Network([Layer(weights, np.zeros(actions + 1, np.float32))], ENCODING.scale)
    found = network.judge(np.ones(length, np.uint8), 7)
    assert found.nonzero()[0].tolist() == [7]


SIZES = about_of(ENCODING).networks["cards"].sizes
SHARED = about_of(ENCODING).networks["cards"].shared
OTHERWISE: dict[str, dict[str, Any]] = {
    "format": {"format": 3},
    "game": {"game": "mineo-3"},
    "rules version": {"rules_version": 99},
    "encoding": {"encoding": 99},
    "layout": {"layout": "0" * 32},
    "options": {"options": {}},
    "flags": {"networks": {"cards": NetworkShape(SIZES, {}, between="tanh")}},
    "shared": {"networks": {"cards": NetworkShape(SIZES, {}, (9, 4, 1), FEATURES)}},
    "told": {"networks": {"cards": NetworkShape(SIZES, {}, SHARED, FEATURES[1:])}},
    "ends": {"networks": {"cards": NetworkShape((3, 6, 2), {})}},
    "weights": {"networks": {"cards": NetworkShape((SIZES[0], 7, *SIZES[2:]), {})}},
    "no whole model": {"networks": {"others": NetworkShape(SIZES, {})}},
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_a_model_for_something_else_is_refused_and_says_for_what(
    what: str, tmp_path: Path
) -> None:
    with pytest.raises(BadModel, match=what):
        read_model(written(tmp_path, GAME, **OTHERWISE[what]), ENCODING)


@pytest.mark.parametrize("kept", [0, 10, 200, 0.5, 0.99])
def test_a_truncated_model_is_refused(kept: float, tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    content = path.read_bytes()
    path.write_bytes(content[: int(kept * len(content)) if 0 < kept < 1 else int(kept)])
    with pytest.raises(BadModel):
        read_model(path, ENCODING)


def test_pickles_in_a_model_are_not_opened(tmp_path: Path) -> None:
    target = io.BytesIO()
    about = np.frombuffer(msgspec.json.encode(about_of(ENCODING)), np.uint8)
    arrays: dict[str, Any] = {"cards.0.weights": np.array([print], dtype=object)}
    np.savez(target, about=about, **arrays)
    path = tmp_path / "bad.npz"
    path.write_bytes(target.getvalue())
    with pytest.raises(BadModel, match="allow_pickle"):
        read_model(path, ENCODING)
