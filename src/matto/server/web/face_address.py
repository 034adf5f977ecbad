"""Where a pack's faces are found: an address that tells style, language and options.

It ends with a version, so that a browser may keep what it finds there for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlencode

from matto.cardart import NoSuchFaces, deck_of, sprite_for, style_of
from matto.engine.game import Game
from matto.engine.options import Options, Value, spell
from matto.engine.words import LANGUAGES
from matto.games import game as find_game

OWN = "own"
"""The name of the style that belongs to the game's own pack."""

KEPT = 512
LANGUAGE, VERSION = "language", "v"
DIGITS = 12


def address(game: Game, options: Options, style: str, language: str) -> str:
    """Give the address of a game's faces in a style, or in the game's `own`."""
    return _address(game.id, options, style, language)


def asked_for(style: str, game_id: str, query: Mapping[str, str]) -> bytes:
    """Give the faces that an address asks for; raises `NoSuchFaces` and errors of options."""
    language = query.get(LANGUAGE, LANGUAGES[0])
    if language not in LANGUAGES:
        raise NoSuchFaces(style)
    game = find_game(game_id)
    known = {option.name for option in game.options}
    options = game.resolve({name: query[name] for name in query if name in known})
    return sprite_for(game, options, style, language)


def version(content: bytes) -> str:
    """Tell one state of a drawn pack from all others."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


@lru_cache(maxsize=KEPT)
def _address(game_id: str, options: Options, style: str, language: str) -> str:
    game = find_game(game_id)
    wanted = style_of(game.pack(options).suit_names) if style == OWN else style
    query = {LANGUAGE: language}
    query |= {name: spell(value) for name, value in _telling(game, options, language).items()}
    query[VERSION] = version(sprite_for(game, options, wanted, language))
    return f"/faces/{wanted}/{game_id}.svg?{urlencode(query)}"


def _telling(game: Game, options: Options, language: str) -> Mapping[str, Value]:
    """Give the options by which the pack looks other than it does without them."""
    deck = deck_of(game, options, language)
    needed = {
        option.name: options[option.name]
        for option in game.options
        if options[option.name] != option.default
    }
    for name in tuple(needed):
        rest = {other: value for other, value in needed.items() if other != name}
        if deck_of(game, game.resolve(rest), language) == deck:
            needed = rest
    return needed
