"""The virtual environment of a checkout: made when missing, brought up to date when stale.

Standard library only: this runs before anything is installed. Everything it says goes to
standard error, so that the output of the task itself stays clean.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
STAMP = VENV / "matto-stamp.json"
LOCKS = {
    "run": ROOT / "requirements" / "run.lock",
    "dev": ROOT / "requirements" / "dev.lock",
    "research": ROOT / "requirements" / "research.lock",
}
"""What may be installed, from the least to the most: each lock holds all of the one before."""

NO_VENV = (
    "Python's venv module is missing or incomplete. On Debian and Ubuntu install it with"
    " 'apt-get install python3-venv'; elsewhere install Python from its own installer."
)
NO_REGISTRY = (
    "pip could not reach its package registry, or that has no build of the package above for"
    " this system. Check the network connection, or pip's own settings for a proxy or a mirror"
    " ('pip config list'), and run the same command again."
)
WRONG_HASH = (
    "A downloaded package is not the one that the lock file names, so nothing more was"
    " installed. If you changed pyproject.toml, remake the locks with 'make lock'."
)
UNREACHABLE = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "Max retries exceeded",
    "Name or service not known",
    "Temporary failure in name resolution",
    "No matching distribution found",
    "ProxyError",
    "Read timed out",
)


class SetupError(Exception):
    """The environment cannot be made: ``advice`` for the person, and what was seen before."""

    def __init__(self, advice: str, seen: str = "") -> None:
        super().__init__(advice)
        self.seen = seen


@dataclass(frozen=True)
class Stamp:
    """What a finished environment was made from; another value means that it is stale."""

    level: str
    lock: str
    package: str


def say(line: str) -> None:
    """Write one progress line to standard error."""
    print(f"matto: {line}", file=sys.stderr, flush=True)


def ensure(level: str) -> None:
    """Make the environment, or bring it up to date, so that it holds at least ``level``.

    ``level`` is a key of ``LOCKS``. An environment that already holds more keeps it, and one
    that works keeps its Python, whichever Python runs this. Raises SetupError with advice when
    Python, pip or the registry refuses.
    """
    if _is_current(_read_stamp(), level):
        return
    with _one_at_a_time():
        old = _read_stamp()
        if not _is_current(old, level):
            _bring_up_to_date(old, level)


def _bring_up_to_date(old: Stamp | None, level: str) -> None:
    if _make_venv():
        old = None
    if old is not None and old.level in LOCKS:
        level = max(level, old.level, key=_rank)
    new = _wanted(level)
    STAMP.unlink(missing_ok=True)
    if old is None or (old.level, old.lock) != (new.level, new.lock):
        _install_lock(level)
    _install_package()
    STAMP.write_text(json.dumps(asdict(new), indent=1) + "\n", encoding="utf-8")
    say("the environment is ready")


def _rank(level: str) -> int:
    return list(LOCKS).index(level)


def _wanted(level: str) -> Stamp:
    return Stamp(
        level=level,
        lock=_digest(LOCKS[level]),
        package=_digest(ROOT / "pyproject.toml", ROOT / "tools" / "wheel_hook.py"),
    )


def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def _read_stamp() -> Stamp | None:
    try:
        return Stamp(**json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _is_current(stamp: Stamp | None, level: str) -> bool:
    if stamp is None or stamp.level not in LOCKS or not PYTHON.exists():
        return False
    return _rank(stamp.level) >= _rank(level) and stamp == _wanted(stamp.level)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let two commands started at once build the environment one after the other."""
    with (ROOT / ".venv.lock").open("a+b") as handle:
        if sys.platform == "win32":
            import msvcrt

            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _make_venv() -> bool:
    """Create the folder unless one that works is there; say whether it is a new one."""
    if PYTHON.exists() and _runs([PYTHON, "-m", "pip", "--version"]):
        return False
    if VENV.exists():
        say("the old .venv does not work any more: making a new one")
        shutil.rmtree(VENV)
    say(f"creating .venv with Python {sys.version.split()[0]}")
    made = _capture([sys.executable, "-m", "venv", VENV])
    if made.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetupError(NO_VENV, _tail(made.stdout))
    return True


def _install_lock(level: str) -> None:
    lock = LOCKS[level]
    count = sum("==" in line for line in lock.read_text(encoding="utf-8").splitlines())
    say(f"installing up to {count} packages from requirements/{lock.name} (a minute or two)")
    _pip("install", "--require-hashes", "-r", str(lock))


def _install_package() -> None:
    say("installing matto itself, so that changes to its source take effect at once")
    _pip("install", "--no-deps", "--no-build-isolation", "-e", str(ROOT))


def _pip(*arguments: str) -> None:
    base: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    done = _capture([*base, *arguments])
    if done.returncode == 0:
        return
    advice = "pip failed; its last lines are above."
    if "DO NOT MATCH THE HASHES" in done.stdout:
        advice = WRONG_HASH
    elif any(sign in done.stdout for sign in UNREACHABLE):
        advice = NO_REGISTRY
    raise SetupError(advice, _tail(done.stdout))


def _capture(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def _runs(command: list[str | Path]) -> bool:
    try:
        return _capture(command).returncode == 0
    except OSError:
        return False


def _tail(output: str, lines: int = 12) -> str:
    return "\n".join(output.strip().splitlines()[-lines:])
