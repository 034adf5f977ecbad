"""Worlds are all that the engine lets happen, and each is drawn as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import comb, erfc, sqrt

import numpy as np
import pytest

from inference.enumerating import Lying, consistent, drawn_worlds, ways_at_all
from inference.exactly import count_of
from inference.positions import views_of
from matto.engine.game import Game
from matto.engine.tricks import TRUMP
from matto.games import game as find_game
from matto.players.inference import NoWorld, Worlds
from matto.players.inference.constraints import not_beside
from matto.players.inference.replaying import OtherView
from matto.research.testing.checks import Case, default_cases, other_cases
from samples import many
from sixteen import QUICKEST

FEWEST, MOST = 2, 300
NOT_SO_MANY = 120
"""How many ways of parting the unseen cards an ending has that is looked through."""


def endings(case: Case, deals: int, most: int = MOST, start: int = 0) -> Iterator[Worlds]:
    """Positions with few unseen cards."""
    for run, view in views_of(case, deals, 0.4, start):
        worlds = Worlds(run.game, view)
        if FEWEST <= ways_at_all(worlds) <= most:
            yield worlds


def faults_of(worlds: Worlds) -> Iterator[str]:
    """What is wrong with the number of worlds or with the worlds drawn."""
    happens = consistent(worlds)
    total = sum(happens.values())
    if count_of(worlds) != total:
        yield f"there are {total} worlds, not {count_of(worlds)}"
    drawn = Counter(drawn_worlds(worlds, 60 * len(happens), seed=total))
    if strange := drawn.keys() - happens.keys():
        yield f"{len(strange)} worlds are drawn that cannot be"
    elif (chance := chance_of(drawn, happens)) < 1e-6:
        yield f"the worlds are drawn unevenly: such draws have a chance of {chance:.1e}"


def chance_of(drawn: Counter[Lying], happens: Mapping[Lying, float]) -> float:
    """How likely it is that draws are as uneven as these or more: the tail of χ²."""
    if len(happens) < 2:
        return 1.0
    number, total = sum(drawn.values()), sum(happens.values())
    expected = {lying: number * times / total for lying, times in happens.items()}
    squares = sum((drawn[one] - mean) ** 2 / mean for one, mean in expected.items())
    free = len(happens) - 1
    wide = (squares / free) ** (1 / 3) - (1 - 2 / (9 * free))  # Wilson and Hilferty
    return erfc(wide / sqrt(2 / (9 * free)) / sqrt(2)) / 2


def look_through(case: Case, deals: int, wanted: int, start: int = 0, most: int = MOST) -> None:
    """Compare some endings of a game with what the engine lets happen."""
    seen = bound = 0
    for worlds in endings(case, deals, most, start):
        faults = list(faults_of(worlds))
        assert not faults, (case, worlds.view.seat, faults, worlds.places)
        seen += 1
        bound += count_of(worlds) < ways_at_all(worlds)
        if seen >= wanted and bound:
            break
    assert seen, f"{case}: no ending with few unseen cards"
    assert bound or seen < 5, "in none of them anything is known besides numbers of cards"


def test_the_worlds_of_an_ending_are_those_that_the_engine_lets_happen() -> None:
    found = find_game(QUICKEST)
    look_through(Case(found, found.resolve()), deals=30, wanted=4)


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_the_worlds_of_many_endings_are_those_that_the_engine_lets_happen(case: Case) -> None:
    look_through(case, deals=60, wanted=many(4), start=100)


@pytest.mark.slow
@pytest.mark.parametrize("case", other_cases(), ids=str)
def test_the_worlds_of_endings_are_right_with_every_option(case: Case) -> None:
    look_through(case, deals=40, wanted=many(1), most=NOT_SO_MANY)


# -- planted faults ------------------------------------------------------------------------


def found_out(game: Game, deals: int = 40) -> bool:
    """Tell whether endings show that something is wrong."""
    case = Case(game, game.resolve(), "planted")
    try:
        return any(list(faults_of(worlds)) for worlds in endings(case, deals, NOT_SO_MANY))
    except (NoWorld, OtherView):
        return True


def test_a_void_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matto.players.inference.worlds.played_legally", lambda _view, _rules: ()
    )
    assert found_out(find_game("barcellona-4"))


@pytest.mark.slow
def test_a_void_made_up_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matto.players.inference.constraints.not_beside",
        lambda *case: not_beside(*case) | ({"T5"} if case[1] < TRUMP else set()),
    )
    assert found_out(find_game("barcellona-4"))


@pytest.mark.slow
def test_a_duty_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matto.players.inference.constraints.Duties.constraints", lambda *_: iter(())
    )
    assert found_out(find_game("calatafimi-3"), deals=120)


@pytest.mark.slow
def test_an_inference_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matto.players.inference.worlds.inferences_of", lambda _game: ())
    assert found_out(find_game("tortorici-3"))


@pytest.mark.slow
def test_a_wrong_weight_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = np.array([[comb(n, k) * (1 + (k == n > 1)) for k in range(40)] for n in range(40)])
    monkeypatch.setattr(
        "matto.players.inference.counting._choose", lambda _most: wrong.astype(float)
    )
    assert found_out(find_game("barcellona-4"))


@pytest.mark.slow
def test_a_card_given_back_is_weighed_wrongly_and_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "matto.players.inference.placement.PlacementProblem._weigh", lambda _board, _gift: None
    )
    assert found_out(find_game("mitigatti-4"), deals=60)
