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
from matto.players.bot_readiness import thinks
from matto.players.bots import STRONG
from matto.players.hints import Hint
from matto.server.http import security
from matto.server.live.bot_pool import BotPool
from matto.server.live.presence import Presence, Present
from matto.server.live.state_feed import RenderCache
from matto.server.live.streams import Hub
from matto.server.live.table_driver import Driver
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


CHOICES: Mapping[str, Container[str]] = {"language": LANGUAGES, "faces": FACES, "theme": THEMES}


def display_choices(values: Mapping[str, str]) -> dict[str, str]:
    return {name: values[name] for name in CHOICES if values.get(name, "") in CHOICES[name]}


def display_from(cookies: Mapping[str, str], accept_language: str = "") -> Display:
    return Display(**{"language": preferred(accept_language), **display_choices(cookies)})


def preferred(accept_language: str) -> str:
    """Return the language of ours that an Accept-Language header likes best; else English."""
    best, liking = LANGUAGES[0], 0.0
    for part in accept_language.replace(" ", "").lower().split(","):
        tag, _, quality = part.partition(";q=")
        language = tag.partition("-")[0]
        with suppress(ValueError):
            if language in LANGUAGES and float(quality or 1) > liking:
                best, liking = language, float(quality or 1)
    return best


def tidy_name(name: str) -> str:
    return commands.in_one_line(commands.in_one_line(name)[: commands.LONGEST_NAME])


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


NAME_COOKIE = "name"
KEEPS = "matto-keep"
"""The header by which our service worker asks for a page that it keeps; nobody else can."""


class HttpRequest(Request[Any, Any, Any]):
    """A request as our routes see it: what serves it, who sends it, and how he is answered."""

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    @property
    def for_programs(self) -> bool:
        path: str = self.scope["path"]
        return path.startswith("/api/")

    @property
    def wants_json(self) -> bool:
        return self.for_programs or "application/json" in self.headers.get("accept", "")

    @property
    def is_opened(self) -> bool:
        return self.headers.get("sec-fetch-mode") == "navigate"

    @property
    def viewer(self) -> security.Viewer:
        """Return who sends it; he stays the same until it is answered."""
        known: security.Viewer | None = self.scope["state"].get("viewer")
        if known is None:
            guard = self.services.guard
            if self.for_programs:
                known = guard.program(self.headers)
            else:
                known = guard.viewer(self.headers, self.cookies, https=https(self.scope))
            self.scope["state"]["viewer"] = known
        return known

    @property
    def holder(self) -> str:
        return self.viewer.holder

    @property
    def address(self) -> str:
        return self.client.host if self.client else ""

    @property
    def counted_address(self) -> str:
        """Return what its streams are counted by; empty if a trusted proxy itself asks."""
        return self.services.limits.counted(self.address)

    @property
    def display(self) -> Display:
        language = self.services.settings.language
        accepted = language or self.headers.get("accept-language", "")
        return display_from(self.cookies, accepted)

    @property
    def visit(self) -> Visit:
        name = tidy_name(unquote(self.cookies.get(NAME_COOKIE, "")))
        query = self.scope["query_string"].decode("ascii", errors="replace")
        kept = self.headers.get(KEEPS) == "yes"
        token = "" if kept else self.services.guard.token(self.viewer)
        return Visit(self.display, self.scope["path"], token, name, query, kept)

    async def fields(self) -> dict[str, str]:
        found = (await self.form()).items()
        return {name: value for name, value in found if isinstance(value, str)}


def https(scope: Scope) -> bool:
    settings: Settings = scope["litestar_app"].state.services.settings
    return scope["scheme"] == "https" or urlsplit(settings.base_url).scheme == "https"


def number_in(value: str) -> int | None:
    number = whole_number(value)
    return None if number is None or number < 0 else number


def presence_at(services: Services, state: TableState) -> Present:
    """Return who is at a table, and whether its bots are getting ready, or are behind."""
    here, asked = services.presence.at(state), state.waits_for
    if asked is not None and state.bot(asked) and services.bot_pool.delay:
        here = msgspec.structs.replace(here, delay=services.bot_pool.delay)
    if services.bot_pool.is_preparing and thinks(chair.bot for chair in state.chairs):
        return msgspec.structs.replace(here, preparing=True)
    return here


async def finished_table(request: HttpRequest, table: str) -> TableState:
    """A table whose finished deals may be looked at; raises `NotYourSeat` if not."""
    state = await request.services.tables.state(table)
    if not state.opened.onlookers and state.seat_of(request.holder) is None:
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


def as_json(content: object, status: int = HTTPStatus.OK) -> Response[bytes]:
    return Response(msgspec.json.encode(content), media_type=MediaType.JSON, status_code=status)


def as_page(html: str, status: int = HTTPStatus.OK) -> Response[str]:
    return Response(html, media_type=MediaType.HTML, status_code=status)


def with_head(methods: Iterable[str]) -> str:
    """The methods of an address, as `Allow` has them: it answers HEAD where it answers GET."""
    known = set(methods)
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


def see_other(address: str, *, name: str | None = None) -> Response[Any]:
    answer: Response[Any] = Response(
        b"", status_code=303, media_type=MediaType.TEXT, headers={"Location": address}
    )
    if name and tidy_name(name):
        remember(answer, NAME_COOKIE, quote(tidy_name(name)))
    return answer


def remember(answer: Response[Any], name: str, value: str, *, httponly: bool = True) -> None:
    """Have the browser keep something of its own for as long as it keeps anything."""
    age = security.COOKIE_SECONDS
    answer.set_cookie(name, value, path="/", max_age=age, httponly=httponly, samesite="lax")


Advice = tuple[TableView, View, Hint]
"""The table as it is seen, the question there, and the hint."""


async def advice_for(request: HttpRequest, table: str) -> Advice:
    """Return what the strongest player would do; raises `NoHints` where it is not allowed.

    The same moment gives the same hint: it is thought about from what the seat sees alone.
    """
    services = request.services
    state = await services.tables.state(table)
    found = services.tables.view(state, request.holder)
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
    services, viewer = request.services, request.viewer
    holder = viewer.holder
    if isinstance(command, commands.Sit | commands.TakeOver):
        security.require_strong_key(viewer.key)
    if isinstance(command, commands.Greet):
        services.limits.take_greeting(viewer)
    if isinstance(command, commands.StandIn | commands.Free):
        _require_absence(services, await services.tables.state(table), command.seat, holder)
    counted, name = services.metrics.commands, type(command).__name__
    try:
        ack = await services.tables.submit(table, command, holder, expected=expected, key=key)
    except MattoError as error:
        counted.labels(name, type(error).__name__).inc()
        raise
    counted.labels(name, "repeated" if ack.repeated else "accepted").inc()
    services.hub.touch(table, holder)
    return ack


def _require_absence(services: Services, state: TableState, seat: int, holder: str) -> None:
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


async def visit_table(request: HttpRequest, table: str) -> TableState:
    """Give a table to whoever looks at it; one who comes back plays again where he was away.

    Not one who has asked a bot to play for him, nor one who was here and too slow.
    """
    services, holder = request.services, request.holder
    state = await services.tables.state(table)
    seat = state.seat_of(holder)
    if seat is None or state.phase is Phase.OVER or services.presence.is_here(table, holder):
        return state
    if state.chairs[seat].is_stood_in and not state.chairs[seat].wished:
        with suppress(MattoError):  # he can still ask for it himself
            await services.tables.submit(table, commands.Return(), holder)
        state = await services.tables.state(table)
    return state


async def seat_link(request: HttpRequest, table: str) -> str:
    """Give whoever sits at a table a word by which another device of his plays on."""
    services = request.services
    state = await services.tables.state(table)
    seat = state.seat_of(request.holder)
    if seat is None:
        raise NotYourSeat
    if state.phase is Phase.OVER:
        raise NotNow(text("The match is over."))
    return services.guard.seat_link(_place(table, state.chairs[seat]))


async def chair_of(request: HttpRequest, table: str, word: str) -> Chair:
    """Return the chair that a word of its holder hands over; raises `LinkUsed`."""
    services = request.services
    state = await services.tables.state(table)
    for chair in state.chairs:
        if chair.holder and services.guard.is_seat_link(word, _place(table, chair)):
            return chair
    seat = state.seat_of(request.holder)
    if seat is None:
        raise LinkUsed
    return state.chairs[seat]  # he has it already


def _place(table: str, chair: Chair) -> str:
    """Return what a word hands over: the seat of one holder, who has it since then."""
    return f"{table} {chair.seat} {chair.since} {chair.holder}"
