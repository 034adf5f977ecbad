"""Stands in for matto.encoding until that is there."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from matto.engine.cards import NUMBER, CODES
from matto.engine.run import Run


@cache
def words_of(game_id: str) -> tuple[str, ...]:
    from matto.games import game

    g = game(game_id)
    found = set()
    for seed in range(150):
        run = Run.shuffled(g, seed=seed)
        while run.decision:
            found.update(o for o in run.decision.options if o not in NUMBER)
            run.do(random.Random(f"{seed} {run.done}").choice(run.decision.options))
    return tuple(sorted(found))


class Encoding:
    def __init__(self, game, options):
        self.cards = game.pack(options).codes
        self.words = words_of(game.id)
        self.actions = (*self.cards, *self.words)
        self.at = {a: i for i, a in enumerate(self.actions)}
        self.scale = np.ones(len(CODES) * 4 + game.seats, np.float32)
        self.shape = (len(CODES) * 4 + game.seats,)

    def number(self, decision, choice):
        return self.at[choice]

    def choice(self, decision, action):
        return self.actions[action]

    def mask(self, decision, out=None):
        out = np.zeros(len(self.actions), np.int8) if out is None else out
        out[:] = 0
        out[[self.at[o] for o in decision.options]] = 1
        return out

    def information_state(self, view):
        lines = [f"{e.seat} {e.kind}: {' '.join(e.what)}" for e in view.events]
        return f"{view.seat} {view.waiting}\n" + "\n".join(lines)

    def observe(self, view, out=None):
        out = np.zeros(self.shape, np.uint8) if out is None else out
        out[:] = 0
        for c in view.hand:
            out[NUMBER[c]] = 1
        for s, c in view.lying:
            out[len(CODES) + NUMBER[c]] = 1
        for e in view.events:
            for c in e.what:
                if c in NUMBER:
                    out[2 * len(CODES) + NUMBER[c]] = 1
        if view.seat is not None:
            out[len(CODES) * 4 + view.seat] = 1
        return out


def encoding_of(game, options=None, *, version=1):
    return Encoding(game, options or game.resolve())
