"""Pages whose tables are written by the scripts that measure them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from matto.engine.errors import MattoError
from matto.engine.words import text


class NoPlace(MattoError):
    """A page that cannot be written, or lacks the marks for a table."""


def check_page(path: Path | None, begin: str, end: str) -> None:
    """Find out before hours of measuring whether a table can be written; raises `NoPlace`."""
    if path is None:
        return
    try:
        page = path.read_text(encoding="utf-8")
        with path.open("a", encoding="utf-8"):
            pass
    except (OSError, UnicodeError) as error:
        sentence = text("The table cannot be written: {why}.", why=str(error))
        raise NoPlace(sentence) from error
    _, first, rest = page.partition(begin)
    if not (first and end in rest):
        marks = {"begin": begin, "end": end}
        raise NoPlace(
            text("{page} has no place: it needs {begin} and {end}.", page=str(path), **marks)
        )


def publish(path: Path | None, begin: str, end: str, content: str) -> None:
    """Write a table into a page, or print it if there is none."""
    if path is None:
        print(content)
    else:
        write_between(path, begin, end, content)


def write_between(path: Path, begin: str, end: str, content: str) -> None:
    """Put a table between two marks of a page; raises `NoPlace` if that cannot be."""
    check_page(path, begin, end)
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    made = f"Measured on {date.today().isoformat()}."
    path.write_text(f"{before}{begin}\n{made}\n\n{content}\n{end}{after}", encoding="utf-8")
