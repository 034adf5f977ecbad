"""What a deal that goes on has brought so far, item by item, as far as the viewer knows it."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from matto.engine.scoring import Row, total
from matto.engine.so_far import score_so_far
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.sheet import Amount, amounts_of

__all__ = ["SoFar", "so_far_of"]


class ItemSoFar(msgspec.Struct, frozen=True):
    """A row as it would be written now; `number` and `href` lead to its clause."""

    said: Markup
    note: Markup
    number: str
    href: str
    amounts: tuple[Amount, ...]


class SoFar(msgspec.Struct, frozen=True):
    """All rows, and what they come to."""

    items: tuple[ItemSoFar, ...]
    total: tuple[Amount, ...]


def so_far_of(context: PageContext) -> SoFar | None:
    """The rows that would be written if the deal ended now; None if there are none."""
    view = context.view
    rows = () if view is None else score_so_far(context.table_view.game, view)
    if not rows:
        return None
    sums = amounts_of(context, total(rows, context.seats))
    return SoFar(tuple(_item(context, row) for row in rows), sums)


def _item(context: PageContext, row: Row) -> ItemSoFar:
    clause = context.clause(row.clause) or {"number": "", "href": ""}
    note = "" if row.note is None else context.naming.sentence(row.note)
    return ItemSoFar(
        context.marked_up(context.naming.said(row.item)),
        context.marked_up(note),
        clause["number"],
        clause["href"],
        amounts_of(context, row.amounts),
    )
