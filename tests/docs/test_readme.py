"""README.md, CITATION.cff and the list of what is public say what is there."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

import matto
from docs.examples import examples_of, failures
from documentation import (
    HTTP_PAGE,
    PUBLIC_PAGE,
    ROOT_PAGES,
    notebook_pages,
    public_modules,
    public_names,
    public_page,
)
from makefile import TASKS
from matto import __version__
from matto.cli import COMMANDS
from matto.engine.cards import Pack
from matto.engine.events import Deal, Decision, Event, Result, Setup
from matto.engine.game import Game
from matto.engine.run import Match, Run
from matto.engine.view import View
from matto.games import catalogue, game

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
    assert set(named) <= TASKS


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


# -- CITATION.cff is what citation managers read, and says what the package says of itself --

TEXT = {"type": "string", "minLength": 1}
PERSON = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"family-names": TEXT, "given-names": TEXT, "orcid": TEXT},
}
ENTITY = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {"name": TEXT, "website": TEXT},
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["authors", "cff-version", "message", "title"],
    "properties": {
        "abstract": TEXT,
        "authors": {"type": "array", "minItems": 1, "items": {"anyOf": [PERSON, ENTITY]}},
        "cff-version": {"const": "1.2.0"},
        "keywords": {"type": "array", "minItems": 1, "uniqueItems": True, "items": TEXT},
        "license": {"enum": ["MIT", "CC0-1.0"]},
        "message": TEXT,
        "title": TEXT,
        "type": {"enum": ["dataset", "software"]},
        "version": TEXT,
    },
}
"""The part of the schema of the Citation File Format 1.2.0 that the file makes use of."""


@pytest.fixture(scope="module")
def cited() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    return found


def test_the_citation_file_keeps_to_its_format(cited: dict[str, Any]) -> None:
    jsonschema.validate(cited, SCHEMA)


@pytest.mark.parametrize(
    "fault", [{"authors": []}, {"licence": "MIT"}, {"cff-version": 1.2}, {"version": 0.1}]
)
def test_a_planted_fault_is_found(cited: dict[str, Any], fault: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**cited, **fault}, SCHEMA)


def test_it_says_what_the_package_says_of_itself(cited: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["version"] == project["version"] == __version__
    assert cited["license"] == project["license"]
    assert [author["name"] for author in cited["authors"]] == [
        author["name"] for author in project["authors"]
    ]


# -- each name listed, found where it is listed, and explained ---------------------------

MODULES = public_modules(Path(__file__).resolve().parents[2] / "docs")


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_of_a_module_is_there_and_explained(module: str) -> None:
    room, names = importlib.import_module(module), public_names(module)
    assert names
    assert len(set(names)) == len(names)
    for name in names:
        thing = getattr(room, name)
        if inspect.isfunction(thing) or inspect.isclass(thing):
            assert (thing.__doc__ or "").strip(), name


def test_the_page_lists_what_the_modules_do() -> None:
    sections = re.split(r"^## ", public_page(MODULES), flags=re.M)[1:]
    listed = {one.partition("\n")[0]: re.findall(r"^- `(\w+)`", one, re.M) for one in sections}
    assert listed == {module: public_names(module) for module in MODULES}
    assert sorted(matto.__all__) == listed["matto"]


RUN = Run.shuffled(game("mineo-3"), seed=1)
SHOWN = {
    "View": RUN.view(0),
    "Run": RUN,
    "Decision": RUN.decision,
    "Result": Result((), (0,), (0,), 0),
    "Game": RUN.game,
    "Pack": RUN.setup.pack,
    "Match": Match(RUN.game),
    "Setup": RUN.setup,
    "Deal": RUN.setup.deal,
    "Event": RUN.events[0],
}


@pytest.mark.parametrize("name", SHOWN)
def test_help_explains_every_attribute(name: str) -> None:
    thing = SHOWN[name]
    kind = type(thing)
    held = {*getattr(thing, "__dict__", {}), *getattr(kind, "__struct_fields__", ())}
    explained = set(re.findall(r"`(\w+)`", inspect.getdoc(kind) or ""))
    worked_out = {one for one in held if isinstance(getattr(kind, one, None), cached_property)}
    assert {one for one in held - worked_out if not one.startswith("_")} <= explained
    assert all(getattr(kind, one).__doc__ for one in worked_out)


def test_all_these_are_classes_of_the_top_or_of_its_rooms() -> None:
    kinds = (View, Run, Decision, Result, Game, Pack, Match, Setup, Deal, Event)
    assert [kind.__name__ for kind in kinds] == list(SHOWN)
