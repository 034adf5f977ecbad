"""Positions of deals played by chance, and the views of their seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from matto.engine.events import Deal
from matto.engine.run import Run
from matto.engine.view import View
from matto.research.testing.checks import Case
from matto.research.testing.position import Player

SPREADS = (0.05, 0.2, 0.5)


def deal_of(case: Case, dealer: int, rng: random.Random) -> Deal:
    """The cards shuffled; or in two deals of three badly, so that alike cards lie together.

    Then somebody holds many trumps, all Kings, or nothing at all, which is seldom otherwise.
    """
    pack = case.game.pack(case.options)
    cards = list(pack.codes)
    if rng.random() < 1 / 3:
        rng.shuffle(cards)
        return case.game.deal_from(cards, case.options, dealer)
    spread = rng.choice(SPREADS) * len(cards)
    height: Callable[[str], float] = pack.place.__getitem__
    if rng.random() < 0.5:
        height = {card: -len(cards) * pack.value_of[card] / 10 for card in cards}.__getitem__
    cards.sort(key=lambda card: height(card) + rng.gauss(0.0, spread))
    first = rng.randrange(len(cards))
    return case.game.deal_from(cards[first:] + cards[:first], case.options, dealer)


def runs_of(case: Case, deals: int, start: int = 0) -> Iterator[Run]:
    """A run at each of its questions, deal after deal; it is the same run, played on."""
    game = case.game
    for seed in range(start, start + deals):
        rng = random.Random(f"{case}/{seed}")
        player = Player(rng)
        dealer = rng.randrange(game.seats)
        deal = deal_of(case, dealer, rng)
        run = Run(game, deal, dealer=dealer, options=case.options)
        while run.decision is not None:
            aside = player.aside(run)
            if aside is not None:
                run.act(aside)
                continue
            yield run
            run.do(player.choose(run.decision.options))


def views_of(
    case: Case, deals: int, often: float, start: int = 0
) -> Iterator[tuple[Run, View]]:
    """Now and then a run with the view of a seat, or of an onlooker."""
    rng = random.Random(f"{case}/views")
    for run in runs_of(case, deals, start):
        if rng.random() < often:
            seat = rng.choice([*range(run.game.seats), None])
            yield run, run.view(seat)
