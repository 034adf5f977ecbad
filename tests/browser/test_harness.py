"""What would spoil a page is noticed: each kind of trouble is planted once and seen."""

from __future__ import annotations

import pytest

from browser.conftest import PHONE, NewViewer
from browser.viewer import Viewer

pytestmark = pytest.mark.slow
BASE = "http://127.0.0.1:9"
GOOD = (
    '<!doctype html><html lang="en"><title>t</title><meta name="viewport"'
    ' content="width=device-width"><main id="table" data-seq="1"><h1>Table</h1>'
    '<div id="hand"><button class="card" data-choice="SK" aria-disabled="false">King</button>'
    "</div></main></html>"
)


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
    assert not viewer.barriers()


@pytest.mark.parametrize(
    ("planted", "complaint"),
    [
        ('<p style="color: red">inline</p>', "Content Security Policy"),
        ("<script>alert(1)</script>", "Content Security Policy"),
        ('<img alt="" src="http://127.0.0.2:9/elsewhere.png">', "Content Security Policy"),
    ],
)
def test_what_the_security_policy_forbids_is_a_trouble(
    visitor: NewViewer, planted: str, complaint: str
) -> None:
    viewer = render_cache(visitor, GOOD.replace("<h1>", f"{planted}<h1>"))
    assert any(complaint in problem for problem in viewer.unforgiven())
    viewer.forgive(complaint)


def test_an_error_in_a_script_is_a_trouble(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD)
    with viewer.page.expect_event("pageerror"):
        viewer.page.evaluate("setTimeout(() => { throw new Error('planted'); })")
    assert any("planted" in problem for problem in viewer.unforgiven())
    viewer.forgive("planted")


def test_a_button_without_a_name_is_a_barrier(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD.replace(">King<", "><"))
    assert any("button-name" in barrier for barrier in viewer.barriers())


def test_a_covered_card_is_found(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD)
    viewer.page.evaluate("document.body.append(Object.assign(document.createElement('div')))")
    viewer.page.evaluate(
        "Object.assign(document.body.lastChild.style, {position: 'fixed', inset: 0})"
    )
    assert [found.partition(" ")[0] for found in viewer.covered_targets()] == ["SK"]


def test_a_page_that_is_too_wide_for_a_phone_is_found(visitor: NewViewer) -> None:
    viewer = render_cache(visitor, GOOD, **PHONE)
    viewer.page.evaluate("document.querySelector('#hand').style.width = '600px'")
    assert viewer.scrolls_sideways()
