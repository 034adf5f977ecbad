"""Cards move quickly or not at all; sounds are heard by those who want them."""

from __future__ import annotations

import random

import pytest

from browser.ahead import over, play_ahead, two_tricks_are_left
from browser.conftest import CALM, MOVING, NewViewer
from browser.playing import (
    FEW_CARDS,
    choose,
    click,
    moment,
    next_deal,
    play_deals,
    play_on,
    set_table,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

LONGEST = 250
"""Milliseconds that a motion may last."""

LONGEST_DEALING = 2500
"""Milliseconds until the last packet of a deal lies."""

LEAST_TO_BE_SEEN = 1000
"""Milliseconds that the last trick lies before the score sheet, at the very least."""

WATCH = """() => {
  window.motions = [];
  window.latest = 0;
  let trick, since;
  new MutationObserver(() => {
    const done = document.querySelector("#trick.done")?.dataset.trick;
    if (done !== trick) [trick, since] = [done, performance.now()];
    if (document.querySelector("#sheet")) window.lay ??= performance.now() - since;
  }).observe(document, {attributes: true, childList: true, subtree: true});
  const look = () => {
    for (const one of document.getAnimations()) {
      const {duration, delay} = one.effect.getComputedTiming();
      window.motions.push(duration);
      window.latest = Math.max(window.latest, duration + delay);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


MOTIONS = "() => window.motions"
"""How long each motion lasted, as often as it was met, in milliseconds."""


def test_packets_fly_no_motion_lasts_for_a_quarter_of_a_second_and_the_last_trick_lies_still(
    viewer: NewViewer,
) -> None:
    ada = viewer(**MOVING)
    set_table(ada, "calatafimi-2")
    play_ahead([ada], two_tricks_are_left)
    ada.page.evaluate(WATCH)
    play_deals([ada], random.Random(1))
    found = ada.page.evaluate(MOTIONS)
    assert found
    assert max(found) <= LONGEST
    assert ada.page.evaluate("window.latest") <= LONGEST_DEALING
    assert ada.page.evaluate("window.lay") >= LEAST_TO_BE_SEEN
    assert ada.page.is_visible("#sheet")
    deal = moment(ada).deal
    flown, hand = flown_in_the_next_deal(ada)
    assert moment(ada).deal == deal + 1
    assert hand <= flown
    assert "fan" in flown


def test_nothing_moves_for_whoever_wants_less_motion(viewer: NewViewer) -> None:
    ada = viewer(**CALM)
    set_table(ada, FEW_CARDS)
    ada.page.evaluate(WATCH)
    play_on([ada], random.Random(1), 6)
    assert [one for one in ada.page.evaluate(MOTIONS) if one > 1] == []


NEXT_DEAL = """() => {
  window.flown = new Set();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.flown.add(this.closest(".card")?.value ?? this.parentElement.className);
    return animate.apply(this, how);
  };
}"""


def flown_in_the_next_deal(one: Viewer) -> tuple[set[str], set[str]]:
    """Ask for the next deal; what has flown until one is asked, and one's hand then."""
    one.page.evaluate(NEXT_DEAL)
    next_deal([one])
    assert wait_to_be_asked([one])
    flown = set(one.page.evaluate("[...window.flown]"))
    hand = one.page.eval_on_selector_all("#hand .card", "all => all.map(one => one.value)")
    return flown, set(hand)


def test_no_packet_flies_for_whoever_has_chosen_that_cards_lie_still(viewer: NewViewer) -> None:
    ada = viewer(**MOVING)
    set_table(ada, FEW_CARDS)
    ada.page.click(".menu:has(#speed) summary")
    ada.page.select_option("#speed", "still")
    ada.page.reload()
    ada.page.wait_for_selector("#hand .card[tabindex='-1']")
    assert ada.page.input_value("#speed") == "still"
    play_ahead([ada], over)
    flown, hand = flown_in_the_next_deal(ada)
    assert hand.isdisjoint(flown)
    assert "fan" not in flown


# -- none unless one wants them, and none before one has touched the page ----------------

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
    play_on([ada], random.Random(2), 5)
    assert ada.page.evaluate("voices") > 10
    ada.page.reload()
    assert ada.page.is_checked("#hears-sounds")
    assert any("sound.js" in url for url in asked)
