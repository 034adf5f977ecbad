"""Random numbers of compiled play: xorshift64* on an array of one unsigned number.

The same start gives the same play on every machine; nothing here is secret.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled

Rng = NDArray[np.uint64]

_SPREAD = 0x9E3779B97F4A7C15
_FACTOR = np.uint64(2685821657736338717)
_A, _B, _C, _HALF = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_WORD = 0xFFFFFFFFFFFFFFFF
_GOLDEN = np.uint64(_SPREAD)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)


def rng_from(seed: int) -> Rng:
    """Start a row of random numbers; rows from neighbouring seeds have nothing in common."""
    mixed = (seed * _SPREAD + _SPREAD) & _WORD
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
    return np.array([mixed ^ (mixed >> 31) or 1], dtype=np.uint64)


@compiled
def mixed(bits: np.uint64) -> np.uint64:
    """Give 64 bits that have nothing in common with those of a neighbouring number."""
    bits += _GOLDEN
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@compiled
def spread(seed: int, number: int) -> np.uint64:
    """Give the start of a row of random numbers for each number of a seed; never 0."""
    bits = mixed(mixed(np.uint64(seed)) + np.uint64(number))
    return bits if bits else _GOLDEN


@compiled
def next_bits(rng: Rng) -> np.uint64:
    """Give the next 64 bits."""
    bits = rng[0]
    bits ^= bits >> _A
    bits ^= bits << _B
    bits ^= bits >> _C
    rng[0] = bits
    return bits * _FACTOR


@compiled
def below(rng: Rng, choices: int) -> int:
    """Give a whole number from 0 up to, and without, `choices` (at most 2³²)."""
    return int(np.int64(((next_bits(rng) >> _HALF) * np.uint64(choices)) >> _HALF))


@compiled
def one_card(rng: Rng, plain: int, tarocks: int) -> int:
    """Give the number of one of the cards of two words, each as likely as another."""
    plains = count(plain)
    place = below(rng, plains + count(tarocks))
    word, first = plain, 0
    if place >= plains:
        place, word, first = place - plains, tarocks, FIRST_TRUMP_NUMBER
    for _ in range(place):
        word &= word - 1
    return first + lowest(word)
