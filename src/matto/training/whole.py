"""Whole deals in which a model speaks and plays: what it gains over the rule of thumb.

Words are said in the engine, cards are played compiled. Deals that are thrown in count, too:
words settle whether there is anything to play.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from matto.batch.deals import PLAY
from matto.encoding import encoding_of
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.labels import FirstLead
from matto.kernel.layout import MOST_SEATS
from matto.kernel.learned import Seated, play_deal, room_for
from matto.players.learned.compiled import judging_of, suits_of
from matto.players.learned.model import Layers, Model
from matto.players.learned.quick import Judge
from matto.players.rule import RuleBot
from matto.players.seeds import derived
from matto.training.cards import FirstLeads
from matto.training.judging import Gain, gain_of
from matto.training.recipe import CARDS, WORDS, TrainingRecipe
from matto.training.shards import orders_of

DEALS = 1400
"""So many deals are played. None of them is used for anything else."""

ASKED = 1000
"""In so many other deals it is seen how many are thrown in."""

TOO_MANY = 0.1
"""Nobody would stay where such a part more of all deals is thrown in: so nobody speaks."""

SURER = (0.15, 0.3)
"""By so many σ a word has to promise more, where it is tried whether fewer words win more."""

Margins = Mapping[str, float]
"""By how much, in σ, a word of a kind must promise more than that of the rule of thumb."""

Reals = NDArray[np.float64]

NOBODY = -1


class Sitting(NamedTuple):
    """A deal whose words are said, with the model in a seat or `NOBODY`."""

    guest: int
    run: Run


class Spoken(NamedTuple):
    """Deals at their first card, by number."""

    game: Game
    options: Options
    runs: Sequence[Run]

    def begun(self, number: int) -> Run:
        """Give one of them."""
        return self.runs[number]


def judged_whole(recipe: TrainingRecipe, model: Model, sigma: float, first: int = 0) -> Gain:
    """What a model gains in σ a deal that speaks and plays in one seat, the mean of all.

    `first` is the number of the first deal that is played.
    """
    numbers = range(first, first + DEALS)
    sittings = [sitting for number in numbers for sitting in _sittings(recipe, model, number)]
    game, _ = recipe.found_game()
    paid = np.reshape(_played(recipe, model, sittings), (DEALS, game.seats + 1, MOST_SEATS))
    own = np.arange(game.seats)
    return gain_of((paid[:, own + 1, own] - paid[:, 0, own]).mean(axis=1) / sigma)


def _sittings(recipe: TrainingRecipe, model: Model, number: int) -> Iterator[Sitting]:
    """Say the words of a deal, first with nobody; who says the same comes to the same run."""
    game, options = recipe.found_game()
    judge = Judge(model, encoding_of(game, options))
    by_rule = _spoken(recipe, judge, number, ())
    yield Sitting(NOBODY, by_rule)
    for guest in range(game.seats):
        run = _spoken(recipe, judge, number, (guest,))
        yield Sitting(guest, by_rule if run.actions == by_rule.actions else run)


def worth_saying(recipe: TrainingRecipe, model: Model, sigma: float) -> Margins:
    """Give the margins of words by which a model wins most; none if it wins as much by silence.

    All its words, each kind of them alone, and only those that promise much are tried in whole
    deals, others than those by which it is judged in the end.
    """

    def gain(margins: Margins) -> float:
        return judged_whole(recipe, saying(model, margins), sigma, DEALS + ASKED).mean

    said = model.about.networks[WORDS].margins
    found = [margins for margins in _less_of(said) if not empties(recipe, model, margins)]
    return max([{}, *found], key=gain)


def _less_of(said: Margins) -> Sequence[Margins]:
    """All of some words, each kind alone, and the same where they promise much."""
    chosen = [dict(said), *({kind: said[kind]} for kind in said if len(said) > 1)]
    surer = [
        {kind: max(least, margin) for kind, margin in margins.items()}
        for margins in chosen
        for least in SURER
    ]
    return [*chosen, *(margins for margins in surer if margins not in chosen)]


def saying(model: Model, margins: Margins) -> Model:
    """Give a model that answers with words by these margins only."""
    others = {kind: of for kind, of in model.about.networks.items() if kind != WORDS}
    if margins:
        shape = msgspec.structs.replace(model.about.networks[WORDS], margins=margins)
        others[WORDS] = shape
    about = msgspec.structs.replace(model.about, networks=others)
    return Model(about, {name: model.networks[name] for name in others})


def empties(recipe: TrainingRecipe, model: Model, margins: Margins) -> bool:
    """Tell whether many more deals may be thrown in if all speak by some margins."""
    by_rule, by_model = thrown_in(recipe, saying(model, margins))
    return gain_of(by_model - by_rule).high > TOO_MANY


def thrown_in(recipe: TrainingRecipe, model: Model) -> tuple[Reals, Reals]:
    """Which deals come to no card (1, else 0) if all speak by the rule, and if by a model."""
    game, options = recipe.found_game()
    judge = Judge(model, encoding_of(game, options))
    by_rule, by_model = (
        np.array(
            [
                _spoken(recipe, judge, number, guests).decision is None
                for number in range(DEALS, DEALS + ASKED)
            ],
            float,
        )
        for guests in ((), range(game.seats))
    )
    return by_rule, by_model


def _spoken(recipe: TrainingRecipe, judge: Judge, number: int, guests: Collection[int]) -> Run:
    game, options = recipe.found_game()
    seed = random.Random(derived(recipe.seed, "whole", number))
    run = Run.shuffled(game, seed=seed, dealer=number % game.seats, options=options)
    rules = [
        RuleBot(game, derived(recipe.seed, "whole words", number, seat))
        for seat in range(game.seats)
    ]
    while (asked := run.decision) is not None and asked.kind != PLAY:
        view, rule = run.view(asked.seat), rules[asked.seat]
        run.do(_word(judge, view, rule) if asked.seat in guests else rule.choose(view))
    return run


def _word(judge: Judge, view: View, rule: RuleBot) -> str:
    known = len(view.asked.options) > 1 and judge.unknown(view) is None
    return judge.choice(view, rule) if known else rule.choose(view)


def _played(recipe: TrainingRecipe, model: Model, sittings: Sequence[Sitting]) -> np.ndarray:
    """What all seats are paid in each deal: `[sittings, MOST_SEATS]`."""
    paid = np.zeros((len(sittings), MOST_SEATS), np.int64)
    runs = {id(run): run for _, run in sittings if run.result is None}
    slots = {key: slot for slot, key in enumerate(runs)}
    game, options = recipe.found_game()
    leads = FirstLeads(Spoken(game, options, list(runs.values())), len(runs))
    network, encoding = model.networks[CARDS], leads.encoding
    (margin,) = model.about.networks[CARDS].margins.values()
    judging = judging_of(Layers(network.layers, network.shared), encoding, margin)
    suits = suits_of(orders_of(recipe), len(encoding.actions))
    room = room_for(encoding.shape[0], len(encoding.cards), judging)
    for row, (guest, run) in zip(paid, sittings, strict=True):
        if run.result is not None:
            row[: game.seats] = run.result.scores
        else:
            slot = slots[id(run)]
            dealt: FirstLead = leads.dealt[slot]
            seated = Seated(dealt, leads.seen, slot, leads.writing, suits, judging)
            play_deal(seated, room, 0 if guest == NOBODY else 1 << guest, row)
    return paid
