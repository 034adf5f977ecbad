"""People at one table, each at a browser of his own, and somebody who looks on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable

import pytest

from browser.conftest import DEVICES, LANGUAGE_ON, NewViewer
from browser.moments import Moment
from browser.playing import (
    LOOK_AGAIN,
    choose,
    click,
    dealt,
    moment,
    next_deal,
    play_deals,
    set_table,
    sit_down,
    wait_for_news,
    wait_to_be_asked,
)
from browser.test_pages import assert_usable
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


def test_two_play_a_deal_with_bots_and_an_onlooker_sees_no_hand(viewer: NewViewer) -> None:
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

    play_deals(people, random.Random(GAME), display=display)
    same_moment([*people, onlooker])
    assert hands_seen == {0}
    wait_until_alike(_sheet, people)
    assert moment(onlooker).phase == "between"


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


@pytest.mark.parametrize("device", DEVICES)
def test_a_table_that_waits_for_players_is_found_by_its_link_and_has_no_barriers(
    viewer: NewViewer, device: str
) -> None:
    ada, bruno = (
        viewer(**DEVICES[device], locale=LANGUAGE_ON[device]),
        viewer("Bruno", **DEVICES[device], locale=LANGUAGE_ON[device]),
    )
    table = set_table(ada, "calatafimi-2", open_seats=(1,))
    ada.page.wait_for_function("() => document.querySelector('#link').textContent.length > 20")
    link = ada.page.inner_text("#link")
    assert link == ada.base + table
    assert_usable(ada, f"gathering-{device}")
    bruno.go(link)
    assert_usable(bruno, f"sitting-down-{device}")
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
    rng = random.Random(1)
    while not ada.page.locator("#claim").count():
        asked = wait_to_be_asked([ada, bruno])
        if asked is None:  # she held the Fool to the end, or did not lead any more
            next_deal([ada, bruno])
            continue
        one, now = asked
        click(one, choose(now, rng))
        wait_for_news(one, now.seq)
        same_moment([ada, bruno])
    cards = ada.page.locator("#hand .card").count()
    assert_usable(ada, "may-claim")
    ada.page.click("#claim")
    bruno.page.wait_for_selector("#open-cards, #claimed")
    if bruno.page.locator("#open-cards").count():
        assert bruno.page.locator("#open-cards .chip").count() == cards
        assert_usable(bruno, "claimed")
        bruno.page.keyboard.press("1")
    for one in (ada, bruno):
        one.page.wait_for_selector("#answered, #claimed")
