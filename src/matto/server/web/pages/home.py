"""The first page with games and tables, what matto is, and the page of an error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import cos, pi, sin

from matto.engine.game import Game
from matto.engine.rulebook import rulebook_in
from matto.engine.words import N_, Text, text, translator
from matto.games import FOR_BEGINNERS, catalogue
from matto.server.http.requests import Visit
from matto.server.tables.views import Phase, TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.lobby import lesson_games
from matto.server.web.pages.templates import for_templates, known_to_templates, rendered

HOW_MANY: Mapping[int, str] = {
    2: N_("For two"),
    3: N_("For three"),
    4: N_("For four"),
    5: N_("For five"),
}
MOST_UNFOLDED = 3
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
        unfolded=MOST_UNFOLDED,
        joinable=[PageContext(table_view, visit.display) for table_view in joinable],
        beginners=catalogue()[FOR_BEGINNERS] if is_new else None,
        lessons=lesson_games(),
    )


def table_in(link: str) -> str:
    """Give the id of the table that a link leads to; empty if it leads to none."""
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
    """What the games for so many players are called together."""
    known = HOW_MANY.get(seats)
    return Text(known) if known else text("For {number}", number=seats)


def _by_seats(games: Sequence[Game]) -> list[tuple[int, list[Game]]]:
    """The games in groups by number of players, those for three first: they are the most."""
    groups: dict[int, list[Game]] = {}
    for game in sorted(games, key=lambda game: game.seats):
        groups.setdefault(game.seats, []).append(game)
    return sorted(groups.items(), key=lambda group: -len(group[1]))


COOKIES: Mapping[str, str] = {
    "matto": N_("A random key. It is how a table knows that your seat is yours."),
    "name": N_("The name under which you played last."),
    "language": N_("The language that you have chosen."),
    "faces": N_("The card faces that you have chosen."),
    "theme": N_("Light or dark colours, if you have chosen."),
    "put_away": N_("The tables that you have put away from the first page."),
    "only": N_("Whether a question with one answer answers itself, if you have chosen."),
    "greetings": N_("Whether you see what the others at a table say, if you have chosen."),
    "sounds": N_("Whether you hear sounds at the table, if you have chosen."),
    "keys": N_("Whether letters and digits are keys at the table, if you have chosen."),
}
"""Every cookie that is ever set, and what it is for."""

TABLE_KEYS: Mapping[str, str] = {
    "← → ↑ ↓": N_("from card to card, and from word to word"),
    N_("Enter"): N_("plays the card, says the word"),
    "1 … 9": N_("says the word with that number"),
    "0": N_("says nothing and lets the others speak"),
    "D": N_("to your hand"),
    "H": N_("a hint: what the strongest player would do, and what each choice is worth"),
    "C": N_("to the question and what you may choose"),
    "W": N_("tells whose turn it is and what lies on the table"),
    "L": N_("the last trick"),
    "S": N_("the score so far, and what each has won"),
    "V": N_("the cards, their order and what they count"),
    "R": N_("the rule that matters now"),
    "T": N_("table talk, where the game allows it"),
    "U": N_("takes back your last choice; what others have seen, if they agree"),
    "N": N_("ready for the next deal"),
    "?": N_("these keys"),
    "Esc": N_("closes what is open"),
}
REPLAY_KEYS: Mapping[str, str] = {
    "← →": N_("a step back, a step on"),
    "↓": N_("to the end of the trick"),
    N_("Home"): N_("to the start"),
    N_("End"): N_("to the end"),
}


known_to_templates(cookies=COOKIES, table_keys=TABLE_KEYS, replay_keys=REPLAY_KEYS)


def error_page(visit: Visit, sentence: Text, *, clause: str = "", back: str = "/") -> str:
    """Fill in the page; `clause` is a citation such as `game 4.2`, `back` where to go."""
    game, _, number = clause.rpartition(" ")
    return rendered(
        "error.html",
        visit,
        sentence=sentence,
        clause={"game": game, "number": number} if game else None,
        back=back,
    )
