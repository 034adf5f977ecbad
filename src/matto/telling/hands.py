"""Cards in the hand, as they are shown when a deal is over."""

from __future__ import annotations

from matto.engine.events import INTO_HAND, OUT_OF_HAND
from matto.engine.view import View


def hand_at_first_card(view: View) -> tuple[str, ...]:
    """A seat's cards as they were before the first card was played."""
    held: set[str] = set()
    for event in view.events:
        if event.kind == "play":
            break
        if event.seat == view.seat and event.moves == INTO_HAND:
            held.update(event.what)
        elif event.seat == view.seat and event.moves == OUT_OF_HAND:
            held.difference_update(event.what)
    return view.pack.sort(held)
