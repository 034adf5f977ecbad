"""From what a viewer sees to the JSON of it: pure, and from nothing else than `Seen`."""

from __future__ import annotations

import msgspec

from matto.engine.events import INTO_HAND, NO_MOVE, OUT_OF_HAND
from matto.engine.table import Decision, Event, Result, Trick, View, Waiting
from matto.server.api import shapes
from matto.server.api.shapes import State
from matto.server.tables.views import FinishedDeal, Player, Seen

_MOVES: dict[int, shapes.Move] = {
    INTO_HAND: "into hand",
    OUT_OF_HAND: "out of hand",
    NO_MOVE: "none",
}
_encoder = msgspec.json.Encoder()


def state_json(seen: Seen) -> bytes:
    """The JSON of a state; byte for byte the same for two states that a seat sees alike."""
    return _encoder.encode(state_of(seen))


def state_of(seen: Seen) -> State:
    """The shape of a state."""
    return State(
        table=seen.table,
        seq=seen.seq,
        phase=seen.phase,
        game=seen.game.id,
        rules_version=seen.game.rules_version,
        options=dict(seen.options),
        seat=seen.seat,
        players=tuple(map(_player, seen.players)),
        deal=seen.deal,
        dealer=seen.dealer,
        limit=seen.limit,
        ledger=seen.ledger,
        carried=seen.carried,
        finished=tuple(map(_finished, seen.finished)),
        view=None if seen.view is None else view_of(seen.view),
        deadline=seen.deadline,
        promise=seen.promise,
        closed=seen.closed,
        hosting=seen.hosting,
        can_undo=seen.can_undo,
        may_wait=seen.may_wait,
    )


def view_of(view: View) -> shapes.View:
    """The shape of a deal as a seat sees it."""
    return shapes.View(
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


def _player(player: Player) -> shapes.Player:
    return shapes.Player(
        seat=player.seat,
        name=player.name,
        bot=player.bot,
        stands_in=player.stands_in,
        yours=player.yours,
        ready=player.ready,
        free=player.free,
    )


def _event(event: Event) -> shapes.Event:
    # never who else has seen it: that alone may tell who is whose partner
    return shapes.Event(event.kind, event.seat, event.what, _MOVES[event.moves])


def _trick(trick: Trick) -> shapes.Trick:
    return shapes.Trick(trick.leader, trick.cards, trick.winner)


def _waiting(waiting: Waiting) -> shapes.Waiting:
    return shapes.Waiting(waiting.seat, waiting.kind, waiting.clause, waiting.others)


def _question(asked: Decision) -> shapes.Question:
    return shapes.Question(asked.seat, asked.kind, asked.clause, asked.options, asked.wait)


def _finished(deal: FinishedDeal) -> shapes.FinishedDeal:
    return shapes.FinishedDeal(deal.number, deal.dealer, _outcome(deal.result))


def _outcome(result: Result) -> shapes.Outcome:
    return shapes.Outcome(
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
