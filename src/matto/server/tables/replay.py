"""What is made again from events: a table, a deal that is over, the proof of its shuffle."""

from __future__ import annotations

from collections.abc import Iterable

from matto.engine.errors import MattoError
from matto.engine.events import Deal
from matto.engine.run import Action, Match, Run
from matto.engine.words import text
from matto.records.json_form import ending_of
from matto.server.tables import events
from matto.server.tables.errors import NoSuchDeal, TableUnplayable
from matto.server.tables.events import TableEvent
from matto.server.tables.shuffle import ShuffleProof
from matto.server.tables.state import TableState
from matto.server.tables.store_interface import StoredEvent
from matto.server.tables.views import FinishedDeal


def fold(table_id: str, kept: Iterable[StoredEvent]) -> TableState:
    return state_after(TableState(table_id), kept)


def state_after(state: TableState, further: Iterable[StoredEvent]) -> TableState:
    """Return a table after further events, the old one unchanged; raises `TableUnplayable`."""
    state = state.copy()
    for stored in further:
        try:
            state.apply(stored.event, stored.at, stored.seq)
        except TableUnplayable:
            raise
        except MattoError as error:
            raise TableUnplayable(state.id, error.sentence) from error
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            why = text(
                "Its events do not follow each other, from number {seq} on.", seq=stored.seq
            )
            raise TableUnplayable(state.id, why) from error
    return state


def place_of(state: TableState, number: int) -> tuple[int, int]:
    """Return the events between which a finished deal lies; raises `NoSuchDeal`."""
    if not 1 <= number <= len(state.places):
        raise NoSuchDeal(number)
    return state.places[number - 1]


def deals_of(state: TableState, seat: int) -> tuple[FinishedDeal, ...]:
    """The deals that were over since whoever sits there has sat down."""
    since = state.chairs[seat].since
    return tuple(
        deal
        for deal, (_, settled) in zip(state.finished, state.places, strict=True)
        if settled > since
    )


def replay_deal(state: TableState, happened: Iterable[TableEvent]) -> Run:
    """Play a deal of a table again from its events, from its cards to its settling.

    Raises `TableUnplayable` if it does not end as it did.
    """
    run: Run | None = None
    for event in happened:
        match event:
            case events.Dealt():
                run = _run_dealt(state, event)
            case events.Acted(seat, kind, choice) if run is not None:
                run.act(Action(seat, kind, choice))
            case events.TookBack(seat) if run is not None:
                run.undo(seat)
            case events.WentBack(_, before) if run is not None:
                run.go_back(before)
            case events.DealSettled() if run is not None and run.result is not None:
                if ending_of(run.result) == ending_of(event.result):
                    return run
    raise TableUnplayable(state.id, text("A deal of it does not end as it was kept."))


def shuffle_proof_of(number: int, happened: Iterable[TableEvent]) -> ShuffleProof | None:
    promised: events.Promised | None = None
    seeds: dict[int, str] = {}
    for event in happened:
        match event:
            case events.Promised() if event.deal == number:
                promised = event
            case events.Mixed() if event.deal == number:
                seeds[event.seat] = event.seed
            case events.Dealt() if event.deal == number and promised is not None:
                cards = tuple(card for pile in (*event.hands, event.talon) for card in pile)
                return ShuffleProof(number, promised.promise, promised.secret, seeds, cards)
    return None


def _run_dealt(state: TableState, event: events.Dealt) -> Run:
    match = Match(state.game, state.options)
    for deal in state.finished[: event.deal - 1]:
        match.take(deal.result)
    return Run(
        state.game,
        Deal(event.hands, event.talon),
        dealer=event.dealer,
        options=state.options,
        carried=event.carried,
        ledger=match.ledger,
    )
