"""What the words before the first card tell of hidden cards: to whose hand each card leans.

To weigh a deal that may be by what has been said, the talk has to be played again with its
cards, which takes a millisecond. Too long for every card of the play: so it is done once, at
the first card, and what it tells is kept as one number for each card and seat. With those
thousands of deals are weighed at once. They leave out how cards go together in one hand; in
exchange ten times as many deals can be weighed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from matto.bots.belief import PLAY, Weighing, has_been_said
from matto.bots.chance import seed_of
from matto.bots.rule import RuleBot
from matto.cards import CODES, PLAIN_BIT, TAROCK_BIT
from matto.game import Game
from matto.run import Run
from matto.table import View
from matto.worlds import Drawn, Worlds

Reals = NDArray[np.float64]

WEIGHED = 400
"""In how many deals the talk is played again."""

REMEMBERED = 256


@dataclass(frozen=True)
class FirstCard:
    """The moment before the first card as one seat saw it; alike if it saw the same."""

    facts: str
    seed: int | str
    game: Game = field(compare=False)
    view: View = field(compare=False)


def leanings(game: Game, run: Run, seat: int, seed: int | str) -> Reals | None:
    """How each card leans to each seat by the words of others: `[seats, cards]`, in logarithms.

    `run` is the deal in any world of the view; the same view gives the same numbers. None if
    nobody else has said anything that tells.
    """
    if not has_been_said(run, seat):
        return None
    kinds = [action.kind for action in run.actions]
    before = kinds.index(PLAY) if PLAY in kinds else len(kinds)
    view = run.fork(before).view(seat)
    return _leanings(FirstCard(repr(view.facts()), seed, game, view))


@lru_cache(maxsize=REMEMBERED)
def _leanings(moment: FirstCard) -> Reals:
    seed = seed_of(moment.seed, moment.view, "hearsay")
    worlds = Worlds(moment.game, moment.view)
    drawn = worlds.draw(WEIGHED, seed)
    advisor = RuleBot(moment.game, moment.seed).choose
    weights = np.array([_fits(worlds, drawn, number, advisor) for number in range(WEIGHED)])
    return _shifts(_places(drawn), weights)


def _fits(worlds: Worlds, drawn: Drawn, number: int, advisor: Callable[[View], str]) -> float:
    weighing = Weighing(-1 if worlds.view.seat is None else worlds.view.seat, advisor)
    worlds.watch_words(drawn, number, weighing)
    return weighing.fits


def _shifts(places: NDArray[np.bool_], weights: Reals) -> Reals:
    """By how much weights move the odds that a card lies with a seat, in logarithms."""
    evenly = places.mean(axis=0)
    weighed = np.tensordot(weights, places, axes=1) / weights.sum()
    unsure = float((weights**2).sum() / weights.sum() ** 2)  # one by how many deals count
    shifts: Reals = _odds(weighed, unsure) - _odds(evenly, unsure)
    return np.where((evenly > 0) & (evenly < 1), shifts, 0.0)


def _odds(share: Reals, unsure: float) -> Reals:
    odds: Reals = np.log((share + unsure) / (1 - share + unsure))
    return odds


def _places(drawn: Drawn) -> NDArray[np.bool_]:
    """Which seat holds or has laid away each card in each world: `[n, seats, cards]`."""
    plain, tarocks = _words(drawn)
    return np.stack([_held(plain, tarocks, card) for card in range(len(CODES))], axis=2)


def _words(drawn: Drawn) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return drawn.plain | drawn.away_plain, drawn.tarocks | drawn.away_tarocks


def _held(plain: NDArray[np.int64], tarocks: NDArray[np.int64], card: int) -> NDArray[np.bool_]:
    held: NDArray[np.bool_] = (plain & PLAIN_BIT[card] | tarocks & TAROCK_BIT[card]) != 0
    return held


def likelihoods(drawn: Drawn, leaning: Reals) -> Reals:
    """How likely worlds are by what has been said: `[n]`, in logarithms."""
    plain, tarocks = _words(drawn)
    total: Reals = np.zeros(len(drawn))
    for card in np.flatnonzero(leaning.any(axis=0)).tolist():
        total += _held(plain, tarocks, card) @ leaning[:, card]
    return total
