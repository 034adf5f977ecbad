"""Nobody sees what his seat does not see: not in a page, a stream, JSON, or an error.

Each test has pairs of tables that a viewer cannot tell apart (see `alike.py`): hidden cards lie
elsewhere, secrets and the keys of others are different. Every byte that the viewer is sent must
be the same. Planted leaks show that each of these things would be noticed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle

import pytest

from matto.engine.cards import CODES
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import catalogue
from matto.server.http.requests import Display
from matto.server.http.security import holder_of as hash_of
from samples import many
from server.alike import Pair, holder_of, pairs_of, table_of
from server.surfaces import LOOKS, Surfaces, surfaces

SEEDS = range(12)
ENOUGH = {"pairs": many(25), "onlookers": 1, "two hands": 3}
"""What must have been compared at the least, in a deal by chance and in one of rule bots."""
WORDS = 2


def differing(pair: Pair, words: Sequence[str], looks: Sequence[Display] = LOOKS) -> list[str]:
    """The surfaces on which a viewer can tell the two tables of a pair apart."""
    seat = pair.viewer
    key = "" if seat is None else hash_of(holder_of(seat, seat, 0))
    first, second = (
        surfaces(table_of(pair, world), seat, key, words, looks) for world in (0, 1)
    )
    return told_apart(first, second)


def told_apart(first: Surfaces, second: Surfaces) -> list[str]:
    names = sorted(first.keys() | second.keys())
    return [name for name in names if first.get(name) != second.get(name)]


def words_for(run: Run, rng: random.Random) -> list[str]:
    """Some cards and words that somebody tries, right or wrong."""
    own = sorted(run.game.vocabulary.glossary)
    return [*rng.sample(CODES, WORDS), *rng.sample(own, min(1, len(own)))]


def leaks(game: Game, seeds: Sequence[int], tally: Counter[str]) -> Iterator[str]:
    """Say for each pair that can be told apart how; the viewers have all looks in turn."""
    looks = cycle(LOOKS)
    for seed in seeds:
        rng = random.Random(seed)
        for pair in pairs_of(game, seed):
            tally["pairs"] += 1
            tally["onlookers"] += pair.viewer is None
            tally.update(pair.labels)
            for name in differing(pair, words_for(pair.real, rng), [next(looks)]):
                yield f"{pair}: {name}"


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_what_a_viewer_is_sent_does_not_depend_on_what_he_cannot_see(game_id: str) -> None:
    tally: Counter[str] = Counter()
    for seed in SEEDS:
        assert not list(leaks(catalogue()[game_id], [seed], tally))
        if seed and all(tally[what] >= number for what, number in ENOUGH.items()):
            return
    raise AssertionError(f"{len(SEEDS)} deals were not enough for {ENOUGH}: {tally}")
