"""Compiling functions, keeping them between two starts, and having them ready in time.

Numba notices when the file of a function is edited, but not when a function that it calls
has changed in another file. Hence each module's functions are kept in a folder named after a
hash of everything that they could be made of: the module's source and that of all modules of
matto it imports, the versions of Numba and Python, and the processor.

`compiled` makes a function fast without changing what it says: the kernel compiles the
engine's own functions (`compiled(tricks.legal)`) and those of `matto.play`, with all that they
call, and never writes a rule a second time.
"""

from __future__ import annotations

import atexit
import contextlib
import dis
import functools
import hashlib
import importlib
import importlib.util
import os
import pkgutil
import platform
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast, overload

import llvmlite.binding
import numba
from numba.core.caching import IndexDataCacheFile

HOME = "MATTO_KERNEL_CACHE"
"""The environment variable that names another folder to keep compiled functions in."""
KEPT = 3
"""So many older states of each module's functions are kept beside the newest."""
KEY_LENGTH = 16
PACKAGE = "matto"
PLAIN = "matto.engine.", "matto.play."
"""Where functions stand that are run as they are or compiled."""
STAND_INS = "matto.kernel.primitives"
"""The module of what compiled functions call in the place of plain ones (`compiled_to`)."""

_IMPORTS = re.compile(
    rf"^[ \t]*(?:from[ \t]+({PACKAGE}[.\w]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)"
    rf"|import[ \t]+({PACKAGE}[^\n#]*))",
    re.MULTILINE,
)


def home() -> Path:
    chosen = os.environ.get(HOME)
    return Path(chosen) if chosen else _caches() / "matto" / "kernel"


def _caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def folder_of(module: str) -> Path | None:
    """Return the folder in which a module's functions are kept; None if there can be none."""
    name = f"{module.removeprefix(PACKAGE + '.')}-{key_of(module)}"
    wanted = home() / name
    if _can_write(wanted):
        _forget_older(wanted)
        return wanted
    return _borrowed(wanted)


@cache
def key_of(module: str) -> str:
    """Return a hash of all that a module's compiled functions depend on."""
    whole = hashlib.sha256(repr(_machine()).encode())
    sources = sources_of(module) | sources_of(STAND_INS)
    for name, source in sorted(sources.items()):
        whole.update(f"\0{name}\0{len(source)}\0".encode() + source)
    return whole.hexdigest()[:KEY_LENGTH]


def _machine() -> tuple[str, ...]:
    processor = llvmlite.binding.get_host_cpu_name()
    features = llvmlite.binding.get_host_cpu_features().flatten()
    return numba.__version__, sys.version, platform.machine(), processor, features


def sources_of(module: str) -> dict[str, bytes]:
    """Return the sources of a module and of all modules of matto that it imports, by name."""
    found: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found and (source := _source(name)) is not None:
            found[name] = source
            waiting += _imported(source.decode())
    return found


@cache
def _source(module: str) -> bytes | None:
    """Read a module's source; None for a name that is no module but a thing inside one."""
    try:
        spec = importlib.util.find_spec(module)
        origin = None if spec is None else spec.origin
    except (ModuleNotFoundError, ValueError):
        origin = getattr(sys.modules.get(module), "__file__", None)
    return None if origin is None else Path(origin).read_bytes()


def _imported(source: str) -> Iterator[str]:
    for base, names, whole in _IMPORTS.findall(source):
        yield from re.findall(r"[\w.]+", whole)
        if base:
            yield base
            yield from (f"{base}.{name}" for name in re.findall(r"\w+", names))


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
            return True
    except OSError:
        return False


def _borrowed(wanted: Path) -> Path | None:
    """Copy what lies in a folder that cannot be written to one that lasts for this process."""
    try:
        own = Path(tempfile.mkdtemp(prefix="matto-kernel-"))
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        if wanted.is_dir():
            shutil.copytree(wanted, own, dirs_exist_ok=True)
    except OSError:
        return None
    return own


def _forget_older(newest: Path) -> None:
    """Remove the folders of older sources but for the `KEPT` that were used last.

    Another process may still be using one: it then makes its folder anew.
    """
    stem = newest.name[:-KEY_LENGTH]
    others = [p for p in newest.parent.glob(f"{stem}*") if p != newest]
    with contextlib.suppress(OSError):
        for old in sorted(others, key=_used, reverse=True)[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)


def _used(folder: Path) -> float:
    return folder.stat().st_mtime


@contextlib.contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Let Numba keep what is decorated meanwhile in a folder."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def keep_by_source(kept: Any, folder: Path) -> None:
    """Let what Numba keeps of a function be found by its source alone, wherever that lies.

    Numba goes by the place and the time of the file as well, and would compile everything anew
    in each new environment or checkout.
    """
    index: Any = IndexDataCacheFile
    kept._cache_path = str(folder)
    kept._cache_file = index(str(folder), kept._impl.filename_base, None)


def go_without(kept: Any) -> None:
    for deed in ("load_overload", "save_overload"):
        setattr(kept, deed, _if_possible(getattr(kept, deed)))


def _if_possible(do: Callable[..., object]) -> Callable[..., object]:
    def done(*what: object) -> object:
        try:
            return do(*what)
        except OSError:
            return None

    return done


def mark_complete(modules: Sequence[str]) -> None:
    with contextlib.suppress(OSError):
        _mark(modules).touch()


def is_complete(modules: Sequence[str]) -> bool:
    return _mark(modules).exists()


def _mark(modules: Sequence[str]) -> Path:
    keys = "".join(map(key_of, modules))
    return home() / f"complete-{hashlib.sha256(keys.encode()).hexdigest()[:KEY_LENGTH]}"


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
_compiler: Any = numba.core.compiler
_codegen: Any = numba.core.codegen
_compiled: dict[Callable[..., Any], Any] = {}
"""Plain functions, each with its compiled form."""
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
    put wherever another compiled function calls it. Plain functions that it calls are compiled,
    too, and inlined.
    """
    if function is None:
        return lambda function: compiled(function, inline=inline)
    if function not in _compiled:
        _compiled[function] = CompiledFunction(_with_compiled_calls(function), inline)
    return cast(Callable[P, R], _compiled[function])


def compiled_to(plain: Callable[P, R], stand_in: Callable[P, R]) -> Callable[P, R]:
    """Let compiled functions call another function in the place of a plain one."""
    _compiled[plain] = stand_in
    return stand_in


def _with_compiled_calls(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function whose calls of plain functions are calls of compiled ones."""
    known = function.__globals__
    calls = {
        name: compiled(known[name], inline=True)
        for name in _globals_in(function)
        if isinstance(plain := known.get(name), FunctionType)
        and plain.__module__.startswith(PLAIN)
    }
    if not calls:
        return function
    own = FunctionType(function.__code__, {**known, **calls}, function.__name__)
    return cast(Callable[P, R], functools.update_wrapper(own, function))


def _globals_in(function: Callable[..., Any]) -> set[str]:
    steps = dis.get_instructions(function)
    return {step.argval for step in steps if step.opname == "LOAD_GLOBAL"}


class CompiledFunction:
    """A function that runs compiled, whoever calls it: Python or another compiled function.

    Machine code is made, and kept, of what Python calls alone. What compiled functions call is
    linked into their code and optimised there, once; with code of its own for each function,
    all that it calls would be optimised anew at every level above.
    """

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        allocates = not MAKE_ARRAYS.isdisjoint(function.__code__.co_names)
        options: Any = {
            "nogil": True,
            "error_model": "numpy",
            "no_cfunc_wrapper": True,  # no function is handed to another
            "_nrt": allocates,  # else whoever holds an array is counted at every look into it
        }
        functools.update_wrapper(self, function)
        self.run = _kept(function, options)
        self._linked = _once_for_constants(
            _numba.njit(
                function,
                forceinline=inline,
                no_cpython_wrapper=True,
                pipeline_class=_WithoutMachineCode,
                **options,
            )
        )

    def __call__(self, *given: Any) -> Any:
        return self.run(*given)

    @property
    def _numba_type_(self) -> Any:
        return _numba.types.Dispatcher(self._linked)


class _WithoutMachineCode(_compiler.Compiler):
    """Translates a function that only compiled functions call."""

    def __init__(self, typing: Any, target: Any, _library: None, *rest: Any) -> None:
        super().__init__(typing, target, _OnlyToLink(target.codegen(), "linked"), *rest)


class _OnlyToLink(_codegen.JITCodeLibrary):
    """A function with all that it calls, as it is linked to others: never run by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, *_of_python: Any) -> None:
        pass


def _kept(function: Callable[..., Any], options: Any) -> Any:
    """Compile what Python calls, or take it from where it was kept."""
    folder = folder_of(function.__module__)
    if folder is None:
        return _numba.njit(function, **options)
    with _lock, kept_in(folder):
        made = _numba.njit(function, cache=True, **options)
    keep_by_source(made._cache, folder)
    go_without(made._cache)
    return made


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


def ready(progress: Progress | None = None) -> None:
    """Compile or load all that opponents need.

    Afterwards no move waits for a compiler. The first time on a machine, or after a new
    version, this takes a minute or so, later less than a second. `progress` is called before
    each part, and at the end with an empty name.
    """
    with _lock:
        _register_all()
        waiting = [name for name in _needed if name not in _made_ready]
        for done, name in enumerate(waiting):
            if progress is not None:
                progress(name, done, len(waiting))
            _needed[name]()
            _made_ready.add(name)
        if waiting and _made_ready.issuperset(_needed):
            mark_complete(_compiling())
        if waiting and progress is not None:
            progress("", len(waiting), len(waiting))


def takes_long() -> bool:
    """Return whether `ready` will have to compile, because it never has with these sources."""
    _register_all()
    return not is_complete(_compiling())


def _register_all() -> None:
    package = importlib.import_module("matto.kernel")
    for part in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"matto.kernel.{part.name}")


def _compiling() -> list[str]:
    """The modules that make a part ready: what they import is all that is compiled."""
    return sorted({warm_up.__module__ for warm_up in _needed.values()})
