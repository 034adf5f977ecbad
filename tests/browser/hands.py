"""Other ways to choose than with the mouse: keys only, and what a screen reader offers."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from browser.moments import Target
from browser.playing import ON_A_CARD
from browser.viewer import Viewer

FOCUSED = (
    "() => document.activeElement?.dataset?.choice ?? document.activeElement?.dataset?.say"
)
ID = "() => document.activeElement.id"
MOST_KEYS = 60
KEY_TO = {"card": "d", "word": "c", "wait": "0", "aside": "t"}
SAID_BY_NUMBER = range(1, 10)


def press(viewer: Viewer, target: Target) -> None:
    """Choose with the documented keys: to the region, along it with arrows, Enter."""
    keyboard = viewer.page.keyboard
    if target.kind == "wait":
        keyboard.press(KEY_TO["wait"])
    elif target.amount:
        tab_to(viewer, target.amount)
        keyboard.press("End")
        tab_to(viewer, target.selector)
        keyboard.press("Enter")
    else:
        keyboard.press(KEY_TO[target.kind])
        walk_to(viewer, target)
        keyboard.press("Enter")


def walk_to(viewer: Viewer, target: Target) -> None:
    """Go along with the right arrow until the target has the focus."""
    for _ in range(MOST_KEYS):
        if viewer.page.evaluate(FOCUSED) == target.choice:
            return
        viewer.page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not lead to {target}")


def tab_to(viewer: Viewer, selector: str) -> None:
    """Go on with Tab until the element has the focus."""
    for _ in range(MOST_KEYS):
        if viewer.page.evaluate(ID) == selector.removeprefix("#"):
            return
        viewer.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def by_role(viewer: Viewer, target: Target) -> None:
    """Choose by role and name alone, as a screen reader lists them."""
    page = viewer.page
    name = page.locator(target.selector).evaluate(SPOKEN_NAME)
    if target.amount:
        page.get_by_role("combobox").last.select_option(target.choice)
    named = page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}$"))
    only_one(named, name).click(position=ON_A_CARD if target.kind == "card" else None)  # type: ignore[arg-type]


SPOKEN_NAME = """(one) => {
  const copy = one.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
  return (one.getAttribute("aria-label") ?? copy.textContent).replace(/\\s+/g, " ").trim();
}"""


def only_one(found: Locator, name: str) -> Locator:
    """Nothing else on the page may be called the same."""
    assert found.count() == 1, f"{found.count()} buttons are called “{name}”"
    return found
