"""Every page can be used by everybody: no barriers, no sideways scrolling, light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from browser.conftest import DEVICES, LANGUAGE_ON, NewViewer
from browser.layouts import SMALLEST
from browser.viewer import CONTRAST, Viewer

pytestmark = pytest.mark.slow
PAGES = {
    "home": "/",
    "new": "/new/calatafimi-4",
    "rules": "/rules",
    "rulebook": "/rules/mineo-3",
    "about": "/about",
    "keys": "/keys",
    "api": "/api",
}


def assert_usable(viewer: Viewer, picture: str) -> None:
    """Hold a page against what every page must be, light and dark, and keep pictures of it."""
    viewer.screenshot(picture, whole=True)
    assert not viewer.barriers()
    assert not viewer.scrolls_sideways()
    viewer.page.emulate_media(color_scheme="dark")
    viewer.screenshot(f"{picture}-dark", whole=True)
    assert not viewer.barriers(CONTRAST)
    viewer.page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_barriers_and_fits_its_window(
    viewer: NewViewer, page: str, device: str
) -> None:
    ada = viewer(**DEVICES[device], locale=LANGUAGE_ON[device])
    ada.go(PAGES[page])
    assert_usable(ada, f"{page}-{device}")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_the_smallest_phone(viewer: NewViewer, page: str) -> None:
    ada = viewer(**SMALLEST["320x568"], locale="de-DE")
    ada.go(PAGES[page])
    assert not ada.scrolls_sideways()


ROOM_LEFT = """() => {
  const field = document.querySelector("#q");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(field, "::placeholder").font;
  const {paddingLeft, paddingRight} = getComputedStyle(field);
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return room - pen.measureText(field.placeholder).width;
}"""
CROSS = 22
"""So many pixels a browser keeps for the cross that empties a field."""


@pytest.mark.parametrize("page", ["rules", "rulebook"])
@pytest.mark.parametrize(
    "window", [SMALLEST["320x568"], DEVICES["desktop"]], ids=["small", "large"]
)
def test_what_a_field_searches_is_read_whole_in_it(
    viewer: NewViewer, window: Mapping[str, Any], page: str
) -> None:
    for locale in ("de-DE", "en-GB", "it-IT", "fr-FR"):
        left = viewer(**window, locale=locale).go(PAGES[page]).evaluate(ROOM_LEFT)
        assert left >= CROSS, locale


def test_a_page_that_is_not_there_says_so_and_leads_on(viewer: NewViewer) -> None:
    ada = viewer()
    ada.forgive("404")
    ada.go("/no-such-page")
    assert ada.page.get_by_role("link", name="matto").is_visible()
    assert_usable(ada, "not-there")


def test_a_table_that_is_not_there_says_so(viewer: NewViewer) -> None:
    ada = viewer()
    ada.forgive("404")
    ada.go("/t/nosuchtable")
    assert ada.page.get_by_role("main").inner_text().strip()
    assert_usable(ada, "no-such-table")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB", "it-IT", "fr-FR"])
def test_the_head_of_a_page_is_one_line_on_the_smallest_phone(
    viewer: NewViewer, locale: str
) -> None:
    ada = viewer(
        **{**DEVICES["phone"], "viewport": {"width": 360, "height": 640}}, locale=locale
    )
    ada.go("/")
    parts = ada.page.locator(".top > *")
    boxes = [box for box in (one.bounding_box() for one in parts.all()) if box]
    middles = {round(box["y"] + box["height"] / 2) for box in boxes}
    assert len(boxes) == 3
    assert len(middles) == 1
