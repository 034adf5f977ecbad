"""Cards drawn or flicked onto the table, and cards chosen before it is one's turn."""

from __future__ import annotations

import random
import time

import pytest

from browser.conftest import PHONE, NewViewer
from browser.playing import (
    choose,
    click,
    dealt,
    moment,
    next_deal,
    set_table,
    sit_down,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

MOST_TURNS = 400
FAR, LITTLE, FLICKED = 160, 20, 40
"""Pixels."""
QUICKLY, SLOWLY = 0.04, 0.4
"""Seconds."""
A_WHILE = 200
"""Milliseconds in which a card would have been played."""


def drawn(one: Viewer, card: str, up: float) -> None:
    """Draw a card upwards with the mouse, and let it go."""
    box = one.page.locator(f"#h-{card}").bounding_box()
    assert box is not None
    x, y = box["x"] + 10, box["y"] + 30
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(x + 20, y - up / 2)
    one.page.wait_for_timeout(150)
    one.page.mouse.move(x + 30, y - up)
    one.page.wait_for_timeout(150)
    one.page.mouse.up()


def test_a_card_drawn_onto_the_table_is_played_and_one_let_go_in_the_hand_is_not(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    set_table(ada, "calatafimi-2")
    asked = wait_to_be_asked([ada])
    assert asked is not None
    card = asked[1].cards[0]
    drawn(ada, card, LITTLE)
    assert moment(ada).seq == asked[1].seq
    drawn(ada, card, FAR)
    wait_for_news(ada, asked[1].seq)
    ada.page.wait_for_selector(f"#h-{card}", state="detached")


def stroked(one: Viewer, card: str, up: float, seconds: float) -> None:
    """Stroke a card upwards with a finger, and lift it; the touches carry their own times."""
    box = one.page.locator(f"#h-{card}").bounding_box()
    assert box is not None
    x, y, began = box["x"] + 10, box["y"] + 30, time.time()
    finger = one.context.new_cdp_session(one.page)
    for kind, part in (("Start", 0.0), ("Move", 0.5), ("Move", 1.0), ("End", 1.0)):
        points = [] if kind == "End" else [{"x": x, "y": y - up * part}]
        touch = {"type": f"touch{kind}", "touchPoints": points}
        finger.send("Input.dispatchTouchEvent", {**touch, "timestamp": began + seconds * part})
    finger.detach()


def test_a_card_flicked_with_a_finger_is_played_and_one_moved_slowly_is_not(
    viewer: NewViewer,
) -> None:
    ada = viewer(**PHONE)
    set_table(ada, "calatafimi-2")
    asked = wait_to_be_asked([ada])
    assert asked is not None
    card = asked[1].cards[0]
    stroked(ada, card, FLICKED, SLOWLY)
    ada.page.wait_for_timeout(A_WHILE)
    assert moment(ada).seq == asked[1].seq
    stroked(ada, card, FLICKED, QUICKLY)
    wait_for_news(ada, asked[1].seq)
    ada.page.wait_for_selector(f"#h-{card}", state="detached")


def test_a_card_chosen_in_advance_is_played_when_it_may_be_and_given_back_when_not(
    viewer: NewViewer,
) -> None:
    ada, bruno = viewer(), viewer("Bruno")
    sit_down(bruno, set_table(ada, "calatafimi-2", open_seats=(1,)), 1)
    dealt([ada, bruno])
    rng, seen = random.Random(3), set()
    for _ in range(MOST_TURNS):
        asked = wait_to_be_asked([ada, bruno])
        if asked is None:
            next_deal([ada, bruno])
            continue
        playing, now = asked
        waiting = bruno if playing is ada else ada
        if now.cards and not playing.page.locator("#trick.open .laid").count():
            seen.add(in_advance(waiting, playing, rng))
            if seen == {True, False}:
                return
            continue
        click(playing, choose(now, rng))
        wait_for_news(playing, now.seq)
    raise AssertionError(f"only {seen} was met")


def in_advance(waiting: Viewer, playing: Viewer, rng: random.Random) -> bool:
    """Choose a card while the other leads; tell whether it has been played, or given back."""
    hand = waiting.page.eval_on_selector_all("#hand .card", "all => all.map(one => one.value)")
    card, before = rng.choice(hand), moment(playing)
    waiting.page.locator(f"#h-{card}").evaluate("(one) => one.click()")
    waiting.page.wait_for_selector(f"#h-{card}.ahead")
    click(playing, choose(before, rng))
    waiting.page.wait_for_function(
        "([seq, card]) => Number(document.querySelector('#table').dataset.seq) > seq"
        " && !document.querySelector('.ahead, .sent')",
        arg=[before.seq, card],
    )
    waiting.page.wait_for_function(
        "(card) => !document.querySelector(`#h-${card}`)"
        " || document.querySelector('#why').textContent",
        arg=card,
    )
    return waiting.page.locator(f"#h-{card}").count() == 0
