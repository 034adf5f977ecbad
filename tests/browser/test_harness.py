"""What would spoil a page is noticed; a wire carries both ways, and can be cut and mended."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from browser.conftest import PHONE, NewViewer
from browser.viewer import Viewer
from browser.wire import Wire
from services import LOOPBACK

BASE = "http://127.0.0.1:9"
GOOD = (
    '<!doctype html><html lang="en"><title>t</title><meta name="viewport"'
    ' content="width=device-width"><main id="table" data-seq="1"><h1>Table</h1>'
    '<div id="hand"><button class="card" data-choice="SK" aria-disabled="false">King</button>'
    "</div></main></html>"
)


def render_cache(visitor: NewViewer, html: str, **how: object) -> Viewer:
    viewer = visitor(BASE, **how)
    csp = {"content-security-policy": "default-src 'self'", "content-type": "text/html"}
    viewer.page.route("**/*", lambda route: route.fulfill(body=html, headers=csp))
    viewer.go("/")
    return viewer


@pytest.mark.slow
def test_a_good_page_has_nothing_to_complain_about(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD)
    assert viewer.told("seq") == "1"
    assert viewer.legal().count() == 1
    assert not viewer.covered_targets()
    assert not viewer.scrolls_sideways()
    assert not viewer.barriers()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "complaint"),
    [
        ('<p style="color: red">inline</p>', "Content Security Policy"),
        ("<script>alert(1)</script>", "Content Security Policy"),
        ('<img alt="" src="http://127.0.0.2:9/elsewhere.png">', "Content Security Policy"),
    ],
)
def test_what_the_security_policy_forbids_is_a_trouble(
    visitor: NewViewer, planted: str, complaint: str
) -> None:
    viewer = render_cache(visitor, GOOD.replace("<h1>", f"{planted}<h1>"))
    assert any(complaint in problem for problem in viewer.unforgiven())
    viewer.forgive(complaint)


@pytest.mark.slow
def test_what_spoils_a_page_is_found(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD.replace(">King<", "><"), **PHONE)
    with viewer.page.expect_event("pageerror"):
        viewer.page.evaluate("setTimeout(() => { throw new Error('planted'); })")
    assert any("planted" in problem for problem in viewer.unforgiven())
    viewer.forgive("planted")
    assert any("button-name" in barrier for barrier in viewer.barriers())
    viewer.page.evaluate("document.querySelector('#hand').style.width = '600px'")
    assert viewer.scrolls_sideways()
    viewer.page.evaluate("""() => {
      const above = document.body.appendChild(document.createElement("div"));
      Object.assign(above.style, {position: "fixed", inset: 0});
    }""")
    assert [found.partition(" ")[0] for found in viewer.covered_targets()] == ["SK"]


# -- a wire carries both ways, breaks what is open when it is cut, and can be mended -----


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
