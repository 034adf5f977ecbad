"""How the score of a match went, deal by deal, as a small picture of lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec
from markupsafe import Markup

from matto.engine.match import spelled
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import fragment

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
