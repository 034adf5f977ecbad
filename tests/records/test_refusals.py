"""Broken records are refused with the place, the reason and the clause of the broken rule."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers import decision_of
from matto.engine.cards import CODES
from matto.engine.errors import BadRecord
from matto.engine.game import Game
from matto.engine.run import Match
from matto.games import game
from matto.records import dump, dump_line, load, loads, match_of, record_of, transcript_of
from matto.records.replay import EARLIER, replayable
from records.deals import POT_GAME, play_at_random, played, played_match
from records.faults import (
    FIRST_CLAUSE,
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
from sixteen import THREE

# -- several records, and texts of other programs ----------------------------------------------


@pytest.mark.parametrize("one", [JSON, NOTATION, MATCH])
def test_records_one_behind_the_other_are_all_read(one: str) -> None:
    other = JSON if one.startswith("{") else NOTATION
    both = loads(one + other)
    assert len(both) == len(loads(one)) + 1
    assert not both.is_match
    with pytest.raises(BadRecord, match="2 records"):
        load(one + "\n" + other)


def test_a_fault_in_a_second_record_has_its_line_in_the_whole_text() -> None:
    assert refused(NOTATION + NOTATION.replace("Seats: ", "Seats: x")).line == (
        NOTATION.count("\n") + line_of(NOTATION, "Seats: ")
    )
    assert refused(JSON + JSON[:-40]).line == 2 * JSON.count("\n") - JSON[-40:].count("\n") + 1


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("form", [JSON, NOTATION, MATCH])
def test_lines_may_end_as_on_other_machines(form: str, end: str) -> None:
    assert load(form.replace("\n", end)) == load(form)
    assert load(form.replace("\n", end).encode()) == load(form)


def test_lines_behind_the_end_are_told_as_such() -> None:
    match = dump(load(MATCH), "notation")
    error = refused(match + "Game: mineo-3\n")
    assert (error.line, str(error.sentence)) == (
        match.count("\n") + 1,
        "“Game:” stands behind the end of the match.",
    )


def test_a_game_of_another_program_is_told_apart_from_broken_json() -> None:
    assert "PGN or PBN" in str(refused('[Event "Club evening"]\n\n1. e4 e5'))


# -- files that are cut off or are no records ------------------------------------------------


@pytest.mark.parametrize("content", ["", "\n\n", "hello", "{}", "[]", "[1, 2]", '"deal"', "{"])
def test_something_else_is_refused_at_its_first_line(content: str) -> None:
    error = refused(content)
    assert error.line == 1 or "not a record of matto" in str(error)


@pytest.mark.parametrize("form", [JSON, NOTATION, MATCH])
def test_no_beginning_of_a_record_is_taken_for_the_whole(form: str) -> None:
    for end in range(0, len(form) - 3, 211):
        error = refused(form[:end])
        assert error.line is not None
        assert error.line <= form[:end].count("\n") + 1


def test_json_that_breaks_off_is_refused_at_the_line_where_it_ends() -> None:
    half = "\n".join(JSON.split("\n")[:20])
    error = refused(half)
    assert error.line == 20
    assert "whole JSON" in str(error)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('{"matto\n', "This is not whole JSON: Invalid control character."),
        ('{"matto', "This is not whole JSON: Unterminated string."),
    ],
)
def test_why_json_is_not_whole_is_a_whole_sentence(content: str, why: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(why)):
        loads(content)


def test_half_a_notation_file_says_which_line_is_missing_at_its_end() -> None:
    half = "\n".join(NOTATION.split("\n")[:20])
    error = refused(half)
    assert error.line == 20
    assert "“Points: …” is missing" in str(error)


def test_a_file_that_is_no_text_is_refused_at_the_line_of_the_bad_byte() -> None:
    with pytest.raises(BadRecord, match="UTF-8") as caught:
        loads(b"Format: matto-deal 1\nGame: \xff\xfe\n")
    assert caught.value.line == 2


def test_json_nested_beyond_measure_is_refused() -> None:
    assert "nested too deeply" in str(refused("[" * 100_000 + "]" * 100_000))


def test_a_key_given_twice_is_refused() -> None:
    content, _ = swapped(JSON, '"dealer"', '"seats": 2,\n "dealer"')
    assert str(refused(content)) == "“seats” is given twice."
    content, _ = swapped(JSON, '"seat": 1', '"seat": 0, "seat": 1')
    assert str(refused(content)) == "“seat” is given twice."


# -- header ----------------------------------------------------------------------------------

HEADER: dict[str, tuple[str, str, str, str, str]] = {
    # fault: json old, json new, notation old, notation new, part of the sentence
    "unknown game": (
        '"game": "calatafimi-2"',
        '"game": "calatafimi-9"',
        "Game: calatafimi-2",
        "Game: calatafimi-9",
        "There is no game “calatafimi-9”",
    ),
    "newer rules": (
        '"rules_version": 1',
        '"rules_version": 9',
        "Rules version: 1",
        "Rules version: 9",
        "newer than this program",
    ),
    "older rules": (
        '"rules_version": 1',
        '"rules_version": 0',
        "Rules version: 1",
        "Rules version: 0",
        "can no longer be replayed. Versions that can: 1",
    ),
    "newer form": (
        '"version": 1',
        '"version": 2',
        "matto-deal 1",
        "matto-deal 2",
        "version 2 of the form",
    ),
    "unknown option": (
        '"bottom_card"',
        '"top_card"',
        "Option bottom_card",
        "Option top_card",
        "There is no option “top_card”",
    ),
    "unknown value": (
        '"bottom_card": "nobody"',
        '"bottom_card": "all"',
        "bottom_card: nobody",
        "bottom_card: all",
        "not “all”",
    ),
    "seats": ('"seats": 2', '"seats": 3', "Seats: 2", "Seats: 3", "number of seats"),
    "dealer": ('"dealer": 1', '"dealer": 2', "Dealer: 1", "Dealer: 2", "cannot be the dealer"),
    "scores in words": ('"scores": [', '"scores": ["x", ', "Scores: ", "Scores: x ", ""),
    "another next dealer": (
        '"next_dealer": 0',
        '"next_dealer": 1',
        "Next dealer: 0",
        "Next dealer: 1",
        "“next dealer”, but it is 0",
    ),
    "not thrown in": (
        '"thrown_in": false',
        '"thrown_in": true',
        "Thrown in: no",
        "Thrown in: yes",
        "“thrown in”, but it is no",
    ),
}

PARTS = {
    "unknown game": "game",
    "newer rules": "rules_version",
    "older rules": "rules_version",
    "newer form": "version",
    "unknown option": "options.top_card",
    "unknown value": "options.bottom_card",
    "scores in words": "result.scores[0]",
    "another next dealer": "result.next_dealer",
    "not thrown in": "result.thrown_in",
}
"""What is wrong in JSON, where it is not called as the fault is."""


@pytest.mark.parametrize("fault", HEADER)
def test_a_wrong_header_is_refused_at_its_place_in_both_forms(fault: str) -> None:
    json_old, json_new, old, new, reason = HEADER[fault]
    error = refused(swapped(JSON, json_old, json_new)[0])
    assert (error.line, error.part) == (None, PARTS.get(fault, fault))
    assert str(error).startswith(f"{error.part}: ") and reason in str(error)
    content, line = swapped(NOTATION, old, new)
    assert refused(content).line == line
    assert reason in str(refused(content))


def test_an_option_that_is_not_given_is_missed_by_name() -> None:
    for content in (
        JSON.replace('"pack_names": "sicilian", ', ""),
        without_line(NOTATION, "Option pack_names"),
    ):
        error = refused(content)
        assert error.part == "options" or error.line == line_of(content, "bottom_card")
        assert "missing: pack_names" in str(error)


def test_something_carried_on_that_the_game_does_not_know_is_refused() -> None:
    content, _ = swapped(JSON, '"carried": {}', '"carried": {"pot": 3}')
    assert refused(content).part == "carried"


def test_a_line_that_the_notation_does_not_know_is_refused() -> None:
    for wrong in ("Mood: good", "no colon", "Sheet: 3", "Trick 1: 0 SK", "play: SK"):
        content = NOTATION.replace("\n\nTrick 1:", f"\n{wrong}\n\nTrick 1:")
        assert refused(content).line == line_of(content, wrong)


# -- cards -----------------------------------------------------------------------------------


def other_card(content: str, part: str, code: str) -> tuple[str, int]:
    """Put a card in the place of the first card of the line that holds a part."""
    line = line_of(content, part)
    lines = content.split("\n")
    head, _, tail = lines[line - 1].partition(part)
    lines[line - 1] = head + part + re.sub(r"[SBCDTF]\w*", code, tail, count=1)
    return "\n".join(lines), line


def test_whoever_prints_an_error_is_told_the_place() -> None:
    content, line = swapped(NOTATION, "Seats: 2", "Seats: 2\nSeats: 2")
    assert str(refused(content)) == f"Line {line + 1}: “Seats” is given twice."
    content, _ = swapped(JSON, '"seat": 0', '"seat": "x"')
    said = "actions[0].seat: The record is not in form: Expected `int`, got `str`."
    assert str(refused(content)) == said


def test_a_card_dealt_twice_is_refused_where_it_comes_again() -> None:
    first = record_of(RUN).dealt[0][3]
    error = refused(other_card(NOTATION, "Hand 1: ", first)[0])
    assert (error.line, str(error.sentence)) == (
        line_of(NOTATION, "Hand 1"),
        f"{first} is dealt twice.",
    )
    seat_1 = line_of(JSON, '"dealt"') + 2  # "dealt": [, then a hand a line
    lines = JSON.split("\n")
    lines[seat_1 - 1] = re.sub(r'"\w+"', f'"{first}"', lines[seat_1 - 1], count=1)
    error = refused("\n".join(lines))
    assert str(error) == f"dealt[1][0]: {first} is dealt twice."


def test_a_word_that_is_no_card_is_refused() -> None:
    content, line = other_card(NOTATION, "Talon: ", "S99")
    error = refused(content)
    assert error.line == line
    assert "“S99” is not a card" in str(error)


def test_a_card_that_is_missing_is_named() -> None:
    content, _ = other_card(NOTATION, "Talon: ", "")
    error = refused(content)
    assert error.line == line_of(NOTATION, "Hand 0")
    assert "this game deals 15/15 and 32" in str(error)


def test_a_card_foreign_to_the_pack_is_named() -> None:
    content, _ = other_card(NOTATION, "Talon: ", "T21")
    assert "T21" in str(refused(content).sentence)


# -- actions ---------------------------------------------------------------------------------


def test_an_illegal_card_is_refused_with_the_clause_of_the_rule() -> None:
    steps = json.loads(JSON)["actions"]
    deal = RUN.fork(1)
    hand = RUN.setup.deal.hands[decision_of(deal).seat]
    bad = next(card for card in hand if card not in decision_of(deal).options)
    true = deal.why_not(bad)
    assert true is not None
    error = refused(swapped(JSON, f'"{steps[1]["choice"]}"}}', f'"{bad}"}}')[0])
    assert (error.part, error.clause) == ("actions[1]", true.clause)
    assert str(true.sentence) in str(error)


def test_an_action_of_the_wrong_seat_is_refused() -> None:
    content, line = swapped(NOTATION, "Trick 1: 0", "Trick 1: 1")
    error = refused(content)
    assert (error.line, error.clause) == (line, FIRST_CLAUSE)
    assert "Seat 0 is asked to play now" in str(error)
    error = refused(swapped(JSON, '{"seat": 0', '{"seat": 7')[0])
    assert error.part == "actions[0]"
    assert "There is no seat 7" in str(error)


def test_an_action_of_the_wrong_kind_is_refused() -> None:
    error = refused(swapped(JSON, '"kind": "play"', '"kind": "declare"')[0])
    assert (error.part, error.clause) == ("actions[0]", FIRST_CLAUSE)


def test_something_said_aside_that_may_not_be_said_is_refused() -> None:
    content, line = swapped(NOTATION, "Trick 2: ", "Trick 2: 0 say batto, ")
    error = refused(content)
    assert error.line == line
    assert "may not be said now" in str(error)


def test_too_few_actions_are_refused_where_the_result_begins() -> None:
    data = json.loads(JSON)
    last = data["actions"].pop()
    error = refused(json.dumps(data, indent=1))
    assert error.part == "result"
    assert f"seat {last['seat']} is still to play" in str(error)
    assert error.clause.startswith("calatafimi-2 ")


def test_too_many_actions_are_refused_at_the_first_of_them() -> None:
    data = json.loads(JSON)
    data["actions"].append({"seat": 0, "kind": "play", "choice": "SK"})
    error = refused(json.dumps(data, indent=1))
    assert error.part == f"actions[{len(data['actions']) - 1}]"
    assert "too many actions" in str(error)
    data["actions"][-1] = {"seat": 0, "kind": "say", "choice": "batto"}
    assert "too many actions" in str(refused(json.dumps(data)))


def test_a_missing_trick_is_refused() -> None:
    content = without_line(NOTATION, "Trick 4: ")
    assert refused(content).line == line_of(content, "Trick 5: ")


def test_a_trick_with_the_wrong_winner_or_number_is_refused() -> None:
    winner = RUN.table.tricks[2].winner
    content, line = swapped(NOTATION, "Trick 3: ", "Trick 3: ")
    lines = content.split("\n")
    lines[line - 1] = re.sub(r"-> \d", f"-> {1 - winner}", lines[line - 1])
    error = refused("\n".join(lines))
    assert error.line == line
    assert f"but seat {winner} wins it" in str(error)
    content, line = swapped(NOTATION, "Trick 3: ", "Trick 4: ")
    assert (refused(content).line, str(refused(content).sentence)) == (
        line,
        "Trick 3 is missing here.",
    )


def test_a_trick_line_must_hold_just_the_cards_of_its_trick() -> None:
    first = line_of(NOTATION, "Trick 1: ")
    lines = NOTATION.split("\n")
    opening, _, rest = lines[first - 1].removeprefix("Trick 1: ").partition(", ")
    lines[first - 1 : first] = [f"play: {opening}", f"Trick 1: {rest}"]
    error = refused("\n".join(lines))
    assert (error.line, str(error.sentence)) == (
        first + 1,
        "These are not the cards of trick 1.",
    )


# -- results, matches and transcripts that are not what the deals come to are refused ----

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


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
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


@pytest.mark.slow
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
