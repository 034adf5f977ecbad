"""A server, a browser, and visitors whose pages must not complain."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import machine
from browser.viewer import Viewer
from browser.wire import Wire
from served import Served
from services import require

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-software-rasterizer",
)
CALM: dict[str, Any] = {"reduced_motion": "reduce"}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""Cards move: for tests of motion, and of what is done while something moves. It takes time."""

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DEVICES = {"desktop": DESKTOP, "phone": PHONE}
LANGUAGE_ON = {"desktop": "en-GB", "phone": "de-DE"}
"""German is looked at on the phone: its words are the longest, and the screen the smallest."""
MOST_TOLD = 5
COMPLAINT = re.compile(r"^(ERROR|Traceback)", re.MULTILINE)

NewViewer = Callable[..., Viewer]


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server for all tests of this process."""
    require(machine.BROWSER)
    with Served() as server:
        yield server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The system's browser; it ends with the module, as it occupies the thread's event loop."""
    binary = require(machine.BROWSER)
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=binary, args=[*FLAGS, *(["--no-sandbox"] if as_root else [])]
        )
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Callable[..., Viewer]]:
    """Make visitors of any address; the test fails if a page of theirs has complained."""
    viewers: list[Viewer] = []

    def come(base: str, name: str = "Ada", **how: Any) -> Viewer:
        by_itself = how.pop("only_answers", False)
        keeps = how.pop("keeps", False)
        context = chromium.new_context(**{"locale": "en-GB", **CALM, **DESKTOP, **how})
        if not by_itself:  # a test clicks for itself
            context.add_cookies([{"name": "only", "value": "off", "url": base}])
        if not keeps:  # a service worker would ask for all rulebooks each time
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        viewers.append(Viewer(context, base, name))
        return viewers[-1]

    yield come
    troubles = [f"{viewer.name}: {one}" for viewer in viewers for one in viewer.unforgiven()]
    troubles = list(dict.fromkeys(troubles))[:MOST_TOLD]
    for viewer in viewers:
        viewer.context.close()
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def said(served: Served) -> Iterator[None]:
    """What the server says during the test: shown when it fails, and no error may be in it."""
    before = len(served.log.read_text(errors="replace"))
    yield
    told = served.log.read_text(errors="replace")[before:]
    print(told)
    assert not COMPLAINT.search(told)


@pytest.fixture
def viewer(visitor: NewViewer, served: Served, said: None) -> NewViewer:
    """Make visitors of the server."""

    def come(name: str = "Ada", **how: Any) -> Viewer:
        return visitor(served.url, name, **how)

    return come


@pytest.fixture
def wire(served: Served) -> Iterator[Wire]:
    """A wire to the server that can be cut."""
    made = Wire(served.port)
    yield made
    made.close()
