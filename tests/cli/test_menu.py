"""A first run without reading anything: language, game, variants, start."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.play_helpers import Terminal
from matto.engine.errors import BadOptionValue
from matto.engine.words import translator
from matto.games import FOR_BEGINNERS, catalogue
from matto.players.bots import LEVELS


def test_the_menu_shows_every_game_with_one_line_about_it(terminal: Terminal) -> None:
    out = re.sub(r"\s+", " ", terminal.play([]))
    for game in catalogue().values():
        assert game.name in out
        assert game.about in out


def test_the_language_is_asked_for_only_where_nothing_tells_it(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Deutsch" not in terminal.play([], lang=None)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    out = terminal.play(["2"], lang=None)
    assert "Deutsch" in out
    assert translator("de")("Which game?") in out


def test_a_game_is_chosen_by_number_or_name_and_started(terminal: Terminal) -> None:
    place = str(list(catalogue()).index("marolles") + 1)
    for answer in (place, "marolles", "mar"):
        assert "Tarot of the Abbé de Marolles ──" in terminal.play(["x", answer, ""])


def test_variants_are_seen_changed_and_taken_to_the_table(terminal: Terminal) -> None:
    answers = ["marolles", "v", "cards", "maximal", "kings", "zz", "", "1", "q"]
    out = terminal.play(answers)
    assert "Only the largest size of a kind may be declared." in out
    assert "“zz” is not in the list." in out
    assert "Variants: cards = 78, maximal = on, kings_scale = marolles" in re.sub(
        r"\s+", " ", out
    )
    assert terminal.saved()["options"]["cards"] == 78


def test_a_preset_is_taken_by_its_name(terminal: Terminal) -> None:
    terminal.play(["marolles", "v", "whole_pack", "", "1", "q"])
    assert terminal.saved()["options"]["cards"] == 78


def test_a_variant_with_many_values_is_asked_for(terminal: Terminal) -> None:
    terminal.play(
        ["priester", "v", "fool_led_follow", "sometimes", "fool_led", "never", "", "1", "q"]
    )
    assert terminal.saved()["options"]["fool_led_follow"] == "never"


def test_other_players_are_chosen_by_their_strength(terminal: Terminal) -> None:
    out = terminal.play(["marolles", "b", "zz", "beginner", "", "1", "q"], bots="random")
    for level in LEVELS:
        assert level.title in out
        assert level.about.split(",")[0] in re.sub(r"\s+", " ", out)
    assert "“zz” is not in the list." in out
    assert terminal.saved()["bots"] == "rule"


def test_without_a_choice_the_usual_players_play(terminal: Terminal) -> None:
    terminal.play(["marolles", "b", "", "", "1", "q"], bots="random")
    assert terminal.saved()["bots"] == "random"


def test_an_unfinished_match_is_offered_first(terminal: Terminal) -> None:
    terminal.play(["1", "q"], "marolles", seed="menu")
    out = terminal.play([""])
    assert "unfinished match: Tarot of the Abbé de Marolles, 20" in out
    assert "Here the match goes on." in out
    assert "Which game?" in terminal.play(["n"])


def test_what_was_asked_for_beside_a_match_that_goes_on_is_named(terminal: Terminal) -> None:
    terminal.play(["1", "q"], "marolles", seed="menu")
    out = terminal.play([""], bots=None, seat=2, deals=3)
    assert "as it was begun, without regard to --seat, --deals." in out


@pytest.mark.parametrize("asked", [{"option": ["rivanto=both"]}, {"preset": "dummett"}])
def test_how_a_game_is_played_is_said_with_the_game(
    asked: dict[str, Any], terminal: Terminal
) -> None:
    with pytest.raises(BadOptionValue, match="Name the game, too"):
        terminal.play(["mineo-3"], **asked)


@pytest.mark.slow
def test_playing_starts_without_the_heavy_libraries(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from matto.cli.play import play\n"
        "play('marolles', bots='rule', fast=True)\n"
        "heavy = {'numba', 'numpy', 'pyspiel', 'litestar', 'babel'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    environment = {**os.environ, "MATTO_DATA": str(tmp_path), "LANGUAGE": "en"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, input="1\n", capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Saved." in done.stdout


def test_who_is_new_to_tarock_is_told_where_to_begin(terminal: Terminal) -> None:
    out = terminal.play([])
    name = catalogue()[FOR_BEGINNERS].name
    told = re.sub(r"\s+", " ", out)
    assert f"New to Tarock? Begin with {name}: {FOR_BEGINNERS}." in told
    assert out.index("New to Tarock?") < out.index("Which game?")


@pytest.mark.parametrize("word", ["q", "quit", "ende", "Q"])
def test_every_question_of_the_menu_can_be_left(terminal: Terminal, word: str) -> None:
    for before in ([], ["marolles"], ["marolles", "b"]):
        out = terminal.play([*before, word, "left?"])
        assert len(terminal.prompts) == len(before) + 1
        assert "is not in the list" not in out
        terminal.prompts.clear()


def test_every_question_of_the_menu_says_what_can_be_typed(terminal: Terminal) -> None:
    out = terminal.play(["?", "marolles", "help", "q"])
    assert out.count("A number chooses, or a name or its beginning;") == 2
    assert "is not in the list" not in out


@pytest.mark.parametrize("word", ["²", "--5", "9" * 5000])
def test_digits_that_are_no_number_are_asked_again(terminal: Terminal, word: str) -> None:
    assert "is not in the list" in terminal.play([word])
