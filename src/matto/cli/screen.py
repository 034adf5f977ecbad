"""The terminal at a table: a screen that prints sentences and reads lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.text import Text as Line

from matto.engine.words import Text, translator

WIDEST = 100
"""Lines longer than this are hard to read, however wide the window is."""


def _edit_lines() -> None:
    with suppress(ImportError):
        import readline  # noqa: F401 - it changes how input() reads


class PlayerLeft(Exception):
    """The player has closed the input or pressed Ctrl-C."""


class Screen:
    """Prints sentences in a language and reads answers.

    `pause` is the time in seconds that a bot's move stays before the next; nothing waits
    where nobody watches (output that is not a terminal).
    """

    def __init__(self, language: str, *, pause: float = 0.0) -> None:
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        self.watched = self.console.is_terminal
        if self.watched:
            _edit_lines()
        self._pause = pause if self.watched else 0.0
        self._column = 0
        self.speak(language)

    def speak(self, language: str) -> None:
        self.language = language
        self.translate = translator(language)

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    @property
    def draws_signs(self) -> bool:
        """Return whether the output can show the signs of the suits."""
        try:
            "♠♣♥♦–→½".encode(self.console.encoding)
        except (LookupError, UnicodeEncodeError):
            return False
        return True

    def words(self, sentence: Text | str) -> str:
        """Return a sentence in the player's language; plain strings are msgids too."""
        if isinstance(sentence, Text):
            return sentence.render(self.translate)
        return self.translate(sentence)

    # -- out -----------------------------------------------------------------------------

    def line(
        self,
        line: Line | Text | str = "",
        style: str = "",
        indent: int = 0,
        label: Line | None = None,
    ) -> None:
        """Print a paragraph, wrapped at words; a label stands in the indentation."""
        self.end_row()
        rich = line if isinstance(line, Line) else Line(self.words(line), style=style)
        if not indent:
            self.console.print(rich, width=self.width)
            return
        first = label or Line()
        for part in rich.wrap(self.console, max(20, self.width - indent)) or [Line()]:
            part.rstrip()
            self.console.print(first + Line(" " * (indent - first.cell_len)) + part)
            first = Line()

    def lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.line(line)

    def show(self, parts: Iterable[RenderableType]) -> None:
        self.end_row()
        for part in parts:
            self.console.print(part, width=self.width)

    def heading(self, sentence: Text | str, style: str = "bold") -> None:
        """Print a line with a rule behind it."""
        self.end_row()
        words = self.words(sentence)
        rule = "─" if self.draws_signs else "-"
        rest = max(2, self.width - len(words) - 4)
        self.console.print()
        self.console.print(Line(f"{rule * 2} {words} {rule * rest}", style=style))

    def row(self, piece: Line) -> None:
        """Add a piece to the row that is being written, in a new row if it is full."""
        if self._column and self._column + piece.cell_len > self.width:
            self.end_row()
            self.row(Line("          "))
        self.console.print(piece, end="")
        self._column += piece.cell_len

    def end_row(self) -> None:
        if self._column:
            self.console.print()
            self._column = 0

    @property
    def in_row(self) -> bool:
        return self._column > 0

    def wait(self, share: float = 1.0) -> None:
        if self._pause:
            time.sleep(self._pause * share)

    # -- in ------------------------------------------------------------------------------

    def ask(self, sentence: Text | str) -> str:
        """Read one line; raises `PlayerLeft` at the end of the input and on Ctrl-C."""
        self.end_row()
        try:
            answer = input(f"{self.words(sentence)} ")
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise PlayerLeft from None
        if not sys.stdin.isatty():
            self.console.print(Line(answer, style="dim"))
        return answer.strip()
