"""Whole deals with a model: it gains what it gains in the engine, and nobody throws all in."""

from __future__ import annotations

import random

import numpy as np
import pytest

from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.encoding import encoding_of
from matto.players.learned.model import Model, model_of
from matto.players.seeds import derived
from matto.research.batch.deals import PLAY, be_quiet
from matto.research.training import judging, recipe_of
from matto.research.training.judging import Gain, gain_of
from matto.research.training.recipe import WORDS

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
    monkeypatch.setattr(judging, "DEALS", DEALS)
    gain = judging.judged_whole(recipe_of(game, game.resolve()), model_for(game), 1.0)
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


def test_the_model_has_no_tenth_more_of_all_deals_thrown_in_where_that_is_easy() -> None:
    game = find_game("tortorici-4")
    model, recipe = model_for(game), recipe_of(game, game.resolve())
    by_rule, by_model = judging.thrown_in(recipe, model)
    assert 0.1 < by_rule.mean() < 0.6
    assert gain_of(by_model - by_rule).high <= judging.TOO_MANY
    assert judging.empties(recipe, model, {"declare": 0.04})


SAID = {"announce": 0.0, "bid": 0.15}


def speaking(game: Game) -> Model:
    """A model with two kinds of words."""
    return judging.saying(model_for(game), SAID)


def deals(thrown_in: int) -> judging.Reals:
    """A hundred deals, of which so many are thrown in."""
    return np.repeat([1.0, 0.0], [thrown_in, 100 - thrown_in])


@pytest.mark.parametrize(
    ("by_model", "empties"), [(20, False), (24, False), (28, True), (90, True)]
)
def test_words_by_which_a_tenth_more_of_all_deals_may_be_thrown_in_empty_the_table(
    by_model: int, monkeypatch: pytest.MonkeyPatch, *, empties: bool
) -> None:
    game = find_game("mineo-4")
    monkeypatch.setattr(judging, "thrown_in", lambda *_of: (deals(20), deals(by_model)))
    assert judging.empties(recipe_of(game, game.resolve()), speaking(game), SAID) == empties


def margins_of(model: Model) -> judging.Margins:
    networks = model.about.networks
    return networks[WORDS].margins if WORDS in networks else {}


@pytest.mark.parametrize(
    ("gains", "emptying", "worth"),
    [
        ({"announce bid": 0.5}, "", SAID),
        ({"announce bid": 0.4}, "", {}),
        ({"announce bid": 0.3}, "", {}),
        ({"announce bid": 0.5, "bid": 0.6}, "", {"bid": 0.15}),
        ({"announce bid": 0.5, "announce": 0.45}, "bid", {"announce": 0.0}),
        ({"announce bid": 0.5}, "bid", {}),
    ],
)
def test_a_model_says_what_wins_most_beside_its_cards_and_empties_no_table(
    gains: dict[str, float],
    emptying: str,
    worth: judging.Margins,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("mineo-4")
    unseen = []

    def judged(_recipe: object, model: Model, _sigma: float, first: int) -> Gain:
        unseen.append(first)
        return Gain(1400, gains.get(" ".join(sorted(margins_of(model))), 0.4), 0.01)

    def thrown_in(_recipe: object, model: Model) -> tuple[judging.Reals, judging.Reals]:
        empties = emptying and emptying in margins_of(model)
        return deals(20), deals(90 if empties else 20)

    monkeypatch.setattr(judging, "judged_whole", judged)
    monkeypatch.setattr(judging, "thrown_in", thrown_in)
    found = judging.worth_saying(recipe_of(game, game.resolve()), speaking(game), 1.0)
    assert found == worth
    assert set(unseen) == {judging.DEALS + judging.ASKED}


def test_what_promises_little_is_left_unsaid_where_that_wins_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("mineo-4")

    def judged(_recipe: object, model: Model, _sigma: float, _first: int) -> Gain:
        return Gain(1400, sum(margins_of(model).values()), 0.01)

    monkeypatch.setattr(judging, "judged_whole", judged)
    monkeypatch.setattr(judging, "thrown_in", lambda *_of: (deals(0), deals(0)))
    found = judging.worth_saying(recipe_of(game, game.resolve()), speaking(game), 1.0)
    assert found == {"announce": 0.3, "bid": 0.3}


def test_without_its_words_a_model_says_what_the_rule_of_thumb_says() -> None:
    game = find_game("mineo-4")
    recipe, model = recipe_of(game, game.resolve()), model_for(game)
    silent = judging.saying(model, {})
    assert (WORDS in model.networks, WORDS in silent.networks) == (True, False)
    by_rule, by_model = judging.thrown_in(recipe, silent)
    assert by_rule.tolist() == by_model.tolist()
    assert judging.saying(model, {"bid": 0.5}).about.networks[WORDS].margins == {"bid": 0.5}
