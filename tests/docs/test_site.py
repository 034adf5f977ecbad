"""The documentation site: its examples run, made pages leave nothing out, it builds cleanly."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from docs.examples import LENIENT, examples_of, failures
from documentation import write_pages
from matto.engine.rulebook import games_with_rules, languages_of, rulebook
from matto.server.api.openapi import document

ROOT = Path(__file__).resolve().parents[2]
DOCS, SOURCE = ROOT / "docs", ROOT / "src"
PROMPT = ">>> "
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if PROMPT in page.read_text("utf-8")]
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*.py"))
    if PROMPT in path.read_text("utf-8")
]
IN_PLAIN = ("-D", "extensions=myst_parser,sphinx.ext.autodoc", "-D", "html_theme=basic")
"""Coloured source and a rich theme take long, and can be wrong in no way of ours."""

STRICT = ("-W", "--keep-going", "-q")

LONG = {"matto.research.dataset"}
"""Modules whose examples take seconds."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "docs"
    write_pages(folder, ROOT)
    return folder / "made"


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_give_what_they_say(page: Path) -> None:
    examples = examples_of(page.read_text("utf-8"))
    assert PROMPT in examples
    assert failures(examples) == ""


@pytest.mark.parametrize(
    "module",
    [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in MODULES],
)
def test_the_examples_of_a_docstring_give_what_they_say(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module), optionflags=LENIENT)
    assert tried
    assert not failed


def test_each_page_that_tells_of_examples_is_found() -> None:
    assert DOCS / "tutorial.md" in PAGES
    assert "matto.records" in MODULES


@pytest.mark.parametrize("game_id", games_with_rules())
def test_a_rulebook_is_there_with_every_clause_in_each_of_its_languages(
    made: Path, game_id: str
) -> None:
    folders = {"en": "rulebook", "de": "rulebook-de"}
    for folder in (folders[language] for language in languages_of(game_id)):
        page = (made / folder / f"{game_id}.md").read_text("utf-8")
        assert "\n> " not in page
        for clause in rulebook(game_id).clauses.values():
            assert f"\n### {clause.number} " in page


def test_every_way_of_asking_the_server_is_told(made: Path) -> None:
    page = (made / "http.md").read_text("utf-8")
    for path, methods in document()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in page


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", *STRICT, *IN_PLAIN, "docs", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.stderr == ""
    assert built.returncode == 0
    page = tmp_path / "made" / "rulebook" / f"{games_with_rules()[0]}.html"
    assert page.exists()
