"""What is translated is translated whole, and says so when its English words changed since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import translations as tool
from matto.engine import rulebook as books
from matto.engine.rulebook import games_with_rules, languages_of, rulebook_in

GAME = "mineo-3"
GERMAN = [game_id for game_id in games_with_rules() if "de" in languages_of(game_id)]


@pytest.mark.parametrize("game_id", games_with_rules())
def test_every_clause_is_translated_with_the_same_sources_and_options(game_id: str) -> None:
    assert list(tool.faults(game_id, "de")) == []


@pytest.mark.parametrize("game_id", GERMAN)
def test_the_list_of_open_points_names_the_clauses_in_german(game_id: str) -> None:
    german, english = rulebook_in(game_id, "de"), rulebook_in(game_id, "en")
    decided = [line for line in english.open_points.splitlines() if line.startswith("- ")]
    for line in decided:
        number = line.split()[1]
        assert f"- {number} {german.clauses[number].title} (" in german.open_points
    assert bool(german.open_points) == bool(english.open_points)
    assert "Decided here" not in german.open_points


def test_some_rulebooks_list_what_was_decided_without_an_option() -> None:
    assert any("\n- " in rulebook_in(game_id, "en").open_points for game_id in GERMAN)


def test_an_unknown_language_reads_the_english_rulebook() -> None:
    assert rulebook_in(GAME, "it") is books.rulebook(GAME)
    assert languages_of(GAME) == ("en", "de")


@pytest.fixture
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one game's rulebook and its translation, that a test may spoil."""
    source = books.folder()
    (tmp_path / "de").mkdir()
    for name in (f"{GAME}.md", f"de/{GAME}.md", "de/translated.json"):
        (tmp_path / name).write_bytes((source / name).read_bytes())
    monkeypatch.setattr(books, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(tool, "folder", books.folder)
    books.rulebook.cache_clear()
    rulebook_in.cache_clear()
    return tmp_path


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Neither what was read before counts here, nor what is read here afterwards."""
    books.rulebook.cache_clear()
    rulebook_in.cache_clear()
    yield
    books.rulebook.cache_clear()
    rulebook_in.cache_clear()


def _replace(path: Path, old: str, new: str) -> None:
    words = path.read_text(encoding="utf-8")
    assert old in words
    path.write_text(words.replace(old, new, 1), encoding="utf-8")


def test_a_clause_that_changed_since_it_was_translated_is_named(spoilt: Path) -> None:
    _replace(spoilt / f"{GAME}.md", "The player at the soloist's right leads", "Somebody leads")
    assert list(tool.faults(GAME, "de")) == [
        f"{GAME} 4.1 has changed since it was translated into de."
    ]


def test_a_translation_with_another_default_is_named(spoilt: Path) -> None:
    _replace(
        spoilt / "de" / f"{GAME}.md",
        "`right_of_soloist` (default) | `soloist`",
        "`right_of_soloist` | `soloist` (default)",
    )
    (fault,) = tool.faults(GAME, "de")
    assert fault.startswith(f"{GAME} 4.1: source, certainty")


def test_a_clause_left_in_english_is_named(spoilt: Path) -> None:
    english = books.rulebook(GAME).clauses["4.1"]
    german = rulebook_in(GAME, "de").clauses["4.1"]
    rulebook_in.cache_clear()
    _replace(spoilt / "de" / f"{GAME}.md", german.body, english.body)
    assert list(tool.faults(GAME, "de")) == [f"{GAME} 4.1 is not translated."]


def test_a_source_in_the_header_left_in_english_is_named(spoilt: Path) -> None:
    for path in (spoilt / f"{GAME}.md", spoilt / "de" / f"{GAME}.md"):
        _replace(path, 'seed 002, "Mineo, drei Spieler"', "seed 002, the game of three")
    assert list(tool.faults(GAME, "de")) == [
        f"{GAME}: the source in the header is not translated."
    ]
    _replace(spoilt / "de" / f"{GAME}.md", "the game of three", "das Spiel zu dritt")
    rulebook_in.cache_clear()
    assert list(tool.faults(GAME, "de")) == []


def test_a_translation_that_there_was_and_is_missing_is_named(spoilt: Path) -> None:
    (spoilt / "de" / f"{GAME}.md").unlink()
    assert list(tool.faults(GAME, "de")) == [
        f"rulebook/de/{GAME}.md is missing: it was translated once."
    ]


def test_a_game_that_was_never_translated_is_read_in_english(spoilt: Path) -> None:
    (spoilt / "de" / f"{GAME}.md").unlink()
    (spoilt / "de" / "translated.json").write_text("{}", encoding="utf-8")
    assert list(tool.faults(GAME, "de")) == []
    assert rulebook_in(GAME, "de") is books.rulebook(GAME)


def test_marking_a_game_clears_what_was_found(spoilt: Path) -> None:
    _replace(spoilt / f"{GAME}.md", "The player at the soloist's right leads", "Somebody leads")
    tool.mark_translated(GAME, "de")
    assert list(tool.faults(GAME, "de")) == []
    assert tool.marks("de")[GAME] == tool.marks_of(books.rulebook(GAME))
