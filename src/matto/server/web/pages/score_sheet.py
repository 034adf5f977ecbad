"""The score sheet of a deal, the score so far, and the course of a match.

Amounts are spelled as the game spells them. The sums of a sheet's rows are its last row: the
result of the deal, which the game's own code has added up.

Card points are shown when the deal is over, and not while it is played. How cards are counted
(in lots, with the last trick, with what was laid away) is told by the game's script; a page
that counted by itself would be a second source for the rule. What the rulebooks say everybody
knows is shown: every card was seen by all when it was played, so the cards worth something that
each has won (`won_of`) can be looked up at any time, as can how many tricks each has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import accumulate

import msgspec
from markupsafe import Markup, escape

from matto.engine.events import Result
from matto.engine.game import Game
from matto.engine.in_progress import UNKNOWN, RowSoFar, piles_so_far, score_so_far
from matto.engine.run import spelled
from matto.engine.scoring import total
from matto.engine.view import View
from matto.engine.words import N_
from matto.server.tables.views import FinishedDeal
from matto.server.web.pages.card_faces import drawn_and_named
from matto.server.web.pages.context import (
    CitedClause,
    PageContext,
    clause_of,
    for_all_who_look,
    word_in,
)
from matto.server.web.pages.templates import fragment
from matto.telling.naming import Naming
from matto.telling.results import (
    because,
    beginning,
    brought,
    came_to_nothing,
    of_points,
    unfolded,
    won_by,
)

ISOLATED, ISOLATED_TO_HERE = "\u2068", "\u2069"
LAST_DEALS = 8
"""So many deals of the ledger are shown one by one."""

LEAST_VALUES = 2
"""A pack whose cards have fewer different values has none to be looked out for."""


class Amount(msgspec.Struct, frozen=True):
    """An amount as it is spelled, and whether it is won (1), lost (-1) or neither (0)."""

    spelled: str
    sign: int

    @property
    def cell(self) -> Markup:
        return _cell(self)


@lru_cache(maxsize=8192)
def _cell(amount: Amount) -> Markup:
    look = "good" if amount.sign > 0 else "bad" if amount.sign < 0 else "soft"
    return Markup(f'<td class="number {look}">{escape(amount.spelled)}</td>')


class Item(msgspec.Struct, frozen=True):
    """A row of the score sheet; `unfolds` are the lines that tell what earned it."""

    said: Markup
    meaning: str
    note: Markup
    clause: CitedClause | None
    amounts: tuple[Amount, ...]
    unfolds: tuple[Markup, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """The score sheet of a deal; `points` are empty when nothing was played.

    `because` tells who has paid the viewer for what, `failed` what came to nothing,
    `claimed` who has claimed the rest of the tricks and got it, `of_points` that card points
    pay nothing, where it is so.
    """

    deal: int
    items: tuple[Item, ...]
    total: tuple[Amount, ...]
    points: tuple[int, ...]
    brought: Markup | None
    thrown_in: bool
    because: Markup | None = None
    failed: tuple[Markup, ...] = ()
    claimed: Markup | None = None
    of_points: Markup | None = None


class Ledger(msgspec.Struct, frozen=True):
    """The match so far: the last deals by number, the standing, and what is carried on.

    `start` is what each began with; empty if nothing.
    """

    deals: tuple[tuple[int, tuple[Amount, ...]], ...]
    standing: tuple[Amount, ...]
    carried: tuple[tuple[Markup, int], ...]
    played: int
    limit: int | None
    won_by: Markup
    start: str = ""


class Won(msgspec.Struct, frozen=True):
    """What a seat has won so far: tricks, and the cards in them that are worth something."""

    seat: int
    name: str
    tricks: int
    cards: tuple[str, ...]
    named: Markup


@lru_cache(maxsize=8192)
def amount_of(game: Game, amount: int) -> Amount:
    return Amount(spelled(game, amount), (amount > 0) - (amount < 0))


def amounts_of(context: PageContext, amounts: Sequence[int]) -> tuple[Amount, ...]:
    return tuple(amount_of(context.table_view.game, amount) for amount in amounts)


YOU_CLAIMED = N_("You claimed the rest of the tricks: it was played out.")
CLAIMED = N_("{name} claimed the rest of the tricks: it was played out.")


def sheet_of(context: PageContext, deal: FinishedDeal) -> Sheet:
    """The score sheet of a deal."""
    result = deal.result
    own, game = context.table_view.seat, context.table_view.game
    points = of_points(game, context.table_view.options)
    return Sheet(
        deal=deal.number,
        items=_items(context, result),
        total=amounts_of(context, result.scores),
        points=() if result.thrown_in else result.points,
        brought=None if own is None else context.say(brought(game, result.scores[own])),
        thrown_in=result.thrown_in,
        because=_because(context, result),
        failed=_failed(context, result),
        claimed=_claimed(context, deal.claimed),
        of_points=None if points is None else context.say(points),
    )


def _claimed(context: PageContext, seat: int | None) -> Markup | None:
    if seat is None:
        return None
    mine = seat == context.table_view.seat
    return context.say(YOU_CLAIMED if mine else CLAIMED, name=context.names[seat])


def _because(context: PageContext, result: Result) -> Markup | None:
    own, naming = context.table_view.seat, context.tagged
    if own is None:
        return None
    told = because(context.table_view.game, context.names, result.sheet, naming.said, own)
    return None if told is None else context.marked_up(beginning(naming.words(told)))


def _failed(context: PageContext, result: Result) -> tuple[Markup, ...]:
    if context.view is None or context.view.result != result:
        return ()
    found = came_to_nothing(context.tagged, context.names, context.view, result.sheet)
    return tuple(map(context.marked_up, found))


def _items(context: PageContext, result: Result) -> tuple[Item, ...]:
    return tuple(
        Item(
            said=context.word(row.item),
            meaning=context.naming.meaning(row.item),
            note=context.marked_up(
                "" if row.note is None else context.tagged.sentence(row.note)
            ),
            clause=context.clause(row.clause),
            amounts=amounts_of(context, row.amounts),
            unfolds=tuple(map(context.marked_up, unfolded(context.tagged, context.names, row))),
        )
        for row in result.sheet
    )


def ledger_of(context: PageContext) -> Ledger:
    """How the match stands."""
    table_view = context.table_view
    start = table_view.game.start(table_view.options)
    return Ledger(
        deals=tuple(
            (deal.number, amounts_of(context, deal.result.scores))
            for deal in table_view.finished[-LAST_DEALS:]
        ),
        standing=amounts_of(context, table_view.ledger),
        carried=tuple(
            (context.word(what), count) for what, count in table_view.carried.items()
        ),
        played=sum(not deal.result.thrown_in for deal in table_view.finished),
        limit=table_view.limit,
        won_by=_won_by(context),
        start=spelled(table_view.game, start).lstrip("+") if start else "",
    )


def _won_by(context: PageContext) -> Markup:
    """Who has won if the match ends now; a name's direction of writing touches no other's."""
    table_view = context.table_view
    names = [f"{ISOLATED}{name}{ISOLATED_TO_HERE}" for name in context.names]
    return context.say(won_by(table_view.game, names, table_view.ledger, table_view.seat))


def won_of(context: PageContext) -> tuple[Won, ...]:
    """What each has won so far in tricks that all have seen."""
    view = context.view
    if view is None or not view.tricks:
        return ()
    return tuple(
        Won(seat, name, tricks, cards, context.chips(cards))
        for seat, (name, (tricks, cards)) in enumerate(
            zip(context.names, _won_openly(context.table_view.game, view.openly), strict=True)
        )
    )


@for_all_who_look
def _won_openly(game: Game, openly: View) -> list[tuple[int, tuple[str, ...]]]:
    """How many tricks each has won, and what lies with him that is worth something."""
    winners, worth = [trick.winner for trick in openly.tricks], cards_worth_something(openly)
    return [
        (winners.count(seat), openly.pack.sort(worth.intersection(cards)))
        for seat, cards in enumerate(piles_so_far(game, openly))
    ]


def cards_worth_something(view: View) -> frozenset[str]:
    """The cards of a pack that count more than its emptiest ones."""
    values = view.pack.value_of
    least = min(values.values())
    if len(set(values.values())) < LEAST_VALUES:
        return frozenset()
    return frozenset(card for card, value in values.items() if value > least)


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


WIDTH, HEIGHT, EDGE, NAMES_TAKE = 320, 140, 12, 96
FEWEST = 2
"""Fewer deals make no line."""
LEAST_BETWEEN = 13
"""Names of lines that end beside each other stand so far apart."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One player's line: its points, his name and standing, and where they are written."""

    name: str
    standing: str
    points: str
    y: float
    own: bool


def course_of(context: PageContext) -> Markup:
    """The picture of the match so far; nothing before there is a line to draw."""
    table_view = context.table_view
    deals = [deal.result.scores for deal in table_view.finished]
    if len(deals) < FEWEST:
        return Markup("")
    nothing = (0,) * context.seats
    standings = [*accumulate(deals, _together, initial=nothing)]
    return Markup(
        fragment(
            "table/course.html",
            context.display,
            lines=_lines(context, standings),
            zero=round(_heights(standings)(0), 1),
            width=WIDTH,
            height=HEIGHT,
            edge=EDGE,
            right=WIDTH - NAMES_TAKE,
            deals=len(deals),
        )
    )


def _together(before: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(before, scores, strict=True)))


def _heights(standings: Sequence[Sequence[int]]) -> Callable[[int], float]:
    """From a standing to a height in the picture."""
    every = [0, *(has for standing in standings for has in standing)]
    low, high = min(every), max(every)
    scale = (HEIGHT - 2 * EDGE) / ((high - low) or 1)
    return lambda has: HEIGHT - EDGE - (has - low) * scale


def _lines(context: PageContext, standings: Sequence[Sequence[int]]) -> tuple[ScoreLine, ...]:
    height = _heights(standings)
    step = (WIDTH - NAMES_TAKE - EDGE) / (len(standings) - 1)
    last = standings[-1]
    written: dict[int, float] = {}
    for seat in sorted(range(len(last)), key=lambda one: -last[one]):
        above = max(written.values(), default=-LEAST_BETWEEN)
        written[seat] = max(height(last[seat]) + 4, above + LEAST_BETWEEN)
    over = max(0.0, max(written.values()) - HEIGHT + 2)
    return tuple(
        ScoreLine(
            name=name,
            standing=spelled(context.table_view.game, last[seat]),
            points=" ".join(
                f"{EDGE + place * step:.1f},{height(standing[seat]):.1f}"
                for place, standing in enumerate(standings)
            ),
            y=round(written[seat] - over, 1),
            own=seat == context.table_view.seat,
        )
        for seat, name in enumerate(context.names)
    )
