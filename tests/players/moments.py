"""Questions of every kind that a game asks, for tests of bots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from matto.engine.game import Game
from matto.engine.run import Match, Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.search import THINKERS, SearchBot

MOST_DEALS = 30
RARELY = 0.35
"""How often chance answers instead of the rule of thumb, so that rare questions come up."""


def hasty(name: str, game: Game, seed: object) -> SearchBot:
    """A thinking bot that thinks in the same way, but only for a moment."""
    budget = THINKERS[name]
    little = replace(
        budget, **{key: min(most, getattr(budget, key)) for key, most in FEW.items()}
    )
    return SearchBot(name, game, str(seed), little)


FEW = {
    "deals": 16,
    "talk_samples": 40,
    "words": 12,
    "cards": 800,
}


@cache
def moments(game_id: str, each: int = 1) -> tuple[Run, ...]:
    """Runs that stand at a question with a choice: some of each kind that comes up.

    The questions of the play are taken early, in the middle and late.
    """
    found: dict[str, list[Run]] = {}
    for run in deals(find_game(game_id)):
        for phase, index in _questions(run):
            kept = found.setdefault(phase, [])
            if len(kept) < each:
                kept.append(run.fork(index))
    return tuple(run for kept in found.values() for run in kept)


def deals(game: Game) -> Iterator[Run]:
    """Deals of a match, played by the rule of thumb and here and there by chance."""
    match = Match(game)
    for number in range(MOST_DEALS):
        run = match.next_run(seed=f"moments {number}")
        chance = random.Random(number)
        rule = make_bot("rule", game, number)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            by_chance = asked.kind != "play" and chance.random() < RARELY
            run.do(chance.choice(asked.options) if by_chance else rule.choose(view))
        if run.result is not None:
            match.take(run.result)
        yield run


def _questions(run: Run) -> Iterator[tuple[str, int]]:
    """The questions of a finished deal at which there was a choice, each with its phase."""
    for index, (action, offered) in enumerate(zip(run.actions, run.offered, strict=True)):
        if len(offered) < 2:
            continue
        tricks = sum(done.kind == "play" for done in run.actions[:index]) // run.game.seats
        phase = f"play {tricks // 7}" if action.kind == "play" else action.kind
        yield phase, index
