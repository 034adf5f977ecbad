"""The signs of the suits as they stand on the cards, wherever a card is written out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from markupsafe import Markup, escape

from matto.cardart import sign
from matto.telling.languages import TAGGED, language_in, untagged
from matto.telling.naming import SIGNS as WRITTEN
from matto.telling.naming import Naming

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
    """Words of which those that are tagged are read out in their own language."""
    return Markup(TAGGED.sub(_in_its_language, str(escape(words))))


def _in_its_language(found: re.Match[str]) -> str:
    return f'<span lang="{language_in(found[1])}">{found[2]}</span>'


@lru_cache(maxsize=8192)
def drawn(words: str) -> Markup:
    """Words in which suits are drawn as on the cards; for the eye only."""
    return Markup(_WRITTEN_SIGN.sub(_sign, str(escape(untagged(words)))))


@lru_cache(maxsize=8192)
def drawn_and_named(words: str, naming: Naming) -> Markup:
    """Words in which suits are drawn as on the cards, and all is read out as it is called."""
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
    return Markup(
        '<span class="chip {}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>'
    ).format(card[0], drawn(label), read_out(spoken))
