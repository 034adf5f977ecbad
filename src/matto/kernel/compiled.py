"""Compiling functions, and having all of them ready before somebody waits for a move.

`compiled` makes a function fast without changing what it says: the kernel compiles the
engine's own functions (`compiled(tricks.legal)`) and never writes a rule a second time.
"""

from __future__ import annotations

import importlib
import pkgutil
import threading
from collections.abc import Callable, Collection
from typing import Any, ParamSpec, TypeVar, cast, overload

import numba

from matto.kernel import compile_cache

P = ParamSpec("P")
R = TypeVar("R")

Progress = Callable[[str, int, int], None]
"""Is told what is made ready next, how many parts are ready already, and of how many."""

MAKE_ARRAYS = frozenset(
    {"zeros", "ones", "empty", "full", "array", "arange", "copy", "max", "min", "sum"}
)
"""A function that uses one of these names may make arrays: Numba must count who holds them.

All others do without it: counting costs more than the work itself where arrays are handed from
one small function to the next, as they are at every card (rollouts by rule of thumb took nine
times as long with it).
"""

_numba: Any = numba  # some of its versions have types, others none
_needed: dict[str, Callable[[], object]] = {}
_made_ready: set[str] = set()
_lock = threading.RLock()


@overload
def compiled(function: Callable[P, R], *, inline: bool = False) -> Callable[P, R]: ...


@overload
def compiled(*, inline: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def compiled(
    function: Callable[P, R] | None = None, *, inline: bool = False
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function when it is first called, or take it from where it was kept.

    It runs without Python's lock and without checks of bounds or of division by zero. New
    arrays it can make only by the functions named in `MAKE_ARRAYS`. With `inline` its code is
    put wherever another compiled function calls it.
    """
    if function is None:
        return lambda function: _compile(function, inline)
    return _compile(function, inline)


def _compile(function: Callable[P, R], inline: bool) -> Callable[P, R]:
    folder = compile_cache.folder_of(function.__module__)
    allocates = not MAKE_ARRAYS.isdisjoint(function.__code__.co_names)
    options: Any = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "no_cfunc_wrapper": True,  # no function is handed to another
        "_nrt": allocates,  # else whoever holds an array is counted at every look into it
    }
    if folder is None:
        return cast(Callable[P, R], _once_for_constants(_numba.njit(function, **options)))
    with _lock, compile_cache.kept_in(folder):
        made = _numba.njit(function, cache=True, **options)
    compile_cache.keep_by_source(made._cache, folder)
    compile_cache.go_without(made._cache)
    return cast(Callable[P, R], _once_for_constants(made))


def _once_for_constants(made: Any) -> Any:
    """Let compiled callers that give a constant use what is compiled for any number.

    Numba would compile a function again for each constant that it is called with, which took a
    quarter of all compiling; nothing here asks for that.
    """
    for_types = made.get_call_template

    def template(arguments: Any, named: Any) -> Any:
        named = {name: _numba.types.unliteral(kind) for name, kind in named.items()}
        return for_types(tuple(map(_numba.types.unliteral, arguments)), named)

    made.get_call_template = template
    return made


def needed(name: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """Register a call that makes a part of the kernel ready, under a name for people.

    The call should run, on the smallest example, each function that Python code calls, with
    the types of arguments that it will get.
    """

    def register(warm_up: Callable[[], object]) -> Callable[[], object]:
        _needed[name] = warm_up
        return warm_up

    return register


def ready(progress: Progress | None = None, parts: Collection[str] = ()) -> None:
    """Compile or load all that opponents need, or only some parts, by their names.

    Afterwards no move waits for a compiler. The first time on a machine, or after a new
    version, this takes a minute or so, later less than a second. `progress` is called before
    each part, and at the end with an empty name.
    """
    with _lock:
        _register_all()
        wanted = parts or _needed
        waiting = [name for name in _needed if name in wanted and name not in _made_ready]
        for done, name in enumerate(waiting):
            if progress is not None:
                progress(name, done, len(waiting))
            _needed[name]()
            _made_ready.add(name)
        if waiting and _made_ready.issuperset(_needed):
            compile_cache.mark_complete(_compiling())
        if waiting and progress is not None:
            progress("", len(waiting), len(waiting))


def takes_long() -> bool:
    """Tell whether `ready` will have to compile, because it never has with these sources."""
    _register_all()
    return not compile_cache.is_complete(_compiling())


def _register_all() -> None:
    package = importlib.import_module("matto.kernel")
    for part in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"matto.kernel.{part.name}")


def _compiling() -> list[str]:
    """The modules that make a part ready: what they import is all that is compiled."""
    return sorted({warm_up.__module__ for warm_up in _needed.values()})
