"""Training: a model is made, written and gone on with; nothing of it runs without PyTorch."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from matto.games import game as find_game
from matto.players.bot_readiness import BadModel
from matto.players.encoding import encoding_of
from matto.players.learned.model import WEIGHTS, read_model
from matto.research.training import (
    BadTraining,
    Trainer,
    TrainingRecipe,
    check_torch,
    gone_on,
    recipe_of,
)
from matto.research.training import pipeline as training_rounds

GAME = find_game("calatafimi-2")


def tiny(seed: int = 1) -> TrainingRecipe:
    made = recipe_of(
        GAME,
        GAME.resolve(),
        seed=seed,
        card_deals=24,
        word_deals=2,
        epochs=4,
        rounds=2,
        again_deals=8,
    )
    return msgspec.structs.replace(made, layers=(8, 8), shard=12, batch=64, rate=1e-2)


def quiet(*_: object) -> None:
    pass


def test_without_pytorch_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        BadTraining, match=r"python -m pip install \"matto\[learn\]\" brings it"
    ):
        check_torch()


@pytest.mark.slow
def test_a_training_needs_deals_and_its_own_folder(tmp_path: Path) -> None:
    with pytest.raises(BadTraining, match="at least one deal"):
        recipe_of(GAME, GAME.resolve(), card_deals=0, word_deals=0)
    Trainer(tiny(), tmp_path / "one", quiet)
    with pytest.raises(BadTraining, match="another training"):
        Trainer(tiny(seed=2), tmp_path / "one", quiet)


@pytest.mark.slow
def test_a_model_is_trained_judged_and_written_with_its_card(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: matto[learn]")
    trainer = Trainer(tiny(), tmp_path / "one", quiet)
    about = trainer.train(judged_in=2)
    read = read_model(trainer.path, encoding_of(GAME))
    assert msgspec.json.encode(read.about) == msgspec.json.encode(about)
    assert about.training["recipe"]["seed"] == 1
    assert about.figures[0].deals == 2
    assert about.training["gains"]["play"]["positions"] > 0
    card = (tmp_path / "one" / "README.md").read_text()
    assert "quick" in card
    assert f"{about.sigma:.2f}" in card


@pytest.mark.slow
def test_a_training_that_is_gone_on_with_ends_as_one_in_one_go(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: matto[learn]")
    whole = Trainer(tiny(), tmp_path / "whole", quiet)
    whole.train()

    class Stopped(Exception):
        pass

    def stop(_what: object, part: float) -> None:
        if part > 0.8:
            raise Stopped

    broken = Trainer(tiny(), tmp_path / "broken", quiet)
    for shards in ("cards", "words"):
        broken._labelled(shards)
    broken.progress = stop
    with pytest.raises(Stopped):
        broken._fitted_cards()
    Trainer(tiny(), tmp_path / "broken", quiet).train()
    with np.load(whole.path) as one, np.load(tmp_path / "broken" / whole.path.name) as other:
        assert all(np.array_equal(one[name], other[name]) for name in one.files)


@pytest.mark.slow
def test_a_training_goes_on_with_a_model_by_more_rounds_and_its_words_come_on_top(
    tmp_path: Path,
) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: matto[learn]")
    shipped = WEIGHTS / f"{GAME.id}.npz"
    recipe, begun = gone_on(msgspec.structs.replace(tiny(), rounds=1), shipped)
    assert begun is not None
    before = begun.about.training
    assert recipe.rounds == before["recipe"]["rounds"] + 1
    assert recipe.card_deals == before["recipe"]["card_deals"]
    trainer = Trainer(recipe, tmp_path / "second", quiet, begun=begun)
    about = trainer.train()
    (played,) = (tmp_path / "second").glob("again-*.pt")
    assert played.name.startswith(f"again-{recipe.rounds}-")
    assert not (tmp_path / "second" / "cards").exists()
    assert about.training["positions"]["cards"] > before["positions"]["cards"]
    assert about.training["recipe"]["begun"]
    assert about.training["gains"]["whole"]["mean"] > 0.2
    with np.load(shipped) as one, np.load(trainer.path) as other:
        differ = one["cards.1.weights"] != other["cards.1.weights"]
        assert differ.mean() > 0


@pytest.mark.slow
def test_what_a_round_has_taught_is_tried_as_it_is_and_by_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: matto[learn]")
    recipe, begun = gone_on(
        msgspec.structs.replace(tiny(), rounds=1, word_deals=0), WEIGHTS / f"{GAME.id}.npz"
    )
    assert begun is not None
    monkeypatch.setattr(
        training_rounds, "better_by_play", lambda _recipe, _orders, tried, _: tried[0]
    )
    trainer = Trainer(recipe, tmp_path, quiet, begun=begun)
    trainer.train()
    (kept,) = tmp_path.glob("again-*.pt")
    learnt = torch.load(kept, weights_only=True)["network"]["bag.weight"][-1].numpy()
    before = begun.networks["cards"].layers[0].bias
    halfway = read_model(trainer.path, encoding_of(GAME)).networks["cards"].layers[0].bias
    assert not np.array_equal(before, learnt)
    assert halfway == pytest.approx((before + learnt) / 2)


@pytest.mark.slow
def test_a_training_without_deals_for_words_keeps_the_words_it_goes_on_with(
    tmp_path: Path,
) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: matto[learn]")
    game = find_game("mineo-3")
    shipped = WEIGHTS / f"{game.id}.npz"
    wanted = recipe_of(game, game.resolve(), word_deals=0, rounds=0)
    recipe, begun = gone_on(wanted, shipped)
    assert begun is not None
    trainer = Trainer(recipe, tmp_path, quiet, begun=begun)
    about, before = trainer.train(), begun.about
    assert not (tmp_path / "words").exists()
    assert about.networks["words"].margins == before.networks["words"].margins
    for kind in about.networks["words"].margins:
        assert about.training["gains"][kind] == before.training["gains"][kind]
    with np.load(shipped) as one, np.load(trainer.path) as other:
        assert one.files == other.files
        assert all(np.array_equal(one[name], other[name]) for name in one.files[1:])


def test_a_training_does_not_go_on_with_a_model_for_other_options(tmp_path: Path) -> None:
    other = recipe_of(GAME, GAME.resolve({"bottom_card": "dealer"}))
    with pytest.raises(BadTraining, match="train it anew"):
        gone_on(other, WEIGHTS / f"{GAME.id}.npz")
    (tmp_path / "broken.npz").write_bytes(b"half")
    with pytest.raises(BadModel, match="no whole model"):
        gone_on(other, tmp_path / "broken.npz")


def test_a_text_is_no_model_and_nobody_is_told_of_pickles(tmp_path: Path) -> None:
    (tmp_path / "model.npz").write_text("# A page\n")
    with pytest.raises(BadModel, match=r"no \.npz file"):
        gone_on(recipe_of(GAME, GAME.resolve()), tmp_path / "model.npz")
