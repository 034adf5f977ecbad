"""The open interface at work: tables, seats, actions, events, finished deals."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from matto.engine.run import Run
from matto.games import catalogue
from matto.records import loads
from matto.research.testing.position import Player as ChancePlayer
from matto.server.api.bodies import every_game
from matto.server.api.states import state_json
from matto.server.tables.shuffle import order, promise_of
from matto.server.tables.views import TableView
from server import table_views
from server.wire import Answer, Wire, events_in
from sixteen import THREE

GAME = min(catalogue().values(), key=lambda game: game.seats)
KEYS = ("anna's own long word, which nobody knows", "bruno's own long word, which nobody knows")
SEATS = GAME.seats


async def opened(wire: Wire, **wanted: Any) -> str:
    """A table that the first key has opened."""
    body = {"game": GAME.id, "limit": 1, **wanted}
    answer = await wire.ask("POST", "/api/tables", body, key=KEYS[0])
    assert answer.status == 201
    return str(answer.json["table"])


async def begun(wire: Wire, **wanted: Any) -> str:
    """A table at which both keys sit, so that the match has begun."""
    table = await opened(wire, **wanted)
    for seat, key in enumerate(KEYS):
        answer = await sat(wire, table, seat, key)
        assert answer.status == 201
    return table


async def sat(wire: Wire, table: str, seat: int, key: str) -> Answer:
    return await wire.ask(
        "POST", f"/api/tables/{table}/seats/{seat}", {"name": f"Player {seat}"}, key=key
    )


async def act(wire: Wire, table: str, seat_key: str, /, **deed: Any) -> Answer:
    return await wire.ask("POST", f"/api/tables/{table}/actions", deed, key=seat_key)


async def display(wire: Wire, table: str, key: str = "") -> Any:
    return (await wire.ask("GET", f"/api/tables/{table}", key=key)).json


async def asked(wire: Wire, table: str) -> tuple[str, Any]:
    """The key that is asked, and what it sees."""
    for key in KEYS:
        state = await display(wire, table, key)
        if state["view"]["question"]:
            return key, state
    raise AssertionError("nobody is asked")


async def played(wire: Wire, table: str) -> None:
    """Play the deal to its end, always with the first choice."""
    while (await display(wire, table))["phase"] == "playing":
        key, state = await asked(wire, table)
        choice = state["view"]["question"]["choices"][0]
        answer = await act(wire, table, key, seq=state["seq"], choice=choice)
        assert answer.status == 200, answer.body


@pytest.mark.slow
async def test_whoever_has_opened_the_table_may_begin_with_bots(wire: Wire) -> None:
    table = await opened(wire)
    await sat(wire, table, 1, KEYS[1])
    assert (await act(wire, table, KEYS[1], begin=True)).status == 403
    assert (await act(wire, table, KEYS[0], begin=True)).status == 200
    state = await display(wire, table, KEYS[1])
    assert state["players"][0]["bot"] == "rule"


async def test_what_is_sent_twice_with_the_same_key_is_done_once(wire: Wire) -> None:
    table = await begun(wire)
    key, state = await asked(wire, table)
    deed = {"seq": state["seq"], "choice": state["view"]["question"]["choices"][0]}
    first = await act(wire, table, key, **deed, key="once")
    again = await act(wire, table, key, **deed, key="once")
    assert (first.json["repeated"], again.json["repeated"]) == (False, True)
    assert first.json["seq"] == again.json["seq"]


async def test_a_key_that_comes_again_with_something_else_to_do_is_refused(wire: Wire) -> None:
    table = await begun(wire)
    key, state = await asked(wire, table)
    first, *_, last = state["view"]["question"]["choices"]
    await act(wire, table, key, choice=first, key="once")
    for other in ({"choice": last}, {"choice": "nonsense"}, {"ready": "luna"}):
        refused = await act(wire, table, key, **other, key="once")
        assert (refused.status, "This key came before" in refused.json["error"]) == (
            422,
            True,
        )
    assert (await display(wire, table))["seq"] == state["seq"] + 1
    ordered = {"game": GAME.id, "key": "table"}
    assert (await wire.ask("POST", "/api/tables", ordered, key=key)).status == 201
    again = await wire.ask("POST", "/api/tables", {**ordered, "limit": 7}, key=key)
    assert again.status == 422


async def test_a_table_that_is_ordered_twice_with_the_same_key_is_opened_once(
    wire: Wire,
) -> None:
    tables = [await opened(wire, key=key) for key in ("one", "one", "two", "", "")]
    assert (tables[0] == tables[1], len(set(tables))) == (True, 4)


async def test_the_same_word_of_another_program_is_another_key(wire: Wire) -> None:
    table = await begun(wire)
    key, state = await asked(wire, table)
    deed = {"seq": state["seq"], "choice": state["view"]["question"]["choices"][0]}
    await act(wire, table, key, **deed, key="once")
    other = next(known for known in KEYS if known != key)
    answer = await act(wire, table, other, **deed, key="once")
    assert (answer.status, "repeated" in answer.json) == (409, False)


async def test_an_action_for_a_question_that_is_over_is_too_late(wire: Wire) -> None:
    table = await begun(wire)
    key, state = await asked(wire, table)
    choice = state["view"]["question"]["choices"][0]
    assert (await act(wire, table, key, seq=state["seq"], choice=choice)).status == 200
    late = await act(wire, table, key, seq=state["seq"], choice=choice)
    assert (late.status, late.json["seq"]) == (409, (await display(wire, table))["seq"])


async def test_a_card_that_may_not_be_played_is_refused_with_its_clause(wire: Wire) -> None:
    table = await begun(wire)
    key, state = await asked(wire, table)
    choices = state["view"]["question"]["choices"]
    wrong = next(card["code"] for card in await pack(wire) if card["code"] not in choices)
    refused = await act(wire, table, key, seq=state["seq"], choice=wrong)
    assert refused.status == 422
    assert refused.json["clause"].startswith(GAME.id + " ")


async def pack(wire: Wire) -> Any:
    games = (await wire.ask("GET", "/api/games")).json
    return next(game for game in games if game["id"] == GAME.id)["pack"]


async def test_problems_come_in_the_language_that_is_asked_for(wire: Wire) -> None:
    answers = [
        await wire.ask("GET", "/api/tables/nix", headers={"accept-language": language})
        for language in ("en", "de")
    ]
    assert [answer.status for answer in answers] == [404, 404]
    assert answers[0].json["error"] == "There is no table “nix”. Look at its link."


async def test_a_seat_is_given_up_by_its_holder_only(wire: Wire) -> None:
    table = await begun(wire)
    for key, status in ((KEYS[1], 403), ("", 403), (KEYS[0], 200)):
        answer = await wire.ask("DELETE", f"/api/tables/{table}/seats/0", key=key)
        assert answer.status == status
    state = await display(wire, table, KEYS[1])
    assert (state["players"][0]["free"], state["players"][0]["bot"]) == (True, "rule")


# -- events --------------------------------------------------------------------------------


async def events(
    wire: Wire, table: str, key: str, last: str = "", until: str = "\n\n"
) -> Answer:
    headers = {"last-event-id": last} if last else {}
    path = f"/api/tables/{table}/events"
    return await wire.ask("GET", path, key=key, headers=headers, until=until.encode())


@pytest.mark.slow
async def test_one_who_connects_again_gets_only_what_is_new(wire: Wire) -> None:
    table = await begun(wire)
    key, state = await asked(wire, table)
    choice = state["view"]["question"]["choices"][0]
    seq = str(state["seq"])
    follows = asyncio.create_task(events(wire, table, key, last=seq, until="event: state"))
    await asyncio.sleep(0.2)
    assert not follows.done()
    done = await act(wire, table, key, seq=state["seq"], choice=choice)
    (event,) = events_in((await follows).body)
    assert f'"seq":{done.json["seq"]},' in event


# -- finished deals ------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_finished_deal_is_a_record_that_can_be_replayed(wire: Wire) -> None:
    table = await begun(wire)
    assert (await wire.ask("GET", f"/api/tables/{table}/deals/1")).status == 404
    await played(wire, table)
    answer = await wire.ask("GET", f"/api/tables/{table}/deals/1")
    (run,) = loads(answer.body.decode())
    assert run.result is not None
    assert list(run.result.scores) == (await display(wire, table))["ledger"]


@pytest.mark.slow
async def test_the_shuffle_of_a_finished_deal_can_be_done_again(wire: Wire) -> None:
    table = await opened(wire)
    promise = (await display(wire, table))["promise"]
    for seat, key in enumerate(KEYS):
        body = {"name": f"Player {seat}", "seed": f"seed{seat}"}
        await wire.ask("POST", f"/api/tables/{table}/seats/{seat}", body, key=key)
    assert (await wire.ask("GET", f"/api/tables/{table}/deals/1/shuffle")).status == 404
    await played(wire, table)
    told = (await wire.ask("GET", f"/api/tables/{table}/deals/1/shuffle")).json
    record = (await wire.ask("GET", f"/api/tables/{table}/deals/1")).json
    dealt = [card for pile in (*record["dealt"], record["talon"]) for card in pile]
    seeds = {int(seat): seed for seat, seed in told["seeds"].items()}
    assert "seed0" in seeds.values()
    assert told["promise"] == promise == promise_of(told["secret"])
    assert dealt == list(order(told["secret"], 1, seeds, dealt)) == told["order"]


# -- who is asked --------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_cookie_counts_for_nothing_here(wire: Wire) -> None:
    page = await wire.ask("GET", "/")
    cookie = next(value for name, value in page.headers if name.lower() == "set-cookie")
    table = await opened(wire)
    seat = f"/api/tables/{table}/seats/0"
    signed = {"cookie": cookie.partition(";")[0]}
    key = (await wire.ask("POST", seat, {"name": "x"}, headers=signed)).json["key"]
    mine = await wire.ask("GET", f"/api/tables/{table}", headers=signed)
    assert (mine.json["seat"], (await display(wire, table, key))["seat"]) == (None, 0)


async def test_a_page_of_another_site_can_do_nothing_here(wire: Wire) -> None:
    foreign = {"sec-fetch-site": "cross-site", "content-type": "text/plain"}
    answer = await wire.ask("POST", "/api/tables", {"game": GAME.id}, headers=foreign)
    assert answer.status == 403
    assert (await wire.ask("GET", "/api/games", headers=foreign)).status == 200


async def test_a_seat_is_played_on_by_another_key_with_a_word_that_is_good_once(
    wire: Wire,
) -> None:
    table = await begun(wire)
    path = f"/api/tables/{table}/seats/1/handover"
    assert (await wire.ask("GET", path, key=KEYS[0])).status == 403
    offered = (await wire.ask("GET", path, key=KEYS[1])).json
    body = {"word": offered["word"]}
    taken = await wire.ask("POST", path, body)
    assert (taken.status, taken.json["seat"]) == (201, 1)
    assert (await wire.ask("POST", path, body)).status == 409
    for key, seat in ((taken.json["key"], 1), (KEYS[1], None)):
        state = await wire.ask("GET", f"/api/tables/{table}", key=key)
        assert state.json["seat"] == seat
    assert (await wire.ask("POST", path, {"word": "x"}, key=KEYS[0])).status == 409


async def test_the_host_is_who_comes_next_and_asks_to_close_and_may_free_a_chair(
    wire: Wire,
) -> None:
    table = await begun(wire)
    assert (await act(wire, table, KEYS[0], close=True)).status == 200
    state = (await wire.ask("GET", f"/api/tables/{table}", key=KEYS[1])).json
    asked = state["proposal"]
    assert (asked["closes"], asked["frees"], asked["waits_for"]) == (True, None, [1])
    assert (await act(wire, table, KEYS[1], decline=True)).status == 200
    left = await wire.ask("DELETE", f"/api/tables/{table}/seats/0", key=KEYS[0])
    assert left.status == 200
    state = (await wire.ask("GET", f"/api/tables/{table}", key=KEYS[1])).json
    assert state["hosting"]
    assert (await act(wire, table, KEYS[1], free=0)).status == 409  # it is free
    assert (await act(wire, table, KEYS[1], close=True)).status == 200
    state = (await wire.ask("GET", f"/api/tables/{table}", key=KEYS[1])).json
    assert state["closed"]


# -- the JSON of a state: all that its viewer sees, and nothing else -----------------------

MOVES = {1: "into hand", -1: "out of hand", 0: "none"}


def told(seen: TableView) -> dict[str, Any]:
    """What a program reads."""
    found: dict[str, Any] = msgspec.json.decode(state_json(seen))
    return found


def some_way(game_id: str, seed: int) -> Run:
    """A deal of a game, somewhere in the middle of its play."""
    run = Run.shuffled(catalogue()[game_id], seed=seed)
    rng = random.Random(seed)
    table_views.played_until(
        run, table_views.asked("play", at_least=rng.randrange(6)), rng, asides=True
    )
    return run


@pytest.mark.parametrize("game_id", THREE)
def test_the_json_tells_every_event_of_the_view(game_id: str) -> None:
    run = some_way(game_id, seed=1)
    for seat in (*range(run.game.seats), None):
        view = run.view(seat)
        facts, json = view.facts(), told(table_views.seen_of(run, seat))
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


@pytest.mark.parametrize("game_id", THREE)
def test_the_json_of_a_finished_deal_has_its_sheet(game_id: str) -> None:
    run = Run.shuffled(catalogue()[game_id], seed=3)
    player = ChancePlayer(random.Random(3))
    while run.result is None:
        table_views.step(run, player)
    json = told(table_views.seen_of(run, 0))
    outcome = json["view"]["result"]
    assert outcome == json["finished"][0]["result"]
    assert outcome["scores"] == list(run.result.scores)
    assert [line["clause"] for line in outcome["sheet"]] == [r.clause for r in run.result.sheet]
    assert (json["phase"], json["view"]["question"]) == ("between", None)


def test_who_else_has_seen_an_event_is_not_told() -> None:
    run = some_way(next(iter(catalogue())), 0)
    fields = {
        key for event in told(table_views.seen_of(run, 0))["view"]["events"] for key in event
    }
    assert fields == {"kind", "seat", "what", "moves"}


def test_every_game_is_told_with_its_options_presets_and_words() -> None:
    for shape, game in zip(every_game(), catalogue().values(), strict=True):
        assert [option.name for option in shape.options] == [o.name for o in game.options]
        assert all(option.clause.startswith(game.id + " ") for option in shape.options)
        assert [card.code for card in shape.pack] == list(game.pack(game.resolve()).codes)
        assert (shape.presets, shape.glossary) == (game.presets, game.vocabulary.glossary)
