"""A question that is open to all, at a table where several persons sit."""

from __future__ import annotations

import pytest

from matto.engine.events import Decision
from matto.server.tables.commands import Act, Wait
from matto.server.tables.errors import NotNow
from matto.server.tables.events import Acted, Waited
from server.tables import ANNA, BRUNO, CARLA, HOST, Recorded, all_of, order, refused

SEATS = {0: HOST, 1: ANNA, 2: BRUNO, 3: CARLA}


def decision_of(table: Recorded) -> Decision:
    run = table.state.run
    assert run is not None
    assert run.decision is not None
    return run.decision


@pytest.fixture
def table() -> Recorded:
    """A table for four where everybody may speak."""
    found = Recorded(order("calatafimi-4", persons=4), seed="open").sit_all()
    while not decision_of(found).wait:
        assert found.act()
    return found


def a_word(table: Recorded, seat: int) -> str:
    """Something that a seat may say, and that does not end the talk at once."""
    decision = decision_of(table)
    asked = decision.to(seat)
    assert asked is not None
    return next(word for word in asked.options if word != decision.wait)


def test_whoever_is_not_asked_may_speak_first(table: Recorded) -> None:
    asked = decision_of(table).seat
    other = next(seat for seat in SEATS if seat != asked)
    assert other in table.state.may_speak_first
    word = a_word(table, other)
    table.command(Act(word), SEATS[other])
    assert any(
        isinstance(event, Acted) and (event.seat, event.choice) == (other, word)
        for event, _ in table.events
    )
    assert all_of(table.again()) == all_of(table.state)


def test_the_choice_to_wait_is_only_that_of_the_seat_asked(table: Recorded) -> None:
    decision = decision_of(table)
    other = next(seat for seat in SEATS if seat != decision.seat)
    assert refused(table.state, Act(decision.wait), SEATS[other]) is not None
    assert refused(table.state, Act(decision.wait), SEATS[decision.seat]) is None


def test_one_who_lets_the_others_speak_is_not_waited_for(table: Recorded) -> None:
    asked = decision_of(table).seat
    other = next(seat for seat in SEATS if seat != asked)
    table.command(Wait(), SEATS[other])
    assert table.events[-1][0] == Waited(other)
    assert other not in table.state.may_speak_first
    before = table.state.seq
    table.command(Wait(), SEATS[other])  # once is enough
    assert table.state.seq == before


def test_one_who_waits_may_speak_again_when_another_has_spoken(table: Recorded) -> None:
    asked = decision_of(table).seat
    first, second = [seat for seat in SEATS if seat != asked][:2]
    table.command(Wait(), SEATS[first])
    table.command(Act(a_word(table, second)), SEATS[second])
    assert not table.state.has_waited(first)


def test_the_table_does_not_ask_one_who_has_said_that_he_waits(table: Recorded) -> None:
    asked = decision_of(table).seat
    others = [seat for seat in SEATS if seat != asked]
    for seat in others:
        table.command(Wait(), SEATS[seat])
    talk = decision_of(table)
    table.command(Wait(), SEATS[asked])
    waited = [f.seat for f, _ in table.events if isinstance(f, Acted) and f.choice == talk.wait]
    assert sorted(waited) == sorted(SEATS)  # the seat asked, and then all others by themselves
    assert not decision_of(table).wait
    assert not any(table.state.has_waited(seat) for seat in SEATS)  # the next talk is another
    assert all_of(table.again()) == all_of(table.state)


def test_there_is_nobody_to_wait_for_in_a_question_to_one_seat(table: Recorded) -> None:
    while decision_of(table).wait:
        assert table.act()
    for holder in SEATS.values():
        assert isinstance(refused(table.state, Wait(), holder), NotNow)
