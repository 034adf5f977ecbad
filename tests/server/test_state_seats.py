"""Who sits where and who is ready, who is the host, what is said to all, what is too late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import msgspec
import pytest

from matto.engine.errors import BadDeal, BadOptionValue, MattoError, UnknownBot, UnknownGame
from matto.server.api.bodies import SentCommand, command_of
from matto.server.http.requests import command_in
from matto.server.live.table_driver import TodoKind, next_todo
from matto.server.tables import errors
from matto.server.tables.commands import (
    Act,
    Agree,
    Begin,
    Close,
    Command,
    Decline,
    Free,
    Greet,
    Leave,
    NotReady,
    Ready,
    Return,
    Say,
    SetPace,
    SetStrength,
    Sit,
    StandIn,
    TakeOver,
    fingerprint_of,
    given_deal_of,
    opening_event,
)
from matto.server.tables.decide import decide_for_bot, too_late
from matto.server.tables.errors import BadCommand, NotHost, NotNow, NotYourSeat, SeatTaken
from matto.server.tables.events import Mixed, Opened, decode
from matto.server.tables.views import MOST_OF_A_SEAT, Phase, ProposalKind, ProposalResult
from server.tables import ANNA, BRUNO, CARLA, HOST, NAMES, STRANGER, Recorded, order, refused
from server.visitors import Visitor
from server.wire import Wire

Steps = Sequence[tuple[str, Command]]


def gathering() -> Recorded:
    """A table for three persons where only the host sits."""
    return Recorded(order("mineo-3", persons=3))


def playing(**more: Any) -> Recorded:
    """A table where the host and Anna play with a bot."""
    return Recorded(order("mineo-3", persons=2, **more)).sit_all()


def three_playing() -> Recorded:
    """A table in the middle of a deal, where the host plays with Anna and Bruno."""
    return Recorded(order("mineo-3", persons=3)).sit_all().until_asked(0)


def between() -> Recorded:
    """A table where the host and Anna have played a deal."""
    return playing().play_deal()


def without_host() -> Recorded:
    """A table with two open seats, opened by somebody who does not sit."""
    return Recorded(order("mineo-3", persons=2, seat=None))


def of_one_seat() -> Recorded:
    """A table where one seat is open, and bots have been ordered for another."""
    return Recorded(order("mineo-3", persons=2))


ANNA_SITS = (ANNA, Sit(1, "Anna"))
ANNA_GONE = (ANNA_SITS, (HOST, Begin()), (ANNA, Leave()))
LATE_AND_GONE = ((HOST, Begin()), ANNA_SITS, (ANNA, Leave()))
OVER = ((HOST, Close()),)
FREED = ((HOST, StandIn(2)), (HOST, Free(2)))
WITH_BRUNO = ((ANNA, Sit(0, "Anna")), (BRUNO, Sit(1, "Bruno")))

Case = tuple[Callable[[], Recorded], Steps, str, Command, type[MattoError] | None]
CASES: dict[str, Case] = {
    "an open seat": (gathering, [ANNA_SITS], BRUNO, Sit(2, "Bruno"), None),
    "the seat that he had": (gathering, ANNA_GONE, ANNA, Sit(1, "Anna"), None),
    "a seat whose hand he does not know": (gathering, ANNA_GONE, BRUNO, Sit(2, "B"), None),
    "the host begins": (gathering, [ANNA_SITS], HOST, Begin(), None),
    "the host closes what has not begun": (without_host, [WITH_BRUNO[0]], HOST, Close(), None),
    "a seat that is taken": (gathering, [ANNA_SITS], BRUNO, Sit(1, "B"), SeatTaken),
    "the seat of the host": (gathering, [], BRUNO, Sit(0, "Bruno"), SeatTaken),
    "a second seat": (gathering, [ANNA_SITS], ANNA, Sit(2, "Anna"), SeatTaken),
    "a bot that was ordered": (of_one_seat, [], ANNA, Sit(2, "Anna"), SeatTaken),
    "a seat before the first": (gathering, [], ANNA, Sit(-1, "Anna"), BadCommand),
    "a seat beyond the last": (gathering, [], ANNA, Sit(3, "Anna"), BadCommand),
    "a seat given up": (gathering, [ANNA_SITS, (ANNA, Leave())], ANNA, Leave(), NotYourSeat),
    "another hand": (gathering, ANNA_GONE, ANNA, Sit(2, "Anna"), SeatTaken),
    "another hand seen late": (gathering, LATE_AND_GONE, ANNA, Sit(2, "Anna"), SeatTaken),
    "another hand, freed": (
        three_playing,
        [*FREED, (ANNA, Leave())],
        ANNA,
        Sit(2, "Anna"),
        SeatTaken,
    ),
    "another name": (of_one_seat, [], HOST, Sit(0, "Eve", "luna"), SeatTaken),
    "no name": (gathering, [], ANNA, Sit(1, ""), BadCommand),
    "a name of blanks": (gathering, [], ANNA, Sit(1, "   "), BadCommand),
    "a name that nobody sees": (gathering, [], ANNA, Sit(1, "\x00\n"), BadCommand),
    "a long name": (gathering, [], ANNA, Sit(1, "a" * 25), BadCommand),
    "a late seed": (gathering, [(HOST, Begin())], ANNA, Sit(1, "Anna", "luna"), NotNow),
    "a late seed of his own": (gathering, [(HOST, Begin())], HOST, Sit(0, "Ada", "l"), NotNow),
    "a bot for nobody": (playing, [], ANNA, StandIn(2), NotNow),
    "a bot before the match": (gathering, [], HOST, StandIn(0), NotNow),
    "a guest who begins": (gathering, [ANNA_SITS], ANNA, Begin(), NotHost),
    "to begin again": (playing, [], HOST, Begin(), NotNow),
    "a guest who closes": (playing, [], ANNA, Close(), NotHost),
    "the absent host who closes": (without_host, WITH_BRUNO, HOST, Close(), NotNow),
    "a stranger who closes": (without_host, WITH_BRUNO, CARLA, Close(), NotHost),
    "what was just declined": (
        three_playing,
        [(HOST, Close()), (ANNA, Decline())],
        HOST,
        Close(),
        NotNow,
    ),
    "to free who plays": (three_playing, [], HOST, Free(2), NotNow),
    "to free no chair": (three_playing, [], HOST, Free(-1), BadCommand),
    "a stranger who frees": (
        three_playing,
        [(HOST, StandIn(2))],
        STRANGER,
        Free(2),
        NotYourSeat,
    ),
    "to come back to a freed chair": (three_playing, FREED, BRUNO, Return(), NotYourSeat),
    "to sit down where it is over": (gathering, OVER, ANNA, Sit(1, "Anna"), NotNow),
    "to play on what is over": (gathering, OVER, HOST, Act("solo"), NotNow),
    "to leave what is over": (gathering, OVER, HOST, Leave(), NotNow),
    "to be ready for what is over": (gathering, OVER, HOST, Ready(), NotNow),
    "a bot for what is over": (gathering, OVER, HOST, StandIn(0), NotNow),
    "to be ready for what is dealt": (
        between,
        [(ANNA, Ready()), (HOST, Ready())],
        HOST,
        Ready(),
        errors.TooLate,
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_granted_and_what_is_refused(what: str) -> None:
    table, before, holder, command, error = CASES[what]
    assert table().done(*before).refused(command, holder) is error


@pytest.mark.parametrize("seed", ["a" * 65, "with space", "line\nfeed", "é"])
def test_a_seed_is_a_short_plain_word(seed: str) -> None:
    assert gathering().refused(Sit(1, "Anna", seed), ANNA) is BadCommand
    assert gathering().refused(Ready(seed), HOST) is BadCommand


@pytest.mark.parametrize(
    ("table", "steps", "news"),
    [
        (gathering, [ANNA_SITS, ANNA_SITS], 1),
        (playing, [(ANNA, StandIn(0)), (ANNA, StandIn(0))], 1),
        (playing, [(ANNA, StandIn(0)), (HOST, Return()), (HOST, Return())], 2),
        (three_playing, [(HOST, Close()), (HOST, Close())], 1),
    ],
)
def test_what_is_so_already_is_nothing_new(
    table: Callable[[], Recorded], steps: Steps, news: int
) -> None:
    found = table()
    before = found.state.seq
    assert found.done(*steps).state.seq == before + news


# -- sitting down and leaving ------------------------------------------------------------


def test_whoever_comes_late_takes_the_seat_of_a_bot_that_filled_it() -> None:
    table = gathering().done((HOST, Begin()))
    assert [player.free for player in table.state.players] == [False, True, True]
    player = table.done(ANNA_SITS).state.players[1]
    assert (player.name, player.bot, player.free) == ("Anna", "", False)


def test_who_leaves_before_the_match_leaves_the_seat_open() -> None:
    assert gathering().done(ANNA_SITS, (ANNA, Leave())).state.chairs[1].is_open


def test_a_bot_plays_on_for_one_who_leaves_until_somebody_takes_the_seat() -> None:
    table = playing().until_asked(1).done((ANNA, Leave()))
    assert table.state.bot(1) == "rule"
    assert table.act()
    table.done((BRUNO, Sit(1, "Bruno"))).until_asked(1)
    assert table.state.bot(1) == ""
    assert table.refused(table.first_choice, BRUNO) is None
    assert table.refused(table.first_choice, ANNA) is NotYourSeat


def test_a_hand_of_yesterday_bars_nobody_from_a_seat_of_todays_deal() -> None:
    table = gathering().done(*ANNA_GONE).play_deal()
    assert table.refused(Sit(2, "Anna"), ANNA) is None
    table.command(Ready(), HOST)
    assert (table.state.deal, table.state.phase) == (2, Phase.PLAYING)
    assert table.state.hands_seen == {HOST: 0}
    assert table.refused(Sit(2, "Anna"), ANNA) is None


def test_a_name_is_told_in_one_line() -> None:
    table = gathering().done((ANNA, Sit(1, "  Anna\n\tMaria\x07 ")))
    assert table.state.players[1].name == "Anna Maria"


def test_the_last_seed_of_a_seat_counts_whether_it_is_ready_already_or_not() -> None:
    table = between()
    for seed in ("luna", "sole", "sole", ""):
        table.command(Ready(seed), HOST)
        assert (table.state.seeds, table.is_in(Phase.BETWEEN)) == ({0: seed}, True)
    given = [event.seed for event, _ in table.events if isinstance(event, Mixed)]
    assert given[-3:] == ["luna", "sole", ""]  # the same once more is nothing new


def test_one_who_sits_down_again_in_his_seat_may_change_his_seed() -> None:
    table = of_one_seat().done(*((HOST, Sit(0, "Ada", seed)) for seed in ("luna", "sole", "")))
    assert table.state.seeds == {0: "sole"}


def test_no_seed_goes_into_a_deal_that_is_given() -> None:
    run = Recorded(order("mineo-3")).run
    table = Recorded(order("mineo-3", persons=2, given=given_deal_of(run)))
    assert table.done((HOST, Ready("luna"))).state.seeds == {}
    assert table.done((ANNA, Sit(1, "Anna", "sole"))).is_in(Phase.PLAYING)


# -- being away --------------------------------------------------------------------------


def test_a_bot_stands_in_for_one_who_is_gone_until_he_returns() -> None:
    table = playing().until_asked(0).done((ANNA, StandIn(0)))
    player = table.state.players[0]
    assert (player.name, player.bot, player.stands_in) == ("Ada", "rule", True)
    assert table.refused(table.first_choice, HOST) is NotNow
    table.command(Return(), HOST)
    assert not table.state.players[0].stands_in
    assert table.refused(table.first_choice, HOST) is None


def test_the_time_of_the_person_asked_runs_and_that_of_a_bot_does_not() -> None:
    assert playing().until_asked(0).state.deadline is None
    table = playing(turn_seconds=30).until_asked(0)
    assert table.state.deadline == table.events[-1][1] / 1000 + 30
    table.command(StandIn(0), ANNA)
    assert table.state.deadline is None
    table.command(Return(), HOST)
    assert table.state.deadline == table.events[-1][1] / 1000 + 30


def test_what_others_do_does_not_give_the_person_asked_more_time() -> None:
    table = Recorded(order("mineo-3", persons=3, turn_seconds=30)).sit_all().until_asked(0)
    before = table.state.deadline
    assert table.done((BRUNO, StandIn(1))).state.deadline == before


# -- the host ----------------------------------------------------------------------------


def test_hosting_passes_on_to_the_next_who_plays_and_never_comes_back_by_itself() -> None:
    table = three_playing().done((HOST, StandIn(1)), (HOST, Leave()))
    assert table.state.host == BRUNO  # a bot plays for Anna
    table.command(Sit(0, "Ada"), HOST)
    for command in (SetPace(1.0), Close()):
        assert table.refused(command, HOST) is NotHost
        assert table.refused(command, BRUNO) is None
    assert table.is_fold_of_its_events


def test_whoever_sits_down_where_the_host_has_left_nobody_behind_is_the_host() -> None:
    table = gathering().done((HOST, Begin()), (HOST, Leave()))
    assert table.state.host == HOST
    table.done(ANNA_SITS)
    assert table.state.host == ANNA
    assert table.seen(ANNA).hosting


def test_anybody_who_plays_closes_where_the_host_never_sat() -> None:
    table = without_host().done(*WITH_BRUNO, (BRUNO, Close()), (ANNA, Agree()))
    assert table.state.closed


def test_a_match_is_closed_at_once_where_nobody_else_plays() -> None:
    assert playing().done((HOST, StandIn(1)), (HOST, Close())).state.closed


@pytest.mark.parametrize("between", [False, True])
def test_closing_a_match_asks_the_others_who_play(between: bool) -> None:
    table = three_playing()
    if between:
        table.play_deal()
    table.command(Close(), HOST)
    found = table.seen(ANNA).proposal
    assert found is not None
    assert (found.wish, found.waits_for) == (ProposalKind.CLOSE, (1, 2))
    if between:  # the next deal waits until it is settled
        table.done(*((holder, Ready()) for holder in (HOST, ANNA, BRUNO)))
    else:
        assert table.refused(table.first_choice, HOST) is NotNow
    todo = next_todo(table.state)
    assert todo is not None
    assert todo.kind is TodoKind.LAPSE
    table.command(Agree(), ANNA)
    declined = copy(table)
    declined.events = list(table.events)
    declined.command(Decline(), BRUNO)
    told = (
        None if between else ProposalResult(0, 2, wish=ProposalKind.CLOSE)
    )  # else it is dealt at once
    assert declined.state.answered == told
    assert declined.is_in(Phase.PLAYING)
    table.command(Agree(), BRUNO)
    assert table.state.closed
    assert table.is_fold_of_its_events
    assert declined.is_fold_of_its_events


def test_what_was_not_agreed_to_is_asked_again_when_the_play_has_gone_on() -> None:
    table = three_playing().done((HOST, Close()), (ANNA, Decline()))
    assert table.act()
    assert table.refused(Close(), HOST) is None


# -- a chair is freed, or played on from another device ----------------------------------


def test_the_host_frees_a_chair_where_a_bot_stands_in_for_whoever_comes() -> None:
    table = three_playing().done(*FREED)
    assert (table.state.bot(2), table.state.chairs[2].free) == ("rule", True)
    table.command(Sit(2, "Bruno"), "bruno without his cookie")
    assert table.state.chairs[2].has_person
    assert table.is_fold_of_its_events


def test_all_who_play_free_the_chair_of_the_host() -> None:
    table = three_playing().done((ANNA, StandIn(0)), (ANNA, Free(0)))
    assert table.state.holder(0) == HOST
    table.command(Agree(), BRUNO)
    assert (table.state.holder(0), table.state.host) == ("", ANNA)
    assert table.state.answered == ProposalResult(1, 0, True, ProposalKind.FREE, frees=0)
    assert table.is_fold_of_its_events


def test_whoever_plays_again_keeps_the_chair_that_others_want_to_free() -> None:
    table = three_playing().done((ANNA, StandIn(0)), (ANNA, Free(0)), (HOST, Return()))
    assert (table.state.proposal, table.state.holder(0)) == (None, HOST)
    assert table.refused(table.first_choice, HOST) is None


def test_a_seat_is_handed_over_once_with_its_name_its_hand_and_the_hosting() -> None:
    table = three_playing()
    over = TakeOver(0, table.state.chairs[0].since)
    assert table.refused(over, ANNA) is SeatTaken
    table.command(over, "phone")
    assert table.refused(over, STRANGER) is errors.LinkUsed
    assert table.refused(table.first_choice, HOST) is NotYourSeat
    assert table.refused(table.first_choice, "phone") is None
    assert (table.state.host, table.state.chairs[0].name) == ("phone", "Ada")
    table.command(Leave(), ANNA)
    for knows in (HOST, "phone"):
        assert table.refused(Sit(1, "Eve"), knows) is SeatTaken
    assert table.is_fold_of_its_events


def test_one_who_knows_another_hand_of_the_deal_waits_with_a_link_too() -> None:
    table = three_playing()
    over = TakeOver(0, table.state.chairs[0].since)
    table.command(Leave(), ANNA)
    assert table.refused(over, ANNA) is SeatTaken
    assert table.play_deal().refused(over, ANNA) is None


# -- what is too late --------------------------------------------------------------------


def test_an_answer_is_too_late_when_the_question_has_gone_or_has_not_come() -> None:
    table = playing().until_asked(0)
    asked = table.state.seq
    assert too_late(table.state, table.first_choice, asked + 1)
    assert not too_late(table.state, table.first_choice, asked)
    table.act()
    assert too_late(table.state, Act("solo"), asked)


def test_an_answer_is_not_too_late_because_somebody_came_or_went() -> None:
    table = three_playing()
    asked = table.state.seq
    table.command(StandIn(1), HOST)
    assert not too_late(table.state, table.first_choice, asked)


def test_being_ready_for_a_deal_that_was_dealt_is_too_late() -> None:
    table = between()
    ended = table.state.seq
    for holder in (ANNA, HOST):
        assert not too_late(table.state, Ready(), ended)
        table.command(Ready(), holder)
    assert too_late(table.play_deal().state, Ready(), ended)


# -- opening -----------------------------------------------------------------------------


def test_a_deal_can_be_played_again_and_fresh_ones_follow() -> None:
    first = Recorded(order("tortorici-1930"), seed="first").play_deal()
    run = first.done((HOST, Ready())).play_deal().run
    again = Recorded(order("tortorici-1930", given=given_deal_of(run)), seed="again")
    as_before = msgspec.structs.replace(again.run.setup, ledger=run.setup.ledger)  # a new match
    assert as_before == run.setup
    assert again.state.promised is None  # nothing was shuffled
    again.play_deal()
    assert again.state.promised is not None
    assert again.state.promised.deal == 2
    again.command(Ready(), HOST)
    assert again.run.setup.deal != run.setup.deal
    assert again.run.setup.carried == again.state.finished[0].result.carried


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"game_id": "bridge", "bots": ("", "")}, UnknownGame, ""),
        ({"bots": ("",)}, BadCommand, ""),
        ({"bots": ("", "rule", "genius")}, UnknownBot, ""),
        ({"limit": 0}, BadCommand, ""),
        ({"limit": 1001}, BadCommand, ""),
        ({"turn_seconds": -1}, BadCommand, "up to 86400 seconds, or with 0 as long as one"),
        ({"pace": -1.0}, BadCommand, "between 0 and 10 seconds, not -1"),
        ({"pace": 10.5}, BadCommand, "between 0 and 10 seconds, not 10.5"),
        ({"pace": float("nan")}, BadCommand, ""),
        ({"options": {"leader": "nobody"}}, BadOptionValue, ""),
        ({"given": given_deal_of(Recorded(order("mineo-4")).run)}, (BadCommand, BadDeal), ""),
    ],
    ids=str,
)
def test_an_order_is_checked_before_there_is_a_table(
    wrong: dict[str, Any], error: type[MattoError], told: str
) -> None:
    wanted = order("mineo-3", **{k: v for k, v in wrong.items() if k != "game_id"})
    with pytest.raises(error, match=told or None):
        opening_event(msgspec.structs.replace(wanted, game=wrong.get("game_id", wanted.game)))


def test_strangers_see_nothing_of_a_deal_that_is_not_for_onlookers() -> None:
    table = Recorded(order("mineo-3", onlookers=False)).play_deal()
    assert table.seen().view is None
    assert table.seen(HOST).view is not None
    assert Recorded(order("mineo-3")).seen().view is not None
    assert table.is_in(Phase.BETWEEN)


def test_a_refusal_tells_what_stands_against_it() -> None:
    again = refused(playing().state, Begin(), HOST)
    another = refused(gathering().done(*ANNA_GONE).state, Sit(2, "Anna"), ANNA)
    assert str(again) == "The match has begun already."
    assert "another hand" in str(another)


def lobby() -> Recorded:
    """A table for three persons, with one seat left, that begins when all are ready."""
    table = Recorded(order("mineo-3", persons=3, when_ready=True))
    table.command(Sit(1, NAMES[ANNA]), ANNA)
    return table


def test_the_match_begins_when_all_who_sit_are_ready_and_no_seat_is_open() -> None:
    table = lobby()
    table.done((HOST, Ready("seed")), (ANNA, Ready()))
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
    table.done(*((who, Ready()) for who in (HOST, ANNA)))
    table.done((HOST, NotReady()), (ANNA, Leave()))
    for seat, who in ((1, BRUNO), (2, CARLA)):
        table.done((who, Sit(seat, NAMES[who])), (who, Ready()))
    assert table.is_in(Phase.GATHERING)
    assert [player.ready for player in table.state.players] == [False, True, True]
    table.command(Ready(), HOST)
    assert table.is_in(Phase.PLAYING)
    assert table.refused(NotReady(), HOST) is errors.TooLate


def test_a_seed_given_before_counts_although_being_ready_brings_none() -> None:
    table = lobby()
    table.done((HOST, Ready("first")), (HOST, NotReady()))
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
    table.done((ANNA, Greet("evening")), (ANNA, Leave()), (BRUNO, Sit(1, NAMES[BRUNO])))
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


# -- which bots play, and how fast ---------------------------------------------------------


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
    assert command_of(msgspec.json.decode(body, type=SentCommand)) == wanted


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
