"""All ways in which unseen cards can lie, and which of them the engine lets happen.

This knows no constraint but the number of cards in each place: a way is consistent if the deal
that it comes from can be played again with the same words and cards and looks the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import factorial, prod
from typing import Any

from matto.engine.errors import MattoError
from matto.players.inference import Worlds
from matto.players.inference.constraints import Holds
from matto.players.inference.placement import Place
from matto.players.inference.replaying import OtherView, follow
from matto.players.inference.rewinding import rewind

Lying = tuple[frozenset[str], ...]
"""The cards of each place, in the order of `Worlds.places`."""


class Nth(random.Random):
    """Chooses the card with a number where one was given unseen."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number
        self.among = 1

    def choice(self, seq: Any) -> Any:
        self.among = len(seq)
        return seq[self.number % len(seq)]


def ways_at_all(worlds: Worlds) -> int:
    """In how many ways the unseen cards can be parted among their places."""
    rooms = worlds.counts[0].reduced.problem.room
    return factorial(sum(rooms)) // prod(factorial(room) for room in rooms)


def all_ways(worlds: Worlds) -> Iterator[Lying]:
    """Every way in which the unseen cards can be parted among their places."""
    rooms = list(worlds.counts[0].reduced.problem.room)

    def parted(cards: tuple[str, ...], rooms: list[int]) -> Iterator[Lying]:
        if not rooms:
            yield ()
            return
        for here in combinations(cards, rooms[0]):
            left = tuple(card for card in cards if card not in here)
            for others in parted(left, rooms[1:]):
                yield (frozenset(here), *others)

    yield from parted(worlds.history.unseen, rooms)


def times_consistent(worlds: Worlds, lying: Lying) -> int:
    """In how many ways the engine lets a world happen: by each card that was given unseen."""
    places = dict(zip(worlds.places, map(sorted, lying), strict=True))
    first = Nth(0)
    found = int(_happens(worlds, places, first))
    if not worlds.history.gifts:
        return found
    return found + sum(_happens(worlds, places, Nth(n)) for n in range(1, first.among))


def _happens(worlds: Worlds, lying: Mapping[Place, Sequence[str]], rng: random.Random) -> bool:
    try:
        held = [
            constraint for constraint in worlds.constraints if isinstance(constraint, Holds)
        ]  # for the order only
        deal, hidden = rewind(worlds.history, held, lying, rng)
        follow(worlds.game, worlds.view, deal, hidden)
    except (OtherView, MattoError, ValueError, LookupError):
        return False
    return True


def consistent(worlds: Worlds) -> dict[Lying, int]:
    """All worlds that the engine lets happen, each with the number of its ways."""
    found = ((lying, times_consistent(worlds, lying)) for lying in all_ways(worlds))
    return {lying: times for lying, times in found if times}


def drawn_worlds(worlds: Worlds, number: int, seed: int) -> list[Lying]:
    """Worlds drawn, in the same form."""
    drawn = worlds.draw(number, seed)
    return [drawn.key(i) for i in range(len(drawn))]
