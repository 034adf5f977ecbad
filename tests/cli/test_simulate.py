"""`matto simulate`: many deals, counted, and written down as others rely on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import typer

from matto.cli import common, main, simulation_tally
from matto.cli import simulate as module
from matto.cli.simulate import simulate
from matto.engine.errors import BadOptionValue, UnknownBot, UnknownGame, UnknownOption
from matto.games import game
from matto.records import loads
from sixteen import THREE

KEYS = [  # the plan of the house, "Interfaces others rely on"
    *("game", "rules_version", "options", "seats", "dealer", "carried", "dealt", "talon"),
    *("steps", "tricks", "points", "sheet", "scores", "unit"),
    *("declarer", "sides", "contract", "called", "times", "thrown_in", "next_dealer"),
    *("carried_after", "shown"),
]


def transcript(path: Path, game_id: str, **more: Any) -> list[dict[str, Any]]:
    simulate(game_id, transcript=str(path), **more)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def mineo(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return transcript(tmp_path_factory.mktemp("mineo") / "t.jsonl", "mineo-3", deals=40, seed=5)


@pytest.mark.slow
def test_a_transcript_has_a_line_for_each_deal_with_the_promised_keys(
    mineo: list[dict[str, Any]],
) -> None:
    assert len(mineo) == 40
    for deal in mineo:
        assert list(deal) == KEYS
        assert (deal["game"], deal["rules_version"], deal["seats"]) == ("mineo-3", 1, 3)
        assert list(deal["options"]) == [option.name for option in game("mineo-3").options]
        assert deal["unit"] == game("mineo-3").unit


@pytest.mark.slow
def test_hands_are_told_in_full_and_with_the_talon_they_are_the_pack(
    mineo: list[dict[str, Any]],
) -> None:
    pack = game("mineo-3").pack(game("mineo-3").resolve()).cards
    for deal in mineo:
        assert [len(hand) for hand in deal["dealt"]] == [20, 20, 20]
        assert {card for hand in (*deal["dealt"], deal["talon"]) for card in hand} == pack


@pytest.mark.slow
def test_every_step_has_its_seat_kind_choices_and_choice(mineo: list[dict[str, Any]]) -> None:
    for deal in mineo:
        for step in deal["steps"]:
            assert list(step)[:4] == ["seat", "kind", "options", "choice"]
            assert set(step) <= {"seat", "kind", "options", "choice", "pause"}
            assert step["choice"] in step["options"]
            assert step["seat"] in range(3)


def test_what_is_said_aside_is_a_step_of_the_kind_say(mineo: list[dict[str, Any]]) -> None:
    said = [step for deal in mineo for step in deal["steps"] if step["kind"] == "say"]
    assert said
    assert all(step["choice"] in step["options"] for step in said)


def test_tricks_have_their_cards_by_seat_and_their_winner(mineo: list[dict[str, Any]]) -> None:
    for deal in mineo:
        plays = [
            [step["seat"], step["choice"]] for step in deal["steps"] if step["kind"] == "play"
        ]
        assert [card for trick in deal["tricks"] for card in trick["cards"]] == plays
        leaders = [trick["cards"][0][0] for trick in deal["tricks"]]
        winners = [trick["winner"] for trick in deal["tricks"]]
        assert leaders[1:] == winners[:-1]


def test_the_sheet_adds_up_to_the_scores(mineo: list[dict[str, Any]]) -> None:
    for deal in mineo:
        for seat in range(3):
            assert sum(row["amounts"][seat] for row in deal["sheet"]) == deal["scores"][seat]
        assert all(list(row)[:3] == ["item", "clause", "amounts"] for row in deal["sheet"])


def test_a_deal_that_is_thrown_in_has_no_tricks_and_passes_the_deal_on(
    mineo: list[dict[str, Any]],
) -> None:
    thrown_in = [deal for deal in mineo if not deal["tricks"]]
    assert thrown_in
    assert all(deal["points"] == [0, 0, 0] for deal in thrown_in)
    assert [deal["dealer"] for deal in mineo] == [number % 3 for number in range(40)]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_every_line_replays_by_the_rules(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    transcript(path, game_id, deals=5, seed=2)
    assert len([run for run in loads(path.read_bytes()) if run.result is not None]) == 5


@pytest.mark.slow
def test_the_same_seed_gives_the_same_lines_and_another_seed_others(tmp_path: Path) -> None:
    first = transcript(tmp_path / "a", "marolles", deals=6, seed=1)
    assert transcript(tmp_path / "b", "marolles", deals=6, seed=1) == first
    assert transcript(tmp_path / "c", "marolles", deals=3, seed=1) == first[:3]
    other = transcript(tmp_path / "d", "marolles", deals=6, seed=2)
    assert all(one["dealt"] != two["dealt"] for one, two in zip(first, other, strict=True))


def test_options_and_presets_are_played_and_written_down(tmp_path: Path) -> None:
    deals = transcript(
        tmp_path / "t",
        "mineo-3",
        deals=3,
        preset="palagonia",
        option=["leader=soloist", "table_talk=off"],
    )
    chosen = game("mineo-3").resolve({"leader": "soloist", "table_talk": "off"}, "palagonia")
    assert all(deal["options"] == dict(chosen) for deal in deals)


def test_bots_are_named_once_for_all_or_seat_by_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    simulate("mineo-3", deals=2, bots="rule,random,rule", as_json=True)
    assert json.loads(capsys.readouterr().out)["bots"] == ["rule", "random", "rule"]
    simulate("mineo-3", deals=1, bots="rule", as_json=True)
    assert json.loads(capsys.readouterr().out)["bots"] == ["rule"] * 3


@pytest.mark.slow
def test_the_summary_as_json_counts_what_the_transcript_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = transcript(tmp_path / "t", "mineo-3", deals=30, seed=8, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    thrown_in = [deal for deal in deals if not deal["tricks"]]
    assert (facts["deals"], facts["thrown_in"]) == (30, len(thrown_in))
    assert facts["total_scores"] == [
        sum(deal["scores"][seat] for deal in deals) for seat in range(3)
    ]
    played = 30 - len(thrown_in)
    points = [sum(deal["points"][seat] for deal in deals) / played for seat in range(3)]
    assert facts["average_points"] == [round(mean, 3) for mean in points]
    said = sum(any(step["choice"] == "vado_solo" for step in deal["steps"]) for deal in deals)
    (solo,) = [entry for entry in facts["contracts"] if entry["choice"] == "vado_solo"]
    assert (solo["kind"], solo["deals"]) == ("talk", said)


def test_the_summary_for_people_names_seats_contracts_and_clauses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    simulate("priestertarock", deals=20, seed=1, option=["fool_forced=off"])
    shown = capsys.readouterr()
    assert "20 deals" in shown.out
    assert "Options: fool_forced=off" in shown.out
    assert "bid: chiamo" in shown.out
    assert "5.9" in shown.out
    assert shown.err == ""  # no progress bar where nobody watches


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"game": "tarot"}, UnknownGame),
        ({"option": ["leader"]}, BadOptionValue),
        ({"option": ["leader=nobody"]}, BadOptionValue),
        ({"option": ["leader=soloist", "leader=soloist"]}, BadOptionValue),
        ({"option": ["speed=3"]}, UnknownOption),
        ({"preset": "chess"}, UnknownOption),
        ({"bots": "clever"}, UnknownBot),
        ({"bots": "rule,random"}, UnknownBot),
    ],
)
def test_wrong_arguments_are_refused_and_nothing_is_written(
    wrong: dict[str, Any], error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error):
        simulate(**{"game": "mineo-3", "transcript": str(tmp_path / "t"), **wrong})
    assert list(tmp_path.iterdir()) == []


def test_a_transcript_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("what was here before")

    def break_down(*_: object) -> None:
        raise RuntimeError("the bot fell asleep")

    monkeypatch.setattr(module, "play_out", break_down)
    with pytest.raises(RuntimeError):
        simulate("mineo-3", deals=3, transcript=str(path))
    assert path.read_text() == "what was here before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_person_who_waits_is_shown_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(common, "LATE", 0.0)
    patient, hurried = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stderr", patient)
    simulate("calatafimi-2", deals=40)
    monkeypatch.setattr(common, "LATE", 60.0)
    monkeypatch.setattr(sys, "stderr", hurried)
    simulate("calatafimi-2", deals=2)
    assert "40/40" in patient.getvalue()
    assert "2/2" not in hurried.getvalue()


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "matto", *words],
        capture_output=True,
        text=True,
        check=False,
        env={"LANGUAGE": "en", "PATH": "", "COLUMNS": "200"},
    )


@pytest.mark.slow
def test_the_command_ends_with_status_2_and_a_sentence_when_something_is_wrong(
    tmp_path: Path,
) -> None:
    refused = command("simulate", "mineo-3", "--bots", "clever")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "There is no bot “clever”" in refused.stderr
    nowhere = command("simulate", "mineo-3", "--transcript", str(tmp_path / "no" / "t"))
    assert nowhere.returncode == 2
    assert "cannot be written" in nowhere.stderr
    folder = command("simulate", "mineo-3", "--transcript", str(tmp_path))
    assert folder.returncode == 2


@pytest.mark.slow
def test_a_transcript_on_the_output_leaves_the_summary_to_the_other_stream() -> None:
    done = command("simulate", "calatafimi-2", "--deals", "3", "--transcript", "-")
    assert done.returncode == 0
    assert [json.loads(line)["game"] for line in done.stdout.splitlines()] == [
        "calatafimi-2"
    ] * 3
    assert "3 deals" in done.stderr


@pytest.mark.slow
def test_the_summary_is_in_one_language_with_its_own_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bid = "Gebot: {word}"
    monkeypatch.setattr(simulation_tally, "SAID", {"bid": bid})
    monkeypatch.setenv("LANGUAGE", "de")
    simulate("mineo-4", deals=20, seed=1)
    out = capsys.readouterr().out
    assert "Gebot: vado solo" in out
    assert re.search(r"\d+,\d%", out)
    assert not re.search(r"\d\.\d+%|-\d", out)
    assert re.search(r"−\d+,\d\d\b", out)
    monkeypatch.setenv("LANGUAGE", "en")
    simulate("mineo-4", deals=20, seed=1)
    out = capsys.readouterr().out
    assert re.search(r"−\d+\.\d\d\b", out)
    assert "100.0%" in out


def test_every_kind_of_word_has_a_form_for_the_translators() -> None:
    assert {"bid", "call", "announce", "declare", "negotiate", "demand", "talk"} <= set(
        simulation_tally.SAID
    )
    assert all("{word}" in form for form in simulation_tally.SAID.values())


def test_more_deals_than_anybody_waits_for_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["matto", "simulate", "calatafimi-2", "--deals", "9" * 23])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "1000000000" in capsys.readouterr().err


@pytest.mark.slow
def test_several_matches_are_the_same_by_one_process_and_by_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[tuple[str, str]] = []
    for jobs in (1, 2):
        path = tmp_path / f"deals {jobs}"
        how: dict[str, Any] = {"transcript": str(path), "as_json": True, "seed": 4}
        simulate("tortorici-1930", deals=3, matches=4, jobs=jobs, **how)
        told.append((capsys.readouterr().out, path.read_text(encoding="utf-8")))
    one, two = told
    assert one == two
    assert json.loads(one[0])["deals"] == one[1].count("\n") == 12


def test_the_first_of_several_matches_is_the_one_that_is_played_alone(tmp_path: Path) -> None:
    alone, first = tmp_path / "alone", tmp_path / "of two"
    simulate("tortorici-1930", deals=3, seed=4, transcript=str(alone))
    simulate("tortorici-1930", deals=3, seed=4, matches=2, transcript=str(first))
    lines = first.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == alone.read_text(encoding="utf-8").splitlines()
    assert lines[3:] != lines[:3]


def test_ctrl_c_keeps_the_matches_that_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = simulation_tally.match_played

    def pressed(plan: simulation_tally.Simulation, number: int) -> simulation_tally.MatchPlayed:
        if number == 2:
            raise KeyboardInterrupt
        return played(plan, number)

    monkeypatch.setattr(simulation_tally, "match_played", pressed)
    kept = tmp_path / "deals"
    with pytest.raises(typer.Exit) as left:
        simulate("calatafimi-2", deals=2, matches=5, transcript=str(kept), as_json=True)
    assert left.value.exit_code == 130
    said = capsys.readouterr()
    assert json.loads(said.out)["deals"] == 4
    assert "Interrupted" in said.err
    assert kept.read_text(encoding="utf-8").count("\n") == 4


def test_one_match_cannot_be_spread() -> None:
    with pytest.raises(BadOptionValue, match="--matches"):
        simulate("calatafimi-2", deals=2, jobs=2)
