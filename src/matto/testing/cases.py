"""Which games and options the contract is checked with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.games import catalogue
from matto.testing.tracing import values_of

__all__ = [
    "DEFAULTS",
    "Case",
    "cases_of",
    "default_cases",
    "other_cases",
    "presets_of",
]

DEFAULTS = "defaults"


@dataclass(frozen=True)
class Case:
    """A game with its options; `label` says which ones."""

    game: Game
    options: Options
    label: str = DEFAULTS

    def __str__(self) -> str:
        return f"{self.game.id}:{self.label}"


def presets_of(game: Game) -> Iterator[Case]:
    """The defaults and each preset."""
    yield Case(game, game.resolve())
    for preset in game.presets:
        yield Case(game, game.resolve(preset=preset), f"preset {preset}")


def cases_of(game: Game) -> Iterator[Case]:
    """The defaults, each preset, and each value of an option (see `tracing.values_of`)."""
    yield from presets_of(game)
    for option in game.options:
        for value in values_of(option):
            if value != option.default:
                given: Mapping[str, object] = {option.name: value}
                yield Case(game, game.resolve(given), f"{option.name}={spell(value)}")


def default_cases() -> list[Case]:
    """Every game of the catalogue with its default options."""
    return [Case(game, game.resolve()) for game in catalogue().values()]


def other_cases() -> list[Case]:
    """Every game with every preset and every other value of an option."""
    return [
        case
        for game in catalogue().values()
        for case in cases_of(game)
        if case.label != DEFAULTS
    ]
