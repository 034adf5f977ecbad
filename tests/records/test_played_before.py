"""What was written before is played as it was then, wherever it is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import result_of
from matto.cli import saved_matches
from matto.engine.errors import BadRecord
from matto.records import DealRecord, MatchRecord, dump, dump_line, load, loads, transcript_of
from matto.server.tables.events import Opened
from matto.server.tables.state import TableState
from server.alike import events_of

LINES = Path(__file__).with_name("played_before.jsonl").read_text(encoding="utf-8").splitlines()
GAMES = [json.loads(line)["game"] for line in LINES]


@pytest.mark.parametrize("line", LINES, ids=GAMES)
def test_an_old_record_is_replayed_to_the_result_it_tells(line: str) -> None:
    assert len(loads(line)) == 1
    assert len(loads(dump(load(line), "notation"))) == 1


@pytest.mark.parametrize("line", LINES, ids=GAMES)
def test_an_old_transcript_is_replayed_to_the_result_it_tells(line: str) -> None:
    (run,) = loads(line)
    told = json.loads(dump_line(transcript_of(run)))
    told["options"] = json.loads(line)["options"]
    assert len(list(loads(json.dumps(told)))) == 1


def _of(game_id: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(LINES[GAMES.index(game_id)])
    return record


def test_a_default_that_changed_is_not_put_into_an_old_record() -> None:
    record = _of("tortorici-4")
    assert "told_again" not in record["options"]
    (run,) = loads(json.dumps(record))
    assert run.options["told_again"] is False
    assert run.game.resolve()["told_again"] is True


def test_an_option_that_was_always_there_is_still_asked_for() -> None:
    record = _of("tortorici-4")
    del record["options"]["turn_up"]
    with pytest.raises(BadRecord, match="missing: turn_up"):
        loads(json.dumps(record))


def test_a_match_saved_in_the_terminal_goes_on_as_it_was_begun() -> None:
    options = _of("tortorici-4")["options"]
    match, _ = saved_matches.replay(
        saved_matches.SavedMatch("tortorici-4", 1, options, 0, "rule", "seed")
    )
    assert match.options["told_again"] is False


def test_a_table_in_a_database_goes_on_as_it_was_opened() -> None:
    record = _of("tortorici-4")
    (run,) = loads(json.dumps(record))
    opened, *since = events_of(run, None, 0)
    assert isinstance(opened, Opened)
    state = TableState("table")
    state.apply(msgspec.structs.replace(opened, options=record["options"]), 0)
    assert state.options["told_again"] is False
    for fact in since:
        state.apply(fact, 0)
    assert [deal.result for deal in state.finished] == [run.result]


# -- records written on 2026-11-22, before the rooms were moved, replay as they were played --

FOLDER = Path(__file__).parent / "before"


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_every_old_record_replays_with_its_sheets_results_and_ledger(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    record = load(page)
    deals = record.deals if isinstance(record, MatchRecord) else (record,)
    for deal, run in zip(deals, loads(page), strict=True):
        assert isinstance(deal, DealRecord)
        assert result_of(run).scores == deal.result.scores


def test_there_is_an_old_match_and_an_old_deal_of_each_of_the_sixteen_games() -> None:
    names = {path.name for path in FOLDER.iterdir()}
    assert len(names) == 2 * len({name.rpartition(".")[0] for name in names}) == 2 * 16
