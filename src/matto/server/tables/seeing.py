"""Seeing: a table as one viewer sees it, from its state."""

from __future__ import annotations

from matto.server.tables.agreement import seen_by
from matto.server.tables.courtesies import MOST_SHOWN
from matto.server.tables.state import TableState
from matto.server.tables.views import KEPT_FOR_EVER, Kept, TableView, refusals_of


def table_view_of(
    state: TableState, seat: int | None, key_hash: str = "", kept: Kept = KEPT_FOR_EVER
) -> TableView:
    """A table as one viewer sees it: nothing of it comes from anywhere but his own view."""
    return TableView(
        table=state.id,
        seq=state.seq,
        phase=state.phase,
        game=state.game,
        options=state.options,
        seat=seat,
        players=state.players_for(key_hash),
        view=state.view_for(seat),
        deal=state.deal,
        dealer=state.match.dealer,
        ledger=tuple(state.match.ledger),
        finished=state.finished,
        carried=dict(state.match.carried),
        limit=state.opened.limit,
        deadline=state.deadline,
        promise="" if state.promised is None else state.promised.promise,
        hosting=bool(key_hash) and key_hash == state.host,
        closed=state.closed,
        can_undo=seat is not None and state.can_undo(seat),
        may_wait=seat is not None and state.may_wait(seat),
        refusals=refusals_of(state.run, seat),
        kept=kept,
        greetings=state.greetings[-MOST_SHOWN:],
        terms=state.terms,
        **seen_by(state, seat),
    )
