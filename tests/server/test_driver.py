"""What a table does by itself: when bots move, wait, answer, stand in; and when it rests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matto.blocks.auction import SILENCE
from matto.server.live.driver import (
    AFTER_A_TRICK,
    BETWEEN_DEALS,
    FOR_PERSONS_TO_ANSWER,
    FOR_PERSONS_TO_SPEAK,
    Todo,
    TodoKind,
    next_todo,
)
from matto.server.tables.commands import Begin, Say, Wait
from matto.server.tables.decide import say
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.tables import ANNA, HOST, Recorded, order

PACE = 0.7


def waiting(state: TableState) -> Todo | None:
    """What a table waits for; its time from the last thing that happened on."""
    found = next_todo(state)
    if found is None:
        return None
    return Todo(found.kind, found.seat, round(found.due - state.at / 1000, 3))


def until(table: Recorded, moment: Callable[[TableState], bool]) -> Recorded:
    """Play until a moment has come."""
    while not moment(table.state):
        assert table.act(), "the moment does not come"
    return table


def bots_turn(state: TableState) -> bool:
    return state.waits_for is not None and bool(state.bot(state.waits_for))


def persons_turn(state: TableState) -> bool:
    return state.waits_for is not None and not state.bot(state.waits_for)


# -- what is to be done ------------------------------------------------------------------


def test_a_bot_moves_at_the_pace_of_the_table() -> None:
    table = until(Recorded(order("mineo-3", pace=PACE)), bots_turn)
    assert waiting(table.state) == Todo(TodoKind.ACT, table.state.waits_for or 0, PACE)


def test_a_finished_trick_stays_longer() -> None:
    def trick_done(state: TableState) -> bool:
        run = state.run
        return bots_turn(state) and run is not None and run.events[-1].kind == "trick"

    table = Recorded(order("calatafimi-2", pace=PACE))
    found = waiting(until(table, trick_done).state)
    assert found is not None
    assert found.due == pytest.approx(PACE * AFTER_A_TRICK)


def test_a_person_is_waited_for_as_long_as_he_likes() -> None:
    assert waiting(until(Recorded(order("mineo-3")), persons_turn).state) is None


def test_when_a_person_s_time_is_up_a_bot_stands_in() -> None:
    table = until(Recorded(order("mineo-3", turn_seconds=20)), persons_turn)
    assert waiting(table.state) == Todo(TodoKind.TIME_UP, 0, 20.0)


def test_nothing_is_done_before_the_match_and_after_it() -> None:
    assert waiting(Recorded(order("mineo-3", persons=3)).state) is None
    table = Recorded(order("calatafimi-2", limit=1)).play_deal()
    assert table.is_in(Phase.OVER)
    assert waiting(table.state) is None


def test_between_deals_persons_are_waited_for_but_bots_alone_deal_on() -> None:
    assert waiting(Recorded(order("mineo-3")).play_deal().state) is None
    table = Recorded(order("mineo-3", persons=0, seat=None)).play_deal()
    found = waiting(table.state)
    assert found is not None
    assert (found.kind, found.due) == (TodoKind.DEAL_ON, BETWEEN_DEALS)
    table.command(Begin(), HOST)
    assert table.is_in(Phase.PLAYING)


def test_bots_alone_do_not_run_as_fast_as_they_can() -> None:
    found = waiting(Recorded(order("mineo-3", persons=0, seat=None, pace=0.0)).state)
    assert found is not None
    assert found.due > 0


def open_to_all(persons: int) -> Recorded:
    """A table where a bot is asked something that the persons may answer first."""
    table = Recorded(order("calatafimi-4", persons=persons, pace=PACE), seed="open").sit_all()

    def asked(state: TableState) -> bool:
        run = state.run
        open_question = run is not None and run.decision is not None and run.decision.wait
        return bool(open_question) and bots_turn(state)

    return until(table, asked)


def test_in_an_open_question_bots_let_persons_speak_first() -> None:
    table = open_to_all(persons=2)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(FOR_PERSONS_TO_SPEAK, abs=1.5)
    for holder in (HOST, ANNA):
        seat = table.state.seat_of(holder)
        if seat in table.state.may_speak_first:
            table.command(Wait(), holder)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(PACE)


def asked_aside(game: str, seed: str, *, person: bool) -> Recorded:
    """A table where a bot is to play, and a person or a bot has been asked something aside."""
    table = Recorded(order(game, persons=2, pace=PACE), seed=seed).sit_all()
    while table.state.phase is Phase.PLAYING:
        for chair in table.state.chairs:
            phrases = phrases_of(table.state, chair.seat)
            if phrases and chair.has_person and SILENCE not in phrases:
                table.command(Say(phrases[0]), chair.holder)
        asked = [c for c in table.state.chairs if SILENCE in phrases_of(table.state, c.seat)]
        if {chair.has_person for chair in asked} == {person} and bots_turn(table.state):
            return table
        bots = [chair for chair in asked if chair.bot]
        for chair in bots:
            table.keep(*say(table.state, chair.seat, SILENCE, chair.bot))
        if not bots:
            table.act()
    raise AssertionError("nobody asks anything")


def phrases_of(state: TableState, seat: int) -> tuple[str, ...]:
    """What a seat may say aside."""
    return () if state.run is None else state.run.asides(seat)


def test_a_bot_that_is_asked_aside_answers() -> None:
    found = waiting(asked_aside("ragusa-3", "4", person=False).state)
    assert found is not None
    assert found.kind is TodoKind.ANSWER
    assert found.due == pytest.approx(PACE)


def test_bots_hold_back_while_a_person_has_been_asked_aside() -> None:
    table = asked_aside("mineo-4", "11", person=True)
    found = waiting(table.state)
    assert found is not None
    assert (found.kind, found.due) == (TodoKind.ACT, FOR_PERSONS_TO_ANSWER)
    asked = next(
        chair
        for chair in table.state.chairs
        if chair.has_person and SILENCE in phrases_of(table.state, chair.seat)
    )
    table.command(Say(SILENCE), asked.holder)
    found = waiting(table.state)
    assert found is not None
    assert found.due == pytest.approx(PACE)
