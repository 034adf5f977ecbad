"""What reports are printed with: sentences in the person's language, tables of figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from matto.engine.game import Game
from matto.engine.options import Value, spell
from matto.engine.words import Text, preferred_language, translator


class ReportPage:
    """Prints to a stream, or to the standard output."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.console = Console(file=out, highlight=False, markup=False, emoji=False)
        self.language = preferred_language()
        self.translate = translator(self.language)

    def say(self, sentence: Text | str) -> str:
        """Give a sentence in the person's language; plain strings are msgids."""
        if isinstance(sentence, Text):
            return sentence.render(self.translate)
        return self.translate(sentence)

    def line(self, sentence: Text | str, style: str = "") -> None:
        """Print a paragraph."""
        self.console.print(self.say(sentence), style=style)

    def table(self, *columns: str) -> Table:
        """Begin a table: names on the left, figures on the right."""
        table = Table(box=SIMPLE_HEAD, padding=(0, 1))
        for number, column in enumerate(columns):
            table.add_column(self.say(column), justify="right" if number else "left")
        return table


def changed_options(game: Game, options: Mapping[str, Value]) -> str:
    """The options that are not as usual, as they are typed."""
    usual = game.resolve()
    changed = (f"{name}={spell(v)}" for name, v in options.items() if v != usual[name])
    return ", ".join(changed)
