"""The first visit: quick, light, in the visitor's language, and two clicks from a card."""

from __future__ import annotations

import pytest

from browser.conftest import PHONE, NewViewer
from browser.viewer import Viewer
from browser.wire import Wire

pytestmark = pytest.mark.slow
MOST_BYTES = 300_000
MOST_REQUESTS = 40


def own_card_or_choice(viewer: Viewer) -> str:
    """Wait for the first card or word that the visitor may choose."""
    return viewer.legal().first.get_attribute("data-choice") or ""


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_two_clicks_lead_from_the_first_page_to_the_first_own_choice(
    visitor: NewViewer, wire: Wire, said: None, device: dict[str, object]
) -> None:
    ada = visitor(wire.url, **device)
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


def test_a_browser_of_another_language_is_spoken_to_in_english(viewer: NewViewer) -> None:
    page = viewer(locale="pt-PT").go("/")
    assert page.locator("html").get_attribute("lang") == "en"
