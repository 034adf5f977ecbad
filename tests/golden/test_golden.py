"""Playthroughs stay as they are; see README.md for what that does not mean."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import pytest

from golden.playthrough import WANTED, Wanted

FOLDER = Path(__file__).parent
REGOLD = "MATTO_REGOLD"
SEEDS = 3000


def path_of(wanted: Wanted) -> Path:
    return FOLDER / f"{wanted}.txt"


def find(wanted: Wanted) -> str:
    """The text of the first seed that shows what is wanted."""
    for seed in count():
        if seed == SEEDS:
            raise AssertionError(f"no deal in {SEEDS} shows {wanted.shows}")
        text = wanted.text(seed)
        if wanted.is_shown_by(text):
            return text
    raise AssertionError


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_a_playthrough_has_not_changed(wanted: Wanted) -> None:
    path = path_of(wanted)
    if os.environ.get(REGOLD):
        path.write_text(find(wanted), encoding="utf-8")
    assert path.exists(), f"write it with {REGOLD}=1, see README.md"
    kept = path.read_text(encoding="utf-8")
    seed = int(kept.splitlines()[0].removeprefix("seed: "))
    assert wanted.text(seed) == kept
    assert wanted.is_shown_by(kept), "it no longer shows what it is there for"


def test_there_are_no_playthroughs_that_nobody_wants() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {
        path_of(wanted).name for wanted in WANTED
    }


def test_a_playthrough_tells_who_sees_what() -> None:
    text = next(one for one in WANTED if one.game_id == "calatafimi-2").text(0)
    dealt = [line for line in text.splitlines() if line.startswith("dealt")]
    assert {line.rsplit(maxsplit=1)[1] for line in dealt} == {"+[0..]", "+[.1.]"}
