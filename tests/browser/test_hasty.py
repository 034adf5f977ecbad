"""Whoever is quicker than his line: no choice is lost, and none is made by mistake."""

from __future__ import annotations

import random

import pytest

from browser.conftest import MOVING, NewViewer
from browser.moments import NOTHING_IS_SENT, Target
from browser.playing import (
    ON_A_CARD,
    Hand,
    choose,
    click,
    moment,
    next_deal,
    play_deals,
    set_table,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

DELAY = 60
SETTLED = 400
"""Milliseconds; the second in which a choice made by mistake would be sent."""

SLOW_ANSWERS = """() => {
  const sent = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await sent(...asked);
    await new Promise((later) => setTimeout(later, 600));
    return answer;
  };
}"""


def test_one_may_choose_again_as_soon_as_the_table_shows_that_one_is_asked(
    viewer: NewViewer,
) -> None:
    ada = viewer(**MOVING)
    set_table(ada, "mitigatti-3")
    ada.page.evaluate(SLOW_ANSWERS)
    play_deals([ada], random.Random(1))
    assert moment(ada).phase == "between"


def cards(one: Viewer) -> int:
    return one.page.locator("#hand .card").count()


def double_click(one: Viewer, target: Target) -> None:
    """Click twice where the target is, the second time on the card that has moved there."""
    card, now = one.page.locator(target.selector), moment(one)
    card.click(position=ON_A_CARD, trial=True)  # type: ignore[arg-type]  # it lies still, uncovered
    box = card.bounding_box()
    assert box is not None
    one.page.mouse.click(box["x"] + ON_A_CARD["x"], box["y"] + ON_A_CARD["y"])
    wait_for_news(one, now.seq)
    one.page.mouse.down(click_count=2)
    one.page.mouse.up(click_count=2)


def hold_enter(one: Viewer, target: Target) -> None:
    """Hold the key down, which repeats it, while the focus goes on to the next card."""
    one.page.locator(target.selector).focus()
    for _ in range(5):
        one.page.keyboard.down("Enter")
        one.page.wait_for_timeout(DELAY)
    one.page.keyboard.up("Enter")


@pytest.mark.parametrize("twice", [double_click, hold_enter])
def test_what_is_pressed_twice_is_chosen_once(viewer: NewViewer, twice: Hand) -> None:
    ada = viewer(**MOVING)
    set_table(ada, "grosstarock")
    rng, steps = random.Random(1), list[int]()
    while not steps or ada.page.locator("#laid-away").count():
        asked = wait_to_be_asked([ada])
        if asked is None:  # another has laid away
            next_deal([ada])
            continue
        target, now, before = choose(asked[1], rng), asked[1], cards(ada)
        if target.kind != "card" or not ada.page.locator("#laid-away").count():
            click(ada, target)
            wait_for_news(ada, now.seq)
            continue
        twice(ada, target)
        wait_for_news(ada, now.seq)
        ada.page.wait_for_timeout(SETTLED)
        ada.page.wait_for_function(NOTHING_IS_SENT)
        steps.append(before - cards(ada))
    assert set(steps) == {1}
