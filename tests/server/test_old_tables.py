"""Tables that an earlier matto kept are opened, shown, played on and replayed.

`old_tables.sql` is the database of a server of November 2026, before its rooms were moved:
seven tables, in the middle of a deal or finished. `old_tables.json` tells how it showed them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from matto.records import dump, loads, record_of
from matto.server.api.states import state_of
from matto.server.tables.service import TableService, table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.stores import act, open_service, ready

HERE = Path(__file__).parent
TABLES: list[dict[str, Any]] = json.loads((HERE / "old_tables.json").read_text("utf-8"))
every_table = pytest.mark.parametrize("old", TABLES, ids=[old["game"] for old in TABLES])


async def played_on(tables: TableService, state: TableState) -> TableState:
    """The table when the deal going on is over."""
    while state.phase is Phase.PLAYING:
        await act(tables, state)
        state = await tables.state(state.id)
    return state


@every_table
async def test_an_old_table_is_shown_as_it_was(old: dict[str, Any], old_file: Path) -> None:
    async with open_service(old_file, alone=True) as tables:
        state = await tables.state(old["table"])
        assert (state.seq, state.phase.value, state.deal) == (
            old["seq"],
            old["phase"],
            old["deal"],
        )
        assert (state.match.ledger, state.match.dealer) == (old["ledger"], old["dealer"])
        assert [list(deal.result.scores) for deal in state.finished] == old["scores"]
        for seat, hand in enumerate(old["hands"]):
            view = state_of(table_view_of(state, seat, state.holder(seat))).view
            assert view is not None
            assert (list(view.hand), len(view.events)) == (hand, old["events"][seat])
            if old["question"] is not None and old["question"]["seat"] == seat:
                assert view.question is not None
                asked = (view.question.kind, view.question.clause, [*view.question.choices])
                told = old["question"]
                assert asked == (told["kind"], told["clause"], told["choices"])


@pytest.mark.slow
@every_table
async def test_an_old_table_is_played_on_and_another_deal_after_it(
    old: dict[str, Any], old_file: Path
) -> None:
    async with open_service(old_file, alone=True) as tables:
        state = await played_on(tables, await tables.state(old["table"]))
        if state.phase is Phase.BETWEEN:
            await ready(tables, state)
            state = await played_on(tables, await tables.state(old["table"]))
            assert len(state.finished) >= len(old["scores"]) + 2
        assert state.phase is not Phase.PLAYING
        if old["phase"] == Phase.OVER.value:
            assert state.seq == old["seq"]


@every_table
async def test_every_deal_of_an_old_table_replays_to_its_result_and_its_shuffle_holds(
    old: dict[str, Any], old_file: Path
) -> None:
    async with open_service(old_file, alone=True) as tables:
        for number, scores in enumerate(old["scores"], start=1):
            run = await tables.finished_run(old["table"], number)
            assert run.result is not None
            assert list(run.result.scores) == scores
            (again,) = loads(dump(record_of(run), "json"))
            assert again.result == run.result
            proof = await tables.proof(old["table"], number)
            assert proof is not None
            assert proof.holds
