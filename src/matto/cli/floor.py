"""A question that is open to all, as the person at the table meets it.

The person is asked first, again after every word of somebody else, and at no other time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from matto.cli.prompt import plain
from matto.run import Run


class Span(msgspec.Struct, frozen=True):
    """Choices that stand next to each other and differ in a number only, by their places."""

    first: int
    last: int
    words: tuple[str, ...]


def spans(choices: Sequence[str]) -> Iterator[Span]:
    """Yield the choices, those that differ in a number only together."""
    start = 0
    for place, choice in enumerate(choices, start=1):
        following = choices[place] if place < len(choices) else ""
        if _is_next(choice, following):
            continue
        yield Span(start + 1, place, tuple(choices[start:place]))
        start = place


def _is_next(choice: str, following: str) -> bool:
    """Tell whether a choice is followed by the same word with the next number."""
    head, _, number = choice.partition(":")
    return number.isdigit() and following == f"{head}:{int(number) + 1}"


def with_amount(line: str, known: Iterable[str]) -> str | None:
    """Give the choice that a line means which is a known word and a number: `offro 12`."""
    head, _, number = line.strip().rpartition(" ")
    if not number.isdigit():
        return None
    return next((f"{word}:{int(number)}" for word in known if plain(word) == plain(head)), None)


def words_first(choices: Sequence[str], wait: str) -> tuple[str, ...]:
    """Choices of an open question in the order of their numbers: those with an amount last."""
    said = [choice for choice in choices if choice != wait]
    return (*(c for c in said if ":" not in c), wait, *(c for c in said if ":" in c))


class Floor:
    """Remembers for one seat whether anything has been said since it let others speak on."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._waited: tuple[Run, int] | None = None

    def may_speak_first(self, run: Run) -> bool:
        """Tell whether another is asked, but this seat may and has not let him speak."""
        decision = run.decision
        if decision is None or decision.seat == self.seat or decision.to(self.seat) is None:
            return False
        return not self.has_waited(run)

    def has_waited(self, run: Run) -> bool:
        """Tell whether the others have said nothing since this seat let them speak."""
        return self._waited is not None and self._waited == self._moment(run)

    def wait(self, run: Run) -> None:
        """Say nothing for now."""
        self._waited = self._moment(run)
        if run.decision is not None and run.decision.seat == self.seat:
            run.do(run.decision.wait)

    def speak(self, run: Run, word: str) -> None:
        """Say something, and then let the others speak."""
        run.do_as(self.seat, word)
        self._waited = self._moment(run)

    def _moment(self, run: Run) -> tuple[Run, int]:
        """How much the others have done in a deal."""
        return run, sum(event.seat != self.seat for event in run.events)
