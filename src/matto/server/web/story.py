"""What has happened, as rows for the page; each card in the colour of its suit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from markupsafe import Markup

from matto.engine.events import Event
from matto.server.web.page_context import PageContext, chip_of, read_out, shown_and_spoken
from matto.server.web.rendering import for_templates
from matto.telling.naming import Naming
from matto.telling.story import CardPiece, Marked, Piece, StoryEntry, Telling, in_one_row, story

DEALS_KEPT = 4096
"""Viewers whose deal is told on; one who is forgotten is told it from the beginning again."""

LAST_ROWS = 10
"""So many rows are shown beside the table; the whole story has a page of its own."""

_ROW = '<li data-number="{}" id="s-{}-{}" class="is-{}">{}</li>'
_PART = '<span data-last="{}">{}</span>'


class StoryRow(msgspec.Struct, frozen=True):
    """A row of the story: the place in the view of what it tells first, its looks, its parts.

    A part is words and the place of the last event that they tell: what is newer than the
    viewer has heard is read out to him, part by part. `trick` is 0 outside of tricks.
    """

    number: int
    kind: str
    parts: tuple[tuple[int, Markup], ...]
    trick: int = 0


def story_of(context: PageContext) -> tuple[StoryRow, ...]:
    view = context.view
    if view is None:
        return ()
    return rows_of(story(view, context.tagged, context.names, context.table_view.seat))


@for_templates
def story_tail(context: PageContext) -> Markup:
    table_view, view = context.table_view, context.view
    if view is None:
        return Markup("")
    told_by = context.tagged, context.names, table_view.seat
    return _late_rows(table_view.table, table_view.deal, *told_by).after(view.events)


class StoryTail:
    """The last rows of a deal as one viewer is told them: what is new is told and added.

    They follow from the events alone: where these do not go on from those that were told
    before, as when something was taken back, all are told anew.
    """

    def __init__(
        self, _table: str, deal: int, naming: Naming, names: tuple[str, ...], own: int | None
    ) -> None:
        self._deal = deal
        self._told_by = naming, names, own
        self._begin()

    def _begin(self) -> None:
        self._telling = Telling(*self._told_by)
        self._events: tuple[Event, ...] = ()
        self._last: StoryEntry | None = None
        self._rows: list[StoryRow] = []
        self._items: list[str] = []

    def after(self, events: tuple[Event, ...]) -> Markup:
        if events[: len(self._events)] != self._events:
            self._begin()
        kept = max(0, len(self._rows) - 1)  # the last one may grow
        for event in events[len(self._events) :]:
            for entry in self._telling.tell(event):
                self._add(entry)
        self._events = events
        self._items[kept:] = [_item(row, self._deal) for row in self._rows[kept:]]
        del self._rows[:-LAST_ROWS], self._items[:-LAST_ROWS]
        kept_back = [_item(row, self._deal) for row in rows_of(self._telling.kept_back)]
        return Markup("\n".join((self._items + kept_back)[-LAST_ROWS:]))

    def _add(self, entry: StoryEntry) -> None:
        grown = None if self._last is None else in_one_row(self._last, entry)
        if grown is not None:
            self._rows.pop()
        self._last = grown or entry
        _add_to(self._rows, self._last)


_late_rows = lru_cache(maxsize=DEALS_KEPT)(StoryTail)


def rows_of(story_rows: Iterable[StoryEntry]) -> tuple[StoryRow, ...]:
    """Rows as they are shown: a trick is one row, that grows with its cards."""
    rows: list[StoryRow] = []
    for entry in story_rows:
        _add_to(rows, entry)
    return tuple(rows)


def _add_to(rows: list[StoryRow], entry: StoryEntry) -> None:
    part = entry.last, html_of(entry.pieces)
    if entry.trick and rows and rows[-1].trick == entry.trick:
        before = rows[-1]
        rows[-1] = msgspec.structs.replace(before, parts=(*before.parts, part))
    else:
        rows.append(StoryRow(entry.number, entry.tone, (part,), entry.trick))


def _item(row: StoryRow, deal: int) -> str:
    parts = " ".join(_PART.format(last, words) for last, words in row.parts)
    return _ROW.format(row.number, deal, row.number, row.kind, parts)


@lru_cache(maxsize=8192)
def html_of(pieces: tuple[Piece, ...]) -> Markup:
    return Markup("".join(map(piece_of, pieces)))


def piece_of(piece: Piece) -> Markup:
    """A piece of a row: cards are written short and read out in full."""
    if isinstance(piece, CardPiece):
        return chip_of(piece.card, piece.label, piece.spoken)
    if not isinstance(piece, Marked):
        return read_out(piece)
    if piece.label != piece.spoken:
        return shown_and_spoken(piece.mark, piece.label, piece.spoken)
    return Markup('<span class="{}">{}</span>').format(piece.mark, read_out(piece.label))
