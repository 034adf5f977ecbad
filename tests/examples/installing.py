"""An example package, built and installed into a folder beside matto."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def put_up(package: Path, folder: Path) -> Path:
    """Build a package and install it into a folder; gives the folder."""
    run(folder, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=package)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    wheel.unlink()
    return folder


def run(folder: Path, *command: str, cwd: Path | None = None, typed: str = "") -> str:
    """Run Python where the packages of a folder are installed."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd or folder,
        env=environment(folder),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    """The environment of somebody who has installed what lies in a folder."""
    path = os.pathsep.join([str(ROOT / "src"), str(folder)])
    own = {"PYTHONPATH": path, "LANGUAGE": "en", "PYTHONUTF8": "1", "MATTO_DATA": str(folder)}
    return {**os.environ, **own}


def matto(folder: Path, *arguments: str, typed: str = "") -> str:
    """Run a command of matto there; gives what it prints."""
    return run(folder, "-m", "matto", *arguments, typed=typed)
