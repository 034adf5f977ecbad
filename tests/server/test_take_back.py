"""What others have seen is taken back if all who play agree; bots do so at once."""

from __future__ import annotations

import pytest

from matto.engine.errors import NothingToUndo
from matto.engine.events import SAY
from matto.server.live.driver import TodoKind, next_todo
from matto.server.tables.commands import (
    Act,
    Agree,
    AskBack,
    Command,
    Decline,
    Leave,
    Say,
    Sit,
    StandIn,
    TakeBack,
    TimeUp,
    Wait,
)
from matto.server.tables.decide import decide_for_bot, too_late
from matto.server.tables.errors import NotNow, TooLate
from matto.server.tables.events import Acted, AskedBack, WentBack
from matto.server.tables.replay import played
from matto.server.tables.service import table_view_of
from matto.server.tables.state import WITHIN
from matto.server.tables.views import Answered
from server.tables import ANNA, BRUNO, HOST, STRANGER, Recorded, all_of, order, refused
from server.test_state_seats import playing
from server.visitors import Visitor
from server.wire import Wire
from sixteen import SIXTEEN


def actions(table: Recorded) -> list[tuple[int, str, str]]:
    assert table.state.run is not None
    return [(one.seat, one.kind, one.choice) for one in table.state.run.actions]


def after_a_choice(game: str = "mineo-3", persons: int = 1) -> tuple[Recorded, int]:
    """A table where the host made a choice that all saw, and how many actions came before."""
    for seed in "abcdef":  # a deal may be thrown in
        table = Recorded(order(game, persons=persons), seed).sit_all()
        while table.act():
            run = table.state.run
            assert run is not None
            before = run.last_choice(0)
            if before is not None and run.decision and run.done > before + 1:
                return table, before
    raise AssertionError("the host has nothing to choose in these deals")


def asking(persons: int = 2) -> tuple[Recorded, int]:
    """A table where the host asks the other persons."""
    table, before = after_a_choice(persons=persons)
    table.command(AskBack(), HOST)
    assert table.state.proposal is not None
    return table, before


# -- bots agree ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIXTEEN)
def test_against_bots_a_choice_is_taken_back_at_once_in_every_game(game: str) -> None:
    table, before = after_a_choice(game)
    done = actions(table)
    table.command(AskBack(), HOST)
    assert actions(table) == done[:before]
    assert table.state.waits_for == 0 or table.state.may_wait(0)
    assert all_of(table.again()) == all_of(table.state)
    table.play_deal()
    assert all_of(table.again_in_brief()) == all_of(table.state)


def test_the_record_of_the_deal_is_as_it_was_played_in_the_end() -> None:
    table, before = after_a_choice("marolles")  # with a stock: what is drawn comes again
    done = actions(table)
    table.command(AskBack(), HOST)
    for seat, kind, choice in done[before:]:
        table.keep(Acted(seat, kind, choice))
    assert actions(table) == done
    table.play_deal()
    again = played(table.state, (event for event, _ in table.events))
    assert table.state.run is not None
    assert again.actions == table.state.run.actions
    assert again.result == table.state.finished[-1].result


def test_only_a_choice_is_taken_back_not_what_had_to_be() -> None:
    table = playing()
    while table.act():
        run = table.state.run
        assert run is not None
        before = run.last_choice(0)
        own = [
            number
            for number, one in enumerate(run.actions)
            if one.seat == 0 and one.kind != SAY and len(run.offered[number]) > 1
        ]
        assert before == (own[-1] if own else None)


def test_one_can_go_back_choice_by_choice_to_the_first() -> None:
    table, _ = after_a_choice()
    for _ in range(20):
        error = refused(table.state, AskBack(), HOST)
        if error is not None:
            break
        table.command(AskBack(), HOST)
    assert isinstance(error, NothingToUndo)


# -- persons are asked ---------------------------------------------------------------------


def test_nobody_plays_on_until_all_persons_have_agreed() -> None:
    table, before = asking(persons=3)
    done = actions(table)
    for holder in (HOST, ANNA, BRUNO):
        for command in (table.first_choice, Say("x"), Wait(), TakeBack()):
            assert refused(table.state, command, holder) is not None
    table.command(Agree(), ANNA)
    table.command(Agree(), ANNA)  # once more changes nothing
    assert actions(table) == done
    table.command(Agree(), BRUNO)
    assert actions(table) == done[:before]
    assert table.state.answered == Answered(0, 0, granted=True)
    assert all_of(table.again()) == all_of(table.state)


@pytest.mark.parametrize("holder", [HOST, ANNA])
def test_who_does_not_agree_or_gives_up_leaves_all_as_it_was(holder: str) -> None:
    table, _ = asking()
    done = actions(table)
    seat = table.state.seat_of(holder)
    table.command(Decline(), holder)
    assert actions(table) == done
    assert table.state.answered == Answered(0, seat)
    assert table.state.proposal is None
    assert all_of(table.again()) == all_of(table.state)


def test_what_was_refused_is_not_asked_again_before_somebody_has_acted() -> None:
    table, _ = asking()
    table.command(Decline(), ANNA)
    assert isinstance(refused(table.state, AskBack(), HOST), NotNow)
    table.act()
    assert table.state.answered is None
    assert refused(table.state, AskBack(), HOST) is None


def test_two_cannot_ask_at_once() -> None:
    table, _ = asking()
    before = table.state.seq
    table.command(AskBack(), HOST)
    assert table.state.seq == before
    until_there = refused(table.state, AskBack(), ANNA)
    assert isinstance(until_there, NotNow)
    for command in (Agree(), Decline()):
        assert refused(table.state, command, STRANGER) is not None


def test_nothing_can_be_agreed_to_where_nobody_asks() -> None:
    table, _ = after_a_choice(persons=2)
    for command in (Agree(), Decline()):
        assert not too_late(table.state, command, table.state.seq)
        assert too_late(table.state, command, table.state.seq - 1)
        no = refused(table.state, command, ANNA)
        assert isinstance(no, NotNow)
        assert str(no) == "Nobody has asked for anything that you could answer."


def test_an_answer_to_an_earlier_question_is_too_late() -> None:
    table, _ = asking()
    first = table.state.seq
    table.command(Decline(), ANNA)
    while refused(table.state, AskBack(), HOST) is not None:
        table.act()
    table.command(AskBack(), HOST)
    assert too_late(table.state, Agree(), first)
    assert not too_late(table.state, Agree(), table.state.seq)


def test_a_move_that_was_meant_for_what_was_taken_back_is_too_late() -> None:
    table, _ = asking()
    seen = table.state.seq
    table.command(Agree(), ANNA)
    assert too_late(table.state, Act("T20"), seen)


def test_what_a_bot_has_thought_of_meanwhile_is_dropped() -> None:
    table, _ = after_a_choice(persons=2)
    table.until_asked(2)
    wanted, seen = table.first_choice, table.state.seq
    table.command(AskBack(), HOST)
    with pytest.raises(TooLate):
        decide_for_bot(table.state, wanted, 2, "rule")
    table.command(Agree(), ANNA)
    assert too_late(table.state, wanted, seen)


# -- who comes and goes, and time ----------------------------------------------------------


@pytest.mark.parametrize("command", [Leave(), StandIn(1)])
def test_who_leaves_or_is_stood_in_for_has_agreed(command: Command) -> None:
    table, before = asking()
    done = actions(table)
    table.command(command, ANNA)
    assert actions(table) == done[:before]


@pytest.mark.parametrize("command", [Leave(), StandIn(0)])
def test_who_asked_and_goes_asks_no_longer(command: Command) -> None:
    table, _ = asking()
    done = actions(table)
    table.command(command, HOST)
    assert table.state.proposal is None
    assert actions(table) == done


def test_who_sits_down_meanwhile_is_asked_too() -> None:
    table, _ = after_a_choice(persons=3)
    table.command(Leave(), BRUNO)
    table.command(AskBack(), HOST)
    assert table.state.proposal is not None
    table.command(Sit(2, "Carla"), "carla")
    table.command(Agree(), ANNA)
    assert table.state.proposal is not None
    assert table.state.proposal.waits_for(table.state.chairs) == (2,)


def test_time_is_up_for_who_does_not_answer_and_stands_still_for_who_is_asked() -> None:
    table = Recorded(order("mineo-3", persons=2, turn_seconds=20)).sit_all()
    while table.state.run is None or table.state.run.last_choice(0) is None:
        assert table.act()
    table.until_asked(1)
    assert table.state.deadline is not None
    table.command(AskBack(), HOST)
    assert table.state.deadline is None
    todo = next_todo(table.state)
    assert todo is not None
    assert todo.kind is TodoKind.LAPSE
    assert todo.due == pytest.approx(table.state.at / 1000 + WITHIN)
    table.command(TimeUp(None), "")
    assert table.state.answered == Answered(0, None)
    assert table.state.deadline == pytest.approx(table.state.at / 1000 + 20)


def test_nothing_of_a_deal_that_is_over_is_taken_back() -> None:
    table, _ = after_a_choice()
    table.play_deal()
    assert isinstance(refused(table.state, AskBack(), HOST), NotNow)


# -- what is told --------------------------------------------------------------------------


def test_all_are_told_which_cards_have_been_seen_since() -> None:
    table = Recorded(order("calatafimi-2", persons=2)).sit_all()
    run = table.state.run
    while run is None or not run.table.tricks:
        assert table.act()
        run = table.state.run
    table.command(AskBack(), HOST)
    for seat in (None, 0, 1):
        found = table_view_of(table.state, seat).proposal
        assert found is not None
        cards = [e.what[0] for e in run.events[run.told_before[run.last_choice(0) or 0] :]
                 if e.kind == "play"]  # fmt: skip
        assert found.choice == cards[0]
        assert set(cards[1:]) <= set(found.seen)
        assert found.waits_for == (1,)


def test_what_was_laid_away_unseen_is_not_named() -> None:
    table = Recorded(order("marolles", persons=3)).sit_all()
    assert table.act()
    run = table.state.run
    assert run is not None
    assert run.actions[0].kind == "discard"
    before, seat = 0, run.actions[0].seat
    table.state.apply(AskedBack(seat, before), 0)
    found = table_view_of(table.state, None).proposal
    assert found is not None
    assert found.choice == ""
    assert run.actions[before].choice not in found.seen


@pytest.mark.slow
async def test_the_page_asks_and_takes_back(wire: Wire) -> None:
    visitor = Visitor(wire, "en")
    table = await visitor.open(pace="0.0")
    found = await visitor.own_turn(table)
    choices = found.choices
    while 'formaction="' + f'{table}/ask-back"' not in found.page:
        sent = {"choice": found.choices[0], "seq": found.seq}
        choices = found.choices
        await visitor.post(f"{table}/act", sent)
        found = await visitor.own_turn(table)
    await visitor.post(f"{table}/ask-back", {"seq": found.seq})
    page = (await visitor.seen(table)).page
    assert 'id="answered"' in page
    assert "You have taken it back." in page
    assert choices


def test_going_back_is_kept_as_an_event_of_its_own() -> None:
    table, before = after_a_choice()
    table.command(AskBack(), HOST)
    assert [event for event, _ in table.events[-2:]] == [
        AskedBack(0, before),
        WentBack(0, before),
    ]
