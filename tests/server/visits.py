"""Every page but the table's own, made for a test: in a language, with something on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import catalogue, game
from matto.research.testing.position import Player as ChancePlayer
from matto.server.http.requests import Display, Visit
from matto.server.tables.shuffle import ShuffleProof, order, promise_of
from matto.server.tables.views import TableView
from matto.server.web.finished_deals import (
    ReplayedDeal,
    replay_page,
    shuffle_page,
    whole_deal_page,
)
from matto.server.web.home import home_page
from matto.server.web.matches import PlayedDeal, figures_page
from matto.server.web.new_table import new_page
from matto.server.web.rendering import rendered
from matto.server.web.rulebook import rules_index, rules_page
from matto.server.web.site_pages import error_page
from server.table_views import players, seen_of
from sixteen import THREE

SECRET = "0123456789abcdef" * 4
SEEDS = {0: "f00d", 2: "Beef_-9"}
TABLE = "k7Qm2xTf"


def visit(language: str = "en", path: str = "/") -> Visit:
    """Somebody who asks for a page."""
    return Visit(Display(language), path, csrf="token-of-a-test", name="Ada")


@cache
def finished(game_id: str, seed: int = 1) -> Run:
    """A deal played to its end by chance, one that was not thrown in if possible."""
    found = game(game_id)
    for number in range(seed, seed + 30):
        run = play_out(Run.shuffled(found, seed=number), number)
        if run.result is not None and not run.result.thrown_in:
            return run
    return run


def play_out(run: Run, seed: int) -> Run:
    """Play a deal to its end by chance, with talk where it is allowed."""
    player = ChancePlayer(random.Random(seed))
    while run.decision is not None:
        aside = player.aside(run)
        if aside is not None:
            run.act(aside)
        else:
            run.do(player.choose(run.decision.options))
    return run


def played(run: Run, *, seat: int | None = 0) -> ReplayedDeal:
    """A finished deal at a table."""
    sitting = players(run.game.seats, seat, bots=(1,))
    return ReplayedDeal(TABLE, 2, run, sitting, deals=3, seat=seat)


def proof(found: Game) -> tuple[Run, ShuffleProof]:
    """A deal that was shuffled so that it can be checked."""
    options = found.resolve()
    seeds = {seat: seed for seat, seed in SEEDS.items() if seat < found.seats}
    cards = order(SECRET, 2, seeds, found.pack(options).codes)
    run = play_out(Run(found, found.deal_from(cards, options, 0)), 1)
    return run, ShuffleProof(2, promise_of(SECRET), SECRET, seeds, cards)


def every_page(language: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Name and make each page, lazily."""
    here = visit(language)
    some = game(next(iter(catalogue())))
    yield "home", lambda: home_page(here)
    yield "home for three", lambda: home_page(here, seats=3)
    yield "home nowhere", lambda: home_page(here, region="Atlantis")
    yield "home with tables", lambda: home_page(here, _tables())
    yield "about", lambda: rendered("about.html", here, games=16)
    yield "keys", lambda: rendered("keys.html", here)
    yield (
        "trouble",
        lambda: error_page(
            here, text("There is no table “{table}”.", table="<b>"), clause=f"{some.id} 1.1"
        ),
    )
    yield "all rules", lambda: rules_index(visit(language, "/rules"))
    yield "all rules searched", lambda: rules_index(visit(language, "/rules"), "fool")
    yield "all rules searched in vain", lambda: rules_index(visit(language, "/rules"), "xyzzy")
    yield "off line", lambda: rendered("offline.html", here)
    yield "no match", lambda: rendered("matches.html", here, matches=(), page=1, more=False)
    yield "figures", lambda: figures_page(here, [_deal(some)])
    for found in catalogue().values():
        yield f"whole {found.id}", partial(_whole, language, found)
        yield f"new {found.id}", partial(new_page, here, found)
        yield f"rules {found.id}", partial(rules_page, here, found)
    for found in map(game, THREE):
        yield f"search {found.id}", partial(rules_page, here, found, "1")
        yield f"replay {found.id}", partial(_replay, language, found, 10**6)
        yield f"replay before {found.id}", partial(_replay, language, found, 0)
        yield f"shuffle {found.id}", partial(_shuffle, language, found)


def _tables() -> list[TableView]:
    return [seen_of(Run.shuffled(found, seed=1), 0) for found in list(catalogue().values())[:3]]


def _replay(language: str, found: Game, at: int) -> str:
    return replay_page(visit(language), played(finished(found.id)), at)


def _deal(found: Game) -> PlayedDeal:
    return PlayedDeal(found, 2.0, thrown_in=False, alone=True, last_trick=False)


def _whole(language: str, found: Game) -> str:
    return whole_deal_page(visit(language), played(finished(found.id)))


def _shuffle(language: str, found: Game) -> str:
    run, shown = proof(found)
    return shuffle_page(visit(language), played(run), shown)
