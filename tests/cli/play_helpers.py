"""What the tests of `matto play` share: somebody at the terminal who answers as told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from matto.cli import play as command

Answer = Callable[[str], str]

QUICK = "rule"
"""Players who answer at once."""

END_OF_DEAL = ("Enter: next", "Enter: end", "Eingabetaste: nächstes", "Eingabetaste: Ende")


class Terminal:
    """Runs `matto play` with scripted answers and keeps what it printed."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
    ) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.home = home
        self.prompts: list[str] = []

    def play(
        self, answers: Iterable[str] | Answer, game: str | None = None, **commands: Any
    ) -> str:
        """Play with answers (the input ends after the last one); gives what was printed.

        Whatever is printed before a question is followed by that question, on its own line.
        """
        respond = answers if callable(answers) else _in_turn(iter(answers))

        def ask(prompt: str = "") -> str:
            print(prompt)
            self.prompts.append(prompt)
            return respond(prompt)

        self.monkeypatch.setattr("builtins.input", ask)
        command.play(game, **{"fast": True, "lang": "en", "bots": QUICK, **commands})
        return self.capsys.readouterr().out

    @property
    def saves(self) -> list[Path]:
        """All files in the data folder."""
        return sorted(path for path in self.home.glob("*") if path.is_file())

    def saved(self) -> dict[str, Any]:
        """The only saved match."""
        (path,) = self.saves
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found


def _in_turn(answers: Iterator[str]) -> Answer:
    def respond(_prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    return respond


def first_choice(prompt: str) -> str:
    """Always the first choice, and on after a deal."""
    return "" if prompt.startswith(END_OF_DEAL) else "1"


def first_choices(most: int) -> Answer:
    """The first choice so many times, then the end of the input."""
    left = [most]

    def respond(prompt: str) -> str:
        left[0] -= 1
        if left[0] < 0:
            raise EOFError
        return first_choice(prompt)

    return respond
