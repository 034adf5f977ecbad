"""A table that was shown stays as it was, whatever is decided, refused or lost afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from matto.engine.errors import IllegalChoice
from matto.engine.run import Action, Run
from matto.server.tables.commands import TakeBack
from matto.server.tables.decide import act, apply_with_consequences
from matto.server.tables.state import TableState
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
