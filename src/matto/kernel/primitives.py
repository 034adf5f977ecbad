"""The smallest compiled steps: bits of words, bytes of rows, random numbers.

The same start gives the same play on every machine; nothing here is secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel.compiled import compiled, compiled_to
from matto.play import bits


def _count(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(word), generate


def _lowest(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(word), generate


def _copy(context: Any, target: Any, start: Any, source: Any, begin: Any, length: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, start, source, begin, length = arguments
        to, origin = (
            builder.gep(context.make_array(kind)(context, builder, array).data, [place])
            for kind, array, place in (
                (signature.args[0], target, start),
                (signature.args[2], source, begin),
            )
        )
        memcpy: Any = cgutils.raw_memcpy  # it has no types
        memcpy(builder, to, origin, length, 1)
        return context.get_dummy_value()

    return types.void(target, start, source, begin, length), generate


def _clear(_context: Any, target: Any, start: Any, length: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, start, length = arguments
        kind: Any = signature.args[0]
        data = builder.gep(context.make_array(kind)(context, builder, target).data, [start])
        memset: Any = cgutils.memset  # it has no types
        memset(builder, data, length, 0)
        return context.get_dummy_value()

    return types.void(target, start, length), generate


def _put(bits: int) -> Callable[..., Any]:
    def put(_context: Any, array: Any, start: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, start, word = arguments
            kind: Any = signature.args[0]
            data = builder.gep(context.make_array(kind)(context, builder, array).data, [start])
            some = ir.IntType(bits)
            whole = builder.bitcast(data, some.as_pointer())
            builder.store(builder.trunc(word, some), whole, align=1)
            return context.get_dummy_value()

        return types.void(array, start, word), generate

    return put


def _word(_context: Any, array: Any, start: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, start = arguments
        kind: Any = signature.args[0]
        data = builder.gep(context.make_array(kind)(context, builder, array).data, [start])
        eight = builder.bitcast(data, ir.IntType(64).as_pointer())
        return builder.load(eight, align=1)

    return types.int64(array, start), generate


count = compiled_to(bits.count, cast(Callable[[int], int], intrinsic(_count)))
"""Return how many bits of a word are set; only for compiled functions."""

lowest = compiled_to(bits.lowest, cast(Callable[[int], int], intrinsic(_lowest)))
"""Return the place of the lowest bit that is set, 64 for none; only for compiled functions."""

Copying = Callable[[Any, int, Any, int, int], None]
Writing = Callable[[Any, int, int], None]

copy_bytes = compiled_to(bits.copy_bytes, cast(Copying, intrinsic(_copy)))
clear_bytes = compiled_to(bits.clear_bytes, cast(Writing, intrinsic(_clear)))

word_at = cast(Callable[[Any, int], int], intrinsic(_word))
"""Return eight bytes of an array as one word: array, place; only for compiled functions."""

compiled_to(bits.put_eight, cast(Writing, intrinsic(_put(64))))
compiled_to(bits.put_four, cast(Writing, intrinsic(_put(32))))


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
def mix_bits(bits: np.uint64) -> np.uint64:
    """Return 64 bits that have nothing in common with those of a neighbouring number."""
    bits += _GOLDEN
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@compiled
def spread_seeds(seed: int, number: int) -> np.uint64:
    """Return the start of a row of random numbers for each number of a seed; never 0."""
    bits = mix_bits(mix_bits(np.uint64(seed)) + np.uint64(number))
    return bits if bits else _GOLDEN


@compiled
def next_bits(rng: Rng) -> np.uint64:
    """Return the next 64 bits."""
    bits = rng[0]
    bits ^= bits >> _A
    bits ^= bits << _B
    bits ^= bits >> _C
    rng[0] = bits
    return bits * _FACTOR


@compiled
def below(rng: Rng, choices: int) -> int:
    """Return a whole number from 0 up to, and without, `choices` (at most 2³²)."""
    return int(np.int64(((next_bits(rng) >> _HALF) * np.uint64(choices)) >> _HALF))


@compiled
def one_card(rng: Rng, plain: int, tarocks: int) -> int:
    """Return the number of one of the cards of two words, each as likely as another."""
    plains = count(plain)
    place = below(rng, plains + count(tarocks))
    word, first = plain, 0
    if place >= plains:
        place, word, first = place - plains, tarocks, FIRST_TRUMP_NUMBER
    for _ in range(place):
        word &= word - 1
    return first + lowest(word)
