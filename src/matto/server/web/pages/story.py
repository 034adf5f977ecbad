"""What has happened, as rows for the page; each card in the colour of its suit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec
from markupsafe import Markup

from matto.engine.events import Event
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.signs import chip_of, drawn, read_out
from matto.telling.naming import Naming
from matto.telling.story import (
    BEGINNING,
    Bookmark,
    CardPiece,
    Marked,
    Piece,
    StoryEntry,
    Telling,
    story,
)

LATE_TRICKS = 8
TRICKS_KEPT = 16384
DEALS_KEPT = 2048
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


def story_of(context: PageContext) -> tuple[StoryRow, ...]:
    """All that the viewer's deal tells."""
    view = context.view
    if view is None:
        return ()
    return rows_of(story(view, context.tagged, context.names, context.table_view.seat))


def lately(context: PageContext) -> Markup:
    """The end of the story as items of a list: the last tricks, or all where there are few."""
    table_view, events = context.table_view, () if context.view is None else context.view.events
    ends = [place for place, event in enumerate(events, start=1) if event.kind == "trick"]
    since = ends[-1] if ends else 0
    told_by = context.tagged, context.names, table_view.seat, table_view.deal
    told, at = _tricks(*told_by, events[:since])
    told = (*told, *_items(*told_by, at, events[since:])[0])
    return Markup("\n".join(told[-LAST_ROWS:]))


def _items(
    naming: Naming,
    names: tuple[str, ...],
    own: int | None,
    deal: int,
    at: Bookmark,
    events: tuple[Event, ...],
) -> tuple[tuple[str, ...], Bookmark]:
    """Events as items of a list, and where their telling ends."""
    telling = Telling(naming, names, own, at)
    rows = rows_of(telling.tell_all(events))
    return tuple(_item(row, deal) for row in rows), telling.bookmark


_items_kept = lru_cache(maxsize=TRICKS_KEPT)(_items)
"""A trick that is over is told again with those after it, and always the same."""


@lru_cache(maxsize=DEALS_KEPT)
def _tricks(
    naming: Naming,
    names: tuple[str, ...],
    own: int | None,
    deal: int,
    events: tuple[Event, ...],
) -> tuple[tuple[str, ...], Bookmark]:
    """The last tricks that are over, the same in every state until the next one ends."""
    ends = [place for place, event in enumerate(events, start=1) if event.kind == "trick"]
    if not ends:
        return (), BEGINNING
    passed = max(0, len(ends) - LATE_TRICKS + 1)
    first = ends[passed - 1] if passed else 0
    at = Bookmark(first - 1, passed, events[first - 1]) if passed else BEGINNING
    items: list[str] = []
    for begin, end in pairwise((first, *ends[passed:])):
        told, at = _items_kept(naming, names, own, deal, at, events[begin:end])
        items += told
    return tuple(items), at


def rows_of(story_rows: Iterable[StoryEntry]) -> tuple[StoryRow, ...]:
    """Rows as they are shown: a trick is one row, that grows with its cards."""
    rows: list[StoryRow] = []
    trick = 0
    for row in story_rows:
        part = row.last, html_of(row.pieces)
        if row.trick and row.trick == trick:
            before = rows[-1]
            rows[-1] = StoryRow(before.number, before.kind, (*before.parts, part))
        else:
            rows.append(StoryRow(row.number, row.tone, (part,)))
        trick = row.trick
    return tuple(rows)


def _item(row: StoryRow, deal: int) -> str:
    parts = " ".join(_PART.format(last, words) for last, words in row.parts)
    return _ROW.format(row.number, deal, row.number, row.kind, parts)


@lru_cache(maxsize=8192)
def html_of(pieces: tuple[Piece, ...]) -> Markup:
    """The pieces of a row as they are shown."""
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
