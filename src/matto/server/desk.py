"""The desk: the wishes at a table are granted one at a time, and kept before they count."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from matto.errors import MattoError
from matto.events import Deal
from matto.run import Action, Run
from matto.server import follow, grant
from matto.server.errors import (
    NoSuchDeal,
    NoSuchTable,
    TableUnplayable,
    TooLate,
)
from matto.server.facts import Acted, AnyFact, Dealt, Mixed, Promised, TookBack
from matto.server.opening import opened
from matto.server.shuffle import ShuffleProof
from matto.server.state import TableState
from matto.server.store import Append, Conflict, Store, StoredFact, TableLine
from matto.server.wishes import Ack, Order, Sit, StandIn, Wish
from matto.words import text

T = TypeVar("T")
Changed = Callable[[str], None]
Facts = tuple[AnyFact, ...]
Granted = Callable[[TableState], Facts]

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for each other."""

LENGTH = 14
TABLES_KEPT = 1000
TRIES = 5


def milliseconds() -> int:
    """The time since 1970."""
    return time.time_ns() // 1_000_000


class Entry:
    """A table that the desk has at hand, and the lock under which it changes."""

    def __init__(self) -> None:
        self.state: TableState | None = None
        self.lock = asyncio.Lock()
        self.users = 0


class Desk:
    """Opens tables, grants wishes and shows tables.

    A state that it gives out is never changed afterwards. `notify` is called with a table's id
    after every change that this desk makes or meets. With `alone`, no other process writes to
    the store, and a table at hand is known to be the newest.
    """

    def __init__(
        self,
        store: Store,
        notify: Changed | None = None,
        *,
        alone: bool = False,
        clock: Callable[[], int] = milliseconds,
        chance: follow.Chance = follow.secret,
        keep: int = TABLES_KEPT,
    ) -> None:
        self.store = store
        self.notify = [] if notify is None else [notify]
        self.alone = alone
        self._clock = clock
        self._chance = chance
        self._keep = keep
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._tasks: set[asyncio.Task[object]] = set()

    # -- tables --------------------------------------------------------------------------

    async def open(self, order: Order, key: str = "") -> str:
        """Open a table and give its id; the same order under the same key opens one only."""
        return await self._to_the_end(self._open(order, key))

    async def state(self, table_id: str) -> TableState:
        """Give a table as it is now; raises `NoSuchTable`, `TableUnplayable`."""
        async with self._at(table_id) as entry:
            if entry.state is not None and self.alone:
                return entry.state
            async with entry.lock:
                return await self._caught_up(table_id, entry)

    async def submit(
        self, table_id: str, wish: Wish, holder: str, expected: int | None = None, key: str = ""
    ) -> Ack:
        """Grant a wish of a key's holder; what it answers is the table of `expected` facts.

        The same key again gives the first answer again. Raises `TooLate` and what
        `grant.granted` raises; then nothing has changed.
        """

        def wanted(state: TableState) -> Facts:
            return grant.granted(state, wish, holder)

        work = self._submit(table_id, wish, wanted, expected, holder, key)
        return await self._to_the_end(work)

    async def submit_for_bot(
        self, table_id: str, seat: int, wish: Wish, bot: str, expected: int
    ) -> Ack:
        """Grant a wish of the bot that plays a seat now."""

        def wanted(state: TableState) -> Facts:
            return grant.granted_to_bot(state, wish, seat, bot)

        return await self._to_the_end(self._submit(table_id, wish, wanted, expected))

    async def stand_in(self, table_id: str, seat: int, expected: int) -> Ack:
        """Let a bot play for somebody whose time is up; the table must be as expected."""

        def wanted(state: TableState) -> Facts:
            if expected != state.seq:
                raise TooLate(state.seq)
            return grant.stood_in(state, seat)

        return await self._to_the_end(self._submit(table_id, StandIn(seat), wanted))

    # -- deals that are over -------------------------------------------------------------

    async def finished_run(self, table_id: str, number: int) -> Run:
        """Play a deal again that is over; raises `NoSuchDeal`."""
        state = await self.state(table_id)
        first, last = _place_of(state, number)
        facts = await self.store.facts(table_id, first - 1, last)
        return _played(state, facts)

    async def proof(self, table_id: str, number: int) -> ShuffleProof | None:
        """Show how a deal that is over was shuffled; None if its cards were given."""
        state = await self.state(table_id)
        first, _ = _place_of(state, number)
        before = 0 if number == 1 else _place_of(state, number - 1)[1]
        facts = [stored.fact for stored in await self.store.facts(table_id, before, first)]
        return _proof(facts, number)

    # -- lists ---------------------------------------------------------------------------

    async def tables_of(self, holder: str) -> list[TableLine]:
        """List the tables that somebody sits at or has opened, the latest first."""
        return await self.store.tables_of(holder)

    async def unfinished(self) -> list[TableLine]:
        """List the tables whose match goes on."""
        return await self.store.unfinished()

    # -- how it is done ------------------------------------------------------------------

    async def _open(self, order: Order, key: str) -> str:
        table_id = await self._new_id(order.host, key)
        first: Facts = (opened(order),)
        at = self._clock()
        state, facts = follow.after(TableState(table_id), first, at, self._chance)
        if order.seat is not None:
            sit = Sit(order.seat, order.name, order.seed)
            state, more = follow.after(
                state, grant.granted(state, sit, order.host), at, self._chance
            )
            facts += more
        wanted = Append(table_id, 0, facts, at, state.phase.value, order.host, key)
        kept = await self.store.append(wanted)
        if not kept.repeated:
            self._changed(table_id)
        return table_id

    async def _new_id(self, host: str, key: str) -> str:
        """An id that nobody can guess; the same for the same order under the same key."""
        if not key:
            return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        secret = await self.store.secret("table ids")
        digest = hmac.new(secret.encode(), f"{host} {key}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest)
        return "".join(LETTERS[number // 31**place % 31] for place in range(LENGTH))

    async def _submit(
        self,
        table_id: str,
        wish: Wish,
        wanted: Granted,
        expected: int | None = None,
        holder: str = "",
        key: str = "",
    ) -> Ack:
        async with self._at(table_id) as entry, entry.lock:
            for _ in range(TRIES):
                state = await self._current(table_id, entry)
                try:
                    if expected is not None and grant.too_late(state, wish, expected):
                        raise TooLate(state.seq)
                    facts = wanted(state)
                except MattoError:
                    before = await self._repeated(table_id, holder, key)
                    if before is not None:
                        return before
                    raise
                if not facts:
                    return Ack(state.seq)
                try:
                    return await self._keep_facts(entry, state, facts, holder, key)
                except Conflict:
                    await self._caught_up(table_id, entry)
            raise TooLate(state.seq)

    async def _keep_facts(
        self, entry: Entry, state: TableState, facts: Facts, holder: str, key: str
    ) -> Ack:
        """Keep facts and what follows from them; only then are they so."""
        at = max(self._clock(), state.at)
        following, kept = follow.after(state, facts, at, self._chance)
        phase = following.phase.value
        try:
            done = await self.store.append(
                Append(state.id, state.seq, kept, at, phase, holder, key)
            )
        except Conflict:
            raise
        except BaseException:
            entry.state = None  # whether it was kept is not known: look before going on
            raise
        if not done.repeated:
            entry.state = following
            self._changed(state.id)
        return Ack(done.seq, done.repeated)

    async def _repeated(self, table_id: str, holder: str, key: str) -> Ack | None:
        before = await self.store.receipt(table_id, holder, key) if key else None
        return None if before is None else Ack(before, repeated=True)

    async def _current(self, table_id: str, entry: Entry) -> TableState:
        """The table at hand: if it is not the newest, keeping facts will tell."""
        return entry.state or await self._caught_up(table_id, entry)

    async def _caught_up(self, table_id: str, entry: Entry) -> TableState:
        """Bring a table at hand up to what is kept; its lock is held."""
        state = entry.state
        facts = await self.store.facts(table_id, 0 if state is None else state.seq)
        if state is None and not facts:
            raise NoSuchTable(table_id)
        if facts or state is None:
            following = TableState(table_id) if state is None else state.copy()
            try:
                for stored in facts:
                    following.apply(stored.fact, stored.at, stored.seq)
            except TableUnplayable:
                raise
            except MattoError as error:
                raise TableUnplayable(table_id, error.sentence) from error
            entry.state = following
            if state is not None:
                self._changed(table_id)
            state = following
        return state

    def _changed(self, table_id: str) -> None:
        for notify in self.notify:
            notify(table_id)

    @asynccontextmanager
    async def _at(self, table_id: str) -> AsyncIterator[Entry]:
        """Take a table at hand; while it is in use it is not put away."""
        entry = self._entries.setdefault(table_id, Entry())
        self._entries.move_to_end(table_id)
        entry.users += 1
        try:
            yield entry
        finally:
            entry.users -= 1
            self._put_away(table_id, entry)

    def _put_away(self, table_id: str, entry: Entry) -> None:
        """Forget a table that could not be found, and those not used for longest."""
        if entry.state is None and not entry.users:
            self._entries.pop(table_id, None)
        if len(self._entries) > self._keep:
            idle = (name for name, known in self._entries.items() if not known.users)
            oldest = next(idle, None)
            if oldest is not None:
                del self._entries[oldest]

    async def _to_the_end(self, work: Coroutine[object, object, T]) -> T:
        """Do what has begun, even if whoever asked for it no longer waits."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear it


def _place_of(state: TableState, number: int) -> tuple[int, int]:
    """Where a deal that is over was dealt and settled, among the facts."""
    if not 1 <= number <= len(state.places):
        raise NoSuchDeal(number)
    return state.places[number - 1]


def _played(state: TableState, facts: list[StoredFact]) -> Run:
    """Play a deal from its facts."""
    dealt = facts[0].fact
    if not isinstance(dealt, Dealt):
        raise TableUnplayable(state.id, text("Its facts are not where they were kept."))
    run = Run(
        state.game,
        Deal(dealt.hands, dealt.talon),
        dealer=dealt.dealer,
        options=state.options,
        carried=dealt.carried,
    )
    for stored in facts:
        match stored.fact:
            case Acted(seat, kind, choice):
                run.act(Action(seat, kind, choice))
            case TookBack(seat):
                run.undo(seat)
    return run


def _proof(facts: list[AnyFact], number: int) -> ShuffleProof | None:
    promised = next((f for f in facts if isinstance(f, Promised) and f.deal == number), None)
    if promised is None:
        return None
    dealt = next(f for f in facts if isinstance(f, Dealt))
    seeds = {f.seat: f.seed for f in facts if isinstance(f, Mixed) and f.deal == number}
    cards = tuple(card for pile in (*dealt.hands, dealt.talon) for card in pile)
    return ShuffleProof(number, promised.promise, promised.secret, seeds, cards)
