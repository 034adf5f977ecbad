"""The bot `quick`: plays by its model, says what it has not learnt, needs NumPy alone."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from matto.cli.arena import arena
from matto.cli.dataset import dataset
from matto.cli.serve import serve
from matto.cli.simulate import simulate
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.bot_readiness import FOLDER
from matto.players.learned import BadModel, forget_models, unlearned_counts
from matto.players.learned.model import WEIGHTS
from players.moments import moments
from players.random_models import written
from players.test_blind import moves
from sixteen import THREE, thinned

MOST_BYTES = 8_000_000
LEARNT = sorted(path.stem for path in WEIGHTS.glob("*.npz"))


@pytest.fixture(autouse=True)
def _own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    forget_models()
    unlearned_counts.clear()


@pytest.fixture(autouse=True, scope="module")
def _forgotten_afterwards() -> object:
    yield
    forget_models()


def first_question(game: Game, **options: object) -> Run:
    return Run.shuffled(game, seed=3, options=game.resolve(options))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_in_every_phase_a_network_chooses_what_is_legal_and_not_by_hidden_cards(
    game_id: str, tmp_path: Path
) -> None:
    written(tmp_path, find_game(game_id))
    bot = make_bot("quick", find_game(game_id), 1)
    for run in moments(game_id):
        assert run.decision is not None
        (choice,) = moves(bot, run, 3)
        assert choice in run.decision.options
    assert not unlearned_counts


@pytest.mark.slow
def test_a_network_and_not_the_rule_has_chosen(tmp_path: Path) -> None:
    game = find_game("calatafimi-2")
    written(tmp_path, game)
    quick, rule = (make_bot(name, game, 1) for name in ("quick", "rule"))
    views = [run.view(run.decision.seat) for run in moments(game.id, 4) if run.decision]
    assert any(quick.choose(view) != rule.choose(view) for view in views)


@pytest.mark.slow
def test_what_does_not_promise_enough_more_leaves_it_to_the_rule(
    tmp_path: Path,
) -> None:
    game = find_game("calatafimi-2")
    written(tmp_path, game, margin=1e9)
    quick, rule = (make_bot(name, game, 1) for name in ("quick", "rule"))
    for run in moments(game.id, 4):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        assert quick.choose(view) == rule.choose(view)


def test_an_option_that_was_not_trained_with_is_told_once_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = find_game("mineo-3")
    written(tmp_path, game)
    run = first_question(game, rivanto="both")
    view = run.view(run.decision.seat if run.decision else None)
    quick, rule = (make_bot(name, game, 1) for name in ("quick", "rule"))
    with caplog.at_level(logging.WARNING, "matto.players"):
        for _ in range(3):
            assert quick.choose(view) == rule.choose(view)
    assert [record.getMessage() for record in caplog.records] == [
        "quick has not learnt this, and rule answers for it: "
        "mineo-3: not trained with rivanto=both."
    ]
    assert sum(unlearned_counts.values()) == 3


def test_a_game_that_nobody_has_trained_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matto.players.learned.model.WEIGHTS", Path("nowhere"))
    game = find_game("mineo-3")
    run = first_question(game)
    assert run.decision is not None
    view = run.view(run.decision.seat)
    assert make_bot("quick", game, 1).choose(view) == make_bot("rule", game, 1).choose(view)
    assert list(unlearned_counts) == ["mineo-3: not trained."]


@pytest.mark.parametrize(
    "ask",
    [
        partial(make_bot, "quick", find_game("mineo-3"), 1),
        partial(arena, "mineo-3", bots="quick,rule", deals=1),
        partial(simulate, "mineo-3", bots="quick", deals=1),
        partial(dataset, "mineo-3", Path("nowhere"), bots="quick", deals=1),
        partial(serve, bot=[]),
    ],
)
def test_a_folder_of_models_that_there_is_not_is_refused(
    ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(FOLDER, mistyped := str(tmp_path / "mistypd"))
    with pytest.raises(BadModel, match=f"{FOLDER} names a folder .*{mistyped}"):
        ask()


AT_ONCE = """
import sys
from matto import Run, game
from matto.players import make_bot
run = Run.shuffled(game("mineo-3"), seed=1)
print(make_bot("quick", run.game, 1).choose(run.view(run.decision.seat)))
assert not {"numba", "torch"} & set(sys.modules), sorted(sys.modules)
"""


@pytest.mark.slow
def test_a_first_answer_needs_neither_compiler_nor_pytorch(tmp_path: Path) -> None:
    written(tmp_path, find_game("mineo-3"))
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=True
    )
    assert "not learnt" not in done.stderr
    assert done.stdout.strip() in {"vado_solo", "altre_cinque", "pago", "passo"}


def test_all_models_together_are_small_enough_for_a_wheel() -> None:
    assert sum(file.stat().st_size for file in WEIGHTS.glob("*.npz")) <= MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("game_id", thinned(LEARNT))
def test_a_model_that_comes_with_matto_fits_its_game(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(FOLDER)
    game = find_game(game_id)
    run, *_ = moments(game.id)
    assert run.decision is not None
    make_bot("quick", game, 1).choose(run.view(run.decision.seat))
    assert not [why for why in unlearned_counts if "not trained to" not in why]
