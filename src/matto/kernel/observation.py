"""The observation of the seat to play, as bytes: `matto.play.observation` for batches.

What was settled before the first card is kept with the deal, as `PriorKnowledge`; all else
is worked out from the state at every card, and from notes of what the cards have shown.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.layout import NO_CARD, Numbers, Plan, PlayRules
from matto.kernel.primitives import clear_bytes, copy_bytes
from matto.play import observation as plain
from matto.play.bits import BITS
from matto.play.observation import (
    ASKED,
    DRAWABLE,
    DRAWN,
    FRIENDS,
    HELD,
    KNOWS,
    LEADING_SEAT,
    OWN,
    PLAYED,
    SETTLED,
    SUITS_LED,
    TRICKS_WON,
    UNSEEN,
    VIEWER,
    WINNING,
    Writing,
)

Bytes = NDArray[np.uint8]

bytes_shown = compiled(plain.bytes_shown, inline=True)
put = compiled(plain.put, inline=True)
note_card = compiled(plain.note_card, inline=True)
note_winner = compiled(plain.note_winner, inline=True)
compiled(plain.note_duty)  # seldom called, and not inlined
write = compiled(plain.write, inline=True)


class PriorKnowledge(NamedTuple):
    """The observations of seats before the first card of each deal.

    `settled`: `[d, viewers, length]`, the planes that do not change any more. `held`:
    `[d, viewers, seats, 2]`, the cards that a viewer knows each to hold, as two words; `knows`:
    `[d, viewers]`, whether there are any. `unseen`: `[d, viewers, 2]`, those that may be in any
    hand but his. `friends`: `[d, 2, viewers]`, a word in which the bytes of those known to be
    on his side are 1, counted from him, before and after the called card is played.
    `parted_by`: `[d]`, a word with the bytes of the seats that end this when they win a trick.
    """

    settled: Bytes
    held: Numbers
    knows: Numbers
    unseen: Numbers
    friends: Numbers
    parted_by: Numbers


class ObservedDeal(NamedTuple):
    """All that an observation is made of; `slot` is that of `seen`."""

    state: Numbers
    notes: Numbers
    planes: Bytes
    plan: Plan
    seen: PriorKnowledge
    slot: int
    writing: Writing


@compiled(inline=True)
def note_deal(planes: Bytes, state: Numbers, plan: PlayRules, writing: Writing) -> None:
    """Take note of the hands at the first lead."""
    clear_bytes(planes, 0, planes.shape[0])
    seats = plan.rules[lay.SEATS]
    for seat in range(seats):
        hand = writing.columns * (seats + seat)
        put(planes, hand, writing, state[lay.PLAIN + seat], state[lay.TAROCKS + seat])


@compiled(inline=True)
def note_trick(
    notes: Numbers,
    planes: Bytes,
    state: Numbers,
    plan: PlayRules,
    writing: Writing,
    stock: Numbers,
) -> None:
    """Take note of a trick that is finished, and of the cards drawn after it."""
    seats, winner = plan.rules[lay.SEATS], state[lay.LEADER]
    note_winner(notes, planes, writing, winner)
    drawn = (state[lay.TRICKS] - 1) * seats  # before: as many as the stock had, or this
    for place in range(drawn, state[lay.DRAWN]):
        seat, card = (winner + place) % seats, stock[place]
        planes[writing.columns * (seats + seat) + writing.column[card]] = 1
        if card < FIRST_TRUMP_NUMBER:
            notes[DRAWN + 2 * seat] |= 1 << card
        else:
            notes[DRAWN + 2 * seat + 1] |= 1 << (card - FIRST_TRUMP_NUMBER)


@compiled(inline=True)
def observe(row: Bytes, observed: ObservedDeal) -> None:
    """Write what the seat to play sees."""
    note_viewer(observed)
    write(row, observed.notes, observed.planes, observed.writing)
    settled = observed.seen.settled[observed.slot, observed.state[lay.TURN]]
    copy_bytes(row, observed.writing.start[SETTLED], settled, 0, settled.shape[0])


@compiled(inline=True)
def note_viewer(observed: ObservedDeal) -> None:
    """Note what the seat to play knows besides what the cards have shown."""
    state, notes = observed.state, observed.notes
    rules, seen = observed.plan.rules, observed.seen
    viewer, slot = state[lay.TURN], observed.slot
    notes[VIEWER], notes[ASKED] = viewer, 1
    notes[OWN], notes[OWN + 1] = state[lay.PLAIN + viewer], state[lay.TAROCKS + viewer]
    notes[KNOWS] = rules[lay.STOCK] or seen.knows[slot, viewer]
    for word in range(2):
        played, unseen = notes[PLAYED + word], seen.unseen[slot, viewer, word]
        for seat in range(rules[lay.SEATS] if notes[KNOWS] else 0):
            known, drawn = seen.held[slot, viewer, seat, word], notes[DRAWN + 2 * seat + word]
            notes[HELD + 2 * seat + word] = (known | drawn) & ~played
            unseen &= ~drawn
        notes[UNSEEN + word] = unseen & ~played
    notes[LEADING_SEAT] = 1 << (BITS * state[lay.LEADER])
    notes[WINNING] = (state[lay.LYING] > 0) << (BITS * state[lay.BEST_SEAT])
    notes[FRIENDS] = friends_of(observed)
    notes[SUITS_LED] = state[lay.SUITS_LED]
    notes[DRAWABLE] = rules[lay.STOCK] - state[lay.DRAWN]


@compiled(inline=True)
def friends_of(observed: ObservedDeal) -> int:
    """Return a word in which the bytes of those known to be on the viewer's side are 1."""
    seen, slot, notes = observed.seen, observed.slot, observed.notes
    called = observed.plan.rules[lay.CALLED]
    if notes[TRICKS_WON] & seen.parted_by[slot]:
        return 0
    known = 0
    if called != NO_CARD and called < FIRST_TRUMP_NUMBER:
        known = notes[PLAYED] >> called & 1
    elif called != NO_CARD:
        known = notes[PLAYED + 1] >> (called - FIRST_TRUMP_NUMBER) & 1
    return int(seen.friends[slot, known, observed.state[lay.TURN]])
