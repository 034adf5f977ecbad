"""Pages whose tables are written by the scripts that measure them."""

from __future__ import annotations

from datetime import date
from pathlib import Path


def publish(path: Path | None, begin: str, end: str, content: str) -> None:
    """Write a table into a page, or print it if there is none."""
    if path is None:
        print(content)
    else:
        write_between(path, begin, end, content)


def write_between(path: Path, begin: str, end: str, content: str) -> None:
    """Put a table between two marks of a page; raises `ValueError` if it lacks them."""
    page = path.read_text(encoding="utf-8")
    before, first, rest = page.partition(begin)
    _, last, after = rest.partition(end)
    if not (first and last):
        raise ValueError(f"{path} has no place for the table: it needs {begin} and {end}")
    made = f"Measured on {date.today().isoformat()}."
    path.write_text(f"{before}{begin}\n{made}\n\n{content}\n{end}{after}", encoding="utf-8")
