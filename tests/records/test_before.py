"""Records written on 2026-11-22, before the rooms were moved, replay as they were played."""

from pathlib import Path

import pytest

from matto.records import DealRecord, MatchRecord, load, loads

FOLDER = Path(__file__).parent / "before"


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_every_old_record_replays_with_its_sheets_results_and_ledger(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    record = load(page)
    deals = record.deals if isinstance(record, MatchRecord) else (record,)
    for deal, run in zip(deals, loads(page), strict=True):
        assert isinstance(deal, DealRecord)
        assert run.result is not None
        assert run.result.scores == deal.result.scores


def test_there_is_an_old_match_and_an_old_deal_of_each_of_the_sixteen_games() -> None:
    names = {path.name for path in FOLDER.iterdir()}
    assert len(names) == 2 * len({name.rpartition(".")[0] for name in names}) == 2 * 16
