"""What a deal that goes on has brought so far, item by item, as far as the viewer knows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from markupsafe import Markup

from matto.engine.scoring import total
from matto.engine.so_far import UNKNOWN, RowSoFar, score_so_far
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
    unknown = {seat for row in rows for seat in row.unknown}
    sums = _amounts(context, total(rows, context.seats), unknown)
    return SoFar(tuple(_item(context, row) for row in rows), sums)


def _amounts(
    context: PageContext, amounts: Sequence[int], unknown: Collection[int]
) -> tuple[Amount, ...]:
    """Amounts seat by seat, a sign for those that the viewer cannot know."""
    found = amounts_of(context, amounts)
    return tuple(
        Amount(UNKNOWN, 0) if seat in unknown else one for seat, one in enumerate(found)
    )


def _item(context: PageContext, row: RowSoFar) -> ItemSoFar:
    clause = context.clause(row.clause)
    note = "" if row.note is None else context.tagged.sentence(row.note)
    return ItemSoFar(
        context.word(row.item),
        context.marked_up(note),
        "" if clause is None else clause.number,
        "" if clause is None else clause.href,
        _amounts(context, row.amounts, row.unknown),
    )
