"""Reading a page back: its elements, what may be pressed, which cards it tells, its faults."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import pairwise

from matto.engine.cards import CODES
from matto.engine.rulebook import rulebook
from matto.games import catalogue
from matto.server.web.rendering import STATIC
from matto.telling.naming import Naming

Attributes = dict[str, str]
VOID = frozenset({"input", "br", "link", "meta", "hr", "img"})
DRAWN = frozenset({"path", "circle", "rect", "use"})
FIELDS = frozenset({"input", "select", "textarea"})
IN_ANOTHER_LANGUAGE = re.compile(r'<span lang="[\w-]+">(.*?)</span>')
MARKED = re.compile(r'<span lang="([\w-]+)">([^<]+)</span>')
"""Words that are marked, each with its language."""
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "form")

GAME = "(?:" + "|".join(catalogue()) + ")"
ROUTES = re.compile(
    rf"/|/about|/keys|/api|/join|/look|/put-away|/tables|/new/{GAME}|/rules|/rules/{GAME}"
    rf"|/matches|/offline|/rules/{GAME}/clause/\d+\.\d+|/t/\w+|/t/\w+/deals/\d+"
    r"|/t/\w+/deals/\d+/(?:again|shuffle|record\.json|record\.txt)"
)


class Element:
    """An element with its attributes, the language that holds there, and its own text."""

    def __init__(self, tag: str, attributes: Attributes, around: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.around = around
        self.text: list[str] = []

    @property
    def language(self) -> str:
        """The language in which its text is read out."""
        if "lang" in self.attributes or self.around is None:
            return self.attributes.get("lang", "")
        return self.around.language

    @property
    def ids_around(self) -> Iterator[str]:
        """The ids of the element, and of all that it lies within."""
        yield self.attributes.get("id", "")
        if self.around is not None:
            yield from self.around.ids_around

    def inside(self, tag: str) -> bool:
        """Tell whether it lies within an element of a kind."""
        return self.around is not None and (self.around.tag == tag or self.around.inside(tag))


TAG = re.compile(
    r"""<(/?)([a-z][\w-]*)((?:\s+[\w:.-]+(?:="[^"]*")?)*)\s*(/?)>|<!(?:doctype|--)[^>]*>""",
    re.IGNORECASE,
)
ATTRIBUTE = re.compile(r'([\w:.-]+)(?:="([^"]*)")?')


class Markup:
    """A page taken apart; raises `AssertionError` where tags are not closed in order."""

    def __init__(self, html: str) -> None:
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self._texts: list[tuple[str, Element]] = []
        read = 0
        for tag in TAG.finditer(html):
            self._take_text(html[read : tag.start()])
            read = tag.end()
            ends, name, attributes, is_empty = tag.groups()
            if name and ends:
                self._end(name.lower())
            elif name:
                self._begin(name.lower(), attributes, is_empty)
        self._take_text(html[read:])
        assert not self._open, f"<{self._open[-1].tag}> is never closed"

    def _begin(self, tag: str, written: str, is_empty: str) -> None:
        pairs = [(name.lower(), value) for name, value in ATTRIBUTE.findall(written)]
        attributes = {name: unescape(value) for name, value in pairs}
        assert len(pairs) == len(attributes), f"<{tag}> says something twice: {pairs}"
        assert not is_empty or tag in VOID | DRAWN, f"<{tag}/> closes nothing"
        around = self._open[-1] if self._open else None
        self.elements.append(Element(tag, attributes, around))
        if not is_empty and tag not in VOID:
            self._open.append(self.elements[-1])

    def _end(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        opened = self._open.pop()
        assert opened.tag == tag, f"<{opened.tag}> is closed by </{tag}>"

    def _take_text(self, text: str) -> None:
        assert "<" not in text, f"there is a tag that cannot be read: {text}"
        if self._open and (words := unescape(text).split()):
            piece = " ".join(words)
            self._open[-1].text.append(piece)
            self._texts.append((piece, self._open[-1]))

    def all(self, *tags: str) -> list[Element]:
        """The elements of some kinds."""
        return [element for element in self.elements if element.tag in tags]

    def ids(self) -> Counter[str]:
        """How often each id is there."""
        return Counter(
            element.attributes["id"] for element in self.elements if "id" in element.attributes
        )

    def texts(self) -> Iterator[tuple[str, Element]]:
        """Every piece of text with the element that it stands in."""
        yield from self._texts


def unmarked(html: str) -> str:
    """A page without marks of language: such words are read together with those around them."""
    return IN_ANOTHER_LANGUAGE.sub(r"\1", html)


class Page(Markup):
    """A page of a table, whole or in part, as it reads without marks of language."""

    def __init__(self, html: str) -> None:
        super().__init__(unmarked(html))

    @property
    def words(self) -> list[str]:
        return [piece for piece, _ in self.texts()]

    def text_of(self, name: str) -> str:
        """All text within the element with an id; empty without it."""
        return " ".join(piece for piece, one in self.texts() if name in one.ids_around)

    def has(self, name: str) -> bool:
        """Tell whether there is an element with an id."""
        return name in self.ids()

    def of(self, attribute: str) -> list[Attributes]:
        """The attributes of all elements that have a certain one."""
        return [one.attributes for one in self.elements if attribute in one.attributes]

    def offered(self) -> Counter[str]:
        """How often each choice can be chosen."""
        return Counter(
            attributes["data-choice"]
            for attributes in self.of("data-choice")
            if attributes.get("aria-disabled") != "true"
        )

    def values(self) -> Iterator[str]:
        """All values of attributes, and all text."""
        for one in self.elements:
            yield from one.attributes.values()
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


def faults_of(html: str) -> list[str]:
    """What is wrong with a page, as sentences."""
    page = Markup(html)
    return [
        *(
            f"the id {name} is there {times} times"
            for name, times in page.ids().items()
            if times > 1
        ),
        *_broken_references(page),
        *_inline(page),
        *_nameless(page),
        *_dead_links(page),
        *_headings(page),
    ]


def _broken_references(page: Markup) -> Iterator[str]:
    ids = page.ids()
    for element in page.elements:
        for name in REFERENCES:
            for target in element.attributes.get(name, "").split():
                if target not in ids:
                    yield f"{name}={target} refers to nothing"


def _inline(page: Markup) -> Iterator[str]:
    for element in page.elements:
        for name in element.attributes:
            if name == "style" or name.startswith("on"):
                yield f"<{element.tag} {name}> is inline"
        if element.tag == "style" or (element.tag == "script" and element.text):
            yield f"<{element.tag}> is inline"


def _nameless(page: Markup) -> Iterator[str]:
    """Fields without a label, buttons and links without words, pictures without a text."""
    labelled = {element.attributes.get("for") for element in page.all("label")}
    for element in page.all(*FIELDS):
        named = element.attributes.get("id") in labelled or element.inside("label")
        if element.attributes.get("type") != "hidden" and not named:
            yield f"the field {element.attributes.get('name')} has no label"
    speaking = _with_words(page)
    for element in page.all("button", "a"):
        if "aria-label" not in element.attributes and id(element) not in speaking:
            yield f"<{element.tag}> {element.attributes} has no words"
    for element in page.all("img"):
        if "alt" not in element.attributes:
            yield f"the picture {element.attributes['src']} has no text"


def _with_words(page: Markup) -> set[int]:
    """The elements in which there is any text, however deep."""
    found: set[int] = set()
    for _, element in page.texts():
        around: Element | None = element
        while around is not None and id(around) not in found:
            found.add(id(around))
            around = around.around
    return found


def _dead_links(page: Markup) -> Iterator[str]:
    ids = page.ids()
    for element in page.elements:
        for name in ("href", "action", "formaction", "src", "data-panel"):
            address = element.attributes.get(name)
            if address is not None and not _leads_somewhere(address, ids):
                yield f"{name}={address} leads nowhere"


def _leads_somewhere(address: str, ids: Counter[str]) -> bool:
    path, _, anchor = address.partition("#")
    path = path.partition("?")[0]
    if not path:
        return anchor in ids
    if path.startswith("/static/"):
        return (STATIC / path.removeprefix("/static/")).is_file()
    if path.startswith("/faces/"):
        return True
    if not ROUTES.fullmatch(path):
        return False
    if anchor and path.startswith("/rules/"):
        return anchor.removeprefix("c") in rulebook(path.removeprefix("/rules/")).clauses
    if "/clause/" in path:
        _, _, game, _, number = path.split("/")
        return number in rulebook(game).clauses
    return True


def _headings(page: Markup) -> Iterator[str]:
    """One title a page, and no level left out below it."""
    levels = [
        int(element.tag[1])
        for element in page.elements
        if re.fullmatch("h[1-6]", element.tag) and not element.inside("dialog")
    ]
    if levels.count(1) != 1:
        yield f"{levels.count(1)} titles"
    for before, after in pairwise(levels):
        if after > before + 1:
            yield f"a heading h{after} follows h{before}"


def without_time(page: bytes) -> bytes:
    """A page of a table without the time at which the server wrote it."""
    return re.sub(rb' data-now="\d+"', b"", page)
