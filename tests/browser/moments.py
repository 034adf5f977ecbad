"""What a page shows at one moment, and what may be chosen there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

PLAYING = "playing"

READ = """() => {
  const table = document.querySelector("#table");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const choice = (element) => element.dataset.choice;
  return {
    seq: Number(table.dataset.seq), phase: table.dataset.phase, turn: table.dataset.turn,
    deal: Number(table.dataset.deal),
    cards: all('#hand .card[aria-disabled="false"]').map(choice),
    words: all("#choices button[data-choice]").map(choice),
    amounts: all("#choices .amount").map((one) => ({
      form: one.id.split("-")[1], values: [...one.querySelectorAll("option")].map(choice),
    })),
    waits: all("#choices [data-wait]").length > 0,
    asides: all("#talk [data-say]").map((element) => element.dataset.say),
    next: all("#next").length > 0,
  };
}"""

NEWS = """(seq) => {
  const table = document.querySelector("#table");
  return table && Number(table.dataset.seq) !== seq && !document.querySelector(".sent");
}"""

NOTHING_IS_SENT = "() => !document.querySelector('.sent')"

AS_SENT = """() => {
  const table = document.querySelector("#table").cloneNode(true);
  for (const one of [table, ...table.querySelectorAll("*")]) {
    for (const name of ["tabindex", "open", "data-here", "style"]) one.removeAttribute(name);
    const kept = one.getAttributeNames().sort().map((name) => [name, one.getAttribute(name)]);
    for (const [name] of kept) one.removeAttribute(name);
    for (const [name, value] of kept) one.setAttribute(name, value);
  }
  table.querySelector("#seed")?.setAttribute("value", "");
  return table.outerHTML;
}"""
"""The table without what the script adds: where the focus is, what is unfolded, what moves.

Attributes are put in order, as one that has been changed in place may stand elsewhere.
"""


@dataclass(frozen=True)
class Target:
    """Something to choose: a selector, and for a word with an amount the amount to select."""

    selector: str
    kind: str
    choice: str = ""
    amount: str = ""


@dataclass(frozen=True)
class Moment:
    """The table as its page shows it; `cards`, `words`, `amounts`, `asides`: what is legal."""

    seq: int
    phase: str
    turn: str
    deal: int
    cards: Sequence[str]
    words: Sequence[str]
    amounts: Sequence[dict[str, Any]]
    waits: bool
    asides: Sequence[str]
    next: bool

    def targets(self) -> list[Target]:
        """All that answers the question, in the order of the page."""
        found = [Target(f"#choices [data-choice='{one}']", "word", one) for one in self.words]
        found += [
            Target(f"#say-much-{one['form']}", "amount", *_last(one)) for one in self.amounts
        ]
        if self.waits:
            found.append(Target("#choices [data-wait]", "wait"))
        return found + [
            Target(f"#hand [data-choice='{one}']", "card", one) for one in self.cards
        ]

    def phrases(self) -> list[Target]:
        """All that may be said aside."""
        return [Target(f"#talk [data-say='{one}']", "aside", one) for one in self.asides]


def _last(amount: dict[str, Any]) -> tuple[str, str]:
    return amount["values"][-1], f"#much-{amount['form']}"
