"""What no request may be, and how many connections and streams there may be."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from matto.server.http.security import Addresses
from matto.server.serving import listen, most_connections, server_of
from matto.server.settings import Settings
from server.wire import FAST
from services import LOOPBACK

A_MOMENT = 0.3
PATIENCE = 60.0
ORDER = {"game": "calatafimi-2", "bots": ["", ""]}
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
        return not self.connections and not self._server._app.state.services.hub.streams

    @property
    def connections(self) -> set[Any]:
        return self._server.server_state.connections

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    @contextmanager
    def line(self, sent: bytes = b"") -> Iterator[socket.socket]:
        with socket.create_connection((LOOPBACK, self.port), timeout=PATIENCE) as line:
            line.sendall(sent)
            yield line

    def answer(self, sent: bytes) -> bytes:
        """All that comes until the server ends the connection."""
        with self.line(sent) as line:
            return ended(line)

    def opened(self) -> str:
        """Open a table."""
        table: str = httpx.post(f"{self.url}/api/tables", json=ORDER).json()["table"]
        return table


def ended(line: socket.socket) -> bytes:
    """What comes until the end."""
    got, until = b"", time.monotonic() + PATIENCE
    line.settimeout(A_MOMENT / 6)
    while time.monotonic() < until:
        try:
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
        streams_per_address=2,
    ) as server:
        yield server


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server behind a proxy on this machine."""
    with running(tmp_path_factory.mktemp("trusting"), streams_per_address=2) as server:
        yield server


@pytest.mark.slow
def test_a_connection_without_a_further_request_is_ended(counting: Running) -> None:
    assert status_of(counting.answer(WHOLE)) == 200


@pytest.mark.slow
def test_requests_sent_one_after_the_other_without_waiting_are_all_answered(
    counting: Running,
) -> None:
    answer = counting.answer(WHOLE * 20)
    assert answer.count(b"HTTP/1.1 200 OK") == 20


# -- what no request may be --------------------------------------------------------------


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
    with running(tmp_path) as server:
        taken = 0
        with server.line(begin) as line, pytest.raises((ConnectionError, TimeoutError)):
            line.settimeout(2)
            while taken < 100_000_000:
                taken += line.send(b"x" * 65536)
        assert taken < 20_000_000  # most of it lies in the buffers of the system


CHUNKED = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n1e\r\n"
    b'{"game": "calatafimi-2"}      \r\n0\r\nAuthorization: Bearer %b\r\n\r\n'
)


@pytest.mark.slow
def test_what_comes_behind_a_body_is_no_key(counting: Running) -> None:
    answer = counting.answer(CHUNKED % b"behindthebody0123456789abc")
    assert status_of(answer) == 201
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["key"]  # one of its own was made


@pytest.mark.parametrize(
    "target", [b"http://evil.example/", b"http://127.0.0.1/", b"evil.example:80"]
)
def test_who_asks_for_something_on_another_server_is_refused(
    counting: Running, target: bytes
) -> None:
    asked = b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % target
    assert status_of(counting.answer(asked)) == 400


@pytest.mark.slow
@pytest.mark.parametrize(
    "hosts",
    [
        (b"127.0.0.1", b"evil.example"),
        (b"127.0.0.1", b"127.0.0.1"),
        (b"[::1].evil.example",),
        (b"localhost:",),
        (b"localhost:0",),
        (b"localhost:99999",),
        (b"evil.example@localhost",),
        (b"localhost/evil",),
        (b"localhost evil",),
        (b"",),
        (),
    ],
)
def test_a_request_names_the_server_once_and_plainly(
    counting: Running, hosts: tuple[bytes, ...]
) -> None:
    lines = b"".join(b"Host: %b\r\n" % host for host in hosts)
    answer = counting.answer(b"GET /healthz HTTP/1.1\r\n%b\r\n" % lines)
    assert status_of(answer) == 400


# -- number ------------------------------------------------------------------------------


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


@pytest.mark.slow
def test_more_connections_than_are_set_are_told_to_come_later(tmp_path: Path) -> None:
    with running(tmp_path, connections=3) as server, ExitStack() as lines:
        for _ in range(2):
            lines.enter_context(server.line())
        while len(server.connections) < 2:
            time.sleep(A_MOMENT / 6)
        assert status_of(server.answer(WHOLE)) == 503


def test_a_server_asks_the_system_for_as_many_handles_as_it_needs() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        assert most_connections(700) == 700
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 800
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(
    ("address", "trusted"),
    [("10.1.2.3", True), ("10.2.0.1", False), ("::1", True), ("", False), ("anna", False)],
)
def test_a_proxy_is_trusted_by_its_address_or_network(address: str, trusted: bool) -> None:
    assert (address in Addresses(("10.1.0.0/16", "::1"))) is trusted
