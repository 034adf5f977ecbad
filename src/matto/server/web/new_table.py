"""Setting up a table: its form, read into an order or shown with its faults, and its lobby."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from io import BytesIO
from typing import Any

import msgspec
import segno
from litestar import Response, post
from litestar.params import FromPath

from matto.engine.errors import BadOptionValue
from matto.engine.game import Game, Lesson, LessonStep, step_of
from matto.engine.options import Option, Value, spell
from matto.engine.rulebook import rulebook_in
from matto.engine.words import N_, Text, text
from matto.games import catalogue
from matto.games import game as find_game
from matto.players import all_bots
from matto.players.bots import NOVICE, REGULAR, USUAL, offered_levels
from matto.server.http import requests
from matto.server.http.error_answers import BadForm
from matto.server.http.middleware import OPENS_TABLE
from matto.server.http.requests import Display, HttpRequest, Visit
from matto.server.tables.commands import LONGEST_NAME, MOST_DEALS, Order
from matto.server.tables.events import GivenDeal
from matto.server.tables.views import Phase, TableView
from matto.server.web.page_context import PageContext
from matto.server.web.rendering import (
    for_templates,
    known_to_templates,
    page_at,
    rendered,
    sentence_function,
)
from matto.server.web.rulebook import ProseMarking, language_of

Form = Mapping[str, str]

NUMBER = re.compile(r"[0-9]{1,6}")
YOU, OPEN = "you", "open"
YOUR_USUAL_SEAT = 0

TURNS: Mapping[float, str] = {
    0: N_("unlimited"),
    20: N_("20 seconds"),
    60: N_("a minute"),
    180: N_("three minutes"),
    3600: N_("an hour"),
    86400: N_("a day"),
}
PACES: Mapping[float, str] = {
    0.0: N_("at once"),
    0.7: N_("after a moment"),
    1.5: N_("leisurely"),
    3.0: N_("slowly, to learn"),
}
USUAL_TURN, USUAL_PACE = 0, 0.7


@for_templates
def option_field(option: Option) -> str:
    return f"option_{option.name}"


@for_templates
def who_field(seat: int) -> str:
    return f"who_{seat}"


def usual_who(seat: int) -> str:
    return YOU if seat == YOUR_USUAL_SEAT else USUAL


def beginners(game: Game) -> Form:
    """Return the form for one who has not played yet: opponents he can beat."""
    others = range(YOUR_USUAL_SEAT + 1, game.seats)
    return {who_field(seat): NOVICE.bot for seat in others}


def read_order(form: Form, host: str, name: str) -> Order:
    """Read the table that a form asks for; what it leaves out is as usual.

    `host` is the hash of the key of whoever asks, `name` what he is called if the form does
    not say. Raises `UnknownGame`, `BadForm`.
    """
    game = find_game(form.get("game", ""))
    faults: dict[str, Text] = {}
    bots = tuple(_bot(form, seat, faults) for seat in range(game.seats))
    own = _own_seat(game, form, faults)
    waits = any(not bot and seat != own for seat, bot in enumerate(bots))
    order = Order(
        game=game.id,
        host=host,
        options=_options(game, form, faults),
        limit=_limit(form, faults),
        turn_seconds=int(_picked(form, "turn", TURNS, USUAL_TURN, faults)),
        pace=_picked(form, "pace", PACES, USUAL_PACE, faults),
        onlookers=form.get("onlookers", "on") == "on",
        bots=bots,
        seat=own,
        name=requests.tidy_name(form.get("name", "")) or name,
        seed=form.get("seed", ""),
        when_ready=waits,
        listed=waits and form.get("listed") == "on",
        hints=form.get("hints") == "on",
    )
    if faults:
        raise BadForm(faults)
    return order


def options_in(game: Game, form: Form) -> Mapping[str, Value]:
    """The options as a form has them, those of its preset where it asks for one."""
    preset = form.get("preset")
    if preset is not None:
        return game.resolve(preset=preset if preset in game.presets else None)
    return _options(game, form, {})


def _options(game: Game, form: Form, faults: dict[str, Text]) -> dict[str, Value]:
    preset = form.get("preset", "")
    values = dict(game.resolve(preset=preset if preset in game.presets else None))
    for option in game.options:
        field = option_field(option)
        if field in form:
            try:
                values[option.name] = option.read(form[field])
            except BadOptionValue:
                faults[field] = text("Choose one of: {values}.", values=option.spelled_values())
    return values


def _limit(form: Form, faults: dict[str, Text]) -> int | None:
    entered = form.get("limit", "").strip()
    if not entered:
        return None
    if NUMBER.fullmatch(entered) and 1 <= int(entered) <= MOST_DEALS:
        return int(entered)
    faults["limit"] = text("Give a number from 1 to {most}, or nothing.", most=MOST_DEALS)
    return None


def _picked(
    form: Form, field: str, known: Mapping[float, str], usual: float, faults: dict[str, Text]
) -> float:
    try:
        entered = float(form.get(field, usual))
    except ValueError:
        entered = -1.0
    if entered not in known:
        faults[field] = text("Choose one of the entries of the list.")
        return usual
    return entered


def _bot(form: Form, seat: int, faults: dict[str, Text]) -> str:
    who = form.get(who_field(seat), usual_who(seat))
    if who in {YOU, OPEN}:
        return ""
    if who not in all_bots():
        faults[who_field(seat)] = text("Choose one of the entries of the list.")
    return who


def _own_seat(game: Game, form: Form, faults: dict[str, Text]) -> int | None:
    seats = [
        seat for seat in range(game.seats) if form.get(who_field(seat), usual_who(seat)) == YOU
    ]
    for seat in seats[1:]:
        faults[who_field(seat)] = text("You can sit in one place only.")
    return seats[0] if seats else None


GUEST = N_("Guest")


def new_page(
    visit: Visit, game: Game, form: Form | None = None, faults: Mapping[str, Text] | None = None
) -> str:
    """Fill in the form of a new table, as it came back where something was wrong with it."""
    form, faults, say = form or {}, faults or {}, sentence_function(visit.display.language)
    book = rulebook_in(game.id, visit.display.language)
    values = options_in(game, form)
    entered = {option.name: _entered(option, values, form, faults) for option in game.options}
    changed = any(entered[option.name] != spell(option.default) for option in game.options)
    return rendered(
        "new.html",
        visit,
        game=game,
        faults=faults,
        name=form.get("name", visit.name or default_name(visit.display)),
        longest_name=LONGEST_NAME,
        who=[form.get(who_field(seat), usual_who(seat)) for seat in range(game.seats)],
        form=form,
        turns={f"{seconds:g}": say(called) for seconds, called in TURNS.items()},
        paces={f"{seconds:g}": say(called) for seconds, called in PACES.items()},
        turn=form.get("turn", f"{USUAL_TURN:g}"),
        pace=form.get("pace", f"{USUAL_PACE:g}"),
        values=values,
        entered=entered,
        rules={option.name: option.about for option in book.options},
        presets={preset.name: preset for preset in book.presets},
        reading=ProseMarking(book.clauses.keys(), f"/rules/{game.id}"),
        rule_language=language_of(game.id, visit.display.language),
        open_variants="preset" in form or changed,
    )


def default_name(display: Display) -> str:
    return str(sentence_function(display.language)(GUEST))


def _entered(
    option: Option, values: Mapping[str, Value], form: Form, faults: Mapping[str, Text]
) -> str:
    """Return what stands in the field of an option: also what is wrong with it."""
    field = option_field(option)
    return form.get(field, "") if field in faults else spell(values[option.name])


known_to_templates(offered=offered_levels, paces=PACES)


@for_templates
def bots_to_set(table_view: TableView) -> frozenset[str]:
    """The bots whose strength the viewer may set; none where he may set nothing."""
    if not table_view.hosting or table_view.phase is Phase.OVER:
        return frozenset()
    return frozenset(
        player.bot for player in table_view.players if player.bot and not player.stands_in
    )


QUIET_ZONE = 4
"""Modules of white round a QR code, without which some phones do not find it."""


def qr_code(address: str) -> bytes:
    """An address as a QR code: an SVG, dark on light whatever the page's colours are."""
    picture = BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", xmldecl=False, border=QUIET_ZONE, omitsize=True, light="#fff"
    )
    return picture.getvalue()


@for_templates
def length_of(limit: int | None) -> Text:
    if limit == 1:
        return text("1 deal")
    return text("{number} deals", number=limit) if limit else text("until you stop")


@for_templates
def time_of(seconds: int) -> Text:
    known = TURNS.get(seconds)
    return Text(known) if known else text("{seconds} seconds", seconds=seconds)


@for_templates
def changed_options(context: PageContext) -> Sequence[Option]:
    """The rules that are played otherwise than the text says."""
    options = context.table_view.options
    return [one for one in context.game.options if options[one.name] != one.default]


def lesson_games() -> tuple[Game, ...]:
    return tuple(game for game in catalogue().values() if game.lesson is not None)


def first_deal_of(order: Order, lesson: Lesson) -> Order:
    """An order for a table whose first deal is the lesson's, against beginners."""
    deal = lesson.deal
    seats = range(len(deal.hands))
    return msgspec.structs.replace(
        order,
        bots=tuple("" if seat == lesson.learner else REGULAR.bot for seat in seats),
        seat=lesson.learner,
        options={},
        given=GivenDeal(lesson.dealer, deal.hands, deal.talon),
    )


@for_templates
def lesson_step(context: PageContext) -> tuple[int, LessonStep] | None:
    lesson, view = context.game.lesson, context.view
    return None if lesson is None or view is None else step_of(lesson, view)


@page_at("/new/{game:str}")
async def new(request: HttpRequest, game: FromPath[str]) -> str:
    """The form of a new table; a preset is filled in by asking for it."""
    found = find_game(game)
    form = {**await _first_form(request, found), **request.query_params}
    return new_page(request.visit, found, form)


async def _first_form(request: HttpRequest, game: Game) -> Form:
    """Return the form before it is changed: one's first match is against beginners."""
    known = await request.services.store.tables_of(request.holder)
    return {} if known else beginners(game)


@post("/new/{game:str}", status_code=200)
async def refill(request: HttpRequest, game: FromPath[str]) -> Response[str]:
    """The same form again, with the options of a preset and all else as it was entered."""
    return requests.as_page(new_page(request.visit, find_game(game), await request.fields()))


@post("/tables", status_code=303, opt={OPENS_TABLE: True})
async def open_table(request: HttpRequest) -> Response[Any]:
    """Open a table as the form says, and go there; or show what is wrong with the form."""
    services, viewer, visit = request.services, request.viewer, request.visit
    form = await request.fields()
    taught = form.get("lesson", "")
    if taught:
        form = {**form, "game": taught}
    if not request.wants_json:
        form = {**await _first_form(request, find_game(form.get("game", ""))), **form}
    try:
        order = read_order(form, viewer.holder, visit.name or default_name(visit.display))
    except BadForm as error:
        if request.wants_json:
            raise
        page = new_page(visit, find_game(form.get("game", "")), form, error.faults)
        return requests.as_page(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    lesson = find_game(order.game).lesson if taught else None
    if lesson is not None:
        order = first_deal_of(order, lesson)
    key = requests.key_of(form, "open") if form.get("key") else ""
    table = await services.tables.open(order, key)
    if request.wants_json:
        return requests.as_json({"table": table, "address": f"/t/{table}"}, HTTPStatus.CREATED)
    return requests.see_other(f"/t/{table}", name=form.get("name"))
