"""Card faces on a page: their address, their drawings, and the signs of the suits.

An address ends with a version, so that a browser may keep what it finds there for ever.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from urllib.parse import urlencode

from markupsafe import Markup, escape

from matto.engine.game import Game
from matto.engine.options import Options, Value, spell
from matto.engine.words import LANGUAGES
from matto.games import game as find_game
from matto.server.http.requests import Display
from matto.telling.cardart import BOX, NoSuchFaces, deck_of, sign, sprite_for, style_of
from matto.telling.naming import SIGNS as WRITTEN
from matto.telling.naming import TAGGED, Naming, language_in, untagged

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


class Faces:
    def __init__(self, address: str) -> None:
        self.address = address
        self._made: dict[str, Markup] = {}

    def face(self, card: str) -> Markup:
        """The picture of a card; what it is called is said beside it."""
        if card not in self._made:
            self._made[card] = Markup(
                '<svg class="face" viewBox="{}" aria-hidden="true" focusable="false">'
                '<use href="{}#{}"/></svg>'
            ).format(BOX, self.address, card)
        return self._made[card]


def faces_of(game: Game, options: Options, display: Display) -> Faces:
    return _faces(address(game, options, display.faces, display.language))


@lru_cache(maxsize=256)
def _faces(address: str) -> Faces:
    return Faces(address)


_WRITTEN_SIGN = re.compile(f"[{''.join(WRITTEN.values())}]")
_LETTERS: Mapping[str, str] = {sign: letter for letter, sign in WRITTEN.items()}


@cache
def set_signs(style: str) -> Markup:
    """The signs of a style of faces, for the page to keep once."""
    symbols = "".join(
        f'<symbol id="sign-{letter}" viewBox="-15 -15 30 30">{sign(style, letter)}</symbol>'
        for letter in WRITTEN
    )
    return Markup(f'<svg id="signs" width="0" height="0" hidden>{symbols}</svg>')


@lru_cache(maxsize=8192)
def read_out(words: str) -> Markup:
    return Markup(TAGGED.sub(_in_its_language, str(escape(words))))


def _in_its_language(found: re.Match[str]) -> str:
    return f'<span lang="{language_in(found[1])}">{found[2]}</span>'


@lru_cache(maxsize=8192)
def drawn(words: str) -> Markup:
    """Words in which suits are drawn as on the cards; for the eye only."""
    return Markup(_WRITTEN_SIGN.sub(_sign, str(escape(untagged(words)))))


@lru_cache(maxsize=8192)
def drawn_and_named(words: str, naming: Naming) -> Markup:
    said = str(read_out(words))
    return Markup(_WRITTEN_SIGN.sub(lambda found: _sign(found) + _name(found, naming), said))


def _sign(found: re.Match[str]) -> str:
    letter = _LETTERS[found[0]]
    return f'<svg class="pip" aria-hidden="true"><use href="#sign-{letter}"/></svg>'


def _name(found: re.Match[str], naming: Naming) -> str:
    name = escape(naming.words(naming.suits[_LETTERS[found[0]]]))
    return f'<span class="visually-hidden">{name} </span>'


@lru_cache(maxsize=8192)
def chip_of(card: str, label: str, spoken: str) -> Markup:
    """A card named in a line, in the colour of its suit: written short, read out in full."""
    return seen_and_read(f"chip {card[0]}", label, spoken)


def seen_and_read(looks: str, label: str, spoken: str) -> Markup:
    """Words that the eye reads otherwise than the ear hears them."""
    return Markup(
        '<span class="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>'
    ).format(looks, drawn(label), read_out(spoken))
