from __future__ import annotations

import pytest

import open_points
from matto.engine.rulebook import OPEN_POINTS, folder, parse
from matto.games import catalogue, game

RANDOM = open_points.Sample(deals=20, bots="random", seed="test")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_the_default_reading_never_matters(game_id: str) -> None:
    chosen = game(game_id)
    for number in range(5):
        run = open_points.played(chosen, RANDOM, number)
        for option in chosen.options:
            assert not open_points.matters(run, (option.name, option.default))


def test_another_pack_matters_in_every_deal() -> None:
    run = open_points.played(game("marolles"), RANDOM, 0)
    assert open_points.matters(run, ("cards", 78))


def test_another_leader_matters_in_every_deal_that_is_played() -> None:
    runs = [open_points.played(game("mineo-3"), RANDOM, number) for number in range(20)]
    mattered = [open_points.matters(run, ("leader", "soloist")) for run in runs]
    assert mattered == [bool(run.table.tricks) for run in runs]
    assert set(mattered) == {True, False}


@pytest.mark.slow
def test_a_reading_that_only_pays_differently_matters() -> None:
    chosen = game("mineo-3")
    runs = [open_points.played(chosen, RANDOM, number) for number in range(20)]
    changed = [
        open_points.matters(run, ("offer_without_taker", "thrown_in"))
        for run in runs
        if {action.choice for action in run.actions if action.kind == "talk"} & {"pago"}
    ]
    assert any(changed)


def test_a_row_that_the_list_lacks_is_added_and_the_others_keep_their_figures() -> None:
    rules = (folder() / "mineo-3.md").read_text(encoding="utf-8")
    whole = parse(rules, "mineo-3.md")
    there = open_points.rows_there(whole)
    assert set(there) == set(open_points.other_readings(game("mineo-3")))
    row = next(
        line for line in rules.splitlines() if "`leader` = `soloist`" in line and "%" in line
    )
    lacking = parse(rules.replace(f"{row}\n", ""), "mineo-3.md")
    assert ("leader", "soloist") not in open_points.rows_there(lacking)
    found = open_points.batch("mineo-3", RANDOM, (("leader", "soloist"),), 0)
    text = open_points.page_with(lacking, {RANDOM: found})
    again = parse(f"{rules.split(OPEN_POINTS)[0]}\n{OPEN_POINTS}\n\n{text}\n", "mineo-3.md")
    now = open_points.rows_there(again)
    assert " of 20 (" in now.pop(("leader", "soloist"))
    there.pop(("leader", "soloist"))
    assert now == {reading: figures.rstrip(" |") + " |" for reading, figures in there.items()}


def test_the_list_becomes_the_last_heading_of_the_rulebook() -> None:
    rules = (folder() / "mineo-3.md").read_text(encoding="utf-8").split(OPEN_POINTS)[0]
    book = parse(rules, "mineo-3.md")
    found = open_points.batch("mineo-3", RANDOM, None, 0)
    text = open_points.page(book, {RANDOM: found})
    again = parse(f"{rules}\n{OPEN_POINTS}\n\n{text}\n", "mineo-3.md")
    assert again.open_points == text.strip()
    assert again.sections == book.sections
    assert "| 4.1 The first lead | stated | `leader` = `soloist` |" in again.open_points
