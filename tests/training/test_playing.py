"""Compiled deals with a network, labels, whole deals: all as the engine and `quick` have it."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from helpers import decision_of, result_of
from matto.cli.train import deals_in_a_round
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel.layout import MOST_SEATS
from matto.kernel.network import NetworkDeal, play_deal, workspace_for
from matto.kernel.playouts import FirstLead
from matto.players import make_bot
from matto.players.bot_readiness import FOLDER
from matto.players.encoding import encoding_of
from matto.players.learned import forget_models
from matto.players.learned.model import (
    WEIGHTS,
    Layers,
    Model,
    as_read_back,
    model_of,
    read_model,
)
from matto.players.learned.playouts import card_network_of, suits_of
from matto.players.playouts import scores_by_rule
from matto.players.seeds import derived
from matto.players.simple_bots import RuleBot
from matto.research.batch.deals import PLAY, NumberedDeals, be_quiet
from matto.research.dataset.deals import values_in_the_deal
from matto.research.training import TrainingRecipe, evaluation, labelling, recipe_of
from matto.research.training.evaluation import Gain, better_by_play, gain_of
from matto.research.training.labelling import (
    FirstLeads,
    Labelled,
    deals_by_rule,
    label_cards,
    label_words,
    orders_of,
)
from matto.research.training.recipe import CARDS, WORDS
from matto.research.training.shards import concatenated, pack_positions
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
    layers = as_read_back(layers_of(about_of(encoding), "cards"))
    leads = FirstLeads(deals_by_rule(recipe, seed), DEALS)
    deals = NumberedDeals(game, game.resolve(), seed, "rule", first_card=True)
    network = card_network_of(layers, encoding, MARGIN)
    suits = suits_of(orders, len(encoding.actions))
    room = workspace_for(encoding.shape[0], len(encoding.cards), network)
    differ = 0
    for number in range(DEALS):
        paid = np.zeros((game.seats + 1, MOST_SEATS), np.int64)
        dealt: FirstLead = leads.dealt[number]
        seated = NetworkDeal(dealt, leads.seen, number, leads.writing, suits, network)
        for guest in range(game.seats + 1):
            play_deal(seated, room, 1 << guest, paid[guest])
            run = deals.run_of(number)
            bots = [
                make_bot("quick" if seat == guest else "rule", game, 1)
                for seat in range(game.seats)
            ]
            while run.decision is not None:
                run.do(bots[run.decision.seat].choose(run.view(run.decision.seat)))
                be_quiet(run)
            assert paid[guest, : game.seats].tolist() == list(result_of(run).scores)
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
    monkeypatch.setattr(labelling, "NEAR_BEST", 2.0)
    written(tmp_path, game, margin=labelling.MARGIN, alike=orders.alike)
    forget_models()
    layers = as_read_back(layers_of(about_of(encoding), "cards"))
    labelled = labelling.label_cards_again(recipe, layers, 1, 0)
    seed = derived(recipe.seed, "again", 1, 0)
    deals = NumberedDeals(game, game.resolve(), seed, "rule", first_card=True)
    row = untried = 0
    for guest in range(game.seats):
        run = deals.run_of(0)
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
    return result_of(after).scores[guest]


def go_on(run: Run, guest: int) -> None:
    """Let whoever is asked choose."""
    seat = decision_of(run).seat
    name = "quick" if seat == guest else "rule"
    run.do(make_bot(name, run.game, 1).choose(run.view(seat)))
    be_quiet(run)


# -- what is tried brought what the deal would have brought, seen as the engine sees -----


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
    run = deals.run_of(0)  # of an even number, in which nothing is played by chance
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
    both = pack_positions(cards, orders)
    twice = concatenated([both, both])
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


# -- it gains what it gains in the engine, and nobody throws all in ----------------------

WHOLE_DEALS = 6


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
    return tuple(result_of(run).scores)


@pytest.mark.parametrize("game_id", ["calatafimi-3", "tortorici-3"])
def test_a_model_gains_in_whole_deals_what_it_gains_in_the_engine(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(game_id)
    monkeypatch.setattr(evaluation, "DEALS", WHOLE_DEALS)
    gain = evaluation.gain_in_whole_deals(recipe_of(game, game.resolve()), model_for(game), 1.0)
    in_engine = [
        [
            scores(game, number, seat)[seat] - scores(game, number, -1)[seat]
            for seat in range(game.seats)
        ]
        for number in range(WHOLE_DEALS)
    ]
    assert gain.positions == WHOLE_DEALS
    assert gain.mean == pytest.approx(np.mean(in_engine))
    assert np.any(in_engine)


def test_the_model_has_no_tenth_more_of_all_deals_thrown_in_where_that_is_easy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evaluation, "THROW_IN_DEALS", 400)
    game = find_game("tortorici-4")
    model, recipe = model_for(game), recipe_of(game, game.resolve())
    by_rule, by_model = evaluation.thrown_in(recipe, model)
    assert 0.1 < by_rule.mean() < 0.6
    assert gain_of(by_model - by_rule).high <= evaluation.MOST_THROWN_IN
    assert evaluation.throws_in_too_often(recipe, model, {"declare": 0.04})


SAID = {"announce": 0.0, "bid": 0.15}


def speaking(game: Game) -> Model:
    """A model with two kinds of words."""
    return evaluation.with_word_margins(model_for(game), SAID)


def deals(thrown_in: int) -> evaluation.Reals:
    """A hundred deals, of which so many are thrown in."""
    return np.repeat([1.0, 0.0], [thrown_in, 100 - thrown_in])


@pytest.mark.parametrize(
    ("by_model", "empties"), [(20, False), (24, False), (28, True), (90, True)]
)
def test_words_by_which_a_tenth_more_of_all_deals_may_be_thrown_in_empty_the_table(
    by_model: int, monkeypatch: pytest.MonkeyPatch, *, empties: bool
) -> None:
    game = find_game("mineo-4")
    monkeypatch.setattr(evaluation, "thrown_in", lambda *_of: (deals(20), deals(by_model)))
    assert (
        evaluation.throws_in_too_often(recipe_of(game, game.resolve()), speaking(game), SAID)
        == empties
    )


def margins_of(model: Model) -> evaluation.Margins:
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
    worth: evaluation.Margins,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("mineo-4")
    unseen = []

    def judged(_recipe: object, model: Model, _sigma: float, first: int) -> Gain:
        unseen.append(first)
        return Gain(1400, gains.get(" ".join(sorted(margins_of(model))), 0.4), 0.01)

    def thrown_in(_recipe: object, model: Model) -> tuple[evaluation.Reals, evaluation.Reals]:
        empties = emptying and emptying in margins_of(model)
        return deals(20), deals(90 if empties else 20)

    monkeypatch.setattr(evaluation, "gain_in_whole_deals", judged)
    monkeypatch.setattr(evaluation, "thrown_in", thrown_in)
    found = evaluation.worth_saying(recipe_of(game, game.resolve()), speaking(game), 1.0)
    assert found == worth
    assert set(unseen) == {evaluation.DEALS + evaluation.THROW_IN_DEALS}


def test_what_promises_little_is_left_unsaid_where_that_wins_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("mineo-4")

    def judged(_recipe: object, model: Model, _sigma: float, _first: int) -> Gain:
        return Gain(1400, sum(margins_of(model).values()), 0.01)

    monkeypatch.setattr(evaluation, "gain_in_whole_deals", judged)
    monkeypatch.setattr(evaluation, "thrown_in", lambda *_of: (deals(0), deals(0)))
    found = evaluation.worth_saying(recipe_of(game, game.resolve()), speaking(game), 1.0)
    assert found == {"announce": 0.3, "bid": 0.3}


def test_without_its_words_a_model_says_what_the_rule_of_thumb_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evaluation, "THROW_IN_DEALS", 100)
    game = find_game("mineo-4")
    recipe, model = recipe_of(game, game.resolve()), model_for(game)
    silent = evaluation.with_word_margins(model, {})
    assert (WORDS in model.networks, WORDS in silent.networks) == (True, False)
    by_rule, by_model = evaluation.thrown_in(recipe, silent)
    assert by_rule.tolist() == by_model.tolist()
    assert evaluation.with_word_margins(model, {"bid": 0.5}).about.networks[WORDS].margins == {
        "bid": 0.5
    }


@pytest.mark.parametrize(
    ("deals", "given", "made"),
    [(20_000, None, 4_000), (300, None, 300), (0, None, 4_000), (300, 1_000, 1_000)],
)
def test_a_round_has_no_more_deals_than_the_training_unless_they_are_asked_for(
    deals: int, given: int | None, made: int
) -> None:
    assert deals_in_a_round(deals, given) == made
