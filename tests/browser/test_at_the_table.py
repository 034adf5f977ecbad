"""Small helps at the table, cards drawn or flicked onto it, and whoever is quick."""

from __future__ import annotations

import json
import random
import re
import time

import pytest

from browser.conftest import DEVICES, MOVING, PHONE, NewViewer
from browser.moments import NOTHING_IS_SENT, Target
from browser.playing import (
    ON_A_CARD,
    Hand,
    choose,
    click,
    dealt,
    moment,
    next_deal,
    play_on,
    play_until_one_is_barred,
    set_table,
    sit_down,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import STREAM_IN_HAND, Viewer

pytestmark = pytest.mark.slow

NOT_SECURE = "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined});"
HERE = """(told) => window.stream.dispatchEvent(new MessageEvent("presence", {data: told}));"""
HEARD = "() => [...document.querySelectorAll('#live p')].map((row) => row.textContent)"
CUT = """() => [...document.querySelectorAll("#seats .seat:not(.at-bottom) .name")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
LISTENS = "#hand .card[tabindex='-1']"
"""The last script of the page has run."""

TO_BE_READ = 1500
"""Milliseconds: longer than a page waits before it answers by itself."""

LONG = 60_000
"""Milliseconds: longer than anybody is told that something goes by itself."""


def told(one: Viewer) -> str:
    """The line that tells why not."""
    return one.page.inner_text("#why")


def test_keys_tell_that_there_is_nothing_and_letters_can_be_switched_off(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    ada.page.clock.install()
    set_table(ada, "grosstarock")
    ada.page.wait_for_selector(LISTENS)
    assert wait_to_be_asked([ada])
    press = ada.page.keyboard.press
    for key, sentence in (
        ("l", "No trick has been played yet."),
        ("u", "Nothing can be taken back."),
        ("t", "Nothing can be said here."),
    ):
        press(key)
        assert told(ada) == sentence
        assert ada.page.get_attribute("#why", "aria-live") == "polite"
    ada.page.clock.fast_forward(LONG)
    assert told(ada) == ""
    ada.page.click(".menu:has(#letter-keys) summary")
    ada.page.click("#letter-keys")
    ada.page.keyboard.press("Escape")
    ada.page.reload()
    ada.page.wait_for_selector(LISTENS)
    assert not ada.page.is_checked("#letter-keys")
    for key in ("l", "t", "?"):
        press(key)
    assert told(ada) == ""
    assert not ada.page.is_visible("#keys")
    press("ArrowRight")
    assert ada.page.evaluate("() => document.activeElement.matches('#hand .card')")
    ada.page.click(".menu:has(#letter-keys) summary")
    ada.page.click("#letter-keys")
    ada.page.keyboard.press("Escape")
    press("l")
    assert told(ada)


OTHER_CLOCKS = {"an hour fast": 3600, "an hour slow": -3600, "a day fast": 86_400}
"""Seconds by which the clock of a device is wrong."""


@pytest.mark.parametrize("wrong", OTHER_CLOCKS)
def test_the_time_left_is_that_of_the_server_whatever_the_device_thinks(
    viewer: NewViewer, wrong: str
) -> None:
    ada = viewer()
    ada.page.add_init_script(STREAM_IN_HAND)
    ada.page.clock.install(time=time.time() + OTHER_CLOCKS[wrong])
    set_table(ada, "mineo-3", turn="3600")
    wait_to_be_asked([ada])
    ada.page.wait_for_function("() => window.stream && clock.textContent")
    assert re.fullmatch(r"1 hour|59:\d\d", ada.page.inner_text("#clock"))
    ada.page.evaluate("(now) => clock.dataset.deadline = now", time.time() + 7400)
    ada.page.evaluate(ALIVE, time.time() * 1000)
    ada.page.clock.run_for(500)
    assert ada.page.inner_text("#clock") == "2 hours"


ALIVE = (
    """(now) => window.stream.dispatchEvent(new MessageEvent("alive", {data: String(now)}))"""
)

ONE_ANSWER = """(seq) => {
  if (Number(document.querySelector("#table").dataset.seq) !== seq) return true;
  const only = document.querySelector("#choices > button[data-choice]");
  const others = [...document.querySelectorAll("#choices > *")].filter((one) => one !== only);
  for (const other of others) other.remove();
  if (others.length) document.dispatchEvent(new Event("settled"));
  return false;
}"""
"""Makes the page look as where only the first answer may be given, also when it is sent again.

True once the table has moved on.
"""


def test_a_question_with_one_answer_answers_itself_unless_that_is_switched_off(
    viewer: NewViewer,
) -> None:
    ada = viewer(only_answers=True)
    set_table(ada, "tortorici-4")  # its dealer is asked for a word first, in every deal
    asked = wait_to_be_asked([ada])
    assert asked is not None
    assert asked[1].words
    ada.page.wait_for_function(ONE_ANSWER, arg=asked[1].seq)
    ada.page.click(".menu:has(#only-answers) summary")
    ada.page.click("#only-answers")
    ada.page.reload()
    ada.page.wait_for_selector(LISTENS)
    assert not ada.page.is_checked("#only-answers")
    asked = wait_to_be_asked([ada])
    assert asked is not None
    ada.page.evaluate(ONE_ANSWER, asked[1].seq)
    ada.page.wait_for_timeout(TO_BE_READ)
    assert moment(ada).seq == asked[1].seq


def test_a_refusal_stays_until_one_does_something(viewer: NewViewer) -> None:
    ada = viewer()
    ada.page.clock.install()
    set_table(ada, "priestertarock")
    ada.page.wait_for_selector(LISTENS)
    barred = play_until_one_is_barred(ada, random.Random(1))
    for clear in (
        lambda: ada.page.keyboard.press("Escape"),
        lambda: ada.page.mouse.click(2, 2),
        lambda: ada.legal().first.evaluate("(one) => one.click()"),
    ):
        barred.evaluate("(one) => one.click()")
        ada.page.wait_for_selector("#why:not(:empty)")
        ada.page.clock.fast_forward(LONG)
        assert told(ada)
        assert ada.page.get_attribute("#why", "aria-live") == "assertive"
        clear()
        ada.page.wait_for_selector("#why:empty", state="attached")


def test_where_the_page_may_not_copy_the_link_is_selected_and_stays_so(
    viewer: NewViewer,
) -> None:
    ada, bruno = viewer(), viewer("Bruno")
    ada.page.add_init_script(NOT_SECURE)
    ada.page.clock.install()
    table = set_table(ada, "mineo-3", open_seats=(1, 2))
    ada.page.click("#copy[data-copy]")
    ada.page.wait_for_selector("#why:not(:empty)")
    sit_down(bruno, table, 1)
    ada.page.wait_for_selector("#table :text('Bruno')")
    assert ada.page.evaluate("() => String(getSelection())") == ada.base + table
    ada.page.clock.fast_forward(LONG)
    assert told(ada) == "Press Ctrl+C to copy the link."


def test_a_friend_who_is_gone_is_told_once_and_a_bot_can_be_set_in_at_once(
    viewer: NewViewer,
) -> None:
    name = "W" * 24
    ada, bruno = viewer(**DEVICES["phone"]), viewer(name)
    ada.page.add_init_script(STREAM_IN_HAND)
    table = set_table(ada, "calatafimi-2", open_seats=(1,))
    sit_down(bruno, table, 1)
    dealt([ada])
    while (asked := wait_to_be_asked([ada, bruno])) and asked[0] is ada:
        now = moment(ada)
        ada.legal().first.evaluate("(one) => one.click()")
        for one in (ada, bruno):
            one.page.wait_for_function(
                "seq => Number(document.querySelector('#table').dataset.seq) > seq", arg=now.seq
            )
    bruno.page.close()
    assert not ada.page.is_visible("#stand-in-now")
    for seats in ([0], [0], [0, 1], [0]):
        here = {"seats": seats, "onlookers": 0, "preparing": False}
        ada.page.evaluate(HERE, json.dumps(here))
        assert ada.page.is_visible("#stand-in-now") == (seats == [0])
    assert ada.page.evaluate(HEARD).count(f"{name} is gone.") == 2
    assert ada.page.inner_text("#stand-in-now") == f"Let a bot play for {name}"
    assert not ada.scrolls_sideways()


@pytest.mark.parametrize("width", [390, 320])
def test_names_of_nine_letters_are_whole_where_five_play_on_a_phone(
    viewer: NewViewer, width: int
) -> None:
    phone = {**DEVICES["phone"], "viewport": {"width": width, "height": 844}}
    ada = viewer(**phone, color_scheme="dark")
    set_table(ada, "priestertarock")
    assert wait_to_be_asked([ada])
    assert ada.page.evaluate(CUT) == []
    assert not ada.scrolls_sideways()


IN_SIGHT = """(selectors) => {
  const answers = document.querySelector("#answers").getBoundingClientRect();
  return selectors.map((selector) => document.querySelector(selector).getBoundingClientRect())
    .map(({top, bottom}) => Math.min(bottom, answers.bottom) - Math.max(top, answers.top));
}"""
"""How much of something is seen among the answers, in pixels."""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568)])
def test_what_words_win_and_cost_comes_into_sight_when_it_is_unfolded_on_a_phone(
    viewer: NewViewer, width: int, height: int
) -> None:
    phone = {**DEVICES["phone"], "viewport": {"width": width, "height": height}}
    ada = viewer(**phone, locale="de-DE")
    set_table(ada, "mineo-4")
    assert wait_to_be_asked([ada])
    ada.page.wait_for_selector(LISTENS)
    ada.page.locator("#prices summary").scroll_into_view_if_needed()
    ada.page.click("#prices summary")
    ada.page.wait_for_function("() => document.querySelector('#answers').scrollTop > 0")
    line, told = ada.page.evaluate(IN_SIGHT, ["#prices summary", "#prices dl"])
    assert line > 30
    assert told > 40


# -- cards drawn or flicked onto the table, and cards chosen before it is one's turn -----

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
    wanted = [False, True]
    while wanted:
        asked = wait_to_be_asked([ada, bruno])
        assert asked is not None
        playing, now = asked
        if now.cards and not playing.page.locator("#trick.open .laid").count():
            follows = wanted.pop()
            assert in_advance(bruno if playing is ada else ada, playing, follows) == follows
            continue
        click(playing, now.targets()[0])
        wait_for_news(playing, now.seq)


def in_advance(waiting: Viewer, playing: Viewer, follows: bool) -> bool:
    """Choose a card that follows suit, or none, while the other leads; has it been played?"""
    hand = waiting.page.eval_on_selector_all("#hand .card", "all => all.map(one => one.value)")
    before, suits = moment(playing), {card[0] for card in hand}
    lead = next(one for one in before.targets() if one.choice[0] in suits - {"F"})
    card = next(one for one in hand if one[0] != "F" and (one[0] == lead.choice[0]) == follows)
    waiting.page.locator(f"#h-{card}").evaluate("(one) => one.click()")
    waiting.page.wait_for_selector(f"#h-{card}.ahead")
    click(playing, lead)
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


# -- no choice is lost, and none is made by mistake --------------------------------------

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
    play_on([ada], random.Random(1), 5)


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
