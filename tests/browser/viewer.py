"""Somebody at a browser: opens tables, sits down, plays, and notices when a page complains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response

SERIOUS = frozenset({"serious", "critical"})
VIOLATIONS_ONLY: Mapping[str, Any] = {"resultTypes": ["violations"]}
"""Axe tells everything about what is wrong, and not of each element that it is right."""
CONTRAST = {**VIOLATIONS_ONLY, "runOnly": ["color-contrast"]}
"""What is otherwise in the dark."""

THIN_OUT = """() => {
  for (const parent of document.querySelectorAll("main :not(tr)")) {
    const met = {};
    for (const one of [...parent.children]) {
      const kind = `${one.tagName} ${one.className}`;
      met[kind] = (met[kind] ?? 0) + 1;
      if (met[kind] > 2) one.remove();
    }
  }
}"""
"""Of what is alike and stands in a row two are left: of long pages axe takes minutes."""

TRIES, MOMENT = 20, 50
PATIENCE = 15_000
"""Milliseconds until something that must come has not come."""

LEGAL = (
    "#hand button.card[data-choice][aria-disabled=false], "
    "#choices button[data-choice]:not([aria-disabled=true])"
)
STREAM_IN_HAND = """
window.EventSource = class extends EventSource {
  constructor(...from) {
    super(...from);
    window.stream = this;
    this.addEventListener("presence", (told) => {
      if (told.isTrusted) told.stopImmediatePropagation();
    });
  }
};
"""
"""A script by which a test tells a page who is there, and the server does not."""

COVERED = """(cards) => cards.filter((card) => card.checkVisibility()).map((card) => {
  card.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  const box = card.getBoundingClientRect();
  const [x, y] = [box.left + Math.min(10, box.width / 2), box.top + box.height / 2];
  const met = document.elementFromPoint(x, y);
  if (card === met || card.contains(met)) return "";
  return `${card.dataset.choice} at ${x},${y} by ${met?.cloneNode().outerHTML ?? "nothing"}`;
}).filter(Boolean)"""


class Viewer:
    """A page of one visitor. `troubles` collects what the browser complains about."""

    def __init__(self, context: BrowserContext, base: str, name: str) -> None:
        self.context, self.base, self.name = context, base, name
        self.troubles: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open one more tab of the same visitor."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._read)
        page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        page.on("response", self._answered)
        return page

    def _read(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"status {response.status}: {response.url}")

    def forgive(self, pattern: str) -> None:
        """Expect complaints like this one: the test brings them about."""
        self._forgiven.append(re.compile(pattern))

    def unforgiven(self) -> list[str]:
        """What the browser complained about and no test has expected."""
        return [
            problem
            for problem in self.troubles
            if not any(pattern.search(problem) for pattern in self._forgiven)
        ]

    # -- going about -----------------------------------------------------------------------

    def go(self, path: str) -> Page:
        """Load a page of the server."""
        self.page.goto(path if path.startswith("http") else self.base + path)
        return self.page

    @property
    def table(self) -> Locator:
        """The table, which the stream renews."""
        return self.page.locator("#table")

    def told(self, name: str) -> str:
        """Read a data attribute of the table: seq, phase, seat or turn."""
        return self.table.get_attribute(f"data-{name}") or ""

    def legal(self) -> Locator:
        """What may be clicked: cards of the hand and words."""
        return self.page.locator(LEGAL)

    # -- what must be true of every page ---------------------------------------------------

    def covered_targets(self) -> list[str]:
        """The legal cards and words that something else lies upon where one would click.

        It looks until nothing is found, for as long as cards may be on their way.
        """
        for _ in range(TRIES):
            found: list[str] = self.legal().evaluate_all(COVERED)
            if not found:
                break
            self.page.wait_for_timeout(MOMENT)
        return found

    def scrolls_sideways(self) -> bool:
        """Tell whether the page is wider than the window."""
        wider: bool = self.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        return wider

    def assert_usable(self) -> None:
        """Hold the page against what every page must be, light and dark."""
        assert not self.scrolls_sideways()
        assert not barriers(self.page)
        self.page.emulate_media(color_scheme="dark")
        assert not barriers(self.page, CONTRAST)
        self.page.emulate_media(color_scheme="light")


def barriers(page: Page, options: Mapping[str, Any] = VIOLATIONS_ONLY) -> list[str]:
    """What axe finds serious or critical on a page, with the places."""
    answer = Axe().run(page, options=dict(options)).response
    found: Sequence[dict[str, Any]] = answer["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]
