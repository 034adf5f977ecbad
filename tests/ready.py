"""Compile what the quick loop calls or, with `whole`, what the whole suite does."""

import gc
import sys

import msgspec
import numpy as np

from kernel.steps import BY_CHANCE, Deal, duel, promised
from matto.games import game as find_game
from matto.kernel import heuristic, playouts
from matto.kernel.compiled import ready
from matto.kernel.layout import MOST_SEATS
from matto.kernel.network import tables_as_arrays
from matto.kernel.primitives import rng_from
from matto.players.encoding import encoding_of
from matto.players.learned.features import card_tables
from matto.players.learned.model import WEIGHTS, Layers, read_model
from matto.research.batch import BatchEnv
from matto.research.testing.checks import default_cases
from matto.research.testing.games import compiled_otherwise
from matto.research.training import recipe_of
from matto.research.training.evaluation import better_by_play
from matto.research.training.fitting import features_of_tried
from matto.research.training.labelling import label_cards, label_cards_again, orders_of

GAME = "calatafimi-2"


def compile_for_quick_loop() -> None:
    ready()
    first, plan = playouts.tiny_deal()
    playouts.random_playouts(first, plan)
    knowledge = heuristic.new_knowledge()
    heuristic.heuristic_card(first, plan, heuristic.scales_of(plan), 3, 0, knowledge)
    assert not list(compiled_otherwise(default_cases()[0], 1))
    many = BatchEnv(GAME, 2)
    for _ in range(70):
        many.step(many.random_actions())


def compile_for_training() -> None:
    game = find_game(GAME)
    options, encoding = game.resolve(), encoding_of(game)
    recipe = msgspec.structs.replace(recipe_of(game, options), card_deals=1, again_deals=1)
    learnt = read_model(WEIGHTS / f"{GAME}.npz", encoding).networks["cards"]
    layers = Layers(learnt.layers, learnt.shared)
    features_of_tried(label_cards(recipe, 0), tables_as_arrays(card_tables(encoding)))
    label_cards_again(recipe, layers, 1, 0)
    better_by_play(recipe, orders_of(recipe), [layers, layers], 1)


def compile_for_kernel_tests() -> None:
    deal = Deal(default_cases()[0], 0, BY_CHANCE).play()
    state, scales = deal.moments[0], heuristic.scales_of(deal.plan)
    knowledge, paid = heuristic.new_knowledge(), np.zeros(MOST_SEATS, np.int64)
    duel(state, deal.plan, scales, deal.stock, 0, rng_from(1), knowledge, paid)
    promised(state, deal.plan, scales, 0, knowledge)


if __name__ == "__main__":
    gc.set_threshold(50_000, 20, 100)
    compile_for_quick_loop()
    if sys.argv[1:] == ["whole"]:
        compile_for_training()
        compile_for_kernel_tests()
