"""What a network is told of cards: alike plainly, compiled, and by what a seat sees."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel.network import tables_as_arrays
from matto.play.card_features import FEATURES, PROMISED, SCALE
from matto.players.encoding import encoding_of
from matto.players.heuristic import Sight
from matto.players.learned.features import card_tables, features_of
from matto.players.simple_bots import RuleBot
from matto.research.training import recipe_of
from matto.research.training.fitting import features_of_tried
from matto.research.training.labelling import label_cards

pytestmark = pytest.mark.slow

GAMES = ["calatafimi-2", "priestertarock", "barcellona-4", "grosstarock", "mineo-4"]


@pytest.mark.parametrize("game_id", GAMES[:3])
def test_compiled_and_plainly_the_same_is_told_of_each_card(game_id: str) -> None:
    game = find_game(game_id)
    recipe = recipe_of(game, game.resolve(), seed=3, card_deals=4, word_deals=0)
    labelled = label_cards(msgspec.structs.replace(recipe, chance=0.3), 0)
    tables = card_tables(encoding_of(game))
    which, cards, told = features_of_tried(labelled, tables_as_arrays(tables))
    for row in range(len(labelled.usual)):
        own = which == row
        found = features_of(
            labelled.observations[row],
            tables,
            cards[own].tolist(),
            told[own, PROMISED],
            int(labelled.usual[row]),
        )
        np.testing.assert_allclose(found, told[own], atol=1e-6)
    assert (np.ptp(told, axis=0) > 0).sum() > len(FEATURES) - 6


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_told_is_what_a_player_sees(game_id: str) -> None:
    game = find_game(game_id)
    encoding = encoding_of(game)
    tables, told_at = card_tables(encoding), {name: n for n, name in enumerate(FEATURES)}
    run, compared = Run.shuffled(game, seed=5), 0
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        choice = RuleBot(game, 1).choose(view)
        if asked.kind == "play" and len(asked.options) > 1:
            sight, friends = Sight(view), set(game.friends(view))
            cards = [encoding.number(asked, card) for card in asked.options]
            promised = np.zeros(len(cards), np.float32)
            found = features_of(encoding.observe(view), tables, cards, promised, 0)
            best = sight.best_of(view.lying)
            for card, numbers in zip(asked.options, found / SCALE, strict=True):
                told = {name: float(numbers[place]) for name, place in told_at.items()}
                after = sight.best_of((*view.lying, (asked.seat, card)))
                trumps = sight.abroad_by_suit[4]
                expected = {
                    "above": len(sight.above(card)),
                    "same": len(sight.abroad_by_suit[view.pack.suit_of(card)]),
                    "own": len(sight.own_by_suit[view.pack.suit_of(card)]),
                    "takes": float(after is not None and after[1] == card),
                    "leads": float(not view.lying),
                    "friend_wins": float(best is not None and best[0] in friends),
                    "trumps": len(trumps),
                    "held": len(view.hand),
                    "friends_behind": len(friends.intersection(sight.behind)),
                }
                assert {name: told[name] for name in expected} == pytest.approx(expected)
                compared += 1
        run.do(choice)
    assert compared > 20
