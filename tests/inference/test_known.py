"""What is known, at any question of a whole deal: the worlds and the engine never differ."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from inference.exactly import count_of
from inference.positions import views_of
from inference.shifting import disagreements
from matto.engine.cards import CODES, FIRST_TRUMP, PLAIN_BIT, TAROCK_BIT, cards_of
from matto.engine.game import Game
from matto.engine.tricks import (
    BINDS_ALWAYS,
    DEMANDED,
    EXCUSES,
    FREE,
    IS_THROWN_OFF,
    LEADING,
    LEADS_AT_LAST,
    LEADS_FREELY,
    STANDS_FOR_TRUMP,
    TRUMP,
    FoolRule,
    legal,
)
from matto.games import game as find_game
from matto.players.inference import NoWorld, Worlds
from matto.players.inference.constraints import Inference, inferences_of, not_beside
from matto.research.testing.checks import Case, default_cases, other_cases
from samples import many
from sixteen import QUICKEST, thinned


def agree(case: Case, deals: int, often: float, start: int = 0) -> int:
    """Move a few cards in every way at some questions; gives at how many."""
    rng = random.Random(f"{case}/shifts")
    number = 0
    for run, view in views_of(case, deals, often, start):
        found = list(disagreements(Worlds(run.game, view), run, rng))
        assert not found, (str(case), len(run.actions), view.seat, found[0])
        number += 1
    return number


def test_a_few_cards_moved_are_possible_just_when_the_engine_says_so() -> None:
    found = find_game(QUICKEST)
    assert agree(Case(found, found.resolve()), deals=6, often=0.06) > 4


@pytest.mark.slow
@pytest.mark.parametrize("case", [*default_cases(), *other_cases()], ids=str)
def test_a_few_cards_moved_with_every_option(case: Case) -> None:
    agree(case, deals=many(1), often=0.15, start=100)


# -- inferences ------------------------------------------------------------------------------

NOTICED = {
    "barcellona-3": 2,
    "calatafimi-3": 1,
    "calatafimi-4": 4,
    "mineo-4": 2,
    "mitigatti-3": 2,
    "tortorici-4": 2,
}
"""So many of the first inferences of a game matter in deals by chance, here and there."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "number"),
    [(game_id, number) for game_id, most in NOTICED.items() for number in range(most)],
)
def test_an_inference_left_out_is_noticed(
    game_id: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = inferences_of(game_id)
    plant(monkeypatch, (*found[:number], *found[number + 1 :]))
    assert differs(find_game(game_id), deals=300)


def test_laying_away_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, ())
    assert differs(find_game("tortorici-4"), deals=20)


def plant(monkeypatch: pytest.MonkeyPatch, inferences: Sequence[Inference]) -> None:
    """Let these be all inferences of every game."""
    monkeypatch.setattr(
        "matto.players.inference.worlds.inferences_of", lambda _game: inferences
    )


def differs(game: Game, deals: int) -> bool:
    """Tell whether the worlds of a game differ from what the engine lets happen."""
    try:
        agree(Case(game, game.resolve(), "without an inference"), deals, often=0.2)
    except (AssertionError, NoWorld):
        return True
    return False


# -- cards played ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_card_is_legal_in_a_hand_if_it_is_beside_each_other_card_alone() -> None:
    rng = random.Random(7)
    tried = 0
    rules = [
        FoolRule(excuses, forced, leads, BINDS_ALWAYS)
        for excuses, forced, leads in product(
            (STANDS_FOR_TRUMP, EXCUSES, IS_THROWN_OFF), (0, 1), (LEADS_FREELY, LEADS_AT_LAST)
        )
    ]
    for _ in range(20_000):
        hand = rng.sample(range(len(CODES)), rng.choice((1, 2, 3, 5, 9, 14)))
        plain = sum(PLAIN_BIT[card] for card in hand)
        tarocks = sum(TAROCK_BIT[card] for card in hand)
        led = rng.choice((0, 1, 2, 3, TRUMP, LEADING, FREE, DEMANDED, DEMANDED + 1))
        fool, card = rng.choice(rules), rng.choice(hand)
        if not FIRST_TRUMP <= card < len(CODES) - 1 or rng.random() < 0.3:
            may = cards_of(*legal(plain, tarocks, led, fool))
            others = {CODES[other] for other in hand if other != card}
            assert (CODES[card] in may) == others.isdisjoint(not_beside(card, led, fool))
            tried += 1
    assert tried > 10_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "game_id", thinned(["calatafimi-3", "mineo-4", "priestertarock"], quick={"calatafimi-3"})
)
def test_the_ways_counted_for_drawing_are_the_exact_ones(game_id: str) -> None:
    found = find_game(game_id)
    for _run, view in views_of(Case(found, found.resolve()), 6, 0.1):
        worlds = Worlds(found, view)
        ways = sum(one.ways for one in worlds.counts)
        assert abs(ways - count_of(worlds)) <= 1e-12 * count_of(worlds)
