"""A table: its page and the panels beside it, its stream, commands, and hints.

`table_fragment` is pure: the same `TableView` and `Display` give the same bytes. It is
`<main id="table">`, in the page as in the stream. Its buttons belong to the form `do` that the
page around it holds (with the token against forgery), so that they work without a script, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.errors import IllegalChoice, Refusal
from matto.engine.words import N_, Text, text
from matto.server.http import requests
from matto.server.http.middleware import A_HINT, COST
from matto.server.http.requests import Advice, Display, HttpRequest, Visit
from matto.server.http.security import LINK_SECONDS
from matto.server.live.presence import Present
from matto.server.live.state_feed import StateFeed
from matto.server.live.streams import ALIVE, RESTARTS, EventStream
from matto.server.tables.commands import COMMANDS, Act, Command, TakeOver
from matto.server.tables.errors import BadCommand
from matto.server.tables.state import TableState
from matto.server.tables.views import TableView, may_be_advised
from matto.server.web.new_table import qr_code
from matto.server.web.page_context import PageContext, naming_of
from matto.server.web.rendering import for_templates, fragment, page_at, rendered
from matto.server.web.story import story_of
from matto.telling.questions import refusal_sentence, spelled_error, spelled_value

for told in (spelled_error, may_be_advised, spelled_value):
    for_templates(told)


def why_fragment(
    table_view: TableView, display: Display, choice: str, refusal: Refusal | None
) -> str:
    """Return why a choice is refused; None means that nothing stands against it."""
    context = PageContext(table_view, display)
    fits = N_("{choice} may be chosen.") if choice in NUMBER else N_("“{choice}” may be said.")
    sentence = text(fits, choice=choice) if refusal is None else refusal.sentence
    return fragment(
        "table/why.html",
        display,
        sentence=context.marked_up(context.tagged.sentence(sentence)),
        clause=None if refusal is None else context.clause(refusal.clause),
    )


MOST_VALUES = 12
"""So many choices are shown with their values; the others are worse."""


def hint_fragment(advice: Advice, display: Display) -> str:
    table_view, _, hint = advice
    context = PageContext(table_view, display)
    equal = [one.choice for one in hint.values if one.equal and one.choice != hint.choice]
    return fragment(
        "table/hint.html",
        display,
        context=context,
        hint=hint,
        values=hint.values[:MOST_VALUES],
        equal=[context.word(choice) for choice in equal[:MOST_VALUES]],
        sure=any(spelled_error(context.game, one.error) for one in hint.values[:MOST_VALUES]),
        deals=max((one.deals for one in hint.values), default=0),
    )


def story_fragment(table_view: TableView, display: Display) -> str:
    rows = story_of(PageContext(table_view, display))
    return fragment("table/whole_story.html", display, rows=rows)


def score_fragment(table_view: TableView, display: Display) -> str:
    return fragment("table/score.html", display, context=PageContext(table_view, display))


def beside_page(table_view: TableView, visit: Visit, title: str, part: str) -> str:
    """Return a panel as a page of its own, for whoever opens its address."""
    signs = PageContext(table_view, visit.display).signs
    told = {"table": table_view.table, "title": title, "signs": signs, "fragment": part}
    return rendered("table/beside_page.html", visit, **told)


LOOKS_AGAIN = 4
"""Seconds after which a page without a script asks for what is new, while others play."""

AMOUNT_FORMS = range(1, 5)
"""Forms that the page holds for choosers of amounts: more of them are never offered at once."""


def table_page(table_view: TableView, visit: Visit, delay: int = 0, now: int = 0) -> str:
    """Return the whole page of a table.

    `delay`: how many seconds its bots are behind; `now`: in milliseconds since 1970.
    """
    context = PageContext(table_view, visit.display)
    return rendered(
        "table/page.html",
        visit,
        table_view=table_view,
        signs=context.signs,
        looks_again=0 if context.own_turn else LOOKS_AGAIN,
        fragment=table_fragment(table_view, visit.display),
        amount_forms=AMOUNT_FORMS,
        delay=delay,
        now=now,
    )


def table_fragment(table_view: TableView, display: Display) -> str:
    context = PageContext(table_view, display)
    return fragment("table/table.html", display, context=context, table_view=table_view)


Form = Mapping[str, str]
LONGEST_CHOICE = 64

TAKES_OVER = "take-over"
"""The command for which one needs a link."""


@page_at("/t/{table:str}")
async def page(request: HttpRequest, table: FromPath[str]) -> str:
    """The table as whoever asks sees it; a tab that only `asks` now and then is no return."""
    services, holder = request.services, request.holder
    asks = "asks" in request.query_params
    state = await (
        services.tables.state(table) if asks else requests.visit_table(request, table)
    )
    services.hub.touch(table, holder)
    delay = requests.presence_at(services, state).delay
    now = services.tables.now()
    return table_page(services.tables.view(state, holder), request.visit, delay, now)


@get("/t/{table:str}/stream")
async def stream(request: HttpRequest, table: FromPath[str]) -> EventStream:
    services, holder = request.services, request.holder
    await requests.visit_table(request, table)  # without a table there is no stream
    display = request.display

    def render(state: TableState) -> str:
        return services.render_cache.fragment(state, holder, display)

    def presence(state: TableState) -> Present:
        return requests.presence_at(services, state)

    news = StateFeed(services.tables, table, render, presence=presence).news
    address = request.counted_address

    def alive() -> bytes:
        return ALIVE.format(services.tables.now()).encode()

    return EventStream(
        services.hub, table, holder, news, address=address, sign=alive, farewell=RESTARTS
    )


@get("/t/{table:str}/qr.svg")
async def qr(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    await request.services.tables.state(table)
    picture = qr_code(_link(request, f"/t/{table}"))
    return Response(picture, media_type="image/svg+xml")


def _link(request: HttpRequest, path: str) -> str:
    server = request.services.settings.base_url or str(request.base_url)
    return f"{server.rstrip('/')}{path}"


OTHER_DEVICE = "Play on another device"


@page_at("/t/{table:str}/seat-link")
async def own_seat_link(request: HttpRequest, table: FromPath[str]) -> str:
    """A link for another device of whoever sits here: nobody else is given one."""
    link = _link(request, f"/t/{table}/seat/{await requests.seat_link(request, table)}")
    code, minutes = Markup(qr_code(link).decode()), LINK_SECONDS // 60
    shown = {"link": link, "code": code, "minutes": minutes}
    part = fragment("table/handover.html", request.display, **shown)
    return _beside(request, await _seen(request, table), OTHER_DEVICE, part)


@page_at("/t/{table:str}/seat/{word:str}")
async def seat_taking(request: HttpRequest, table: FromPath[str], word: FromPath[str]) -> str:
    """Tell what a link to a seat does: only a press of its button does it."""
    chair, visit = await requests.chair_of(request, table, word), request.visit
    taken = {"table": table, "word": word, "name": chair.name, "csrf": visit.csrf}
    part = fragment("table/handover.html", visit.display, link="", **taken)
    return beside_page(await _seen(request, table), visit, OTHER_DEVICE, part)


@page_at("/t/{table:str}/why")
async def why(request: HttpRequest, table: FromPath[str]) -> str:
    services, holder = request.services, request.holder
    state = await services.tables.state(table)
    found = services.tables.view(state, holder)
    choice = request.query_params.get("choice", "")[:LONGEST_CHOICE]
    refusal = _refusal(state, found, choice)
    return why_fragment(found, request.display, choice, refusal)


def _refusal(state: TableState, found: TableView, choice: str) -> Refusal | None:
    """Return what stands against a choice, as far as the question to this viewer tells."""
    decision = None if found.view is None else found.view.decision
    if decision is None or state.run is None:
        return Refusal("", text("It is not your turn."))
    refusal = state.run.why_not(choice, decision.seat)
    return None if refusal is None else refusal_sentence(choice, decision, refusal)


@page_at("/t/{table:str}/story")
async def story(request: HttpRequest, table: FromPath[str]) -> str:
    found = await _seen(request, table)
    part = story_fragment(found, request.display)
    return _beside(request, found, "The whole deal", part)


@page_at("/t/{table:str}/score")
async def score(request: HttpRequest, table: FromPath[str]) -> str:
    found = await _seen(request, table)
    part = score_fragment(found, request.display)
    return _beside(request, found, "The score so far", part)


async def _seen(request: HttpRequest, table: str) -> TableView:
    services = request.services
    return services.tables.view(await services.tables.state(table), request.holder)


def _beside(request: HttpRequest, found: TableView, title: str, part: str) -> str:
    """A part for a panel, or a whole page for whoever opens its address."""
    return beside_page(found, request.visit, title, part) if request.is_opened else part


@get("/t/{table:str}/presence")
async def presence(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    services = request.services
    return requests.as_json(requests.presence_at(services, await services.tables.state(table)))


@post("/t/{table:str}/{command:str}", status_code=200)
async def act_at_table(
    request: HttpRequest, table: FromPath[str], command: FromPath[str]
) -> Response[Any]:
    if command not in COMMANDS and command != TAKES_OVER:
        raise NotFoundException
    form = await request.fields()
    key = form.get("key") or (requests.key_of(form, command) if form.get("seq") else "")
    if command == TAKES_OVER:
        chair = await requests.chair_of(request, table, form.get("word", ""))
        wanted: Command = TakeOver(chair.seat, chair.since)
    else:
        wanted = requests.command_in(form, command)
    try:
        ack = await requests.submit_command(request, table, wanted, _expected(form), key)
    except IllegalChoice as error:
        state = await request.services.tables.state(table)
        raise _as_players_say(request, state, wanted, error.refusal) from None
    if request.wants_json:
        return requests.as_json(ack)
    return requests.see_other(
        f"/t/{table}", name=form.get("name") if command == "sit" else None
    )


def _as_players_say(
    request: HttpRequest, state: TableState, command: Command, refusal: Refusal
) -> IllegalChoice:
    seat = state.seat_of(request.holder)
    decision = None if state.run is None else state.run.decision
    asked = None if decision is None or seat is None else decision.to(seat)
    if isinstance(command, Act) and asked is not None:
        refusal = refusal_sentence(command.choice, asked, refusal)
    naming = naming_of(state.game, state.options, request.display.language)
    return IllegalChoice(Refusal(refusal.clause, Text(naming.sentence(refusal.sentence))))


def _expected(form: Form) -> int | None:
    value = form.get("seq", "")
    if not value:
        return None
    seq = requests.number_in(value)
    if seq is None:
        shown = value[:LONGEST_CHOICE]
        raise BadCommand(
            text("The table has no state “{value}”. Load the page anew.", value=shown)
        )
    return seq


@page_at("/t/{table:str}/hint", opt={COST: A_HINT})
async def hint(request: HttpRequest, table: FromPath[str]) -> str:
    advice = await requests.advice_for(request, table)
    part = hint_fragment(advice, request.display)
    return _beside(request, advice[0], "A hint", part)
