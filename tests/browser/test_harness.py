"""What would spoil a page is noticed."""

from __future__ import annotations

import pytest

from browser.conftest import PHONE, NewViewer
from browser.viewer import Viewer, barriers

pytestmark = pytest.mark.slow

BASE = "http://127.0.0.1:9"
GOOD = (
    '<!doctype html><html lang="en"><title>t</title><meta name="viewport"'
    ' content="width=device-width"><main id="table" data-seq="1"><h1>Table</h1>'
    '<div id="hand"><button class="card" data-choice="SK" aria-disabled="false">King</button>'
    "</div></main></html>"
)


POLICIES = ("style-src", "script-src", "img-src")


def render_cache(visitor: NewViewer, html: str, **how: object) -> Viewer:
    viewer = visitor(BASE, **how)
    csp = {"content-security-policy": "default-src 'self'", "content-type": "text/html"}
    viewer.page.route("**/*", lambda route: route.fulfill(body=html, headers=csp))
    viewer.go("/")
    return viewer


def test_a_good_page_has_nothing_to_complain_about(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD)
    assert viewer.told("seq") == "1"
    assert viewer.legal().count() == 1
    assert not viewer.covered_targets()
    assert not viewer.scrolls_sideways()
    assert not barriers(viewer.page)


def test_what_the_security_policy_forbids_and_an_error_in_a_script_are_troubles(
    visitor: NewViewer,
) -> None:
    planted = (
        '<p style="color: red">inline</p><script>alert(1)</script>'
        '<img alt="" src="http://127.0.0.2:9/elsewhere.png">'
    )
    viewer = render_cache(visitor, GOOD.replace("<h1>", f"{planted}<h1>"))
    told = "\n".join(viewer.unforgiven())
    assert all(f"'{kind}' was not explicitly set" in told for kind in POLICIES), told
    viewer.forgive("Content Security Policy")
    with viewer.page.expect_event("pageerror"):
        viewer.page.evaluate("setTimeout(() => { throw new Error('planted'); })")
    assert any("planted" in problem for problem in viewer.unforgiven())
    viewer.forgive("planted")


def test_what_is_wrong_with_a_page_is_found(visitor: NewViewer) -> None:
    nameless = render_cache(visitor, GOOD.replace(">King<", "><"))
    assert any("button-name" in barrier for barrier in barriers(nameless.page))
    viewer = render_cache(visitor, GOOD, **PHONE)
    viewer.page.evaluate("document.querySelector('#hand').style.width = '600px'")
    assert viewer.scrolls_sideways()
    viewer.page.evaluate("document.body.append(document.createElement('div'))")
    viewer.page.evaluate(
        "Object.assign(document.body.lastChild.style, {position: 'fixed', inset: 0})"
    )
    assert [found.partition(" ")[0] for found in viewer.covered_targets()] == ["SK"]
