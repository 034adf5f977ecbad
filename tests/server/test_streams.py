"""Streams of whole states: the newest only, made once, and no reader holds up others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from matto.engine.words import text
from matto.server.http.requests import Display
from matto.server.live import streams
from matto.server.live.presence import Presence, Present
from matto.server.live.state_feed import RenderCache
from matto.server.live.streams import Hub, StreamEvent
from matto.server.store.database_errors import StoreUnavailable
from matto.server.tables.views import TableView
from server.tables import ANNA, HOST, STRANGER, Recorded, order

TABLE, HOLDER = "table", "holder"


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Reader:
    """Somebody at the other end of a stream; one who is `slow` soon reads nothing."""

    def __init__(self, *, slow: bool = False) -> None:
        self.slow = slow
        self.read: list[bytes] = []
        self.ended = False
        self.cut = False
        self._left = asyncio.Event()

    def leave(self) -> None:
        """Close the connection."""
        self._left.set()

    def abort(self) -> None:
        """What the server does to a connection that is stuck."""
        self.cut = True
        self._left.set()

    async def receive(self) -> Mapping[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            return
        if self.slow and self.read:
            await asyncio.Event().wait()
        self.read.append(message["body"])
        self.ended = not message["more_body"]

    @property
    def text(self) -> str:
        """All that was read."""
        return b"".join(self.read).decode()

    async def until(self, wanted: str) -> None:
        """Wait until something was read."""
        at_once = 200
        async with asyncio.timeout(60):
            while wanted not in self.text:
                await asyncio.sleep(0 if at_once > 0 else 0.002)
                at_once -= 1

    def follow(
        self, hub: Hub, feed: Callable[[], Awaitable[bytes]], table: str = TABLE, **ways: Any
    ) -> Any:
        """Begin to read a stream."""
        stream = streams.EventStream(hub, table, HOLDER, feed, **ways)
        can = {streams.ABORT: self.abort, streams.READS: lambda: not self.slow}
        scope: Any = {"type": "http", "headers": [], "extensions": can}
        return asyncio.create_task(stream(scope, self.receive, self.send))  # type: ignore[arg-type]

    @asynccontextmanager
    async def reading(self, *what: Any, **ways: Any) -> AsyncIterator[None]:
        """Read a stream, and leave it."""
        task = self.follow(*what, **ways)
        yield
        self.leave()
        await task


class Source:
    """A table that changes, and how often it was asked what is new."""

    def __init__(self) -> None:
        self.seq = 1
        self.asked = 0
        self._sent: int | None = None

    async def feed(self) -> bytes:
        self.asked += 1
        await asyncio.sleep(0)
        if self._sent == self.seq:
            return b""
        self._sent = self.seq
        return StreamEvent("state", f"state {self.seq}", self.seq).encoded()


def test_a_message_keeps_its_lines() -> None:
    sent = StreamEvent("state", "<p>\n</p>", 7).encoded()
    assert sent == b"event: state\nid: 7\ndata: <p>\ndata: </p>\n\n"


async def test_who_connects_gets_the_newest_state_at_once_and_then_each_new_one() -> None:
    hub, source, reader = Hub(), Source(), Reader()
    async with reader.reading(hub, source.feed):
        await reader.until("state 1")
        source.seq = 2
        hub.notify(TABLE)
        await reader.until("state 2")
    assert hub.streams == 0


async def test_what_changes_a_thousand_times_at_once_is_sent_as_the_newest_state() -> None:
    hub, source, reader = Hub(), Source(), Reader()
    async with reader.reading(hub, source.feed):
        await reader.until("state 1")
        for _ in range(1000):
            source.seq += 1
            hub.notify(TABLE)
        await reader.until("state 1001")
        assert source.asked <= 3
        assert len(reader.read) <= 3


async def test_a_change_while_a_state_is_made_is_not_lost() -> None:
    hub, source, reader = Hub(), Source(), Reader()

    async def feed() -> bytes:
        told = await source.feed()
        if source.seq < 5:
            source.seq += 1
            hub.notify(TABLE)
        return told

    async with reader.reading(hub, feed):
        await reader.until("state 5")


@pytest.mark.slow
async def test_who_does_not_read_holds_up_nobody_and_is_given_up() -> None:
    hub, source, slow, quick = Hub(), Source(), Reader(slow=True), Reader()
    stuck = slow.follow(hub, Source().feed, blocked=0.2)
    async with quick.reading(hub, source.feed):
        for seq in range(1, 100):
            source.seq = seq
            hub.notify(TABLE)
            await quick.until(f"state {seq}\n")
        assert not stuck.done()
        await stuck
        assert slow.cut
        assert len(slow.read) == 1
        assert hub.streams == 1


@pytest.mark.slow
async def test_a_server_that_ends_ends_its_streams_also_those_that_nobody_reads() -> None:
    hub, slow, quick = Hub(), Reader(slow=True), Reader()
    tasks = [slow.follow(hub, Source().feed), quick.follow(hub, Source().feed)]
    await quick.until("state 1")
    hub.close()
    await asyncio.gather(*tasks)
    assert quick.ended
    assert slow.cut
    late = Reader()
    await late.follow(hub, Source().feed)
    assert late.ended


@pytest.mark.parametrize("sign", [streams.COMMENT, streams.ALIVE.format(5).encode()])
async def test_a_silent_stream_is_kept_open_and_shows_that_it_is_alive(sign: bytes) -> None:
    hub, reader = Hub(), Reader()
    async with reader.reading(hub, Source().feed, sign=lambda: sign, heartbeat=0.01):
        await reader.until((2 * sign).decode())


async def test_one_viewer_has_only_so_many_streams() -> None:
    hub = Hub()
    readers = [Reader() for _ in range(streams.STREAMS_PER_HOLDER)]
    tasks = [reader.follow(hub, Source().feed) for reader in readers]
    await readers[-1].until("state 1")
    with pytest.raises(streams.TooManyStreams):
        await Reader().follow(hub, Source().feed)
    readers[0].leave()
    await tasks[0]
    again = Reader()
    task = again.follow(hub, Source().feed)
    await again.until("state 1")
    hub.close()
    await asyncio.gather(task, *tasks)


async def test_a_stream_whose_table_cannot_be_read_ends_and_says_nothing_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def feed() -> bytes:
        raise StoreUnavailable(text("The database is gone: secret words."))

    reader = Reader()
    await reader.follow(Hub(), feed)
    assert reader.ended
    assert "secret" not in reader.text
    assert "StoreUnavailable" in caplog.text


# -- who is here -------------------------------------------------------------------------


async def test_who_has_left_is_gone_after_a_while_and_not_while_he_reloads_the_page() -> None:
    clock = Clock()
    hub = Hub(clock)
    with hub.watching(TABLE, ANNA):
        clock.now += 1000
        assert hub.present(TABLE) == {ANNA}
    clock.now += 2
    assert hub.present(TABLE) == {ANNA}
    clock.now += 2
    assert hub.present(TABLE) == frozenset()
    hub.touch(TABLE, ANNA)  # asks without a stream, as some programs do
    clock.now += 19
    assert hub.present(TABLE) == {ANNA}
    clock.now += 2
    assert hub.present(TABLE) == frozenset()
    assert hub.tables == ()


@pytest.mark.slow
async def test_who_has_left_is_told_to_those_who_stay_without_anything_else_happening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "PARTING", 0.05)
    hub, reader = Hub(), Reader()

    async def feed() -> bytes:
        return b"with her " if ANNA in hub.present(TABLE) else b"without "

    hub.touch(TABLE, ANNA)
    async with reader.reading(hub, feed, heartbeat=60):
        with hub.watching(TABLE, ANNA):
            await reader.until("with her")
        await reader.until("with her without")


async def test_who_comes_is_told_to_those_who_are_here() -> None:
    hub, reader, told = Hub(), Reader(), 0

    async def feed() -> bytes:
        nonlocal told
        here = len(hub.present(TABLE))
        if here == told:
            return b""
        told = here
        return f"{here} here ".encode()

    async with reader.reading(hub, feed, heartbeat=600):
        await reader.until("1 here")
        with hub.watching(TABLE, ANNA):
            await reader.until("2 here")


def test_presence_tells_seats_and_the_number_of_onlookers_over_all_workers() -> None:
    clock = Clock()
    table = Recorded(order("mineo-3", persons=2)).sit_all().state
    hub = Hub(clock)
    presence = Presence(hub, clock)
    hub.touch(TABLE, HOST)
    hub.touch(TABLE, STRANGER)
    assert presence.at(table) == Present((0,), 1)
    presence.receive("another worker", {TABLE: (ANNA, STRANGER, "somebody")})
    assert presence.at(table) == Present((0, 1), 2)
    assert presence.is_here(TABLE, ANNA)
    assert presence.own_holders() == {TABLE: (HOST, STRANGER)}
    clock.now += 30
    assert presence.at(table) == Present()


# -- what is sent is made once -----------------------------------------------------------


def test_all_who_see_the_same_are_sent_what_was_made_once() -> None:
    table = Recorded(order("mineo-3")).state
    made: list[tuple[int | None, bool]] = []

    def render(seen: TableView, display: Display) -> str:
        made.append((seen.seat, seen.hosting))
        return f"{seen.seat} {display.language}"

    render_cache = RenderCache(render)
    for holder in [HOST, *(f"onlooker {number}" for number in range(50))] * 2:
        render_cache.fragment(table, holder, Display())
    assert made == [(0, True), (None, False)]
    assert render_cache.fragment(table, HOST, Display("de")) == "0 de"
    assert render_cache.rendered == 3


async def test_others_get_their_turn_between_two_tables_that_change_at_once() -> None:
    turns: list[str] = []
    hub, readers = Hub(), [Reader() for _ in range(10)]
    tables = [f"table {number}" for number in range(5)]

    async def feed() -> bytes:
        turns.append("drawn")
        return b"state"

    async def other() -> None:
        for _ in range(100):
            turns.append("other")
            await asyncio.sleep(0)

    tasks = [
        reader.follow(hub, feed, table=tables[number % len(tables)])
        for number, reader in enumerate(readers)
    ]
    for reader in readers:
        await reader.until("state")
    turns.clear()
    hub.notify_all()
    await other()
    for reader in readers:
        reader.leave()
    await asyncio.gather(*tasks)
    at_once = max(len(some) for some in " ".join(turns).split("other"))
    assert at_once <= len(" drawn drawn ")
    assert turns.count("drawn") == len(readers)
