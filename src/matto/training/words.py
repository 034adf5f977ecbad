"""Labels for words and for cards laid away: each is tried, and the deal is played on.

After the choice all seats speak, lay away and play by the rule of thumb, each by what it sees
itself: a bid that is judged with open cards is misjudged.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from matto.encoding import Encoding, encoding_of
from matto.engine.events import Decision
from matto.engine.run import SAY, Run
from matto.engine.view import View
from matto.players.continuation import scores_by_rule
from matto.players.ranking import Advisor, favourites
from matto.players.rule import RuleBot
from matto.players.seeds import derived
from matto.players.talk_replay import PLAY
from matto.training.labelled import Labelled
from matto.training.recipe import WORDS, TrainingRecipe

ASKED = 3
"""So many questions of a deal are labelled at most, of different kinds if there are."""

FAVOURITES, OTHERS = 4, 2
"""Of more choices than these together, those that rules would take, and some by chance."""


class Tried:
    """The choices tried at one question: what each has brought the seat."""

    def __init__(self, run: Run, rule: Advisor, rng: random.Random) -> None:
        assert run.decision is not None
        self.asked = run.decision
        self.view = run.view(self.asked.seat)
        self.usual = rule(self.view)
        self.values = {
            choice: scores_by_rule(after(run, choice), rule)[self.asked.seat]
            for choice in some_of(self.asked, rule, self.view, rng)
        }


def label_words(recipe: TrainingRecipe, shard: int) -> Labelled:
    """Label what is chosen before the first card of a shard's deals."""
    game, options = recipe.found_game()
    found, numbers = list[Tried](), list[int]()
    for number in recipe.deals_of(WORDS, shard):
        rng = random.Random(derived(recipe.seed, WORDS, number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        rule = RuleBot(game, rng.random().hex()).choose
        asked = questions(run, rule, recipe.chance, rng)
        found += [Tried(moment, rule, rng) for moment in asked]
        numbers += [number] * len(asked)
    return _in_rows(encoding_of(game, options), found, numbers)


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
    return [run.fork(place) for place in (*places, *spare)[:ASKED]]


def some_of(asked: Decision, rule: Advisor, view: View, rng: random.Random) -> Sequence[str]:
    """The choices that are tried: all, or likely ones and some by chance."""
    if len(asked.options) <= FAVOURITES + OTHERS:
        return asked.options
    likely = favourites(view, asked, FAVOURITES, rule)
    left = [choice for choice in asked.options if choice not in likely]
    return (*likely, *rng.sample(left, OTHERS))


def after(run: Run, choice: str) -> Run:
    """The deal after a choice."""
    ahead = run.fork()
    ahead.do(choice)
    return ahead


def _in_rows(encoding: Encoding, found: Sequence[Tried], deals: Sequence[int]) -> Labelled:
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
