"""A few unseen cards of a deal lie otherwise: can that be, by the worlds and by the engine?

Nobody can look through all worlds of a whole deal; but among those that differ from the deal
itself in a few cards everything that is known, at any question, must tell the same as the
engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

from inference.enumerating import times_consistent
from inference.exactly import admits, lies_in
from matto.engine.run import Run
from matto.players.inference import Worlds
from matto.players.inference.constraints import Counted, Forbidden, Holds, OneOf

SHIFTED = 4
OF_A_FACT = 0.7
"""How often a card is taken that some constraint speaks of."""


def spoken_of(worlds: Worlds) -> set[str]:
    """The cards that words and deeds tell anything of, besides cards played."""
    cards: set[str] = set()
    for inference in worlds.inferences:
        for constraint in inference(worlds.view):
            for one in constraint.cases[0] if isinstance(constraint, OneOf) else (constraint,):
                if isinstance(one, Forbidden | Holds):
                    cards |= one.cards
                elif isinstance(one, Counted):
                    cards |= {card for part in one.parts for card in part.cards}
    return cards


def shifts(worlds: Worlds, run: Run, rng: random.Random) -> Iterator[dict[str, int]]:
    """Every way in which a few cards change places with each other."""
    lies = lies_in(worlds, run)
    likely = sorted(spoken_of(worlds) & lies.keys())
    chosen: set[str] = set()
    for _ in range(SHIFTED):
        among = likely if likely and rng.random() < OF_A_FACT else sorted(lies)
        if among:
            chosen.add(rng.choice(among))
    cards = sorted(chosen)
    places = [lies[card] for card in cards]
    for order in sorted(set(permutations(places))):
        yield lies | dict(zip(cards, order, strict=True))


def disagreements(worlds: Worlds, run: Run, rng: random.Random) -> Iterator[str]:
    """Where the worlds and the engine differ on whether something can be."""
    for lies in shifts(worlds, run, rng):
        told = admits(worlds, lies)
        lying = tuple(
            frozenset(card for card, where in lies.items() if where == number)
            for number in range(len(worlds.places))
        )
        happens = bool(times_consistent(worlds, lying))
        if told != happens:
            moved = {c: p for c, p in lies.items() if p != lies_in(worlds, run)[c]}
            yield f"{moved} in {worlds.places}: told {told}, happens {happens}"
