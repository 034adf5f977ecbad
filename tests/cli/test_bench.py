"""`matto bench` measures what it says, and says it as lines or as JSON."""

from __future__ import annotations

import json
import random

import pytest

from matto.cli.bench import GAME, batch_burst, bench, best_rates, first_lead, play_at_random
from matto.engine.errors import UnknownGame
from matto.engine.run import Run
from matto.games import game

ROWS, CARDS = 4, 60


def test_every_choice_of_every_row_is_counted() -> None:
    run = first_lead(game(GAME))
    cards = sum(len(run.table.hand(seat)) for seat in range(run.game.seats))
    assert batch_burst(ROWS)() == ROWS * cards


def test_a_first_lead_is_asked_for_after_the_talk() -> None:
    run = first_lead(game("mineo-3"))
    assert run.decision is not None
    assert run.decision.kind == "play"
    assert play_at_random(run, random.Random(1)) == CARDS


def test_play_stops_at_the_kind_of_question_asked_for() -> None:
    run = Run.shuffled(game("calatafimi-2"), seed=1)
    assert play_at_random(run, random.Random(1), until="play") == 0


def test_the_least_disturbed_burst_counts() -> None:
    sizes = iter([1, 10, 10**9, *[1] * 100])
    assert best_rates(0.0, {"some": lambda: next(sizes)})["some"] > 10**7


def test_a_game_that_there_is_not_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(UnknownGame):
        bench(["nix"])


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [True, False])
def test_there_are_four_figures(as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    bench(["calatafimi-2"], as_json=as_json, seconds=0.1)
    printed = capsys.readouterr().out
    if not as_json:
        assert [line.split()[0] for line in printed.splitlines() if line.startswith("  ")] == [
            "calatafimi-2",
            "random",
            "2,048",
        ]
        return
    told = json.loads(printed)
    (row,) = told["engine"]
    assert row["game"] == "calatafimi-2"
    assert row["trick_play_per_second"] > 0 and row["whole_deals_per_second"] > 0
    assert told["playouts"]["moves_per_second"] > 0
    assert [one["name"] for one in told["batch"]["own"]] == ["resets"]
    assert told["batch"]["own"][0]["per_second"] > 0
