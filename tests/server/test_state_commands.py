"""Which commands a table takes, and from whom: a refusal changes nothing."""

from __future__ import annotations

import random

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
from matto.server.tables.decide import decide_for_bot
from matto.server.tables.errors import NotYourSeat
from matto.server.tables.events import Acted
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.tables import STRANGER, Recorded, all_of, order, refused
from sixteen import SIXTEEN

every_game = pytest.mark.parametrize("game_id", SIXTEEN)
TALKS_AT_THE_TABLE = {"mineo-3", "mineo-4", "ragusa-3", "barcellona-3", "calatafimi-4"}
NOTHING_LAID_AWAY = {"priestertarock", "barcellona-4", "calatafimi-2"}


def commands_of_every_kind(state: TableState) -> list[Command]:
    """All kinds of commands, with choices that are right for whoever is asked."""
    run = state.run
    assert run is not None
    assert run.decision is not None
    choices = run.decision.options
    seats = range(state.game.seats)
    return [
        *map(Act, (choices[0], choices[-1], "nonsense", "")),
        *(Say(phrase) for seat in seats for phrase in run.asides(seat)[:2]),
        *(Sit(seat, "Eve") for seat in (-1, *seats, state.game.seats)),
        *(StandIn(seat) for seat in (-1, *seats, state.game.seats)),
        Wait(),
        TakeBack(),
        Leave(),
        Return(),
        Begin(),
        Ready("seed"),
        Close(),
    ]


@every_game
def test_who_does_not_sit_at_a_table_can_do_nothing_there(game_id: str) -> None:
    persons = catalogue()[game_id].seats
    table = Recorded(order(game_id, persons=persons), seed="strange").sit_all()
    rng = random.Random(game_id)
    while table.act():
        if table.state.phase is not Phase.PLAYING or rng.random() > 0.1:
            continue
        before = all_of(table.state)
        for command in commands_of_every_kind(table.state):
            assert refused(table.state, command, STRANGER) is not None, command
            assert isinstance(refused(table.state, command, ""), NotYourSeat), command
        assert all_of(table.state) == before


@every_game
def test_whoever_is_not_asked_cannot_answer_and_nothing_changes(game_id: str) -> None:
    persons = catalogue()[game_id].seats
    table = Recorded(order(game_id, persons=persons), seed="turn").sit_all()
    rng = random.Random(game_id)
    while table.act():
        run = table.state.run
        if run is None or run.decision is None or rng.random() > 0.2:
            continue
        before, run = all_of(table.state), run.fork()
        assert run.decision is not None
        for chair in table.state.chairs:
            asked = run.decision.to(chair.seat)
            for choice in run.decision.options:
                error = refused(table.state, Act(choice), chair.holder)
                legal = asked is not None and choice in asked.options
                assert (error is None) is legal
                assert legal or isinstance(error, IllegalChoice)
        assert all_of(table.state) == before


@pytest.mark.slow
@every_game
def test_what_is_not_among_the_choices_is_refused_with_the_engine_s_own_reason(
    game_id: str,
) -> None:
    table = Recorded(order(game_id, persons=catalogue()[game_id].seats), seed="no").sit_all()
    codes = (*table.state.game.pack(table.state.options).codes, "nonsense")
    rng = random.Random(game_id)
    while table.act():
        run, seat = table.state.run, table.state.waits_for
        if run is None or seat is None or run.decision is None or rng.random() > 0.08:
            continue
        for choice in set(codes) - set(run.decision.options):
            error = refused(table.state, Act(choice), table.state.holder(seat))
            assert isinstance(error, IllegalChoice)
            assert error.refusal == run.why_not(choice)


@pytest.mark.slow
@every_game
def test_a_seat_says_aside_what_the_game_lets_it_say_and_nothing_else(game_id: str) -> None:
    table = Recorded(order(game_id, persons=catalogue()[game_id].seats), seed="say").sit_all()
    said = 0
    for _ in range(2):
        while table.is_in(Phase.PLAYING):
            said += says_something(table, said < 10)
            table.act()
        for chair in table.state.chairs:
            table.command(Ready(), chair.holder)
    assert bool(said) is (game_id in TALKS_AT_THE_TABLE)


def says_something(table: Recorded, wanted: bool) -> bool:
    assert table.state.run is not None
    run = table.state.run.fork()
    for chair in table.state.chairs:
        for phrase in run.asides(chair.seat)[:3]:
            assert refused(table.state, Say(phrase), chair.holder) is None
        assert isinstance(refused(table.state, Say("nonsense"), chair.holder), IllegalChoice)
    speaker = next((c for c in table.state.chairs if run.asides(c.seat)), None)
    if speaker is None or not wanted:
        return False
    phrase = run.asides(speaker.seat)[0]
    table.command(Say(phrase), speaker.holder)
    assert table.events[-1][0] == Acted(speaker.seat, SAY, phrase)
    assert all_of(table.again()) == all_of(table.state)
    return True


def test_a_bot_acts_only_where_it_plays() -> None:
    table = Recorded(order("mineo-3"), seed="bot")
    while table.state.waits_for == 0:
        table.act()
    seat, run = table.state.waits_for, table.state.run
    assert seat is not None
    assert run is not None
    assert run.decision is not None
    command = Act(run.decision.options[0])
    for wrong_seat, bot in ((0, "rule"), (0, ""), (seat, "random"), (seat, "")):
        with pytest.raises(NotYourSeat):
            decide_for_bot(table.state, command, wrong_seat, bot)
    events = decide_for_bot(table.state, command, seat, "rule")
    assert events == (Acted(seat, run.decision.kind, command.choice, by="rule"),)


@pytest.mark.slow
@every_game
def test_the_last_choice_is_taken_back_only_while_nobody_has_seen_it(game_id: str) -> None:
    table = Recorded(order(game_id, persons=catalogue()[game_id].seats), seed="back").sit_all()
    taken_back = 0
    for _ in range(3):
        while table.act():
            assert table.state.run is not None
            run = table.state.run.fork()
            for chair in table.state.chairs:
                error = refused(table.state, TakeBack(), chair.holder)
                may = table.state.phase is Phase.PLAYING and run.can_undo(chair.seat)
                assert (error is None) is may
                if table.state.phase is Phase.PLAYING and not may:
                    assert isinstance(error, NothingToUndo)
            undoing = [c for c in table.state.chairs if run.can_undo(c.seat)]
            if undoing and table.state.phase is Phase.PLAYING:
                taken_back += 1
                before = len(run.actions)
                table.command(TakeBack(), undoing[0].holder)
                assert table.state.run is not None
                assert len(table.state.run.actions) == before - 1
                assert all_of(table.again()) == all_of(table.state)
                table.act()
        for chair in table.state.chairs:
            table.command(Ready(), chair.holder)
    assert bool(taken_back) is (game_id not in NOTHING_LAID_AWAY)
