"""`matto arena`: what people and programs are told, and what is refused."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer

from matto.cli import common
from matto.cli.arena import arena
from matto.engine.errors import BadOptionValue, UnknownBot, UnknownGame, UnknownOption
from matto.engine.view import View
from matto.research.arena.contest import BadContest, BotFailed
from matto.research.arena.report import SCHEMA_FILE
from matto.research.parallel import TooFewWorkers

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def report(capsys: pytest.CaptureFixture[str], game: str, **options: Any) -> dict[str, Any]:
    arena(game, as_json=True, **options)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.slow
def test_json_is_as_the_schema_has_it_and_tells_what_was_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = report(
        capsys,
        "mineo-3",
        bots="rule,random",
        deals=3,
        seed=4,
        option=["leader=soloist"],
        preset="palagonia",
        sprt="-0.5,0.5",
    )
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (found["version"], found["game"], found["seed"]) == (1, "mineo-3", 4)
    assert (found["guests"], found["reference"]) == (["rule"], "random")
    assert found["options"]["leader"] == "soloist"
    assert found["options"]["solo_rounds"] == "every"
    assert [stratum["stratum"] for stratum in found["strata"]] == ["full", "play"]
    assert [stratum["deals"] for stratum in found["strata"]] == [3, 3]
    assert found["sequential"]["unit"] == "sigma"


@pytest.mark.slow
def test_the_same_seed_gives_the_same_report_and_another_seed_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = {"bots": "rule,random", "deals": 3, "strata": "full"}
    one, two, other = (report(capsys, "marolles", seed=seed, **options) for seed in (1, 1, 2))
    assert one["strata"] == two["strata"]
    assert one["strata"] != other["strata"]


@pytest.mark.slow
def test_a_person_reads_points_sigmas_parts_and_times(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")
    arena("tortorici-3", bots="rule,random", deals=4, sprt="0,0.1")
    shown = capsys.readouterr()
    for words in (
        "rule over random",
        "In σ",
        "declarer",
        "forehand",
        "Sequential test (full) after 4 deals: undecided between 0 σ and 0.1 σ",
        "Time to decide",
        "rule: play",
    ):
        assert words in shown.out
    assert shown.err == ""  # no progress bar where nobody watches


@pytest.mark.slow
def test_the_sequential_test_names_the_deals_that_it_judges(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    arena("calatafimi-2", bots="rule,random", deals=2, sprt="0,9", strata="play,full")
    assert "Sequential test (play) after 2 deals" in capsys.readouterr().out


@pytest.mark.slow
def test_the_report_fits_a_terminal_of_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    arena("mineo-4", bots="rule,random", deals=3)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("(" in line and ")" not in line and "%" not in line for line in lines)


@pytest.mark.slow
def test_the_report_speaks_german(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    arena("mineo-3", bots="rule,random", deals=2, sprt="0,0.1", sprt_unit="points")
    shown = capsys.readouterr().out
    for words in ("rule gegenüber random", "Vorhand", "Gegenspieler", "unentschieden"):
        assert words in shown
    assert "deals" not in shown


@pytest.mark.slow
def test_a_person_who_waits_sees_the_running_result(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "150")
    monkeypatch.setattr(common, "REFRESHED_AFTER", 0.0)
    monkeypatch.setattr(common, "LATE", 0.0)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    arena("calatafimi-2", bots="rule,random", deals=8, sprt="0,0.01", as_json=True)
    assert "16/16" in terminal.getvalue()
    assert "LLR" in terminal.getvalue()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"game": "tarot"}, UnknownGame),
        ({"option": ["leader=nobody"]}, BadOptionValue),
        ({"preset": "chess"}, UnknownOption),
        ({"bots": "rule"}, BadContest),
        ({"bots": ""}, BadContest),
        ({"bots": "rule,clever"}, UnknownBot),
        ({"strata": "bidding"}, BadContest),
        ({"deals": 0}, BadContest),
        ({"deals": -3}, BadContest),
        ({"jobs": 0}, TooFewWorkers),
        ({"sprt": "0"}, BadContest),
        ({"sprt": "none,some"}, BadContest),
        ({"sprt": "1,0"}, BadContest),
        ({"sprt": "0,1", "sprt_unit": "elo"}, BadContest),
        ({"sprt_unit": "points"}, BadContest),
        ({"alpha": 0.05}, BadContest),
        ({"beta": 0.1}, BadContest),
        ({"patience": 0.0}, BadContest),
        ({"patience": -1.0}, BadContest),
        ({"patience": math.nan}, BadContest),
        ({"patience": math.inf}, BadContest),
    ],
)
def test_wrong_arguments_are_refused_before_a_card_is_dealt(
    wrong: dict[str, Any], error: type[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(error):
        arena(**{"game": "mineo-3", "bots": "rule,random", "deals": 1, **wrong})
    assert capsys.readouterr().out == ""


def test_what_is_said_of_a_test_needs_one(capsys: pytest.CaptureFixture[str]) -> None:
    asked: dict[str, Any] = {"bots": "rule,random", "deals": 1, "alpha": 0.1, "beta": 0.2}
    with pytest.raises(BadContest, match=r"--alpha, --beta: .* Ask for one with --sprt"):
        arena("calatafimi-2", **asked)
    arena("calatafimi-2", **asked, sprt="0,1", sprt_unit="points", as_json=True)
    test = json.loads(capsys.readouterr().out)["sequential"]
    assert (test["alpha"], test["beta"], test["unit"]) == (0.1, 0.2, "points")


def command(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "matto", "arena", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": "en", "COLUMNS": "100"},
    )


@pytest.mark.slow
def test_the_command_ends_with_status_2_and_a_sentence_when_something_is_wrong() -> None:
    done = command("mineo-3", "--bots", "rule")
    out, err = done.communicate(timeout=60)
    assert (done.returncode, out) == (2, "")
    assert "Name at least two bots" in err


@pytest.mark.slow
@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_has_been_measured(jobs: str, tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    options = ("--bots", "rule,random", "--deals", "100000", "--keep", str(kept), "--json")
    running = command("mineo-3", *options, "--jobs", jobs)
    deadline = time.monotonic() + 60
    while not kept.exists() or kept.read_bytes().count(b"\n") < 6:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    found = json.loads(out)
    assert found["interrupted"] is True
    measured = sum(stratum["deals"] for stratum in found["strata"])
    assert 5 <= measured <= kept.read_bytes().count(b"\n") - 1


def test_when_a_bot_fails_what_was_measured_until_then_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Sleeper:
        name = "sleeper"

        def choose(self, view: View) -> str:
            if view.dealer == 1:
                raise RuntimeError("fell asleep")
            return "" if view.decision is None else view.decision.options[0]

    monkeypatch.setattr("matto.research.arena.tables.make_bot", lambda *_, **__: Sleeper())
    with pytest.raises(BotFailed, match="fell asleep"):
        arena(
            "calatafimi-2",
            bots="rule,random",
            deals=5,
            strata="full",
            strict=True,
            as_json=True,
        )
    found = json.loads(capsys.readouterr().out)
    assert found["interrupted"] is True
    assert found["strata"][0]["deals"] == 1


def test_after_ctrl_c_the_status_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("matto.research.arena.tables.play_deal", pressed)
    with pytest.raises(typer.Exit) as left:
        arena("mineo-3", bots="rule,random", deals=5)
    assert left.value.exit_code == 130
    assert "rule among random" in capsys.readouterr().out


def test_nobody_waits_for_thinking_bots_to_hear_that_a_number_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def waited(_bots: object) -> None:
        raise AssertionError("waited for bots first")

    monkeypatch.setattr("matto.cli.bot_readiness.wait_for", waited)
    with pytest.raises(BadContest, match="At least one deal"):
        arena("mineo-3", bots="strong,rule", deals=-3)
