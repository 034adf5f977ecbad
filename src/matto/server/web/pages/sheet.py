"""What a deal brought and how the match stands: the score sheet and the ledger.

Amounts are spelled as the game spells them. The sums of a sheet's rows are its last row: the
result of the deal, which the game's own code has added up.

Card points are shown when the deal is over, and not while it is played. How cards are counted
(in lots, with the last trick, with what was laid away) is told by the game's script; a page
that counted by itself would be a second source for the rule. What the rulebooks say everybody
knows is shown: every card was seen by all when it was played, so the cards worth something that
each has won (`won_of`) can be looked up at any time, as can how many tricks each has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from markupsafe import Markup, escape

from matto.engine.game import Game
from matto.engine.match import spelled
from matto.engine.so_far import piles_so_far
from matto.engine.table import Result, View
from matto.engine.words import N_
from matto.server.tables.views import FinishedDeal
from matto.server.web.pages.context import CitedClause, PageContext, for_all_who_look
from matto.telling.evidence import came_to_nothing, unfolded
from matto.telling.results import because, beginning, brought, of_points, won_by

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
        """The amount in a table."""
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
    """An amount, spelled."""
    return Amount(spelled(game, amount), (amount > 0) - (amount < 0))


def amounts_of(context: PageContext, amounts: Sequence[int]) -> tuple[Amount, ...]:
    """Amounts seat by seat, spelled."""
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
