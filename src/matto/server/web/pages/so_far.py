"""What a deal that goes on has brought so far, item by item, as far as the viewer knows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
from markupsafe import Markup

from matto.engine.game import Game
from matto.engine.scoring import total
from matto.engine.so_far import UNKNOWN, RowSoFar, score_so_far
from matto.server.web.pages.context import PageContext, clause_of, word_in
from matto.server.web.pages.sheet import Amount, amount_of
from matto.server.web.pages.signs import drawn_and_named
from matto.telling.naming import Naming

__all__ = ["SoFar", "so_far_of"]

ITEMS_KEPT = 4096


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
    return _told(context.naming, context.tagged, context.display.language, rows)


@lru_cache(maxsize=ITEMS_KEPT)
def _told(naming: Naming, tagged: Naming, language: str, rows: tuple[RowSoFar, ...]) -> SoFar:
    """The rows as they are shown, the same until a trick ends."""
    unknown = {seat for row in rows for seat in row.unknown}
    sums = _amounts(naming.game, total(rows, naming.game.seats), unknown)
    return SoFar(tuple(_item(naming, tagged, language, row) for row in rows), sums)


def _amounts(
    game: Game, amounts: Sequence[int], unknown: Collection[int]
) -> tuple[Amount, ...]:
    """Amounts seat by seat, a sign for those that the viewer cannot know."""
    return tuple(
        Amount(UNKNOWN, 0) if seat in unknown else amount_of(game, amount)
        for seat, amount in enumerate(amounts)
    )


def _item(naming: Naming, tagged: Naming, language: str, row: RowSoFar) -> ItemSoFar:
    clause = clause_of(naming.game.id, row.clause, language)
    note = "" if row.note is None else tagged.sentence(row.note)
    return ItemSoFar(
        word_in(tagged, row.item),
        drawn_and_named(note, naming),
        "" if clause is None else clause.number,
        "" if clause is None else clause.href,
        _amounts(naming.game, row.amounts, row.unknown),
    )
