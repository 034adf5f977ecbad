"""Whole deals with the keyboard alone, and with what a screen reader offers alone."""

from __future__ import annotations

import random

import pytest

from browser import hands
from browser.conftest import NewViewer
from browser.moments import Moment
from browser.playing import moment, play_deals, set_table
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((news) => {
    const rows = news.flatMap((one) => [...one.addedNodes]);
    window.heard.push(...rows.map((row) => row.textContent));
  }).observe(document.querySelector("#live"), {childList: true});
}"""
TOLD = """() => [...document.querySelectorAll("#story [data-last]")].map((part) => {
  const copy = part.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
  return copy.textContent.replace(/\\s+/g, " ").trim();
})"""


def press_next(viewer: Viewer) -> None:
    viewer.page.keyboard.press("n")


@pytest.mark.parametrize("game", ["calatafimi-4", "mineo-3"])
def test_a_deal_is_played_with_the_keyboard_alone(viewer: NewViewer, game: str) -> None:
    ada = viewer()
    set_table(ada, game)
    ada.page.mouse.move(0, 0)
    play_deals([ada], random.Random(4), hands.press, go_on=press_next)
    now = moment(ada)
    press_next(ada)
    ada.page.wait_for_function(
        f"() => document.querySelector('#table').dataset.deal > {now.deal}"
    )


def test_a_deal_is_played_by_what_a_screen_reader_says(viewer: NewViewer) -> None:
    ada = viewer()
    set_table(ada, "priestertarock")
    ada.page.evaluate(LISTEN)
    told: list[str] = []

    def look(_one: Viewer, _now: Moment) -> None:
        told.extend(line for line in ada.page.evaluate(TOLD) if line not in told)

    play_deals([ada], random.Random(5), hands.by_role, look)
    heard = ada.page.evaluate("() => window.heard")
    first = next(place for place, line in enumerate(told) if line in heard)
    assert [line for line in told[first:] if line not in heard] == []
    assert ada.page.inner_text("#sheet-title") in heard
    assert ada.page.get_by_role("button", name="Next deal").count() == 1


def test_a_card_that_may_not_be_played_tells_why_and_gives_the_focus_back(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    set_table(ada, "calatafimi-2")
    refused: list[str] = []

    def ask_first(one: Viewer, now: Moment) -> None:
        barred = one.page.locator("#hand .card[aria-disabled=true]")
        if now.cards and barred.count() and len(refused) < 3:
            card = barred.first.get_attribute("data-choice")
            barred.first.focus()
            one.page.keyboard.press("Enter")
            one.page.wait_for_selector("#why:not(:empty)")
            refused.append(one.page.inner_text("#why"))
            one.page.keyboard.press("Escape")
            assert one.page.inner_text("#why") == ""
            assert one.page.evaluate("() => document.activeElement.dataset.choice") == card

    play_deals([ada], random.Random(6), look=ask_first)
    assert len(refused) == 3
    assert all(sentence.strip() for sentence in refused)
