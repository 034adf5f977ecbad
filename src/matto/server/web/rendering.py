"""Templates filled in: escaped, strict about what is missing, in the viewer's language."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from operator import call
from pathlib import Path
from typing import Any, TypeVar, cast

from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from litestar import MediaType, get
from markupsafe import Markup, escape

from matto.engine.words import LANGUAGE_NAMES, Text, translator
from matto.server.http.requests import FACES, THEMES, Display, Visit
from matto.server.tables.commands import LONGEST_NAME
from matto.server.tables.views import COURTESIES

FOLDER = Path(__file__).parent
TEMPLATES = FOLDER / "templates"
STATIC = FOLDER / "static"
HASH_LENGTH = 12
DAYS_KEPT = 1024
PIECES_KEPT = 16384
SAID_KEPT = 8192
ESCAPED_KEPT = 8192
PARTS = "table/parts.html"
DAY = 24 * 60 * 60

page_at = partial(get, media_type=MediaType.HTML)
"""Answers whoever asks for an address by the page that a function returns."""

Say = Callable[..., Markup]
Function = TypeVar("Function", bound=Callable[..., Any])

_known_to_templates: dict[str, object] = {}


def known_to_templates(**named: object) -> None:
    """Let every template that is read from now on use things by these names."""
    _known_to_templates.update(named)


def for_templates(function: Function) -> Function:
    """Let every template that is read from now on call a function by its name."""
    known_to_templates(**{function.__name__: function})
    return function


def rendered(template: str, visit: Visit, **content: object) -> str:
    return fragment(template, visit.display, visit=visit, **content)


def fragment(template: str, display: Display, **content: object) -> str:
    found = environment(display.language).get_template(template)
    return found.render(display=display, **content)


def piece(language: str, template: str, **content: Hashable) -> Markup:
    return _piece(language, template, tuple(content.items()))


@lru_cache(maxsize=PIECES_KEPT)
def _piece(language: str, template: str, content: tuple[tuple[str, Hashable], ...]) -> Markup:
    return Markup(environment(language).get_template(template).render(dict(content)))


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
        extensions=[ConstantSentences],
    )
    made.globals.update(
        say=sentence_function(language),
        asset=asset,
        day_of=partial(day_of, language=language),
        piece=partial(piece, language),
        longest_name=LONGEST_NAME,
        courtesies=COURTESIES,
        faces=FACES,
        themes=THEMES,
        language_names=LANGUAGE_NAMES,
    )
    made.template_class, made.code_generator_class = FastTemplate, PlainCodeGenerator
    made.globals["parts"] = made.get_template(PARTS).module
    return made


def shown(value: object) -> str:
    """Return what `escape` gives, but markup and numbers as they are."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is str:
        return _escaped(value)
    return str(value) if kind is int else escape(value)


_escaped = lru_cache(maxsize=ESCAPED_KEPT)(escape)
"""Names and marks come again and again. Of text only: equal markup is shown as it is."""


class FastTemplate(Template):
    """A template that shows its values by `shown`: a page has a hundred."""

    @classmethod
    def from_code(cls, *compiled: Any) -> Template:
        """Put it in the place of `escape`, and the names for all templates into one mapping."""
        made = super().from_code(*compiled)
        made.root_render_func.__globals__.update(escape=shown, call=call)
        # one mapping: else two are looked through, name by name
        made.globals = {**made.globals, **_known_to_templates}
        return made


class PlainCodeGenerator(CodeGenerator):
    """Templates as plain code: a page asks for a hundred attributes and calls as often.

    What is in a mapping templates ask for with [ ]. Calls are made without looking at what is
    called: none of ours wants to know anything of the template.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        self.write("call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


class ConstantSentences(Extension):
    """Says what is always the same when a template is read, not each time it is filled in.

    A template that another one includes is read into it.
    """

    _SENTENCE = re.compile(r'{{ say\("([^"\\]+)"\) }}')
    _INCLUDED = re.compile(r'{% include "([^"]+)" %}\n?')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        say = cast("Say", self.environment.globals["say"])
        whole = self._INCLUDED.sub(self._included, source)
        return self._SENTENCE.sub(lambda found: str(say(found[1])), whole)

    def _included(self, found: re.Match[str]) -> str:
        source = (TEMPLATES / found[1]).read_text(encoding="utf-8")
        return self.preprocess(source.rstrip("\n"), found[1])


@cache
def sentence_function(language: str) -> Say:
    """The function by which templates say a sentence: translated, filled in and escaped.

    A filling that is markup, such as a link, stays so; everything else is escaped.
    """
    translate = translator(language)

    @cache
    def written(sentence: str) -> Markup:
        return escape(translate(sentence))

    @lru_cache(maxsize=SAID_KEPT, typed=True)  # markup is no text, though they may be equal
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


def day_of(seconds: float, language: str) -> str:
    return _day_of(seconds // DAY, language)


@lru_cache(maxsize=DAYS_KEPT)
def _day_of(day: float, language: str) -> str:
    return format_date(datetime.fromtimestamp(day * DAY, UTC), "long", locale=language)


def version(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_LENGTH]


@cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, which may be kept for ever."""
    return f"/static/{name}?v={version((STATIC / name).read_bytes())}"
