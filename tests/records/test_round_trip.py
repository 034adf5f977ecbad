"""What is written down is read back as it was, in every form."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matto.engine.events import SAY
from matto.engine.run import Match
from matto.games import catalogue
from matto.records import (
    DealRecord,
    Record,
    dump,
    dump_line,
    load,
    loads,
    match_of,
    record_of,
    transcript_of,
)
from records.deals import POT_GAME, play_at_random, played, played_match
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN

FORMS: tuple[Literal["json", "notation"], ...] = ("json", "notation")


def comes_back(record: Record) -> None:
    for form in FORMS:
        written = dump(record, form)
        again = load(written)
        assert again == record
        assert dump(again, form) == written


@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_deal_with_any_options_comes_back_from_both_forms(
    game_id: str, data: st.DataObject
) -> None:
    options = {
        option.name: data.draw(st.sampled_from(option.values), option.name)
        for option in catalogue()[game_id].options
    }
    run = played(game_id, data.draw(st.integers(0, 9999), "seed"), options)
    comes_back(record_of(run))


def test_what_was_said_aside_comes_back_where_it_was_said() -> None:
    record = record_of(played("mineo-3", 4))
    assert sum(step.kind == SAY for step in record.actions) > 5
    comes_back(record)


def test_a_deal_that_was_thrown_in_comes_back() -> None:
    run = played_match("mineo-3", 40)
    thrown_in = next(one for one in run if one.result is not None and one.result.thrown_in)
    record = record_of(thrown_in)
    assert record.result.thrown_in
    comes_back(record)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_a_match_comes_back_with_its_ledger(game_id: str) -> None:
    record = match_of(played_match(game_id, 4))
    comes_back(record)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_the_transcript_of_a_deal_replays_to_the_same_transcript(game_id: str) -> None:
    lines = "".join(dump_line(transcript_of(run)) for run in played_match(game_id, 3))
    again = "".join(dump_line(transcript_of(run)) for run in loads(lines))
    assert again == lines


def test_a_pot_that_grows_an_open_trick_and_talk_before_it_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("matto.records.replay.current_game", lambda _name: POT_GAME)
    match = Match(POT_GAME)
    runs = []
    for seed in range(6):
        run = play_at_random(match.next_run(seed=seed), random.Random(seed))
        assert run.result is not None
        match.take(run.result)
        runs.append(run)
    record = match_of(runs)
    assert [deal.carried["pot"] for deal in record.deals] == [5, 6, 7, 8, 9, 10]
    assert sum(record.ledger) == 20  # 10 for each to start, and the pot moves between them
    comes_back(record)


def test_the_notation_has_a_line_for_each_phase_and_each_trick() -> None:
    record = record_of(played("priestertarock", 3))
    lines = dump(record, "notation").splitlines()
    assert lines[:2] == ["Format: matto-deal 1", "Game: priestertarock"]
    assert [line.split(":")[0] for line in lines if line.startswith("Trick")] == [
        f"Trick {number}" for number in range(1, 16)
    ]
    assert lines.count("") == 2
    assert [line for line in lines if line.startswith("call: ")]


def test_hands_are_written_in_the_order_in_which_they_were_dealt() -> None:
    run = played("calatafimi-2", 5)
    record = record_of(run)
    assert isinstance(record, DealRecord)
    assert record.dealt == run.setup.deal.hands
    assert f"Hand 0: {' '.join(run.setup.deal.hands[0])}" in dump(record, "notation")
