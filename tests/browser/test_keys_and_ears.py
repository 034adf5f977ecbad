"""Whole deals with the keyboard alone, and with what a screen reader offers alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from playwright.sync_api import expect

from browser import hands
from browser.ahead import play_ahead, two_tricks_are_left
from browser.conftest import NewViewer
from browser.moments import Moment
from browser.playing import (
    choose,
    click,
    moment,
    play_deal,
    play_on,
    play_until_one_is_barred,
    set_table,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

LISTEN = """
window.heard = [];
window.told = () => [...document.querySelectorAll("#story [data-last]")].map((part) => {
  const copy = part.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
  const line = copy.textContent.replace(/\\s+/g, " ").trim();
  return [document.querySelector("#table").dataset.deal, part.dataset.last, line];
});
document.addEventListener("readystatechange", () => { window.there ??= window.told(); });
new MutationObserver((news) => {
  const said = news.filter((one) => one.target.id === "live");
  const rows = said.flatMap((one) => [...one.addedNodes]);
  window.heard.push(...rows.map((row) => row.textContent.replace(/\\s+/g, " ").trim()));
}).observe(document, {childList: true, subtree: true});
window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given);
    window.stream = this;
  }
};
"""
"""Listens from the first on; `there`: what the page told before its own script ran."""

TOLD = "() => window.told()"
THERE = "() => window.there"
HEARD = "() => window.heard"
IN_QUICK_SUCCESSION = """(lines) => {
  const now = document.querySelector("#table");
  const fresh = now.cloneNode(true);
  const last = Math.max(...window.told().map(([, last]) => Number(last)));
  lines.forEach((line, place) => {
    const row = document.createElement("li");
    row.innerHTML = `<span data-last="${last + 1 + place}">${line}</span>`;
    fresh.querySelector("#story").append(row);
    fresh.dataset.seq = Number(now.dataset.seq) + 1 + place;
    window.stream.dispatchEvent(new MessageEvent("state", {data: fresh.outerHTML}));
  });
}"""
STILL_THERE = "() => [...document.querySelectorAll('#live p')].map((row) => row.textContent)"


def press_next(viewer: Viewer) -> None:
    viewer.page.keyboard.press("n")


@pytest.mark.parametrize("game", ["mineo-3", "calatafimi-4"])
def test_words_are_said_and_cards_played_with_the_keyboard_alone(
    viewer: NewViewer, game: str
) -> None:
    ada = viewer()
    set_table(ada, game)
    play_on([ada], random.Random(4), 6, hands.press)


def test_a_deal_is_ended_and_the_next_begun_with_the_keyboard_alone(viewer: NewViewer) -> None:
    ada = viewer()
    set_table(ada, "calatafimi-4")
    play_ahead([ada], two_tricks_are_left)
    ada.page.mouse.move(0, 0)
    play_deal([ada], random.Random(4), hands.press)
    now = moment(ada)
    press_next(ada)
    ada.page.wait_for_function(
        f"() => document.querySelector('#table').dataset.deal > {now.deal}"
    )


def test_a_deal_is_played_by_what_a_screen_reader_says(viewer: NewViewer) -> None:
    ada = viewer()
    ada.page.add_init_script(LISTEN)
    set_table(ada, "priestertarock")
    play_on([ada], random.Random(5), 3, hands.by_role)
    play_ahead([ada], two_tricks_are_left)
    told: set[tuple[str, str, str]] = set()

    def display(_one: Viewer, _now: Moment) -> None:
        told.update(map(tuple, ada.page.evaluate(TOLD)))

    play_deal([ada], random.Random(5), hands.by_role, display)
    heard = ada.page.evaluate(HEARD)
    news = Counter(line for *_, line in told - set(map(tuple, ada.page.evaluate(THERE))))
    assert news
    assert news - Counter(heard) == Counter()
    assert ada.page.inner_text("#sheet-title") in heard
    assert ada.page.get_by_role("button", name="Next deal").count() == 1


def test_nothing_is_taken_back_before_a_screen_reader_can_have_noticed_it(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    ada.page.add_init_script(LISTEN)
    set_table(ada, "calatafimi-2")
    assert wait_to_be_asked([ada])
    lines = [f"the line {number}" for number in range(20)]
    ada.page.evaluate(IN_QUICK_SUCCESSION, lines)
    ada.page.wait_for_function(f"() => window.heard.includes('{lines[-1]}')")
    assert [line for line in ada.page.evaluate(STILL_THERE) if line in lines] == lines


def test_the_score_so_far_opens_by_a_key_goes_on_with_the_deal_and_gives_the_focus_back(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    page = ada.page
    set_table(ada, "calatafimi-2")
    assert wait_to_be_asked([ada])
    page.keyboard.press("d")
    held = page.evaluate("document.activeElement.id")
    page.keyboard.press("s")
    page.wait_for_selector("#panel[open] #score")
    assert page.inner_text("#panel-title") == "The score so far"
    assert page.locator("#score tbody tr").count() == 2
    page.evaluate("""() => {
      document.querySelector("#score").remove();
      const old = document.createElement("p");
      old.setAttribute("data-goes-on", "");
      document.querySelector("#panel-body").append(old);
      document.dispatchEvent(new Event("settled"));
    }""")
    page.wait_for_selector("#panel[open] #score")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == held


def test_a_key_tells_what_is_asked_and_names_each_card_once(viewer: NewViewer) -> None:
    ada = viewer()
    set_table(ada, "grosstarock")  # she deals, and lays away
    while not ada.page.locator("#laid-away .visually-hidden").count():
        asked = wait_to_be_asked([ada])
        assert asked is not None
        click(ada, choose(asked[1], random.Random(1)))
        wait_for_news(ada, asked[1].seq)
    ada.page.keyboard.press("w")
    told = ada.page.inner_text("#why")
    assert "Laid away:" in told
    expect(ada.page.locator("#question")).to_have_accessible_name(told)


def test_a_card_that_may_not_be_played_tells_why_and_gives_the_focus_back(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    set_table(ada, "calatafimi-2")
    barred = play_until_one_is_barred(ada, random.Random(6))
    card = barred.get_attribute("data-choice")
    barred.focus()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#why:not(:empty)")
    assert ada.page.inner_text("#why").strip()
    ada.page.keyboard.press("Escape")
    assert ada.page.inner_text("#why") == ""
    assert ada.page.evaluate("() => document.activeElement.dataset.choice") == card


def test_what_is_read_out_keeps_the_language_of_the_games_words(viewer: NewViewer) -> None:
    ada = viewer()
    set_table(ada, "mineo-3")
    ada.page.wait_for_selector("#live [lang=it]", state="attached")
    heard = ada.page.locator("#live p", has=ada.page.locator("[lang=it]")).first
    assert ada.page.evaluate("() => document.documentElement.lang") == "en"
    assert (heard.text_content() or "").count("“") == 1
