"""What a seat sees, as text and as a picture: what environments render."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from matto.cardart import sprite_for, style_of
from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import translator
from matto.telling.naming import Naming
from matto.telling.story import story

LANGUAGE = "en"
CARD_WIDTH, CARD_HEIGHT, GAP, LINE = 50, 90, 6, 24
WIDEST = 16
"""How many cards lie in a line of the picture."""


class TextLine(NamedTuple):
    """A line of what is shown: what it is, words, and cards."""

    label: str
    words: Sequence[str] = ()
    cards: Sequence[str] = ()


def as_text(game: Game, view: View) -> str:
    """Tell what has happened, then what the seat holds and may choose."""
    naming = Naming(game, view.options, translator(LANGUAGE), signs=False)
    seats = [f"seat {seat}" for seat in range(view.seats)]
    told = [row.text for row in story(view, naming, seats, view.seat)]
    now = [f"{row.label}: {' '.join((*row.words, *row.cards))}" for row in _now(view)]
    return "\n".join((*told, *now)) + "\n"


def as_svg(game: Game, view: View) -> str:
    """Draw how it stands, as one SVG document."""
    pack = sprite_for(game, view.options, style_of(view.pack.suit_names), LANGUAGE).decode()
    width = WIDEST * (CARD_WIDTH + GAP) + GAP
    drawn, height = _drawn(_now(view))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="14">'
        f'<rect width="{width}" height="{height}" fill="#e8efe4"/>'
        f'<svg width="0" height="0">{pack}</svg>{drawn}</svg>\n'
    )


def _now(view: View) -> Iterator[TextLine]:
    """How it stands: the trick that lies, the hand, the question or the result."""
    if view.lying:
        seats = ", ".join(str(seat) for seat, _ in view.lying)
        yield TextLine(
            f"on the table, from seats {seats}", cards=[card for _, card in view.lying]
        )
    if view.hand:
        yield TextLine(f"hand of seat {view.seat}", cards=view.hand)
    if view.decision is not None:
        words = [word for word in view.decision.options if word not in NUMBER]
        cards = [card for card in view.decision.options if card in NUMBER]
        yield TextLine(f"seat {view.decision.seat} may {view.decision.kind}", words, cards)
    if view.result is not None:
        yield TextLine("scores", [str(score) for score in view.result.scores])


def _drawn(rows: Iterable[TextLine]) -> tuple[str, int]:
    """The rows one below another, and how high they are together."""
    parts, top = [], 0
    for row in rows:
        said = escape(f"{row.label}: {' '.join(row.words)}".removesuffix(": "))
        parts.append(f'<text x="{GAP}" y="{top + LINE - GAP}">{said}</text>')
        top += LINE
        for first in range(0, len(row.cards), WIDEST):
            line = row.cards[first : first + WIDEST]
            parts.extend(_card(card, place, top) for place, card in enumerate(line))
            top += CARD_HEIGHT + GAP
    return "".join(parts), top + GAP


def _card(card: str, place: int, top: int) -> str:
    x = GAP + place * (CARD_WIDTH + GAP)
    return (
        f'<use href="#{card}" x="{x}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"/>'
    )
