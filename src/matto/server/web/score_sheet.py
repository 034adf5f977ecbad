"""The score sheet of a deal, the score so far, and the course of a match.

Amounts are spelled as the game spells them. The sums of a sheet's rows are its last row: the
result of the deal, which the game's own code has added up.

Card points are shown when the deal is over, and not while it is played. How cards are counted
(in lots, with the last trick, with what was laid away) is told by the game's script; a page
that counted by itself would be a second source for the rule. What the rulebooks say everybody
knows is shown: every card was seen by all when it was played, so the cards worth something that
each has won (`won_so_far`) can be looked up at any time, as can how many tricks each has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from markupsafe import Markup

from matto.engine.events import Result
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import spelled
from matto.engine.score_so_far import UNKNOWN, RowSoFar, piles_so_far, score_so_far
from matto.engine.scoring import total
from matto.engine.view import View
from matto.server.tables.views import TableView
from matto.server.web.page_context import PageContext, for_all_who_look
from matto.server.web.rendering import for_templates, fragment
from matto.telling import results

for told in (
    results.outcome_sentence,
    results.of_points,
    score_so_far,
    spelled,
    results.evidence_lines,
):
    for_templates(told)

LAST_DEALS = 8
"""So many deals of the ledger are shown one by one."""

ISOLATED, ISOLATED_TO_HERE = "\u2068", "\u2069"
LEAST_VALUES = 2
"""A pack whose cards have fewer different values has none to be looked out for."""


@for_templates
@lru_cache(maxsize=8192)
def amount_cell(game: Game, amount: int | None) -> Markup:
    told = UNKNOWN if amount is None else spelled(game, amount)
    return Markup('<td class="number {}">{}</td>').format(sign_class(amount or 0), told)


@for_templates
def sign_class(amount: int) -> str:
    return "good" if amount > 0 else "bad" if amount < 0 else "soft"


@for_templates
def why_paid(context: PageContext, result: Result) -> Markup | None:
    own, naming = context.table_view.seat, context.tagged
    if own is None:
        return None
    told = results.who_paid_whom(context.game, context.names, result.sheet, naming.said, own)
    return None if told is None else context.marked_up(results.capitalised(naming.words(told)))


@for_templates
def what_failed(context: PageContext, result: Result) -> Sequence[str]:
    """Return what was announced in the deal that lies there and came to nothing."""
    if context.view is None or context.view.result != result:
        return ()
    return results.failed_announcements(
        context.tagged, context.names, context.view, result.sheet
    )


@for_templates
def last_scores(table_view: TableView) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple(
        (deal.number, deal.result.scores) for deal in table_view.finished[-LAST_DEALS:]
    )


@for_templates
def starting_amount(game: Game, options: Options) -> str:
    start = game.start(options)
    return spelled(game, start).lstrip("+") if start else ""


@for_templates
def match_won_by(context: PageContext) -> Markup:
    """Return the winner if the match ends now; names' directions of writing do not mix."""
    table_view = context.table_view
    names = [f"{ISOLATED}{name}{ISOLATED_TO_HERE}" for name in context.names]
    return context.say(
        results.winner_sentence(context.game, names, table_view.ledger, table_view.seat)
    )


@for_templates
@for_all_who_look
def won_so_far(game: Game, openly: View) -> list[tuple[int, tuple[str, ...]]]:
    """Return how many tricks each has won, and what lies with him that is worth something."""
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


@for_templates
def sums_so_far(game: Game, rows: Sequence[RowSoFar]) -> Sequence[int | None]:
    """Return what the rows come to for each seat; None where the viewer cannot know it."""
    unknown = {seat for row in rows for seat in row.unknown}
    return known_amounts(total(rows, game.seats), unknown)


@for_templates
def known_amounts(amounts: Sequence[int], unknown: Collection[int]) -> Sequence[int | None]:
    return [None if seat in unknown else amount for seat, amount in enumerate(amounts)]


WIDTH, HEIGHT, EDGE, NAMES_TAKE = 320, 140, 12, 96
FEWEST = 2
"""Fewer deals make no line."""
LEAST_BETWEEN = 13
"""Names of lines that end beside each other stand so far apart."""


@for_templates
def score_chart(context: PageContext) -> Markup:
    deals = [deal.result.scores for deal in context.table_view.finished]
    if len(deals) < FEWEST:
        return Markup("")
    sums = [[*accumulate(of_seat, initial=0)] for of_seat in zip(*deals, strict=True)]
    standings = [*zip(*sums, strict=True)]
    height = _heights(standings)
    step = (WIDTH - NAMES_TAKE - EDGE) / len(deals)
    lines = [
        " ".join(
            f"{EDGE + place * step:.1f},{height(standing[seat]):.1f}"
            for place, standing in enumerate(standings)
        )
        for seat in range(context.seats)
    ]
    return Markup(
        fragment(
            "table/course.html",
            context.display,
            context=context,
            lines=lines,
            last=standings[-1],
            written=_label_heights([height(has) for has in standings[-1]]),
            zero=round(height(0), 1),
            width=WIDTH,
            height=HEIGHT,
            edge=EDGE,
            right=WIDTH - NAMES_TAKE,
            deals=len(deals),
        )
    )


def _heights(standings: Sequence[Sequence[int]]) -> Callable[[int], float]:
    every = [0, *(has for standing in standings for has in standing)]
    low, high = min(every), max(every)
    scale = (HEIGHT - 2 * EDGE) / ((high - low) or 1)
    return lambda has: HEIGHT - EDGE - (has - low) * scale


def _label_heights(ends: Sequence[float]) -> Mapping[int, float]:
    """Return the height of each name: beside the end of its line, and on no other name."""
    written: dict[int, float] = {}
    for seat in sorted(range(len(ends)), key=ends.__getitem__):
        above = max(written.values(), default=-LEAST_BETWEEN)
        written[seat] = max(ends[seat] + 4, above + LEAST_BETWEEN)
    over = max(0.0, max(written.values()) - HEIGHT + 2)
    return {seat: round(height - over, 1) for seat, height in written.items()}
