"""What has happened, as rows for the page; each card in the colour of its suit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from markupsafe import Markup

from matto.engine.table import View
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.signs import chip_of, drawn, read_out
from matto.telling.story import CardPiece, Marked, Piece, StoryEntry, story

LATE_TRICKS = 8
LAST_ROWS = 14
"""So many rows are shown beside the table; the whole story has a page of its own."""

_ROW = '<li data-number="{}" id="s-{}-{}" class="is-{}">{}</li>'
_PART = '<span data-last="{}">{}</span>'


class StoryRow(msgspec.Struct, frozen=True):
    """A row of the story: the place in the view of what it tells first, its looks, its parts.

    A part is words and the place of the last event that they tell: what is newer than the
    viewer has heard is read out to him, part by part.
    """

    number: int
    kind: str
    parts: tuple[tuple[int, Markup], ...]


def story_of(context: PageContext, *, lately: bool = False) -> tuple[StoryEntry, ...]:
    """What the viewer's deal tells; `lately` only its end, from the lead of a trick on."""
    view = context.view
    if view is None:
        return ()
    first = _begins(view) if lately else 0
    return story(view, context.tagged, context.names, context.table_view.seat, first=first)


def _begins(view: View) -> int:
    """Where the last events begin: with the last words, or after one of the last tricks."""
    ends = [place for place, event in enumerate(view.events) if event.kind == "trick"]
    return ends[-LATE_TRICKS] + 1 if len(ends) >= LATE_TRICKS else 0


def rows_of(story_rows: Iterable[StoryEntry]) -> tuple[StoryRow, ...]:
    """Rows as they are shown: a trick is one row, that grows with its cards."""
    rows: list[StoryRow] = []
    trick = 0
    for row in story_rows:
        part = row.last, html_of(row)
        if row.trick and row.trick == trick:
            before = rows[-1]
            rows[-1] = StoryRow(before.number, before.kind, (*before.parts, part))
        else:
            rows.append(StoryRow(row.number, row.tone, (part,)))
        trick = row.trick
    return tuple(rows)


def listed(rows: Iterable[StoryRow], deal: int) -> Markup:
    """Rows as items of a list; written without a template, as every state has many of them."""
    return Markup("\n".join(_item(row, deal) for row in rows))


def _item(row: StoryRow, deal: int) -> str:
    parts = " ".join(_PART.format(last, words) for last, words in row.parts)
    return _ROW.format(row.number, deal, row.number, row.kind, parts)


def html_of(row: StoryEntry) -> Markup:
    """A row as it is shown."""
    return _html_of(row.pieces)


@lru_cache(maxsize=8192)
def _html_of(pieces: tuple[Piece, ...]) -> Markup:
    """Pieces as they are shown: what has happened is told again in every state that follows."""
    return Markup("".join(map(piece_of, pieces)))


def piece_of(piece: Piece) -> Markup:
    """A piece of a row: cards are written short and read out in full."""
    if isinstance(piece, CardPiece):
        return chip_of(piece.card, piece.label, piece.spoken)
    if isinstance(piece, Marked):
        return _marked(piece)
    return read_out(piece)


def _marked(piece: Marked) -> Markup:
    if piece.label == piece.spoken:
        return Markup('<span class="{}">{}</span>').format(piece.mark, read_out(piece.label))
    return Markup(
        '<span class="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>'
    ).format(piece.mark, drawn(piece.label), read_out(piece.spoken))
