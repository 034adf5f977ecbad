"""From what a viewer sees to the JSON of it: pure, and from nothing but the `TableView`."""

from __future__ import annotations

import msgspec

from matto.engine.events import INTO_HAND, NO_MOVE, OUT_OF_HAND
from matto.engine.table import Decision, Event, Result, Trick, View, Waiting
from matto.server.api import shapes
from matto.server.api.shapes import State
from matto.server.tables.views import FinishedDeal, SeatedPlayer, TableView

_MOVES: dict[int, shapes.Move] = {
    INTO_HAND: "into hand",
    OUT_OF_HAND: "out of hand",
    NO_MOVE: "none",
}
_encoder = msgspec.json.Encoder()


def state_json(table_view: TableView) -> bytes:
    """The JSON of a state; byte for byte the same for two states that a seat sees alike."""
    return _encoder.encode(state_of(table_view))


def state_of(table_view: TableView) -> State:
    """The shape of a state."""
    return State(
        table=table_view.table,
        seq=table_view.seq,
        phase=table_view.phase,
        game=table_view.game.id,
        rules_version=table_view.game.rules_version,
        options=dict(table_view.options),
        seat=table_view.seat,
        players=tuple(map(_player, table_view.players)),
        deal=table_view.deal,
        dealer=table_view.dealer,
        limit=table_view.limit,
        ledger=table_view.ledger,
        carried=table_view.carried,
        finished=tuple(map(_finished, table_view.finished)),
        view=None if table_view.view is None else view_of(table_view.view),
        deadline=table_view.deadline,
        promise=table_view.promise,
        closed=table_view.closed,
        hosting=table_view.hosting,
        can_undo=table_view.can_undo,
        may_wait=table_view.may_wait,
    )


def view_of(view: View) -> shapes.ViewShape:
    """The shape of a deal as a seat sees it."""
    return shapes.ViewShape(
        dealer=view.dealer,
        carried=view.carried,
        hand=view.hand,
        events=tuple(map(_event, view.events)),
        lying=tuple(shapes.CardLying(seat, card) for seat, card in view.lying),
        tricks=tuple(map(_trick, view.tricks)),
        waiting=None if view.waiting is None else _waiting(view.waiting),
        question=None if view.decision is None else _question(view.decision),
        asides=view.asides,
        result=None if view.result is None else _outcome(view.result),
    )


def _player(player: SeatedPlayer) -> shapes.PlayerShape:
    return shapes.PlayerShape(
        seat=player.seat,
        name=player.name,
        bot=player.bot,
        stands_in=player.stands_in,
        yours=player.yours,
        ready=player.ready,
        free=player.free,
        answered_by=player.answered_by,
    )


def _event(event: Event) -> shapes.EventShape:
    # never who else has seen it: that alone may tell who is whose partner
    return shapes.EventShape(event.kind, event.seat, event.what, _MOVES[event.moves])


def _trick(trick: Trick) -> shapes.TrickShape:
    return shapes.TrickShape(trick.leader, trick.cards, trick.winner)


def _waiting(waiting: Waiting) -> shapes.WaitingShape:
    return shapes.WaitingShape(waiting.seat, waiting.kind, waiting.clause, waiting.others)


def _question(asked: Decision) -> shapes.QuestionShape:
    return shapes.QuestionShape(asked.seat, asked.kind, asked.clause, asked.options, asked.wait)


def _finished(deal: FinishedDeal) -> shapes.FinishedDealShape:
    return shapes.FinishedDealShape(deal.number, deal.dealer, _outcome(deal.result))


def _outcome(result: Result) -> shapes.OutcomeShape:
    return shapes.OutcomeShape(
        thrown_in=result.thrown_in,
        scores=result.scores,
        points=result.points,
        sheet=tuple(
            shapes.SheetLine(
                row.item, row.clause, row.amounts, "" if row.note is None else str(row.note)
            )
            for row in result.sheet
        ),
        next_dealer=result.next_dealer,
        carried=result.carried,
    )
