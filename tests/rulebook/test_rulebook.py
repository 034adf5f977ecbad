"""The rulebook files are read by a program; where one breaks the grammar, it is told where."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import matto
from matto.engine import rulebook
from matto.engine.errors import BadRulebook, UnknownClause, UnknownGame
from matto.engine.rulebook import games_with_rules, rulebook_in
from matto.engine.words import LANGUAGES
from matto.games import game
from matto.server.web.rulebook import ProseMarking, about_each_value

PAGE = """\
# Tre, an invented game

> id: tre
> rules version: 2
> seats: 3
> pack: 63 cards
> source: invented

A game for three.

## 1 The pack

### 1.1 Sixty-three cards
The whole pack.

- with a list
- of two lines

- source: invented, "the pack"
- certainty: stated

### 1.2 The high Fool
The Fool is high.

- source: invented
- certainty: silent
- reason: nobody says.
- note: a first note.
- note: a second note.
- option: `fool` = `high` (default) | `low` — where the Fool stands.
- option: `lots` = `2` (default) | `1` … `4` — how many cards make a lot.

## 2 Variants

### 2.1 The old way
As grandfather played.

- source: invented
- certainty: stated
- preset: `old` = `fool`=`low`, `lots`=`3` — as grandfather played.
"""


def line_of(page: str, words: str) -> int:
    return next(n for n, line in enumerate(page.splitlines(), 1) if words in line)


def test_a_page_gives_its_header_sections_and_clauses() -> None:
    book = rulebook.parse(PAGE, "tre.md")
    assert (book.id, book.title, book.version) == ("tre", "Tre, an invented game", 2)
    assert (book.seats, book.cards, book.intro) == (3, 63, "A game for three.")
    assert [section.title for section in book.sections] == ["The pack", "Variants"]
    assert list(book.clauses) == ["1.1", "1.2", "2.1"]


def test_a_clause_gives_its_body_source_certainty_reason_and_notes() -> None:
    first, second, _ = rulebook.parse(PAGE, "tre.md").clauses.values()
    assert first.body == "The whole pack.\n\n- with a list\n- of two lines"
    assert first.source == 'invented, "the pack"'
    assert (first.citation, first.line) == ("tre 1.1", line_of(PAGE, "### 1.1"))
    assert (second.certainty, second.reason) == ("silent", "nobody says.")
    assert second.notes == ("a first note.", "a second note.")


def test_an_option_gives_its_values_default_and_meaning_and_a_range_is_spread_out() -> None:
    fool, lots = rulebook.parse(PAGE, "tre.md").options
    assert (fool.name, fool.values, fool.default) == ("fool", ("high", "low"), "high")
    assert (fool.clause, fool.about) == ("1.2", "where the Fool stands.")
    assert (lots.values, lots.default) == (("2", "1", "3", "4"), "2")


def test_a_preset_gives_its_settings() -> None:
    (old,) = rulebook.parse(PAGE, "tre.md").presets
    assert (old.name, old.clause) == ("old", "2.1")
    assert old.settings == (("fool", "low"), ("lots", "3"))


BREACHES = [
    ("# Tre", "Tre", "Tre, an", "the title"),
    ("> seats: 3\n", "", "A game for three.", "> seats: …"),
    ("> seats: 3", "> seats: three", "A game for three.", "a whole number"),
    ("> seats: 3", "> seats 3", "> seats 3", "> key: value"),
    ("63 cards", "all cards", "A game for three.", "N cards"),
    ("## 2 Variants", "## 3 Variants", "## 3 Variants", "## 2 …"),
    ("### 1.2 The", "### 1.3 The", "### 1.3 The", "### 1.2 …"),
    ("### 2.1 The old way\n", "", "As grandfather", "before any text"),
    ("The Fool is high.\n", "", "### 1.2", "the text of clause 1.2"),
    ('- source: invented, "the pack"\n', "", "### 1.1", "- source: …"),
    ("- certainty: silent\n", "", "### 1.2", "- certainty: …"),
    ("certainty: silent", "certainty: hazy", "hazy", "stated, inferred, silent"),
    ("- reason: nobody says.\n", "", "certainty: silent", "- reason: …"),
    ("- note: a first", "- remark: a first", "- remark", "key one of"),
    ("- note: a second note.", "a second note.", "a second note.", "key one of"),
    (" (default) | `low`", " | `low`", "`high` | `low`", "one value marked (default)"),
    ("| `low` —", "| `low` (default) —", "`low` (default)", "not 2"),
    ("| `low` —", "| low —", "| low", "values in backticks"),
    (" — where the Fool stands.", "", "`fool` = `high`", "one sentence"),
    ("`lots` = `2` (", "`fool` = `2` (", "### 1.2", "in one clause only"),
    ("`lots`=`3`", "lots=3", "- preset", "`option`=`value`"),
    ("`lots`=`3`", "`lots`=`5`", "### 2.1", "lots=5"),
    ("`lots`=`3`", "`lost`=`3`", "### 2.1", "lost=3"),
]


@pytest.mark.parametrize(("old", "new", "at", "expected"), BREACHES)
def test_a_breach_of_the_grammar_names_file_line_and_what_is_expected(
    old: str, new: str, at: str, expected: str
) -> None:
    page = PAGE.replace(old, new, 1)
    assert page != PAGE
    with pytest.raises(BadRulebook) as caught:
        rulebook.parse(page, "tre.md")
    assert (caught.value.file, caught.value.line) == ("tre.md", line_of(page, at))
    sentence = str(caught.value)
    assert sentence.startswith(f"tre.md, line {line_of(page, at)}: expected ")
    assert expected in sentence


def test_a_page_without_sections_and_a_section_without_clauses_are_refused() -> None:
    with pytest.raises(BadRulebook, match="a section"):
        rulebook.parse(PAGE.partition("## 1")[0], "tre.md")
    with pytest.raises(BadRulebook, match=r"a clause “### 3\.1"):
        rulebook.parse(PAGE + "\n## 3 Nothing\n", "tre.md")


def test_a_file_must_bear_the_name_of_its_game(tmp_path: Path) -> None:
    path = tmp_path / "quattro.md"
    path.write_text(PAGE, encoding="utf-8")
    with pytest.raises(BadRulebook, match="id: quattro"):
        rulebook.read(path)


@pytest.mark.parametrize("citation", ["1.2", "§1.2", "tre 1.2", " tre §1.2 "])
def test_a_clause_is_found_by_its_number_however_it_is_cited(citation: str) -> None:
    assert rulebook.parse(PAGE, "tre.md").clause(citation).title == "The high Fool"


@pytest.mark.parametrize(
    ("citation", "nearest"),
    [("1.9", "1.2 The high Fool"), ("7.1", "2.1 The old way"), ("grandfather", "2.1 The old")],
)
def test_a_clause_that_there_is_not_is_answered_with_the_nearest(
    citation: str, nearest: str
) -> None:
    with pytest.raises(UnknownClause, match=f"Nearest: {nearest}"):
        rulebook.parse(PAGE, "tre.md").clause(citation)


def test_clauses_are_searched_in_all_their_words_whatever_case_or_accent() -> None:
    book = rulebook.parse(PAGE.replace("As grandfather", "As Gränd-Père"), "tre.md")
    assert [one.number for one in book.search("GRAND-pere")] == ["2.1"]
    assert [one.number for one in book.search("fool high")] == ["1.2"]
    assert [one.number for one in book.search("lot")] == ["1.2"]
    assert list(book.search(" ")) == []


def test_the_words_of_a_clause_are_folded_for_the_first_search_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = rulebook.parse(PAGE, "tre.md")
    first = list(book.search("fool"))
    monkeypatch.setattr(rulebook, "folded", lambda words: pytest.fail(f"folded anew: {words}"))
    monkeypatch.setattr(rulebook, "spellings", lambda words: [(words,)])
    assert list(book.search("fool")) == first != []


def test_a_game_without_rules_is_answered_with_the_nearest() -> None:
    known = rulebook.games_with_rules()[0]
    with pytest.raises(UnknownGame, match=f"Did you mean: .*{known}"):
        rulebook.rulebook(f"{known}x")


@pytest.mark.parametrize("game", rulebook.games_with_rules())
def test_every_rulebook_of_ours_keeps_the_grammar(game: str) -> None:
    assert rulebook.rulebook(game).clauses


READERS = ("words", "plugins", "errors", "options", "rulebook")


@pytest.mark.slow
def test_an_installed_package_finds_the_rulebook_inside_itself(tmp_path: Path) -> None:
    source = Path(matto.__file__).parent
    (tmp_path / "matto" / "engine").mkdir(parents=True)
    for name in ("__init__", "engine/__init__", *map("engine/{}".format, READERS)):
        shutil.copy(source / f"{name}.py", tmp_path / "matto" / f"{name}.py")
    (tmp_path / "matto" / "rulebook").mkdir()
    (tmp_path / "matto" / "rulebook" / "tre.md").write_text(PAGE, encoding="utf-8")
    program = (
        "from matto.engine.rulebook import *; print(*games_with_rules(), rulebook('tre').seats)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == ["tre", "3"]


# -- no option is called by the name that a program knows it by --------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", games_with_rules())
def test_no_option_is_explained_by_the_name_of_another(game_id: str, language: str) -> None:
    book = rulebook_in(game_id, language)
    names = {option.name for option in book.options if "_" in option.name}
    for option in book.options:
        assert not names & set(re.findall(r"\w+", option.about)), option.about


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game_id", "name"),
    [("mineo-4", "rivanto"), ("mineo-4", "show_card"), ("ragusa-3", "show_card")],
)
def test_values_that_the_rulebook_goes_through_are_told_one_by_one(
    game_id: str, name: str, language: str
) -> None:
    book = rulebook_in(game_id, language)
    about = next(option.about for option in book.options if option.name == name)
    option = next(one for one in game(game_id).options if one.name == name)
    assert len(about_each_value(option, about, ProseMarking())) == len(option.values)
