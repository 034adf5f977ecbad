"""Which commands a table takes, and from whom: a refusal changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from matto.engine.errors import IllegalChoice, NothingToUndo
from matto.engine.events import SAY
from matto.games import catalogue
from matto.server.tables.commands import (
    Act,
    Begin,
    Close,
    Command,
    Leave,
    Ready,
    Return,
    Say,
    Sit,
    StandIn,
    TakeBack,
    Wait,
)
from matto.server.tables.errors import NotNow, NotYourSeat
from matto.server.tables.events import Acted, Waited
from matto.server.tables.views import Phase
from server.tables import (
    ANNA,
    BRUNO,
    CARLA,
    HOST,
    STRANGER,
    Recorded,
    all_of,
    order,
    refused,
)
from sixteen import SIXTEEN

every_game = pytest.mark.parametrize("game_id", SIXTEEN)
TALKS_AT_THE_TABLE = {"mineo-3", "mineo-4", "ragusa-3", "barcellona-3", "calatafimi-4"}
NOTHING_LAID_AWAY = {"priestertarock", "barcellona-4", "calatafimi-2"}


def of_persons(game_id: str, seed: str) -> Recorded:
    """A table where people sit in all seats."""
    persons = catalogue()[game_id].seats
    return Recorded(order(game_id, persons=persons), seed=seed).sit_all()


def moments(game_id: str, seed: str, share: float) -> Iterator[Recorded]:
    """Some moments of a deal that is played by persons, by chance."""
    table, rng = of_persons(game_id, seed), random.Random(game_id)
    while table.act():
        if table.is_in(Phase.PLAYING) and rng.random() <= share:
            yield table


def commands_of_every_kind(table: Recorded) -> list[Command]:
    """All kinds of commands, with choices that are right for whoever is asked."""
    choices, seats = table.asked.options, range(table.state.game.seats)
    return [
        *map(Act, (choices[0], choices[-1], "nonsense", "")),
        *(Say(phrase) for seat in seats for phrase in table.run.asides(seat)[:2]),
        *(Sit(seat, "Eve") for seat in (-1, *seats, len(seats))),
        *(StandIn(seat) for seat in (-1, *seats, len(seats))),
        *(Wait(), TakeBack(), Leave(), Return(), Begin(), Ready("seed"), Close()),
    ]


@every_game
def test_who_does_not_sit_at_a_table_can_do_nothing_there(game_id: str) -> None:
    for table in moments(game_id, "strange", 0.1):
        before = all_of(table.state)
        for command in commands_of_every_kind(table):
            assert table.refused(command, STRANGER) is not None, command
            assert table.refused(command, "") is NotYourSeat, command
        assert all_of(table.state) == before


@pytest.mark.slow
@every_game
def test_whoever_is_not_asked_cannot_answer_and_nothing_changes(game_id: str) -> None:
    for table in moments(game_id, "turn", 0.2):
        before, asked = all_of(table.state), table.asked
        for chair in table.state.chairs:
            own = asked.to(chair.seat)
            for choice in asked.options:
                legal = own is not None and choice in own.options
                error = None if legal else IllegalChoice
                assert table.refused(Act(choice), chair.holder) is error
        assert all_of(table.state) == before


@pytest.mark.slow
@every_game
def test_what_is_not_among_the_choices_is_refused_with_the_engine_s_own_reason(
    game_id: str,
) -> None:
    for table in moments(game_id, "no", 0.08):
        codes = {*table.state.game.pack(table.state.options).codes, "nonsense"}
        for choice in codes - set(table.asked.options):
            error = refused(table.state, Act(choice), table.state.holder(table.asked.seat))
            assert isinstance(error, IllegalChoice)
            assert error.refusal == table.run.why_not(choice)


@pytest.mark.slow
@every_game
def test_a_seat_says_aside_what_the_game_lets_it_say_and_nothing_else(game_id: str) -> None:
    table, said = of_persons(game_id, "say"), 0
    for _ in range(2):
        while table.is_in(Phase.PLAYING):
            said += says_something(table, said < 10)
            table.act()
        table.done(*((chair.holder, Ready()) for chair in table.state.chairs))
    assert bool(said) is (game_id in TALKS_AT_THE_TABLE)


def says_something(table: Recorded, wanted: bool) -> bool:
    run = table.run.fork()
    for chair in table.state.chairs:
        for phrase in run.asides(chair.seat)[:3]:
            assert table.refused(Say(phrase), chair.holder) is None
        assert table.refused(Say("nonsense"), chair.holder) is IllegalChoice
    speaker = next((c for c in table.state.chairs if run.asides(c.seat)), None)
    if speaker is None or not wanted:
        return False
    phrase = run.asides(speaker.seat)[0]
    table.command(Say(phrase), speaker.holder)
    assert table.events[-1][0] == Acted(speaker.seat, SAY, phrase)
    assert table.is_fold_of_its_events
    return True


@pytest.mark.slow
@every_game
def test_the_last_choice_is_taken_back_only_while_nobody_has_seen_it(game_id: str) -> None:
    table, taken_back = of_persons(game_id, "back"), 0
    for _ in range(3):
        while table.act():
            run, playing = table.run.fork(), table.is_in(Phase.PLAYING)
            for chair in table.state.chairs:
                error = table.refused(TakeBack(), chair.holder)
                may = playing and run.can_undo(chair.seat)
                assert (error is None) is may
                assert may or not playing or error is NothingToUndo
            undoing = [c for c in table.state.chairs if run.can_undo(c.seat)]
            if undoing and playing:
                taken_back += 1
                table.command(TakeBack(), undoing[0].holder)
                assert len(table.run.actions) == len(run.actions) - 1
                assert table.is_fold_of_its_events
                table.act()
        table.done(*((chair.holder, Ready()) for chair in table.state.chairs))
    assert bool(taken_back) is (game_id not in NOTHING_LAID_AWAY)


# -- a question that is open to all ----------------------------------------------------------

SEATS = {0: HOST, 1: ANNA, 2: BRUNO, 3: CARLA}


@pytest.fixture
def table() -> Recorded:
    """A table for four where everybody may speak."""
    found = Recorded(order("calatafimi-4", persons=4), seed="open").sit_all()
    while not found.asked.wait:
        assert found.act()
    return found


def a_word(table: Recorded, seat: int) -> Act:
    """Something that a seat may say, and that does not end the talk at once."""
    asked = table.asked.to(seat)
    assert asked is not None
    return Act(next(word for word in asked.options if word != table.asked.wait))


def not_asked(table: Recorded) -> list[int]:
    return [seat for seat in SEATS if seat != table.asked.seat]


def test_whoever_is_not_asked_may_speak_first(table: Recorded) -> None:
    other = not_asked(table)[0]
    assert other in table.state.may_speak_first
    word = a_word(table, other)
    table.command(word, SEATS[other])
    said = [event for event, _ in table.events if isinstance(event, Acted)]
    assert (other, word.choice) in [(one.seat, one.choice) for one in said]
    assert table.is_fold_of_its_events


def test_the_choice_to_wait_is_only_that_of_the_seat_asked(table: Recorded) -> None:
    wait = Act(table.asked.wait)
    assert table.refused(wait, SEATS[not_asked(table)[0]]) is not None
    assert table.refused(wait, SEATS[table.asked.seat]) is None


def test_one_who_lets_the_others_speak_is_not_waited_for_until_another_has_spoken(
    table: Recorded,
) -> None:
    first, second = not_asked(table)[:2]
    table.command(Wait(), SEATS[first])
    assert table.events[-1][0] == Waited(first)
    assert first not in table.state.may_speak_first
    before = table.state.seq
    assert table.done((SEATS[first], Wait())).state.seq == before  # once is enough
    table.command(a_word(table, second), SEATS[second])
    assert not table.state.has_waited(first)


def test_the_table_does_not_ask_one_who_has_said_that_he_waits(table: Recorded) -> None:
    talk = table.asked
    table.done(*((SEATS[seat], Wait()) for seat in (*not_asked(table), talk.seat)))
    waited = [f.seat for f, _ in table.events if isinstance(f, Acted) and f.choice == talk.wait]
    assert sorted(waited) == sorted(SEATS)  # the seat asked, and then all others by themselves
    assert not table.asked.wait
    assert not any(table.state.has_waited(seat) for seat in SEATS)  # the next talk is another
    assert table.is_fold_of_its_events


def test_there_is_nobody_to_wait_for_in_a_question_to_one_seat(table: Recorded) -> None:
    while table.asked.wait:
        assert table.act()
    for holder in SEATS.values():
        assert table.refused(Wait(), holder) is NotNow
