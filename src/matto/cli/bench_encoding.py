"""How fast views are written as numbers: one line of `matto bench`."""

from __future__ import annotations

import random
import time

import numpy as np

from matto.cli.bench_playouts import GAME
from matto.encoding import encoding_of
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game

DEALS = 4


def measure_encoding(seconds: float) -> float:
    """Observe the views of random deals, each at the seat asked, as they come.

    Gives views in a second of a processor's time.
    """
    views = _views()
    encoding = encoding_of(game(GAME))
    out = np.zeros(encoding.shape, dtype=np.uint8)
    observed, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        for view in views:
            encoding.observe(view, out)
        observed += len(views)
    return observed / spent


def _views() -> list[View]:
    rng = random.Random(1)
    views = []
    for _ in range(DEALS):
        run = Run.shuffled(game(GAME), seed=rng)
        while run.decision is not None:
            views.append(run.view(run.decision.seat))
            run.do(rng.choice(run.decision.options))
    return views
