"""Sounds: none unless one wants them, and none before one has touched the page."""

from __future__ import annotations

import random

import pytest

from browser.conftest import MOVING, NewViewer
from browser.playing import (
    FEW_CARDS,
    choose,
    click,
    play_deal,
    set_table,
    wait_for_news,
    wait_to_be_asked,
)

pytestmark = pytest.mark.slow

COUNTED = """
window.voices = 0;
for (const name of ["createOscillator", "createBufferSource"]) {
  const made = AudioContext.prototype[name];
  AudioContext.prototype[name] = function () { window.voices += 1; return made.call(this); };
}
"""


def test_sounds_are_switched_on_remembered_and_heard_and_cost_nothing_before(
    viewer: NewViewer,
) -> None:
    ada = viewer(**MOVING)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.add_init_script(COUNTED)
    set_table(ada, FEW_CARDS)
    asked_now = wait_to_be_asked([ada])
    assert asked_now is not None
    click(ada, choose(asked_now[1], random.Random(1)))
    wait_for_news(ada, asked_now[1].seq)
    assert ada.page.evaluate("voices") == 0
    assert not any("sound.js" in url for url in asked)
    ada.page.click(".menu:has(#hears-sounds) summary")
    with ada.page.expect_response("**/sound.js"):
        ada.page.check("#hears-sounds")
    ada.page.keyboard.press("Escape")
    play_deal([ada], random.Random(2))
    assert ada.page.evaluate("voices") > 20
    ada.page.reload()
    assert ada.page.is_checked("#hears-sounds")
    assert any("sound.js" in url for url in asked)
