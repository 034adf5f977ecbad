"""A match is continued exactly where it was left, however it was left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.play_helpers import QUICK, Terminal, first_choices
from matto.cli import saved_matches
from matto.engine.errors import BadRecord, UnknownGame

GAMES = ("mineo-3", "priestertarock", "marolles", "calatafimi-2")

PATIENCE = 300
"""Seconds after which a program is said to hang; a slow machine has begun long before."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_left_and_resumed_is_the_match_played_in_one_go(
    terminal: Terminal, game: str
) -> None:
    terminal.play(first_choices(40), game, seed="same", bots="random", seat=1)
    whole = terminal.saved()
    terminal.saves[0].unlink()
    for part in (7, 1, 19):
        terminal.play(
            first_choices(part), game, seed="same", bots="random", seat=1, resume=part != 7
        )
    terminal.play(first_choices(13), resume=True)
    # Going on after a deal takes an answer, which a resumed match need not give.
    resumed = terminal.saved()
    done = [action for deal in resumed["deals"] for action in deal["actions"]]
    assert len(done) > 20
    assert [a for deal in whole["deals"] for a in deal["actions"]][: len(done)] == done
    assert [deal["hands"] for deal in whole["deals"]][: len(resumed["deals"])] == [
        deal["hands"] for deal in resumed["deals"]
    ]


@pytest.mark.slow
def test_the_ledger_is_carried_over(terminal: Terminal) -> None:
    out = terminal.play(first_choices(60), "mineo-3", seed="ledger", bots="random")
    deals = out.count("The score sheet")
    assert deals > 1
    again = terminal.play(["s", "s"], resume=True)
    assert f"Deals played: {deals}" in again


@pytest.mark.slow
def test_the_bots_go_on_as_they_would_have(terminal: Terminal) -> None:
    terminal.play(first_choices(25), "marolles", seed="bots")
    whole = terminal.saved()["deals"]
    terminal.saves[0].unlink()
    terminal.play(first_choices(10), "marolles", seed="bots")
    terminal.play(first_choices(15), resume=True)
    assert terminal.saved()["deals"] == whole


@pytest.mark.slow
def test_a_killed_program_loses_nothing_but_the_last_answer(
    terminal: Terminal, tmp_path: Path
) -> None:
    environment = {**os.environ, "MATTO_DATA": str(tmp_path / "data"), "LANGUAGE": "en"}
    play = ["-m", "matto", "play", "marolles", "--bots", QUICK, "--seed", "k", "--fast"]
    command = [sys.executable, *play]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write("1\n1\n1\n1\n1\n1\n")
        process.stdin.flush()
        until = time.monotonic() + PATIENCE
        while _own_actions(terminal) < 6 and process.poll() is None:
            if time.monotonic() > until:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    assert _own_actions(terminal) >= 6
    part = next(terminal.home.glob("*.json"))
    part.with_name(f".{part.name}.1.part").write_text("{")
    assert "Here the match goes on." in terminal.play(["1"], resume=True)


def _own_actions(terminal: Terminal) -> int:
    """What has been chosen in the saved match, whatever may lie half written beside it."""
    found = list(terminal.home.glob("*.json"))
    if not found:
        return 0
    saved = json.loads(found[0].read_text(encoding="utf-8"))
    return sum(a["seat"] == 0 for deal in saved["deals"] for a in deal["actions"])


def _changed(saved: dict[str, object], **changes: object) -> str:
    return json.dumps({**saved, **changes})


def test_a_damaged_save_is_reported_and_kept_aside(terminal: Terminal) -> None:
    terminal.play(["1", "1"], "marolles", seed="damage")
    whole = terminal.saved()
    broken = (
        "",
        "{",
        json.dumps(whole)[:-40],
        _changed(whole, game="whist"),
        _changed(whole, format=99),
        _changed(whole, rules_version=99),
        _changed(whole, seat=7),
        _changed(whole, options={"cards": 12}),
        _changed(whole, deals=[{**whole["deals"][0], "dealer": 2}]),
        _changed(whole, deals=[{**whole["deals"][0], "talon": ["SK"]}]),
        _changed(whole, deals=[{**whole["deals"][0], "hands": [["SK"], ["SK"], ["BK"]]}]),
        json.dumps(whole).replace('"discard"', '"play"'),
    )
    path = terminal.saves[0]
    for number, words in enumerate(broken, start=1):
        path.write_text(words, encoding="utf-8")
        with pytest.raises(BadRecord, match=r"\. Nothing was overwritten: it is kept as"):
            terminal.play([], resume=True)
        assert not path.exists()
        aside = [file for file in terminal.saves if file.suffix == ".damaged"]
        assert len(aside) == number  # the earlier ones were not overwritten
        assert words.encode() in [file.read_bytes() for file in aside]


def test_a_damaged_save_is_not_continued_nor_in_the_way(terminal: Terminal) -> None:
    terminal.play(["1", "1"], "marolles", seed="damage")
    terminal.saves[0].write_text("no json", encoding="utf-8")
    with pytest.raises(BadRecord):
        terminal.play([], resume=True)
    terminal.play(["1", "1"], "marolles", seed="new")
    assert sorted(path.suffix for path in terminal.saves) == [".damaged", ".json"]


def test_writing_replaces_the_file_whole(terminal: Terminal, tmp_path: Path) -> None:
    terminal.play(["1", "1"], "marolles", seed="atomic")
    before = terminal.saves[0].read_bytes()
    saved, _, _ = saved_matches.read(terminal.saves[0])
    saved.seed = "another"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", _fail)
        with pytest.raises(OSError, match="no room"):
            saved_matches.write(terminal.saves[0], saved)
    assert [path.read_bytes() for path in terminal.saves] == [before]


def _fail(_source: object, _target: object) -> None:
    raise OSError("no room")


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", "XDG_DATA_HOME", "matto/matches"),
        ("win32", "LOCALAPPDATA", "matto/matches"),
    ],
)
def test_saves_lie_where_the_platform_keeps_user_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variable: str, expected: str
) -> None:
    monkeypatch.delenv("MATTO_DATA", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert saved_matches.folder() == tmp_path / expected


def test_on_a_mac_saves_lie_in_application_support(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MATTO_DATA", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "Application Support" in str(saved_matches.folder())


def left(terminal: Terminal, *games: str) -> None:
    """Leave a match of each of these games, one after another."""
    for game in games:
        terminal.play(["1", "1", "q"], game, seed=game)


def test_of_several_matches_each_can_be_gone_on_with(terminal: Terminal) -> None:
    left(terminal, "marolles", "mineo-3", "marolles")
    out = terminal.play(["x", "3", "q"], resume=True)
    assert [line[:5] for line in out.splitlines() if "Tarocchi of Mineo" in line] == ["  2  "]
    assert out.count("Tarot of the Abbé de Marolles, 20") == 2
    assert "“x” is not in the list." in out
    assert "Here the match goes on." in out
    one_game = terminal.play(["q"], "marolles", resume=True)
    assert "Which match goes on?" in one_game
    assert "Tarocchi of Mineo" not in one_game


def test_enter_goes_on_with_the_match_played_last(terminal: Terminal) -> None:
    left(terminal, "marolles", "mineo-3")
    assert "── Tarocchi of Mineo" in terminal.play(["", "q"], resume=True)


def test_where_no_match_of_a_game_was_left_the_others_are_named(terminal: Terminal) -> None:
    left(terminal, "marolles")
    with pytest.raises(BadRecord, match=r"no unfinished match of mineo-3.* Abbé de Marolles, "):
        terminal.play([], "mineo-3", resume=True)
    with pytest.raises(UnknownGame):
        terminal.play([], "mineo-5", resume=True)


def test_options_of_a_new_match_are_named_when_they_are_ignored(terminal: Terminal) -> None:
    left(terminal, "marolles")
    out = terminal.play([], resume=True, seat=2, bots="random")
    assert "as it was begun, without regard to --seat, --bots." in out
    assert "without regard" not in terminal.play([], resume=True, bots=None)


def test_it_is_said_how_to_go_on_as_the_command_was_called(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "with: matto play --resume" in terminal.play(["1", "q"], "marolles")
    monkeypatch.setattr(sys, "argv", [".venv/bin/matto", "play"])
    out = terminal.play(["q"], "marolles", resume=True)
    assert "with: .venv/bin/matto play --resume" in out
