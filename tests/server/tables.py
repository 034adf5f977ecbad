"""Tables without a store: commands granted one after another, and every event written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from itertools import count
from typing import Any

import msgspec

from matto.engine.errors import MattoError
from matto.engine.events import Decision
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.players import make_bot
from matto.server.tables.commands import Act, Command, Order, Sit, opening_event
from matto.server.tables.decide import act, apply_with_consequences, decide
from matto.server.tables.events import Detail, TableEvent, decode, encode
from matto.server.tables.service import table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase, TableView

HOST, ANNA, BRUNO, CARLA, DARIO = "host", "anna", "bruno", "carla", "dario"
STRANGER = "stranger"
PEOPLE = (HOST, ANNA, BRUNO, CARLA, DARIO)
NAMES = {HOST: "Ada", ANNA: "Anna", BRUNO: "Bruno", CARLA: "Carla", DARIO: "Dario"}
"""Holders, as the hashes of their keys, and how they call themselves."""


def order(game_id: str, persons: int = 1, **more: Any) -> Order:
    """An order for a table with some seats for persons, the first for the host, then bots."""
    seats = find_game(game_id).seats
    bots = tuple("" if seat < persons else "rule" for seat in range(seats))
    given = {"bots": bots, "seat": 0, "name": NAMES[HOST], **more}
    return Order(game=game_id, host=HOST, **given)


def secrets_from(seed: str = "") -> Callable[[], str]:
    """Secrets that are the same whenever a test runs."""
    numbers = count(1)
    return lambda: f"{seed}{next(numbers)}"


class Recorded:
    """A table and all its events with their times."""

    def __init__(self, wanted: Order, seed: str = "") -> None:
        self.state = TableState("table")
        self.events: list[tuple[TableEvent, int]] = []
        self._now = 1_000_000
        self._make_secret = secrets_from(seed)
        self.keep(opening_event(wanted))
        if wanted.seat is not None:
            self.command(Sit(wanted.seat, wanted.name, wanted.seed), wanted.host)

    @property
    def run(self) -> Run:
        """The deal going on, or the last one."""
        assert self.state.run is not None
        return self.state.run

    @property
    def asked(self) -> Decision:
        """The question that is open."""
        assert self.run.decision is not None
        return self.run.decision

    @property
    def first_choice(self) -> Act:
        """An answer that is legal now."""
        return Act(self.asked.options[0])

    def seen(self, holder: str = "") -> TableView:
        """The table as a holder sees it, or an onlooker."""
        return table_view_of(self.state, self.state.seat_of(holder), holder)

    def is_in(self, phase: Phase) -> bool:
        """Tell whether the table is in a phase."""
        return self.state.phase is phase

    def keep(self, *events: TableEvent) -> None:
        """Let events happen, with all that follows from them."""
        self._now += 1000
        self.state, kept = apply_with_consequences(
            self.state, events, self._now, self._make_secret
        )
        self.events += [(event, self._now) for event in kept]

    def command(self, command: Command, holder: str) -> None:
        """Grant a command, or raise what stands against it."""
        events = decide(self.state, command, holder)
        if events:
            self.keep(*events)

    def done(self, *steps: tuple[str, Command]) -> Recorded:
        """Grant what holders command, one after another; gives the table back."""
        for holder, command in steps:
            self.command(command, holder)
        return self

    def refused(self, command: Command, holder: str) -> type[MattoError] | None:
        """What kind of refusal stands against a command; None if nothing does."""
        error = refused(self.state, command, holder)
        return None if error is None else type(error)

    def sit_all(self) -> Recorded:
        """Let people sit down in all open seats; gives the table back."""
        for chair in self.state.chairs:
            if chair.is_open and self.state.phase is Phase.GATHERING:
                person = next(p for p in PEOPLE if self.state.seat_of(p) is None)
                self.command(Sit(chair.seat, NAMES[person]), person)
        return self

    def act(self, choose: Callable[[View], str] | None = None) -> bool:
        """Let whoever is asked answer, person or bot; False when the deal is over."""
        seat, run = self.state.waits_for, self.state.run
        if seat is None or run is None:
            return False
        view = run.view(seat)
        thought = choose or make_bot("rule", self.state.game, 1).choose
        self.keep(*act(self.state, Act(thought(view)), seat, self.state.bot(seat)))
        return True

    def play_deal(self) -> Recorded:
        """Play the deal to its end; gives the table back."""
        while self.act():
            pass
        return self

    def until_asked(self, seat: int) -> Recorded:
        """Play until a seat is asked; gives the table back."""
        while self.state.waits_for != seat:
            assert self.act()
        return self

    @property
    def is_fold_of_its_events(self) -> bool:
        """Tell whether all events again, or all that matter, give the same table."""
        known = all_of(self.state)
        brief = not self.state.finished or all_of(self.again_in_brief()) == known
        return brief and all_of(self.again()) == known

    def again(self) -> TableState:
        """The same table, folded anew from all events."""
        return folded(enumerate(((decode(encode(e)), at) for e, at in self.events), start=1))

    def again_in_brief(self) -> TableState:
        """The same table, folded from what matters: without details of deals that are over."""
        dealt = self.state.dealt_since
        return folded(
            (seq, (event, at))
            for seq, (event, at) in enumerate(self.events, start=1)
            if seq >= dealt or not isinstance(event, Detail)
        )


def folded(events: Iterable[tuple[int, tuple[TableEvent, int]]]) -> TableState:
    """Fold numbered events."""
    state = TableState("table")
    for seq, (event, at) in events:
        state.apply(event, at, seq)
    return state


def all_of(state: TableState) -> dict[str, object]:
    """Everything that a table knows, in plain values: tables are alike if these are."""
    found: dict[str, object] = {
        name: copy(getattr(state, name))
        for name in vars(state)
        if name not in {"game", "match", "_shared"}
    }
    if state.seq:
        match = state.match
        found["match"] = (match.dealer, dict(match.carried), match.ledger, match.results)
    if state.run is not None:
        run = state.run
        views = [run.view(seat).facts() for seat in (None, *range(run.game.seats))]
        found["run"] = (run.actions, run.setup.deal, run.setup.dealer, views)
    found["asked"] = (state.waits_for, state.deadline, state.may_speak_first, state.awaited)
    return found


def refused(state: TableState, command: Command, holder: str) -> MattoError | None:
    """What stands against a command; None if nothing does."""
    try:
        apply_with_consequences(state, decide(state, command, holder), state.at)
    except MattoError as error:
        return error
    return None


def as_kept(event: TableEvent) -> bytes:
    """An event as bytes, for comparing."""
    return msgspec.json.encode(event)
