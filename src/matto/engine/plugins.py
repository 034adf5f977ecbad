"""Where games of other people are found: the entry point group `matto.games`.

A package offers a game by an entry that is named by the game's id and leads to it:

    [project.entry-points."matto.games"]
    zwanzig = "old_games.zwanzig:GAME"

In its folder lie `rulebook/zwanzig.md`, translations in `rulebook/<language>/`, and the words
of its games in other languages in `locale/<language>/LC_MESSAGES/matto.mo`, if there are any.

What bots know of a game is found in the same way, by the side that needs it (`for_game`): the
groups `matto.advice` and `matto.constraints`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

GROUP = "matto.games"

T = TypeVar("T")


@dataclass(frozen=True)
class Offer:
    """A game that an installed package offers; nothing of the package has been run yet."""

    entry: EntryPoint
    package: str
    folder: Path

    @property
    def game_id(self) -> str:
        """The id of the game."""
        return self.entry.name

    def rulebook(self, language: str = "") -> Path:
        """Return where its rulebook lies, or the translation into a language."""
        return self.folder / "rulebook" / language / f"{self.game_id}.md"


@cache
def offers() -> tuple[Offer, ...]:
    """All games that installed packages offer, in the order of the packages' names."""
    found = [
        Offer(entry, entry.dist.name if entry.dist else entry.module, _folder(entry))
        for entry in entry_points(group=GROUP)
    ]
    return tuple(sorted(found, key=lambda offer: (offer.package, offer.game_id)))


def offer_of(game_id: str) -> Offer | None:
    """The first offer of a game, if there is any."""
    return next((offer for offer in offers() if offer.game_id == game_id), None)


@cache
def locale_folders() -> tuple[Path, ...]:
    """Return where packages keep the words of their games in other languages."""
    folders = dict.fromkeys(offer.folder / "locale" for offer in offers())
    return tuple(folder for folder in folders if folder.is_dir())


def _folder(entry: EntryPoint) -> Path:
    """The folder of an entry's outermost package."""
    spec = find_spec(entry.module.partition(".")[0])
    return Path(spec.origin if spec and spec.origin else entry.module).parent


def for_game(game_id: str, package: str, name: str, group: str, default: T) -> T:
    """Return `name` of the module of a package that is called as a game is, `-` being `_`.

    Where there is no such module, an entry point of a group may give it that is called as the
    game is; else it is `default`.
    """
    module = game_id.replace("-", "_")
    if module.isidentifier() and find_spec(f"{package}.{module}") is not None:
        found: T = getattr(import_module(f"{package}.{module}"), name)
        return found
    for entry in entry_points(group=group, name=game_id):
        given: T = entry.load()
        return given
    return default
