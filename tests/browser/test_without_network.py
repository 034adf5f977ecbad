"""Without a network: what was kept is read, and the page says what is missing."""

from __future__ import annotations

import random

import pytest

from browser.conftest import NewViewer
from browser.playing import FEW_CARDS, play_deal, set_table
from browser.test_pages import assert_usable
from browser.wire import Wire
from matto.games import catalogue

pytestmark = pytest.mark.slow

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
    play_deal([ada], random.Random(GAME))
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
    assert_usable(ada, "without-a-network")
    ada.go(table)
    assert ada.page.inner_text("h1") == "Without a network"
    wire.mend()
    ada.go("/")
    assert not ada.page.is_visible("#offline")
