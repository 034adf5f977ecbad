"""Tables of every game at their fullest moments, made by the engine, and measured by a browser.

No server plays here: a page is loaded once for each size, and each moment is put into it. So
all games, phases and sizes are measured in less time than a few deals take to be clicked
through.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route

from browser.conftest import CALM, DESKTOP, PHONE
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.research.testing.position import Player
from matto.server.http.requests import Display, Visit
from matto.server.tables.views import ProposalView, TableView
from matto.server.web.rendering import STATIC
from matto.server.web.seats_and_cards import cards_known, last_words
from matto.server.web.table import table_page
from server.table_views import players, seen_of, step

SIZES: Mapping[str, Mapping[str, Any]] = {
    "1280x720": {**DESKTOP, "viewport": {"width": 1280, "height": 720}},
    "1280x600": {**DESKTOP, "viewport": {"width": 1280, "height": 600}},
    "390x844": {**PHONE, "viewport": {"width": 390, "height": 844}},
    "360x640": {**PHONE, "viewport": {"width": 360, "height": 640}},
    "844x390": {**PHONE, "viewport": {"width": 844, "height": 390}},
    "640x360": {**PHONE, "viewport": {"width": 640, "height": 360}},
}
SMALLEST: Mapping[str, Mapping[str, Any]] = {
    "320x568": {**PHONE, "viewport": {"width": 320, "height": 568}},
}
"""Smaller than what the whole table is made for; what one reads fits all the same."""
ADDRESS = "http://table.test/"
CARD = 4
"""So many letters take the room of a card."""
LYING = re.compile(r"with \d on the table")
SCRIPT = re.compile(r"<script[^>]*></script>")

Moments = dict[str, TableView]


def fullest_moments(game: Game, seeds: Sequence[int]) -> Moments:
    """Of each kind of moment in some deals by chance the one with most to be seen.

    Whoever is asked sees it, or (`watching`) somebody who looks on.
    """
    found: Moments = {}
    most: dict[str, int] = {}
    for seed in seeds:
        for run in deal_of(game, seed):
            for seat, kinds in kinds_of(run).items():
                full = fullness(run.view(seat))
                fuller = [kind for kind in kinds if full > most.get(kind, -1)]
                if fuller:
                    most.update(dict.fromkeys(fuller, full))
                    found.update(dict.fromkeys(fuller, against_bots(run, seat)))
    to_lead = found["with 0 on the table"]
    return found | taking_back(found[max(filter(LYING.match, found))]) | claiming(to_lead)


def taking_back(seen: TableView) -> Moments:
    """Somebody asks to take his card back: as who is asked sees it, and as himself."""
    view, own = seen.view, seen.seat
    assert view is not None
    assert own is not None
    others = tuple(seat for seat in range(view.seats) if seat != own)
    laid = tuple(card for _, card in view.lying)

    def asks(seat: int, *waits_for: int) -> TableView:
        proposal = ProposalView(seat, waits_for, 0.0, laid[0], laid, drawn=True)
        return replace(seen, proposal=proposal)

    return {"agreeing": asks(others[0], own), "asking back": asks(own, *others)}


def claiming(seen: TableView) -> Moments:
    """The rest of the tricks may be claimed, and is, by another and by himself."""
    view, own = seen.view, seen.seat
    assert view is not None
    assert own is not None
    others = tuple(seat for seat in range(view.seats) if seat != own)

    def claims(seat: int, *waits_for: int) -> TableView:
        proposal = ProposalView(seat, waits_for, 0.0, "", view.hand, drawn=False, claims=True)
        return replace(seen, proposal=proposal)

    return {
        "may claim": replace(seen, may_ask_back=True, may_claim=True),
        "claimed": claims(others[0], own),
        "claiming": claims(own, *others),
    }


def kinds_of(run: Run) -> Mapping[int | None, Sequence[str]]:
    """What kinds of moments this one is for whoever is asked, and for an onlooker."""
    asked = run.decision
    if asked is None:
        return {}
    kinds = [asked.kind]
    if asked.kind == "play":
        kinds.append(f"with {len(run.view(None).lying)} on the table")
        kinds.append(f"with {len(run.table.hand(asked.seat)) // 4} times 4 in hand")
    return {asked.seat: kinds, None: [f"watching {asked.kind}"]}


def fullness(view: View) -> int:
    """How much there is to see: cards, choices, and letters of words beside the players."""
    said = [word for words in last_words(view).values() for word in words]
    known = [card for cards in cards_known(view).values() for card in cards]
    choices = () if view.decision is None else view.decision.options
    cards = (*view.hand, *view.lying, *known, *choices)
    return CARD * len(cards) + sum(map(len, said))


def deal_of(game: Game, seed: int) -> Iterator[Run]:
    """A deal by chance, at each of its questions and at its end."""
    run = Run.shuffled(game, seed=f"layout/{game.id}/{seed}", dealer=seed % game.seats)
    player = Player(random.Random(seed))
    while run.decision is not None:
        yield run
        step(run, player, asides=True)
    yield run


def against_bots(run: Run, seat: int | None) -> TableView:
    """The table as somebody sees it whose opponents are bots, with their own names."""
    sitting = tuple(
        player if player.seat == seat else replace(player, name="", bot="rule")
        for player in players(run.game.seats, seat)
    )
    return seen_of(run, seat, sitting=sitting, limit=run.game.seats)


def open_at(browser: Browser, size: str, view: TableView, display: Display) -> Page:
    """The page of a table, without its script, in a window of a size."""
    return open_page(browser, size, table_page(view, Visit(display, csrf="token")))


def open_page(browser: Browser, size: str, html: str) -> Page:
    """A page, without its scripts, in a window of a size."""
    context = browser.new_context(**{**CALM, **{**SIZES, **SMALLEST}[size]})
    page = context.new_page()
    html = SCRIPT.sub("", html)

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if not path:
            route.fulfill(body=html, content_type="text/html")
        elif path.startswith("static/"):
            route.fulfill(path=STATIC / path.removeprefix("static/"))
        else:
            route.fulfill(status=204)

    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    return page


MEASURE = Path(__file__).with_name("layout.js").read_text()
"""Puts moments into the page and measures each, folded and unfolded."""

MEASURE_REPLAY = Path(__file__).with_name("replay_layout.js").read_text()
"""Puts moments of a replay into the page, and measures each."""
