"""The first page: games, one's own tables, the way to a table by its link."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

from litestar import Response, get, post

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.rulebook import rulebook_in
from matto.engine.words import N_, Text, text, translator
from matto.games import FOR_BEGINNERS, catalogue
from matto.server.http import requests
from matto.server.http.requests import HttpRequest, Services, Visit
from matto.server.tables.errors import NoSuchTable
from matto.server.tables.views import Phase, TableView
from matto.server.web.new_table import lesson_games
from matto.server.web.page_context import PageContext
from matto.server.web.rendering import for_templates, page_at, rendered

HOW_MANY: Mapping[int, str] = {
    2: N_("For two"),
    3: N_("For three"),
    4: N_("For four"),
    5: N_("For five"),
}
MOST_OPENED = 3
"""So many tables are shown of each list; the others are there when one asks for them."""

TABLE_PATH = re.compile(r"/t/([A-Za-z0-9_-]+)(?:[/?#]|$)")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{4,64}")


def home_page(
    visit: Visit,
    tables: Sequence[TableView] = (),
    *,
    joinable: Sequence[TableView] = (),
    seats: int = 0,
    region: str = "",
) -> str:
    """Fill in the first page; `tables` are the visitor's own, `seats` and `region` a choice.

    `joinable` are tables of others that wait for anybody.

    Whoever has no table yet and chooses among all games is told with which one to begin.
    """
    language, games = visit.display.language, catalogue().values()
    is_new = not tables and not seats and not region
    shown = [
        game
        for game in games
        if seats in {0, game.seats} and region in {"", region_of(game, language)}
    ]
    own = [PageContext(table_view, visit.display) for table_view in tables]
    return rendered(
        "home.html",
        visit,
        groups=_by_seats(shown),
        sizes=sorted({game.seats for game in games}),
        regions=list(dict.fromkeys(region_of(game, language) for game in games)),
        seats=seats,
        region=region,
        games=len(games),
        goes_on=[one for one in own if one.table_view.phase is not Phase.OVER],
        over=[one for one in own if one.table_view.phase is Phase.OVER],
        unfolded=MOST_OPENED,
        joinable=[PageContext(table_view, visit.display) for table_view in joinable],
        beginners=catalogue()[FOR_BEGINNERS] if is_new else None,
        lessons=lesson_games(),
    )


def table_in(link: str) -> str:
    found = TABLE_PATH.search(link.strip())
    if found:
        return found[1]
    return link.strip() if TABLE_ID.fullmatch(link.strip()) else ""


@for_templates
@cache
def chairs(seats: int) -> tuple[tuple[float, float], ...]:
    turns = (2 * pi * seat / seats for seat in range(seats))
    return tuple((round(15 * sin(turn), 1), round(15 * cos(turn), 1)) for turn in turns)


@for_templates
@cache
def place_of(game: Game, language: str) -> str:
    place = rulebook_in(game.id, language).place or rulebook_in(game.id, "en").place
    return translator(language)(place)


def region_of(game: Game, language: str) -> str:
    return place_of(game, language).rpartition(", ")[2]


@for_templates
@cache
def cards_and_rules(game: Game, language: str) -> tuple[int, int]:
    return len(game.pack(game.resolve()).codes), len(rulebook_in(game.id, language).clauses)


@for_templates
def for_how_many(seats: int) -> Text:
    known = HOW_MANY.get(seats)
    return Text(known) if known else text("For {number}", number=seats)


def _by_seats(games: Sequence[Game]) -> list[tuple[int, list[Game]]]:
    """The games in groups by number of players, those for three first: they are the most."""
    groups: dict[int, list[Game]] = {}
    for game in sorted(games, key=lambda game: game.seats):
        groups.setdefault(game.seats, []).append(game)
    return sorted(groups.items(), key=lambda group: -len(group[1]))


MOST_SHOWN = 12
"""So many tables that go on are shown, and so many that are over."""

MOST_LISTED, MOST_LOOKED_AT = 6, 24
"""So many tables of others are shown that anybody may join, of so many looked at."""

AWAY_COOKIE, BETWEEN = "put_away", "."


@page_at("/")
async def home(request: HttpRequest) -> str:
    services, holder = request.services, request.holder
    page = home_page(
        request.visit,
        await _own_tables(services, holder, put_away(request)),
        joinable=await _joinable(services, holder),
        seats=requests.number_in(request.query_params.get("players", "")) or 0,
        region=request.query_params.get("region", ""),
    )
    return page


async def _own_tables(services: Services, holder: str, away: Container[str]) -> list[TableView]:
    """The tables of somebody, the latest first, without those put away or not playable.

    A match that was given up before its first deal was over has left nothing to look at.
    """
    found: dict[bool, list[TableView]] = {True: [], False: []}
    for line in await services.store.tables_of(holder):
        alike = found[line.phase is Phase.OVER]
        if line.id in away or len(alike) == MOST_SHOWN:
            continue
        try:
            state = await services.tables.state(line.id)
        except MattoError:
            continue
        if state.finished or line.phase is not Phase.OVER:
            alike.append(services.tables.view(state, holder))
    return [*found[False], *found[True]]


async def _joinable(services: Services, holder: str) -> list[TableView]:
    """The tables that wait for anybody, and where somebody is who waits; not one's own."""
    found: list[TableView] = []
    for line in await services.store.listed(MOST_LOOKED_AT):
        try:
            state = await services.tables.state(line.id)
        except MattoError:
            continue
        table_view = services.tables.view(state, holder)
        is_own = table_view.hosting or table_view.seat is not None
        if not is_own and services.presence.at(state).seats:
            found.append(table_view)
    return found[:MOST_LISTED]


def put_away(request: HttpRequest) -> frozenset[str]:
    return frozenset(request.cookies.get(AWAY_COOKIE, "").split(BETWEEN))


@post("/put-away", status_code=303)
async def put_table_away(request: HttpRequest) -> Response[Any]:
    """Forget a table of one's own on the first page of this browser, and nowhere else."""
    form = await request.fields()
    away = put_away(request) | {form.get("table", "")}
    lines = await request.services.store.tables_of(request.holder)
    answer = requests.see_other("/")
    still_there = (line.id for line in lines if line.id in away)
    requests.remember(answer, AWAY_COOKIE, BETWEEN.join(still_there))
    return answer


@get("/join")
async def join(request: HttpRequest) -> Response[Any]:
    link = request.query_params.get("link", "")
    table = table_in(link)
    if not table:
        raise NoSuchTable(link[:100])
    return requests.see_other(f"/t/{table}")
