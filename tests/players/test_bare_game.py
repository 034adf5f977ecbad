"""A game without advice and constraints is played by all bots, in all places."""

from __future__ import annotations

import json
import random
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from arena.contests import measured, meeting
from cli.play_helpers import END_OF_DEAL, Terminal
from inference.exactly import contains
from matto.cli.simulate import simulate
from matto.engine.run import Run
from matto.play.weights import PLAIN
from matto.players import NAMES, make_bot
from matto.players.advice import Advice, advice_for
from matto.players.bot_worker import BotQuestion, think
from matto.players.inference import Worlds
from matto.players.inference.constraints import inferences_of
from players import bare_advice
from players.bare_game import BARE, BOAST, HAND

LONG = {"pimc", "strong"}


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is in the catalogue."""
    monkeypatch.setattr("matto.games.catalogue", lambda: {BARE.id: BARE})


def test_nothing_is_known_of_it() -> None:
    assert (inferences_of(BARE.id), advice_for(BARE.id)) == ((), Advice())
    assert advice_for(BARE.id).weights_in({BOAST}) is PLAIN


def test_a_package_of_other_people_gives_advice_and_constraints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered = {"matto.advice": "ADVICE", "matto.constraints": "INFERENCES"}

    def entries(*, group: str, name: str) -> tuple[EntryPoint, ...]:
        return (EntryPoint(name, f"players.bare_advice:{offered[group]}", group),)

    monkeypatch.setattr("matto.engine.plugins.entry_points", entries)
    assert advice_for("bare-too") is bare_advice.ADVICE
    assert inferences_of("bare-too") is bare_advice.INFERENCES


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in NAMES],
)
def test_every_bot_plays_it(name: str) -> None:
    run = Run.shuffled(BARE, seed=3)
    bots = [make_bot(name, BARE, seat) for seat in range(BARE.seats)]
    while run.decision is not None:
        run.do(bots[run.decision.seat].choose(run.view(run.decision.seat)))
    assert run.result is not None


@pytest.mark.slow
@pytest.mark.usefixtures("listed")
def test_bots_meet_in_it_in_the_arena() -> None:
    _, report = measured(meeting(BARE.id, "rule", "random"), 100)
    (rule,) = report.strata[0].standings
    assert rule.points.mean > 0


@pytest.mark.usefixtures("listed")
def test_somebody_plays_it_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("MATTO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANGUAGE", "en")

    def first_choice(prompt: str = "") -> str:
        return "q" if prompt.startswith(END_OF_DEAL) else "1"

    said = Terminal(monkeypatch, capsys, tmp_path / "data").play(first_choice, BARE.id)
    assert "last trick" in said


def test_the_true_deal_is_among_its_worlds_at_every_question() -> None:
    run, rng = Run.shuffled(BARE, seed=5), random.Random(5)
    while run.decision is not None:
        assert all(contains(Worlds(BARE, run.view(seat)), run) for seat in range(BARE.seats))
        run.do(rng.choice(run.decision.options))


@pytest.mark.usefixtures("listed")
def test_it_is_simulated(tmp_path: Path) -> None:
    simulate(BARE.id, deals=3, seed=1, bots="rule", transcript=str(tmp_path / "t.jsonl"))
    deals = (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()
    assert [len(json.loads(deal)["tricks"]) for deal in deals] == [HAND] * 3


@pytest.mark.usefixtures("listed")
def test_bots_of_the_server_answer_for_it() -> None:
    view = Run.shuffled(BARE, seed=1).view(0)
    assert view.decision is not None
    assert think(BotQuestion("rule", "seed", view)) in view.decision.options
