"""The JSON of a state: all that its viewer sees, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from matto.engine.run import Run
from matto.games import catalogue
from matto.research.testing.position import Player as ChancePlayer
from matto.server.api.bodies import every_game
from matto.server.api.states import state_json
from matto.server.tables.views import TableView
from server.table_views import (
    asked,
    played_until,
    seen_of,
    step,
)

MOVES = {1: "into hand", -1: "out of hand", 0: "none"}


def told(seen: TableView) -> dict[str, Any]:
    """What a program reads."""
    found: dict[str, Any] = msgspec.json.decode(state_json(seen))
    return found


def some_way(game_id: str, seed: int) -> Run:
    """A deal of a game, somewhere in the middle of its play."""
    run = Run.shuffled(catalogue()[game_id], seed=seed)
    rng = random.Random(seed)
    played_until(run, asked("play", at_least=rng.randrange(6)), rng, asides=True)
    return run


@pytest.mark.parametrize("game_id", catalogue())
@pytest.mark.parametrize("seed", range(2))
def test_the_json_tells_every_event_of_the_view(game_id: str, seed: int) -> None:
    run = some_way(game_id, seed)
    for seat in (*range(run.game.seats), None):
        view = run.view(seat)
        facts, json = view.facts(), told(seen_of(run, seat))
        shown = json["view"]
        events = [[e["kind"], e["seat"], e["what"], e["moves"]] for e in shown["events"]]
        assert events == [[e.kind, e.seat, list(e.what), MOVES[e.moves]] for e in view.events]
        assert (json["game"], json["options"]) == (facts["game"], facts["options"])
        assert (json["seat"], shown["dealer"]) == (facts["seat"], facts["dealer"])
        assert (shown["carried"], shown["hand"]) == (facts["carried"], list(view.hand))
        assert shown["asides"] == list(view.asides)
        choices = shown["question"] and tuple(shown["question"]["choices"])
        assert choices == facts["choices"]
        assert (shown["waiting"] is None) == (view.waiting is None)


@pytest.mark.parametrize("game_id", catalogue())
def test_the_json_of_a_finished_deal_has_its_sheet(game_id: str) -> None:
    run = Run.shuffled(catalogue()[game_id], seed=3)
    player = ChancePlayer(random.Random(3))
    while run.result is None:
        step(run, player)
    json = told(seen_of(run, 0))
    outcome = json["view"]["result"]
    assert outcome == json["finished"][0]["result"]
    assert outcome["scores"] == list(run.result.scores)
    assert [line["clause"] for line in outcome["sheet"]] == [r.clause for r in run.result.sheet]
    assert (json["phase"], json["view"]["question"]) == ("between", None)


def test_who_else_has_seen_an_event_is_not_told() -> None:
    run = some_way(next(iter(catalogue())), 0)
    fields = {key for event in told(seen_of(run, 0))["view"]["events"] for key in event}
    assert fields == {"kind", "seat", "what", "moves"}


def test_every_game_is_told_with_its_options_presets_and_words() -> None:
    for shape, game in zip(every_game(), catalogue().values(), strict=True):
        assert [option.name for option in shape.options] == [o.name for o in game.options]
        assert all(option.clause.startswith(game.id + " ") for option in shape.options)
        assert [card.code for card in shape.pack] == list(game.pack(game.resolve()).codes)
        assert (shape.presets, shape.glossary) == (game.presets, game.vocabulary.glossary)
