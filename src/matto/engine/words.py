"""Sentences that people read, kept apart from the language they are read in."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Union

import msgspec

from matto.engine.plugins import locale_folders

LOCALE_FOLDER = Path(__file__).parents[1] / "locale"
LANGUAGE_NAMES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "it": "Italiano",
    "fr": "Français",
}
"""Each language in itself: whoever looks for his own does not read the other."""

LANGUAGES = tuple(LANGUAGE_NAMES)
DOMAIN = "matto"

Translate = Callable[[str], str]


def N_(sentence: str) -> str:  # noqa: N802 - the marker's name is gettext's own
    """Mark a sentence for the catalogues and return it unchanged."""
    return sentence


if TYPE_CHECKING:
    Filling = object
else:
    Filling = Union[str, int, float, bool, None, "Text"]
"""A value that fills a place of a sentence: anything that can be shown, and this from JSON."""


class Text(msgspec.Struct, frozen=True):
    """A sentence with its fillings, translated only when it is shown.

    `msgid` is English with `{name}` places; `fill` holds the fillings, either
    plain strings and numbers or further `Text` values, as pairs so that it can be hashed.
    """

    msgid: str
    fill: tuple[tuple[str, Filling], ...] = ()

    def __str__(self) -> str:
        return self.render(str)

    def render(self, translate: Translate) -> str:
        """Return the sentence in the language of `translate`."""
        fill = {
            name: value.render(translate) if isinstance(value, Text) else value
            for name, value in self.fill
        }
        sentence = translate(self.msgid)
        return sentence.format(**fill) if fill else sentence


def text(msgid: str, /, **fill: object) -> Text:
    """Make a `Text`: `text("{card} is not in your hand.", card="SK")`."""
    return Text(msgid, tuple(fill.items()))


def translator(language: str) -> Translate:
    """Return the translate function of a language; English where no catalogue is found.

    What we have no words for may stand in the catalogue of a package that offers a game.
    """
    catalogue = gettext.translation(DOMAIN, LOCALE_FOLDER, languages=[language], fallback=True)
    for folder in locale_folders():
        own = gettext.translation(DOMAIN, folder, languages=[language], fallback=True)
        catalogue.add_fallback(own)
    return lambda sentence: catalogue.gettext(sentence) if sentence else sentence


def preferred_language() -> str:
    """Return the language that the environment asks for, one of `LANGUAGES`."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(variable, "")[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return LANGUAGES[0]
