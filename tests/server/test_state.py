"""A table is a fold of its events, and one that was shown stays as it was ever after."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matto.engine.errors import IllegalChoice, MattoError
from matto.engine.events import Result
from matto.engine.run import Action, Run
from matto.engine.scoring import Row
from matto.engine.words import text
from matto.games import catalogue
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
from matto.server.tables.errors import TableUnplayable
from matto.server.tables.events import (
    Began,
    Closed,
    DealSettled,
    Dealt,
    Mixed,
    Opened,
    Promised,
    Sat,
    decode,
    encode,
)
from matto.server.tables.service import table_view_of
from matto.server.tables.shuffle import order as shuffled
from matto.server.tables.shuffle import promise_of
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.tables import ANNA, BRUNO, HOST, Recorded, all_of, order
from sixteen import SIXTEEN

GAMES = tuple(catalogue())
every_game = pytest.mark.parametrize("game_id", SIXTEEN)


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
        elif isinstance(event, Mixed | Dealt):
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
@every_game
def test_folding_all_events_again_gives_the_same_table_at_every_step(game_id: str) -> None:
    persons = catalogue()[game_id].seats
    table = Recorded(order(game_id, persons=persons, turn_seconds=30), seed=game_id).sit_all()
    for _ in range(2):
        while table.act():
            assert table.is_fold_of_its_events
        for chair in table.state.chairs:
            table.command(Ready(f"seed{chair.seat}"), chair.holder)
            assert table.is_fold_of_its_events


@pytest.mark.slow
@every_game
def test_facts_come_back_from_their_bytes_as_they_were(game_id: str) -> None:
    table = Recorded(order(game_id), seed="bytes")
    for _ in range(5):
        table.play_deal()
        table.command(Ready("seed"), HOST)
    for event, _ in table.events:
        assert decode(encode(event)) == event


def test_sentences_within_sentences_come_back_as_sentences() -> None:
    note = text("{who} won {what}.", who=text("Seat {n}", n=1), what="T21")
    result = Result(
        (Row("game", "x 1", (1, -1), note),), (1, -1), (0, 0), 1, carried={"pot": 3}
    )
    event = DealSettled(1, 5, result)
    assert decode(encode(event)) == event
    assert isinstance(decode(encode(event)), DealSettled)


@pytest.mark.slow
def test_a_state_that_was_shown_is_never_changed_afterwards() -> None:
    table = Recorded(order("mineo-3"), seed="shown")
    shown, before = [], []
    for _ in range(2):
        while table.act():
            shown.append(table.state)
            before.append(all_of(table.state))
        table.done((HOST, Ready("seed")), (HOST, StandIn(0)), (HOST, Return()))
    assert [all_of(state) for state in shown] == before


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
@settings(max_examples=30, deadline=None)
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
    assert isinstance(first, Opened)
    assert first.rules_version == table.state.game.rules_version
    assert first.options == dict(table.state.options)
    assert Began(("", "", "")) in [event for event, _ in table.events]
    assert any(isinstance(event, Sat) and event.name == "Ada" for event, _ in table.events)
    assert not any(isinstance(event, Closed) for event, _ in table.events)


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
@every_game
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
@every_game
def test_an_older_state_stays_as_it_was(game_id: str) -> None:
    table = Recorded(order(game_id, persons=0, seat=None))
    kept = [(table.state, all_of(table.state))]
    while table.act():
        kept.append((table.state, all_of(table.state)))
    for state, then in kept[-2::-EVERY]:
        assert all_of(state) == then
    assert all_of(table.state) == kept[-1][1]


def after(table: Recorded, choice: str) -> TableState:
    """The table after an answer of the bot that is asked; nothing of it is kept."""
    wanted = act(table.state, table.asked.seat, choice, "rule")
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
