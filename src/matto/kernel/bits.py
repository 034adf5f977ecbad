"""What one machine instruction does, or one call: counting and finding bits, copying bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


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


count = cast(Callable[[int], int], intrinsic(_count))
"""Give how many bits of a word are set; only for compiled functions."""

lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""Give the place of the lowest bit that is set, 64 for none; only for compiled functions."""

copy_bytes = cast(Callable[[Any, int, Any, int, int], None], intrinsic(_copy))
"""Copy from an array of bytes to another: target, place, source, place, length."""
