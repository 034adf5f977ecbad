"""What the Makefile says, for tests of its tasks and of its commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_TEXT = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
TASKS = frozenset(re.findall(r"^([a-z]+):.* ## ", _TEXT, re.MULTILINE))


def command(variable: str) -> list[str]:
    """The words of a command that a variable holds, from its program on."""
    (words,) = re.findall(rf"^{variable} := (.*)$", _TEXT, re.MULTILINE)
    return shlex.split(words)


def pins(level: str) -> set[tuple[str, str]]:
    """Names and versions that a lock gives, whatever system they are for."""
    lock = (ROOT / "requirements" / f"{level}.lock").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", lock, re.MULTILINE))
