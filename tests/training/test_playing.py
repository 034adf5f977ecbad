"""Compiled deals with a network: they are played as `quick` plays them in the engine."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel.layout import MOST_SEATS
from matto.kernel.network import Seated, play_deals, room_for
from matto.kernel.playouts import FirstLead
from matto.players import make_bot
from matto.players.bots import FOLDER
from matto.players.encoding import encoding_of
from matto.players.learned import forget_models
from matto.players.learned.model import WEIGHTS, Layers, as_written, read_model
from matto.players.learned.playouts import judging_of, suits_of
from matto.players.seeds import derived
from matto.research.batch.deals import NumberedDeals, be_quiet
from matto.research.training import labels, recipe_of
from matto.research.training.judging import better_by_play
from matto.research.training.labels import FirstLeads, deals_by_rule, orders_of
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
    leads = FirstLeads(deals_by_rule(recipe, seed), DEALS)
    deals = NumberedDeals(game, game.resolve(), seed, "rule", first_card=True)
    judging = judging_of(layers, encoding, MARGIN)
    suits = suits_of(orders, len(encoding.actions))
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


def test_of_two_networks_the_one_is_gone_on_with_that_gains_more_in_deals() -> None:
    game = find_game("calatafimi-2")
    recipe, encoding = recipe_of(game, game.resolve(), again_deals=60), encoding_of(game)
    learnt = read_model(WEIGHTS / f"{game.id}.npz", encoding).networks["cards"]
    good = Layers(learnt.layers, learnt.shared)
    bad = layers_of(about_of(encoding), "cards")
    for tried in ([good, bad], [bad, good]):
        assert better_by_play(recipe, orders_of(recipe), tried, 1) is good


def test_a_card_is_labelled_again_with_what_it_brings_if_quick_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("calatafimi-2")
    recipe = msgspec.structs.replace(recipe_of(game, game.resolve(), seed=3), again_deals=1)
    orders, encoding = orders_of(recipe), encoding_of(game)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(labels, "NEAR", 2.0)
    written(tmp_path, game, margin=labels.MARGIN, alike=orders.alike)
    forget_models()
    layers = as_written(layers_of(about_of(encoding), "cards"))
    labelled = labels.label_cards_again(recipe, layers, 1, 0)
    seed = derived(recipe.seed, "again", 1, 0)
    deals = NumberedDeals(game, game.resolve(), seed, "rule", first_card=True)
    row = untried = 0
    for guest in range(game.seats):
        run = deals.begun(0)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            values = labelled.values[min(row, len(labelled.values) - 1)]
            observed = labelled.observations[min(row, len(labelled.values) - 1)]
            if asked.seat == guest and (encoding.observe(view) == observed).all():
                for card in asked.options:
                    value = values[encoding.number(asked, card)]
                    untried += np.isnan(value)
                    if not np.isnan(value):
                        assert paid_after(run, card, guest) == value
                row += 1
            go_on(run, guest)
    assert row == len(labelled.values)
    assert row > 4
    assert untried
    forget_models()


def paid_after(run: Run, card: str, guest: int) -> int:
    """What a card brings a guest who plays on as `quick` among players by the rule."""
    after = run.fork()
    after.do(card)
    be_quiet(after)
    while after.decision is not None:
        go_on(after, guest)
    assert after.result is not None
    return after.result.scores[guest]


def go_on(run: Run, guest: int) -> None:
    """Let whoever is asked choose."""
    assert run.decision is not None
    seat = run.decision.seat
    name = "quick" if seat == guest else "rule"
    run.do(make_bot(name, run.game, 1).choose(run.view(seat)))
    be_quiet(run)
