"""A wire carries both ways, breaks what is open when it is cut, and can be mended."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from browser.wire import Wire
from services import LOOPBACK


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that says back what it is told."""
    listener = socket.create_server((LOOPBACK, 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                threading.Thread(target=repeat, args=(near,), daemon=True).start()

    def repeat(near: socket.socket) -> None:
        with near, suppress(OSError):
            while said := near.recv(1000):
                near.sendall(said)

    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


@pytest.fixture
def wire(echo: int) -> Iterator[Wire]:
    made = Wire(echo)
    yield made
    made.close()


def call(wire: Wire) -> socket.socket:
    return socket.create_connection((LOOPBACK, wire.port), timeout=5)


def heard(caller: socket.socket, word: bytes) -> bytes:
    try:
        caller.sendall(word)
        return caller.recv(1000)
    except OSError:
        return b""


def test_a_whole_wire_carries_both_ways(wire: Wire) -> None:
    with call(wire) as caller:
        assert heard(caller, b"carte") == b"carte"
        assert heard(caller, b"vita") == b"vita"
    for _ in range(100):  # it is counted a moment after it has arrived
        if wire.carried == 2 * len(b"carte" + b"vita"):
            return
        time.sleep(0.01)
    raise AssertionError(wire.carried)


def test_a_cut_breaks_what_is_open_and_what_comes_until_it_is_mended(wire: Wire) -> None:
    with call(wire) as before:
        assert heard(before, b"one") == b"one"
        wire.cut()
        assert heard(before, b"two") == b""
    with call(wire) as during:
        assert heard(during, b"three") == b""
    wire.mend()
    with call(wire) as after:
        assert heard(after, b"four") == b"four"


def test_a_blink_breaks_what_is_open_and_nothing_more(wire: Wire) -> None:
    with call(wire) as before:
        assert heard(before, b"one") == b"one"
        wire.blink()
        assert heard(before, b"two") == b""
    with call(wire) as after:
        assert heard(after, b"three") == b"three"
