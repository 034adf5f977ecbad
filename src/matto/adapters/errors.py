"""What can be wrong with what an environment is asked, each with a sentence to act on."""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.errors import MattoError
from matto.engine.words import text


class BadEnvironment(MattoError):
    """An environment or an episode that cannot be made as asked."""


def check_seat(seat: int, seats: int) -> None:
    """Raise `BadEnvironment` unless a game has the seat."""
    if seat not in range(seats):
        raise BadEnvironment(
            text("Seats are 0 to {last}, not {seat}.", last=seats - 1, seat=str(seat))
        )


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Raise `BadEnvironment` unless an environment is rendered so."""
    if mode is not None and mode not in modes:
        raise BadEnvironment(
            text("It is rendered as {modes}, not as {mode}.", modes=", ".join(modes), mode=mode)
        )
