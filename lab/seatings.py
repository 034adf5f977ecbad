"""Which way of sharing seats tells most? `python lab/seatings.py GAME --guest careless`.

Two bots can share the n seats of a deal in several ways. Each gives a figure for the deal that
estimates the same thing, what a guest is worth more than a reference player, at some cost: the
number of seats that guests have to play. What counts is variance times cost. It is printed
in squares of σ, the standard deviation of one result among reference players. `careless` is the
rule of thumb, but one card in seven is played at random. See docs/arena.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from matto.arena import FULL, contest_of
from matto.arena.deals import Duplicate, duplicate
from matto.engine.game import Game
from matto.engine.table import View
from matto.games import game as find_game
from matto.players import Bot, make_bot
from matto.players.seeds import derived

CARELESS = "careless"
ONE_CARD_IN = 7

Pattern = tuple[bool, ...]
"""For each seat, whether a guest sits there."""

Results = Callable[[Pattern], tuple[float, ...]]
"""What each seat gets, less the mean, with guests so seated."""


class Careless:
    """The rule of thumb, but one card in seven is played at random."""

    name = CARELESS

    def __init__(self, game: Game, seed: int) -> None:
        self._rule = make_bot("rule", game, seed)
        self._seed = seed

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        decision = view.decision
        chance = random.Random(derived(self._seed, len(view.events)))
        if decision and decision.kind == "play" and not chance.randrange(ONE_CARD_IN):
            return chance.choice(decision.options)
        return self._rule.choose(view)


class Way(NamedTuple):
    """A way of sharing seats: a deal's figure, and how many seats guests play for it."""

    figure: Callable[[Results, int, int], float]
    cost: Callable[[int], int]


def through_all_seats(results: Results, seats: int, _number: int) -> float:
    """One guest in each seat in turn; the reference table adds up to nothing."""
    return float(np.mean([results(guests(seats, seat))[seat] for seat in range(seats)]))


def in_one_seat(results: Results, seats: int, number: int) -> float:
    """One guest in one seat, against the reference table."""
    seat = number // seats % seats
    return results(guests(seats, seat))[seat] - results((False,) * seats)[seat]


def with_mirror(results: Results, seats: int, number: int) -> float:
    """The mean of one guest among reference players and one of these among guests."""
    hosts = [tuple(not at for at in guests(seats, seat)) for seat in range(seats)]
    loss = np.mean([results(hosts[seat])[seat] for seat in range(seats)])
    return (through_all_seats(results, seats, number) - float(loss)) / 2


def half_of_the_seats(results: Results, seats: int, _number: int) -> float:
    """All ways in which half of the seats are guests', brought to the scale of one guest."""
    halves = _halves(seats)
    shares = [np.mean([results(half)[seat] for seat in _at(half)]) for half in halves]
    return float(np.mean(shares)) * 2 * (1 - 1 / seats)


def without_duplicates(results: Results, seats: int, number: int) -> float:
    """One guest in one seat, compared with nothing."""
    seat = number // seats % seats
    return results(guests(seats, seat))[seat]


WAYS: Mapping[str, Way] = {
    "one guest, all seats": Way(through_all_seats, lambda seats: seats),
    "one guest, one seat": Way(in_one_seat, lambda _seats: 1),
    "and one reference among guests": Way(with_mirror, lambda seats: seats * seats),
    "half the seats": Way(
        half_of_the_seats, lambda seats: sum(len(_at(half)) for half in _halves(seats))
    ),
    "no duplicates": Way(without_duplicates, lambda _seats: 1),
}


def guests(seats: int, guest: int) -> Pattern:
    """A guest in one seat."""
    return tuple(seat == guest for seat in range(seats))


def _halves(seats: int) -> list[Pattern]:
    return [half for half in product((False, True), repeat=seats) if sum(half) * 2 == seats]


def _at(pattern: Pattern) -> list[int]:
    return [seat for seat, guest in enumerate(pattern) if guest]


def results_of(deal: Duplicate, names: tuple[str, str], seed: int) -> Results:
    """The tables of a deal, each played once however often it is asked for."""

    @cache
    def results(pattern: Pattern) -> tuple[float, ...]:
        bots = [
            _bot(names[not at], deal.game, derived(seed, s)) for s, at in enumerate(pattern)
        ]
        run = deal.run()
        while run.decision is not None:
            seat = run.decision.seat
            run.do(bots[seat].choose(run.view(seat)))
        scores = np.array(() if run.result is None else run.result.scores, float)
        return tuple((scores - scores.mean()).tolist())

    return results


def _bot(name: str, game: Game, seed: int) -> Bot:
    return Careless(game, seed) if name == CARELESS else make_bot(name, game, seed)


def measure(game: Game, names: tuple[str, str], deals: int, seed: int) -> dict[str, float]:
    """Variance times cost of each way, in squares of σ."""
    known = [name for name in names if name != CARELESS]
    contest = contest_of(game, game.resolve(), [*known, "rule"], seed=seed)
    figures: dict[str, list[float]] = {
        name: [] for name in WAYS if name != "half the seats" or game.seats % 2 == 0
    }
    squares = []
    for number in range(deals):
        results = results_of(duplicate(contest, FULL, number), names, derived(seed, number))
        squares.append(np.mean(np.square(results((False,) * game.seats))))
        for name, found in figures.items():
            found.append(WAYS[name].figure(results, game.seats, number))
    return {
        name: float(np.var(found, ddof=1) * WAYS[name].cost(game.seats) / np.mean(squares))
        for name, found in figures.items()
    }


def main() -> None:
    """Measure one game and print a line for each way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--guest", default=CARELESS)
    parser.add_argument("--reference", default="rule")
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    names = (asked.guest, asked.reference)
    for name, value in measure(find_game(asked.game), names, asked.deals, asked.seed).items():
        print(f"{name:32}{value:6.2f}")


if __name__ == "__main__":
    main()
