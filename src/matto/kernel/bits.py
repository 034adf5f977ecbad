"""Counting and finding bits: one machine instruction each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import llvmlite.binding
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from matto.kernel.compiled import compiled


def _count(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(word), generate


def _lowest(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(word), generate


count = cast(Callable[[int], int], intrinsic(_count))
"""Give how many bits of a word are set; only for compiled functions."""

lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""Give the place of the lowest bit that is set, 64 for none; only for compiled functions."""


def _deposited(_context: Any, _word: Any, _mask: Any) -> Any:
    """Put the low bits of a word into the places that are set in a mask."""
    bits64 = ir.IntType(64)

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(bits64, (bits64, bits64))
        return builder.call(
            builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), arguments
        )

    return types.int64(types.int64, types.int64), generate


deposited = cast(Callable[[int, int], int], intrinsic(_deposited))


def _nth_by_deposit(word: int, place: int) -> int:
    """Give, alone, that bit of a word before which so many others are set."""
    return int(deposited(1 << place, word))


def _nth_by_halves(word: int, place: int) -> int:
    """Give, alone, that bit of a word before which so many others are set."""
    shift = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = count(word >> shift & ((1 << width) - 1))
        beyond = place >= lower
        place = place - lower if beyond else place
        shift = shift + width if beyond else shift
    return 1 << shift


SLOW_DEPOSIT = frozenset({"znver1", "znver2"})
_host = llvmlite.binding.get_host_cpu_name()
_deposits = llvmlite.binding.get_host_cpu_features().get("bmi2", False)
nth_bit = compiled(
    _nth_by_deposit if _deposits and _host not in SLOW_DEPOSIT else _nth_by_halves, inline=True
)
