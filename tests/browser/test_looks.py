"""Each phase of a deal on a desktop and on a phone: nothing is covered, nobody shut out."""

from __future__ import annotations

import random

import pytest

from browser.conftest import DEVICES, LANGUAGE_ON, NewViewer
from browser.moments import Moment
from browser.playing import play_deals, set_table
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

LOOKED_AT = [
    ("mineo-3", "desktop"),
    ("calatafimi-4", "desktop"),
    ("priestertarock", "phone"),
    ("grosstarock", "phone"),
]
"""Where things lie is measured for every game and more windows by `test_layout`."""
LATER = 12
"""At this card there is one more picture of a hand: with fewer cards it lies differently."""

SMALLEST_CARD = 70
"""Pixels of height that a card of the last trick has after a deal, whatever the screen."""

AFTER_A_DEAL = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const names = all("#sheet thead th, #ledger thead th");
  const isCut = (one) =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
    || one.getBoundingClientRect().right > innerWidth;
  return {
    names: names.length, cut: names.filter(isCut).map((one) => one.textContent),
    heights: all("#trick .laid").map((one) => one.getBoundingClientRect().height),
  };
}"""
"""Whose names are not to be read in the sheet and the ledger, and how large cards are."""


class Looking:
    """Holds the page against what it must be, once in each kind of moment."""

    def __init__(self, game: str, device: str) -> None:
        self.game, self.device = game, device
        self.kinds: dict[str, int] = {}

    def __call__(self, ada: Viewer, now: Moment) -> None:
        """Look at the page, if such a moment has not been looked at."""
        kind = self.kind_of(ada, now)
        seen = self.kinds.get(kind, 0)
        self.kinds[kind] = seen + 1
        covered = ada.covered_targets()
        assert not covered, f"{kind}: {covered}"
        assert not ada.scrolls_sideways(), kind
        assert not ada.crowded(), kind
        if not seen:
            self.picture(ada, kind)
        elif seen == LATER:
            ada.screenshot(f"{self.game}-{self.device}-{kind}-{seen}")

    def picture(self, ada: Viewer, kind: str) -> None:
        """Keep a picture, and look for barriers."""
        ada.screenshot(f"{self.game}-{self.device}-{kind}")
        barriers = ada.barriers()
        assert not barriers, f"{kind}: {barriers}"

    def kind_of(self, ada: Viewer, now: Moment) -> str:
        """Tell the kinds of moments apart by what is offered."""
        if ada.page.locator("#laid-away").count():
            return "laying-away"
        if ada.page.locator("#picker").count():
            return "naming-a-card"
        if now.cards:
            return "playing"
        return "speaking-amounts" if now.amounts else "speaking"


@pytest.mark.parametrize(("game", "device"), LOOKED_AT)
def test_nothing_is_covered_or_cut_off_and_there_are_no_barriers_in_any_phase(
    viewer: NewViewer, game: str, device: str
) -> None:
    ada = viewer(**DEVICES[device], locale=LANGUAGE_ON[device])
    set_table(ada, game)
    looking = Looking(game, device)
    play_deals([ada], random.Random(game), display=looking)
    assert looking.kinds
    assert not ada.scrolls_sideways()
    after = ada.page.evaluate(AFTER_A_DEAL)
    assert after["names"] > 0
    assert after["cut"] == []
    assert min(after["heights"]) > SMALLEST_CARD
    assert ada.page.is_visible("#b-keys") == (device == "desktop")
    looking.picture(ada, "after")
