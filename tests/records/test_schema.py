"""The published schema is current, takes real records and refuses broken ones."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from matto.records import dump, match_of, record_of
from matto.records.schema import SCHEMA_FILE, schema_text
from records.deals import played, played_match
from sixteen import THREE

SCHEMA: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_published_schema_is_the_one_of_the_records() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("game_id", THREE)
def test_real_records_are_valid(game_id: str) -> None:
    VALIDATOR.validate(json.loads(dump(record_of(played(game_id)))))
    VALIDATOR.validate(json.loads(dump(match_of(played_match(game_id, 2)))))


@pytest.fixture
def deal() -> Any:
    return copy.deepcopy(json.loads(dump(record_of(played("calatafimi-2")))))


BREAK: dict[str, Callable[[Any], Any]] = {
    "no format": lambda deal: deal.pop("format"),
    "unknown format": lambda deal: deal.update(format="other-deal"),
    "newer version": lambda deal: deal.update(version=2),
    "no actions": lambda deal: deal.pop("actions"),
    "an unknown key": lambda deal: deal.update(mood="good"),
    "a foreign card": lambda deal: deal["dealt"][0].__setitem__(0, "X9"),
    "a card that is a number": lambda deal: deal["talon"].__setitem__(0, 7),
    "a seat below 0": lambda deal: deal["actions"][0].update(seat=-1),
    "an action without a choice": lambda deal: deal["actions"][0].pop("choice"),
    "a score in words": lambda deal: deal["result"]["scores"].__setitem__(0, "ten"),
    "one player": lambda deal: deal.update(seats=1),
    "an option that is a list": lambda deal: deal["options"].update(bottom_card=[]),
}


@pytest.mark.parametrize("fault", BREAK)
def test_broken_records_are_not_valid(deal: Any, fault: str) -> None:
    BREAK[fault](deal)
    assert not VALIDATOR.is_valid(deal)


def test_a_match_without_deals_is_not_valid() -> None:
    match = {"format": "matto-match", "version": 1, "deals": [], "ledger": [0, 0]}
    assert not VALIDATOR.is_valid(match)
