"""The thinking bots by name, and how much each thinks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from matto.engine.game import Game
from matto.inference.resampling import Walk
from matto.players.budget import SearchBudget
from matto.players.search import SearchBot

CLUB = SearchBudget(trials=24, choices=5, worlds=16, heard=100, card_doubt=0.5, reason=3.0)
PIMC = SearchBudget(trials=160, worlds=100)
STRONG = replace(
    PIMC,
    closer_times=4,
    closer_doubt=2.0,
    worlds=800,
    read=4000,
    walk=Walk(rounds=8, tries=25),
    card_doubt=0.5,
    reason=3.0,
    nodes=400_000,
    learnt=0.4,
    own=28_000,
)

THINKERS: Mapping[str, SearchBudget] = {"club": CLUB, "strong": STRONG, "pimc": PIMC}


def thinking_bot(name: str, game: Game, seed: int | str) -> SearchBot:
    """Make one of the bots that need compiled play."""
    return SearchBot(name, game, seed, THINKERS[name])
