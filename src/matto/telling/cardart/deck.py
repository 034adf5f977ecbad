"""A printed pack: its cards, the numbers and names on them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from matto.engine.cards import FRENCH_SUITS, SUITS, TRUMPS
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.words import translator
from matto.telling.naming import Naming

LOWEST = "T0"
"""Only the Sicilian packs have a trump below the lowest number."""

MAIDS = frozenset({"Jack (Donna)"})
"""Names of the fourth court where it is a woman."""


class Deck(msgspec.Struct, frozen=True):
    """A pack as printed: the numbers on its trumps and the names on its cards, by code."""

    codes: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    maids: bool = False

    @property
    def sicilian(self) -> bool:
        return LOWEST in self.codes

    def number(self, code: str) -> str:
        """Return the number that a trump shows; empty for every other card."""
        return dict(self.numbers).get(code, "")

    def name(self, code: str) -> str:
        """Return the name on a card; empty if its game has none."""
        return dict(self.names).get(code, "")


def deck_of(game: Game, options: Options, language: str) -> Deck:
    """Return the pack that a game is played with, its names in a language."""
    naming = Naming(game, options, translator(language))
    codes = naming.pack.codes
    return Deck(
        codes=codes,
        numbers=tuple((code, naming.number(code)) for code in codes if code in TRUMPS),
        names=tuple((code, name) for code in codes if (name := _name(naming, code))),
        maids=bool(MAIDS.intersection(naming.names.get(f"{suit}J", "") for suit in SUITS)),
    )


def _name(naming: Naming, code: str) -> str:
    if code[0] in SUITS:
        return naming.words(naming.names.get(code, ""))
    return naming.own_name(code)


def style_of(suit_names: Mapping[str, str]) -> str:
    return "french" if suit_names == FRENCH_SUITS else "italian"
