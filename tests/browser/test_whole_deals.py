"""Whole deals with the mouse: everything that a game asks can be answered by clicking."""

from __future__ import annotations

import random

import pytest

from browser.conftest import MOVING, NewViewer
from browser.playing import moment, play_deals, set_table, wait_for_news

pytestmark = pytest.mark.slow

GAME = "tortorici-4"
"""Others are played by clicks where `test_looks` looks at them."""


def test_a_deal_is_played_by_clicks_up_to_its_sheet_and_the_next_deal(
    viewer: NewViewer,
) -> None:
    ada = viewer(**MOVING)
    set_table(ada, GAME)
    play_deals([ada], random.Random(GAME))
    now = moment(ada)
    assert now.phase == "between"
    assert ada.page.locator("#sheet").is_visible()
    ada.page.click("#next")
    wait_for_news(ada, now.seq)
    after = moment(ada)
    assert after.phase == "playing"
    assert after.deal == now.deal + 1
