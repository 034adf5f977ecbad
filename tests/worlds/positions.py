"""Positions of deals played by chance, and the views of their seats."""

from __future__ import annotations

import random
from collections.abc import Iterator

from contract.cases import Case
from contract.player import Player
from matto.run import Run
from matto.view import View


def runs_of(case: Case, deals: int, start: int = 0) -> Iterator[Run]:
    """A run at each of its questions, deal after deal; it is the same run, played on."""
    game = case.game
    for seed in range(start, start + deals):
        rng = random.Random(f"{case}/{seed}")
        player = Player(rng)
        dealer = rng.randrange(game.seats)
        run = Run.shuffled(game, seed=rng, dealer=dealer, options=case.options)
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
