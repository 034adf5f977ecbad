"""Compiled deals with a network: they are played as `quick` plays them in the engine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from matto.batch.deals import NumberedDeals, be_quiet
from matto.encoding import encoding_of
from matto.games import game as find_game
from matto.kernel.labels import FirstLead
from matto.kernel.layout import MOST_SEATS
from matto.kernel.learned import Seated, play_deals, room_for
from matto.players import make_bot
from matto.players.learned import forget_models
from matto.players.learned.library import FOLDER
from matto.players.learned.model import as_written
from matto.players.seeds import derived
from matto.training import recipe_of
from matto.training.cards import FirstLeads
from matto.training.playing import judging_of, suits_of
from matto.training.shards import orders_of
from players.random_models import about_of, layers_of, written

pytestmark = pytest.mark.slow

DEALS, MARGIN = 4, 0.1


@pytest.mark.parametrize("game_id", ["calatafimi-2", "priestertarock", "barcellona-4"])
def test_a_compiled_deal_ends_as_one_that_quick_plays(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seed = find_game(game_id), derived(game_id)
    recipe = recipe_of(game, game.resolve())
    orders = orders_of(recipe)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    written(tmp_path, game, margin=MARGIN, alike=orders.alike)
    forget_models()
    encoding = encoding_of(game)
    layers = as_written(layers_of(about_of(encoding), "cards"))
    leads = FirstLeads(recipe, seed, DEALS)
    deals = NumberedDeals(game, game.resolve(), seed, "rule", first_card=True)
    judging = judging_of(layers, encoding, MARGIN)
    suits = suits_of(orders, encoding.shape[0], len(encoding.actions))
    room = room_for(encoding.shape[0], len(encoding.cards), judging)
    differ = 0
    for number in range(DEALS):
        paid = np.zeros((game.seats + 1, MOST_SEATS), np.int64)
        dealt: FirstLead = leads.dealt[number]
        play_deals(Seated(dealt, leads.seen, number, leads.writing, suits, judging), room, paid)
        for guest in range(game.seats + 1):
            run = deals.begun(number)
            bots = [
                make_bot("quick" if seat == guest else "rule", game, 1)
                for seat in range(game.seats)
            ]
            while run.decision is not None:
                run.do(bots[run.decision.seat].choose(run.view(run.decision.seat)))
                be_quiet(run)
            assert run.result is not None
            assert paid[guest, : game.seats].tolist() == list(run.result.scores)
        differ += (paid[:-1] != paid[-1]).any()
    assert differ
    forget_models()
