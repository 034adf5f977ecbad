"""The common parts of commands: parameters, progress, and printed reports."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, TextIO

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from matto.engine.errors import BadOptionValue
from matto.engine.game import Game
from matto.engine.options import Value, spell
from matto.engine.words import Text, preferred_language, text, translator

GameId = Annotated[str, typer.Argument(help="Which game, such as mineo-3.")]
Variants = Annotated[
    list[str] | None, typer.Option(help="A variant, as name=value; may be repeated.")
]
Preset = Annotated[str | None, typer.Option(help="A named set of variants.")]
Jobs = Annotated[int, typer.Option(help="How many processes; the results are the same.")]
Cluster = Annotated[
    str, typer.Option(help="Let a Ray cluster work: auto, or its address; the same results.")
]
Seed = Annotated[int, typer.Option(help="The same seed, the same cards and choices.")]
Database = Annotated[
    str | None, typer.Option(help="Where tables are kept, such as postgresql://…; else a file.")
]


def print_sentence(sentence: Text, *, err: bool = False) -> None:
    """Print a sentence in the language of the environment."""
    typer.echo(sentence.render(translator(preferred_language())), err=err)


def parse_variants(given: Sequence[str]) -> dict[str, object]:
    """Read variants written as `name=value`; raises `BadOptionValue`."""
    found: dict[str, object] = {}
    for pair in given:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals:
            raise BadOptionValue(
                text("Write a variant as name=value, not “{pair}”.", pair=pair)
            )
        if name in found:
            raise BadOptionValue(text("“{key}” is given twice.", key=name))
        found[name] = value
    return found


INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""

DEALING = text("Dealing")

LATE = 1.0
"""Seconds after which anybody wants to know how far it is, and from line to line."""

REFRESHED_AFTER = 0.5
"""Seconds after which the running result is worked out anew."""


def with_progress(
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


class ReportPage:
    """Prints to a stream, or to the standard output."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.console = Console(file=out, highlight=False, markup=False, emoji=False)
        self.language = preferred_language()
        self.translate = translator(self.language)

    def say(self, sentence: Text | str) -> str:
        """Return a sentence in the person's language; plain strings are msgids."""
        if isinstance(sentence, Text):
            return sentence.render(self.translate)
        return self.translate(sentence)

    def line(self, sentence: Text | str, style: str = "") -> None:
        self.console.print(self.say(sentence), style=style)

    def table(self, *columns: str) -> Table:
        """Begin a table: names on the left, figures on the right."""
        table = Table(box=SIMPLE_HEAD, padding=(0, 1))
        for number, column in enumerate(columns):
            table.add_column(self.say(column), justify="right" if number else "left")
        return table


def changed_options(game: Game, options: Mapping[str, Value]) -> str:
    usual = game.resolve()
    changed = (f"{name}={spell(v)}" for name, v in options.items() if v != usual[name])
    return ", ".join(changed)
