"""Each legal card is as likely as another, and chance is the same on every machine."""

from __future__ import annotations

import random

import numpy as np
import pytest

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel import primitives
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers
from matto.kernel.primitives import Rng, one_card, rng_from, spread_seeds

DRAWS = 20_000
FAR = 4.0
"""A χ² so many of its own standard deviations above its mean is met once in 30,000 tries."""

HANDS = (
    (0b1011, 0),
    (0, 0b1),
    (1 << 55 | 1, 1 << 22 | 1),
    (0x00FF00FF00FF00FF >> 8, 0x7FFFFF),
    (0, 0x5A5A5),
)


@compiled
def draw_many(rng: Rng, plain: int, tarocks: int, drawn: Numbers) -> None:
    """Count how often each card is drawn."""
    for _ in range(DRAWS):
        drawn[one_card(rng, plain, tarocks)] += 1


@pytest.mark.parametrize("plain, tarocks", HANDS)
def test_every_card_of_a_hand_is_drawn_as_often_as_another(plain: int, tarocks: int) -> None:
    drawn = np.zeros(79, dtype=np.int64)
    draw_many(rng_from(3), plain, tarocks, drawn)
    both = plain | tarocks << FIRST_TRUMP_NUMBER
    held = [card for card in range(79) if both >> card & 1]
    assert sum(drawn[held]) == DRAWS
    expected, free = DRAWS / len(held), len(held) - 1
    square = sum((drawn[card] - expected) ** 2 / expected for card in held)
    assert square <= free + FAR * np.sqrt(2 * free)


@pytest.mark.slow
def test_bits_are_counted_and_the_lowest_is_found() -> None:
    rng = random.Random(6)
    count, lowest = compiled(_count), compiled(_lowest)
    for _ in range(500):
        word = rng.getrandbits(57) | 1 << rng.randrange(57)
        assert count(word) == word.bit_count()
        assert lowest(word) == (word & -word).bit_length() - 1


def _count(word: int) -> int:
    return int(primitives.count(word))


def _lowest(word: int) -> int:
    return int(primitives.lowest(word))


def test_rows_of_chances_begin_apart_and_never_with_nothing() -> None:
    begun = {int(spread_seeds(seed, number)) for seed in range(50) for number in range(50)}
    assert len(begun) == 2500
    assert 0 not in begun


def test_the_same_seed_gives_the_same_chances_on_every_machine() -> None:
    assert int(spread_seeds(1, 2)) == SPREAD_OF_1_2
    assert int(rng_from(1)[0]) == CHANCE_FROM_1


SPREAD_OF_1_2 = 13608149317741381227
CHANCE_FROM_1 = 7960286522194355700
