"""Options are told to people: no option is called by the name that a program knows it by."""

from __future__ import annotations

import re

import pytest

from matto.engine.rulebook import games_with_rules, rulebook_in
from matto.engine.words import LANGUAGES
from matto.games import game
from matto.server.web.pages.rulebook import Reading, told_by_value


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
    assert len(told_by_value(option, about, Reading())) == len(option.values)
