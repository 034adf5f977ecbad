"""What follows at a table by itself: beginning, shuffling, dealing, settling, letting speak."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from matto.server.tables.agreement import agreed_on
from matto.server.tables.claiming import played_out
from matto.server.tables.dealing import began, dealt
from matto.server.tables.events import Acted, AnyEvent, DealSettled, Promised
from matto.server.tables.shuffle import promise_of
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase

SecretMaker = Callable[[], str]
"""Makes a secret that nobody can guess, as hexadecimal digits."""


def new_secret() -> str:
    """Make a secret of 256 bits."""
    return secrets.token_hex(32)


def apply_with_consequences(
    state: TableState,
    events: tuple[AnyEvent, ...],
    at: int,
    make_secret: SecretMaker = new_secret,
) -> tuple[TableState, tuple[AnyEvent, ...]]:
    """Give the table after some events and all that follows from them, and all these events."""
    table = state.copy()
    kept: list[AnyEvent] = []
    for event in events:
        table.apply(event, at)
        kept.append(event)
    while (following := next_event(table, make_secret)) is not None:
        table.apply(following, at)
        kept.append(following)
    return table, tuple(kept)


def next_event(state: TableState, make_secret: SecretMaker = new_secret) -> AnyEvent | None:
    """Give what happens at a table by itself, if anything: a table at rest has nothing."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.PLAYING:
        return _settled(state) or agreed_on(state) or played_out(state) or _waits_on(state)
    if state.proposal is not None:
        return agreed_on(state)
    if _needs_promise(state):
        made = make_secret()
        return Promised(state.deal + 1, promise_of(made), made)
    if state.phase is Phase.GATHERING:
        return began(state) if _complete(state) else None
    return dealt(state) if _all_ready(state) else None


def _needs_promise(state: TableState) -> bool:
    number = state.deal + 1
    if number == 1 and state.opened.given is not None:
        return False
    return state.promised is None or state.promised.deal != number


def _complete(state: TableState) -> bool:
    """Tell whether nobody is missing, nor still getting ready."""
    return not state.awaited and not any(chair.is_open for chair in state.chairs)


def _all_ready(state: TableState) -> bool:
    """Tell whether the next deal waits for nobody; the first one follows the beginning."""
    return state.deal == 0 or (bool(state.ready) and not state.awaited)


def _settled(state: TableState) -> DealSettled | None:
    result = None if state.run is None else state.run.result
    return (
        None
        if result is None
        else DealSettled(state.deal, state.dealt_since, result, state.claimed)
    )


def _waits_on(state: TableState) -> Acted | None:
    """A seat that lets the others speak does not have to say so again when it is its turn."""
    decision = None if state.run is None else state.run.decision
    if state.proposal is not None or decision is None or not decision.wait:
        return None
    if not state.has_waited(decision.seat):
        return None
    by = state.bot(decision.seat)
    return Acted(decision.seat, decision.kind, decision.wait, by=by)
