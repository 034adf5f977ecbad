"""The programs of the system that some tests need, which pip cannot install.

Standard library only. ``ensure()`` installs what is missing through apt where it may (as root,
or with a sudo that asks nothing) and says so; elsewhere it says what is missing. The tests that
need a program ask ``Program.found()`` and are skipped, or fail on CI, where it is None.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from environment import SetupError, say


@dataclass(frozen=True)
class Program:
    """A program that tests start: its Debian package, and where it may lie.

    `names` are looked up in the search path, then `patterns` (of paths from the root) on the
    disk; `variable` names the environment variable that tells the place outright.
    """

    package: str
    purpose: str
    names: tuple[str, ...]
    patterns: tuple[str, ...] = ()
    variable: str = ""

    def found(self) -> Path | None:
        """Return where the program lies, or None."""
        told = os.environ.get(self.variable) if self.variable else None
        if told:
            return Path(told)
        for name in self.names:
            if place := shutil.which(name):
                return Path(place)
        return next(self._on_the_disk(), None)

    def _on_the_disk(self) -> Iterator[Path]:
        for pattern in self.patterns:
            yield from sorted(Path("/").glob(pattern), reverse=True)


BROWSER = Program(
    "chromium",
    "the tests in a browser",
    ("chromium", "chromium-browser", "google-chrome"),
    variable="MATTO_TEST_CHROMIUM",
)
POSTGRES = Program(
    "postgresql",
    "the tests of tables kept in PostgreSQL",
    ("postgres",),
    patterns=("usr/lib/postgresql/*/bin/postgres",),
)
REDIS = Program("redis-server", "the tests of several servers side by side", ("redis-server",))

PROGRAMS = (BROWSER, POSTGRES, REDIS)


def on_ci() -> bool:
    """Tell whether this run must not leave anything out."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def missing() -> list[Program]:
    """Return the programs that are not on this machine."""
    return [program for program in PROGRAMS if program.found() is None]


def ensure() -> None:
    """Install what is missing if that can be done here, and say what could not be.

    On CI what is still missing is a SetupError: there no test may be left out.
    """
    lacking = missing()
    if not lacking:
        return
    prefix = _may_install()
    if prefix is not None:
        _install(prefix, [program.package for program in lacking])
    for program in missing():
        _complain(program)


def advice(program: Program) -> str:
    """Return the sentence that tells what is missing and how one gets it."""
    return (
        f"'{program.names[0]}' is not installed: {program.purpose} need it."
        f" On Debian and Ubuntu 'sudo apt-get install {program.package}' installs it."
    )


def _complain(program: Program) -> None:
    if on_ci():
        raise SetupError(advice(program))
    say(f"{advice(program)} Until then these tests are skipped.")


def _may_install() -> tuple[str, ...] | None:
    """Return what apt-get has to be called with, or None where it may not be called."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return ()
    asks_nothing = ("sudo", "--non-interactive")
    if shutil.which("sudo") and _run((*asks_nothing, "true")).returncode == 0:
        return asks_nothing
    return None


def _install(prefix: Sequence[str], packages: Sequence[str]) -> None:
    say(f"installing {', '.join(packages)} through apt-get for the tests (a minute or two)")
    apt_get = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes", "--quiet")
    waits = ("--option", "DPkg::Lock::Timeout=300")
    _run((*prefix, *apt_get, "update"))
    done = _run((*prefix, *apt_get, *waits, "install", "--no-install-recommends", *packages))
    if done.returncode != 0:
        say("apt-get failed; its last lines were:")
        say("\n".join(done.stdout.strip().splitlines()[-12:]))


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
