"""Labels: what is tried brought what the deal would have brought, seen as the engine sees."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest

from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.encoding import encoding_of
from matto.players.playouts import scores_by_rule
from matto.players.seeds import derived
from matto.players.simple_bots import RuleBot
from matto.research.batch.deals import NumberedDeals, be_quiet
from matto.research.dataset.deals import values_in_the_deal
from matto.research.training import TrainingRecipe, recipe_of
from matto.research.training.labels import (
    Labelled,
    label_cards,
    label_words,
    orders_of,
    packed,
    together,
)
from matto.research.training.recipe import CARDS

pytestmark = pytest.mark.slow


def recipe(game_id: str, **changed: object) -> TrainingRecipe:
    game = find_game(game_id)
    made = recipe_of(game, game.resolve(), seed=5, card_deals=2, word_deals=8)
    return msgspec.structs.replace(made, **changed)


@pytest.fixture(scope="module")
def cards() -> Labelled:
    return label_cards(recipe("calatafimi-2"), 0)


@pytest.mark.parametrize("game_id", ["calatafimi-2", "priestertarock"])
def test_each_card_is_labelled_with_what_it_brings_in_its_deal(game_id: str) -> None:
    made = recipe(game_id)
    cards = label_cards(made, 0)
    game, options = made.found_game()
    encoding = encoding_of(game, options)
    deals = NumberedDeals(game, options, derived(5, CARDS, 0), "rule", first_card=True)
    run = deals.begun(0)  # of an even number, in which nothing is played by chance
    rows = zip(*(column[cards.deals == 0] for column in cards[:4]), strict=True)
    while run.decision is not None:
        asked = run.decision
        card = asked.options[0]
        if len(asked.options) > 1:
            observation, values, promised, usual = next(rows)
            view = run.view(asked.seat)
            assert (encoding.observe(view) == observation).all()
            brought = values_in_the_deal(run, str)
            tried = {encoding.actions[place] for place in np.flatnonzero(~np.isnan(values))}
            assert tried == set(brought)
            assert {encoding.actions.index(c): v for c, v in brought.items()} == {
                place: values[place] for place in np.flatnonzero(~np.isnan(values)).tolist()
            }
            card = encoding.actions[usual]
            chosen, weighed = RuleBot(game, 1).weighed(view)
            assert chosen == card
            assert weighed == {
                card: pytest.approx(promised[encoding.actions.index(card)], abs=1e-4)
                for card in asked.options
            }
        run.do(card)
        be_quiet(run)
    assert next(rows, None) is None


def test_packed_positions_are_those_in_canonical_order(cards: Labelled) -> None:
    orders = orders_of(recipe("calatafimi-2"))
    assert any(len(group) > 1 for group in orders.alike)
    both = packed(cards, orders)
    twice = together([both, both])
    rows = np.random.default_rng(1).permutation(len(twice.usual))
    found = twice.unpacked(rows)
    for place, row in enumerate(rows % len(cards.usual)):
        order = orders.of(cards.observations[row])
        assert (found.observations[place] == order.observation(cards.observations[row])).all()
        values = order.mask(cards.values[row])
        assert np.array_equal(found.values[place], values, equal_nan=True)
        promised = order.mask(cards.promised[row])
        assert np.array_equal(found.promised[place], promised, equal_nan=True)
        assert order.action(int(found.usual[place])) == cards.usual[row]


def test_the_usual_word_has_brought_what_the_deal_brings() -> None:
    made = recipe("barcellona-3", chance=0.0)
    game, options = made.found_game()
    labelled = label_words(made, 0)
    assert len(labelled.usual) > 8
    for number in range(8):
        rng = random.Random(derived(made.seed, "words", number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        paid = set(scores_by_rule(run, RuleBot(game, rng.random().hex()).choose))
        own = np.flatnonzero(labelled.deals == number)
        assert {float(labelled.values[row, labelled.usual[row]]) for row in own} <= paid
