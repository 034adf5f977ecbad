"""A server, a browser, and visitors whose pages must not complain."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

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
PICTURES = Path(__file__).resolve().parents[2] / "build" / "screenshots"
COMPLAINT = re.compile(r"^(ERROR|Traceback)", re.MULTILINE)

NO_FACES: dict[str, Any] = {
    "content_type": "image/svg+xml",
    "body": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}

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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of each page of a test that fails, below build/screenshots."""
    report = yield
    if report.when == "call" and report.failed:
        viewers = cast(list[Viewer], item.funcargs.get("viewers", []))
        for number, viewer in enumerate(viewers):
            with suppress(Error):  # the test may have closed it
                viewer.page.screenshot(path=PICTURES / f"{item.name}-{number}.png")
    return report


@pytest.fixture
def viewers() -> list[Viewer]:
    """All visitors of a test."""
    return []


@pytest.fixture
def visitor(chromium: Browser, viewers: list[Viewer]) -> Iterator[Callable[..., Viewer]]:
    """Make visitors of any address; the test fails if a page of theirs has complained."""

    def come(base: str, name: str = "Ada", **how: Any) -> Viewer:
        by_itself = how.pop("only_answers", False)
        keeps = how.pop("keeps", False)
        paints = how.pop("paints", False)
        context = chromium.new_context(**{"locale": "en-GB", **CALM, **DESKTOP, **how})
        if not by_itself:  # a test clicks for itself
            context.add_cookies([{"name": "only", "value": "off", "url": base}])
        if not keeps:  # a service worker would ask for all rulebooks each time
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        if not paints:  # what is drawn on each card takes most of a browser's time
            context.route("**/faces/**", lambda asked: asked.fulfill(**NO_FACES))
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
