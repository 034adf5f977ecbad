"""Templates filled in: escaped, strict about what is missing, in the viewer's language."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from matto.engine.words import Text, translator
from matto.server.http.display import FACES, LANGUAGE_NAMES, THEMES, Display, Visit

FOLDER = Path(__file__).parents[1]
TEMPLATES = FOLDER / "templates"
STATIC = FOLDER / "static"
HASH_LENGTH = 12

Say = Callable[..., Markup]


def rendered(template: str, visit: Visit, **content: object) -> str:
    """Fill in a whole page for somebody."""
    return fragment(template, visit.display, visit=visit, **content)


def fragment(template: str, display: Display, **content: object) -> str:
    """Fill in a piece of a page."""
    found = environment(display.language).get_template(template)
    return found.render(display=display, **content)


@cache
def environment(language: str) -> Environment:
    """The templates in one language; each is read and compiled once."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.globals.update(
        say=sayer(language),
        asset=asset,
        faces=FACES,
        themes=THEMES,
        language_names=LANGUAGE_NAMES,
    )
    return made


@cache
def sayer(language: str) -> Say:
    """The function by which templates say a sentence: translated, filled in and escaped.

    A filling that is markup, such as a link, stays so; everything else is escaped.
    """
    translate = translator(language)

    @cache
    def written(sentence: str) -> Markup:
        return escape(translate(sentence))

    def say(sentence: Text | str, /, **fill: object) -> Markup:
        if isinstance(sentence, Text):
            return escape(sentence.render(translate))
        translated = written(sentence)
        if not fill:
            return translated
        # a page says forty sentences: `Markup.format` would take five times as long
        return Markup(str(translated).format(**{name: filled(fill[name]) for name in fill}))

    def filled(value: object) -> object:
        if isinstance(value, int):
            return value
        return escape(value.render(translate) if isinstance(value, Text) else value)

    return say


@cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, which may be kept for ever."""
    content = (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:HASH_LENGTH]}"
