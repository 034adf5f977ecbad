"""What may be open, late and large before a request is complete: all of it has a limit."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from matto.server.connections import Connections
from matto.server.http.limits import Addresses
from matto.server.serving import listen, server_of
from matto.server.settings import Settings
from server.wire import FAST
from services import LOOPBACK

A_MOMENT = 0.3
PATIENCE = 60.0
MOST = 6
ORDER = {"game": "calatafimi-2", "bots": ["", ""]}
TOO_LONG = b"x" * 20_000
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


class Running:
    """A server in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self._listening = listen(settings, exactly=True)
        self.port = int(self._listening.getsockname()[1])
        self.url = f"http://{LOOPBACK}:{self.port}"
        ready = threading.Event()
        self._server = server_of(settings, ready.set)
        self._thread = threading.Thread(target=self._server.run, args=([self._listening],))
        self._thread.start()
        assert ready.wait(PATIENCE)

    @property
    def is_free(self) -> bool:
        """Tell whether it counts no connection, and no stream."""
        state = self._server._app.state
        return not state.connections._all and not state.services.hub.streams

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    @contextmanager
    def line(self, sent: bytes = b"") -> Iterator[socket.socket]:
        with socket.create_connection((LOOPBACK, self.port), timeout=PATIENCE) as line:
            line.sendall(sent)
            yield line

    def answer(self, sent: bytes, *, drip: bytes = b"") -> bytes:
        """All that comes until the server ends the connection."""
        with self.line(sent) as line:
            return ended(line, drip)

    def opened(self) -> str:
        """Open a table."""
        table: str = httpx.post(f"{self.url}/api/tables", json=ORDER).json()["table"]
        return table


def ended(line: socket.socket, drip: bytes = b"") -> bytes:
    """What comes until the end; one byte of `drip` is sent again and again until then."""
    got, until = b"", time.monotonic() + PATIENCE
    line.settimeout(A_MOMENT / 6)
    while time.monotonic() < until:
        try:
            if drip:
                line.sendall(drip)
            piece = line.recv(1 << 16)
        except TimeoutError:
            continue
        except (ConnectionResetError, BrokenPipeError):
            return got
        if not piece:
            return got
        got += piece
    raise AssertionError("the server never ends the connection")


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@contextmanager
def running(folder: Path, **settings: object) -> Iterator[Running]:
    given: dict[str, object] = {
        "data": folder,
        "port": 0,
        "rate": FAST,
        "header_seconds": A_MOMENT,
        "body_seconds": A_MOMENT,
        "idle_seconds": A_MOMENT,
    }
    server = Running(Settings(**{**given, **settings}))  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that trusts no proxy, and counts whoever comes from this machine."""
    with running(
        tmp_path_factory.mktemp("counting"),
        proxies=(),
        connections_per_address=MOST,
        streams_per_address=2,
    ) as server:
        yield server


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server behind a proxy on this machine."""
    with running(
        tmp_path_factory.mktemp("trusting"), connections_per_address=1, streams_per_address=2
    ) as server:
        yield server


# -- time --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "drip"),
    [
        (b"", b""),
        (b"", b"\r\n"),
        (b"GET / HTTP/1.1\r\nHost: 127", b""),
        (b"GET / HTTP/1.1\r\nX-Slow: ", b"a"),
        (POST + b"Content-Length: 100\r\n\r\n", b""),
        (POST + b"Content-Length: 100\r\n\r\n{", b" "),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", b""),
        (WHOLE + WHOLE[:30], b""),
    ],
    ids=["silent", "newlines", "half", "drip", "bodiless", "slow", "chunked", "second"],
)
def test_a_request_that_is_not_complete_in_time_is_ended(
    counting: Running, sent: bytes, drip: bytes
) -> None:
    assert b"408 Request Timeout" in counting.answer(sent, drip=drip)


def test_a_connection_without_a_further_request_is_ended(counting: Running) -> None:
    answer = counting.answer(WHOLE)
    assert status_of(answer) == 200
    assert b"408" not in answer


@pytest.mark.slow
def test_a_stream_goes_on_for_longer_than_a_request_may_take(counting: Running) -> None:
    table = counting.opened()
    with counting.line(
        b"GET /api/tables/%b/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % table.encode()
    ) as line:
        line.settimeout(4 * A_MOMENT)
        with pytest.raises(TimeoutError):
            while line.recv(1 << 16):
                pass


def test_requests_sent_one_after_the_other_without_waiting_are_all_answered(
    counting: Running,
) -> None:
    answer = counting.answer(WHOLE * 20)
    assert answer.count(b"HTTP/1.1 200 OK") == 20


# -- size --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        b"GET /rules?q=%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % TOO_LONG,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: %b\r\n\r\n" % TOO_LONG,
        b"GET / HTTP/1.1\r\n" + b"Cookie: a=b\r\n" * 2000 + b"\r\n",
    ],
    ids=["address", "header", "headers"],
)
def test_a_head_that_is_too_large_is_refused(counting: Running, head: bytes) -> None:
    assert status_of(counting.answer(head)) == 431


@pytest.mark.slow
@pytest.mark.parametrize(
    "begin",
    [
        b"GET / HTTP/1.1\r\nX-Endless: ",
        b"GET /",
        POST + b"Content-Length: 1000000000\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
    ],
    ids=["header", "address", "body", "trailer"],
)
def test_what_never_ends_is_ended_before_it_fills_the_memory(
    tmp_path: Path, begin: bytes
) -> None:
    with running(tmp_path, header_seconds=60.0, body_seconds=60.0) as server:
        taken = 0
        with server.line(begin) as line, pytest.raises((ConnectionError, TimeoutError)):
            line.settimeout(2)
            while taken < 100_000_000:
                taken += line.send(b"x" * 65536)
        assert taken < 20_000_000  # most of it lies in the buffers of the system


# -- number ------------------------------------------------------------------------------


def test_one_address_has_so_many_connections_and_gets_others_when_they_end(
    counting: Running,
) -> None:
    wait_until_free(counting)
    with ExitStack() as lines:
        for _ in range(MOST):
            lines.enter_context(counting.line())
        assert status_of(counting.answer(b"")) == 429
    wait_until_free(counting)
    assert status_of(counting.answer(WHOLE)) == 200


def wait_until_free(server: Running) -> None:
    """Wait until connections of other tests have ended."""
    until = time.monotonic() + PATIENCE
    while not server.is_free:
        assert time.monotonic() < until, "connections that have ended are still counted"
        time.sleep(A_MOMENT / 6)


def test_one_address_has_so_many_streams_with_or_without_keys(counting: Running) -> None:
    wait_until_free(counting)
    assert streams_until_refused(counting, lambda number: f"10.0.0.{number}") == 2


@pytest.mark.slow
def test_a_trusted_proxy_is_not_counted_but_those_whom_it_asks_for_are(
    trusting: Running,
) -> None:
    assert streams_until_refused(trusting, lambda _number: "192.0.2.7") == 2
    wait_until_free(trusting)
    assert streams_until_refused(trusting, lambda number: f"10.0.0.{number}, 192.0.2.7") == 2
    wait_until_free(trusting)
    assert streams_until_refused(trusting, lambda number: f"192.0.2.{number}") == 5


def streams_until_refused(server: Running, forwarded_for: Callable[[int], str]) -> int:
    """How many of five streams are open at once, each said to be asked for by somebody."""
    table, seen = server.opened(), 0
    with ExitStack() as life:
        client = life.enter_context(httpx.Client(base_url=server.url, timeout=PATIENCE))
        for number in range(5):
            headers = {"x-forwarded-for": forwarded_for(number)}
            stream = client.stream("GET", f"/api/tables/{table}/events", headers=headers)
            seen += life.enter_context(stream).status_code == 200
    return seen


def test_one_address_leaves_room_for_others_whatever_is_set(tmp_path: Path) -> None:
    settings = Settings(tmp_path, connections=10, connections_per_address=100, proxies=())
    among = Connections(settings)
    assert [among.open("192.0.2.1") for _ in range(6)] == [True] * 5 + [False]
    among.close("192.0.2.1")
    assert [among.open(f"192.0.3.{number}") for number in range(6)] == [True] * 5 + [False]
    among.close("192.0.3.1")
    among.close("192.0.3.5")
    assert among.open("192.0.4.1")


def test_a_server_asks_the_system_for_as_many_handles_as_it_needs(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        among = Connections(Settings(tmp_path, connections=700, proxies=()))
        assert all(among.open(f"192.0.{host // 50}.1") for host in range(700))
        assert not among.open("192.1.1.1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_network_of_ipv6_counts_as_one_address(tmp_path: Path) -> None:
    settings = Settings(tmp_path, connections_per_address=3, proxies=())
    among = Connections(settings)
    assert [among.open(f"2001:db8::{number}") for number in range(4)] == [True] * 3 + [False]
    assert among.open("2001:db8:0:1::1")


@pytest.mark.parametrize(
    ("address", "trusted"),
    [("10.1.2.3", True), ("10.2.0.1", False), ("::1", True), ("", False), ("anna", False)],
)
def test_a_proxy_is_trusted_by_its_address_or_network(address: str, trusted: bool) -> None:
    assert (address in Addresses(("10.1.0.0/16", "::1"))) is trusted
