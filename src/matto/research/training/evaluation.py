"""The worth of a network: by held-out labels, by whole deals, and at the arena.

All choices of a position were tried in the same deal; so the difference of two of them is the
gain of one over the other, by the judge that labelled them.

Positions that are labelled come up where the rule of thumb plays. Who plays otherwise comes to
others, where small promises are not always kept: by how much another card has to promise more
is settled by whole deals, and measured in others.

Words are said in the engine, cards are played compiled. Deals that are thrown in count, too:
words settle whether there is anything to play.
"""

from __future__ import annotations

import os
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.layout import MOST_SEATS
from matto.kernel.network import CardNetwork, NetworkDeal, play_deal, workspace_for
from matto.kernel.playouts import FirstLead
from matto.players.bot_readiness import FOLDER
from matto.players.encoding import Encoding, encoding_of
from matto.players.encoding.suits import SuitOrders
from matto.players.learned import Judge, forget_models
from matto.players.learned.model import Figures, Layers, Model, Network, promise_inputs
from matto.players.learned.playouts import card_network_of, suits_of
from matto.players.seeds import derived
from matto.players.simple_bots import RuleBot
from matto.research.arena import FULL, Measurement, contest_of, report_of
from matto.research.arena.contest import has_partners
from matto.research.arena.report import Standing
from matto.research.batch.deals import PLAY
from matto.research.training.labelling import FirstLeads, Labelled, deals_by_rule, orders_of
from matto.research.training.recipe import CARDS, WORDS, TrainingRecipe

NORMAL_95 = 1.96
"""So many standard errors on each side are a 95 % interval."""


class Gain(NamedTuple):
    """The gain of a network over the heuristic policy, in σ a decision or a deal played.

    `positions` are those judged, or the deals.
    """

    positions: int
    mean: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - NORMAL_95 * self.error

    @property
    def high(self) -> float:
        return self.mean + NORMAL_95 * self.error


def gain_of(gains: NDArray[np.float64]) -> Gain:
    return Gain(len(gains), float(gains.mean()), float(gains.std() / np.sqrt(len(gains))))


MARGINS = (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5)
"""By how much, in σ, a choice may have to promise more than that of the rule of thumb."""


class BestMargin(NamedTuple):
    """A kind of question: the margin that brings most, and what is gained with it."""

    margin: float
    gain: Gain


def judged(
    network: Network, labelled: Labelled, encoding: Encoding, sigma: float
) -> Mapping[str, BestMargin]:
    """Return what is gained over the rule of thumb, by the kind of the question."""
    rows = np.arange(len(labelled.values))
    inputs = promise_inputs(labelled.promised)
    found = network.judge_all(labelled.observations, labelled.usual, inputs)[:, :-1]
    found[np.isnan(labelled.values)] = -np.inf
    best = found.argmax(axis=1)
    promised = found[rows, best] - found[rows, labelled.usual]
    brought = labelled.values[rows, best] - labelled.values[rows, labelled.usual]
    asked = labelled.observations[:, encoding.planes["kind"]].argmax(axis=1)
    found_by_kind = {}
    for kind in np.unique(asked).tolist():
        own = asked == kind
        found_by_kind[encoding.kinds[kind]] = _best(
            promised[own], brought[own] / sigma, labelled.deals[own]
        )
    return found_by_kind


def _best(
    promised: NDArray[np.float32], brought: NDArray[np.float32], deals: NDArray[np.int64]
) -> BestMargin:
    found = (
        BestMargin(margin, _gain(np.where(promised > margin, brought, 0.0), deals))
        for margin in MARGINS
    )
    return max(found, key=lambda judged: judged.gain.mean - judged.gain.error)


def _gain(gain: NDArray[np.float32], deals: NDArray[np.int64]) -> Gain:
    """The mean over positions; those of one deal are not independent of each other."""
    _, which = np.unique(deals, return_inverse=True)
    sums = np.bincount(which, gain - gain.mean())
    return Gain(len(gain), float(gain.mean()), float(np.sqrt((sums**2).sum()) / len(gain)))


MARGINS_IN_PLAY = (0.0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.1, 0.15)
"""By how much, in σ, a card may have to promise more than that of the rule of thumb."""

MARGIN_DEALS, GAIN_DEALS = 600, 1400
"""In so many deals the margin is settled, and in so many others the gain is measured."""

CHOICE_DEALS, MARGIN = 2000, 0.01
"""After a round it is chosen in so many deals at most, with this margin, how to go on."""


class PlayedDeals:
    """Deals to whose first lead the rule of thumb has led; networks play them."""

    def __init__(
        self, recipe: TrainingRecipe, orders: SuitOrders, seed: int, deals: int
    ) -> None:
        by_rule = deals_by_rule(recipe, seed)
        self._leads = leads = FirstLeads(by_rule, deals)
        self._played = len(leads.dealt) / by_rule.attempts
        self._suits = suits_of(orders, len(leads.encoding.actions))

    def gain(self, layers: Layers, margin: float, sigma: float, slots: range) -> Gain:
        """Return what a network gains in some of them in σ a deal, counting those thrown in."""
        card_network = card_network_of(layers, self._leads.encoding, margin)
        return gain_of(self._played * self._gains(card_network, slots) / sigma)

    def _gains(self, card_network: CardNetwork, slots: range) -> np.ndarray:
        """Return the gain of one seat over the rule of thumb in each deal."""
        leads = self._leads
        work = workspace_for(leads.encoding.shape[0], len(leads.encoding.cards), card_network)
        seats = leads.encoding.game.seats
        paid, own = np.zeros((seats + 1, MOST_SEATS), np.int64), np.arange(seats)
        gains = []
        for slot in slots:
            paid[:] = 0
            dealt: FirstLead = leads.dealt[slot]
            deal = NetworkDeal(
                dealt, leads.seen, slot, leads.writing, self._suits, card_network
            )
            for guest, row in enumerate(paid):  # the rule of thumb alone comes last
                play_deal(deal, work, 1 << guest, row)
            gains.append((paid[own, own] - paid[seats, own]).mean())
        return np.array(gains)


def best_margin_in_play(
    recipe: TrainingRecipe, orders: SuitOrders, layers: Layers, sigma: float
) -> BestMargin:
    """Settle the margin of a network for cards, and measure its gain in σ a deal."""
    every = MARGIN_DEALS + GAIN_DEALS
    deals = PlayedDeals(recipe, orders, derived(recipe.seed, "played"), every)
    settled = {
        margin: deals.gain(layers, margin, sigma, range(MARGIN_DEALS))
        for margin in MARGINS_IN_PLAY
    }
    best = max(settled, key=lambda margin: settled[margin].low)
    return BestMargin(best, deals.gain(layers, best, sigma, range(MARGIN_DEALS, every)))


def better_by_play(
    recipe: TrainingRecipe, orders: SuitOrders, tried: Sequence[Layers], number: int
) -> Layers:
    """Return the network that gains most in deals of its own, before the round `number`."""
    deals = min(CHOICE_DEALS, recipe.again_deals)
    played = PlayedDeals(recipe, orders, derived(recipe.seed, "chosen", number), deals)
    return max(tried, key=lambda one: played.gain(one, MARGIN, 1.0, range(deals)).mean)


DEALS = 1400
"""So many deals are played. None of them is used for anything else."""

THROW_IN_DEALS = 1000
"""In so many other deals it is seen how many are thrown in."""

MOST_THROWN_IN = 0.1
"""Nobody would stay where such a part more of all deals is thrown in: so nobody speaks."""

HIGHER_MARGINS = (0.15, 0.3)
"""By so many σ a word has to promise more, where it is tried whether fewer words win more."""

Margins = Mapping[str, float]
"""By how much, in σ, a word of a kind must promise more than that of the rule of thumb."""

Reals = NDArray[np.float64]

NOBODY = -1


class ModelSeating(NamedTuple):
    """A deal whose words are said, with the model in a seat or `NOBODY`."""

    guest: int
    run: Run


class DealsAtFirstCard(NamedTuple):
    """Deals at their first card, by number."""

    game: Game
    options: Options
    runs: Sequence[Run]

    def run_of(self, number: int) -> Run:
        return self.runs[number]


def gain_in_whole_deals(
    recipe: TrainingRecipe, model: Model, sigma: float, first: int = 0
) -> Gain:
    """Return what a model gains in σ a deal that speaks and plays in one seat, the mean of all.

    `first` is the number of the first deal that is played.
    """
    numbers = range(first, first + DEALS)
    sittings = [
        sitting for number in numbers for sitting in _model_seatings(recipe, model, number)
    ]
    game, _ = recipe.found_game()
    paid = np.reshape(
        _paid_in_each(recipe, model, sittings), (DEALS, game.seats + 1, MOST_SEATS)
    )
    own = np.arange(game.seats)
    return gain_of((paid[:, own + 1, own] - paid[:, 0, own]).mean(axis=1) / sigma)


def _model_seatings(
    recipe: TrainingRecipe, model: Model, number: int
) -> Iterator[ModelSeating]:
    """Say the words of a deal, first with nobody; who says the same comes to the same run."""
    game, options = recipe.found_game()
    judge = Judge(model, encoding_of(game, options))
    by_rule = _run_at_first_card(recipe, judge, number, ())
    yield ModelSeating(NOBODY, by_rule)
    for guest in range(game.seats):
        run = _run_at_first_card(recipe, judge, number, (guest,))
        yield ModelSeating(guest, by_rule if run.actions == by_rule.actions else run)


def worth_saying(recipe: TrainingRecipe, model: Model, sigma: float) -> Margins:
    """Return the margins of words by which a model wins most; none if silence wins as much.

    All its words, each kind of them alone, and only those that promise much are tried in whole
    deals, others than those by which it is judged in the end.
    """

    def gain(margins: Margins) -> float:
        return gain_in_whole_deals(
            recipe, with_word_margins(model, margins), sigma, DEALS + THROW_IN_DEALS
        ).mean

    said = model.about.networks[WORDS].margins
    found = [
        margins
        for margins in _fewer_words(said)
        if not throws_in_too_often(recipe, model, margins)
    ]
    return max([{}, *found], key=gain)


def _fewer_words(said: Margins) -> Sequence[Margins]:
    """All of some words, each kind alone, and the same where they promise much."""
    chosen = [dict(said), *({kind: said[kind]} for kind in said if len(said) > 1)]
    surer = [
        {kind: max(least, margin) for kind, margin in margins.items()}
        for margins in chosen
        for least in HIGHER_MARGINS
    ]
    return [*chosen, *(margins for margins in surer if margins not in chosen)]


def with_word_margins(model: Model, margins: Margins) -> Model:
    """Return a model that answers with words by these margins only."""
    others = {kind: of for kind, of in model.about.networks.items() if kind != WORDS}
    if margins:
        shape = msgspec.structs.replace(model.about.networks[WORDS], margins=margins)
        others[WORDS] = shape
    about = msgspec.structs.replace(model.about, networks=others)
    return Model(about, {name: model.networks[name] for name in others})


def throws_in_too_often(recipe: TrainingRecipe, model: Model, margins: Margins) -> bool:
    by_rule, by_model = thrown_in(recipe, with_word_margins(model, margins))
    return gain_of(by_model - by_rule).high > MOST_THROWN_IN


def thrown_in(recipe: TrainingRecipe, model: Model) -> tuple[Reals, Reals]:
    """Return whether deals come to no card (1 or 0) if all speak by the rule, or by a model."""
    game, options = recipe.found_game()
    judge = Judge(model, encoding_of(game, options))
    by_rule, by_model = (
        np.array(
            [
                _run_at_first_card(recipe, judge, number, guests).decision is None
                for number in range(DEALS, DEALS + THROW_IN_DEALS)
            ],
            float,
        )
        for guests in ((), range(game.seats))
    )
    return by_rule, by_model


def _run_at_first_card(
    recipe: TrainingRecipe, judge: Judge, number: int, guests: Collection[int]
) -> Run:
    game, options = recipe.found_game()
    seed = random.Random(derived(recipe.seed, "whole", number))
    run = Run.shuffled(game, seed=seed, dealer=number % game.seats, options=options)
    rules = [
        RuleBot(game, derived(recipe.seed, "whole words", number, seat))
        for seat in range(game.seats)
    ]
    while (asked := run.decision) is not None and asked.kind != PLAY:
        view, rule = run.view(asked.seat), rules[asked.seat]
        run.do(_chosen_word(judge, view, rule) if asked.seat in guests else rule.choose(view))
    return run


def _chosen_word(judge: Judge, view: View, rule: RuleBot) -> str:
    known = len(view.asked.options) > 1 and judge.why_untrained(view, view.asked.kind) is None
    return judge.choice(view, rule) if known else rule.choose(view)


def _paid_in_each(
    recipe: TrainingRecipe, model: Model, sittings: Sequence[ModelSeating]
) -> np.ndarray:
    """Return what all seats are paid in each deal: `[sittings, MOST_SEATS]`."""
    paid = np.zeros((len(sittings), MOST_SEATS), np.int64)
    runs = {id(run): run for _, run in sittings if run.result is None}
    slots = {key: slot for slot, key in enumerate(runs)}
    game, options = recipe.found_game()
    leads = FirstLeads(DealsAtFirstCard(game, options, list(runs.values())), len(runs))
    network, encoding = model.networks[CARDS], leads.encoding
    (margin,) = model.about.networks[CARDS].margins.values()
    card_network = card_network_of(Layers(network.layers, network.shared), encoding, margin)
    suits = suits_of(orders_of(recipe), len(encoding.actions))
    work = workspace_for(encoding.shape[0], len(encoding.cards), card_network)
    for row, (guest, run) in zip(paid, sittings, strict=True):
        if run.result is not None:
            row[: game.seats] = run.result.scores
        else:
            slot = slots[id(run)]
            dealt: FirstLead = leads.dealt[slot]
            deal = NetworkDeal(dealt, leads.seen, slot, leads.writing, suits, card_network)
            play_deal(deal, work, 0 if guest == NOBODY else 1 << guest, row)
    return paid


REFERENCE = "rule"


def arena_figures(recipe: TrainingRecipe, folder: Path, deals: int) -> tuple[Figures, ...]:
    """Let `quick` sit among players by the rule of thumb, with the model of a folder."""
    game, options = recipe.found_game()
    seed = derived(recipe.seed, "judged") >> 1
    together = has_partners(game, options)
    contest = contest_of(
        game, options, ("quick", REFERENCE), seed=seed, strata=(FULL,), together=together
    )
    measured = Measurement(contest)
    with use_models_in(folder):
        for _ in measured.run(deals):
            pass
    (stratum,) = report_of(measured, deals).strata
    (standing,) = stratum.standings
    return _figures(standing, deals, seed)


def _figures(standing: Standing, deals: int, seed: int) -> tuple[Figures, ...]:
    found = standing.sigmas
    if found is None or found.low is None or found.high is None:
        return ()
    return (Figures(REFERENCE, FULL, deals, seed, found.mean, found.low, found.high),)


@contextmanager
def use_models_in(folder: Path) -> Iterator[None]:
    """Have models of a folder used in this process for a while."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    forget_models()
    try:
        yield
    finally:
        del os.environ[FOLDER]
        if before is not None:
            os.environ[FOLDER] = before
        forget_models()
