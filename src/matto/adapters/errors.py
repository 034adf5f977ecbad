"""What can be wrong with what an environment is asked, each with a sentence to act on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

from matto.engine.errors import MattoError
from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.words import text

GIVEN = ("dealer", "deal", "carried")
"""What an episode may be given to begin with."""

OF_THE_SUITE = "options"
"""PettingZoo's own suite gives this to every environment, and wants it to be taken."""


class BadEnvironment(MattoError):
    """An environment or an episode that cannot be made as asked."""


def check_seat(seat: int, seats: int) -> None:
    """Raise `BadEnvironment` unless a game has the seat."""
    if seat not in range(seats):
        raise BadEnvironment(
            text("Seats are 0 to {last}, not {seat}.", last=seats - 1, seat=str(seat))
        )


def check_given(given: Mapping[str, Any], game: Game) -> None:
    """Raise `BadEnvironment` unless an episode can begin with what is given; see `begin`."""
    wrong = [str(key) for key in given if key not in {*GIVEN, OF_THE_SUITE}]
    if wrong:
        raise BadEnvironment(
            text(
                "An episode is given {known}, not “{wrong}”.",
                known=", ".join(GIVEN),
                wrong=", ".join(wrong),
            )
        )
    deal, carried = given.get("deal"), given.get("carried")
    if not (deal is None or isinstance(deal, Deal)):
        raise BadEnvironment(
            text("“deal” is a Deal, such as run.setup.deal, not {given}.", given=repr(deal))
        )
    if not (carried is None or _is_carried(carried, game)):
        names = ", ".join(game.carried) or "–"
        raise BadEnvironment(
            text(
                "“carried” has a whole number for each of these: {names}. This is something "
                "else: {given}.",
                names=names,
                given=repr(carried),
            )
        )


def _is_carried(carried: object, game: Game) -> bool:
    if not isinstance(carried, Mapping) or set(carried) != set(game.carried):
        return False
    return all(isinstance(amount, Integral) for amount in carried.values())


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Raise `BadEnvironment` unless an environment is rendered so."""
    if mode is not None and mode not in modes:
        raise BadEnvironment(
            text("It is rendered as {modes}, not as {mode}.", modes=", ".join(modes), mode=mode)
        )
