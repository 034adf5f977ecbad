"""What is written down is read back as it was, in every form; transcripts."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers import do, play_on, start
from matto.engine.errors import BadRecord
from matto.engine.events import SAY
from matto.engine.run import Match, Run
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
from matto.records.schema import TRANSCRIPT_FILE, transcript_schema_text
from records.deals import POT_GAME, play_at_random, played, played_match
from samples import many
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN, THREE

FORMS: tuple[Literal["json", "notation"], ...] = ("json", "notation")


def comes_back(record: Record) -> None:
    for form in FORMS:
        written = dump(record, form)
        again = load(written)
        assert again == record
        assert dump(again, form) == written


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_deal_that_was_thrown_in_comes_back() -> None:
    run = played_match("mineo-3", 40)
    thrown_in = next(one for one in run if one.result is not None and one.result.thrown_in)
    record = record_of(thrown_in)
    assert record.result.thrown_in
    comes_back(record)


@pytest.mark.slow
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


# -- what a line tells besides the bare deal, and the schema that all lines pass ---------

SCHEMA: dict[str, Any] = json.loads(TRANSCRIPT_FILE.read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "transcript.md"


def line_of(run: Run) -> Any:
    return json.loads(dump_line(transcript_of(run)))


def test_the_published_schema_is_the_one_of_the_lines() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert TRANSCRIPT_FILE.read_text(encoding="utf-8") == transcript_schema_text()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_every_line_of_every_game_passes_the_schema_and_is_replayed(game_id: str) -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    kinds = set(re.findall(r"^\| `([a-z]+)` \|", page.split("## Kinds of steps")[1], re.M))
    for seed in range(many(8)):
        line = line_of(played(game_id, seed))
        VALIDATOR.validate(line)
        assert len(list(loads(json.dumps(line)))) == 1
        assert {step["kind"] for step in line["steps"]} <= kinds
        assert all(f"| `{shown['how']}` |" in page for shown in line["shown"])
        assert all(f"`{key}`" in page for key in line)
        assert bool(line["contract"]) == bool(line["sides"]) == bool(line["tricks"])


def test_what_was_played_for_and_by_whom() -> None:
    hands = {1: "T20 T18 SK", 3: "T19"}
    run = do(start("mineo-4", hands), "passo passo passo passo chiamo:T19 passo passo passo")
    line = line_of(play_on(run))
    assert (line["declarer"], line["contract"], line["called"]) == (1, "chiamo", "T19")
    assert (line["sides"], line["times"]) == ([1, 0, 1, 0], 1)
    alone = line_of(play_on(do(start("mineo-4", hands), "vado_solo")))
    assert (alone["contract"], alone["called"]) == ("vado_solo", "")
    assert (alone["sides"], alone["times"]) == ([1, 0, 1, 1], 2)
    assert (alone["thrown_in"], alone["next_dealer"]) == (False, 1)


def test_a_deal_thrown_in_says_so_and_each_word_has_its_pause() -> None:
    talk = "passo altre_cinque passo passo pago prendo"
    line = line_of(do(start("mineo-3"), talk))
    assert (line["thrown_in"], line["contract"], line["sides"]) == (True, "", [])
    assert line["declarer"] is None
    pauses = [step["pause"] for step in line["steps"]]
    assert pauses == sorted(pauses)
    assert pauses[0] == 1 and pauses[-1] == 2


def test_cards_told_and_turned_up_stand_with_seat_and_moment() -> None:
    hands = {1: "SK BK CK DK T20", 2: "T18"}
    run = do(start("tortorici-4", hands), "turn_up_right SK silence silence tengo mischio")
    assert line_of(run)["shown"] == [
        {"seat": 1, "how": "turned up", "cards": ["T20"], "step": 1},
        {"seat": 1, "how": "declare", "cards": ["SK"], "step": 2},
    ]


@pytest.mark.slow
def test_a_row_names_the_card_that_earned_it() -> None:
    for seed in range(40):
        run = played("mineo-3", seed)
        for row in line_of(run)["sheet"]:
            assert ("card" in row) is (row["item"] == "pigliate")
            if "card" in row:
                assert any(row["card"] in trick.cards for trick in run.table.tricks)


def test_a_line_without_the_added_keys_is_still_read() -> None:
    line = line_of(played("mineo-3", 4))
    bare = {key: line[key] for key in list(line)[: list(line).index("unit") + 1]}
    for step in bare["steps"]:
        step.pop("pause", None)
    for row in bare["sheet"]:
        row.pop("card", None)
    assert len(list(loads(json.dumps(bare)))) == 1


BREAK: dict[str, Callable[[Any], Any]] = {
    "declarer": lambda line: line.update(declarer=(line["declarer"] + 1) % 3),
    "contract": lambda line: line.update(contract="solo"),
    "sides": lambda line: line.update(sides=[0, 0, 0]),
    "next_dealer": lambda line: line.update(next_dealer=7),
    "thrown_in": lambda line: line.update(thrown_in=True),
    "carried_after": lambda line: line.update(carried_after={"pot": 3}),
    "shown": lambda line: line["shown"].pop(),
    "pause": lambda line: line["steps"][0].update(pause=3),
}


@pytest.mark.parametrize("key", BREAK)
def test_a_line_that_tells_something_else_than_was_played_is_refused(key: str) -> None:
    line = line_of(play_on(do(start("mineo-3"), "vado_solo")))
    BREAK[key](line)
    with pytest.raises(BadRecord):
        list(loads(json.dumps(line)))
