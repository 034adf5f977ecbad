"""Counting and finding bits: one machine instruction each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


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
