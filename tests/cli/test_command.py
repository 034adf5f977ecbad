"""The `matto` command as a whole, `matto games` and `matto bench`."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from helpers import decision_of
from matto import __version__
from matto.cli import COMMANDS, main, play, serve
from matto.cli.bench import (
    GAME,
    batch_burst,
    bench,
    best_rates,
    first_lead,
    lines,
    play_at_random,
)
from matto.cli.games import games
from matto.cli.screen import Screen
from matto.engine import words
from matto.engine.errors import UnknownGame
from matto.engine.options import spell
from matto.engine.run import Run
from matto.games import catalogue, game

FULL = Path("/dev/full")
on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")


def command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LANGUAGE": "en", **more}
    return subprocess.run(
        [sys.executable, "-m", "matto", *words],
        capture_output=True,
        text=True,
        encoding=more.get("PYTHONIOENCODING", "utf-8"),
        env=environment,
        check=False,
    )


def written_to(target: Path, *words: str) -> tuple[int, str]:
    """The status of a command whose output goes there, and its complaints."""
    environment = {**os.environ, "LANGUAGE": "en"}
    with target.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "matto", *words],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            check=False,
        )
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [(), *[(name,) for name, _ in COMMANDS[:3]]])
def test_the_short_way_to_ask_for_help_is_known(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["matto", *words, "-h"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in {None, 0}
    assert "Usage:" in capsys.readouterr().out


@pytest.mark.parametrize("asked", [play.Language, serve.Language])
def test_the_help_names_every_language(asked: Any) -> None:
    assert asked.__metadata__[0].help.startswith("en, de, it, fr")


@pytest.mark.slow
def test_the_version_is_told() -> None:
    done = command("--version")
    assert (done.returncode, done.stdout) == (0, f"matto {__version__}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [("simulate", "mineo-4", "--deals", "2"), ("rules", "mineo-4", "3")]
)
def test_what_the_output_cannot_spell_does_not_end_the_command(words: tuple[str, ...]) -> None:
    done = command(*words, PYTHONIOENCODING="cp1252")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@on_a_full_disk
@pytest.mark.parametrize("words", [("games",), ("rules", "mineo-4"), ("--version",)])
def test_on_a_full_disk_a_command_ends_with_a_sentence(words: tuple[str, ...]) -> None:
    status, complaint = written_to(FULL, *words)
    assert status == 1
    assert complaint == "Not everything could be written: No space left on device.\n"


@pytest.mark.slow
@pytest.mark.parametrize("words", [("games",), ("--version",)])
def test_a_reader_who_goes_away_is_not_answered(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "matto", *words],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""


def test_only_near_names_are_offered_for_a_game_that_there_is_not() -> None:
    with pytest.raises(UnknownGame, match="Did you mean: mineo-") as near:
        game("mineo-5")
    assert "grosstarock" not in str(near.value)
    with pytest.raises(UnknownGame) as far:
        game("xx")
    assert str(far.value) == f"There is no game “xx”. Games: {', '.join(catalogue())}."


def test_answers_are_edited_by_the_arrow_keys_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("readline")
    monkeypatch.delitem(sys.modules, "readline")
    monkeypatch.setenv("FORCE_COLOR", "1")
    Screen("en")
    assert "readline" in sys.modules


def test_a_platform_without_line_editing_plays_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Screen("en").watched


# -- the catalogue as a table and as JSON ------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str], *, as_json: bool) -> str:
    games(as_json=as_json)
    return capsys.readouterr().out


@pytest.fixture
def listed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(printed(capsys, as_json=True))
    return found


def test_the_table_has_a_row_for_every_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANGUAGE", "en")
    said = printed(capsys, as_json=False)
    for each in catalogue().values():
        (row,) = [line for line in said.splitlines() if line.startswith(f"  {each.id} ")]
        cards = len(each.pack(each.resolve()).cards)
        assert each.name in row
        assert row.split(each.name)[1].split()[:2] == [str(each.seats), str(cards)]


@pytest.mark.slow
def test_json_lists_every_game_once_with_what_a_program_needs(
    listed: list[dict[str, Any]],
) -> None:
    assert [game["id"] for game in listed] == list(catalogue())
    for found in listed:
        game = catalogue()[found["id"]]
        assert found["seats"] == game.seats
        assert set(found["pack"]) == game.pack(game.resolve()).cards
        assert len(found["pack"]) == found["cards"]
        assert found["rules_version"] == game.rules_version
        assert tuple(found["kinds"]) == tuple(found["words"]) == game.kinds()
        assert tuple(found["contracts"]) == game.contracts
        assert (found["longest"], tuple(found["bounds"])) == (game.longest(), game.bounds())


def test_json_tells_of_each_option_what_it_takes_and_which_clause_says_so(
    listed: list[dict[str, Any]],
) -> None:
    for found in listed:
        game = catalogue()[found["id"]]
        by_name = {option["name"]: option for option in found["options"]}
        assert list(by_name) == [option.name for option in game.options]
        for option in game.options:
            assert by_name[option.name]["values"] == list(option.values)
            assert by_name[option.name]["default"] == option.default
            assert by_name[option.name]["about"] == option.about
            assert by_name[option.name]["clause"].startswith(f"{game.id} ")


def test_the_values_of_the_json_are_taken_back_as_options_and_presets(
    listed: list[dict[str, Any]],
) -> None:
    for found in listed:
        game = catalogue()[found["id"]]
        for option in found["options"]:
            for value in option["values"]:
                assert game.resolve({option["name"]: value})[option["name"]] == value
                assert game.resolve({option["name"]: spell(value)})[option["name"]] == value
        assert set(found["presets"]) == set(game.presets)
        for name, settings in found["presets"].items():
            assert game.resolve(settings) == game.resolve(preset=name)


def test_the_table_speaks_the_readers_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = next(iter(catalogue().values()))
    catalogue_in_german = Catalog(locale="de")
    catalogue_in_german.add("Players", "Spieler")
    catalogue_in_german.add(first.about, "Auf Deutsch gesagt.")
    (tmp_path / "de" / "LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "de" / "LC_MESSAGES" / "matto.mo").open("wb") as handle:
        write_mo(handle, catalogue_in_german)
    monkeypatch.setattr(words, "LOCALE_FOLDER", tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for language, said in (("de", "Auf Deutsch gesagt."), ("en", first.about)):
        monkeypatch.setenv("LANGUAGE", language)
        table = printed(capsys, as_json=False)
        assert said in table
        assert ("Spieler" in table) == (language == "de")


# -- matto bench measures what it says, and says it as lines or as JSON ------------------

ROWS, CARDS = 4, 60


def test_every_choice_of_every_row_is_counted() -> None:
    run = first_lead(game(GAME))
    cards = sum(len(run.table.hand(seat)) for seat in range(run.game.seats))
    assert batch_burst(ROWS)() == ROWS * cards


def test_a_first_lead_is_asked_for_after_the_talk() -> None:
    run = first_lead(game("mineo-3"))
    assert decision_of(run).kind == "play"
    assert play_at_random(run, random.Random(1)) == CARDS


def test_play_stops_at_the_kind_of_question_asked_for() -> None:
    run = Run.shuffled(game("calatafimi-2"), seed=1)
    assert play_at_random(run, random.Random(1), until="play") == 0


def test_the_least_disturbed_burst_counts() -> None:
    sizes = iter([1, 10, 10**9, *[1] * 100])
    assert best_rates(0.0, {"some": lambda: next(sizes)})["some"] > 10**7


def test_a_game_that_there_is_not_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(UnknownGame):
        bench(["nix"])


@pytest.mark.slow
def test_there_are_four_figures_as_json_and_a_line_each(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench(["calatafimi-2"], as_json=True, seconds=0.1)
    told = json.loads(capsys.readouterr().out)
    (row,) = told["engine"]
    assert row["game"] == "calatafimi-2"
    assert row["trick_play_per_second"] > 0 and row["whole_deals_per_second"] > 0
    assert told["playouts"]["moves_per_second"] > 0
    assert [one["name"] for one in told["batch"]["own"]] == ["resets"]
    assert told["batch"]["own"][0]["per_second"] > 0
    figures = [line.split()[0] for line in lines(told) if line.startswith("  ")]
    assert figures == ["calatafimi-2", "random", "2,048"]
