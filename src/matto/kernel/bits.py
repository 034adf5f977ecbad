"""What one instruction or one call does: finding bits, copying and clearing bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BITS = 8  # of a byte


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


count = cast(Callable[[int], int], intrinsic(_count))
"""Give how many bits of a word are set; only for compiled functions."""

lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""Give the place of the lowest bit that is set, 64 for none; only for compiled functions."""

copy_bytes = cast(Callable[[Any, int, Any, int, int], None], intrinsic(_copy))
"""Copy from an array of bytes to another: target, place, source, place, length."""

clear_bytes = cast(Callable[[Any, int, int], None], intrinsic(_clear))
"""Set bytes of an array to nought: array, place, length; only for compiled functions."""

word_at = cast(Callable[[Any, int], int], intrinsic(_word))
"""Give eight bytes of an array as one word: array, place; only for compiled functions."""

put_eight = cast(Callable[[Any, int, int], None], intrinsic(_put(64)))
"""Write a word as eight bytes of an array: array, place, word; only for compiled functions."""

put_four = cast(Callable[[Any, int, int], None], intrinsic(_put(32)))
"""Write the lower half of a word as four bytes, likewise."""
