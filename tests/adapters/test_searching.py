"""OpenSpiel's search as a bot: it plays by a view, and its match against ours is told."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import yardstick
from matto.engine.run import Run
from matto.games import game
from matto.players import bots, make_bot
from matto.research.adapters.openspiel.ismcts import SearchingBot, loaded_for
from sixteen import UNLIKE


def at_once() -> float:
    """No seconds: the fewest simulations that there can be."""
    return 0.0


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(UNLIKE))
def test_it_answers_every_kind_of_question_with_a_legal_choice(game_id: str) -> None:
    chosen, rng = game(game_id), random.Random(2)
    searching, rule = SearchingBot(chosen, 1, at_once), make_bot("rule", chosen, 1)
    run, kinds = Run.shuffled(chosen, seed=4), set()
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        if asked.kind not in kinds or rng.random() < 0.1:
            assert searching.choose(view) in asked.options
            kinds.add(asked.kind)
        run.do(rule.choose(view))
    assert "play" in kinds


def test_it_loads_the_game_as_the_view_has_it() -> None:
    chosen = game("tortorici-1930")
    options = chosen.resolve({chosen.options[0].name: chosen.options[0].values[-1]})
    run = Run.shuffled(chosen, seed=1, dealer=2, options=options, carried={"pot": 60})
    loaded = loaded_for(run.view(0))
    assert (loaded.dealer, loaded.carried) == (2, {"pot": 60})
    assert loaded.options == options


@pytest.mark.slow
def test_the_match_is_a_row_with_intervals_and_times_and_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bots, "_registered", {})
    monkeypatch.setattr(yardstick, "USUAL", "random")
    match = yardstick.Match(deals=1, minutes=1.0, seed=1, times=1.0, folder=tmp_path)
    first = cells(match.row("calatafimi-2"))
    assert first[0] == "`calatafimi-2`"
    assert first[3] == "1"
    went_on = cells(replace(match, deals=2).row("calatafimi-2"))
    assert "…" in went_on[1]
    assert went_on[3] == "2"
    assert went_on[5].endswith("ms")
    assert cells(replace(match, minutes=0.0).row("calatafimi-2")) == went_on


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]
