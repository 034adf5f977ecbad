"""The first page with games and tables, what matto is, and the page of an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import cos, pi, sin

import msgspec

from matto.engine.game import Game
from matto.engine.rulebook import rulebook_in
from matto.engine.words import N_, Text, text, translator
from matto.games import FOR_BEGINNERS, catalogue
from matto.server.http.requests import Visit
from matto.server.tables.views import Phase, TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.lobby import length_of, lesson_games, time_of
from matto.server.web.pages.templates import rendered

HOW_MANY: Mapping[int, str] = {
    2: N_("For two"),
    3: N_("For three"),
    4: N_("For four"),
    5: N_("For five"),
}
"""What the games for so many players are called together."""

MOST_UNFOLDED = 3
"""So many tables are shown of each list; the others are there when one asks for them."""

TABLE_PATH = re.compile(r"/t/([A-Za-z0-9_-]+)(?:[/?#]|$)")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{4,64}")


class GameEntry(msgspec.Struct, frozen=True):
    """A game in the list; `rules` counts the clauses of its rulebook."""

    game: Game
    place: str
    region: str
    cards: int
    rules: int


class Begun(msgspec.Struct, frozen=True):
    """A table where one plays or has played; `yours` tells that it waits for him."""

    table: str
    game: Game
    players: tuple[str, ...]
    deal: int
    yours: bool
    gathering: bool
    over: bool


class OpenTable(msgspec.Struct, frozen=True):
    """A table that anybody may join: who waits there, and for what."""

    table: str
    game: Game
    players: tuple[str, ...]
    open: int
    length: Text
    time: Text


class Listed(msgspec.Struct, frozen=True):
    """Some tables of the visitor under a heading: the latest, and those that are folded."""

    id: str
    heading: str
    latest: Sequence[Begun]
    folded: Sequence[Begun]


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
    entries = _entries(visit.display.language)
    is_new = not tables and not seats and not region
    shown = [
        entry
        for entry in entries
        if seats in {0, entry.game.seats} and region in {"", entry.region}
    ]
    return rendered(
        "home.html",
        visit,
        groups=_by_seats(shown),
        how_many={number: _how_many(number) for number in _seats(entries)},
        regions=list(dict.fromkeys(entry.region for entry in entries)),
        seats=seats,
        region=region,
        games=len(entries),
        chairs={number: chairs(number) for number in _seats(entries)},
        lists=_lists([_begun(table_view, visit) for table_view in tables]),
        joinable=[_open_table(table_view, visit) for table_view in joinable],
        beginners=catalogue()[FOR_BEGINNERS] if is_new else None,
        lessons=lesson_games(),
    )


def table_in(link: str) -> str:
    """Give the id of the table that a link leads to; empty if it leads to none."""
    found = TABLE_PATH.search(link.strip())
    if found:
        return found[1]
    return link.strip() if TABLE_ID.fullmatch(link.strip()) else ""


@cache
def chairs(seats: int) -> tuple[tuple[float, float], ...]:
    turns = (2 * pi * seat / seats for seat in range(seats))
    return tuple((round(15 * sin(turn), 1), round(15 * cos(turn), 1)) for turn in turns)


@cache
def _entries(language: str) -> tuple[GameEntry, ...]:
    return tuple(_entry(game, language) for game in catalogue().values())


def _entry(game: Game, language: str) -> GameEntry:
    book = rulebook_in(game.id, language)
    place = translator(language)(book.place or rulebook_in(game.id, "en").place)
    cards = len(game.pack(game.resolve()).codes)
    return GameEntry(game, place, place.rpartition(", ")[2], cards, len(book.clauses))


def _seats(entries: Iterable[GameEntry]) -> list[int]:
    return sorted({entry.game.seats for entry in entries})


def _how_many(seats: int) -> Text:
    known = HOW_MANY.get(seats)
    return Text(known) if known else text("For {number}", number=seats)


def _by_seats(entries: Sequence[GameEntry]) -> list[tuple[int, Text, list[GameEntry]]]:
    """The games in groups by number of players, those for three first: they are the most."""
    sizes = _seats(entries)
    count = {size: sum(entry.game.seats == size for entry in entries) for size in sizes}
    return [
        (size, _how_many(size), [entry for entry in entries if entry.game.seats == size])
        for size in sorted(sizes, key=lambda size: -count[size])
    ]


def _lists(tables: Sequence[Begun]) -> list[Listed]:
    """The tables that go on and those that are over, each list if there are any."""
    goes_on = [table for table in tables if not table.over]
    over = [table for table in tables if table.over]
    return [
        Listed(name, heading, found[:MOST_UNFOLDED], found[MOST_UNFOLDED:])
        for name, heading, found in (
            ("begun", N_("Your tables"), goes_on),
            ("finished", N_("Finished"), over),
        )
        if found
    ]


def _open_table(table_view: TableView, visit: Visit) -> OpenTable:
    context = PageContext(table_view, visit.display)
    return OpenTable(
        table=table_view.table,
        game=table_view.game,
        players=tuple(
            context.names[player.seat] for player in table_view.players if player.name
        ),
        open=len(context.free),
        length=length_of(table_view.limit),
        time=time_of(table_view.terms.turn_seconds),
    )


def _begun(table_view: TableView, visit: Visit) -> Begun:
    view = table_view.view
    asked = view is not None and view.decision is not None
    return Begun(
        table=table_view.table,
        game=table_view.game,
        players=PageContext(table_view, visit.display).names,
        deal=table_view.deal,
        yours=asked and table_view.phase is Phase.PLAYING,
        gathering=table_view.phase is Phase.GATHERING,
        over=table_view.phase is Phase.OVER,
    )


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
    "H": N_("a hint: what the strong player would do, and what each choice is worth"),
    "C": N_("to the question and what you may choose"),
    "W": N_("tells whose turn it is and what lies on the table"),
    "L": N_("the last trick"),
    "S": N_("the score so far, and what each has won"),
    "V": N_("the cards, their order and what they count"),
    "R": N_("the rule that matters now"),
    "T": N_("table talk, where the game allows it"),
    "U": N_("takes back your last choice, as long as nobody else has seen it"),
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


def about_page(visit: Visit) -> str:
    return rendered("about.html", visit, cookies=COOKIES, games=len(catalogue()))


def keys_page(visit: Visit) -> str:
    return rendered("keys.html", visit, table_keys=TABLE_KEYS, replay_keys=REPLAY_KEYS)


NOT_DONE = N_("That did not work")


def error_page(visit: Visit, sentence: Text, *, clause: str = "", back: str = "/") -> str:
    """Fill in the page; `clause` is a citation such as `game 4.2`, `back` where to go."""
    game, _, number = clause.rpartition(" ")
    return rendered(
        "error.html",
        visit,
        title=NOT_DONE,
        sentence=sentence,
        clause={"game": game, "number": number} if game else None,
        back=back,
    )
