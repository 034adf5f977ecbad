"""The virtual environment of a checkout: made when missing, brought up to date when stale.

Standard library only, as this runs before anything is installed: Python makes the folder, pip
installs uv into it, and uv installs what a lock names. All they say goes to standard error.
"""

from __future__ import annotations

import ast
import hashlib
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
STAMP = VENV / "made-from.txt"
REQUIREMENTS = ROOT / "requirements"
LEVELS = ("uv", "run", "server", "dev")
"""The locks, by name, from the least to the most: from `run` on each holds the one before."""

SHARED = frozenset({"index-url", "extra-index-url", "find-links", "cert", "trusted-host"})
"""The settings of pip that uv has by the same name, but looks up nowhere itself."""

NO_VENV = (
    "Python could not make a virtual environment; what it says is above. On Debian and Ubuntu"
    " 'apt-get install python3-venv' brings what is missing; elsewhere install Python from its"
    " own installer."
)
NOT_INSTALLED = (
    "The packages could not be installed; what went wrong is said above. If their registry"
    " could not be reached, check the network connection, or the settings for a proxy or a"
    " mirror ('pip config list'), and run the same command again. If it names a hash or a"
    " version, and you changed pyproject.toml, 'make lock' makes the locks anew."
)


Command = tuple[str | Path, ...]


class SetupError(Exception):
    """The environment cannot be made; the sentence says what to do about it."""


def say(line: str) -> None:
    """Write one progress line to standard error."""
    print(f"matto: {line}", file=sys.stderr, flush=True)


def ensure(level: str) -> None:
    """Make the environment, or bring it up to date, so that it holds at least `level`.

    One that already holds more keeps it. Raises SetupError with advice.
    """
    if level not in LEVELS:
        raise SetupError(f"'{level}' cannot be set up. Choose one of: {', '.join(LEVELS)}.")
    if not _is_current(level):
        with _one_at_a_time():
            if not _is_current(level):
                _bring_up_to_date(level)


def _is_current(level: str) -> bool:
    enough = LEVELS[LEVELS.index(level) :]
    return PYTHON.exists() and _read_stamp() in [_stamp(each) for each in enough]


def _stamp(level: str) -> list[str]:
    """Return what a finished environment says of itself: its place, its lock, its package.

    A checkout that was moved, or a Python that is another one now, gives another place.
    """
    package = (ROOT / "pyproject.toml", ROOT / "tools" / "wheel_hook.py")
    catalogues = sorted((ROOT / "src" / "matto" / "locale").rglob("*.po"))  # compiled with it
    digests = _digest(_lock("uv"), _lock(level)), _digest(*package, *catalogues)
    return [f"{VENV} {PYTHON.resolve()}", level, *digests]


def _read_stamp() -> list[str]:
    lines = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.exists() else []
    return lines if len(lines) == len(_stamp("run")) else []


def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def _lock(level: str) -> Path:
    return REQUIREMENTS / f"{level}.lock"


def _bring_up_to_date(level: str) -> None:
    """Install what has changed, or all of it where no finished environment is in this place."""
    old = _read_stamp()
    STAMP.unlink(missing_ok=True)
    if not PYTHON.exists() or old[:1] != _stamp(level)[:1]:
        old = []
        say(f"making .venv with Python {sys.version.split()[0]}")
        _run(NO_VENV, sys.executable, "-m", "venv", "--clear", VENV)
    elif level != "uv":
        level = max(level, old[1], key=LEVELS.index)
    _install(level, lock_is_held=old[:3] == _stamp(level)[:3])
    STAMP.write_text("\n".join(_stamp(level)), encoding="utf-8")
    say("the environment is ready")


def _install(level: str, lock_is_held: bool) -> None:
    if not lock_is_held:
        say(f"installing what requirements/{level}.lock names")
        pip: Command = (
            PYTHON,
            "-m",
            "pip",
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
        )
        _run(NOT_INSTALLED, *pip, "install", "--require-hashes", "-r", _lock("uv"))
    if level != "uv":
        uv: Command = (BIN / "uv", "pip", "--quiet")
        if not lock_is_held:
            exactly: Command = (
                "sync",
                "--python",
                PYTHON,
                "--require-hashes",
                *settings_of_pip(),
            )
            _run(NOT_INSTALLED, *uv, *exactly, _lock(level))
        here: Command = (
            "install",
            "--python",
            PYTHON,
            "--no-deps",
            "--no-build-isolation",
            "--offline",
        )
        _run(NOT_INSTALLED, *uv, *here, "--editable", ROOT)


def settings_of_pip() -> list[str]:
    """Return the options that let uv fetch from where pip does, and trust whom the system does.

    Like pip, uv then takes what fits from any of several places; the lock has the hashes.
    """
    listing = [str(PYTHON), "-m", "pip", "config", "list"]
    told = subprocess.run(listing, capture_output=True, text=True, check=False).stdout
    options: dict[str, str] = {}
    for name, value in (line.split("=", 1) for line in told.splitlines() if "=" in line):
        options.setdefault(name.rpartition(".")[2], value)  # what counts most comes first
    words = ["--index-strategy", "unsafe-best-match"]
    if "cert" not in options and _system_has_certificates():
        words.append("--system-certs")
    for name in SHARED & options.keys():
        for place in ast.literal_eval(options[name]).split():
            words += [f"--{name}", place]
    return words


def _system_has_certificates() -> bool:
    paths = ssl.get_default_verify_paths()
    return bool(paths.cafile or (paths.capath and os.listdir(paths.capath)))


def _run(advice: str, *command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=2, check=False)
    if done.returncode != 0:
        raise SetupError(advice)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let two commands started at once make the environment one after the other."""
    with (ROOT / ".venv.lock").open("ab") as handle:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
