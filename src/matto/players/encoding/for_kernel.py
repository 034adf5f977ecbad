"""What compiled play needs to write observations, and what it notes of what seats have seen.

Where everything lies in a row follows from the encoding; what a seat had seen before the cards
are played, or has by other ways than the play, is written by the encoding and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from matto.engine.cards import CODES, FOOL_SUIT, NUMBER, Pack, words
from matto.engine.events import Event
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.engine.view import View
from matto.kernel.layout import Plan
from matto.kernel.observation import (
    MOST,
    PART,
    PART_BITS,
    PLAIN_PARTS,
    PLANES,
    TAROCK_PARTS,
    Bytes,
    Seen,
    Writing,
)
from matto.kernel.primitives import BITS
from matto.players.encoding import Encoding
from matto.players.encoding.observation import proofs_of

PLAY = "play"


def writing_of(encoding: Encoding, game: Game, options: Options) -> Writing:
    """Give where everything lies in the observations of a game."""
    pack = game.pack(options)
    column, value = np.zeros(len(CODES), np.int64), np.zeros(len(CODES), np.int64)
    suit = np.full(len(CODES), FOOL_SUIT)
    for place, card in enumerate(encoding.cards):
        column[NUMBER[card]] = place
    for card in pack.codes:
        suit[NUMBER[card]] = pack.suit_of(card)
        if not pack.is_excuse(card):
            value[NUMBER[card]] = max(0, pack.value_of[card])
    planes = [encoding.planes[name] for name in PLANES]
    start = np.array([*(plane.start for plane in planes), planes[-1].stop])
    proofs = proofs_of(game.trick_rules(options).fool)
    return Writing(
        start=start,
        columns=len(encoding.cards),
        column=column,
        suit=suit,
        value=value,
        lacking=np.array([proofs.lacking, proofs.lacking_late]),
        heights=heights_of(pack),
    )


def heights_of(pack: Pack) -> Bytes:
    """Give the greatest strength among any of the cards in each part of the two words."""
    heights = np.zeros((PLAIN_PARTS + TAROCK_PARTS, PART_BITS + 1), np.uint8)
    sets = np.arange(PART_BITS + 1)
    for number, strength in enumerate(pack.strength):
        tarock = number >= FIRST_TRUMP_NUMBER
        part, bit = divmod(number - (FIRST_TRUMP_NUMBER if tarock else 0), PART)
        row = heights[part + (PLAIN_PARTS if tarock else 0)]
        np.maximum(row, np.where(sets >> bit & 1, strength, 0), out=row, casting="unsafe")
    return heights


def nothing_seen(encoding: Encoding, size: int) -> Seen:
    """Give room for what each seat has seen in so many deals."""
    seats = encoding.game.seats
    settled = encoding.shape[0] - encoding.planes[PLANES[-1]].stop
    return Seen(
        settled=np.zeros((size, seats, settled), np.uint8),
        held=np.zeros((size, seats, seats, 2), np.int64),
        knows=np.zeros((size, seats), np.int64),
        unseen=np.zeros((size, seats, 2), np.int64),
        friends=np.zeros((size, 2, seats), np.int64),
        parted_by=np.zeros(size, np.int64),
    )


def note_seen(
    seen: Seen, slot: int, viewer: int, view: View, encoding: Encoding, plan: Plan
) -> None:
    """Note of a deal what a seat has seen in its view, but for the cards that were played."""
    seats, row = view.seats, encoding.observe(view)
    seen.settled[slot, viewer] = row[encoding.planes[PLANES[-1]].stop :]
    held = _held(encoding, row, viewer)
    seen.held[slot, viewer] = held
    seen.knows[slot, viewer] = np.any(held)
    seen.unseen[slot, viewer] = _unseen(encoding, view.pack, row)
    friends = encoding.game.friends(view)
    seen.friends[slot, 0, viewer] = _bytes((seat - viewer) % seats for seat in friends)
    seen.friends[slot, 1, viewer] = _bytes(
        place
        for place in range(1, seats)
        if plan.side[(viewer + place) % seats] == plan.side[viewer]
    )


def _held(encoding: Encoding, row: Bytes, viewer: int) -> Sequence[tuple[int, int]]:
    """The cards that a viewer knows each seat to hold, as two words, from what it sees."""
    seats, cards = encoding.game.seats, encoding.cards
    plane = row[encoding.planes["held"]].reshape(seats, len(cards))
    return [
        words(cards[place] for place in np.flatnonzero(plane[(seat - viewer) % seats]))
        for seat in range(seats)
    ]


def _unseen(encoding: Encoding, pack: Pack, row: Bytes) -> tuple[int, int]:
    """The cards that may be in any hand but the viewer's, as two words."""
    planes, cards = encoding.planes, encoding.cards
    codes = frozenset(pack.codes)
    there = np.array([card in codes for card in cards])
    seen = sum(row[planes[name]] for name in ("hand", "away", "open"))
    seen += row[planes["held"]].reshape(-1, len(cards)).sum(axis=0)
    return words(cards[place] for place in np.flatnonzero(there & (seen == 0)))


def parted_by(run: Run) -> int:
    """The seats that part friends who know each other as soon as they win a trick, as a word.

    So it is where all play against one who has undertaken to win all tricks, or none.
    """
    seats, friends = range(run.game.seats), run.game.friends
    viewer = next((seat for seat in seats if friends(run.view(seat))), None)
    contract = run.table.contract
    if viewer is None or contract is None or contract.called:
        return 0
    played = [Event(PLAY, seat, (run.table.hand(seat)[0],)) for seat in seats]

    def parts(winner: int) -> bool:
        events = (*run.events, *played, Event("trick", winner, played[winner].what))
        return not friends(View(run.setup, events, viewer, None))

    return MOST * _bytes(filter(parts, seats))


def _bytes(seats: Iterable[int]) -> int:
    """A word in which the bytes of some seats are 1."""
    return sum(1 << (BITS * seat) for seat in seats)
