"""The catalogues: complete, in step with the source, placeholders and all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from makefile import ROOT, command
from matto.engine.rulebook import languages_of
from matto.engine.words import LANGUAGES, LOCALE_FOLDER
from matto.games import catalogue

FOREIGN = LANGUAGES[1:]


def catalogue_of(language: str) -> Catalog:
    with (LOCALE_FOLDER / language / "LC_MESSAGES" / "matto.po").open("rb") as file:
        return read_po(file)


@pytest.fixture(scope="module", params=FOREIGN)
def translated(request: pytest.FixtureRequest) -> Catalog:
    return catalogue_of(request.param)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Every sentence that is marked in the source, with the files that say it."""
    path = tmp_path_factory.mktemp("catalogue") / "matto.pot"
    words = [sys.executable, "-m", "babel.messages.frontend", *command("EXTRACT")[1:]]
    told = os.environ | {"PYTHONPATH": str(ROOT / "tools")}
    subprocess.run([*words, "-o", str(path)], cwd=ROOT, env=told, check=True)
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {str(message.id): {place for place, _ in message.locations} for message in messages}


def sources_without_translation() -> set[str]:
    """The files of games whose rulebook is English only: their words may be, too."""
    return {
        place
        for found in catalogue().values()
        if len(languages_of(found.id)) == 1
        for place in (
            f"rulebook/{found.id}.md",
            f"src/{found.script.__module__.replace('.', '/')}.py",
        )
    }


@pytest.mark.slow
def test_every_sentence_of_the_project_is_translated_and_nothing_else(
    translated: Catalog, said: dict[str, set[str]]
) -> None:
    optional = sources_without_translation()
    marked = {sentence for sentence, places in said.items() if not places <= optional}
    missing = marked - {str(message.id) for message in translated if message.string}
    assert not missing, f"{len(missing)} sentences: {sorted(missing)[:5]}"
    assert not {str(message.id) for message in translated if message.id} - said.keys()


def test_the_places_to_fill_are_the_same(translated: Catalog) -> None:
    differ = [
        message.id
        for message in translated
        if message.string and places(str(message.id)) != places(str(message.string))
    ]
    assert not differ


def places(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def strings(language: str) -> Iterator[str]:
    return (str(message.string) for message in catalogue_of(language) if message.id)


def test_german_marks_and_spelling() -> None:
    for words in strings("de"):
        assert "“" not in re.sub("„[^“]*“", "", words), words
        assert "”" not in words, words
        assert not re.search(r"\bSie\b(?! (hat|geht|gehört|wurde|liegt|ist))", words), words


def test_french_and_italian_marks() -> None:
    inside = "\N{NARROW NO-BREAK SPACE}"
    for words in strings("fr"):
        assert not re.search(f"[“”„]|«(?!{inside})|(?<!{inside})[»;](?! »)", words), words
    for words in strings("it"):
        assert not re.search("[“”„]|« | »", words), words
