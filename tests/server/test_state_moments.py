"""A table that was shown stays as it was, whatever is decided, refused or lost afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest

from matto.engine.errors import IllegalChoice
from matto.engine.run import Action, Run
from matto.server.tables.commands import TakeBack
from matto.server.tables.decide import act, apply_with_consequences
from matto.server.tables.views import Phase
from server.tables import HOST, Recorded, all_of, order
from sixteen import SIXTEEN

every_game = pytest.mark.parametrize("game_id", SIXTEEN)
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
            assert all_of(table.state) == all_of(table.again())
    assert table.is_in(Phase.BETWEEN) or table.is_in(Phase.OVER)
    assert all_of(table.state) == all_of(table.again())
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


@pytest.mark.parametrize("choice", ["a legal one", "no choice of this game"])
def test_a_move_that_is_refused_or_not_kept_leaves_the_deal_itself_alone(choice: str) -> None:
    table = Recorded(order("mineo-3", persons=0, seat=None))
    seat, run = table.state.waits_for, table.state.run
    assert seat is not None
    assert run is not None
    assert run.decision is not None
    word = run.decision.options[0] if choice == "a legal one" else choice
    done, asked = run.done, run.decision
    with suppress(IllegalChoice):
        apply_with_consequences(table.state, act(table.state, seat, word, "rule"), 0)
    again = table.state.run
    assert again is not None
    assert (again.done, again.decision) == (done, asked)


def test_what_was_not_kept_has_not_happened() -> None:
    table = Recorded(order("mineo-3", persons=0, seat=None))
    before = all_of(table.state)
    seat, run = table.state.waits_for, table.state.run
    assert seat is not None
    assert run is not None
    assert run.decision is not None
    first, second = run.decision.options[:2]
    lost, _ = apply_with_consequences(table.state, act(table.state, seat, first, "rule"), 0)
    assert all_of(table.state) == before
    after, _ = apply_with_consequences(table.state, act(table.state, seat, second, "rule"), 0)
    assert lost.run is not None
    assert after.run is not None
    assert [one.choice for one in (lost.run.actions[-1], after.run.actions[-1])] == [
        first,
        second,
    ]
    assert all_of(table.state) == before


def test_what_is_taken_back_is_still_there_for_whoever_saw_it() -> None:
    table = Recorded(order("mitigatti-3"), seed="back").sit_all()
    while table.act():
        state, run = table.state, table.state.run
        if state.waits_for == 0 and run is not None and run.can_undo(0):
            shown, done = all_of(state), run.done
            table.command(TakeBack(), HOST)
            assert table.state.run is not None
            assert table.state.run.done == done - 1
            assert all_of(table.state) == all_of(table.again())
            assert all_of(state) == shown
            return
    pytest.fail("nothing could be taken back")
