"""A finished deal: played back, how it was shuffled, its records, and the same cards again.

Through the eyes of a seat a moment shows what that seat saw at that moment and no more, so that
one can ask what one would have done. With open cards it shows everything. Cards thrown in were
thrown together unseen: of such a deal one sees again what one saw, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from matto.engine.game import Game
from matto.engine.run import Run
from matto.players.bots import USUAL
from matto.records import dump, match_of, record_of
from matto.server.http import requests
from matto.server.http.middleware import COST, MANY_DEALS, OPENS_TABLE
from matto.server.http.requests import Display, HttpRequest, Visit
from matto.server.tables import shuffle
from matto.server.tables.commands import Order, given_deal_of
from matto.server.tables.shuffle import ShuffleProof
from matto.server.tables.views import Chair, FinishedDeal, Phase, SeatedPlayer, TableView
from matto.server.web.new_table import default_name
from matto.server.web.page_context import PageContext
from matto.server.web.rendering import page_at, rendered
from matto.server.web.story import rows_of
from matto.telling.story import (
    ONLOOKER,
    OPEN,
    Eyes,
    Moment,
    after_trick,
    ends_of_tricks,
    first_card,
    story,
)


class ReplayedDeal(msgspec.Struct, frozen=True):
    """A finished deal of a table; `deals` of it are over, `seat` is the viewer's own."""

    table: str
    number: int
    run: Run
    players: tuple[SeatedPlayer, ...]
    deals: int
    seat: int | None = None

    @property
    def game(self) -> Game:
        return self.run.game

    @property
    def eyes(self) -> tuple[Eyes, ...]:
        """Through whose eyes one may look at it, the usual ones first."""
        result = self.run.result
        if result is not None and result.thrown_in:
            return (ONLOOKER,) if self.seat is None else (self.seat, ONLOOKER)
        return (OPEN, *range(self.game.seats), ONLOOKER)


def view_at(played: ReplayedDeal, run: Run, seat: int | None) -> TableView:
    """A finished deal as far as `run` has gone, as a seat saw it or (None) an onlooker."""
    return TableView(
        table=played.table,
        seq=0,
        phase=Phase.PLAYING if run.result is None else Phase.BETWEEN,
        game=played.game,
        options=run.options,
        seat=seat,
        players=played.players,
        view=run.view(seat),
        deal=played.number,
        dealer=run.setup.dealer,
        ledger=run.setup.ledger,
        finished=(),
        carried=run.setup.carried,
    )


def replay_page(
    visit: Visit, played: ReplayedDeal, at: int | None = None, eyes: str = OPEN
) -> str:
    """Fill in one moment of a finished deal.

    `at` counts the actions up to it; without it, it is the moment before the first card.
    `eyes` is a seat, `open` or `onlooker`; others than the deal may be seen through give way
    to the usual ones.
    """
    ends = ends_of_tricks(played.run)
    through = next((one for one in played.eyes if str(one) == eyes), played.eyes[0])
    at = first_card(played.run) if at is None else max(0, min(at, ends[-1]))
    return rendered(
        "replay.html",
        visit,
        played=played,
        ends=ends,
        after_trick=after_trick(ends, at),
        **shown_at(played, Moment(played.run, at, through), visit.display),
    )


def shown_at(played: ReplayedDeal, moment: Moment, display: Display) -> Mapping[str, object]:
    run, contract = moment.run, moment.run.table.contract
    table_view = view_at(played, run, moment.seat)
    sides = contract.side if contract is not None and moment.eyes == OPEN else ()
    context = PageContext(table_view, display, sides=sides)
    sheet = run.result and FinishedDeal(played.number, run.setup.dealer, run.result)
    return {
        "moment": moment,
        "context": context,
        "table_view": table_view,
        "view": context.view,
        "phase": table_view.phase.value,
        "rows": rows_of(story(moment.view, context.tagged, context.names, None)),
        "sheet": sheet,
    }


def whole_deal_page(visit: Visit, played: ReplayedDeal) -> str:
    eyes = played.eyes[0]
    end = Moment(played.run, len(played.run.actions), eyes)
    return rendered(
        "whole_deal.html",
        visit,
        played=played,
        hands=Moment(played.run, first_card(played.run), eyes).hands,
        **shown_at(played, end, visit.display),
    )


def shuffle_page(visit: Visit, played: ReplayedDeal, proof: ShuffleProof | None) -> str:
    """Fill in the check of a deal's shuffle; `proof` is None where its cards were given."""
    shown: dict[str, object] = {}
    if proof is not None:
        dealer, options = played.run.setup.dealer, played.run.options
        shown = {
            "dealt": played.game.deal_from(proof.order, options, dealer),
            "claim": msgspec.json.encode(claim_of(proof)).decode(),
            "recipe": recipe(proof),
        }
    context = PageContext(view_at(played, played.run, None), visit.display, sides=())
    return rendered("shuffle.html", visit, played=played, context=context, proof=proof, **shown)


def claim_of(proof: ShuffleProof) -> Mapping[str, object]:
    """Return what the page's script is to check, without what is to come out of it."""
    return {
        "deal": proof.deal,
        "promise": proof.promise,
        "secret": proof.secret,
        "seeds": {str(seat): seed for seat, seed in sorted(proof.seeds.items())},
        "codes": sorted(proof.order),
    }


def recipe(proof: ShuffleProof) -> str:
    """Return lines by which anybody can check a shuffle without us."""
    lines = dedent(str(shuffle.__doc__).partition("::\n\n")[2])
    return f"""{lines}
# whose seed is whose: the seats of the page, less one
secret, deal, seeds = {proof.secret!r}, {proof.deal}, {dict(sorted(proof.seeds.items()))!r}
cards = "{" ".join(proof.order)}".split()
print("The promise is kept:", hashlib.sha256(secret.encode()).hexdigest() == "{proof.promise}")
print("The cards are these:", shuffled(secret, deal, seeds, cards) == cards)
"""


@page_at("/t/{table:str}/deals/{number:int}")
async def replay(request: HttpRequest, table: FromPath[str], number: FromPath[int]) -> str:
    played = await replayed(request, table, number)
    at = request.query_params.get("at", "")
    eyes = request.query_params.get("eyes", OPEN)
    return replay_page(request.visit, played, requests.number_in(at), eyes)


async def replayed(request: HttpRequest, table: str, number: int) -> ReplayedDeal:
    """A finished deal of a table that whoever asks may look at."""
    state = await requests.finished_table(request, table)
    seat = state.seat_of(request.holder)
    run = await request.services.tables.finished_run(table, number)
    return ReplayedDeal(table, number, run, state.players, len(state.finished), seat)


async def _finished(request: HttpRequest, table: str, number: int) -> Run:
    await requests.finished_table(request, table)
    return await request.services.tables.finished_run(table, number)


@page_at("/t/{table:str}/deals/{number:int}/shuffle")
async def shuffled(request: HttpRequest, table: FromPath[str], number: FromPath[int]) -> str:
    played = await replayed(request, table, number)
    proof = await request.services.tables.proof(table, number)
    return shuffle_page(request.visit, played, proof)


@get("/t/{table:str}/deals/{number:int}/record.json")
async def record_json(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    record = record_of(await _finished(request, table, number))
    return Response(dump(record, "json"), media_type=MediaType.JSON)


@get("/t/{table:str}/deals/{number:int}/record.txt")
async def record_text(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    record = record_of(await _finished(request, table, number))
    return Response(dump(record, "notation"), media_type=MediaType.TEXT)


@get("/t/{table:str}/record.json", opt={COST: MANY_DEALS})
async def match_json(request: HttpRequest, table: FromPath[str]) -> Response[str]:
    await requests.finished_table(request, table)
    runs = await request.services.tables.finished_runs(table)
    return Response(dump(match_of(runs), "json"), media_type=MediaType.JSON)


@post("/t/{table:str}/deals/{number:int}/again", status_code=303, opt={OPENS_TABLE: True})
async def again(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    services, state = request.services, await requests.finished_table(request, table)
    run = await services.tables.finished_run(table, number)
    visit, holder = request.visit, request.holder
    seat = state.seat_of(holder) or 0
    order = Order(
        game=run.game.id,
        host=holder,
        bots=tuple("" if chair.seat == seat else _opponent(chair) for chair in state.chairs),
        options=dict(run.options),
        pace=state.pace,
        onlookers=state.opened.onlookers,
        seat=seat,
        name=visit.name or default_name(visit.display),
        given=given_deal_of(run),
    )
    return requests.see_other(f"/t/{await services.tables.open(order)}")


def _opponent(chair: Chair) -> str:
    return chair.bot if chair.is_bots_own and not chair.free else USUAL


@page_at("/t/{table:str}/deals/{number:int}/whole")
async def whole(request: HttpRequest, table: FromPath[str], number: FromPath[int]) -> str:
    return whole_deal_page(request.visit, await replayed(request, table, number))
