"""After a reload, a lost connection or a restart, and without a network."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from browser.ahead import over, play_ahead
from browser.conftest import NewViewer
from browser.moments import AS_SENT, NOTHING_IS_SENT, Moment, Target
from browser.playing import (
    FEW_CARDS,
    LOOK_AGAIN,
    choose,
    click,
    moment,
    play_on,
    set_table,
    wait_for_news,
    wait_to_be_asked,
)
from browser.viewer import PATIENCE, Viewer
from browser.wire import Wire
from matto.games import catalogue
from served import Served

pytestmark = pytest.mark.slow

REFUSED = "ERR_|Failed to load|net::"
"""What a browser says of a wire that is cut."""

SILENT, IMPATIENT = 26_000, 11_000
"""Milliseconds in which a page hears nothing, or no answer, and takes a connection for dead."""

SLOW, ASKS = 3_000, 10_000
"""Milliseconds after which what is not through is told, and a tab without a stream asks."""

WIRE_SAYS = "words => document.querySelector('#wire').textContent === words"
LISTENS = "#hand .card[tabindex='-1']"

CHOICES = 6

NOW_AND_THEN = 3
"""How often a wire is cut where waiting for it takes long."""

BreakOff = Callable[[Viewer, Wire], None]


SELDOM = 3
"""Of moments that are alike, one of so many is broken off."""


class Second:
    """A second window of the same player, which is broken off at moments of every kind."""

    def __init__(
        self, steady: Viewer, tab: Viewer, wire: Wire, break_off: BreakOff, seldom: int = 1
    ) -> None:
        self.steady, self.tab, self.wire, self.break_off = steady, tab, wire, break_off
        self.seldom = seldom
        self.times = 0
        self.met: Counter[tuple[bool, ...]] = Counter()

    def __call__(self, _viewer: Viewer, now: Moment) -> None:
        """Break it off at the first of such moments, and now and then; find both alike."""
        kind = tuple(map(bool, (now.cards, now.words, now.amounts, now.asides, now.waits)))
        if self.met[kind] % self.seldom == 0:
            self.break_off(self.tab, self.wire)
            self.times += 1
        self.met[kind] += 1
        assert_alike(self.tab, self.steady)


AtAWire = Callable[[Viewer, str], Viewer]


@pytest.fixture
def at_a_wire(visitor: NewViewer, wire: Wire) -> AtAWire:
    """Open another window of a visitor, over a wire; tabs behind others would hardly move."""

    def come(one: Viewer, name: str) -> Viewer:
        another = visitor(wire.url, name, storage_state=one.context.storage_state())
        another.forgive(REFUSED)
        return another

    return come


def assert_alike(tab: Viewer, steady: Viewer) -> None:
    """Wait until two pages show the same; both may still move on while others talk."""
    until = time.monotonic() + PATIENCE / 1000
    while (shown := as_sent(tab)) != (expected := as_sent(steady)):
        if time.monotonic() > until:
            assert shown.split("<") == expected.split("<")
        tab.page.wait_for_timeout(LOOK_AGAIN)


def as_sent(one: Viewer) -> str:
    """The table on a page, as the server sent it."""
    html: str = one.page.evaluate(AS_SENT)
    return html


def test_a_page_that_is_broken_off_at_moments_of_every_kind_is_as_if_it_had_not_been(
    viewer: NewViewer, at_a_wire: AtAWire, wire: Wire
) -> None:
    ada, turns = viewer(), itertools.count()
    table = set_table(ada, "mineo-3")

    def reload_or_blink(tab: Viewer, wire: Wire) -> None:
        if next(turns) % 2:
            wire.blink()
        else:
            tab.page.reload()

    second = Second(ada, at_a_wire(ada, "second window"), wire, reload_or_blink, SELDOM)
    second.tab.go(table)
    play_on([ada], random.Random(3), CHOICES, display=second)
    assert second.times >= CHOICES // SELDOM
    assert not second.tab.unforgiven()


def test_a_page_that_misses_what_happens_has_it_when_the_wire_is_mended(
    viewer: NewViewer, at_a_wire: AtAWire, wire: Wire
) -> None:
    ada = viewer()
    table = set_table(ada, FEW_CARDS)
    second = Second(ada, at_a_wire(ada, "second window"), wire, lambda _tab, wire: wire.mend())
    second.tab.go(table)

    def click_unseen(one: Viewer, target: Target) -> None:
        if second.times % NOW_AND_THEN == 0:
            wire.cut()
        click(one, target)

    play_on([ada], random.Random(3), CHOICES, click_unseen, second)
    assert second.times >= CHOICES


def test_a_card_played_while_the_wire_is_cut_is_played_once_or_not_at_all_and_one_is_told(
    viewer: NewViewer, at_a_wire: AtAWire, wire: Wire
) -> None:
    steady = viewer()
    table = set_table(steady, FEW_CARDS)
    ada = at_a_wire(steady, "cut off")
    ada.go(table)

    clicks = itertools.count()

    def click_in_vain_first(one: Viewer, target: Target) -> None:
        if next(clicks) % NOW_AND_THEN:
            click(one, target)
            return
        seq = one.told("seq")
        wire.cut()
        click(one, target)
        one.page.wait_for_selector("#wire:not([hidden])")
        assert one.page.inner_text("#wire").strip()
        wire.mend()
        one.page.wait_for_selector("#wire", state="hidden")
        one.page.wait_for_function(NOTHING_IS_SENT)
        if one.told("seq") == seq:
            click(one, target)

    play_on([ada], random.Random(2), NOW_AND_THEN + 1, click_in_vain_first)
    wait_for_news(steady, 0)
    assert_alike(steady, ada)


def test_a_page_finds_out_that_its_connection_is_dead_though_nobody_says_so(
    viewer: NewViewer, at_a_wire: AtAWire, wire: Wire
) -> None:
    steady = viewer()
    table = set_table(steady, "mineo-3")
    ada = at_a_wire(steady, "deaf")
    ada.page.clock.install()
    ada.go(table)
    wait_to_be_asked([steady, ada])
    now = moment(steady)
    wire.deaden()
    click(steady, choose(now, random.Random(1)))
    wait_for_news(steady, now.seq)
    assert moment(ada).seq == now.seq
    wire.mend()
    ada.page.clock.fast_forward(SILENT)
    assert_alike(ada, steady)


def test_what_is_sent_into_a_dead_connection_is_sent_again(
    visitor: NewViewer, wire: Wire
) -> None:
    ada = visitor(wire.url)
    ada.page.clock.install()
    ada.forgive(REFUSED)
    set_table(ada, "mineo-3")
    wait_to_be_asked([ada])
    now = moment(ada)
    wire.deaden()
    click(ada, choose(now, random.Random(1)))
    ada.page.wait_for_selector(".sent", state="attached")
    wire.mend()
    assert moment(ada).seq == now.seq
    for silence in (IMPATIENT, SILENT):
        ada.page.clock.fast_forward(silence)
    wait_for_news(ada, now.seq)


NOT_THROUGH, THROUGH = "Not through yet. Still trying …", "Now it is through."


def test_a_card_that_is_not_through_is_told_and_told_again_when_it_is(
    viewer: NewViewer,
) -> None:
    ada, held = viewer(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    ada.page.clock.install()
    set_table(ada, FEW_CARDS)
    wait_to_be_asked([ada])
    now = moment(ada)
    ada.page.route("**/act", hold)
    with ada.page.expect_request("**/act"):
        click(ada, choose(now, random.Random(1)))
    assert not ada.page.is_visible("#wire")
    ada.page.clock.fast_forward(SLOW)
    ada.page.wait_for_function(WIRE_SAYS, arg=NOT_THROUGH)
    held[0].continue_()
    ada.page.wait_for_function(WIRE_SAYS, arg=THROUGH)
    wait_for_news(ada, now.seq)


def test_eight_tabs_of_one_browser_all_load_and_a_card_is_played_in_the_first(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    table = set_table(ada, FEW_CARDS)  # by plain HTTP: a browser has six connections
    tabs = [ada.new_page() for _ in range(7)]
    for tab in tabs:
        tab.clock.install()
        tab.goto(ada.base + table)
        tab.wait_for_selector(LISTENS)
    wait_to_be_asked([ada])
    now = moment(ada)
    click(ada, choose(now, random.Random(1)))
    wait_for_news(ada, now.seq)
    for tab in tabs:  # some hear of it at once, the others ask now and then
        tab.clock.fast_forward(ASKS)
        tab.wait_for_function(
            "seq => Number(document.querySelector('#table').dataset.seq) > seq", arg=now.seq
        )


# -- a server that is stopped says so to its pages; when it is back, they go on by themselves --


def test_a_page_tells_that_its_server_starts_anew_and_goes_on_by_itself(
    visitor: NewViewer, served: Served
) -> None:
    ada = visitor(served.url)
    ada.forgive(REFUSED)
    set_table(ada, "mineo-3")
    wait_to_be_asked([ada])
    now, before = moment(ada), ada.page.evaluate(AS_SENT)
    served.stop()
    try:
        ada.page.wait_for_selector("#wire:not([hidden])")
        assert "Nothing is lost." in ada.page.inner_text("#wire")
    finally:
        served.start()
    ada.page.wait_for_function("() => !document.body.classList.contains('lost')")
    assert ada.page.evaluate(AS_SENT) == before
    click(ada, choose(now, random.Random(1)))
    wait_for_news(ada, now.seq)


# -- what was kept is read, and the page says what is missing ----------------------------

GAME = FEW_CARDS
BOOK = f"/rules/{next(iter(catalogue()))}"
KEPT = """async (wanted) => {
  for (;;) {
    const found = await Promise.all(wanted.map((path) => caches.match(path)));
    if (found.every(Boolean)) return;
    await new Promise((later) => setTimeout(later, 100));
  }
}"""
ALL_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const text = await (await cache.match(url)).text();
      found.push([name, new URL(url).pathname, /name="csrf" value="[^"]/.test(text)]);
    }
  }
  return found;
}"""
OLD = """async () => {
  const cache = await caches.open("matto old");
  await cache.put("/rules", new Response("of yesterday"));
}"""


def test_what_was_kept_is_read_without_a_network_and_nothing_else_is_kept(
    viewer: NewViewer, wire: Wire
) -> None:
    ada = viewer(keeps=True)
    ada.base = wire.url
    ada.forgive("ERR_|Failed to fetch|net::|Failed to load")
    ada.go("/about")
    ada.page.evaluate(OLD)
    table = set_table(ada, GAME)
    play_ahead([ada], over)
    ada.go("/matches")
    deal = ada.page.get_attribute("a[href$='/whole']", "href")
    ada.page.evaluate(KEPT, [deal, BOOK, "/matches", "/offline"])
    kept = ada.page.evaluate(ALL_KEPT)
    assert {name.partition(" ")[0] for name, _, _ in kept} == {"matto"}
    assert "matto old" not in {name for name, _, _ in kept}
    assert [path for _, path, _ in kept if path.startswith("/t/")] == [deal]
    assert not any(token for _, _, token in kept)
    wire.cut()
    for path, told in (
        (BOOK, "Tarocchi"),
        ("/matches", "1 deal"),
        (deal, "Together"),
        ("/", ""),
    ):
        ada.go(str(path))
        assert ada.page.is_visible("#offline"), path
        assert told in ada.page.inner_text("main")
    assert ada.page.inner_text("h1") == "Without a network"
    ada.assert_usable()
    ada.go(table)
    assert ada.page.inner_text("h1") == "Without a network"
    wire.mend()
    ada.go("/")
    assert not ada.page.is_visible("#offline")
