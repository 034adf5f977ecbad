"""Who sits where: sitting down, leaving, being stood in for."""

from __future__ import annotations

from copy import copy
from typing import Any

import msgspec
import pytest

from matto.engine.errors import BadDeal, BadOptionValue, MattoError, UnknownBot, UnknownGame
from matto.server.live.driver import TodoKind, next_todo
from matto.server.tables.commands import (
    Act,
    Agree,
    Begin,
    Close,
    Command,
    Decline,
    Free,
    Leave,
    Ready,
    Return,
    SetPace,
    Sit,
    StandIn,
    TakeOver,
    given_of,
    opened,
)
from matto.server.tables.decide import too_late
from matto.server.tables.errors import (
    BadCommand,
    LinkUsed,
    NotHost,
    NotNow,
    NotYourSeat,
    SeatTaken,
    TooLate,
)
from matto.server.tables.events import Mixed
from matto.server.tables.service import table_view_of
from matto.server.tables.views import Answered, Phase, Wish
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


def gathering() -> Recorded:
    """A table for three persons where only the host sits."""
    return Recorded(order("mineo-3", persons=3))


def playing(**more: Any) -> Recorded:
    """A table where the host and Anna play with a bot."""
    return Recorded(order("mineo-3", persons=2, **more)).sit_all()


def an_act(table: Recorded) -> Act:
    run = table.state.run
    assert run is not None
    assert run.decision is not None
    return Act(run.decision.options[0])


def until_asked(table: Recorded, seat: int) -> Recorded:
    while table.state.waits_for != seat:
        assert table.act()
    return table


# -- sitting down and leaving ------------------------------------------------------------


def test_a_seat_is_taken_by_one_only() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    assert isinstance(refused(table.state, Sit(1, "Bruno"), BRUNO), SeatTaken)
    assert isinstance(refused(table.state, Sit(0, "Bruno"), BRUNO), SeatTaken)
    assert refused(table.state, Sit(2, "Bruno"), BRUNO) is None


def test_nobody_sits_in_two_seats() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    assert isinstance(refused(table.state, Sit(2, "Anna"), ANNA), SeatTaken)


def test_sitting_down_where_one_sits_changes_nothing() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    before = table.state.seq
    table.command(Sit(1, "Anna"), ANNA)
    assert table.state.seq == before


def test_a_bot_that_was_ordered_keeps_its_seat() -> None:
    table = Recorded(order("mineo-3", persons=2))
    assert isinstance(refused(table.state, Sit(2, "Anna"), ANNA), SeatTaken)
    assert not table.state.chairs[2].free


def test_whoever_comes_late_takes_the_seat_of_a_bot_that_filled_it() -> None:
    table = gathering()
    table.command(Begin(), HOST)
    assert [player.free for player in table.state.players] == [False, True, True]
    table.command(Sit(1, "Anna"), ANNA)
    player = table.state.players[1]
    assert (player.name, player.bot, player.free) == ("Anna", "", False)


def test_who_leaves_before_the_match_leaves_the_seat_open() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    table.command(Leave(), ANNA)
    assert table.state.chairs[1].is_open
    assert isinstance(refused(table.state, Leave(), ANNA), NotYourSeat)


def test_a_bot_plays_on_for_one_who_leaves_until_somebody_takes_the_seat() -> None:
    table = until_asked(playing(), 1)
    table.command(Leave(), ANNA)
    assert table.state.bot(1) == "rule"
    assert table.act()
    table.command(Sit(1, "Bruno"), BRUNO)
    assert table.state.bot(1) == ""
    until_asked(table, 1)
    assert refused(table.state, an_act(table), BRUNO) is None
    assert isinstance(refused(table.state, an_act(table), ANNA), NotYourSeat)


def test_nobody_sees_two_hands_of_one_deal_by_changing_seats() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    table.command(Begin(), HOST)
    table.command(Leave(), ANNA)
    error = refused(table.state, Sit(2, "Anna"), ANNA)
    assert isinstance(error, SeatTaken)
    assert "another hand" in str(error)
    assert refused(table.state, Sit(1, "Anna"), ANNA) is None
    assert refused(table.state, Sit(2, "Bruno"), BRUNO) is None
    table.play_deal()
    assert refused(table.state, Sit(2, "Anna"), ANNA) is None


def test_a_hand_of_yesterday_bars_nobody_from_a_seat_of_todays_deal() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    table.command(Begin(), HOST)
    table.command(Leave(), ANNA)
    table.play_deal()
    table.command(Ready(), HOST)
    assert (table.state.deal, table.state.phase) == (2, Phase.PLAYING)
    assert table.state.hands_seen == {HOST: 0}
    assert refused(table.state, Sit(2, "Anna"), ANNA) is None


def test_one_who_sat_down_in_the_middle_of_a_deal_has_seen_that_hand_too() -> None:
    table = gathering()
    table.command(Begin(), HOST)
    table.command(Sit(1, "Anna"), ANNA)
    table.command(Leave(), ANNA)
    assert isinstance(refused(table.state, Sit(2, "Anna"), ANNA), SeatTaken)


@pytest.mark.parametrize("name", ["", "   ", "\x00\n", "a" * 25])
def test_a_name_can_be_read_by_the_others(name: str) -> None:
    assert isinstance(refused(gathering().state, Sit(1, name), ANNA), BadCommand)


def test_a_name_is_told_in_one_line() -> None:
    table = gathering()
    table.command(Sit(1, "  Anna\n\tMaria\x07 "), ANNA)
    assert table.state.players[1].name == "Anna Maria"


@pytest.mark.parametrize("seed", ["a" * 65, "with space", "line\nfeed", "é"])
def test_a_seed_is_a_short_plain_word(seed: str) -> None:
    table = gathering()
    assert isinstance(refused(table.state, Sit(1, "Anna", seed), ANNA), BadCommand)
    assert isinstance(refused(table.state, Ready(seed), HOST), BadCommand)


def test_the_last_seed_of_a_seat_counts_whether_it_is_ready_already_or_not() -> None:
    table = Recorded(order("mineo-3", persons=2)).sit_all().play_deal()
    for seed in ("luna", "sole", "sole", ""):
        table.command(Ready(seed), HOST)
        assert (table.state.seeds, table.is_in(Phase.BETWEEN)) == ({0: seed}, True)
    given = [event.seed for event, _ in table.events if isinstance(event, Mixed)]
    assert given[-3:] == ["luna", "sole", ""]  # the same once more is nothing new


def test_one_who_sits_down_again_in_his_seat_may_change_his_seed_but_not_his_name() -> None:
    table = Recorded(order("mineo-3", persons=2))
    for seed in ("luna", "sole", ""):
        table.command(Sit(0, "Ada", seed), HOST)
    assert table.state.seeds == {0: "sole"}
    assert isinstance(refused(table.state, Sit(0, "Eve", "luna"), HOST), SeatTaken)


def test_a_seed_that_comes_after_the_first_shuffle_is_refused_not_dropped() -> None:
    table = gathering()
    table.command(Begin(), HOST)
    for _ in range(2):
        assert isinstance(refused(table.state, Sit(1, "Anna", "luna"), ANNA), NotNow)
        assert isinstance(refused(table.state, Sit(0, "Ada", "luna"), HOST), NotNow)
        assert refused(table.state, Sit(1, "Anna"), ANNA) is None
        table.play_deal()


def test_no_seed_goes_into_a_deal_that_is_given() -> None:
    run = Recorded(order("mineo-3")).state.run
    assert run is not None
    table = Recorded(order("mineo-3", persons=2, given=given_of(run)))
    table.command(Ready("luna"), HOST)
    assert table.state.seeds == {}
    table.command(Sit(1, "Anna", "sole"), ANNA)
    assert table.is_in(Phase.PLAYING)


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_are_no_seats_beyond_those_of_the_game(seat: int) -> None:
    assert isinstance(refused(gathering().state, Sit(seat, "Anna"), ANNA), BadCommand)


# -- being away --------------------------------------------------------------------------


def test_a_bot_stands_in_for_one_who_is_gone_until_he_returns() -> None:
    table = until_asked(playing(), 0)
    table.command(StandIn(0), ANNA)
    player = table.state.players[0]
    assert (player.name, player.bot, player.stands_in) == ("Ada", "rule", True)
    assert isinstance(refused(table.state, an_act(table), HOST), NotNow)
    table.command(Return(), HOST)
    assert not table.state.players[0].stands_in
    assert refused(table.state, an_act(table), HOST) is None


def test_standing_in_and_returning_twice_changes_nothing() -> None:
    table = playing()
    table.command(StandIn(0), ANNA)
    before = table.state.seq
    table.command(StandIn(0), ANNA)
    assert table.state.seq == before
    table.command(Return(), HOST)
    table.command(Return(), HOST)
    assert table.state.seq == before + 1


def test_no_bot_stands_in_where_nobody_sits_or_before_the_match() -> None:
    assert isinstance(refused(playing().state, StandIn(2), ANNA), NotNow)
    assert isinstance(refused(gathering().state, StandIn(0), HOST), NotNow)


def test_the_time_of_the_person_asked_runs_and_that_of_a_bot_does_not() -> None:
    table = until_asked(playing(turn_seconds=30), 0)
    asked_at = table.events[-1][1] / 1000
    assert table.state.deadline == asked_at + 30
    table.command(StandIn(0), ANNA)
    assert table.state.deadline is None
    table.command(Return(), HOST)
    back_at = table.events[-1][1] / 1000
    assert table.state.deadline == back_at + 30


def test_what_others_do_does_not_give_the_person_asked_more_time() -> None:
    table = until_asked(Recorded(order("mineo-3", persons=3, turn_seconds=30)).sit_all(), 0)
    before = table.state.deadline
    table.command(StandIn(1), BRUNO if table.state.seat_of(BRUNO) is not None else HOST)
    assert table.state.deadline == before


def test_without_a_limit_nobody_is_hurried() -> None:
    assert until_asked(playing(), 0).state.deadline is None


# -- the host ----------------------------------------------------------------------------


def test_only_the_host_begins() -> None:
    table = gathering()
    table.command(Sit(1, "Anna"), ANNA)
    assert isinstance(refused(table.state, Begin(), ANNA), NotHost)
    assert refused(table.state, Begin(), HOST) is None


def test_a_match_that_has_begun_cannot_be_begun_again() -> None:
    no = refused(playing().state, Begin(), HOST)
    assert isinstance(no, NotNow)
    assert str(no) == "The match has begun already."


def three_playing() -> Recorded:
    """A table in the middle of a deal, where the host plays with Anna and Bruno."""
    return until_asked(Recorded(order("mineo-3", persons=3)).sit_all(), 0)


def test_hosting_passes_on_to_the_next_who_plays_and_never_comes_back_by_itself() -> None:
    table = three_playing()
    table.command(StandIn(1), HOST)
    table.command(Leave(), HOST)
    assert table.state.host == BRUNO  # a bot plays for Anna
    table.command(Sit(0, "Ada"), HOST)
    for command in (SetPace(1.0), Close()):
        assert isinstance(refused(table.state, command, HOST), NotHost)
        assert refused(table.state, command, BRUNO) is None
    assert all_of(table.again()) == all_of(table.state)


def test_whoever_sits_down_where_the_host_has_left_nobody_behind_is_the_host() -> None:
    table = gathering()
    table.command(Begin(), HOST)
    table.command(Leave(), HOST)
    assert table.state.host == HOST
    table.command(Sit(1, "Anna"), ANNA)
    assert table.state.host == ANNA
    assert table_view_of(table.state, 1, ANNA).hosting


def test_only_the_host_closes_or_anybody_who_plays_where_the_host_never_sat() -> None:
    assert isinstance(refused(playing().state, Close(), ANNA), NotHost)
    table = Recorded(order("mineo-3", persons=2, seat=None))
    table.command(Sit(0, "Anna"), ANNA)
    assert refused(table.state, Close(), HOST) is None  # nothing has begun
    table.command(Sit(1, "Bruno"), BRUNO)
    assert isinstance(refused(table.state, Close(), HOST), NotNow)
    assert isinstance(refused(table.state, Close(), CARLA), NotHost)
    table.command(Close(), BRUNO)
    table.command(Agree(), ANNA)
    assert table.state.closed


def test_a_match_is_closed_at_once_where_nobody_else_plays() -> None:
    table = playing()
    table.command(StandIn(1), HOST)
    table.command(Close(), HOST)
    assert table.state.closed


@pytest.mark.parametrize("between", [False, True])
def test_closing_a_match_asks_the_others_who_play(between: bool) -> None:
    table = three_playing()
    if between:
        table.play_deal()
    table.command(Close(), HOST)
    table.command(Close(), HOST)  # once more is nothing new
    found = table_view_of(table.state, 1, ANNA).proposal
    assert found is not None
    assert (found.wish, found.waits_for) == (Wish.CLOSE, (1, 2))
    if between:  # the next deal waits until it is settled
        for holder in (HOST, ANNA, BRUNO):
            table.command(Ready(), holder)
    else:
        assert isinstance(refused(table.state, an_act(table), HOST), NotNow)
    todo = next_todo(table.state)
    assert todo is not None
    assert todo.kind is TodoKind.LAPSE
    table.command(Agree(), ANNA)
    declined = copy(table)
    declined.events = list(table.events)
    declined.command(Decline(), BRUNO)
    told = None if between else Answered(0, 2, wish=Wish.CLOSE)  # else it is dealt at once
    assert declined.state.answered == told
    assert declined.is_in(Phase.PLAYING)
    table.command(Agree(), BRUNO)
    assert table.state.closed
    for one in (table, declined):
        assert all_of(one.again()) == all_of(one.state)
        assert all_of(one.again_in_brief()) == all_of(one.state)


def test_what_was_not_agreed_to_is_not_asked_again_in_the_same_moment() -> None:
    table = three_playing()
    table.command(Close(), HOST)
    table.command(Decline(), ANNA)
    assert isinstance(refused(table.state, Close(), HOST), NotNow)
    assert table.act()
    assert refused(table.state, Close(), HOST) is None


# -- a chair is freed, or played on from another device ----------------------------------


def test_the_host_frees_a_chair_where_a_bot_stands_in_for_whoever_comes() -> None:
    table = three_playing()
    assert isinstance(refused(table.state, Free(2), HOST), NotNow)
    table.command(StandIn(2), HOST)
    for command, holder in ((Free(2), STRANGER), (Free(-1), HOST)):
        assert refused(table.state, command, holder) is not None
    table.command(Free(2), HOST)
    assert (table.state.bot(2), table.state.chairs[2].free) == ("rule", True)
    assert isinstance(refused(table.state, Return(), BRUNO), NotYourSeat)
    table.command(Leave(), ANNA)
    assert isinstance(refused(table.state, Sit(2, "Anna"), ANNA), SeatTaken)  # another hand
    table.command(Sit(2, "Bruno"), "bruno without his cookie")
    assert table.state.chairs[2].has_person
    assert all_of(table.again()) == all_of(table.state)


def test_all_who_play_free_the_chair_of_the_host() -> None:
    table = three_playing()
    table.command(StandIn(0), ANNA)
    table.command(Free(0), ANNA)
    assert table.state.holder(0) == HOST
    table.command(Agree(), BRUNO)
    assert (table.state.holder(0), table.state.host) == ("", ANNA)
    assert table.state.answered == Answered(1, 0, True, Wish.FREE, frees=0)
    assert all_of(table.again()) == all_of(table.state)


def test_whoever_plays_again_keeps_the_chair_that_others_want_to_free() -> None:
    table = three_playing()
    table.command(StandIn(0), ANNA)
    table.command(Free(0), ANNA)
    table.command(Return(), HOST)
    assert (table.state.proposal, table.state.holder(0)) == (None, HOST)
    assert refused(table.state, an_act(table), HOST) is None


def test_a_seat_is_handed_over_once_with_its_name_its_hand_and_the_hosting() -> None:
    table = three_playing()
    over = TakeOver(0, table.state.chairs[0].since)
    assert isinstance(refused(table.state, over, ANNA), SeatTaken)
    table.command(over, "phone")
    assert isinstance(refused(table.state, over, STRANGER), LinkUsed)
    assert isinstance(refused(table.state, an_act(table), HOST), NotYourSeat)
    assert refused(table.state, an_act(table), "phone") is None
    assert (table.state.host, table.state.chairs[0].name) == ("phone", "Ada")
    table.command(Leave(), ANNA)
    for knows in (HOST, "phone"):
        assert isinstance(refused(table.state, Sit(1, "Eve"), knows), SeatTaken)
    assert all_of(table.again()) == all_of(table.state)


def test_one_who_knows_another_hand_of_the_deal_waits_with_a_link_too() -> None:
    table = three_playing()
    over = TakeOver(0, table.state.chairs[0].since)
    table.command(Leave(), ANNA)
    assert isinstance(refused(table.state, over, ANNA), SeatTaken)
    table.play_deal()
    assert refused(table.state, over, ANNA) is None


@pytest.mark.parametrize("command", [Sit(1, "Anna"), Leave(), Ready(), StandIn(0)])
def test_a_table_that_is_over_grants_nothing_more(command: Command) -> None:
    table = gathering()
    table.command(Close(), HOST)
    holder = ANNA if isinstance(command, Sit) else HOST
    assert isinstance(refused(table.state, command, holder), NotNow)


# -- what is too late --------------------------------------------------------------------


def test_an_answer_is_too_late_when_the_question_has_gone() -> None:
    table = until_asked(playing(), 0)
    asked = table.state.seq
    assert not too_late(table.state, an_act(table), asked)
    table.act()
    assert too_late(table.state, Act("solo"), asked)


def test_an_answer_is_not_too_late_because_somebody_came_or_went() -> None:
    table = until_asked(gathering().sit_all(), 0)
    asked = table.state.seq
    table.command(StandIn(1), HOST)
    assert not too_late(table.state, an_act(table), asked)


def test_being_ready_for_a_deal_that_was_dealt_is_too_late() -> None:
    table = playing().play_deal()
    ended = table.state.seq
    assert not too_late(table.state, Ready(), ended)
    table.command(Ready(), ANNA)
    assert not too_late(table.state, Ready(), ended)
    table.command(Ready(), HOST)
    assert isinstance(refused(table.state, Ready(), HOST), TooLate)
    table.play_deal()
    assert too_late(table.state, Ready(), ended)


def test_an_answer_to_what_has_not_happened_is_refused() -> None:
    table = until_asked(playing(), 0)
    assert too_late(table.state, an_act(table), table.state.seq + 1)


# -- opening -----------------------------------------------------------------------------


def test_a_deal_can_be_played_again_and_fresh_ones_follow() -> None:
    first = Recorded(order("tortorici-1930"), seed="first").play_deal()
    first.command(Ready(), HOST)
    run = first.play_deal().state.run
    assert run is not None
    again = Recorded(order("tortorici-1930", given=given_of(run)), seed="again")
    assert again.state.run is not None
    as_before = msgspec.structs.replace(
        again.state.run.setup, ledger=run.setup.ledger
    )  # a new match
    assert as_before == run.setup
    assert again.state.promised is None  # nothing was shuffled
    again.play_deal()
    assert again.state.promised is not None
    assert again.state.promised.deal == 2
    again.command(Ready(), HOST)
    assert again.state.run.setup.deal != run.setup.deal
    assert again.state.run.setup.carried == again.state.finished[0].result.carried


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"bots": ("",)}, BadCommand),
        ({"bots": ("", "rule", "genius")}, UnknownBot),
        ({"limit": 0}, BadCommand),
        ({"limit": 1001}, BadCommand),
        ({"turn_seconds": -1}, BadCommand),
        ({"pace": 11.0}, BadCommand),
        ({"pace": float("nan")}, BadCommand),
        ({"options": {"leader": "nobody"}}, BadOptionValue),
    ],
    ids=str,
)
def test_an_order_is_checked_before_there_is_a_table(
    wrong: dict[str, Any], error: type[MattoError]
) -> None:
    with pytest.raises(error):
        opened(order("mineo-3", **wrong))


def test_a_game_that_nobody_knows_is_not_played() -> None:
    wanted = order("mineo-3")
    with pytest.raises(UnknownGame):
        opened(type(wanted)(game="bridge", host=HOST, bots=("", "")))


def test_a_deal_of_another_game_is_not_played_again() -> None:
    run = Recorded(order("mineo-4")).state.run
    assert run is not None
    with pytest.raises((BadCommand, BadDeal)):
        opened(order("mineo-3", given=given_of(run)))


def test_strangers_see_nothing_of_a_deal_that_is_not_for_onlookers() -> None:
    table = Recorded(order("mineo-3", onlookers=False)).play_deal()
    assert table_view_of(table.state, None).view is None
    assert table_view_of(table.state, 0, HOST).view is not None
    assert table_view_of(Recorded(order("mineo-3")).state, None).view is not None
    assert table.is_in(Phase.BETWEEN)
