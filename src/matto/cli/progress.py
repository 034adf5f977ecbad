"""How far it is: a bar at a terminal, else a line a second where work is spread."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from matto.engine.words import Text, preferred_language, text, translator

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""

DEALING = text("Dealing")

LATE = 1.0
"""Seconds after which anybody wants to know how far it is, and from line to line."""

REFRESHED_AFTER = 0.5
"""Seconds after which the running result is worked out anew."""


def watched(
    done: Iterator[int],
    total: int,
    result: Callable[[], str] = str,
    *,
    label: Text = DEALING,
    lines: bool = False,
) -> Iterator[int]:
    """Pass on how many are done, and show it with the result so far.

    `lines`: where there is no terminal, in a line a second.
    """
    if sys.stderr.isatty():
        return _with_a_bar(done, total, result, label)
    return _in_lines(done, total, result) if lines else done


def _with_a_bar(
    done: Iterator[int], total: int, result: Callable[[], str], label: Text
) -> Iterator[int]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[result]}"),
    )
    began = looked = time.monotonic()
    name = label.render(translator(preferred_language()))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=total, result="", visible=not LATE)
        for number in done:
            now = time.monotonic()
            progress.update(task, completed=number, visible=now - began > LATE)
            if now - looked > REFRESHED_AFTER:
                progress.update(task, result=result())
                looked = now
            yield number


def _in_lines(done: Iterator[int], total: int, result: Callable[[], str]) -> Iterator[int]:
    told = time.monotonic()
    for number in done:
        if time.monotonic() - told > LATE:
            print(f"{number}/{total} {result()}".rstrip(), file=sys.stderr, flush=True)
            told = time.monotonic()
        yield number
