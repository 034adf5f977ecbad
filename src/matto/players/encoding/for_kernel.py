"""Tables by which compiled play writes observations, and its notes on what seats have seen.

Where everything lies in a row follows from the encoding; what a seat had seen before the cards
are played, or has by other ways than the play, is written by the encoding and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from matto.engine.events import Event
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.layout import Plan
from matto.kernel.observation import PriorKnowledge
from matto.play.bits import BITS
from matto.play.observation import FRIENDS, HELD, KNOWS, MOST, PLANES, SETTLED, UNSEEN, Writing
from matto.players.encoding import Encoding, observation

PLAY = "play"


def writing_of(encoding: Encoding, game: Game, options: Options) -> Writing:
    """Return where everything lies in the observations of a game, as compiled play takes it."""
    plain = observation.writing_of(encoding.planes, encoding.cards, game, options)
    arrays: dict[str, Any] = {
        name: np.array([*part])
        for name, part in plain._asdict().items()
        if not isinstance(part, int)
    }
    return plain._replace(**{**arrays, "heights": arrays["heights"].astype(np.uint8)})


def empty_knowledge(encoding: Encoding, size: int) -> PriorKnowledge:
    """Return room for what each seat has seen in so many deals."""
    seats = encoding.game.seats
    settled = encoding.shape[0] - encoding.planes[PLANES[SETTLED]].start
    return PriorKnowledge(
        settled=np.zeros((size, seats, settled), np.uint8),
        held=np.zeros((size, seats, seats, 2), np.int64),
        knows=np.zeros((size, seats), np.int64),
        unseen=np.zeros((size, seats, 2), np.int64),
        friends=np.zeros((size, 2, seats), np.int64),
        parted_by=np.zeros(size, np.int64),
    )


def note_seen(
    seen: PriorKnowledge, slot: int, viewer: int, view: View, encoding: Encoding, plan: Plan
) -> None:
    """Note of a deal what a seat has seen in its view, but for the cards that were played."""
    seats, settled = view.seats, encoding.planes[PLANES[SETTLED]].start
    row, notes = encoding.observed(view)
    seen.settled[slot, viewer] = np.frombuffer(row, np.uint8)[settled:]
    held = notes[HELD : HELD + 2 * seats]
    seen.held[slot, viewer] = np.reshape(held, (seats, 2))
    seen.knows[slot, viewer] = notes[KNOWS]
    seen.unseen[slot, viewer] = notes[UNSEEN : UNSEEN + 2]
    seen.friends[slot, 0, viewer] = notes[FRIENDS]
    seen.friends[slot, 1, viewer] = _bytes(
        place
        for place in range(1, seats)
        if plan.side[(viewer + place) % seats] == plan.side[viewer]
    )


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
