"""Every game, every phase and four windows: nothing lies upon another, nothing is out of reach.

The whole hand of whoever is asked is seen, each card of it and each answer can be met, no text
is cut or turned, and the felt is as high at one question of a deal as at the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from browser.layouts import (
    MEASURE,
    SIZES,
    Pages,
    against_bots,
    deal_of,
    fullest_moments,
    open_at,
)
from matto.games import catalogue, game
from matto.server.http.display import Display
from samples import many

pytestmark = pytest.mark.slow

GERMAN = Display("de")
"""Its words are the longest."""
UNFOLDED = 'id="barred"'


@cache
def moments(name: str) -> Pages:
    """What there is to see of a game."""
    return fullest_moments(game(name), GERMAN, range(many(3)))


def measured(page: Page, html: str) -> Iterator[tuple[list[str], float]]:
    """The faults of a moment and the height of its felt, with reasons folded and unfolded."""
    for unfold in (False, True) if UNFOLDED in html else (False,):
        found = page.evaluate(MEASURE, [html, unfold])
        yield found["faults"], found["felt"]


def opened(browser: Browser, size: str) -> Page:
    """A window with a table in it."""
    return open_at(browser, size, against_bots(next(deal_of(game("mineo-3"), 1)), 0), GERMAN)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_covered_cut_or_out_of_reach_and_the_felt_keeps_its_height(
    chromium: Browser, size: str
) -> None:
    page = opened(chromium, size)
    faults: list[str] = []
    for name in catalogue():
        heights = set()
        for kind, html in moments(name).items():
            for found, height in measured(page, html):
                faults += [f"{name}, {kind}: {one}" for one in found]
                if "watching" not in kind:
                    heights.add(round(height))
        if len(heights) != 1:
            faults.append(f"{name}: the felt is {sorted(heights)} high")
    page.context.close()
    assert not faults, "\n".join(faults[:20])


BROKEN = {
    "out of the window": "#hand { translate: 0 8rem }",
    "upon": ".seat.at-top, .seat.at-left { position: absolute; inset: 40% 0 auto }",
    "covered": "#hand .face { top: -3rem !important }",
    "cut": ".seat .name { max-width: 2rem; overflow: hidden; white-space: nowrap }",
    "turned": ".seat { writing-mode: vertical-rl }",
    "scrolls sideways": "#bar { width: 200vw }",
    "not reached": "#answers { overflow: hidden; max-height: 1px }",
    "off the felt": "#trick { translate: 0 -90% }",
}


@pytest.mark.parametrize("said", BROKEN)
def test_what_is_wrong_with_a_layout_is_noticed(chromium: Browser, said: str) -> None:
    page = opened(chromium, "360x640")
    page.add_style_tag(content=BROKEN[said])
    found = [
        fault
        for html in moments("tortorici-4").values()
        for faults, _ in measured(page, html)
        for fault in faults
    ]
    page.context.close()
    assert any(fault.startswith(said) for fault in found)
