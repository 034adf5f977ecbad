"""The thinking bots by name: how much each thinks, and how it plays the cards."""

from __future__ import annotations

from collections.abc import Mapping

from matto.bots.cards import by_sampling, by_tree
from matto.bots.effort import Effort
from matto.bots.search import CardPlayer, SearchBot
from matto.game import Game

CLUB = Effort(trials=24, choices=5, worlds=12)
STRONG = Effort(trials=96, choices=8, worlds=60, iterations=6000)
PROBE = Effort(trials=96, choices=8, worlds=100, iterations=6000)

THINKERS: Mapping[str, tuple[Effort, CardPlayer]] = {
    "club": (CLUB, by_sampling),
    "strong": (STRONG, by_sampling),
    "pimc": (PROBE, by_sampling),
    "ismcts": (PROBE, by_tree),
}


def thinking_bot(name: str, game: Game, seed: int | str) -> SearchBot:
    """Make one of the bots that need compiled play."""
    effort, cards = THINKERS[name]
    return SearchBot(name, game, seed, effort, cards)
