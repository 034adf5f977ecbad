"""The page that explains the open interface: nobody shut out, on a desktop and on a phone."""

from __future__ import annotations

import pytest

from browser.conftest import DEVICES, NewViewer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("device", DEVICES)
def test_the_page_for_programs_has_no_barriers(
    viewer: NewViewer, device: str, locale: str
) -> None:
    ada = viewer(locale=locale, **DEVICES[device])
    ada.go("/api")
    ada.screenshot(f"programs-{device}-{locale}")
    assert ada.barriers() == []
    assert not ada.scrolls_sideways()
    assert ada.covered_targets() == []


def test_every_link_within_the_page_leads_somewhere(viewer: NewViewer) -> None:
    page = viewer().go("/api")
    lost = page.evaluate(
        """() => [...document.querySelectorAll('main a[href^="#"]')]
            .filter(link => !document.getElementById(link.hash.slice(1)))
            .map(link => link.hash)"""
    )
    assert lost == []
    assert page.locator("section h3").count() > 20
