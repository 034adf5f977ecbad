"""All that a seat has seen, as a string: different views are written differently."""

from __future__ import annotations

from matto.engine.options import spell
from matto.engine.view import View


def information_state(view: View) -> str:
    """Write a view line by line: what the deal starts from, each event, what is asked now.

    Every event that the seat may see is there in the order in which it happened, its own
    answers among them, so that nothing once known is forgotten.
    """
    options = " ".join(f"{name}={spell(value)}" for name, value in view.options.items())
    carried = " ".join(f"{name}={amount}" for name, amount in sorted(view.carried.items()))
    begun = f"{view.game} seat {view.seat} dealer {view.dealer}"
    lines = [begun, options, carried]
    lines += [f"{event.seat} {event.kind}: {' '.join(event.what)}" for event in view.events]
    waiting = view.waiting
    if waiting is not None:
        others = "".join(f" {seat}" for seat in waiting.others)
        lines.append(f"{waiting.seat}{others} {waiting.kind}?")
    if view.result is not None:
        lines.append(f"scores: {' '.join(map(str, view.result.scores))}")
    return "\n".join(lines)
