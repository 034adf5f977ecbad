"""The driver: lets bots move, and does what else happens at a table by itself.

It moves a table while somebody looks on. What there is to do follows from the state of
the table alone, and so does when: a server that is started anew goes on where the last stopped.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Collection
from enum import Enum

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.errors import MattoError
from matto.engine.events import Decision
from matto.engine.run import Run
from matto.players.bot_host import BotChoice
from matto.players.bot_readiness import thinks
from matto.players.bot_talk import who_answers, who_may_speak
from matto.server.live.bot_pool import BotPool
from matto.server.live.presence import Presence
from matto.server.tables import errors
from matto.server.tables.commands import Act, Begin, Return, Say, TimeUp
from matto.server.tables.service import TableService, milliseconds
from matto.server.tables.state import TableState
from matto.server.tables.store_interface import TableStore
from matto.server.tables.views import Phase

BETWEEN_DEALS = 5.0
ALONE = 0.2
"""Seconds from deal to deal, and from move to move at least, where only bots play."""

AFTER_A_TRICK = 1.4
"""How much longer than else a finished trick stays, so that all have seen it."""

FOR_PERSONS_TO_SPEAK = 6.0
FOR_PERSONS_TO_ANSWER = 15.0
"""Seconds for which bots hold back in an open question, and when a person was asked aside."""

LOOK_AGAIN = 5.0
RETRY_AFTER = 5.0
LEASE = 15.0
"""Seconds for which a worker owns a table; another one takes it over when it is silent."""

MOST_LATE = 10_000
"""Seats that are remembered as late; whoever is forgotten takes his seat back himself."""

log = logging.getLogger("matto.driver")


class TodoKind(Enum):
    ACT = "act"
    ANSWER = "answer"
    SPEAK = "speak"
    TIME_UP = "time up"
    DEAL_ON = "deal on"
    LAPSE = "lapse"


class Todo(msgspec.Struct, frozen=True):
    """What is to be done for a seat, and from when on, in seconds since 1970."""

    kind: TodoKind
    seat: int
    due: float


def next_todo(state: TableState, silent: Collection[int] = ()) -> Todo | None:
    """Return what a table waits for the server to do; None while it waits for persons only.

    `silent`: seats whose bots have nothing to say before the next card.
    """
    if state.proposal is not None:
        return Todo(TodoKind.LAPSE, state.proposal.seat, state.proposal.until)
    if state.phase is Phase.BETWEEN:
        if any(chair.holder for chair in state.chairs):
            return None
        return Todo(TodoKind.DEAL_ON, state.match.dealer, state.at / 1000 + BETWEEN_DEALS)
    run = state.run
    decision = None if run is None else run.decision
    if state.phase is not Phase.PLAYING or run is None or decision is None:
        return None
    return _talk(state, run, silent) or _act(state, run, decision)


def _talk(state: TableState, run: Run, silent: Collection[int]) -> Todo | None:
    """Return which bot answers its partner next, or may say something first."""
    bots = {chair.seat for chair in state.chairs if chair.bot}
    due = state.at / 1000 + state.pace
    for seat in bots.intersection(who_answers(run)):
        return Todo(TodoKind.ANSWER, seat, due)
    for seat in who_may_speak(run):
        if seat in bots and seat not in silent:
            return Todo(TodoKind.SPEAK, seat, due)
    return None


def _act(state: TableState, run: Run, decision: Decision) -> Todo | None:
    """Return the next move of a bot, or until when a person may think."""
    if not state.bot(decision.seat):
        due = state.deadline
        return None if due is None else Todo(TodoKind.TIME_UP, decision.seat, due)
    due = state.at / 1000 + _delay(state, run, decision)
    return Todo(TodoKind.ACT, decision.seat, due)


def _delay(state: TableState, run: Run, decision: Decision) -> float:
    if run.goes_on:
        return 0.0  # several cards are laid away or shown together
    pace = state.pace
    if not any(chair.holder for chair in state.chairs):
        pace = max(pace, ALONE)
    waits = [pace * AFTER_A_TRICK if run.events[-1].kind == "trick" else pace]
    if decision.wait and state.may_speak_first:
        since = (state.at - state.asked_at) / 1000
        waits.append(FOR_PERSONS_TO_SPEAK - since)
    if any(chair.has_person and SILENCE in run.asides(chair.seat) for chair in state.chairs):
        waits.append(FOR_PERSONS_TO_ANSWER)
    return max(waits)


class Driver:
    """Drives the tables that this worker's streams look at; others rest.

    With `leases`, only the worker that owns a table drives it. What two of them did at once
    would do no harm, as a table takes every move once; it would be thought about in vain.
    """

    def __init__(
        self,
        tables: TableService,
        bot_pool: BotPool,
        presence: Presence,
        secret: str,
        *,
        leases: TableStore | None = None,
        worker: str = "",
        clock: Callable[[], int] = milliseconds,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tables = tables
        self._bot_pool = bot_pool
        self._hub, self._presence = presence.hub, presence
        self._secret = secret.encode()
        self._leases, self._worker = leases, worker
        self._clock, self._steady = clock, steady
        self._happened: dict[str, tuple[int, float]] = {}
        self._silent: dict[str, tuple[int, Collection[int]]] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._owned: dict[str, float] = {}
        self._late: set[tuple[str, int]] = set()
        self._closed = False

    # -- which tables are driven -----------------------------------------------------------

    def drive(self, table: str) -> None:
        if table not in self._tasks and self._hub.present(table) and not self._closed:
            self._changed[table] = asyncio.Event()
            self._tasks[table] = asyncio.create_task(self._drive(table))

    def look_after(self, table: str) -> None:
        if table in self._tasks:
            self._changed[table].set()
        else:
            self.drive(table)

    @property
    def driven(self) -> tuple[str, ...]:
        return tuple(self._tasks)

    async def close(self) -> None:
        self._closed = True
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._leases is not None:
            await self._leases.release(self._worker)

    async def _drive(self, table: str) -> None:
        changed = self._changed[table]
        try:
            while self._hub.present(table):
                changed.clear()
                patience = await self._step_safely(table)
                if patience is None:
                    return
                await _wait_for(changed, min(patience, LOOK_AGAIN))
        finally:
            del self._tasks[table], self._changed[table]
            self._happened.pop(table, None)
            self._silent.pop(table, None)
            if self._owned.pop(table, 0) and self._leases is not None and not self._closed:
                await self._leases.release(self._worker, table)

    async def _step_safely(self, table: str) -> float | None:
        """Do what is due; give the seconds until there may be more, None if there never is."""
        try:
            return await self._step(table)
        except (errors.TooLate, errors.NotYourSeat):  # it has moved on, or another bot plays
            return 0.0
        except errors.NoSuchTable:  # it has been deleted
            return None
        except (errors.TableDamaged, errors.TableUnplayable) as error:
            log.warning("a table is not driven: %s", type(error).__name__)
            return None
        except MattoError as error:
            log.warning("a table waits: %s", error)
        except Exception:
            log.exception("a table waits: its driver failed")
        return RETRY_AFTER

    async def _step(self, table: str) -> float:
        state = await self._tables.state(table)
        if thinks([chair.bot for chair in state.chairs]):
            self._bot_pool.prepare()
        todo = next_todo(state, self._silent_at(state))
        if todo is None:
            return LOOK_AGAIN
        left = todo.due - state.at / 1000 - self._passed(state)
        if left > 0:
            return left
        if not await self._owns(table):
            return LOOK_AGAIN
        await self._do(state, todo)
        return 0.0

    def _silent_at(self, state: TableState) -> Collection[int]:
        """Return the seats whose bots have nothing to say since the last thing happened."""
        seq, seats = self._silent.get(state.id, (0, ()))
        return seats if seq == state.seq else ()

    def _passed(self, state: TableState) -> float:
        """The seconds since the last thing happened at a table.

        The time of day only says how long ago it was when this driver first met it: a clock
        that is set meanwhile ends nobody's turn, and keeps no bot waiting.
        """
        seq, then = self._happened.get(state.id, (0, 0.0))
        if seq != state.seq:
            ago = max(0.0, (self._clock() - state.at) / 1000)
            then = self._steady() - ago
            self._happened[state.id] = state.seq, then
        return self._steady() - then

    async def _owns(self, table: str) -> bool:
        if self._leases is None:
            return True
        now, span = self._clock(), int(LEASE * 1000)
        if self._owned.get(table, 0.0) - self._steady() > LEASE / 2:
            return True
        owned = await self._leases.lease(table, self._worker, now, now + span)
        self._owned[table] = self._steady() + LEASE if owned else 0.0
        return owned

    # -- what is done ----------------------------------------------------------------------

    async def _do(self, state: TableState, todo: Todo) -> None:
        table, seat = state.id, todo.seat
        match todo.kind:
            case TodoKind.ACT:
                chosen = await self._bot_choice(state, seat)
                await self._for_bot(state, seat, Act(chosen.choice), chosen.bot)
                await self._give_back(state, seat)
            case TodoKind.ANSWER | TodoKind.SPEAK:
                said = await self._bot_choice(state, seat, aside=True)
                if todo.kind is TodoKind.SPEAK and said.choice == SILENCE:
                    self._silent[table] = state.seq, {*self._silent_at(state), seat}
                else:
                    await self._for_bot(state, seat, Say(said.choice), said.bot)
            case TodoKind.TIME_UP:
                if len(self._late) >= MOST_LATE:
                    self._late.clear()
                self._late.add((table, seat))
                await self._tables.submit(table, TimeUp(seat), expected=state.seq)
            case TodoKind.DEAL_ON:
                await self._tables.submit(table, Begin(), state.host, state.seq)
            case TodoKind.LAPSE:
                await self._tables.submit(table, TimeUp(None), expected=state.seq)

    async def _for_bot(self, state: TableState, seat: int, command: Act | Say, by: str) -> None:
        bot, seen = state.bot(seat), state.seq
        await self._tables.submit(state.id, command, expected=seen, seat=seat, bot=bot, by=by)

    async def _give_back(self, state: TableState, seat: int) -> None:
        """Whoever was only too slow, and is still here, plays the next move himself."""
        if (state.id, seat) not in self._late:
            return
        self._late.discard((state.id, seat))
        holder = state.holder(seat)
        if self._presence.is_here(state.id, holder):
            await self._tables.submit(state.id, Return(), holder)

    async def _bot_choice(
        self, state: TableState, seat: int, *, aside: bool = False
    ) -> BotChoice:
        """Return the choice of a seat's bot: the same view, the same answer, whoever asks."""
        if state.run is None:
            raise errors.NoSuchTable(state.id)
        view = state.run.view(seat)
        known = f"{state.id} {state.deal} {seat} {len(view.events)}"
        seed = hmac.new(self._secret, known.encode(), hashlib.sha256).hexdigest()
        return await self._bot_pool.ask(state.bot(seat), seed, view, aside=aside)


async def _wait_for(changed: asyncio.Event, patience: float) -> None:
    timer = asyncio.get_running_loop().call_later(patience, changed.set)
    try:
        await changed.wait()
    finally:
        timer.cancel()
