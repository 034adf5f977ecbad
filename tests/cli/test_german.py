"""The German catalogue: complete, in step with the source, placeholders and all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

import catalogues
from matto.engine.translations import languages_of
from matto.engine.words import LANGUAGES
from matto.games import catalogue

PLACES = re.compile(r"\{\w+\}")


def catalogue_of(language: str) -> Catalog:
    (path,) = (catalogues.ROOT / catalogues.LOCALE).glob(f"{language}/LC_MESSAGES/matto.po")
    return catalogues._read(path)


@pytest.fixture(scope="module")
def german() -> Catalog:
    return catalogue_of("de")


def sources_without(language: str) -> set[str]:
    """The files of games whose rulebook is not translated: their words need not be either."""
    return {
        f"src/{found.script.__module__.replace('.', '/')}.py"
        for found in catalogue().values()
        if language not in languages_of(found.id)
    }


@pytest.mark.slow
def test_every_sentence_of_the_project_is_translated_and_nothing_else(german: Catalog) -> None:
    optional = sources_without("de")
    said = {
        str(message.id): {place for place, _ in message.locations} for message in sentences()
    }
    marked = {sentence for sentence, places in said.items() if not places <= optional}
    missing = marked - {str(message.id) for message in german if message.string}
    assert not missing, f"{len(missing)} sentences: {sorted(missing)[:5]}"
    assert not {str(message.id) for message in german if message.id} - said.keys()


def sentences() -> Iterator[Message]:
    """Every sentence that is marked in the source."""
    return (message for message in catalogues.extract() if message.id)


def test_the_places_to_fill_are_the_same(german: Catalog) -> None:
    differ = [
        message.id
        for message in german
        if message.id and places(str(message.id)) != places(str(message.string))
    ]
    assert not differ


def places(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_german_marks_and_spelling(german: Catalog) -> None:
    for message in german:
        words = str(message.string) if message.id else ""
        assert "“" not in re.sub("„[^“]*“", "", words), words
        assert "”" not in words, words
        assert not re.search(r"\bSie\b(?! (hat|geht|gehört|wurde|liegt|ist))", words), words


def test_every_language_of_the_program_has_its_catalogue() -> None:
    for language in LANGUAGES[1:]:
        assert len(catalogue_of(language)) > 100
