"""Reading a table's page back: what may be pressed, what is named, which cards it tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

from matto.engine.cards import CODES
from matto.telling.naming import Naming

Attributes = dict[str, str]
VOID = frozenset({"input", "br", "link", "meta", "hr", "img"})
IN_ANOTHER_LANGUAGE = re.compile(r'<span lang="[\w-]+">(.*?)</span>')


def unmarked(html: str) -> str:
    """A page without marks of language: such words are read together with those around them."""
    return IN_ANOTHER_LANGUAGE.sub(r"\1", html)


class Page(HTMLParser):
    """A page as its elements with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.open: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.within: dict[str, list[str]] = {}
        self.feed(unmarked(html))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag not in VOID:
            self.open.append((tag, attributes.get("id", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self.open.pop()
        if opened != tag:
            raise ValueError(f"<{opened}> is closed by </{tag}>")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(data.strip())
            for _, name in self.open:
                if name:
                    self.within.setdefault(name, []).append(data.strip())

    def text_of(self, name: str) -> str:
        """All text within the element with an id; empty without it."""
        return " ".join(self.within.get(name, ()))

    def ids(self) -> Counter[str]:
        """How often each id is there."""
        return Counter(
            attributes["id"] for _, attributes in self.elements if "id" in attributes
        )

    def has(self, name: str) -> bool:
        """Tell whether there is an element with an id."""
        return name in self.ids()

    def of(self, attribute: str) -> list[Attributes]:
        """The attributes of all elements that have a certain one."""
        return [attributes for _, attributes in self.elements if attribute in attributes]

    def offered(self) -> Counter[str]:
        """How often each choice can be chosen."""
        return Counter(
            attributes["data-choice"]
            for attributes in self.of("data-choice")
            if attributes.get("aria-disabled") != "true"
        )

    def values(self) -> Iterator[str]:
        """All values of attributes, and all text."""
        for _, attributes in self.elements:
            yield from attributes.values()
        yield from self.words


def cards_told(page: Page, naming: Naming) -> frozenset[str]:
    """The cards of a game's pack that a page tells in any way: by picture, code or name."""
    told = Counter(part for value in page.values() for part in _parts(value))
    return frozenset(
        card
        for card in CODES
        if card in naming.pack.place and any(told[way] for way in _ways(card, naming))
    )


def _parts(value: str) -> Iterator[str]:
    """The words of a value that could be a card: between spaces and marks, and as a whole."""
    yield value
    yield from value.split(", ")[:1]
    yield value.rpartition("#")[2]
    for mark in ("h-", "t-", "p-"):
        if value.startswith(mark):
            yield value[len(mark) :]


def _ways(card: str, naming: Naming) -> tuple[str, ...]:
    plain = naming.spoken(card)
    ways = (naming.label(card), naming.short(card), plain)
    # “T1”, “F” and “19” are also words that are no cards: a code alone is one by its sign
    return (card, *ways)
