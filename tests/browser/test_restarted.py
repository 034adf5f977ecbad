"""A server that is stopped says so to its pages; when it is back, they go on by themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from browser.conftest import NewViewer
from browser.moments import AS_SENT
from browser.playing import choose, click, moment, set_table, wait_for_news, wait_to_be_asked
from served import Served

pytestmark = pytest.mark.slow

REFUSED = "ERR_|Failed to load|net::"
"""What a browser says of a server that is not there."""


@pytest.fixture
def passing() -> Iterator[Served]:
    """A server that may be stopped: nobody else is at it."""
    with Served() as server:
        yield server


def test_a_page_tells_that_its_server_starts_anew_and_goes_on_by_itself(
    visitor: NewViewer, passing: Served
) -> None:
    ada = visitor(passing.url)
    ada.forgive(REFUSED)
    set_table(ada, "mineo-3")
    wait_to_be_asked([ada])
    now, before = moment(ada), ada.page.evaluate(AS_SENT)
    passing.stop()
    ada.page.wait_for_selector("#wire:not([hidden])")
    assert "Nothing is lost." in ada.page.inner_text("#wire")
    passing.start()
    ada.page.wait_for_function("() => !document.body.classList.contains('lost')")
    assert ada.page.evaluate(AS_SENT) == before
    click(ada, choose(now, random.Random(1)))
    wait_for_news(ada, now.seq)
