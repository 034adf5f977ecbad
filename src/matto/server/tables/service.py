"""The table service: commands are carried out one at a time, and kept before they count."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import msgspec

from matto.engine.errors import MattoError
from matto.engine.run import Run
from matto.engine.words import text
from matto.server.tables import commands, errors, store_interface, views
from matto.server.tables.decide import (
    Events,
    SecretMaker,
    apply_with_consequences,
    decide,
    decide_for_bot,
    may,
    new_secret,
    too_late,
)
from matto.server.tables.proposals import proposal_view
from matto.server.tables.replay import (
    fold,
    place_of,
    replay_deal,
    shuffle_proof_of,
    state_after,
)
from matto.server.tables.shuffle import ShuffleProof
from matto.server.tables.state import TableState
from matto.server.tables.views import Retained, TableView


class CachedTable:
    """A cached table, and the lock under which it changes; None: it must be set up first."""

    def __init__(self) -> None:
        self.state: TableState | None = None
        self.lock = asyncio.Lock()
        self.users = 0
        self.used = 0.0


class TableCache:
    """Keeps tables set up; those not used for longest are put away, and set up again later."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._entries: OrderedDict[str, CachedTable] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def states(self) -> list[TableState]:
        return [entry.state for entry in self._entries.values() if entry.state is not None]

    def forget(self) -> None:
        for entry in self._entries.values():
            entry.state = None

    @contextmanager
    def hold(self, table_id: str) -> Iterator[CachedTable]:
        """Take a table; while it is in use it is not put away."""
        entry = self._entries.setdefault(table_id, CachedTable())
        self._entries.move_to_end(table_id)
        entry.users += 1
        try:
            yield entry
        finally:
            entry.users -= 1
            entry.used = self._clock()
            self._evict(table_id, entry)

    def evict_idle(self, seconds: float) -> None:
        since = self._clock() - seconds
        for table_id, entry in tuple(self._entries.items()):
            if not entry.users and entry.used <= since:
                del self._entries[table_id]

    def _evict(self, table_id: str, entry: CachedTable) -> None:
        if entry.state is None and not entry.users:
            del self._entries[table_id]
        if len(self._entries) > self._most:
            idle = (known for known, other in self._entries.items() if not other.users)
            longest = next(idle, None)
            if longest is not None:
                del self._entries[longest]


KEY = re.compile(r"[!-~]{0,64}")


class Submission(msgspec.Struct, frozen=True):
    """A command on its way: of a key's holder, or of the `bot` that plays a seat.

    `by` is the bot that has chosen it, where the one that plays the seat has failed.
    """

    command: commands.Command
    expected: int | None
    holder: str
    key: str
    seat: int
    bot: str
    by: str

    @property
    def fingerprint(self) -> str:
        """Return what tells it from any other of its key; empty without a key."""
        return commands.fingerprint_of(self.command) if self.key else ""

    def events(self, state: TableState) -> Events:
        """Return the events that it leads to; raises what stands against it."""
        if self.expected is not None and too_late(state, self.command, self.expected):
            raise errors.TooLate(state.seq)
        if self.bot:
            return decide_for_bot(state, self.command, self.seat, self.bot, by=self.by)
        return decide(state, self.command, self.holder)


def check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        raise errors.BadCommand(
            text("A key has at most 64 letters, digits and signs, without spaces.")
        )


def table_view_of(
    state: TableState,
    seat: int | None,
    key_hash: str = "",
    kept: Retained = views.KEPT_FOR_EVER,
) -> TableView:
    """A table as one viewer sees it: nothing of it comes from anywhere but his own view."""
    return views.struct_like(
        TableView,
        state,
        table=state.id,
        seat=seat,
        players=state.players_for(key_hash),
        view=state.view_for(seat),
        dealer=state.match.dealer,
        ledger=tuple(state.match.ledger),
        carried=dict(state.match.carried),
        limit=state.opened.limit,
        promise="" if state.promised is None else state.promised.promise,
        hosting=bool(key_hash) and key_hash == state.host,
        can_undo=seat is not None and state.can_undo(seat),
        may_wait=seat is not None and state.may_wait(seat),
        refusals=views.refusals_of(state.run, seat),
        kept=kept,
        greetings=state.greetings[-views.MOST_SHOWN :],
        proposal=proposal_view(state, seat),
        may_ask_back=seat is not None and may(state, seat, commands.AskBack()),
        may_claim=seat is not None and may(state, seat, commands.ClaimRest()),
    )


def _append_of(state: TableState, last: Events, *sent: str) -> store_interface.Append:
    """The append of the last events of a table, `sent` by a holder, with his key."""
    return store_interface.Append(
        state.id, state.seq - len(last), last, state.at, state.phase.value, *sent
    )


log = logging.getLogger(__name__)

T = TypeVar("T")
Changed = Callable[[str], None]

TABLES_CACHED = 1000
TRIES = 8
UNUSED_FOR = 60 * 60 * 1000
"""Milliseconds for which a new table waits for people, also where there is no room."""


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class TableService:
    """Opens tables, carries commands out and gives the state of tables.

    A state that it gives out is never changed afterwards. Whatever is in `notify` is called
    with a table's id after every change that this service makes or meets. Where the store is
    used by this process alone, a table in the cache is known to be the newest.
    """

    def __init__(
        self,
        store: store_interface.TableStore,
        notify: Changed | None = None,
        *,
        clock: Callable[[], int] = milliseconds,
        make_secret: SecretMaker = new_secret,
        cache: TableCache | None = None,
        retention: store_interface.Retention = store_interface.FOR_EVER,
        limits: store_interface.TableLimits = store_interface.NO_LIMITS,
    ) -> None:
        self.store = store
        self.notify: list[Changed] = [] if notify is None else [notify]
        self.is_watched: Callable[[str], bool] = lambda _table: False
        self.alone = store.alone
        self._clock = clock
        self._make_secret = make_secret
        self.cache = TableCache(TABLES_CACHED) if cache is None else cache
        self.retention = retention
        self._limits = limits
        self._running: set[asyncio.Task[Any]] = set()

    def now(self) -> int:
        """Return the time of the tables, in milliseconds since 1970."""
        return self._clock()

    async def close(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)

    # -- tables --------------------------------------------------------------------------

    async def open(self, order: commands.Order, key: str = "") -> str:
        """Open a table and give its id; the same host's same key opens one table only.

        Raises `KeyUsed` if that was another order.
        """
        check_key(key)
        return await self._shielded(self._open(order, key))

    async def state(self, table_id: str) -> TableState:
        """Return a table as it is now; raises `NoSuchTable`, `TableUnplayable`."""
        with self.cache.hold(table_id) as entry:
            known = entry.state
            if known is not None and (self.alone or not await self._is_behind(known)):
                return entry.state or known
            async with entry.lock:
                return await self._newest(table_id, entry)

    def kept(self, state: TableState) -> Retained:
        dealt, now = state.deal > 0, self._clock()
        return self.retention.kept(state.phase, dealt=dealt, touched=state.at, now=now)

    def view(self, state: TableState, holder: str) -> TableView:
        return table_view_of(state, state.seat_of(holder), holder, self.kept(state))

    async def submit(
        self,
        table_id: str,
        command: commands.Command,
        holder: str = "",
        expected: int | None = None,
        key: str = "",
        *,
        seat: int = -1,
        bot: str = "",
        by: str = "",
    ) -> commands.Ack:
        """Carry out a command that answers the table as it was after `expected` events.

        It is that of a key's holder, or of the `bot` that plays a `seat`; `by` is the bot that
        has chosen it, where the one that plays the seat has failed. The same key of the same
        holder again gives the first answer again, and raises `KeyUsed` with another command.
        Raises `TooLate` and what `decide` raises, too; then nothing has changed.
        """
        check_key(key)
        submission = Submission(command, expected, holder, key, seat, bot, by)
        return await self._shielded(self._carry_out(table_id, submission))

    async def catch_up_all(self) -> None:
        """Catch up with what other processes have done at the cached tables, unless `alone`."""
        known = {state.id: state.seq for state in self.cache.states()}
        found = {line.id: line.seq for line in await self.store.lines(known)}
        for table_id, seq in known.items():
            if seq != found.get(table_id):
                with suppress(
                    errors.NoSuchTable, errors.TableDamaged, errors.TableUnplayable
                ):  # the others go on
                    await self.state(table_id)

    async def delete_expired(self) -> int:
        """Take some tables away that were kept long enough; tell how many.

        Whatever happens at one of them at the same moment, here or at another worker, keeps it.
        """
        gone = 0
        for line in await self.store.expired(self.retention, self._clock()):
            gone += await self._delete(line)
        return gone

    async def _delete(self, line: store_interface.TableLine) -> bool:
        with self.cache.hold(line.id) as entry:
            async with entry.lock:
                if not await self.store.mark_deleted(line):
                    return False
                entry.state = None
        self._notify(line.id)
        return True

    async def _delete_unused(self) -> bool:
        """Take one table away that nobody has used or looks at, if there is one."""
        for line in await self.store.unused(self._clock() - UNUSED_FOR):
            if not self.is_watched(line.id) and await self._delete(line):
                return True
        return False

    # -- deals that are over -------------------------------------------------------------

    async def finished_run(self, table_id: str, number: int) -> Run:
        state = await self.state(table_id)
        first, last = place_of(state, number)
        kept = await self.store.events(table_id, first - 1, last)
        return replay_deal(state, (stored.event for stored in kept))

    async def finished_runs(self, table_id: str) -> list[Run]:
        """Play all deals again that are over; raises `NoSuchDeal` if none is."""
        state = await self.state(table_id)
        numbers = [deal.number for deal in state.finished] or [1]
        return [await self.finished_run(table_id, number) for number in numbers]

    async def proof(self, table_id: str, number: int) -> ShuffleProof | None:
        """Show how a deal that is over was shuffled; None if its cards were given.

        Raises `NoSuchDeal`.
        """
        state = await self.state(table_id)
        first, _ = place_of(state, number)
        before = place_of(state, number - 1)[1] if number > 1 else 0
        kept = await self.store.events(table_id, before, first)
        return shuffle_proof_of(number, (stored.event for stored in kept))

    # -- opening -------------------------------------------------------------------------

    async def _open(self, order: commands.Order, key: str) -> str:
        table_id = await store_interface.new_table_id(self.store, order.host, key)
        at = self._clock()
        state, events = apply_with_consequences(
            TableState(table_id), (commands.opening_event(order),), at, self._make_secret
        )
        if order.seat is not None:
            sitting = commands.Sit(order.seat, order.name, order.seed)
            sat = decide(state, sitting, order.host)
            state, following = apply_with_consequences(state, sat, at, self._make_secret)
            events += following
        fingerprint = commands.fingerprint_of(order) if key else ""
        opening = _append_of(state, events, order.host, key, fingerprint)
        if not key or await self.store.receipt(table_id, order.host, key) is None:
            await self._require_room(order)
        try:
            kept = await self.store.append(opening)
        except store_interface.Conflict:
            if not key:
                return await self._open(order, key)  # somebody has drawn the same id
            kept = await self.store.append(opening)  # another worker has met this key just now
        if not kept.repeated:
            self._notify(table_id)
        return table_id

    async def _require_room(self, order: commands.Order) -> None:
        try:
            await self._limits.require_room(self.store, order.host, listed=order.listed)
        except errors.TooManyTables:
            if not await self._delete_unused():
                raise

    # -- carrying out --------------------------------------------------------------------

    async def _carry_out(self, table_id: str, submission: Submission) -> commands.Ack:
        with self.cache.hold(table_id) as entry:
            async with entry.lock:
                for _ in range(TRIES):
                    state = entry.state or await self._newest(table_id, entry)
                    ack = await self._attempt(state, entry, submission)
                    if ack is not None:
                        return ack
                raise errors.TooLate(state.seq)

    async def _attempt(
        self, state: TableState, entry: CachedTable, submission: Submission
    ) -> commands.Ack | None:
        """Carry a command out, or raise what forbids it; None if the table has moved on."""
        refusal: MattoError | None = None
        following: TableState = state
        events: Events = ()
        try:
            wanted, at = submission.events(state), max(self._clock(), state.at)
            following, events = apply_with_consequences(state, wanted, at, self._make_secret)
        except MattoError as error:
            refusal = error
        if events:
            return await self._append(following, entry, events, submission)
        if not self.alone and (await self._newest(state.id, entry)).seq > state.seq:
            return None
        earlier = await self._earlier(state.id, submission)
        if earlier is None and refusal is not None:
            raise refusal
        return earlier or commands.Ack(state.seq)

    async def _append(
        self, following: TableState, entry: CachedTable, events: Events, submission: Submission
    ) -> commands.Ack | None:
        """Keep events; only then the table is the `following` one. None if it has moved on."""
        sent = submission
        wanted = _append_of(following, events, sent.holder, sent.key, sent.fingerprint)
        try:
            kept = await self.store.append(wanted)
        except store_interface.Conflict:
            entry.state = None  # anew: what was expected may be of before a restore
            self._notify(following.id)
            return None
        except BaseException:
            entry.state = None  # whether it was kept is not known: look before going on
            raise
        if not kept.repeated:
            entry.state = following
            self._notify(following.id)
        return commands.Ack(kept.seq, kept.repeated)

    async def _earlier(self, table_id: str, submission: Submission) -> commands.Ack | None:
        """The answer that the same command got before, if it did; raises `KeyUsed`."""
        if not submission.key:
            return None
        seq = await self.store.receipt(
            table_id, submission.holder, submission.key, submission.fingerprint
        )
        return None if seq is None else commands.Ack(seq, repeated=True)

    # -- being up to date ----------------------------------------------------------------

    async def _is_behind(self, state: TableState) -> bool:
        line = await self.store.line(state.id)
        return line is None or line.seq > state.seq

    async def _newest(self, table_id: str, entry: CachedTable) -> TableState:
        """Bring a table up to what is kept; its lock is held."""
        state = entry.state
        try:
            if state is None:
                entry.state = state = await self._set_up(table_id)
            elif events := await self.store.events(table_id, state.seq):
                entry.state = state = state_after(state, events)
                self._notify(table_id)
            elif await self.store.line(table_id) is None:
                entry.state = None
                self._notify(table_id)
                raise errors.NoSuchTable(table_id)
        except msgspec.MsgspecError as error:
            why = text("Its events cannot be read: {why}", why=error)
            raise errors.TableUnplayable(table_id, why) from error
        return state

    async def _set_up(self, table_id: str) -> TableState:
        if not store_interface.TABLE_ID.fullmatch(table_id):
            raise errors.NoSuchTable(table_id)
        events = await self.store.events_that_matter(table_id)
        if not events:
            raise errors.NoSuchTable(table_id)
        return fold(table_id, events)

    def _notify(self, table_id: str) -> None:
        """Tell of a change; whoever listens badly does not undo it."""
        for notify in self.notify:
            try:
                notify(table_id)
            except Exception:
                log.exception("nobody could be told of a change")

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Do what has begun, even if whoever asked for it no longer waits."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear it
