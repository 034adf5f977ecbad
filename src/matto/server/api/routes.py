"""The open interface: whatever a person can do at a table, a program can do here, in JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.exceptions import ClientException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Body, HeaderParameter, PathParameter

from matto.engine.words import text
from matto.games import catalogue
from matto.players.bots import every_level
from matto.players.hints import Hint
from matto.records import DealRecord, MatchRecord, match_of, record_of
from matto.server.api import bodies
from matto.server.api.bodies import Problem, command_of, order_of
from matto.server.api.states import State, state_json, state_of
from matto.server.http import requests
from matto.server.http.error_answers import error_response
from matto.server.http.middleware import A_HINT, COST, MANY_DEALS, OPENS_TABLE
from matto.server.http.requests import HttpRequest
from matto.server.http.security import LINK_SECONDS
from matto.server.live.state_feed import StateFeed
from matto.server.live.streams import EventStream
from matto.server.tables import shuffle
from matto.server.tables.commands import Ack, Leave, Sit, TakeOver
from matto.server.tables.errors import BadCommand, LinkUsed, NotShuffled, NotYourSeat
from matto.server.tables.shuffle import ShuffleProof
from matto.server.tables.state import TableState

REASONS: Mapping[int, str] = {
    HTTPStatus.FORBIDDEN: "This is not yours to do: the key holds no seat here, or another. Or"
    " a page of another site has sent it.",
    HTTPStatus.NOT_FOUND: "There is no such table, game or deal, or no such address.",
    HTTPStatus.CONFLICT: "The table has moved on, or is not ready for that; look again.",
    HTTPStatus.GONE: "This server does not have the rules by which the table is played, or"
    " something of the table is damaged: it stays closed.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is larger than 64 KiB.",
    HTTPStatus.MISDIRECTED_REQUEST: "This server does not answer to the name in `Host`.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Not allowed by the rules of the game, or the body is not"
    " in form: it has a field that is not known, or a value that cannot be.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too much at once: wait, as `Retry-After` says. Without it:"
    " too many streams are open.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The server cannot reach its tables just now, or has"
    " no room for another one: wait, as `Retry-After` says, or a moment.",
}

IN_A_FIELD = re.compile(r"(?P<why>.*) - at `(?:\$\.)?(?P<field>.*)`")
"""How msgspec says where something is wrong."""

ALWAYS = (HTTPStatus.MISDIRECTED_REQUEST, HTTPStatus.TOO_MANY_REQUESTS)
"""Problems that every operation may have."""

LOOKING = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.SERVICE_UNAVAILABLE)
"""Problems of every operation that has to do with a table."""

CHANGING = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, *LOOKING)
SENDING = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNPROCESSABLE_ENTITY)
"""Problems of what changes a table, and of what comes with a body."""


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=REASONS[status])
        for status in sorted({*ALWAYS, *statuses})
    }


def answer_unreadable(request: HttpRequest, error: Any) -> Response[Any]:
    """Answer a body that is no JSON, or not in the form that is wanted here."""
    return error_response(request, _named(error))


def _named(error: Exception) -> Exception:
    if isinstance(error, UnicodeDecodeError):
        return BadCommand(text("The body is not written in UTF-8."))
    if isinstance(error, RecursionError):
        return BadCommand(text("This is nested too deeply."))
    if isinstance(error, msgspec.ValidationError):
        return BadCommand(
            text("The body is not in form: {problem}.", problem=_field_error(error))
        )
    if isinstance(error, msgspec.DecodeError):
        return BadCommand(text("The body is not whole JSON: {problem}.", problem=error))
    if type(error) in {ClientException, ValidationException}:
        return BadCommand(text("Send a body in JSON."))
    return error


def _field_error(fault: msgspec.ValidationError) -> str:
    """Name the field with what is wrong with it; none if it is the whole body."""
    found = IN_A_FIELD.fullmatch(str(fault))
    return f"{found['field']}: {found['why']}" if found else str(fault)


class JsonRequest(HttpRequest):
    """A request whose body is read in the very form that its route takes.

    Litestar itself would take "1" for a number, and 0 for no.
    """

    async def json(self) -> Any:
        """Read the body; raises `UnicodeDecodeError`, `msgspec.DecodeError`."""
        wanted = self.route_handler.parsed_data_field
        kind = Any if wanted is None else wanted.annotation
        return msgspec.json.decode((await self.body()).decode(), type=kind)


UNREADABLE: Any = dict.fromkeys(
    (ClientException, msgspec.DecodeError, RecursionError, UnicodeDecodeError),
    answer_unreadable,
)
"""How the routes for programs answer a body that cannot be read."""


_SMALLEST = min(catalogue().values(), key=lambda known: known.seats)

A_TABLE = Example(
    summary="You against bots, three deals",
    value={"game": _SMALLEST.id, "bots": ["", *["rule"] * (_SMALLEST.seats - 1)], "limit": 3},
)
A_SEAT = Example(summary="Sit down", value={"name": "Random player"})
A_COMMAND = Example(
    summary="Answer a question", value={"seq": 7, "choice": "SK", "key": "my-move-1"}
)
A_WORD = Example(summary="Take over", value={"word": "aTq5GA.7cWvJ2hYtqk0u3mZ"})

TableId = Annotated[str, PathParameter(description="The table's id.")]
SeatNumber = Annotated[int, PathParameter(description="The seat's number, from 0.")]
DealNumber = Annotated[int, PathParameter(description="The deal's number, from 1.")]
STREAM = "text/event-stream"
LastEvent = Annotated[
    str,
    HeaderParameter(
        name="Last-Event-ID", description="The id of the last event that you have got."
    ),
]


# -- what there is -------------------------------------------------------------------------


@get("/api/games", summary="The games", sync_to_thread=False, responses=problems())
def all_games() -> tuple[bodies.GameInfo, ...]:
    """Every game with its pack, its options, presets and words."""
    return bodies.every_game()


@get("/api/bots", summary="The bots", sync_to_thread=False, responses=problems())
def all_bots() -> tuple[bodies.BotInfo, ...]:
    """Every bot that may be asked to play a seat."""
    return tuple(bodies.BotInfo(level.bot, level.about) for level in every_level())


# -- a table -------------------------------------------------------------------------------


@post(
    "/api/tables",
    summary="Open a table",
    opt={OPENS_TABLE: True},
    responses=problems(403, 404, 503, *SENDING),
)
async def open_table(
    request: HttpRequest, data: Annotated[bodies.NewTable, Body(examples=[A_TABLE])]
) -> bodies.TableOpened:
    """Set up a table for a game, and get the key of whoever opened it.

    Send a key of your own that nobody can guess, and it is used; else one is made for you. Sit
    down with it, too. The match begins when nobody is missing, or when you send `begin`. Bots
    play while somebody looks on: keep a stream open, or ask for the state at least every twenty
    seconds.
    """
    viewer = request.viewer
    table = await request.services.tables.open(order_of(data, viewer.holder), data.key)
    return bodies.TableOpened(table, viewer.key)


@get("/api/tables/{table:str}", summary="Look at a table", responses=problems(*LOOKING))
async def state(request: HttpRequest, table: TableId) -> State:
    """The table as your seat sees it, or as an onlooker does."""
    services, holder = request.services, request.holder
    now = await services.tables.state(table)
    services.hub.touch(table, holder)
    return state_of(services.tables.view(now, holder))


@get(
    "/api/tables/{table:str}/events",
    summary="Follow a table",
    responses={
        200: ResponseSpec(
            State,
            generate_examples=False,
            media_type=STREAM,
            description="Events `state`; their data is the same JSON as that of the table.",
        ),
        **problems(*LOOKING),
    },
)
async def events(request: HttpRequest, table: TableId, last: LastEvent = "") -> EventStream:
    """The table now and whenever it changes, as server-sent events.

    Each event is a whole state, and its id is the state's `seq`. Whoever reads slowly, or
    connects again, gets the newest state only; with the header `Last-Event-ID`, the first one
    is left out if nothing has happened since. When nothing happens, a comment comes every ten
    seconds: a connection that is silent for longer is dead. Where a bot has stood in while you
    were away, you play again as soon as you follow.
    """
    services, viewer = request.services, request.viewer
    await requests.visit_table(request, table)  # without a table there is no stream

    def render(now: TableState) -> str:
        return state_json(services.tables.view(now, viewer.holder)).decode()

    feed = StateFeed(services.tables, table, render, last=last)
    address = request.counted_address
    return EventStream(services.hub, table, viewer.holder, feed.news, address=address)


# -- at the table --------------------------------------------------------------------------


@post(
    "/api/tables/{table:str}/seats/{seat:int}",
    summary="Sit down",
    responses=problems(*CHANGING, *SENDING),
)
async def sit(
    request: HttpRequest,
    table: TableId,
    seat: SeatNumber,
    data: Annotated[bodies.NewSeat, Body(examples=[A_SEAT])],
) -> bodies.SeatTakenShape:
    """Take a seat that is free, and get the key by which it is yours.

    Send a key of your own that nobody can guess, and it is used; else one is made for you. In a
    seat that you have already, another seed takes the place of the first.
    """
    viewer = request.viewer
    ack = await requests.submit_command(request, table, Sit(seat, data.name, data.seed))
    return bodies.SeatTakenShape(table, seat, viewer.key, ack.seq)


@get(
    "/api/tables/{table:str}/seats/{seat:int}/handover",
    summary="Offer your seat to another key of yours",
    responses=problems(403, 409, *LOOKING),
)
async def offer_seat(
    request: HttpRequest, table: TableId, seat: SeatNumber
) -> bodies.HandoverOffered:
    """Get a word by which another key may play on in your seat, with your name and cards."""
    await _require_seat(request, table, seat)
    return bodies.HandoverOffered(await requests.seat_link(request, table), LINK_SECONDS)


@post(
    "/api/tables/{table:str}/seats/{seat:int}/handover",
    summary="Take over the seat of another key of yours",
    responses=problems(*CHANGING, *SENDING),
)
async def take_over(
    request: HttpRequest,
    table: TableId,
    seat: SeatNumber,
    data: Annotated[bodies.Handover, Body(examples=[A_WORD])],
) -> bodies.SeatTakenShape:
    """Play on by this key where another one has played, which looks on from then.

    Send a key of your own that nobody can guess, and it is used; else one is made for you.
    """
    chair = await requests.chair_of(request, table, data.word)
    if chair.seat != seat:
        raise LinkUsed
    ack = await requests.submit_command(request, table, TakeOver(chair.seat, chair.since))
    return bodies.SeatTakenShape(table, seat, request.viewer.key, ack.seq)


@delete(
    "/api/tables/{table:str}/seats/{seat:int}",
    summary="Leave for good",
    status_code=200,
    responses=problems(*CHANGING),
)
async def leave(request: HttpRequest, table: TableId, seat: SeatNumber) -> Ack:
    """Give your seat up: anybody may take it, and a bot plays on until then."""
    await _require_seat(request, table, seat)
    return await requests.submit_command(request, table, Leave())


@get(
    "/api/tables/{table:str}/hint",
    summary="A hint",
    responses=problems(403, *LOOKING),
    opt={COST: A_HINT},
)
async def hint(request: HttpRequest, table: TableId) -> Hint:
    """What the strongest player would do, and what each choice is worth, within two seconds.

    Until it is ready, or if it takes longer, another bot answers: `bot` names it. A hint is
    given only to one who is asked, and who plays alone against bots or at a table that was
    opened with `hints`; else the answer is 403.
    """
    _, _, found = await requests.advice_for(request, table)
    return found


@post(
    "/api/tables/{table:str}/actions",
    summary="Act",
    status_code=200,
    responses=problems(*CHANGING, *SENDING),
)
async def act(
    request: HttpRequest,
    table: TableId,
    data: Annotated[bodies.SentCommand, Body(examples=[A_COMMAND])],
) -> Ack:
    """Answer a question, say something, or whatever else one may do at the table.

    Send the `seq` of the state that you have seen: if the question is no longer the same,
    nothing is done, and the answer is 409 with the `seq` of now. Send a `key` of your own, and
    you may send the whole once more when no answer has come: it is done only once. The same key
    with something else to do is refused.
    """
    return await requests.submit_command(request, table, command_of(data), data.seq, data.key)


async def _require_seat(request: HttpRequest, table: str, seat: int) -> None:
    now = await request.services.tables.state(table)
    if now.seat_of(request.holder) != seat:
        raise NotYourSeat


# -- deals that are over -------------------------------------------------------------------


@get(
    "/api/tables/{table:str}/record",
    summary="All finished deals",
    opt={COST: MANY_DEALS},
    responses=problems(403, *LOOKING),
)
async def finished_match(request: HttpRequest, table: TableId) -> MatchRecord:
    """The record of all deals of a table that are over: to be kept when the table is not.

    It is what `matto replay` reads, and what it writes.
    """
    await requests.finished_table(request, table)
    return match_of(await request.services.tables.finished_runs(table))


@get(
    "/api/tables/{table:str}/deals/{deal:int}",
    summary="A finished deal",
    responses=problems(403, *LOOKING),
)
async def finished_deal(request: HttpRequest, table: TableId, deal: DealNumber) -> DealRecord:
    """The record of a deal that is over: all cards, and all that was done.

    It is what `matto replay` reads, and what it writes.
    """
    await requests.finished_table(request, table)
    return record_of(await request.services.tables.finished_run(table, deal))


@get(
    "/api/tables/{table:str}/deals/{deal:int}/shuffle",
    summary="How a deal was shuffled",
    description=f"All that went into the shuffle of a deal that is over.\n\n{shuffle.__doc__}",
    responses=problems(403, *LOOKING),
)
async def finished_shuffle(
    request: HttpRequest, table: TableId, deal: DealNumber
) -> ShuffleProof:
    """All that went into the shuffle of a deal that is over."""
    await requests.finished_table(request, table)
    proof = await request.services.tables.proof(table, deal)
    if proof is None:
        raise NotShuffled(deal)
    return proof


PROGRAMS = Router(
    "/",
    route_handlers=[
        all_games,
        all_bots,
        open_table,
        state,
        events,
        sit,
        offer_seat,
        take_over,
        leave,
        act,
        hint,
        finished_match,
        finished_deal,
        finished_shuffle,
    ],
    exception_handlers=UNREADABLE,
    request_class=JsonRequest,
)

ROUTES = (PROGRAMS,)
