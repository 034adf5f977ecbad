"""A table is a fold of its events, and one that was shown stays as it was ever after."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matto.engine.errors import IllegalChoice, MattoError, NothingToUndo
from matto.engine.events import SAY, Result
from matto.engine.run import Action, Run
from matto.engine.scoring import Row
from matto.engine.words import text
from matto.games import catalogue
from matto.server.tables import events
from matto.server.tables.commands import (
    Act,
    Begin,
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
from matto.server.tables.decide import act, apply_with_consequences
from matto.server.tables.errors import NotNow, TableUnplayable
from matto.server.tables.events import Acted, DealSettled, Dealt, Promised, decode, encode
from matto.server.tables.service import table_view_of
from matto.server.tables.shuffle import order as shuffled
from matto.server.tables.shuffle import promise_of
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.tables import ANNA, BRUNO, CARLA, HOST, Recorded, all_of, order
from sixteen import THREE

GAMES = tuple(catalogue())
unlike_games = pytest.mark.parametrize("game_id", THREE)


def kinds(table: Recorded) -> list[str]:
    return [type(event).__name__ for event, _ in table.events]


# -- from the first event to the last -----------------------------------------------------


def test_one_person_among_bots_has_his_cards_at_once() -> None:
    table = Recorded(order("mineo-3"))
    assert kinds(table) == ["Opened", "Promised", "Sat", "Began", "Dealt"]
    assert table.is_in(Phase.PLAYING)
    view = table_view_of(table.state, 0, HOST).view
    assert view is not None
    assert view.hand


def test_a_table_with_an_open_seat_waits_for_somebody() -> None:
    table = Recorded(order("mineo-3", persons=2))
    assert table.is_in(Phase.GATHERING)
    table.command(Sit(1, "Anna"), ANNA)
    assert table.is_in(Phase.PLAYING)


def test_the_host_begins_with_bots_in_the_open_seats() -> None:
    table = Recorded(order("mineo-3", persons=3))
    table.command(Begin(), HOST)
    assert table.is_in(Phase.PLAYING)
    assert [chair.bot for chair in table.state.chairs] == ["", "rule", "rule"]


def test_a_table_of_bots_begins_by_itself_and_deals_on_at_the_host_s_word() -> None:
    table = Recorded(order("mineo-3", persons=0, seat=None))
    assert table.is_in(Phase.PLAYING)
    table.play_deal()
    assert table.is_in(Phase.BETWEEN)
    table.command(Begin(), HOST)
    assert table.state.deal == 2


def test_the_cards_are_those_of_the_promised_secret_and_the_seeds() -> None:
    table = Recorded(order("mineo-3", persons=2))
    table.done((HOST, Ready("luna")), (ANNA, Sit(1, "Anna", "sole")))
    promised = next(event for event, _ in table.events if isinstance(event, Promised))
    dealt = next(event for event, _ in table.events if isinstance(event, Dealt))
    assert promised.promise == promise_of(promised.secret)
    codes = table.state.game.pack(table.state.options).codes
    cards = [card for pile in (*dealt.hands, dealt.talon) for card in pile]
    assert cards == list(shuffled(promised.secret, 1, {0: "luna", 1: "sole"}, codes))


def test_a_secret_is_promised_before_any_seed_for_it_comes_in() -> None:
    table = Recorded(order("mineo-3", persons=2)).sit_all()
    for _ in range(3):
        table.play_deal()
        table.done(*((person, Ready("x")) for person in (HOST, ANNA)))
    promised: set[int] = set()
    for event, _ in table.events:
        if isinstance(event, Promised):
            promised.add(event.deal)
        elif isinstance(event, events.Mixed | Dealt):
            assert event.deal in promised


def test_the_next_deal_waits_until_all_persons_are_ready() -> None:
    table = Recorded(order("mineo-3", persons=2)).sit_all().play_deal()
    assert table.is_in(Phase.BETWEEN)
    assert list(table.state.awaited) == [0, 1]
    table.command(Ready(), HOST)
    assert table.is_in(Phase.BETWEEN)
    assert list(table.state.awaited) == [1]
    table.command(Ready(), ANNA)
    assert table.state.deal == 2
    assert table.is_in(Phase.PLAYING)


@pytest.mark.parametrize("command", [(HOST, StandIn(1)), (ANNA, Leave())])
def test_the_next_deal_does_not_wait_for_one_who_is_gone(command: tuple[str, Command]) -> None:
    table = Recorded(order("mineo-3", persons=2)).sit_all().play_deal()
    assert table.done((HOST, Ready()), command).state.deal == 2


def test_nothing_is_dealt_for_nobody() -> None:
    table = Recorded(order("mineo-3", persons=2)).sit_all().play_deal()
    table.done((ANNA, Leave()), (HOST, Leave()))
    assert table.is_in(Phase.BETWEEN)


def test_a_match_ends_with_the_last_deal_agreed() -> None:
    table = Recorded(order("mineo-3", limit=2))
    while table.state.phase is not Phase.OVER:
        table.play_deal()
        if table.state.phase is Phase.BETWEEN:
            table.command(Ready(), HOST)
    played = [deal for deal in table.state.finished if not deal.result.thrown_in]
    assert len(played) == 2
    scores = [deal.result.scores for deal in table.state.finished]
    assert table.state.match.ledger == [sum(seat) for seat in zip(*scores, strict=True)]
    assert table.state.promised is not None
    assert table.state.promised.deal == table.state.deal  # nothing more is promised


def test_the_deal_passes_on_as_the_result_says() -> None:
    table = Recorded(order("mineo-3"))
    for _ in range(4):
        table.play_deal()
        result = table.state.finished[-1].result
        assert table.state.match.dealer == result.next_dealer
        assert dict(table.state.match.carried) == dict(result.carried)
        table.command(Ready(), HOST)
        assert table.run.setup.dealer == result.next_dealer


@pytest.mark.slow
@unlike_games
def test_folding_all_events_again_gives_the_same_table_at_every_step(game_id: str) -> None:
    persons = catalogue()[game_id].seats
    table = Recorded(order(game_id, persons=persons, turn_seconds=30), seed=game_id).sit_all()
    for _ in range(2):
        while table.act():
            assert table.is_fold_of_its_events
        for chair in table.state.chairs:
            table.command(Ready(f"seed{chair.seat}"), chair.holder)
            assert table.is_fold_of_its_events


def test_sentences_within_sentences_come_back_as_sentences() -> None:
    note = text("{who} won {what}.", who=text("Seat {n}", n=1), what="T21")
    result = Result(
        (Row("game", "x 1", (1, -1), note),), (1, -1), (0, 0), 1, carried={"pot": 3}
    )
    event = DealSettled(1, 5, result)
    assert decode(encode(event)) == event
    assert isinstance(decode(encode(event)), DealSettled)


def test_a_deal_that_does_not_end_as_it_was_kept_makes_a_table_unplayable() -> None:
    table = Recorded(order("mineo-3")).play_deal()
    state = TableState("table")
    with pytest.raises(TableUnplayable, match="does not end as it was kept"):
        for event, at in table.events:
            if isinstance(event, DealSettled):
                dealer = (event.result.next_dealer + 1) % 3
                result = msgspec.structs.replace(event.result, next_dealer=dealer)
                state.apply(msgspec.structs.replace(event, result=result), at)
            else:
                state.apply(event, at)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_whatever_people_command_in_whatever_order_the_fold_is_the_table(
    data: st.DataObject,
) -> None:
    game_id = data.draw(st.sampled_from(GAMES))
    table = Recorded(order(game_id, persons=2), seed=game_id)
    people = st.sampled_from((HOST, ANNA, BRUNO))
    for _ in range(25):
        commands: list[Command] = [
            *(Sit(seat, name, "seed") for seat in range(2) for name in ("Bo", "Ed")),
            *(StandIn(seat) for seat in range(3)),
            *(Leave(), Return(), Begin(), Ready("seed"), TakeBack(), Wait()),
        ]
        run, phase = table.state.run, table.state.phase
        if run is not None and run.decision is not None and phase is Phase.PLAYING:
            commands += map(Act, run.decision.options)
            commands += [Say(phrase) for phrase in run.asides(0)]
            if data.draw(st.booleans()):
                table.act()
        command, person = data.draw(st.sampled_from(commands)), data.draw(people)
        before = all_of(table.state)
        try:
            table.command(command, person)
        except MattoError:
            assert all_of(table.state) == before
        assert table.is_fold_of_its_events
        holders = [chair.holder for chair in table.state.chairs if chair.holder]
        assert len(holders) == len(set(holders))


def test_the_first_event_says_what_is_played_and_by_which_rules() -> None:
    table = Recorded(order("mineo-3", options={"leader": "soloist"}))
    first = table.events[0][0]
    assert isinstance(first, events.Opened)
    assert first.rules_version == table.state.game.rules_version
    assert first.options == dict(table.state.options)
    assert events.Began(("", "", "")) in [event for event, _ in table.events]
    assert any(
        isinstance(event, events.Sat) and event.name == "Ada" for event, _ in table.events
    )
    assert not any(isinstance(event, events.Closed) for event, _ in table.events)


EVERY = 7


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actions were played again, each time that a run was."""
    made: list[int] = []
    replayed = Run.replayed

    def counted(run: Run, actions: Sequence[Action]) -> Run:
        made.append(len(actions))
        return replayed(run, actions)

    monkeypatch.setattr(Run, "replayed", counted)
    return made


@pytest.mark.slow
@unlike_games
def test_a_move_replays_nothing_and_the_table_is_the_replayed_one(
    game_id: str, replays: list[int]
) -> None:
    table = Recorded(order(game_id, persons=0, seat=None))
    first = table.state
    steps = 0
    while table.act():
        steps += 1
        if steps % EVERY == 0:
            assert table.is_fold_of_its_events
    assert table.is_in(Phase.BETWEEN) or table.is_in(Phase.OVER)
    assert table.is_fold_of_its_events
    assert steps > 1
    assert replays == []
    assert first.run is first.run is not None
    assert replays == [0]  # whoever asks an earlier state has it replayed, once


@pytest.mark.slow
@unlike_games
def test_an_older_state_stays_as_it_was(game_id: str) -> None:
    table = Recorded(order(game_id), seed="older")
    kept = [(table.state, all_of(table.state))]
    for seed in ("luna", "sole"):
        while table.act():
            kept.append((table.state, all_of(table.state)))
        over, then = kept[-1]
        table.done((HOST, Ready(seed)), (HOST, StandIn(0)), (HOST, Return()))
        assert all_of(over) == then
    for state, then in kept[-2::-EVERY]:
        assert all_of(state) == then


def after(table: Recorded, choice: str) -> TableState:
    """The table after an answer of the bot that is asked; nothing of it is kept."""
    wanted = act(table.state, Act(choice), table.asked.seat, "rule")
    return apply_with_consequences(table.state, wanted, 0)[0]


def test_a_move_that_is_refused_or_not_kept_leaves_the_table_alone() -> None:
    table = Recorded(order("mineo-3", persons=0, seat=None))
    before, done, asked = all_of(table.state), table.run.done, table.asked
    with pytest.raises(IllegalChoice):
        after(table, "no choice of this game")
    for choice in asked.options[:2]:
        lost = after(table, choice)
        assert lost.run is not None
        assert lost.run.actions[-1].choice == choice
        assert (table.run.done, table.asked) == (done, asked)
    assert all_of(table.state) == before


def test_what_is_taken_back_is_still_there_for_whoever_saw_it() -> None:
    table = Recorded(order("mitigatti-3"), seed="back").sit_all()
    while table.act():
        state, run = table.state, table.run
        if state.waits_for == 0 and run.can_undo(0):
            shown, done = all_of(state), run.done
            table.command(TakeBack(), HOST)
            assert table.run.done == done - 1
            assert table.is_fold_of_its_events
            assert all_of(state) == shown
            return
    pytest.fail("nothing could be taken back")


# -- what is said, waited for and taken back -------------------------------------------------

TALKS_AT_THE_TABLE = {"mineo-3", "mineo-4", "ragusa-3", "barcellona-3", "calatafimi-4"}
NOTHING_LAID_AWAY = {"priestertarock", "barcellona-4", "calatafimi-2"}


def of_persons(game_id: str, seed: str) -> Recorded:
    """A table where people sit in all seats."""
    persons = catalogue()[game_id].seats
    return Recorded(order(game_id, persons=persons), seed=seed).sit_all()


@pytest.mark.slow
@unlike_games
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
@unlike_games
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
    assert table.events[-1][0] == events.Waited(first)
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
