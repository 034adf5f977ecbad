"""What the scripts of this folder share: command lines, and pages with tables between marks."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import Protocol

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.games import catalogue
from matto.research.parallel import Resources

RULE = "rule"


class NoPlace(MattoError):
    """A page that cannot be written, or lacks the marks for a table."""


class HasEnds(Protocol):
    """A mean with its 95 % interval, or without one."""

    @property
    def mean(self) -> float: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


def spelled(found: HasEnds | None, places: int = 2) -> str:
    """Return a mean with its interval in words."""
    if found is None:
        return "–"
    if found.low is None or found.high is None:
        return f"{found.mean:+.{places}f}"
    return f"{found.mean:+.{places}f} ({found.low:+.{places}f} … {found.high:+.{places}f})"


# -- command lines -----------------------------------------------------------------------------


def parser_for(about: str | None, deals: int) -> argparse.ArgumentParser:
    """Return a parser with the options of most scripts: games, deals, seed, processes, page."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--deals", type=int, default=deals, help="of each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    add_resources(parser)
    return parser


def add_resources(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who does the work."""
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--cluster", default="", help="a Ray cluster: auto, or its address")


def resources_of(asked: argparse.Namespace) -> Resources:
    """Return who does the work."""
    return Resources(asked.jobs, asked.cluster)


def games_of(named: str) -> list[str]:
    """Return the ids in a list with commas, or those of all games."""
    return [name for name in named.split(",") if name] or list(catalogue())


# -- pages -------------------------------------------------------------------------------------


def check_page(path: Path | None, begin: str, end: str) -> None:
    """Check before hours of measuring that a table can be written; raises `NoPlace`."""
    if path is None:
        return
    try:
        page = path.read_text(encoding="utf-8")
        with path.open("a", encoding="utf-8"):
            pass
    except (OSError, UnicodeError) as error:
        raise NoPlace(text("The table cannot be written: {why}.", why=str(error))) from error
    _, first, rest = page.partition(begin)
    if not (first and end in rest):
        sentence = text(
            "{page} has no place for it: it needs {begin} and {end}.",
            page=str(path),
            begin=begin,
            end=end,
        )
        raise NoPlace(sentence)


def publish(path: Path | None, begin: str, end: str, content: str) -> None:
    """Write a table between two marks of a page, or print it; raises `NoPlace`."""
    if path is None:
        print(content)
        return
    check_page(path, begin, end)
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    made = f"Measured on {date.today().isoformat()}."
    path.write_text(f"{before}{begin}\n{made}\n\n{content}\n{end}{after}", encoding="utf-8")
