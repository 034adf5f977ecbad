"""Every page can be used by everybody; the first visit, card faces, and getting ready."""

from __future__ import annotations

import pytest

from browser.conftest import DEVICES, LANGUAGE_ON, PHONE, NewViewer
from browser.layouts import SMALLEST
from browser.playing import set_table
from browser.viewer import STREAM_IN_HAND, THIN_OUT, Viewer
from browser.wire import Wire
from matto.games import game
from matto.server.web.page_context import address
from matto.telling.cardart import BACK, BOX, STYLES

pytestmark = pytest.mark.slow

PAGES = {
    "home": "/",
    "new": "/new/calatafimi-4",
    "rules": "/rules",
    "rulebook": "/rules/calatafimi-2",
    "about": "/about",
    "keys": "/keys",
    "api": "/api",
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_barriers_and_fits_each_window(viewer: NewViewer, page: str) -> None:
    ada = viewer(**DEVICES["phone"], locale=LANGUAGE_ON["phone"])
    ada.go(PAGES[page])
    for width in (320, 390, 1280):
        ada.page.set_viewport_size({"width": width, "height": 800})
        assert not ada.scrolls_sideways(), width
    ada.page.evaluate(THIN_OUT)
    ada.assert_usable()


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


def test_a_page_that_is_not_there_says_so_and_leads_on(viewer: NewViewer) -> None:
    ada = viewer()
    ada.forgive("404")
    ada.go("/no-such-page")
    assert ada.page.get_by_role("link", name="matto").is_visible()
    ada.assert_usable()


def test_a_table_that_is_not_there_says_so(viewer: NewViewer) -> None:
    ada = viewer()
    ada.forgive("404")
    ada.go("/t/nosuchtable")
    assert ada.page.get_by_role("main").inner_text().strip()


@pytest.mark.parametrize("locale", ["de-DE", "en-GB", "it-IT", "fr-FR"])
def test_the_head_of_a_page_is_one_line_and_what_a_field_searches_is_read_whole_in_it(
    viewer: NewViewer, locale: str
) -> None:
    ada = viewer(**SMALLEST["320x568"], locale=locale)
    for page in ("rulebook", "rules"):
        ada.go(PAGES[page])
        for width in (320, 1280, 360):
            ada.page.set_viewport_size({"width": width, "height": 640})
            assert ada.page.evaluate(ROOM_LEFT) >= CROSS, (page, width)
    parts = ada.page.locator(".top > *")
    boxes = [box for box in (one.bounding_box() for one in parts.all()) if box]
    middles = {round(box["y"] + box["height"] / 2) for box in boxes}
    assert len(boxes) == 3
    assert len(middles) == 1


# -- quick, light, in the visitor's language, and two clicks from a card -----------------

MOST_BYTES = 300_000
MOST_REQUESTS = 40


def own_card_or_choice(viewer: Viewer) -> str:
    """Wait for the first card or word that the visitor may choose."""
    return viewer.legal().first.get_attribute("data-choice") or ""


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_two_clicks_lead_from_the_first_page_to_the_first_own_choice(
    visitor: NewViewer, wire: Wire, said: None, device: dict[str, object]
) -> None:
    ada = visitor(wire.url, paints=True, **device)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.go("/")
    ada.page.get_by_role("button", name="Play").first.click()
    assert own_card_or_choice(ada)
    print(f"{len(asked)} requests, {wire.carried} bytes")
    assert len(asked) < MOST_REQUESTS
    assert 0 < wire.carried < MOST_BYTES


def test_a_german_browser_is_spoken_to_in_german_and_can_switch(viewer: NewViewer) -> None:
    ada = viewer(locale="de-AT")
    page = ada.go("/")
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator("summary", has_text="Sprache:").click()
    page.get_by_role("button", name="English").click()
    assert page.locator("html").get_attribute("lang") == "en"
    ada.go("/")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator("summary", has_text="Language:").click()
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="Spielen").first.click()
    assert page.locator("html").get_attribute("lang") == "de"


# -- the browser finds every card face of a pack and paints it ---------------------------

WIDTH, HEIGHT = (float(number) for number in BOX.split()[2:])
EDGE = 1
SHOW = """
([address, codes, box]) => Promise.all(codes.map(async (code) => {
  const name = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(name, "svg");
  const use = document.createElementNS(name, "use");
  svg.setAttribute("viewBox", box);
  use.setAttribute("href", `${address}#${code}`);
  svg.append(use);
  document.body.append(svg);
  for (let wait = 0; wait < 100 && !use.getBBox().width; wait += 1)
    await new Promise((done) => setTimeout(done, 50));
  const { x, y, width, height } = use.getBBox();
  return [code, x, y, x + width, y + height];
}))
"""


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game_id", ["mineo-3", "grosstarock"])
def test_every_face_is_found_and_covers_its_card(
    viewer: NewViewer, game_id: str, style: str
) -> None:
    chosen = game(game_id)
    pack = chosen.pack(chosen.resolve())
    ada = viewer(paints=True)
    page = ada.go("/keys")
    where = address(chosen, chosen.resolve(), style, "en")
    painted = page.evaluate(SHOW, [where, [*pack.codes, BACK], BOX])
    assert len(painted) == len(pack.codes) + 1
    for code, left, top, right, bottom in painted:
        assert max(left, top) <= EDGE, code  # what is cut off beyond the card counts here
        assert right >= WIDTH - EDGE, code
        assert bottom >= HEIGHT - EDGE, code


# -- while players get ready, the page says so, and soon leaves the table free again -----

TELL = """(preparing) => {
  const here = {seats: [0], onlookers: 0, preparing};
  window.stream.dispatchEvent(new MessageEvent("presence", {data: JSON.stringify(here)}));
}"""
SELDOM, READ = 1300, 9100
"""Milliseconds until one is told, and until one has read it."""


def at_a_table(one: Viewer) -> None:
    """Sit at a table whose clock stands still from now on."""
    one.page.add_init_script(STREAM_IN_HAND)
    one.page.clock.install()
    set_table(one, "mineo-3")
    one.page.wait_for_function("() => window.stream")
    one.page.clock.pause_at(one.page.evaluate("() => Date.now()") / 1000 + 1)


def told(one: Viewer) -> str:
    """What is written over the table."""
    line = one.page.locator("#wire:not([hidden])")
    return line.inner_text() if line.count() else ""


def test_it_is_said_for_a_while_and_once(viewer: NewViewer) -> None:
    ada = viewer()
    at_a_table(ada)
    clock = ada.page.clock
    ada.page.evaluate(TELL, True)
    assert not told(ada)
    clock.fast_forward(SELDOM)
    assert "getting ready" in told(ada)
    assert "simpler ones" in told(ada)
    clock.fast_forward(READ)
    assert not told(ada)
    ada.page.evaluate(TELL, True)  # somebody has come or gone
    clock.fast_forward(SELDOM)
    assert not told(ada)


def test_it_is_not_said_where_it_does_not_last_and_ends_when_they_are(
    viewer: NewViewer,
) -> None:
    ada = viewer()
    at_a_table(ada)
    for preparing in (True, False):
        ada.page.evaluate(TELL, preparing)
    ada.page.clock.fast_forward(SELDOM)
    assert not told(ada)
    ada.page.evaluate(TELL, True)
    ada.page.clock.fast_forward(SELDOM)
    assert told(ada)
    ada.page.evaluate(TELL, False)
    assert not told(ada)
