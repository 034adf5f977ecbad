"""The open interface: whatever a person can do at a table, a program can do here, in JSON."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from litestar import Router, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Body, HeaderParameter, PathParameter

from matto.records import DealRecord, MatchRecord, match_of, record_of
from matto.server.api import bodies, games
from matto.server.api.commands import command_of, order_of
from matto.server.api.examples import A_DEED, A_SEAT, A_TABLE, A_WORD
from matto.server.api.problems import (
    CHANGING,
    LOOKING,
    SENDING,
    UNREADABLE,
    JsonRequest,
    problems,
)
from matto.server.api.shapes import HintShape, State
from matto.server.api.states import hint_shape, state_json, state_of
from matto.server.http.hints import advice_for
from matto.server.http.middleware import COSTS, MANY_DEALS, OPENS
from matto.server.http.requests import (
    HttpRequest,
    counted_address,
    deals_shown,
    services_of,
    viewer_of,
)
from matto.server.http.security import LINK_SECONDS
from matto.server.http.submit import chair_of, looked_at, seat_link, submit_command
from matto.server.live.feed import StateFeed
from matto.server.live.streams import EventStream
from matto.server.tables import shuffle
from matto.server.tables.commands import Command, Leave, Sit, TakeOver
from matto.server.tables.errors import LinkUsed, NotShuffled, NotYourSeat
from matto.server.tables.state import TableState

TableId = Annotated[str, PathParameter(description="The table's id.")]
SeatNumber = Annotated[int, PathParameter(description="The seat's number, from 0.")]
DealNumber = Annotated[int, PathParameter(description="The deal's number, from 1.")]
STREAM = "text/event-stream"
LastEvent = Annotated[
    str,
    HeaderParameter(
        name="Last-Event-ID",
        description="The id of the last event that you have got.",
    ),
]


# -- what there is -------------------------------------------------------------------------


@get("/api/games", summary="The games", sync_to_thread=False, responses=problems())
def all_games() -> tuple[games.GameInfo, ...]:
    """Every game with its pack, its options, presets and words."""
    return _games()


@cache
def _games() -> tuple[games.GameInfo, ...]:
    return games.every_game()


@get("/api/bots", summary="The bots", sync_to_thread=False, responses=problems())
def all_bots() -> tuple[games.BotInfo, ...]:
    """Every bot that may be asked to play a seat."""
    return games.every_bot()


# -- a table -------------------------------------------------------------------------------


@post(
    "/api/tables",
    summary="Open a table",
    opt={OPENS: True},
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
    viewer = viewer_of(request)
    table = await services_of(request).tables.open(order_of(data, viewer.holder), data.key)
    return bodies.TableOpened(table, viewer.key)


@get("/api/tables/{table:str}", summary="Look at a table", responses=problems(*LOOKING))
async def state(request: HttpRequest, table: TableId) -> State:
    """The table as your seat sees it, or as an onlooker does."""
    services, holder = services_of(request), viewer_of(request).holder
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
    services, viewer = services_of(request), viewer_of(request)
    await looked_at(request, table)  # a table that does not exist has no stream either

    def render(now: TableState) -> str:
        return state_json(services.tables.view(now, viewer.holder)).decode()

    feed = StateFeed(services.tables, table, render, last=last)
    address = counted_address(request)
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
    viewer = viewer_of(request)
    ack = await _submit(request, table, Sit(seat, data.name, data.seed))
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
    await _insist_on_seat(request, table, seat)
    return bodies.HandoverOffered(await seat_link(request, table), LINK_SECONDS)


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
    chair = await chair_of(request, table, data.word)
    if chair.seat != seat:
        raise LinkUsed
    ack = await _submit(request, table, TakeOver(chair.seat, chair.since))
    return bodies.SeatTakenShape(table, seat, viewer_of(request).key, ack.seq)


@delete(
    "/api/tables/{table:str}/seats/{seat:int}",
    summary="Leave for good",
    status_code=200,
    responses=problems(*CHANGING),
)
async def leave(request: HttpRequest, table: TableId, seat: SeatNumber) -> bodies.Done:
    """Give your seat up: anybody may take it, and a bot plays on until then."""
    await _insist_on_seat(request, table, seat)
    return await _submit(request, table, Leave())


@get(
    "/api/tables/{table:str}/hint",
    summary="A hint",
    responses=problems(403, *LOOKING),
)
async def hint(request: HttpRequest, table: TableId) -> HintShape:
    """What the strong player would do, and what each choice is worth, within two seconds.

    Until it is ready, or if it takes longer, another bot answers: `bot` names it. A hint is
    given only to one who is asked, and who plays alone against bots or at a table that was
    opened with `hints`; else the answer is 403.
    """
    _, _, found = await advice_for(request, table)
    return hint_shape(found)


@post(
    "/api/tables/{table:str}/actions",
    summary="Act",
    status_code=200,
    responses=problems(*CHANGING, *SENDING),
)
async def act(
    request: HttpRequest, table: TableId, data: Annotated[bodies.Deed, Body(examples=[A_DEED])]
) -> bodies.Done:
    """Answer a question, say something, or whatever else one may do at the table.

    Send the `seq` of the state that you have seen: if the question is no longer the same,
    nothing is done, and the answer is 409 with the `seq` of now. Send a `key` of your own, and
    you may send the whole once more when no answer has come: it is done only once. The same key
    with something else to do is refused.
    """
    return await _submit(request, table, command_of(data), data.seq, data.key)


async def _submit(
    request: HttpRequest,
    table: str,
    command: Command,
    expected: int | None = None,
    key: str = "",
) -> bodies.Done:
    ack = await submit_command(request, table, command, expected, key)
    return bodies.Done(ack.seq, ack.repeated)


async def _insist_on_seat(request: HttpRequest, table: str, seat: int) -> None:
    now = await services_of(request).tables.state(table)
    if now.seat_of(viewer_of(request).holder) != seat:
        raise NotYourSeat


# -- deals that are over -------------------------------------------------------------------


@get(
    "/api/tables/{table:str}/record",
    summary="All finished deals",
    opt={COSTS: MANY_DEALS},
    responses=problems(403, *LOOKING),
)
async def finished_match(request: HttpRequest, table: TableId) -> MatchRecord:
    """The record of all deals of a table that are over: to be kept when the table is not.

    It is what `matto replay` reads, and what it writes.
    """
    await deals_shown(request, table)
    return match_of(await services_of(request).tables.finished_runs(table))


@get(
    "/api/tables/{table:str}/deals/{deal:int}",
    summary="A finished deal",
    responses=problems(403, *LOOKING),
)
async def finished_deal(request: HttpRequest, table: TableId, deal: DealNumber) -> DealRecord:
    """The record of a deal that is over: all cards, and all that was done.

    It is what `matto replay` reads, and what it writes.
    """
    await deals_shown(request, table)
    return record_of(await services_of(request).tables.finished_run(table, deal))


@get(
    "/api/tables/{table:str}/deals/{deal:int}/shuffle",
    summary="How a deal was shuffled",
    description=f"All that went into the shuffle of a deal that is over.\n\n{shuffle.__doc__}",
    responses=problems(403, *LOOKING),
)
async def finished_shuffle(
    request: HttpRequest, table: TableId, deal: DealNumber
) -> bodies.Shuffle:
    """All that went into the shuffle of a deal that is over."""
    await deals_shown(request, table)
    proof = await services_of(request).tables.proof(table, deal)
    if proof is None:
        raise NotShuffled(deal)
    return bodies.Shuffle(
        deal=proof.deal,
        promise=proof.promise,
        secret=proof.secret,
        seeds={str(seat): seed for seat, seed in proof.seeds.items()},
        order=proof.order,
    )


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
