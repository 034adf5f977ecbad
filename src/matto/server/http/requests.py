"""What a route asks of a request, and the answers it gives."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.types import Scope

from matto.engine.errors import MattoError
from matto.engine.options import whole_number
from matto.engine.view import View
from matto.engine.words import LANGUAGES, N_, text
from matto.players.bots import STRONG, Hint, thinks
from matto.server.http import security
from matto.server.live.bot_pool import BotPool
from matto.server.live.driver import Driver
from matto.server.live.presence import Here, Presence, RenderCache
from matto.server.live.streams import Hub
from matto.server.settings import Settings
from matto.server.store import Store
from matto.server.tables import commands
from matto.server.tables.errors import BadCommand, LinkUsed, NotNow, NotYourSeat
from matto.server.tables.service import TableService, milliseconds
from matto.server.tables.state import TableState
from matto.server.tables.views import Chair, Phase, TableView, asked_for_advice
from matto.server.telemetry import Metrics

FACES: Mapping[str, str] = {
    "own": N_("As each game has them"),
    "italian": N_("Italian suits"),
    "french": N_("French suits"),
}
"""The styles of card faces and what they are called; the first, the default, is no style."""

THEMES: Mapping[str, str] = {
    "auto": N_("As the device"),
    "light": N_("Light"),
    "dark": N_("Dark"),
}


class Display(msgspec.Struct, frozen=True):
    """The language and the card faces that a page is made in; `theme` is its colours."""

    language: str = LANGUAGES[0]
    faces: str = next(iter(FACES))
    theme: str = "auto"


class Visit(msgspec.Struct, frozen=True):
    """Who asks for a page: how it shall look, where he is, and the token of his forms.

    `name` is the name under which he played last; empty before the first time. `query` is
    what his address asks of the page. `kept`: the browser keeps the page, to be read
    without a network; there is no token on it then.
    """

    display: Display = Display()
    path: str = "/"
    csrf: str = ""
    name: str = ""
    query: str = ""
    kept: bool = False

    @property
    def here(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path


CHOICES: Mapping[str, Container[str]] = {
    "language": LANGUAGES,
    "faces": FACES,
    "theme": THEMES,
}


def chosen(values: Mapping[str, str]) -> dict[str, str]:
    return {name: values[name] for name in CHOICES if values.get(name, "") in CHOICES[name]}


def display_from(cookies: Mapping[str, str], accept_language: str = "") -> Display:
    return Display(**{"language": preferred(accept_language), **chosen(cookies)})


def preferred(accept_language: str) -> str:
    """Return the language of ours that an Accept-Language header likes best; else English."""
    best, liking = LANGUAGES[0], 0.0
    for part in accept_language.split(","):
        tag, *parameters = (word.strip().lower() for word in part.split(";"))
        language, quality = tag.partition("-")[0], _quality(parameters)
        if language in LANGUAGES and quality > liking:
            best, liking = language, quality
    return best


def tidy_name(name: str) -> str:
    return commands.in_one_line(commands.in_one_line(name)[: commands.LONGEST_NAME])


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0


class Services(msgspec.Struct, frozen=True):
    settings: Settings
    tables: TableService
    guard: security.Guard
    limits: security.RequestLimits
    hub: Hub
    presence: Presence
    render_cache: RenderCache
    bot_pool: BotPool
    driver: Driver
    metrics: Metrics
    store: Store


HttpRequest = Request[Any, Any, Any]

NAME_COOKIE = "name"
KEEPS = "matto-keep"
"""The header by which our service worker asks for a page that it keeps; nobody else can."""


def for_programs(request: HttpRequest) -> bool:
    path: str = request.scope["path"]
    return path.startswith("/api/")


def wants_json(request: HttpRequest) -> bool:
    accepted = request.headers.get("accept", "")
    return for_programs(request) or "application/json" in accepted


def is_opened(request: HttpRequest) -> bool:
    return request.headers.get("sec-fetch-mode") == "navigate"


def services_of(request: HttpRequest) -> Services:
    services: Services = request.app.state.services
    return services


def viewer_of(request: HttpRequest) -> security.Viewer:
    """Who sends a request; he stays the same until it is answered."""
    known: security.Viewer | None = request.scope["state"].get("viewer")
    if known is None:
        guard = services_of(request).guard
        if for_programs(request):
            known = guard.program(request.headers)
        else:
            safe = https(request.scope)
            known = guard.viewer(request.headers, request.cookies, https=safe)
        request.scope["state"]["viewer"] = known
    return known


def counted_address(request: HttpRequest) -> str:
    """What a request's streams are counted by; empty if a trusted proxy itself asks."""
    address = request.client.host if request.client else ""
    return services_of(request).limits.counted(address)


def display_for(request: HttpRequest) -> Display:
    language = services_of(request).settings.language
    return display_from(request.cookies, language or request.headers.get("accept-language", ""))


def visit_of(request: HttpRequest) -> Visit:
    token = services_of(request).guard.token(viewer_of(request))
    name = tidy_name(unquote(request.cookies.get(NAME_COOKIE, "")))
    query = request.scope["query_string"].decode("ascii", errors="replace")
    kept = request.headers.get(KEEPS) == "yes"
    token = "" if kept else token
    return Visit(display_for(request), request.scope["path"], token, name, query, kept)


def https(scope: Scope) -> bool:
    settings: Settings = scope["litestar_app"].state.services.settings
    return scope["scheme"] == "https" or urlsplit(settings.base_url).scheme == "https"


def number_in(value: str) -> int | None:
    number = whole_number(value)
    return None if number is None or number < 0 else number


def here_at(services: Services, state: TableState) -> Here:
    """Who is at a table, and whether its bots are getting ready, or are behind."""
    here = services.presence.at(state)
    asked = state.waits_for
    if asked is not None and state.bot(asked) and services.bot_pool.delay:
        here = msgspec.structs.replace(here, delay=services.bot_pool.delay)
    if services.bot_pool.is_preparing and thinks(chair.bot for chair in state.chairs):
        return msgspec.structs.replace(here, preparing=True)
    return here


async def deals_shown(request: HttpRequest, table: str) -> TableState:
    """A table whose finished deals may be looked at; raises `NotYourSeat` if not."""
    state = await services_of(request).tables.state(table)
    if not state.opened.onlookers and state.seat_of(viewer_of(request).holder) is None:
        raise NotYourSeat
    return state


def key_of(form: Mapping[str, str], command: str) -> str:
    """A key for a form: the same form sent twice is done once, a changed one is another."""
    fields = "\n".join(f"{name}={form[name]}" for name in sorted(form) if name != "csrf")
    return hashlib.sha256(f"{command}\n{fields}".encode()).hexdigest()[:32]


def command_in(form: Mapping[str, str], word: str) -> commands.Command:
    """Read a command from the fields of a form that have its own names; raises `BadCommand`."""
    kind, given = commands.COMMANDS[word], {"phrase": form.get("choice", ""), **form}
    fields = msgspec.structs.fields(kind)
    wanted = {
        field.name: given.get(field.name, "")
        for field in fields
        if field.required or field.name in given
    }
    try:
        return msgspec.convert(wanted, kind, strict=False)
    except msgspec.ValidationError:
        if "seat" not in wanted:
            raise BadCommand(text("Give the pace in seconds.")) from None
        shown = wanted["seat"][: commands.LONGEST_WORD]
        raise BadCommand(
            text("Name a seat by its number, not “{value}”.", value=shown)
        ) from None


async def form_of(request: HttpRequest) -> dict[str, str]:
    fields = (await request.form()).items()
    return {name: value for name, value in fields if isinstance(value, str)}


def as_json(content: object, status: int = HTTPStatus.OK) -> Response[bytes]:
    return Response(msgspec.json.encode(content), media_type=MediaType.JSON, status_code=status)


def as_page(html: str, status: int = HTTPStatus.OK) -> Response[str]:
    return Response(html, media_type=MediaType.HTML, status_code=status)


def with_head(methods: Iterable[str]) -> str:
    """The methods of an address, as `Allow` has them: it answers HEAD where it answers GET."""
    known = set(methods)
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


def see(address: str, *, name: str | None = None) -> Response[Any]:
    """Send a browser on to a page; it may remember under which name one plays."""
    answer: Response[Any] = Response(
        b"", status_code=303, media_type=MediaType.TEXT, headers={"Location": address}
    )
    if name and tidy_name(name):
        answer.set_cookie(
            NAME_COOKIE,
            quote(tidy_name(name)),
            path="/",
            max_age=security.COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
        )
    return answer


Advice = tuple[TableView, View, Hint]
"""The table as it is seen, the question there, and the hint."""


async def advice_for(request: HttpRequest, table: str) -> Advice:
    """What the strongest player would do; raises `NoHints` where it is not allowed.

    The same moment gives the same hint: it is thought about from what the seat sees alone.
    """
    services = services_of(request)
    state = await services.tables.state(table)
    found = services.tables.view(state, viewer_of(request).holder)
    view = asked_for_advice(found)
    hint = await services.bot_pool.hint(STRONG.bot, f"{table} {found.seq}", view)
    return found, view, hint


PATIENCE = 60.0
"""Seconds for which the others wait for somebody who is at the table."""


async def submit_command(
    request: HttpRequest,
    table: str,
    command: commands.Command,
    expected: int | None = None,
    key: str = "",
) -> commands.Ack:
    """Carry out the command of whoever sends a request; he is at the table, then."""
    services, viewer = services_of(request), viewer_of(request)
    holder = viewer.holder
    if isinstance(command, commands.Sit | commands.TakeOver):
        security.insist_on_strong_key(viewer.key)
    if isinstance(command, commands.Greet):
        services.limits.take_greeting(viewer)
    if isinstance(command, commands.StandIn | commands.Free):
        _insist_on_absence(services, await services.tables.state(table), command.seat, holder)
    counted, name = services.metrics.commands, type(command).__name__
    try:
        ack = await services.tables.submit(table, command, holder, expected=expected, key=key)
    except MattoError as error:
        counted.labels(name, type(error).__name__).inc()
        raise
    counted.labels(name, "repeated" if ack.repeated else "accepted").inc()
    services.hub.touch(table, holder)
    return ack


def _insist_on_absence(services: Services, state: TableState, seat: int, holder: str) -> None:
    """Raise `NotNow` if somebody is to be replaced who is here and keeps nobody waiting."""
    own = state.seat_of(holder)
    may_ask = own is not None or holder == state.host
    if seat not in range(len(state.chairs)) or seat == own or not may_ask:
        return  # for `decide` to refuse
    chair = state.chairs[seat]
    is_here = bool(chair.holder) and services.presence.is_here(state.id, chair.holder)
    if is_here and chair.bot:
        raise NotNow(text("{name} is at the table, and may play on.", name=chair.name))
    if is_here and _waited_for(state, seat) < PATIENCE:
        raise NotNow(
            text(
                "{name} is at the table. A bot may play for somebody who is here only after "
                "the others have waited for a minute.",
                name=chair.name,
            )
        )


def _waited_for(state: TableState, seat: int) -> float:
    if seat != state.waits_for and seat not in state.awaited:
        return 0.0
    since = state.asked_at if state.phase is Phase.PLAYING else state.at
    return (milliseconds() - since) / 1000


async def looked_at(request: HttpRequest, table: str) -> TableState:
    """Give a table to whoever looks at it; one who comes back plays again where he was away.

    Not one who has asked a bot to play for him, nor one who was here and too slow.
    """
    services, holder = services_of(request), viewer_of(request).holder
    state = await services.tables.state(table)
    seat = state.seat_of(holder)
    if seat is not None and _has_come_back(services, state, state.chairs[seat]):
        with suppress(MattoError):  # he can still ask for it himself
            await services.tables.submit(table, commands.Return(), holder)
        state = await services.tables.state(table)
    return state


def _has_come_back(services: Services, state: TableState, chair: Chair) -> bool:
    was_away = chair.is_stood_in and not chair.wished and state.phase is not Phase.OVER
    return was_away and not services.presence.is_here(state.id, chair.holder)


async def seat_link(request: HttpRequest, table: str) -> str:
    """Give whoever sits at a table a word by which another device of his plays on."""
    services = services_of(request)
    state = await services.tables.state(table)
    seat = state.seat_of(viewer_of(request).holder)
    if seat is None:
        raise NotYourSeat
    if state.phase is Phase.OVER:
        raise NotNow(text("The match is over."))
    return services.guard.seat_link(_place(table, state.chairs[seat]))


async def chair_of(request: HttpRequest, table: str, word: str) -> Chair:
    """Return the chair that a word of its holder hands over; raises `LinkUsed`."""
    services = services_of(request)
    state = await services.tables.state(table)
    for chair in state.chairs:
        if chair.holder and services.guard.is_seat_link(word, _place(table, chair)):
            return chair
    seat = state.seat_of(viewer_of(request).holder)
    if seat is None:
        raise LinkUsed
    return state.chairs[seat]  # he has it already


def _place(table: str, chair: Chair) -> str:
    """What a word hands over: the seat of one holder, who has it since then."""
    return f"{table} {chair.seat} {chair.since} {chair.holder}"
