"""While players get ready, the page says so, and soon leaves the table free again."""

from __future__ import annotations

import pytest

from browser.conftest import NewViewer
from browser.playing import set_table
from browser.viewer import STREAM_IN_HAND, Viewer

pytestmark = pytest.mark.slow

TELL = """(preparing) => {
  const here = {seats: [0], onlookers: 0, preparing};
  window.stream.dispatchEvent(new MessageEvent("presence", {data: JSON.stringify(here)}));
}"""
SELDOM, READ = 1300, 9100
"""Milliseconds until one is told, and until one has read it."""


def at_a_table(one: Viewer) -> None:
    """Sit at a table whose clock stands still from now on."""
    one.page.add_init_script(STREAM_IN_HAND)
    one.page.clock.install()
    set_table(one, "mineo-3")
    one.page.wait_for_function("() => window.stream")
    one.page.clock.pause_at(one.page.evaluate("() => Date.now()") / 1000 + 1)


def told(one: Viewer) -> str:
    """What is written over the table."""
    line = one.page.locator("#wire:not([hidden])")
    return line.inner_text() if line.count() else ""


def test_it_is_said_for_a_while_and_once(viewer: NewViewer) -> None:
    ada = viewer()
    at_a_table(ada)
    clock = ada.page.clock
    ada.page.evaluate(TELL, True)
    assert not told(ada)
    clock.fast_forward(SELDOM)
    assert "getting ready" in told(ada)
    assert "simpler ones" in told(ada)
    clock.fast_forward(READ)
    assert not told(ada)
    ada.page.evaluate(TELL, True)  # somebody has come or gone
    clock.fast_forward(SELDOM)
    assert not told(ada)


def test_it_is_not_said_where_it_does_not_last_and_ends_when_they_are(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    at_a_table(ada)
    for preparing in (True, False):
        ada.page.evaluate(TELL, preparing)
    ada.page.clock.fast_forward(SELDOM)
    assert not told(ada)
    ada.page.evaluate(TELL, True)
    ada.page.clock.fast_forward(SELDOM)
    assert told(ada)
    ada.page.evaluate(TELL, False)
    assert not told(ada)
