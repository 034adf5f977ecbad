"""Labelling positions: what a seat saw, and what each choice would have brought.

After the choice all seats speak, lay away and play by the rule of thumb, each by what it sees
itself: a bid that is judged with open cards is misjudged.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import CODES, NUMBER
from matto.engine.events import SAY, Decision
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.heuristic import scales_of
from matto.kernel.layout import Plan
from matto.kernel.network import NetworkDeal, Workspace, workspace_for
from matto.kernel.network_playouts import label_again
from matto.kernel.playouts import OUT_OF, FirstLead, Labels, label_deal
from matto.kernel.primitives import rng_from
from matto.players.encoding import Encoding, encoding_of
from matto.players.encoding.suits import SuitOrders
from matto.players.kernel_positions import PLAY, advised_plan
from matto.players.learned.model import Layers
from matto.players.learned.playouts import card_network_of, suits_of
from matto.players.playouts import scores_by_rule
from matto.players.seeds import derived
from matto.players.simple_bots import Advisor, RuleBot, view_with_options
from matto.research.batch.deals import Deals, NumberedDeals, PreparedDeals
from matto.research.training.recipe import CARDS, WORDS, TrainingRecipe

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class Labelled(NamedTuple):
    """Some positions, one a row.

    `observations`: `[m, length]`. `values`: `[m, actions]`, what a choice has brought the seat
    in the smallest unit, NaN where it was not tried. `promised`: `[m, actions]`, what the rule
    of thumb weighs a card by, NaN for all else. `usual`: `[m]`, what it would choose. `deals`:
    `[m]`, of which deal each is.
    """

    observations: Bytes
    values: Floats
    promised: Floats
    usual: Integers
    deals: Integers


class AdvisedDeals:
    """Deals at their first card; keeps the plans by which the rule of thumb plays them."""

    def __init__(self, deals: Deals) -> None:
        self.game = deals.game
        self.options = deals.options
        self.plans: dict[int, Plan] = {}
        self._deals = deals

    def run_of(self, number: int) -> Run:
        run = self._deals.run_of(number)
        self.plans[number] = advised_plan(run)
        return run


class FirstLeads:
    """The first of some deals at their first lead, prepared for compiled play."""

    def __init__(self, deals: Deals, size: int) -> None:
        advised = AdvisedDeals(deals)
        self.encoding = encoding_of(deals.game, deals.options)
        prepared = PreparedDeals(advised, self.encoding, size)
        prepared.slot_of(np.arange(size))
        slots = prepared.slots
        self.seen = slots.seen
        self.writing = prepared.writing
        self.dealt = [
            FirstLead(slots.states[slot], plan, scales_of(plan), slots.stocks[slot])
            for slot, plan in sorted(advised.plans.items())
        ]


def deals_by_rule(recipe: TrainingRecipe, seed: int) -> NumberedDeals:
    """Deals whose words the rule of thumb says; those that come to no card are left out."""
    game, options = recipe.found_game()
    return NumberedDeals(game, options, seed, "rule", first_card=True)


def label_cards(recipe: TrainingRecipe, shard: int) -> Labelled:
    numbers = recipe.deals_of(CARDS, shard)
    deals = deals_by_rule(recipe, derived(recipe.seed, CARDS, shard))
    leads = FirstLeads(deals, len(numbers))
    found = [_labelled(recipe, leads, slot, number) for slot, number in enumerate(numbers)]
    return labelled_of(leads.encoding, numbers, found)


def labelled_of(
    encoding: Encoding, numbers: Sequence[int], found: Sequence[Labels]
) -> Labelled:
    """Put the labels of deals of some numbers together."""
    rows = sum(len(labels.values) for labels in found)
    shape, cards = (rows, len(encoding.actions)), slice(len(encoding.cards))
    values, promised = (np.full(shape, np.nan, np.float32) for _ in range(2))
    values[:, cards] = np.concatenate([labels.values for labels in found])
    promised[:, cards] = np.concatenate([labels.promised for labels in found])
    observations = np.concatenate([labels.observations for labels in found])
    usual = np.concatenate([labels.usual for labels in found])
    return Labelled(observations, values, promised, usual, _numbered(numbers, found))


def _numbered(numbers: Sequence[int], found: Sequence[Labels]) -> np.ndarray:
    return np.repeat(np.array(numbers), [len(labels.values) for labels in found])


def _labelled(recipe: TrainingRecipe, leads: FirstLeads, slot: int, number: int) -> Labels:
    labels = _room_for(len(CODES), leads.encoding.shape[0], len(leads.encoding.cards))
    rng = rng_from(derived(recipe.seed, "chance", number))
    chance = round(recipe.chance * OUT_OF) * (number % 2)
    dealt = leads.dealt[slot]
    filled = label_deal(dealt, leads.seen, slot, leads.writing, chance, rng, labels)
    return Labels._make(column[:filled] for column in labels)


def _room_for(rows: int, length: int, columns: int) -> Labels:
    """Make room for labels of so many observations of a length, with columns for cards."""
    return Labels(
        np.empty((rows, length), np.uint8),
        np.empty((rows, columns), np.float32),
        np.empty((rows, columns), np.float32),
        np.empty(rows, np.int64),
    )


QUESTIONS_A_DEAL = 3
"""So many questions of a deal are labelled at most, of different kinds if there are."""

FAVOURITES, OTHERS = 4, 2
"""Of more choices than these together, those that rules would take, and some by chance."""


class TriedChoices:
    """The choices tried at one question: what each has brought the seat."""

    def __init__(self, run: Run, rule: Advisor, rng: random.Random) -> None:
        assert run.decision is not None
        self.asked = run.decision
        self.view = run.view(self.asked.seat)
        self.usual = rule(self.view)
        self.values = {
            choice: scores_by_rule(run_after(run, choice), rule)[self.asked.seat]
            for choice in choices_to_try(self.asked, rule, self.view, rng)
        }


def label_words(recipe: TrainingRecipe, shard: int) -> Labelled:
    game, options = recipe.found_game()
    found, numbers = list[TriedChoices](), list[int]()
    for number in recipe.deals_of(WORDS, shard):
        rng = random.Random(derived(recipe.seed, WORDS, number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        rule = RuleBot(game, rng.random().hex()).choose
        asked = questions(run, rule, recipe.chance, rng)
        found += [TriedChoices(moment, rule, rng) for moment in asked]
        numbers += [number] * len(asked)
    return _labelled_choices(encoding_of(game, options), found, numbers)


def questions(run: Run, rule: Advisor, chance: float, rng: random.Random) -> list[Run]:
    """Play a deal up to its first card, here and there by chance; gives some questions."""
    found: dict[str, list[int]] = {}
    while (asked := run.decision) is not None and asked.kind != PLAY:
        if len(asked.options) > 1 and asked.kind != SAY:
            found.setdefault(asked.kind, []).append(run.done)
        by_chance = rng.random() < chance
        run.do(rng.choice(asked.options) if by_chance else rule(run.view(asked.seat)))
    places = [rng.choice(of_kind) for of_kind in found.values()]
    spare = [place for of_kind in found.values() for place in of_kind if place not in places]
    rng.shuffle(places)
    rng.shuffle(spare)
    return [run.fork(place) for place in (*places, *spare)[:QUESTIONS_A_DEAL]]


def choices_to_try(
    asked: Decision, rule: Advisor, view: View, rng: random.Random
) -> Sequence[str]:
    """The choices that are tried: all, or likely ones and some by chance."""
    if len(asked.options) <= FAVOURITES + OTHERS:
        return asked.options
    likely = favourites(view, asked, FAVOURITES, rule)
    left = [choice for choice in asked.options if choice not in likely]
    return (*likely, *rng.sample(left, OTHERS))


def favourites(view: View, decision: Decision, most: int, advisor: Advisor) -> tuple[str, ...]:
    """The choices to think about, at most so many, in the order of the rule of thumb.

    Where words and cards stand side by side, both are among them.
    """
    words = [option for option in decision.options if option not in NUMBER]
    cards = [option for option in decision.options if option in NUMBER]
    first = advisor(view)
    few = _best_first(view, words, min(len(words), most // 2 if cards else most), advisor)
    rest = _best_first(view, cards, min(len(cards), most - len(few)), advisor)
    both = (*few, *rest)
    return (first, *(choice for choice in both if choice != first))[:most]


def _best_first(
    view: View, options: Sequence[str], most: int, advisor: Advisor
) -> tuple[str, ...]:
    left, ordered = list(options), list[str]()
    while left and len(ordered) < most:
        best = advisor(view_with_options(view, left)) if len(left) > 1 else left[0]
        ordered.append(best)
        left.remove(best)
    return tuple(ordered)


def run_after(run: Run, choice: str) -> Run:
    ahead = run.fork()
    ahead.do(choice)
    return ahead


def _labelled_choices(
    encoding: Encoding, found: Sequence[TriedChoices], deals: Sequence[int]
) -> Labelled:
    shape = len(found), len(encoding.actions)
    values = np.full(shape, np.nan, np.float32)
    observations = np.empty((len(found), encoding.shape[0]), np.uint8)
    usual = np.empty(len(found), np.int64)
    for row, tried in enumerate(found):
        encoding.observe(tried.view, observations[row])
        usual[row] = encoding.number(tried.asked, tried.usual)
        for choice, value in tried.values.items():
            values[row, encoding.number(tried.asked, choice)] = value
    promised = np.full(shape, np.nan, np.float32)
    return Labelled(observations, values, promised, usual, np.array(deals, np.int64))


SIGMA_DEALS = 400


def sigma_of(recipe: TrainingRecipe) -> float:
    """Play deals by the rule of thumb; gives the root of the mean square of a result."""
    game, options = recipe.found_game()
    squares = []
    for number in range(SIGMA_DEALS):
        rng = random.Random(derived(recipe.seed, "sigma", number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        rule = RuleBot(game, rng.random().hex()).choose
        squares.append(np.mean(np.square(scores_by_rule(run, rule))))
    return float(np.sqrt(np.mean(squares))) or 1.0


_orders: dict[str, SuitOrders] = {}
"""Found out once a process: by all that they depend on."""


def orders_of(recipe: TrainingRecipe) -> SuitOrders:
    """The orders of alike suits, in which positions are packed."""
    key = f"{recipe.game} {sorted(recipe.options.items())}"
    if key not in _orders:
        game, options = recipe.found_game()
        encoding = encoding_of(game, options)
        _orders[key] = SuitOrders(game, options, encoding.names, encoding.actions)
    return _orders[key]


MARGIN = 0.03
"""By so many σ a card must promise more than that of the rule of thumb to be played."""

NEAR_BEST = 0.05
"""Cards that promise so much less than the best, in σ, are not tried."""

MOST = 64
"""More choices than that nobody has in a deal."""


def label_cards_again(
    recipe: TrainingRecipe, layers: Layers, number: int, shard: int
) -> Labelled:
    """Label the choices of a network in each seat of a shard's deals, in a round."""
    deals = recipe.deals_of("again", shard)
    dealt_by = deals_by_rule(recipe, derived(recipe.seed, "again", number, shard))
    leads = FirstLeads(dealt_by, len(deals))
    encoding = leads.encoding
    suits = suits_of(orders_of(recipe), len(encoding.actions))
    card_network = card_network_of(layers, encoding, MARGIN)
    room, other = (
        workspace_for(encoding.shape[0], len(encoding.cards), card_network) for _ in range(2)
    )
    found: list[Labels] = []
    for slot, dealt in enumerate(leads.dealt):
        deal = NetworkDeal(dealt, leads.seen, slot, leads.writing, suits, card_network)
        found += (_labels(deal, room, other, guest) for guest in range(encoding.game.seats))
    numbers = np.repeat(np.array(deals), encoding.game.seats)
    return labelled_of(encoding, numbers.tolist(), found)


def _labels(deal: NetworkDeal, room: Workspace, other: Workspace, guest: int) -> Labels:
    labels = _room_for(MOST, len(room.row), len(room.promised))
    filled = label_again(deal, room, other, guest, NEAR_BEST, labels)
    return Labels._make(column[:filled].copy() for column in labels)
