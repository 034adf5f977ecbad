"""People at one table, each at a browser of his own, and somebody who looks on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable

import pytest

from browser.ahead import play_ahead, two_tricks_are_left
from browser.conftest import DEVICES, LANGUAGE_ON, NewViewer
from browser.moments import Moment
from browser.playing import (
    LOOK_AGAIN,
    choose,
    click,
    dealt,
    moment,
    next_deal,
    play_on,
    set_table,
    sit_down,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import PATIENCE, Viewer

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Bruno")
GAME = "calatafimi-4"


def same_moment(viewers: list[Viewer]) -> None:
    """Wait until all pages show the newest moment."""
    newest = max(moment(viewer).seq for viewer in viewers)
    for viewer in viewers:
        viewer.page.wait_for_function(
            "seq => Number(document.querySelector('#table').dataset.seq) >= seq", arg=newest
        )


def test_two_play_with_bots_and_an_onlooker_sees_no_hand(viewer: NewViewer) -> None:
    people = [viewer(name) for name in NAMES]
    for one in people:
        one.forgive("409")  # a bot has spoken at the same time
    table = set_table(people[0], GAME, open_seats=(1,))
    sit_down(people[1], table, 1)
    onlooker = viewer("Elsa")
    onlooker.go(table)
    dealt(people)
    hands_seen: set[int] = set()

    def display(_one: Viewer, _now: Moment) -> None:
        same_moment([*people, onlooker])
        hands_seen.add(onlooker.page.locator("#hand .card").count())
        wait_until_alike(_trick, [*people, onlooker])

    play_on(people, random.Random(GAME), 4, display=display)
    assert hands_seen == {0}
    play_ahead([*people, onlooker], two_tricks_are_left)
    for seat, one in enumerate(people):  # bots go on quickly
        unfold_people(one)
        one.page.click(f"#stand-in-{seat}")
    same_moment([*people, onlooker])
    for one in (*people, onlooker):
        one.page.wait_for_selector("#table[data-phase='between']")
    wait_until_alike(_sheet, people)


def wait_until_alike(shown: Callable[[Viewer], Hashable], viewers: list[Viewer]) -> None:
    """Wait until all pages show the same: a page may still be showing what it is told."""
    until = time.monotonic() + PATIENCE / 1000
    while len(found := {shown(one) for one in viewers}) > 1:
        assert time.monotonic() < until, found
        viewers[0].page.wait_for_timeout(LOOK_AGAIN)


def _sheet(viewer: Viewer) -> tuple[str, ...]:
    return tuple(viewer.page.locator("#sheet td.number").all_inner_texts())


def _trick(viewer: Viewer) -> tuple[str | None, ...]:
    laid = viewer.page.locator("#trick [data-from]")
    return tuple(sorted(laid.evaluate_all("all => all.map(one => one.dataset.card)")))


def test_a_table_that_waits_for_players_is_found_by_its_link_and_has_no_barriers(
    viewer: NewViewer,
) -> None:
    ada, bruno = (
        viewer(name, **DEVICES[device], locale=LANGUAGE_ON[device])
        for name, device in zip(NAMES, DEVICES, strict=True)
    )
    table = set_table(ada, "calatafimi-2", open_seats=(1,))
    ada.page.wait_for_function("() => document.querySelector('#link').textContent.length > 20")
    link = ada.page.inner_text("#link")
    assert link == ada.base + table
    ada.assert_usable()
    bruno.go(link)
    bruno.assert_usable()
    sit_down(bruno, link, 1)
    dealt([ada, bruno])
    for one in (ada, bruno):
        assert one.page.locator("#hand .card").count() > 0


def test_a_seat_is_taken_once(viewer: NewViewer) -> None:
    ada, bruno, cosima = viewer(), viewer("Bruno"), viewer("Cosima")
    table = set_table(ada, "calatafimi-3", open_seats=(1, 2))
    bruno.go(table)
    cosima.go(table)
    sit_down(bruno, table, 1)
    cosima.page.wait_for_selector("#sit-1", state="detached")
    sit_down(cosima, table, 2)
    dealt([ada])
    names = ada.page.locator("#seats .name").all_inner_texts()
    assert sorted(names) == ["Bruno", "Cosima", "You"]


def test_the_rest_of_the_tricks_is_claimed_and_the_other_sees_open_cards_and_answers(
    viewer: NewViewer,
) -> None:
    ada, bruno = (
        viewer(name, **DEVICES[device], locale=LANGUAGE_ON[device])
        for name, device in zip(NAMES, DEVICES, strict=True)
    )
    sit_down(bruno, set_table(ada, "calatafimi-2", open_seats=(1,)), 1)
    dealt([ada, bruno])
    ada.page.on("dialog", lambda question: question.accept())
    play_ahead([ada, bruno], lambda state: state["seat"] == 0 and state["may_claim"])
    cards = ada.page.locator("#hand .card").count()
    ada.page.click("#claim")
    bruno.page.wait_for_selector("#open-cards, #claimed")
    if bruno.page.locator("#open-cards").count():
        assert bruno.page.locator("#open-cards .chip").count() == cards
        bruno.page.keyboard.press("1")
    for one in (ada, bruno):
        one.page.wait_for_selector("#answered, #claimed")


def play_until(asked: Viewer, people: list[Viewer], rng: random.Random) -> Moment:
    """Play on, and give the moment in which one of them is to play a card."""
    while True:
        found = wait_to_be_asked(people)
        if found is None:
            next_deal(people)
            continue
        one, now = found
        if one is asked and now.cards:
            return now
        click(one, choose(now, rng))
        wait_for_news(one, now.seq)
        same_moment(people)


def unfold_people(viewer: Viewer) -> None:
    viewer.page.locator("#people").evaluate("people => { people.open = true; }")


def test_a_friend_who_was_away_has_his_seat_again_at_once_and_plays_the_next_card(
    viewer: NewViewer,
) -> None:
    ada, bruno = people = [viewer(name) for name in NAMES]
    table = set_table(ada, "calatafimi-2", open_seats=(1,))
    sit_down(bruno, table, 1)
    dealt(people)
    rng = random.Random(7)
    play_until(bruno, people, rng)
    bruno.page.goto("about:blank")
    ada.page.click("#stand-in-now")  # as soon as the server has noticed that he is gone
    ada.page.wait_for_selector("#seat-1.bot")
    bruno.go(table)
    assert bruno.page.locator("#return").count() == 0
    ada.page.wait_for_selector("#seat-1:not(.bot)")
    now = play_until(bruno, people, rng)
    click(bruno, choose(now, rng))
    wait_for_news(bruno, now.seq)
    assert bruno.page.inner_text("#why") == ""


IN_THE_WINDOW = """() => {
  const button = document.querySelector("#return");
  const {left, right, top, bottom, height} = button.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && height >= 40
    && met === button && scrollY === 0;
}"""


def test_one_for_whom_a_bot_plays_takes_his_seat_back_beside_the_question_or_by_any_card(
    viewer: NewViewer,
) -> None:
    ada, bruno = people = [
        viewer(locale="de-DE", has_touch=True),
        viewer("Bruno"),
    ]
    sit_down(bruno, set_table(ada, "calatafimi-2", open_seats=(1,)), 1)
    dealt(people)
    play_until(bruno, people, random.Random(7))
    for take_back in ("#hand .card >> nth=0", "#return"):
        unfold_people(ada)
        ada.page.click("#stand-in-0")
        ada.page.wait_for_selector("#return")
        for width, height in ((1280, 720), (390, 844), (360, 640)):
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.page.evaluate("scrollTo(0, 0)")
            assert ada.page.evaluate(IN_THE_WINDOW), (width, height)
            assert not ada.scrolls_sideways()
        ada.page.evaluate("scrollTo(0, 0)")
        ada.page.click(take_back)
        ada.page.wait_for_selector("#return", state="detached")
        ada.page.wait_for_selector("#seat-0:not(.bot)")
        assert ada.page.inner_text("#why") == ""


def test_a_seat_is_played_on_from_a_phone_by_the_link_that_its_holder_is_shown(
    viewer: NewViewer,
) -> None:
    ada, bruno = people = [viewer(name) for name in NAMES]
    sit_down(bruno, set_table(ada, "calatafimi-2", open_seats=(1,)), 1)
    dealt(people)
    now = play_until(bruno, people, random.Random(7))
    unfold_people(bruno)
    bruno.page.click("#other-device")
    bruno.page.wait_for_selector("#panel .qr svg")
    link = bruno.page.get_attribute("#seat-link", "href") or ""
    bruno.page.keyboard.press("Escape")
    phone = viewer("Bruno", **DEVICES["phone"], locale="de-DE")
    phone.go(link)
    phone.assert_usable()
    phone.page.click("#take-over")
    phone.page.wait_for_selector("#table[data-seat='1'][data-turn='own']")
    bruno.page.wait_for_selector("#table[data-seat='']")
    click(phone, choose(now, random.Random(7)))
    wait_for_news(phone, now.seq)


def test_all_are_asked_before_a_match_ends_for_them(viewer: NewViewer) -> None:
    ada, bruno = people = [
        viewer(name, **DEVICES[device], locale=LANGUAGE_ON[device])
        for name, device in zip(NAMES, DEVICES, strict=True)
    ]
    sit_down(bruno, set_table(ada, "calatafimi-2", open_seats=(1,)), 1)
    dealt(people)
    ada.page.on("dialog", lambda question: question.accept())
    for answer in ("#c-2", "#c-1"):
        play_until(ada, people, random.Random(7))
        unfold_people(ada)
        ada.page.click("#close")
        ada.page.wait_for_selector("#ask.other")
        bruno.page.wait_for_selector("#ask.own")
        bruno.page.click(answer)
        if answer == "#c-2":
            ada.page.wait_for_selector("#answered")
            now = moment(ada)
            click(ada, choose(now, random.Random(7)))
            wait_for_news(ada, now.seq)
            same_moment(people)
    for one in people:
        one.page.wait_for_selector("#table[data-phase='over']")
