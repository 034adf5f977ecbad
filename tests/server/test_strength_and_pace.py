"""Whoever has opened a table may change how strong and how fast its bots are, at any time."""

from __future__ import annotations

import msgspec
import pytest

from matto.engine.errors import UnknownBot
from matto.server.api.bodies import Deed, command_of
from matto.server.http.requests import command_in
from matto.server.live.driver import TodoKind, next_todo
from matto.server.tables.commands import (
    Act,
    Agree,
    Close,
    Command,
    Leave,
    Say,
    SetPace,
    SetStrength,
    Sit,
    StandIn,
    fingerprint_of,
)
from matto.server.tables.decide import decide_for_bot
from matto.server.tables.errors import BadCommand, NotHost, NotNow, NotYourSeat
from server.tables import ANNA, HOST, STRANGER, Recorded, order
from server.test_state_seats import gathering, playing
from server.visitors import Visitor
from server.wire import Wire


def bots_of(table: Recorded) -> list[str]:
    return [chair.bot for chair in table.state.chairs]


def test_all_bots_are_exchanged_or_the_one_of_a_seat() -> None:
    table = Recorded(order("mineo-4", persons=2)).sit_all()
    assert bots_of(table.done((HOST, SetStrength("good")))) == ["", "", "good", "good"]
    assert bots_of(table.done((HOST, SetStrength("quick", 3)))) == ["", "", "good", "quick"]
    assert table.is_fold_of_its_events


def test_a_seat_that_is_left_is_played_by_whom_one_likes_but_no_stand_in_is_exchanged() -> None:
    table = playing().done((HOST, StandIn(1)))
    assert table.refused(SetStrength("good", 1), HOST) is NotNow
    assert bots_of(table.done((HOST, SetStrength("good")))) == ["", "rule", "good"]
    table.done((ANNA, Leave()), (HOST, SetStrength("good", 1)))
    assert bots_of(table) == ["", "good", "good"]


def test_a_move_of_the_bot_that_has_gone_is_no_longer_taken() -> None:
    table = playing().until_asked(2)
    wanted = table.first_choice
    assert decide_for_bot(table.state, wanted, 2, "rule")
    table.command(SetStrength("quick"), HOST)
    with pytest.raises(NotYourSeat):
        decide_for_bot(table.state, wanted, 2, "rule")


def test_a_new_pace_holds_for_the_next_move_and_the_old_one_until_then() -> None:
    table = playing(pace=0.7).until_asked(2)
    before = table.state.seq
    table.done((HOST, SetPace(0.7)), (HOST, SetStrength("rule")))
    assert (table.state.seq, table.state.pace) == (before, 0.7)
    todo = next_todo(table.done((HOST, SetPace(3.0))).state)
    assert todo is not None
    assert todo.kind is TodoKind.ACT
    assert todo.due - table.state.at / 1000 >= 3.0
    assert table.is_fold_of_its_events


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (SetStrength("nobody"), UnknownBot),
        (SetStrength("good", 0), NotNow),
        (SetStrength("good", 9), NotNow),
        (SetPace(-1), BadCommand),
        (SetPace(11), BadCommand),
        (SetPace(float("nan")), BadCommand),
    ],
)
def test_what_cannot_be_is_refused(command: Command, error: type[Exception]) -> None:
    assert playing().refused(command, HOST) is error


@pytest.mark.parametrize("command", [SetStrength("good"), SetPace(0)])
def test_only_the_host_may_and_only_until_it_is_over(command: Command) -> None:
    table = playing()
    for other in (ANNA, STRANGER):
        assert table.refused(command, other) is NotHost
    assert gathering().refused(SetPace(0), HOST) is None
    assert table.done((HOST, Close()), (ANNA, Agree())).refused(command, HOST) is NotNow


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (b'{"strength": {"bot": "good", "seat": 2}}', SetStrength("good", 2)),
        (b'{"pace": 0.0}', SetPace(0.0)),
    ],
)
def test_programs_say_it_in_a_word_of_their_own(body: bytes, wanted: Command) -> None:
    assert command_of(msgspec.json.decode(body, type=Deed)) == wanted


@pytest.mark.parametrize(
    ("word", "form", "wanted"),
    [
        ("strength", {"bot": "good", "csrf": "token"}, SetStrength("good")),
        ("pace", {"pace": "1.5", "seq": "7"}, SetPace(1.5)),
        ("say", {"choice": "knock"}, Say("knock")),
        ("act", {}, Act("")),
        ("sit", {"seat": "1", "name": "Anna"}, Sit(1, "Anna")),
        ("stand-in", {"seat": "0"}, StandIn(0)),
    ],
)
def test_a_form_is_read_by_the_fields_of_its_command(
    word: str, form: dict[str, str], wanted: Command
) -> None:
    assert command_in(form, word) == wanted


@pytest.mark.parametrize("seat", ["", "one", "-", "\u00b2", "9" * 5000])
def test_a_form_that_names_no_seat_is_answered_by_a_sentence(seat: str) -> None:
    with pytest.raises(BadCommand, match="Name a seat by its number") as refusal:
        command_in({"seat": seat}, "free")
    assert len(str(refusal.value)) < 200


def test_a_command_is_known_again_in_the_store_as_it_always_was() -> None:
    assert fingerprint_of(Say("knock")).startswith("e35f83cd20d57b29070a9fb0671c3324")


async def test_the_page_offers_it_to_the_host_and_all_see_it(wire: Wire) -> None:
    visitor = Visitor(wire, "en")
    table = await visitor.open()
    assert 'id="opponents"' in (await visitor.seen(table)).page
    assert 'id="opponents"' not in (await Visitor(wire, "en").seen(table)).page
    await visitor.post(f"{table}/strength", {"bot": "quick"})
    await visitor.post(f"{table}/pace", {"pace": "3.0"})
    page = (await visitor.seen(table)).page
    for pressed in ('value="quick"', 'value="3.0"'):
        (button,) = [line for line in page.split("<button") if pressed in line]
        assert 'aria-pressed="true"' in button
    state = (await wire.ask("GET", f"/api/tables/{table.removeprefix('/t/')}")).json
    assert {player["bot"] for player in state["players"]} == {"", "quick"}
    assert state["pace"] == 3.0
