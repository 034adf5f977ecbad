"""The page that explains the open interface, which `test_pages` looks at with all others."""

from __future__ import annotations

import pytest

from browser.conftest import NewViewer

pytestmark = pytest.mark.slow


def test_every_link_within_the_page_leads_somewhere(viewer: NewViewer) -> None:
    page = viewer().go("/api")
    lost = page.evaluate(
        """() => [...document.querySelectorAll('main a[href^="#"]')]
            .filter(link => !document.getElementById(link.hash.slice(1)))
            .map(link => link.hash)"""
    )
    assert lost == []
    assert page.locator("section h3").count() > 20
