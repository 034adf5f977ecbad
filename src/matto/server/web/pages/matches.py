"""One's own matches: how each stands or ended, deal by deal; and a deal on one page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from matto.engine.game import Game
from matto.server.http.display import Visit
from matto.server.tables.views import FinishedDeal, TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import rendered
from matto.server.web.pages.figures import GameFigures, rounded, signed
from matto.server.web.pages.replay import OPEN, ReplayedDeal, ReplayMoment, first_card
from matto.server.web.pages.sheet import Amount, amount_of, ledger_of, sheet_of


class OwnMatch(msgspec.Struct, frozen=True):
    """A match with at least one finished deal, as its page needs it; `deals` are one's own."""

    table_view: TableView
    deals: tuple[FinishedDeal, ...]
    changed: float


class MatchDeal(msgspec.Struct, frozen=True):
    """A deal of a match: its number, and what it brought (None if it was thrown in)."""

    number: int
    brought: Amount | None


class ShownMatch(msgspec.Struct, frozen=True):
    """A match as it is listed."""

    table: str
    game: Game
    changed: float
    over: bool
    closed: bool
    standing: Sequence[tuple[str, Amount]]
    deals: Sequence[MatchDeal]
    won_by: str


class Pages(msgspec.Struct, frozen=True):
    """Which page of a list this is, and whether there are others; pages count from 1."""

    number: int
    more: bool


def matches_page(visit: Visit, matches: Sequence[OwnMatch], pages: Pages) -> str:
    """Fill in the list of one's matches."""
    shown = [_shown(match, visit) for match in matches]
    return rendered("matches.html", visit, matches=shown, pages=pages)


def figures_page(
    visit: Visit, figures: Sequence[GameFigures], looked_up: int, deals: int
) -> str:
    """Fill in one's figures; `looked_up` of all `deals` were looked through card by card."""
    return rendered(
        "figures.html",
        visit,
        figures=figures,
        signed=partial(signed, language=visit.display.language),
        rounded=partial(rounded, language=visit.display.language),
        looked_up=looked_up,
        deals=deals,
    )


def whole_deal_page(visit: Visit, played: ReplayedDeal) -> str:
    """Fill in a finished deal on one page: hands, story and score sheet, to read or print."""
    eyes = played.eyes[0]
    begin = ReplayMoment(played, first_card(played.run), eyes, visit.display)
    end = ReplayMoment(played, len(played.run.actions), eyes, visit.display)
    result = played.run.result
    return rendered(
        "whole_deal.html",
        visit,
        played=played,
        context=end.context,
        table_view=end.context.table_view,
        open=eyes == OPEN,
        hands=tuple(hand for hand in begin.hands() if hand.count),
        rows=end.rows(),
        sheet=None
        if result is None
        else sheet_of(
            end.context, FinishedDeal(played.number, played.run.setup.dealer, result)
        ),
    )


def _shown(match: OwnMatch, visit: Visit) -> ShownMatch:
    table_view = match.table_view
    context = PageContext(table_view, visit.display)
    ledger = ledger_of(context)
    return ShownMatch(
        table=table_view.table,
        game=table_view.game,
        changed=match.changed,
        over=table_view.phase.value == "over",
        closed=table_view.closed,
        standing=list(zip(context.names, ledger.standing, strict=True)),
        deals=[_deal(context, deal) for deal in match.deals],
        won_by=ledger.won_by,
    )


def _deal(context: PageContext, deal: FinishedDeal) -> MatchDeal:
    seat = context.table_view.seat or 0
    brought = amount_of(context.table_view.game, deal.result.scores[seat])
    return MatchDeal(deal.number, None if deal.result.thrown_in else brought)
