"""The table service: commands are carried out one at a time, and kept before they count."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import msgspec

from matto.engine.errors import MattoError
from matto.engine.run import Run
from matto.engine.words import Text, text
from matto.records.versions import game_of
from matto.server.tables.cache import CachedTable, TableCache
from matto.server.tables.commands import Ack, Command, Order, Sit, StandIn
from matto.server.tables.consequences import SecretMaker, apply_with_consequences, new_secret
from matto.server.tables.decide import decide, decide_for_bot, decide_stand_in, too_late
from matto.server.tables.errors import BadCommand, NoSuchTable, TableUnplayable, TooLate
from matto.server.tables.events import AnyEvent
from matto.server.tables.opening import opened
from matto.server.tables.replay import caught_up, folded, place_of, played, proof_of
from matto.server.tables.shuffle import ShuffleProof
from matto.server.tables.state import TableState
from matto.server.tables.storage import Append, Conflict, TableLine, TableStore

log = logging.getLogger(__name__)

T = TypeVar("T")
TableEvents = tuple[AnyEvent, ...]
Changed = Callable[[str], None]

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for each other."""

LENGTH = 14
TABLE_ID = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
KEY = re.compile(r"[!-~]{0,64}")
TABLES_CACHED = 1000
TRIES = 8


def milliseconds() -> int:
    """The time since 1970."""
    return time.time_ns() // 1_000_000


class Unplayable(msgspec.Struct, frozen=True):
    """Tables that this program cannot continue, and why; they stay as they are."""

    game: str
    rules_version: int
    tables: tuple[str, ...]
    why: Text


class _Submission(msgspec.Struct, frozen=True):
    """A command on its way: the events it leads to, and how it is known when it comes again."""

    command: Command
    events: Callable[[TableState], TableEvents]
    expected: int | None = None
    holder: str = ""
    key: str = ""


class TableService:
    """Opens tables, carries commands out and gives the state of tables.

    A state that it gives out is never changed afterwards. Whatever is in `notify` is called
    with a table's id after every change that this service makes or meets. Where the store is
    used by this process alone, a table in the cache is known to be the newest.
    """

    def __init__(
        self,
        store: TableStore,
        notify: Changed | None = None,
        *,
        clock: Callable[[], int] = milliseconds,
        make_secret: SecretMaker = new_secret,
        cache: TableCache | None = None,
    ) -> None:
        self.store = store
        self.notify: list[Changed] = [] if notify is None else [notify]
        self.alone = store.alone
        self._clock = clock
        self._make_secret = make_secret
        self._cache = TableCache(TABLES_CACHED) if cache is None else cache
        self._running: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        """Wait until everything that has begun is kept."""
        await asyncio.gather(*self._running, return_exceptions=True)

    # -- tables --------------------------------------------------------------------------

    async def open(self, order: Order, key: str = "") -> str:
        """Open a table and give its id; the same host's same key opens one table only."""
        _check_key(key)
        return await self._shielded(self._open(order, key))

    async def state(self, table_id: str) -> TableState:
        """Give a table as it is now; raises `NoSuchTable`, `TableUnplayable`."""
        with self._cache.taken(table_id) as entry:
            known = entry.state
            if known is not None and (self.alone or not await self._is_behind(known)):
                return entry.state or known
            async with entry.lock:
                return await self._newest(table_id, entry)

    async def submit(
        self,
        table_id: str,
        command: Command,
        holder: str,
        expected: int | None = None,
        key: str = "",
    ) -> Ack:
        """Carry out the command of a key's holder, who has seen the table of `expected` events.

        The same key of the same holder again gives the first answer again. Raises `TooLate`
        and what `decide` raises; then nothing has changed.
        """
        _check_key(key)

        def events(state: TableState) -> TableEvents:
            return decide(state, command, holder)

        submission = _Submission(command, events, expected, holder, key)
        return await self._shielded(self._submit(table_id, submission))

    async def submit_for_bot(
        self,
        table_id: str,
        seat: int,
        command: Command,
        bot: str,
        expected: int,
        *,
        by: str = "",
    ) -> Ack:
        """Carry out the command of the bot that plays a seat; raises what `submit` raises.

        `by` is the bot that has chosen it, where the one that plays the seat has failed.
        """

        def events(state: TableState) -> TableEvents:
            return decide_for_bot(state, command, seat, bot, by=by)

        return await self._shielded(
            self._submit(table_id, _Submission(command, events, expected))
        )

    async def stand_in(self, table_id: str, seat: int, expected: int) -> Ack:
        """Let a bot play for somebody whose time is up; the table must be as expected."""

        def events(state: TableState) -> TableEvents:
            if expected != state.seq:
                raise TooLate(state.seq)
            return decide_stand_in(state, seat)

        return await self._shielded(self._submit(table_id, _Submission(StandIn(seat), events)))

    async def catch_up_all(self) -> None:
        """Catch up with what other processes have done at the cached tables, unless `alone`."""
        known = {state.id: state.seq for state in self._cache.states()}
        for line in await self.store.lines(known):
            if line.seq > known[line.id]:
                await self.state(line.id)

    # -- deals that are over -------------------------------------------------------------

    async def finished_run(self, table_id: str, number: int) -> Run:
        """Play a deal again that is over; raises `NoSuchDeal`."""
        state = await self.state(table_id)
        first, last = place_of(state, number)
        kept = await self.store.events(table_id, first - 1, last)
        return played(state, (stored.event for stored in kept))

    async def proof(self, table_id: str, number: int) -> ShuffleProof | None:
        """Show how a deal that is over was shuffled; None if its cards were given.

        Raises `NoSuchDeal`.
        """
        state = await self.state(table_id)
        first, _ = place_of(state, number)
        before = place_of(state, number - 1)[1] if number > 1 else 0
        kept = await self.store.events(table_id, before, first)
        return proof_of(state, number, (stored.event for stored in kept))

    # -- lists ---------------------------------------------------------------------------

    async def tables_of(self, holder: str) -> list[TableLine]:
        """List the tables that somebody sits at or has opened, the latest first."""
        return await self.store.tables_of(holder)

    async def unfinished(self) -> list[TableLine]:
        """List the tables whose match goes on, the one longest at rest first."""
        return await self.store.unfinished()

    async def unplayable(self) -> list[Unplayable]:
        """List the unfinished tables whose rules this program does not have."""
        return _unplayable(await self.store.unfinished())

    # -- opening -------------------------------------------------------------------------

    async def _open(self, order: Order, key: str) -> str:
        table_id = await self._new_id(order.host, key)
        at = self._clock()
        state, events = apply_with_consequences(
            TableState(table_id), (opened(order),), at, self._make_secret
        )
        if order.seat is not None:
            sitting = Sit(order.seat, order.name, order.seed)
            sat = decide(state, sitting, order.host)
            state, following = apply_with_consequences(state, sat, at, self._make_secret)
            events += following
        wanted = Append(table_id, 0, events, at, state.phase.value, order.host, key)
        try:
            kept = await self.store.append(wanted)
        except Conflict:
            if not key:
                return await self._open(order, key)  # somebody has drawn the same id
            return table_id  # the same order has come at the same time, to another worker
        if not kept.repeated:
            self._notify(table_id)
        return table_id

    async def _new_id(self, host: str, key: str) -> str:
        """An id that nobody can guess; the same for the same host and key."""
        if not key:
            return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        secret = (await self.store.secret("table ids")).encode()
        digest = hmac.new(secret, f"{host} {key}".encode(), hashlib.sha256).digest()
        number, most = int.from_bytes(digest), len(LETTERS)
        return "".join(LETTERS[number // most**place % most] for place in range(LENGTH))

    # -- carrying out --------------------------------------------------------------------

    async def _submit(self, table_id: str, submission: _Submission) -> Ack:
        with self._cache.taken(table_id) as entry:
            async with entry.lock:
                for _ in range(TRIES):
                    state = entry.state or await self._newest(table_id, entry)
                    ack = await self._attempt(state, entry, submission)
                    if ack is not None:
                        return ack
                raise TooLate(state.seq)

    async def _attempt(
        self, state: TableState, entry: CachedTable, submission: _Submission
    ) -> Ack | None:
        """Carry a command out, or raise what forbids it; None if the table has moved on."""
        try:
            following, events = self._carried_out(state, submission)
        except MattoError:
            if await self._moved_on(state, entry):
                return None
            before = await self._earlier(state.id, submission)
            if before is None:
                raise
            return before
        if not events:
            return None if await self._moved_on(state, entry) else Ack(state.seq)
        return await self._append(following, entry, events, submission)

    def _carried_out(
        self, state: TableState, submission: _Submission
    ) -> tuple[TableState, TableEvents]:
        """Give the table after a command, and the events; nothing of it is kept yet."""
        command, expected = submission.command, submission.expected
        if expected is not None and too_late(state, command, expected):
            raise TooLate(state.seq)
        at = max(self._clock(), state.at)
        return apply_with_consequences(state, submission.events(state), at, self._make_secret)

    async def _append(
        self,
        following: TableState,
        entry: CachedTable,
        events: TableEvents,
        submission: _Submission,
    ) -> Ack | None:
        """Keep events; only then the table is the `following` one. None if it has moved on."""
        wanted = Append(
            following.id,
            following.seq - len(events),
            events,
            following.at,
            following.phase.value,
            submission.holder,
            submission.key,
        )
        try:
            kept = await self.store.append(wanted)
        except Conflict:
            await self._newest(following.id, entry)
            return None
        except BaseException:
            entry.state = None  # whether it was kept is not known: look before going on
            raise
        if not kept.repeated:
            entry.state = following
            self._notify(following.id)
        return Ack(kept.seq, kept.repeated)

    async def _earlier(self, table_id: str, submission: _Submission) -> Ack | None:
        """The answer that the same command got before, if it did."""
        if not submission.key:
            return None
        seq = await self.store.receipt(table_id, submission.holder, submission.key)
        return None if seq is None else Ack(seq, repeated=True)

    # -- being up to date ----------------------------------------------------------------

    async def _moved_on(self, state: TableState, entry: CachedTable) -> bool:
        """Tell whether another process has changed a table; then it is caught up."""
        return not self.alone and (await self._newest(state.id, entry)).seq > state.seq

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
                entry.state = state = caught_up(state, events)
                self._notify(table_id)
        except msgspec.MsgspecError as error:
            why = text("Its events cannot be read: {why}", why=error)
            raise TableUnplayable(table_id, why) from error
        return state

    async def _set_up(self, table_id: str) -> TableState:
        if not TABLE_ID.fullmatch(table_id):
            raise NoSuchTable(table_id)
        events = await self.store.events_that_matter(table_id)
        if not events:
            raise NoSuchTable(table_id)
        return folded(table_id, events)

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


def _check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        raise BadCommand(
            text("A key has at most 64 letters, digits and signs, without spaces.")
        )


def _unplayable(lines: Iterable[TableLine]) -> list[Unplayable]:
    tables: dict[tuple[str, int], list[str]] = {}
    for line in lines:
        tables.setdefault((line.game, line.rules_version), []).append(line.id)
    found = []
    for (game, version), ids in tables.items():
        try:
            game_of(game, version)
        except MattoError as error:
            found.append(Unplayable(game, version, tuple(ids), error.sentence))
    return found
