"""README.md does not promise what is not there: its examples run, its names exist."""

import importlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.examples import examples_of, failures
from documentation import HTTP_PAGE, PUBLIC_PAGE, ROOT_PAGES, notebook_pages
from matto.cli import COMMANDS
from matto.games import catalogue

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = examples_of(PAGE)
MADE = {HTTP_PAGE, PUBLIC_PAGE, *map(str.lower, ROOT_PAGES), *notebook_pages(ROOT)}
"""Pages that are not there before the site has been built."""
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]


def test_the_examples_give_what_they_say() -> None:
    assert EXAMPLES.count(">>>") > 10
    assert failures(EXAMPLES) == ""


def test_an_example_that_says_something_else_is_noticed() -> None:
    assert "Expected" in failures(EXAMPLES.replace("'discard'", "'play'", 1))


def test_the_table_of_games_is_the_catalogue() -> None:
    listed = {row[0].strip("`"): (int(row[2]), int(row[3])) for row in ROWS if len(row) == 5}
    assert listed == {
        game.id: (game.seats, len(game.pack(game.resolve()).cards))
        for game in catalogue().values()
    }


def test_the_table_of_commands_is_what_the_program_has() -> None:
    listed = {row[0].split()[1].strip("`") for row in ROWS if row[0].startswith("`matto ")}
    assert listed == {command for command, _ in COMMANDS}


def test_every_option_in_the_table_of_commands_is_one_of_its_command() -> None:
    for row in ROWS:
        if row[0].startswith("`matto "):
            command = row[0].split()[1].strip("`")
            module = importlib.import_module(f"matto.cli.{dict(COMMANDS)[command]}")
            source = Path(str(module.__file__)).read_text(encoding="utf-8")
            for option in re.findall(r"--([a-z]+)", " ".join(row)):
                assert f'"--{option}"' in source or f" {option}: " in source


def test_every_task_named_is_a_task() -> None:
    named = re.findall(r"make ([a-z]+)", PAGE)
    assert {"play", "test"} <= set(named)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = " ".join(re.findall(r"^(?:\.PHONY:|TASKS :=|[a-z]+:).*", makefile, re.MULTILINE))
    assert set(named) <= set(re.findall(r"[a-z]+", targets))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        folder, is_made, name = target.partition("made/")
        there = name in MADE if is_made else (page.parent / folder).exists()
        assert target.startswith("https://") or there, target


PICTURES = re.findall(r"!\[[^\]]+\]\((.+?)\)", PAGE)
HEAVIEST_PICTURE = 250_000


def test_the_pictures_are_our_own_files_and_light() -> None:
    assert len(PICTURES) == 2
    assert all((ROOT / picture).stat().st_size < HEAVIEST_PICTURE for picture in PICTURES)


def test_the_picture_of_the_terminal_is_a_drawing_that_loads_nothing_from_elsewhere() -> None:
    (picture,) = (each for each in PICTURES if each.endswith(".svg"))
    source = (ROOT / picture).read_text(encoding="utf-8")
    assert ElementTree.fromstring(source).tag.endswith("svg")
    assert not re.search(r"@font-face|@import|url\((?!#)|<image|href=\"http", source)
