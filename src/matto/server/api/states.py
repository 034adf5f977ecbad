"""From what a viewer sees to the JSON of it: pure, and from nothing but the `TableView`."""

from __future__ import annotations

import msgspec

from matto.engine.events import INTO_HAND, NO_MOVE, OUT_OF_HAND
from matto.engine.game import Game
from matto.engine.prices import Price, costless, prices
from matto.engine.scoring import Row
from matto.engine.so_far import RowSoFar, score_so_far
from matto.engine.table import Decision, Event, Result, Trick, View, Waiting
from matto.players.hints import Hint
from matto.server.api import shapes
from matto.server.api.shapes import EvidenceShape, State
from matto.server.tables.courtesies import Greeting
from matto.server.tables.views import (
    FinishedDeal,
    ProposalView,
    SeatedPlayer,
    TableView,
    Wish,
)

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
        view=None if table_view.view is None else view_of(table_view.view, table_view.game),
        deadline=table_view.deadline,
        promise=table_view.promise,
        closed=table_view.closed,
        hosting=table_view.hosting,
        proposal=None if table_view.proposal is None else _proposal(table_view.proposal),
        **_may(table_view),
        pace=table_view.pace,
        terms=shapes.TermsShape(**msgspec.structs.asdict(table_view.terms)),
        greetings=tuple(map(_greeting, table_view.greetings)),
        kept_until=table_view.kept.until,
    )


def _may(table_view: TableView) -> dict[str, bool]:
    return {
        "can_undo": table_view.can_undo,
        "may_wait": table_view.may_wait,
        "may_ask_back": table_view.may_ask_back,
        "may_claim": table_view.may_claim,
    }


def view_of(view: View, game: Game) -> shapes.ViewShape:
    """The shape of a deal as a seat sees it."""
    return shapes.ViewShape(
        dealer=view.dealer,
        carried=view.carried,
        hand=view.hand,
        events=tuple(map(_event, view.events)),
        lying=tuple(shapes.CardLying(seat, card) for seat, card in view.lying),
        tricks=tuple(map(_trick, view.tricks)),
        waiting=None if view.waiting is None else _waiting(view.waiting),
        question=None if view.decision is None else _question(view, view.decision, game),
        asides=view.asides,
        result=None if view.result is None else _outcome(view.result),
        so_far=tuple(map(_line_so_far, score_so_far(game, view))),
    )


def hint_shape(hint: Hint) -> shapes.HintShape:
    """The shape of a hint."""
    values = (
        shapes.ChoiceValueShape(one.choice, one.value, one.error, one.deals, one.equal)
        for one in hint.values
    )
    return shapes.HintShape(hint.bot, hint.choice, tuple(values), hint.learned)


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


def _greeting(said: Greeting) -> shapes.GreetingShape:
    return shapes.GreetingShape(said.seq, said.seat, said.courtesy)


def _proposal(proposal: ProposalView) -> shapes.ProposalShape:
    return shapes.ProposalShape(
        seat=proposal.seat,
        waits_for=proposal.waits_for,
        until=proposal.until,
        choice=proposal.choice,
        seen=proposal.seen,
        drawn=proposal.drawn,
        claims=proposal.claims,
        closes=proposal.wish is Wish.CLOSE,
        frees=proposal.frees,
    )


def _event(event: Event) -> shapes.EventShape:
    # never who else has seen it: that alone may tell who is whose partner
    return shapes.EventShape(event.kind, event.seat, event.what, _MOVES[event.moves])


def _trick(trick: Trick) -> shapes.TrickShape:
    return shapes.TrickShape(trick.leader, trick.cards, trick.winner)


def _waiting(waiting: Waiting) -> shapes.WaitingShape:
    return shapes.WaitingShape(waiting.seat, waiting.kind, waiting.clause, waiting.others)


def _question(view: View, asked: Decision, game: Game) -> shapes.QuestionShape:
    found = {word: prices(game, view, word) for word in asked.options}
    free = {word: costless(game, view, word) for word, price in found.items() if not price}
    return shapes.QuestionShape(
        asked.seat,
        asked.kind,
        asked.clause,
        asked.options,
        asked.wait,
        {word: tuple(map(_price, price)) for word, price in found.items() if price},
        {
            word: shapes.CostlessShape(one.why, f"{game.id} {one.clause}")
            for word, one in free.items()
            if one is not None
        },
        asked.left,
    )


def _price(price: Price) -> shapes.PriceShape:
    return shapes.PriceShape(
        item=price.item,
        clause=price.clause,
        won=price.won,
        lost=price.lost,
        lost_clause=price.lost_clause,
        per=price.per,
        first=price.first,
        last=price.last,
        theirs=price.theirs,
        besides=tuple(sorted(price.besides)),
        sure=price.sure,
        if_agreed=price.if_agreed,
        most=price.most,
    )


def _finished(deal: FinishedDeal) -> shapes.FinishedDealShape:
    return shapes.FinishedDealShape(
        deal.number, deal.dealer, _outcome(deal.result), deal.claimed
    )


def _outcome(result: Result) -> shapes.OutcomeShape:
    return shapes.OutcomeShape(
        thrown_in=result.thrown_in,
        scores=result.scores,
        points=result.points,
        sheet=tuple(map(_line, result.sheet)),
        next_dealer=result.next_dealer,
        carried=result.carried,
    )


def _line(row: Row) -> shapes.SheetLine:
    return shapes.SheetLine(
        row.item,
        row.clause,
        row.amounts,
        "" if row.note is None else str(row.note),
        msgspec.convert(msgspec.to_builtins(row.evidence), tuple[EvidenceShape, ...]),
    )


def _line_so_far(row: RowSoFar) -> shapes.LineSoFar:
    line = msgspec.structs.asdict(_line(row))
    return shapes.LineSoFar(**line, unknown=row.unknown)
