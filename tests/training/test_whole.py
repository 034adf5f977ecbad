"""Whole deals with a model: it gains what it gains in the engine, and nobody throws all in."""

from __future__ import annotations

import random

import numpy as np
import pytest

from matto.batch.deals import PLAY, be_quiet
from matto.encoding import encoding_of
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.learned.library import model_of
from matto.players.learned.model import Model
from matto.players.seeds import derived
from matto.training import recipe_of, whole
from matto.training.judging import Gain
from matto.training.recipe import WORDS, TrainingRecipe

pytestmark = pytest.mark.slow

DEALS = 6


def model_for(game: Game) -> Model:
    model = model_of(encoding_of(game))
    assert isinstance(model, Model)
    return model


def scores(game: Game, number: int, guest: int) -> tuple[int, ...]:
    """Play a deal in the engine: `quick` in one seat, the rule of thumb in the others."""
    cards = random.Random(derived(0, "whole", number))
    run = Run.shuffled(game, seed=cards, dealer=number % game.seats)
    bots = [
        make_bot(
            "quick" if seat == guest else "rule", game, derived(0, "whole words", number, seat)
        )
        for seat in range(game.seats)
    ]
    while (asked := run.decision) is not None:
        run.do(bots[asked.seat].choose(run.view(asked.seat)))
        if asked.kind == PLAY:
            be_quiet(run)
    assert run.result is not None
    return tuple(run.result.scores)


@pytest.mark.parametrize("game_id", ["calatafimi-3", "tortorici-3"])
def test_a_model_gains_in_whole_deals_what_it_gains_in_the_engine(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(game_id)
    monkeypatch.setattr(whole, "DEALS", DEALS)
    gain = whole.judged_whole(recipe_of(game, game.resolve()), model_for(game), 1.0)
    in_engine = [
        [
            scores(game, number, seat)[seat] - scores(game, number, -1)[seat]
            for seat in range(game.seats)
        ]
        for number in range(DEALS)
    ]
    assert gain.positions == DEALS
    assert gain.mean == pytest.approx(np.mean(in_engine))
    assert np.any(in_engine)


def test_no_model_has_a_tenth_more_of_all_deals_thrown_in_where_it_is_easy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("tortorici-4")
    monkeypatch.setattr(whole, "ASKED", 40)
    by_rule, by_model = whole.thrown_in(recipe_of(game, game.resolve()), model_for(game))
    assert 0.1 < by_rule < 0.6
    assert by_model <= by_rule + whole.TOO_MANY


@pytest.mark.parametrize(("speaking", "in_vain"), [(0.3, True), (0.4, True), (0.5, False)])
def test_a_model_whose_words_win_nothing_beside_its_cards_speaks_in_vain(
    speaking: float, monkeypatch: pytest.MonkeyPatch, *, in_vain: bool
) -> None:
    game = find_game("mineo-4")
    asked: list[tuple[bool, int]] = []

    def judged(_recipe: object, model: Model, _sigma: float, first: int) -> Gain:
        asked.append((WORDS in model.networks, first))
        return Gain(1400, speaking if WORDS in model.networks else 0.4, 0.01)

    monkeypatch.setattr(whole, "judged_whole", judged)
    recipe = recipe_of(game, game.resolve())
    assert whole.speaks_in_vain(recipe, model_for(game), 1.0) is in_vain
    unseen = whole.DEALS + whole.ASKED
    assert asked == [(True, unseen), (False, unseen)]


def test_without_its_network_for_words_a_model_says_what_the_rule_of_thumb_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("mineo-4")
    monkeypatch.setattr(whole, "DEALS", DEALS)
    silent: list[Model] = []
    judged = whole.judged_whole

    def kept(recipe: TrainingRecipe, model: Model, sigma: float, first: int) -> Gain:
        silent.append(model)
        return judged(recipe, model, sigma, first)

    monkeypatch.setattr(whole, "judged_whole", kept)
    recipe = recipe_of(game, game.resolve())
    whole.speaks_in_vain(recipe, model_for(game), 1.0)
    assert [WORDS in one.networks for one in silent] == [True, False]
    by_rule, by_model = whole.thrown_in(recipe, silent[1])
    assert by_rule == by_model
