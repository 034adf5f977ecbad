"""Markdown of the rulebooks as HTML: no raw HTML comes through, and clauses cited are links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

CITED = re.compile(r"(?<![\d.])(\d{1,2}\.\d{1,2})(?![\d%]|\.\d)")
NOTHING: Set[str] = frozenset()


def inline(words: str, clauses: Set[str] = NOTHING, book: str = "") -> Markup:
    """A sentence with emphasis and code, without a paragraph around it.

    Numbers among `clauses` become links, to the page `book` or within the same page.
    """
    return Markup(_reader().renderInline(words, _places(clauses, book)))


def blocks(words: str, clauses: Set[str] = NOTHING, book: str = "") -> Markup:
    """Paragraphs, lists and tables; links as for `inline`."""
    return Markup(_reader().render(words, _places(clauses, book)))


def first_letter_up(words: str) -> str:
    """A label that stands alone begins with a capital."""
    return words[:1].upper() + words[1:]


def _places(clauses: Set[str], book: str) -> dict[str, object]:
    return {"clauses": clauses, "book": book}


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.disable(["image", "autolink"])
    reader.core.ruler.push("clauses", _link_clauses)
    reader.add_render_rule("table_open", _wide_table)
    reader.add_render_rule("table_close", _wide_table_end)
    return reader


def _wide_table(*_rest: object) -> str:
    """A table scrolls by itself where it is wider than the page, also by keyboard."""
    return '<div class="scroll" tabindex="0"><table>\n'


def _wide_table_end(*_rest: object) -> str:
    return "</table></div>\n"


def _link_clauses(state: StateCore) -> None:
    clauses: Set[str] = state.env.get("clauses", NOTHING)
    if not clauses:
        return
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = [
                piece
                for child in token.children
                for piece in _linked(child, clauses, state.env["book"])
            ]


def _linked(child: Token, clauses: Set[str], book: str) -> Iterator[Token]:
    """A piece of text cut at the clauses that it cites; everything else as it is."""
    if child.type != "text":
        yield child
        return
    for place, words in enumerate(CITED.split(child.content)):
        is_number = place % 2 == 1
        if is_number and words in clauses:
            yield _token("link_open", "a", 1, {"href": f"{book}#c{words}", "class": "cited"})
            yield _text(words)
            yield _token("link_close", "a", -1, {})
        elif words:
            yield _text(words)


def _token(kind: str, tag: str, nesting: Any, attributes: dict[str, Any]) -> Token:
    return Token(kind, tag, nesting, attrs=attributes)


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)
