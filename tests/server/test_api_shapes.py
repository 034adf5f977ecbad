"""The JSON of a state: all that its viewer sees, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from matto.engine.run import Match, Run
from matto.games import catalogue
from matto.players import all_bots
from matto.research.testing.position import Player as ChancePlayer
from matto.server.api.bodies import every_game
from matto.server.api.states import State, state_json
from matto.server.tables.views import FinishedDeal, TableView
from server.table_views import (
    asked,
    played_until,
    reached,
    seen_gathering,
    seen_of,
    step,
)
from server.wire import Wire

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


def test_a_seat_that_anybody_may_take_is_told_as_free() -> None:
    game = next(iter(catalogue().values()))
    seen = seen_gathering(game, opened=(1, 2))
    sitting = [msgspec.structs.replace(p, free=p.is_open) for p in seen.players]
    json = told(msgspec.structs.replace(seen, players=tuple(sitting)))
    assert [player["free"] for player in json["players"][:3]] == [False, True, True]
    assert (json["phase"], json["view"]) == ("gathering", None)


def test_the_state_can_be_read_back_into_its_shape() -> None:
    run = reached(next(iter(catalogue().values())), asked("play"))
    packed = state_json(seen_of(run, 1))
    assert msgspec.json.encode(msgspec.json.decode(packed, type=State)) == packed


def test_the_finished_deals_of_a_match_are_told_in_order() -> None:
    match = Match(next(iter(catalogue().values())), limit=3)
    finished: list[FinishedDeal] = []
    for number in (1, 2):
        run = match.next_run(seed=number)
        while run.result is None:
            step(run, ChancePlayer(random.Random(number)))
        finished.append(FinishedDeal(number, run.setup.dealer, run.result))
        match.take(run.result)
    json = told(seen_of(match.next_run(seed=3), 0, before=finished))
    assert [deal["number"] for deal in json["finished"]] == [1, 2]
    assert json["ledger"] == match.ledger


def test_every_game_is_told_with_its_options_presets_and_words() -> None:
    for shape, game in zip(every_game(), catalogue().values(), strict=True):
        assert [option.name for option in shape.options] == [o.name for o in game.options]
        assert all(option.clause.startswith(game.id + " ") for option in shape.options)
        assert [card.code for card in shape.pack] == list(game.pack(game.resolve()).codes)
        assert (shape.presets, shape.glossary) == (game.presets, game.vocabulary.glossary)


async def test_every_bot_is_told(wire: Wire) -> None:
    bots = (await wire.ask("GET", "/api/bots")).json
    assert [bot["name"] for bot in bots] == list(all_bots())
