"""Without a script: everything is a link or a form, and a deal can be played all the same."""

from __future__ import annotations

import random

import pytest

from browser.conftest import NewViewer
from browser.moments import PLAYING
from browser.playing import FEW_CARDS, OWN, choose, click, moment, set_table

pytestmark = pytest.mark.slow
MOST_LOOKS = 400


def test_a_deal_is_played_with_plain_forms(viewer: NewViewer) -> None:
    ada, rng = viewer(java_script_enabled=False), random.Random(8)
    set_table(ada, FEW_CARDS)
    chosen = 0
    for _ in range(MOST_LOOKS):
        now = moment(ada)
        if now.phase != PLAYING:
            break
        if now.turn == OWN:
            with ada.page.expect_navigation():
                click(ada, choose(now, rng))
            chosen += 1
        else:
            ada.page.wait_for_timeout(100)
            ada.page.reload()
    assert moment(ada).phase == "between"
    assert chosen > 1
    assert ada.page.locator("#sheet").is_visible()
    with ada.page.expect_navigation():
        ada.page.click("#next")
    assert moment(ada).deal == now.deal + 1
