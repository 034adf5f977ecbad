"""The programs of the system that some tests start, which no package of Python brings.

``python tools/machine.py`` installs what is missing through apt where that needs no password,
and says what is missing still: the tests that start it are skipped, and on CI they fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Program:
    """A program that tests start: its Debian package, and the names and folders to look for."""

    package: str
    purpose: str
    names: tuple[str, ...]
    folders: str = ""
    needed: bool = True

    def found(self) -> Path | None:
        """Return where the program lies, or None."""
        folders = sorted(Path("/").glob(self.folders), reverse=True) if self.folders else ()
        path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, folders)])
        places = (shutil.which(name, path=path) for name in self.names)
        return next((Path(place) for place in places if place), None)

    def advice(self) -> str:
        """Return the sentence that tells what is missing and how one gets it."""
        return (
            f"'{self.names[0]}' is not installed: {self.purpose} need it."
            f" On Debian and Ubuntu 'sudo apt-get install {self.package}' installs it."
        )


SHELL = "chromium-headless-shell"
"""Chromium without a window of its own to draw, which takes a quarter of the time."""
FASTER = Program(SHELL, "faster tests in a browser", (SHELL,), needed=False)
CHROMIUM = (SHELL, "chromium", "chromium-browser", "google-chrome")
BROWSER = Program("chromium", "the tests in a browser", CHROMIUM)
POSTGRES = Program(
    "postgresql", "the tests of PostgreSQL", ("postgres",), "usr/lib/postgresql/*/bin"
)
REDIS = Program("redis-server", "the tests of several servers side by side", ("redis-server",))
COMPILER = Program("gcc", "the tests of a failing disk", ("cc", "gcc"))
PROGRAMS = (FASTER, BROWSER, POSTGRES, REDIS, COMPILER)


def on_ci() -> bool:
    """Return whether this run must not leave anything out."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def main() -> int:
    """Install what is missing if that can be done here, and say what could not be."""
    lacking = [program for program in PROGRAMS if program.found() is None]
    if lacking and shutil.which("apt-get"):
        apt_get("update")
    for program in lacking:
        if program.found() is None and shutil.which("apt-get"):
            print(f"installing {program.package} through apt-get (a minute or two)", flush=True)
            apt_get("install", "--no-install-recommends", program.package)
    missing = [one.advice() for one in PROGRAMS if one.needed and one.found() is None]
    for advice in missing:
        print(f"{advice} Without it these tests are skipped, and fail on CI.")
    return 1 if missing and on_ci() else 0


def apt_get(*words: str) -> None:
    """Run apt-get as root, or with a sudo that asks nothing; it says itself what went wrong."""
    sudo = () if os.geteuid() == 0 else ("sudo", "--non-interactive")
    silent = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes", "-qq")
    command = (*sudo, *silent, "--option", "DPkg::Lock::Timeout=300", *words)
    if shutil.which(command[0]):
        subprocess.run(command, stdin=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    sys.exit(main())
