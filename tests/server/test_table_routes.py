"""At a table by plain forms and by scripts: who may do what, and what comes back."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Sequence
from typing import Any

import pytest
from itsdangerous import TimestampSigner

from matto.server.http.security import LINK_SECONDS
from server.visitors import GAME, Visitor, one_of, two_at_a_table
from server.wire import Answer, Wire, events_in

SCRIPT = {"accept": "application/json"}


async def acted(visitor: Visitor, table: str, command: str = "act", **form: object) -> Answer:
    return await visitor.post(f"{table}/{command}", form, **SCRIPT)


@pytest.mark.slow
async def test_a_deal_is_played_by_links_and_forms_alone(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open(limit=1)
    assert (await visitor.play_on(table)).phase == "over"
    replay = await visitor.get(f"{table}/deals/1")
    assert replay.status == 200
    record = await visitor.get(f"{table}/deals/1/record.json")
    assert record.json["game"] == GAME.id
    again = await visitor.post(f"{table}/deals/1/again")
    second = one_of(again, "location")
    assert second != table
    assert (await visitor.seen(second)).phase == "playing"


@pytest.mark.slow
async def test_the_same_request_a_hundred_times_at_once_is_done_once(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    found = await visitor.own_turn(table)
    before = await wire.services.tables.state(table.removeprefix("/t/"))
    form = {"choice": found.choices[0], "seq": found.seq}
    answers = await asyncio.gather(*(visitor.post(f"{table}/act", form) for _ in range(100)))
    assert {answer.status for answer in answers} == {303}
    events = await wire.services.tables.store.events(before.id, before.seq)
    own = [stored for stored in events if getattr(stored.event, "by", None) == ""]
    assert len(own) == 1


@pytest.mark.slow
async def test_a_request_with_a_key_of_its_own_counts_once(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    found = await visitor.own_turn(table)
    form = {"choice": found.choices[0], "seq": str(found.seq), "key": "one"}
    first = await visitor.post(f"{table}/act", form, **SCRIPT)
    second = await visitor.post(f"{table}/act", form, **SCRIPT)
    assert first.status == second.status == 200
    assert first.json["seq"] == second.json["seq"]
    assert (first.json["repeated"], second.json["repeated"]) == (False, True)


async def test_a_changed_form_opens_another_table_although_its_page_has_the_old_key(
    wire: Wire,
) -> None:
    visitor = Visitor(wire)
    tables = [await visitor.open(key="one", limit=limit) for limit in (1, 1, 2)]
    assert (tables[0] == tables[1], len(set(tables))) == (True, 2)


@pytest.mark.slow
async def test_who_answers_an_old_question_is_told_and_nothing_is_lost(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    old = await visitor.own_turn(table)
    await acted(visitor, table, choice=old.choices[0], seq=old.seq)
    new = await visitor.own_turn(table)
    answer = await acted(visitor, table, choice=new.choices[0], seq=old.seq)
    assert answer.status == 409
    assert answer.json["seq"] >= new.seq
    assert answer.json["error"]
    page = await visitor.post(f"{table}/act", {"choice": new.choices[0], "seq": old.seq})
    assert page.status == 409
    assert f'href="{table}"'.encode() in page.body
    assert (await visitor.seen(table)).choices == new.choices


@pytest.mark.slow
async def test_nobody_acts_for_another(wire: Wire) -> None:
    visitor, stranger = Visitor(wire), Visitor(wire)
    table = await visitor.open()
    found = await visitor.own_turn(table)
    onlooker = await stranger.seen(table)
    assert (onlooker.seat, onlooker.choices) == ("", [])
    for command in ("act", "say", "wait", "take-back", "leave", "return", "begin", "ready"):
        form = {"choice": found.choices[0], "seq": found.seq, "seat": 0}
        answer = await acted(stranger, table, command, **form)
        assert answer.status in {403, 409}, command
    for command in ("stand-in", "close"):
        assert (await acted(stranger, table, command, seat=0)).status == 403
    assert (await acted(stranger, table, "sit", seat=0, name="Eve")).status == 409
    assert (await visitor.seen(table)).seq == found.seq


async def test_a_choice_that_is_not_legal_is_refused_with_its_rule(wire: Wire) -> None:
    visitor = Visitor(wire, "de")
    table = await visitor.open()
    found = await visitor.own_turn(table)
    answer = await acted(visitor, table, choice="T99", seq=found.seq)
    assert answer.status == 422
    assert set(answer.json) <= {"error", "clause"}
    why = await visitor.get(f"{table}/why?choice=T99")
    assert why.status == 200
    assert b"<html" not in why.body


@pytest.mark.slow
async def test_a_refusal_names_cards_as_players_do_with_a_script_and_without(
    wire: Wire,
) -> None:
    visitor = Visitor(wire, "de")
    table = await visitor.open()
    found = await visitor.own_turn(table)
    named = 0
    for suit, sign in zip("SBCD", "♠♣♥♦", strict=True):
        for rank in {"K", "Q", "J"} - {
            choice[1:] for choice in found.choices if choice[0] == suit
        }:
            form: dict[str, Any] = {"choice": suit + rank, "seq": found.seq}
            by_script = (await acted(visitor, table, **form)).json["error"]
            by_form = (await visitor.post(f"{table}/act", form)).body.decode()
            told = by_form.partition('<p class="lead">')[2].partition("</p>")[0]
            assert html.unescape(told) == by_script
            assert suit + rank not in by_script
            named += sign + rank in by_script
    assert named


IMPOSSIBLE: Sequence[tuple[str, dict[str, str], int]] = (
    ("fly", {}, 404),
    ("sit", {"seat": "x", "name": "A"}, 422),
    ("sit", {"seat": "77", "name": "A"}, 422),
    ("act", {"choice": "x" * 500}, 422),
    ("act", {"choice": "SK", "seq": "soon"}, 422),
    ("act", {"choice": "SK", "seq": "99999"}, 409),
    ("ready", {"seed": "no spaces, please"}, 409),
)


@pytest.mark.slow
async def test_a_command_that_cannot_be_is_refused_in_a_sentence(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    await visitor.own_turn(table)
    for command, form, status in IMPOSSIBLE:
        answer = await acted(visitor, table, command, **form)
        assert answer.status == status, command
        assert answer.json["error"].endswith((".", "?")), command


@pytest.mark.parametrize(
    ("part", "begins"),
    [("story", "<ol"), ("score", '<div id="score" class="flow" data-goes-on>')],
)
async def test_what_stands_beside_is_a_page_when_it_is_opened_and_a_part_for_a_script(
    wire: Wire, part: str, begins: str
) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    shown = (await visitor.seen(table)).page
    assert f'href="{table}/{part}" data-panel="{table}/{part}"' in shown
    told = (await visitor.get(f"{table}/{part}")).body.decode()
    opened = await visitor.get(f"{table}/{part}", **{"sec-fetch-mode": "navigate"})
    page = opened.body.decode()
    assert told.startswith(begins)
    assert ("<bdi>You</bdi>" in told) == (part == "score")
    assert page.startswith("<!doctype html>")
    assert told.strip() in page
    assert f'href="{table}"' in page


async def test_the_score_is_told_before_anything_is_dealt_too(wire: Wire) -> None:
    host = Visitor(wire)
    table = await host.open(**{f"who_{seat}": "open" for seat in range(1, GAME.seats)})
    assert (await host.seen(table)).phase == "gathering"
    part = await host.get(f"{table}/score")
    assert part.status == 200
    assert b"Won in this deal" not in part.body


async def test_friends_sit_down_and_begin(wire: Wire) -> None:
    host, friend = Visitor(wire), Visitor(wire)
    table = await host.open(**{f"who_{seat}": "open" for seat in range(1, GAME.seats)})
    assert (await host.seen(table)).phase == "gathering"
    answer = await friend.post(f"{table}/sit", {"seat": 1, "name": "Bea", "seq": 1})
    assert answer.status == 303
    assert (await friend.seen(table)).seat == "1"
    assert (await friend.post(f"{table}/ready")).status == 303
    assert (await friend.seen(table)).phase == "gathering"
    assert (await host.post(f"{table}/ready")).status == 303
    assert (await host.seen(table)).phase == "playing"
    assert b"Bea" in (await host.get(table)).body
    assert 'name="name"' not in (await friend.seen(table)).page
    assert b'value="Bea"' in (await friend.get(f"/new/{GAME.id}")).body


def all_are_gone(wire: Wire) -> None:
    """Let so much time pass that nobody counts as being at a table."""
    hub = wire.services.hub
    before = hub._clock
    hub._clock = lambda: before() + 60


async def test_one_who_comes_back_plays_again_at_once_unless_he_has_asked_for_the_bot(
    wire: Wire,
) -> None:
    host, guest, table = await two_at_a_table(wire)

    async def guest_plays() -> bool:
        state = await wire.services.tables.state(table.removeprefix("/t/"))
        return state.chairs[1].has_person

    for come_back in (guest.get, lambda table: guest.get_stream(f"{table}/stream")):
        all_are_gone(wire)
        assert (await host.post(f"{table}/stand-in", {"seat": 1})).status == 303
        await guest.get(f"{table}?asks")  # a tab in the background
        assert not await guest_plays()
        all_are_gone(wire)
        await come_back(table)
        assert await guest_plays()
    await guest.post(f"{table}/stand-in", {"seat": 1})
    refusal = await acted(host, table, "free", seat=1)
    assert (refusal.status, "may play on" in refusal.json["error"]) == (409, True)
    all_are_gone(wire)
    page = (await guest.seen(table)).page
    assert not await guest_plays()
    ask = page[page.index('id="ask"') :]
    assert 'id="return"' in ask
    hand = ask[ask.index('id="hand"') :]
    assert f'formaction="{table}/return"' in hand  # every card does it
    assert (await guest.post(f"{table}/return")).status == 303
    assert await guest_plays()


LINK = re.compile(r'href="http://[^/]+(/t/[a-z0-9]+/seat/([^"]+))"')


async def test_a_seat_goes_to_another_device_by_a_link_that_works_once_and_only_soon(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    _host, guest, table = await two_at_a_table(wire)
    phone, stranger = Visitor(wire), Visitor(wire)
    assert (await stranger.get(f"{table}/seat-link")).status == 403

    async def link() -> tuple[str, str]:
        found = LINK.search((await guest.get(f"{table}/seat-link")).body.decode())
        assert found is not None
        return found[1], found[2]

    path, word = await link()
    with monkeypatch.context() as later:
        then = TimestampSigner.get_timestamp
        later.setattr(
            TimestampSigner, "get_timestamp", lambda one: then(one) + LINK_SECONDS + 1
        )
        assert (await phone.get(path)).status == 409
    page = await phone.get(path)
    assert "This device plays on for <bdi>Bea</bdi>" in page.body.decode()
    assert (await guest.seen(table)).seat == "1"  # to look at it does nothing
    _, second = await link()
    for _ in range(2):  # a double click
        answer = await phone.post(f"{table}/take-over", {"word": word})
        assert (answer.status, one_of(answer, "location")) == (303, table)
    assert ((await phone.seen(table)).seat, (await guest.seen(table)).seat) == ("1", "")
    for used in (word, second, "nonsense", ""):
        answer = await stranger.post(f"{table}/take-over", {"word": used})
        assert answer.status == 409
    assert "This link was used already" in (await stranger.get(path)).body.decode()


async def test_a_form_that_is_filled_in_wrongly_comes_back_with_what_is_wrong(
    wire: Wire,
) -> None:
    visitor = Visitor(wire)
    answer = await visitor.post("/tables", {"game": GAME.id, "limit": "many"})
    assert answer.status == 422
    assert b"many" in answer.body
    script = await visitor.post("/tables", {"game": GAME.id, "limit": "many"}, **SCRIPT)
    assert (script.status, list(script.json)) == (422, ["error"])


@pytest.mark.slow
async def test_where_nobody_may_look_on_a_stranger_sees_no_cards(wire: Wire) -> None:
    visitor, stranger = Visitor(wire), Visitor(wire)
    table = await visitor.open(onlookers="off", limit=1)
    await visitor.own_turn(table)
    page = await stranger.seen(table)
    assert 'class="trick' not in page.page
    assert (await stranger.get(f"{table}/deals/1")).status in {403, 404}
    stream = await stranger.get_stream(f"{table}/stream")
    assert list(events_in(stream.body)) == [page.fragment]


# -- streams -----------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_stream_sends_at_once_what_the_page_shows(wire: Wire) -> None:
    visitor, stranger = Visitor(wire), Visitor(wire)
    table = await visitor.open()
    await stranger.get(table)
    for viewer in (visitor, stranger):
        await visitor.own_turn(table)
        stream = await viewer.get_stream(f"{table}/stream")
        page = await viewer.seen(table)
        assert list(events_in(stream.body)) == [page.fragment]
        assert f"id: {page.seq}\n".encode() in stream.body
        (here,) = events_in(stream.body, "presence")
        assert '"seats":[0]' in here
    told = (await visitor.get(f"{table}/presence")).json
    assert told == {"seats": [0], "onlookers": 1, "preparing": False, "delay": 0}


async def test_a_stream_of_a_table_that_is_not_there_is_refused(wire: Wire) -> None:
    assert (await Visitor(wire).get("/t/nobody/stream")).status == 404


@pytest.mark.slow
async def test_one_viewer_keeps_only_so_many_streams(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    tasks = [
        asyncio.create_task(visitor.get_stream(f"{table}/stream", until=b"never"))
        for _ in range(12)
    ]
    while wire.services.hub.streams < 12:
        await asyncio.sleep(0)
    answer = await visitor.get(f"{table}/stream")
    assert answer.status == 429
    assert (await Visitor(wire).get_stream(f"{table}/stream")).status == 200
    wire.services.hub.close()
    await asyncio.gather(*tasks)
    assert wire.services.hub.streams == 0
