"""Where compiled functions are kept between two starts of the program.

Numba notices when the file of a function is edited, but not when a function that it calls
has changed in another file. Hence each module's functions are kept in a folder named after a
hash of everything that they could be made of: the module's source and that of all modules of
matto it imports, the versions of Numba and Python, and the processor.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba.core.caching import IndexDataCacheFile

HOME = "MATTO_KERNEL_CACHE"
"""The environment variable that names another folder to keep compiled functions in."""
KEPT = 3
"""So many older states of each module's functions are kept beside the newest."""
KEY_LENGTH = 16
PACKAGE = "matto"

_IMPORTS = re.compile(
    rf"^[ \t]*(?:from[ \t]+({PACKAGE}[.\w]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)"
    rf"|import[ \t]+({PACKAGE}[^\n#]*))",
    re.MULTILINE,
)


def home() -> Path:
    """Give the folder of this user's compiled functions, which may not exist yet."""
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
    """Give the folder in which a module's functions are kept; None if there can be none."""
    name = f"{module.removeprefix(PACKAGE + '.')}-{key_of(module)}"
    wanted = home() / name
    if _can_write(wanted):
        _forget_older(wanted)
        return wanted
    return _borrowed(wanted)


@cache
def key_of(module: str) -> str:
    """Give a hash of all that a module's compiled functions depend on."""
    whole = hashlib.sha256(repr(_machine()).encode())
    for name, source in sorted(sources_of(module).items()):
        whole.update(f"\0{name}\0{len(source)}\0".encode() + source)
    return whole.hexdigest()[:KEY_LENGTH]


def _machine() -> tuple[str, ...]:
    processor = llvmlite.binding.get_host_cpu_name()
    features = llvmlite.binding.get_host_cpu_features().flatten()
    return numba.__version__, sys.version, platform.machine(), processor, features


def sources_of(module: str) -> dict[str, bytes]:
    """Give the sources of a module and of all modules of matto that it imports, by name."""
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
    """Let what Numba keeps of a function be lost on a full or vanished disk, and go on."""
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
    """Remember that everything in some modules has been compiled and kept."""
    with contextlib.suppress(OSError):
        _mark(modules).touch()


def is_complete(modules: Sequence[str]) -> bool:
    """Tell whether everything in some modules has been compiled and kept before."""
    return _mark(modules).exists()


def _mark(modules: Sequence[str]) -> Path:
    keys = "".join(map(key_of, modules))
    return home() / f"complete-{hashlib.sha256(keys.encode()).hexdigest()[:KEY_LENGTH]}"
