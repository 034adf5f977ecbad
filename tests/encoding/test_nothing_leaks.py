"""A leak planted in any plane, the mask or the information state is found by the contract."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from contract.expected import expected_of
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import catalogue, game
from matto.players.encoding import Encoding, encoding_of
from matto.players.encoding.observation import Observer
from matto.research.testing.checks import Case, cases_of, default_cases, forgotten
from matto.research.testing.games import check_deal, citations, sampling

CLOSE = sampling(0.3, worlds=4)
PLANES = tuple(encoding_of(game("mineo-3")).planes)


def faults_of(one: Game) -> list[str]:
    """What the contract finds in the first deals, as soon as it finds something."""
    for seed in range(6):
        run = Run.shuffled(one, seed=seed)
        rng, tally = random.Random(seed), Counter[str]()
        found = list(check_deal(run, expected_of(one.id), citations(one.id), rng, tally, CLOSE))
        if found:
            return [fault for _, fault in found]
    return []


def hidden_bit(view: View) -> int:
    """Something that a seat does not see: whether its neighbour holds an odd lot of trumps."""
    table = view.__dict__["table"]
    return (int(table.tarocks[(view.seat or 0) - 1]).bit_count()) & 1


@pytest.fixture
def views_with_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every view hold the table, as it must not, so that an encoding can look at it."""
    honest = Run.view

    def view(run: Run, seat: int | None) -> View:
        seen = honest(run, seat)
        seen.__dict__["table"] = run.table
        return seen

    monkeypatch.setattr(Run, "view", view)


def game_with(plane: str) -> Game:
    """A game in which there is something in a plane, one with few cards if it can be."""
    ids = ("calatafimi-2", *catalogue())
    games = [game(game_id) for game_id in ids]
    return next(
        one for one in games if (where := encoding_of(one).planes[plane]).stop > where.start
    )


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.usefixtures("views_with_a_table")
def test_a_leak_in_a_plane_is_found(plane: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Observer.row
    one = game_with(plane)
    place = encoding_of(one).planes[plane].start

    def leaky(observer: Observer, view: View, seat: int) -> bytearray:
        row = honest(observer, view, seat)
        row[place] ^= hidden_bit(view)
        return row

    monkeypatch.setattr(Observer, "row", leaky)
    assert any(f"observation: {plane}" in fault for fault in faults_of(one))


@pytest.mark.usefixtures("views_with_a_table")
def test_a_leak_in_the_information_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Encoding.information_state

    def leaky(encoding: Encoding, view: View) -> str:
        return honest(encoding, view) + " " * hidden_bit(view)

    monkeypatch.setattr(Encoding, "information_state", leaky)
    assert any("information state" in fault for fault in faults_of(game("calatafimi-2")))


def one_more(mask: Any) -> None:
    """Allow what is no choice, too."""
    mask[np.flatnonzero(~mask)[:1]] = 1


def one_less(mask: Any) -> None:
    """Leave a choice out."""
    mask[np.flatnonzero(mask)[1:2]] = 0


@pytest.mark.parametrize(
    ("spoil", "game_id", "said"),
    [
        (one_more, "calatafimi-2", "not among"),
        (one_less, "mineo-3", "others than the choices"),
    ],
)
def test_a_mask_that_allows_too_much_or_too_little_is_found(
    spoil: Callable[[Any], None], game_id: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Encoding.mask

    def spoiled(encoding: Encoding, decision: Any, out: Any = None) -> Any:
        mask = honest(encoding, decision, out)
        spoil(mask)
        return mask

    monkeypatch.setattr(Encoding, "mask", spoiled)
    assert any(said in fault for fault in faults_of(game(game_id)))


@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_no_seat_forgets_what_it_knew(case: Case) -> None:
    assert not list(forgotten(case, seed=0))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_no_seat_forgets_what_it_knew_with_any_option(game_id: str) -> None:
    for case in cases_of(game(game_id)):
        assert not list(forgotten(case, seed=1))


@pytest.mark.parametrize("kept", [1, 3])
def test_a_seat_that_forgets_is_found(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Encoding.information_state

    def short(encoding: Encoding, view: View) -> str:
        return "\n".join(honest(encoding, view).split("\n")[-kept:])

    monkeypatch.setattr(Encoding, "information_state", short)
    one = game("mineo-3")
    assert list(forgotten(Case(one, one.resolve()), seed=0))
