"""Draw the icons by which a device installs the page, from the one that is written as SVG.

``python tools/icons.py`` draws them with the system's Chromium. What a device cuts into its own
shape (`maskable`) has no round corners: the figure lies within the middle that is always kept.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import machine

STATIC = Path(__file__).resolve().parent.parent / "src" / "matto" / "server" / "web" / "static"
ROUND = ' rx="5"'
ICONS = {"icon-192": (192, ROUND), "icon-512": (512, ROUND), "icon-maskable": (512, "")}
"""Each icon's side in pixels, and how its corners are cut."""


def draw(page: Page, name: str) -> None:
    """Draw one icon into its file."""
    side, corners = ICONS[name]
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8").replace(ROUND, corners)
    page.set_viewport_size({"width": side, "height": side})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    page.screenshot(path=STATIC / f"{name}.png", omit_background=True)
    print(f"wrote {name}.png")


def main() -> None:
    """Draw all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=machine.BROWSER.found(), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name in ICONS:
            draw(page, name)
        browser.close()


if __name__ == "__main__":
    main()
