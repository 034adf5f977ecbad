"""Everything that can be reached from an object, through whatever it holds or closes over."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from types import CellType, FunctionType, ModuleType
from typing import Any

from msgspec import Struct

PLAIN = (str, bytes, int, float, type(None))
Parts = Iterable[tuple[str, object]]

HOLDS: tuple[tuple[type | tuple[type, ...], Callable[[Any], Parts]], ...] = (
    ((type, ModuleType), lambda _one: ()),
    (Mapping, lambda one: ((f"[{key!r}]", value) for key, value in one.items())),
    (Set, lambda one: ((f"{{{at}}}", each) for at, each in enumerate(sorted(one, key=repr)))),
    ((list, tuple), lambda one: ((f"[{at}]", each) for at, each in enumerate(one))),
    (Struct, lambda one: ((f".{name}", getattr(one, name)) for name in one.__struct_fields__)),
    (
        FunctionType,
        lambda one: [("()", (one.__closure__, one.__defaults__, one.__kwdefaults__))],
    ),
    (CellType, lambda one: [(".cell", one.cell_contents)]),
    (object, lambda one: ((f".{at}", each) for at, each in enumerate(gc.get_referents(one)))),
)
"""How to look into what; a function's globals are left out, and classes and modules."""


def parts_of(thing: object) -> Iterator[tuple[str, object]]:
    """What an object holds, each part with a name."""
    yield from next(parts for kind, parts in HOLDS if isinstance(thing, kind))(thing)
    if not isinstance(thing, FunctionType):
        yield from ((f".{name}", one) for name, one in getattr(thing, "__dict__", {}).items())


def reachable(start: object) -> Iterator[tuple[str, object]]:
    """Yield everything behind an object, each thing once, with the way that leads to it."""
    found: dict[int, object] = {}
    waiting: list[tuple[str, object]] = [("", start)]
    while waiting:
        way, thing = waiting.pop()
        if isinstance(thing, PLAIN):
            yield way, thing
        elif id(thing) not in found and not isinstance(thing, (type, ModuleType)):
            found[id(thing)] = thing  # kept, so that no other thing gets the same number
            yield way, thing
            waiting += ((f"{way}{part}", one) for part, one in parts_of(thing))


def values_behind(start: object) -> dict[str, object]:
    """Each plain value behind an object, by the way that leads to it."""
    return {way: thing for way, thing in reachable(start) if isinstance(thing, PLAIN)}


def found_behind(start: object, kinds: tuple[type, ...]) -> Iterable[str]:
    """The ways that lead to something of some kinds."""
    return [
        f"{way}: {type(one).__name__}"
        for way, one in reachable(start)
        if isinstance(one, kinds)
    ]
