"""Markdown of the rulebooks as HTML: no raw HTML comes through, clauses cited are links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cache
from typing import Any, Literal

import msgspec
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.server.web.pages.marking import CITED, marked

NOTHING: Set[str] = frozenset()

Nesting = Literal[-1, 0, 1]


class Reading(msgspec.Struct, frozen=True):
    """How prose is read: numbers among `clauses` become links to the page `book`.

    An empty `book` is the page itself; `wanted` are folded words that are marked.
    """

    clauses: Set[str] = NOTHING
    book: str = ""
    wanted: tuple[str, ...] = ()


PLAINLY = Reading()


def inline(words: str, reading: Reading = PLAINLY) -> Markup:
    """A sentence with emphasis and code, without a paragraph around it."""
    return Markup(_reader().renderInline(words, {"reading": reading}))


def blocks(words: str, reading: Reading = PLAINLY) -> Markup:
    """Paragraphs, lists and tables."""
    return Markup(_reader().render(words, {"reading": reading}))


def first_letter_up(words: str) -> str:
    """A label that stands alone begins with a capital."""
    return words[:1].upper() + words[1:]


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.disable(["image", "autolink"])
    reader.core.ruler.push("reading", _read)
    renderer: Any = reader.renderer
    rules = renderer.rules
    rules["table_open"] = _wide_table
    rules["table_close"] = _wide_table_end
    rules["code_inline"] = _code
    return reader


def _wide_table(*_rest: object) -> str:
    """A table scrolls by itself where it is wider than the page."""
    return '<div class="scroll"><table>\n'


def _wide_table_end(*_rest: object) -> str:
    return "</table></div>\n"


def _code(tokens: Sequence[Token], place: int, *_rest: object) -> str:
    """Codes of cards have the colour of their suit."""
    word = tokens[place].content
    kind = f' class="{word[0]}"' if word in NUMBER else ""
    return f"<code{kind}>{escapeHtml(word)}</code>"


def _read(state: StateCore) -> None:
    reading: Reading = state.env["reading"]
    for token in state.tokens:
        align = str(token.attrs.pop("style", ""))
        if align:  # a page has no inline styles
            token.attrs["class"] = align.replace("text-align:", "to-the-")
        if token.type == "inline" and token.children:
            token.children = [
                piece for child in token.children for piece in _linked(child, reading)
            ]


def _linked(child: Token, reading: Reading) -> Iterator[Token]:
    """A piece of text cut at the clauses that it cites; everything else as it is."""
    if child.type != "text":
        yield child
        return
    for place, words in enumerate(CITED.split(child.content)):
        if place % 2 == 1 and words in reading.clauses:
            yield _token(
                "link_open", "a", 1, {"href": f"{reading.book}#c{words}", "class": "cited"}
            )
            yield from _marked(words, reading.wanted)
            yield _token("link_close", "a", -1)
        elif words:
            yield from _marked(words, reading.wanted)


def _marked(words: str, wanted: tuple[str, ...]) -> Iterator[Token]:
    for piece, found in marked(words, wanted):
        if found:
            yield _token("mark_open", "mark", 1)
        yield Token("text", "", 0, content=piece)
        if found:
            yield _token("mark_close", "mark", -1)


def _token(
    kind: str, tag: str, nesting: Nesting, attributes: dict[str, Any] | None = None
) -> Token:
    return Token(kind, tag, nesting, attrs=attributes or {})
