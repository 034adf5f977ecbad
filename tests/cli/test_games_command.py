"""`matto games`: the catalogue as a table and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from matto.cli.games import games
from matto.engine import words
from matto.engine.options import spell
from matto.games import catalogue


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
    for game in catalogue().values():
        (row,) = [line for line in said.splitlines() if line.startswith(f"  {game.id} ")]
        cards = len(game.pack(game.resolve()).cards)
        assert game.name in row
        assert row.split(game.name)[1].split()[:2] == [str(game.seats), str(cards)]


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
