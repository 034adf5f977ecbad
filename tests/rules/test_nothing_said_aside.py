"""Where nothing may be said aside, a clause says so."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers import do, start
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games import game

clause = pytest.mark.clause
ALONE = {"parties": "each_for_self"}
WORDS = ("batto", "ho_il_19", "faglio", "si", "nonsense")

SILENT: list[tuple[str, dict[str, Any], str]] = [
    ("barcellona-3", {"signs": "off"}, "7.1"),
    ("barcellona-4", {}, "4.1"),
    ("barcellona-4", {"format": "each_for_self"}, "4.1"),
    ("ragusa-3", {"table_talk": "off"}, "7.1"),
    ("ragusa-3", ALONE, "7.1"),
    ("ragusa-3", {**ALONE, "table_talk": "further"}, "7.1"),
    ("mineo-3", {"table_talk": "off"}, "7.1"),
    ("tortorici-3", {}, "7.1"),
    ("tortorici-4", {}, "7.1"),
    ("tortorici-1930", {}, "7.1"),
    ("calatafimi-2", {}, "7.1"),
    ("calatafimi-3", {}, "7.1"),
    ("priestertarock", {}, "7.1"),
]


def refused_by(run: Run, seat: int, word: str) -> str:
    """The clause by which something said aside is refused."""
    with pytest.raises(IllegalChoice) as error:
        run.say(seat, word)
    assert str(error.value.refusal.sentence)
    return error.value.refusal.clause


def all_refused_by(run: Run) -> set[str]:
    """The clauses by which each seat is refused each word now."""
    return {refused_by(run, seat, word) for seat in range(run.game.seats) for word in WORDS}


@pytest.mark.slow
@clause(
    *("barcellona-3 7.1", "barcellona-4 4.1", "ragusa-3 7.1", "mineo-3 7.1"),
    *("tortorici-3 7.1", "tortorici-4 7.1", "tortorici-1930 7.1"),
    *("calatafimi-2 7.1", "calatafimi-3 7.1", "priestertarock 7.1"),
)
@pytest.mark.parametrize(("game_id", "given", "number"), SILENT)
def test_who_speaks_where_there_is_no_talk_is_told_the_clause_from_first_to_last(
    game_id: str, given: dict[str, Any], number: str
) -> None:
    found, rng, played = game(game_id), random.Random(game_id), 0
    options = found.resolve(given)
    for seed in range(6):
        run = Run.shuffled(found, seed=seed, options=options)
        while run.decision is not None:
            assert all_refused_by(run) == {f"{game_id} {number}"}
            played += run.decision.kind == "play"
            run.do(rng.choice(run.decision.options))
        assert all_refused_by(run) == {f"{game_id} {number}"}  # nor when it is over
    assert played


@clause("barcellona-3 7.1")
def test_before_the_play_and_in_each_for_self_nobody_gives_a_sign() -> None:
    run = start("barcellona-3")
    for word in ("passo", "passo", "each_for_self"):
        assert all_refused_by(run) == {"barcellona-3 7.1"}
        do(run, word)
    while run.decision is not None:
        assert all_refused_by(run) == {"barcellona-3 7.1"}
        do(run, run.decision.options[:1])


@clause("ragusa-3 7.1", "mineo-3 7.1")
@pytest.mark.parametrize("game_id", ["ragusa-3", "mineo-3"])
def test_partners_do_not_talk_before_the_play(game_id: str) -> None:
    run = start(game_id)
    for said in ("altre_cinque passo passo", "altre_cinque", "altre_cinque", "vado_solo"):
        assert all_refused_by(run) == {f"{game_id} 7.1"}
        do(run, said)
    while run.decision is not None and run.decision.kind != "play":
        assert all_refused_by(run) == {f"{game_id} 7.1"}
        do(run, run.decision.options[-1:])
    assert run.decision is not None
    assert refused_by(run, 2, "nonsense") == f"{game_id} 7.2"  # now there are phrases


@clause("mineo-4 7.1", "calatafimi-4 7.1")
@pytest.mark.parametrize("game_id", ["mineo-4", "calatafimi-4"])
def test_nobody_speaks_aside_before_the_first_lead(game_id: str) -> None:
    run = Run.shuffled(game(game_id), seed=2)
    rng = random.Random(3)
    while run.decision is not None and run.decision.kind != "play":
        assert all_refused_by(run) == {f"{game_id} 7.1"}
        run.do(rng.choice(run.decision.options))
    assert run.decision is not None
