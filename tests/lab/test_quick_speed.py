"""How long `quick` thinks: each of its choices is measured, and what it consists of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import quick_speed
from matto.games import catalogue
from matto.players.learned.library import path_of
from quick_speed import BEGIN, END, HEADS, PARTS, Choice

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "speed.md").read_text("utf-8")


def test_the_page_has_a_row_of_every_game_that_quick_has_learned_and_their_mean() -> None:
    lines = PAGE.partition(BEGIN)[2].partition(END)[0].splitlines()
    rows = [line for line in lines if line.startswith("|")]
    learned = [game_id for game_id in catalogue() if path_of(game_id)]
    assert [line.split("|")[1].strip() for line in rows[2:]] == [*learned, "mean"]
    assert {line.count("|") for line in rows} == {len(HEADS) + 2}


def test_cards_and_words_count_together_but_only_cards_have_parts() -> None:
    cards = [Choice("play", 0.5, dict.fromkeys(PARTS, 0.1))] * 99
    numbers = quick_speed.row([*cards, Choice("bid", 2.5, {})])
    told = dict(zip(HEADS, numbers, strict=True))
    assert told["median"] == told["95 %"] == pytest.approx(0.5)
    assert told["slowest"] == told["slowest word"] == pytest.approx(2.5)
    assert [told[part] for part in PARTS] == pytest.approx([0.1] * len(PARTS))


@pytest.mark.slow
def test_the_parts_of_a_choice_take_no_longer_than_the_whole_and_each_takes_some(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quick_speed, "TRIES", 3)
    monkeypatch.setattr(sys, "argv", ["quick_speed.py", "--games", "calatafimi-2", "--deals=1"])
    quick_speed.main()
    head, _, game, mean = capsys.readouterr().out.splitlines()
    assert game.split("|")[2:] == mean.split("|")[2:]
    told = dict(zip(HEADS, map(float, game.split("|")[2:-1]), strict=True))
    assert 0 < told["median"] <= told["95 %"] <= told["99 %"] <= told["slowest"]
    assert all(0 < told[part] < told["slowest"] for part in PARTS)
    assert list(HEADS) == [cell.strip() for cell in head.split("|")[2:-1]]
