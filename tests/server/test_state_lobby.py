"""Before the cards are dealt: being ready, and what one says to the whole table."""

from __future__ import annotations

import msgspec

from matto.server.tables.commands import Begin, Greet, Leave, NotReady, Ready, Sit
from matto.server.tables.errors import BadCommand, NotNow, NotYourSeat, TooLate
from matto.server.tables.events import Opened, decode
from matto.server.tables.views import MOST_OF_A_SEAT, Phase
from server.tables import ANNA, BRUNO, CARLA, HOST, NAMES, Recorded, order


def lobby() -> Recorded:
    """A table for three persons, with one seat left, that begins when all are ready."""
    table = Recorded(order("mineo-3", persons=3, when_ready=True))
    table.command(Sit(1, NAMES[ANNA]), ANNA)
    return table


def test_the_match_begins_when_all_who_sit_are_ready_and_no_seat_is_open() -> None:
    table = lobby()
    table.command(Ready("seed"), HOST)
    table.command(Ready(), ANNA)
    assert table.is_in(Phase.GATHERING)
    table.command(Sit(2, NAMES[BRUNO]), BRUNO)
    assert table.is_in(Phase.GATHERING)
    assert table.state.awaited == (2,)
    table.command(Ready(), BRUNO)
    assert table.is_in(Phase.PLAYING)
    assert table.state.ready == frozenset()
    assert table.is_fold_of_its_events


def test_who_is_no_longer_ready_or_stands_up_is_waited_for_again() -> None:
    table = lobby()
    for who in (HOST, ANNA):
        table.command(Ready(), who)
    table.command(NotReady(), HOST)
    table.command(Leave(), ANNA)
    for seat, who in ((1, BRUNO), (2, CARLA)):
        table.command(Sit(seat, NAMES[who]), who)
        table.command(Ready(), who)
    assert table.is_in(Phase.GATHERING)
    assert [player.ready for player in table.state.players] == [False, True, True]
    table.command(Ready(), HOST)
    assert table.is_in(Phase.PLAYING)
    assert table.refused(NotReady(), HOST) is TooLate


def test_a_seed_given_before_counts_although_being_ready_brings_none() -> None:
    table = lobby()
    table.command(Ready("first"), HOST)
    table.command(NotReady(), HOST)
    assert table.state.seeds[0] == "first"
    assert table.state.awaited == (0, 1)


def test_the_host_may_begin_without_waiting() -> None:
    table = lobby()
    table.command(Begin(), HOST)
    assert table.is_in(Phase.PLAYING)


def test_where_nobody_is_asked_the_last_seat_begins_the_match_as_ever() -> None:
    table = Recorded(order("mineo-3", persons=3))
    table.command(Ready("seed"), HOST)
    assert table.state.ready == frozenset()
    assert table.sit_all().is_in(Phase.PLAYING)


def test_a_table_opened_before_there_was_a_lobby_asks_nobody_and_is_told_to_nobody() -> None:
    old = msgspec.json.encode(
        {"fact": "opened", "game": "mineo-3", "rules_version": 1, "options": {}, "host": "h"}
        | {"bots": ["", "", ""]}
    )
    event = decode(old)
    assert isinstance(event, Opened)
    assert not event.when_ready
    assert not event.listed


def test_what_is_said_is_heard_by_all_and_forgotten_when_cards_are_dealt() -> None:
    table = lobby()
    table.command(Greet("evening"), ANNA)
    for holder in (HOST, ANNA, "an onlooker"):
        seen = table.seen(holder)
        assert [(said.seat, said.courtesy) for said in seen.greetings] == [(1, "evening")]
    table.command(Begin(), HOST)
    assert not table.state.greetings
    table.command(Greet("luck"), HOST)
    table.play_deal().command(Greet("bravo"), ANNA)
    assert [one.courtesy for one in table.state.greetings] == ["luck", "bravo"]
    assert table.is_fold_of_its_events


def test_who_sits_down_has_said_nothing_of_what_was_said_in_his_seat() -> None:
    table = lobby()
    table.command(Greet("evening"), ANNA)
    table.command(Leave(), ANNA)
    table.command(Sit(1, NAMES[BRUNO]), BRUNO)
    assert table.state.greetings == ()


def test_what_is_said_changes_nothing_of_the_play() -> None:
    table, silent = lobby(), lobby()
    for one in (table, silent):
        one.command(Begin(), HOST)
    asked = table.state.asked_since
    table.command(Greet("moment"), HOST)
    assert table.state.asked_since == asked
    assert table.run.view(None).facts() == silent.run.view(None).facts()


def test_one_says_only_what_is_on_the_list_and_not_for_ever() -> None:
    table = lobby()
    for courtesy in ("", "You idiot", "evening "):
        assert table.refused(Greet(courtesy), HOST) is BadCommand
    assert table.refused(Greet("evening"), "an onlooker") is NotYourSeat
    for _ in range(MOST_OF_A_SEAT):
        table.command(Greet("health"), HOST)
    assert table.refused(Greet("health"), HOST) is NotNow
    assert table.refused(Greet("health"), ANNA) is None
