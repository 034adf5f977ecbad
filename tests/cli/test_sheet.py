"""The score sheet at the terminal: partners share a pile, and its points are told once."""

from __future__ import annotations

import random
import re

import pytest

from cli.play_helpers import Terminal, first_choice
from matto.cli.screen import CardNaming, Screen
from matto.cli.simulate import play_out
from matto.cli.telling import Book, parties
from matto.engine.run import Match, Run
from matto.games import game as find_game
from matto.players import make_bot
from sixteen import SIXTEEN

NAMES = ("You", "Aurelio", "Brigida", "Celestino", "Donata")


def played(game_id: str) -> Run:
    """A deal that was played by chance to its end, not thrown in."""
    found = find_game(game_id)
    match = Match(found)
    for number in range(20):
        run = match.next_run(seed=f"sheet {number}")
        bots = [make_bot("random", found, f"{number} {seat}") for seat in range(found.seats)]
        play_out(run, bots, random.Random(number))
        assert run.result is not None
        if not run.result.thrown_in:
            return run
        match.take(run.result)
    raise AssertionError("every deal was thrown in")


def points_told(run: Run, capsys: pytest.CaptureFixture[str]) -> str:
    screen = Screen("en")
    cards = CardNaming(run.game, run.options, screen)
    assert run.result is not None
    Book(screen, run.game, cards, NAMES[: run.game.seats]).deal(run, run.result, 0)
    line = re.search(r"Card points: (.*)", capsys.readouterr().out)
    assert line is not None
    return line[1]


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_everybody_belongs_to_one_party(game_id: str) -> None:
    run = played(game_id)
    seats = [seat for side in parties(run) for seat in side]
    assert sorted(seats) == list(range(run.game.seats))


@pytest.mark.parametrize("game_id", ["mineo-4", "mineo-3", "barcellona-4"])
def test_the_points_of_partners_are_told_once_and_make_up_the_pack(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = points_told(played(game_id), capsys)
    assert ", " in told
    assert sum(map(int, re.findall(r"\d+", told))) in {109, 110}


def test_who_plays_alone_has_his_own_points(capsys: pytest.CaptureFixture[str]) -> None:
    run = played("marolles")
    assert run.result is not None
    assert points_told(run, capsys) == " · ".join(
        f"{name} {points}" for name, points in zip(NAMES, run.result.points, strict=False)
    )


def test_at_the_table_partners_are_told_together(terminal: Terminal) -> None:
    out = terminal.play(first_choice, "mineo-4", seed="3", bots="random", deals=1)
    line = re.search(r"Card points: (.*)", out)
    assert line is not None
    assert line[1].count(" · ") == 1


@pytest.mark.parametrize(("game_id", "said"), [("ragusa-3", True), ("mineo-3", False)])
def test_card_points_that_pay_nothing_are_said_to_pay_nothing(
    game_id: str, said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    told = points_told(played(game_id), capsys)
    assert told.endswith("; they pay nothing in this game") == said
