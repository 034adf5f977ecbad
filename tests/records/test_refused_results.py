"""Results, matches and transcripts that are not what the deals come to are refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matto.engine.cards import CODES
from matto.engine.errors import BadRecord
from matto.engine.game import Game
from matto.engine.run import Match
from matto.games import game
from matto.records import dump, dump_line, load, loads, match_of, record_of, transcript_of
from matto.records.replay import EARLIER, replayable
from records.deals import POT_GAME, play_at_random, played, played_match
from records.faults import (
    JSON,
    MATCH,
    NOTATION,
    RUN,
    line_of,
    refused,
    swapped,
    without_line,
)
from samples import many
from sixteen import ONE_IN_THE_QUICK_LOOP

# -- result ----------------------------------------------------------------------------------


def test_card_points_that_do_not_match_are_refused() -> None:
    first, second = record_of(RUN).result.points
    for content, line in (
        swapped(JSON, f'"points": [{first}, {second}]', f'"points": [{second}, {first}]'),
        swapped(NOTATION, f"Points: {first} {second}", f"Points: {first + 1} {second}"),
    ):
        error = refused(content)
        assert error.line == line or error.part == "result.points"
        assert f"it is {first} {second}" in str(error)


def test_a_sheet_that_does_not_match_is_refused_with_the_clause_of_the_true_row() -> None:
    (row,) = record_of(RUN).result.sheet
    for content, line in (
        swapped(JSON, f'"item": "{row.item}"', '"item": "gift"'),
        swapped(NOTATION, f"| {row.item}", "| gift"),
        swapped(NOTATION, "calatafimi-2 5.4", "calatafimi-2 5.9"),
    ):
        error = refused(content)
        assert error.line == line or error.part == "result.sheet[0]"
        assert error.clause == row.clause


def test_a_row_too_many_or_too_few_is_refused() -> None:
    sheet = line_of(NOTATION, "Sheet: ")
    lines = NOTATION.split("\n")
    double = "\n".join([*lines[:sheet], *lines[sheet - 1 :]])
    error = refused(double)
    assert (error.line, error.clause) == (sheet + 1, "calatafimi-2 5.4")
    assert "row too many" in str(error)
    error = refused(without_line(NOTATION, "Sheet: "))
    assert error.clause == "calatafimi-2 5.4"
    assert "lacks a row" in str(error)


def test_scores_that_do_not_match_are_refused() -> None:
    first, second = record_of(RUN).result.scores
    content, line = swapped(NOTATION, f"Scores: {first} {second}", f"Scores: {second} {first}")
    assert refused(content).line == line


# -- matches ---------------------------------------------------------------------------------


def change(match: dict[str, Any], what: Callable[[dict[str, Any]], object]) -> BadRecord:
    what(match)
    return refused(json.dumps(match, indent=1))


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (lambda match: match["ledger"].__setitem__(0, 1000), "ledger"),
        (lambda match: match["ledger"].append(0), "ledger"),
        (lambda match: match["deals"].pop(1), "dealer"),
        (lambda match: match["deals"].clear(), "not in form"),
        (lambda match: match["deals"][1]["options"].update(bottom_card="dealer"), "options"),
        (lambda match: match["deals"][2]["actions"].pop(), "too few actions"),
    ],
)
def test_a_match_whose_parts_do_not_fit_is_refused(
    what: Callable[[dict[str, Any]], object], reason: str
) -> None:
    assert reason in str(change(json.loads(MATCH), what))


def test_a_fault_in_the_second_deal_of_a_match_has_its_place_there() -> None:
    content, _ = swapped(MATCH, '"game": "calatafimi-2"', '"game": "solitaire"', nth=1)
    assert refused(content).part == "deals[1].game"
    content, _ = swapped(MATCH, '"kind": "play"', '"kind": "say"', nth=-1)
    assert refused(content).part.startswith("deals[2].actions[")
    notation = dump(match_of(played_match("calatafimi-2", 3)), "notation")
    content, line = swapped(notation, "Trick 7: ", "Trick 7: 0 say nothing, ", nth=1)
    assert refused(content).line == line


def test_a_match_in_notation_needs_its_deals_in_order_and_its_ledger() -> None:
    notation = dump(match_of(played_match("calatafimi-2", 3)), "notation")
    content, line = swapped(notation, "Deal: 2", "Deal: 3")
    assert (refused(content).line, str(refused(content).sentence)) == (
        line,
        "Deal 2 is missing here.",
    )
    assert "“Ledger: …” is missing" in str(refused(without_line(notation, "Ledger")))
    content, line = swapped(notation, "Ledger: ", "Scores: 1 2\nLedger: ")
    assert "given twice" in str(refused(content).sentence)


# -- versions of rules -----------------------------------------------------------------------


def test_an_earlier_version_that_is_kept_replays_by_its_own_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    newer: Game = replace(game("calatafimi-2"), rules_version=2)
    monkeypatch.setattr("matto.records.replay.current_game", lambda _name: newer)
    assert "can no longer be replayed" in str(refused(JSON).sentence)
    monkeypatch.setitem(EARLIER, ("calatafimi-2", 1), lambda: game("calatafimi-2"))
    assert replayable("calatafimi-2") == (1, 2)
    assert load(JSON) == record_of(RUN)


# -- transcripts -----------------------------------------------------------------------------

LINES = [dump_line(transcript_of(run)) for run in played_match("mineo-3", 6, seed=2)]
FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "scores": lambda deal: deal["scores"].__setitem__(0, 99),
    "sheet": lambda deal: deal["sheet"].append(
        {"item": "gift", "clause": "mineo-3 5.3", "amounts": [0, 0, 0]}
    ),
    "points": lambda deal: deal["points"].__setitem__(0, -4),
    "unit": lambda deal: deal.update(unit=2),
    "tricks": lambda deal: deal["tricks"].append({"cards": [], "winner": 0}),
    "choices": lambda deal: deal["steps"][0]["options"].append("solo_tu"),
    "choice": lambda deal: deal["steps"][0].update(choice="solo_tu"),
    "seat": lambda deal: deal["steps"][0].update(seat=-1),
    "steps": lambda deal: deal["steps"].pop(),
    "dealt": lambda deal: deal["dealt"][0].pop(),
    "options": lambda deal: deal["options"].clear(),
    "more": lambda deal: deal.update(mood="good"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_line_of_a_transcript_is_refused_with_its_number(fault: str) -> None:
    deal = json.loads(LINES[2])
    FAULTS[fault](deal)
    recording = loads("".join([*LINES[:2], json.dumps(deal) + "\n", *LINES[3:]]))
    assert recording[1].result is not None
    with pytest.raises(BadRecord) as caught:
        recording[2]
    assert caught.value.line == 3


def test_a_transcript_that_breaks_off_is_refused_in_its_last_line() -> None:
    recording = loads("".join(LINES)[:-50])
    with pytest.raises(BadRecord, match="whole JSON") as caught:
        recording[5]
    assert caught.value.line == 6


# -- anything at all -------------------------------------------------------------------------

WORDS = st.sampled_from([*CODES, "passo", "chiamo:T19", ":", "", "0", "chiamo:", "F:F", "é"])


@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
@settings(max_examples=many(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(where=st.integers(0, 10_000), word=WORDS, seat=st.integers(-2, 9))
def test_an_action_changed_at_random_is_refused_or_is_another_true_record(
    game_id: str, where: int, word: str, seat: int
) -> None:
    data = json.loads(dump(record_of(_played_once(game_id))))
    step = data["actions"][where % len(data["actions"])]
    before = dict(step)
    step.update(choice=word, seat=seat if seat < 0 else step["seat"])
    if step == before:
        return
    try:
        again = load(json.dumps(data))
    except BadRecord as error:
        assert error.part
        return
    assert json.loads(dump(again)) == data  # another card of the same holder may be called


_PLAYED: dict[str, Any] = {}


def _played_once(game_id: str) -> Any:
    if game_id not in _PLAYED:
        _PLAYED[game_id] = played(game_id, 7)
    return _PLAYED[game_id]


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, len(NOTATION)), sign=st.sampled_from("x:,>-0\n\x00 |#é"))
def test_a_sign_put_anywhere_into_a_notation_is_refused_or_means_nothing(
    at: int, sign: str
) -> None:
    try:
        assert load(NOTATION[:at] + sign + NOTATION[at:]) == record_of(RUN)
    except BadRecord as error:
        assert error.line is not None


def test_the_pot_of_a_deal_must_be_what_was_carried_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("matto.records.replay.current_game", lambda _name: POT_GAME)
    match = Match(POT_GAME)
    runs = []
    for seed in range(2):
        runs.append(play_at_random(match.next_run(seed=seed), random.Random(seed)))
        result = runs[-1].result
        assert result is not None
        match.take(result)
    content, line = swapped(
        dump(match_of(runs), "notation"), "Carried: pot=6", "Carried: pot=7"
    )
    error = refused(content)
    assert error.line == line
    assert "it is pot=6" in str(error)
