"""What a seat sees, in the form of OpenSpiel's observers.

With perfect recall a seat's information state is all that it has seen and done, in order. As a
string it is that of `matto.encoding`; as a tensor: which seat it is, the choices that it knows
of in order (pairs of seat and action, each counted from 1), and when it first saw each card of
the pack. The observation without recall is the vector of `matto.encoding`, scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from matto.engine.cards import NUMBER
from matto.engine.events import ALL, INTO_HAND, Decision, Event
from matto.engine.run import Run

if TYPE_CHECKING:
    from matto.adapters.openspiel.deals import DealGame, DealState

Tensor = npt.NDArray[np.float32]

A_EVENT = 100
"""Two events are so far apart in `first_seen`: more than the cards that one shows."""


class SeatObserver:
    """Writes what a seat sees into `tensor`, in parts that `dict` names.

    What is public only, or private only, is told as a string and not as a tensor.
    """

    def __init__(
        self,
        game: DealGame,
        wanted: pyspiel.IIGObservationType,
        parameters: Mapping[str, Any] | None,
    ) -> None:
        if parameters:
            raise ValueError(f"There are no parameters of observations; given: {parameters}")
        self.game = game
        self.recall = wanted.perfect_recall
        self.public = wanted.public_info
        self.private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Tensor | None = None
        self.dict: dict[str, Tensor] = {}
        if self.public and self.private:
            self._lay_out(self._recalled_shapes() if self.recall else self._shapes_now())

    def _shapes_now(self) -> dict[str, tuple[int, ...]]:
        return {"observation": self.game.encoding.shape}

    def _recalled_shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "seat": (self.game.game.seats,),
            "choices": (self.game.max_game_length(), 2),
            "first_seen": (len(self.game.cards),),
        }

    def _lay_out(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        first = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[first : first + size].reshape(shapes[name])
            first += size

    # -- as a tensor ---------------------------------------------------------------------

    def set_from(self, state: DealState, player: int) -> None:
        """Write what a seat sees in a state; nothing has been seen while cards are dealt."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        run = state.run
        if self.recall:
            self.dict["seat"][player] = 1
        if run is None:
            return
        if self.recall:
            self._recall(run, player)
            return
        encoding = self.game.encoding
        self.dict["observation"][:] = encoding.observe(run.view(player)) * encoding.scale

    def _recall(self, run: Run, player: int) -> None:
        number = self.game.encoding.number
        known = [
            (asked.seat + 1, number(asked, choice) + 1) for asked, choice in heard(run, player)
        ]
        if known:
            self.dict["choices"][: len(known)] = known
        for card, when in first_seen(run, player).items():
            self.dict["first_seen"][self.game.place[card]] = when

    # -- as a string ---------------------------------------------------------------------

    def string_from(self, state: DealState, player: int) -> str:
        """Tell what a seat sees in a state."""
        run = state.run
        if run is None:
            return f"seat {player}" if self.private else ""
        if self.recall and self.public and self.private:
            return self.game.encoding.information_state(run.view(player))
        return "\n".join(self._now(run, player))

    def _now(self, run: Run, player: int) -> Iterator[str]:
        view = run.view(player)
        if self.private:
            yield f"seat {player} holds {' '.join(view.hand)}"
        if self.public:
            won = [trick.winner for trick in view.tricks]
            yield f"tricks won {[won.count(seat) for seat in range(view.seats)]}"
            yield f"on the table {' '.join(f'{seat}:{card}' for seat, card in view.lying)}"
            if view.waiting is not None:
                yield f"seat {view.waiting.seat} is asked to {view.waiting.kind}"


def heard(run: Run, player: int) -> Iterator[tuple[Decision, str]]:
    """The choices that a seat knows of, its own and those that were told it, in order."""
    ends = [*run.told_before, len(run.events)][1:]
    for action, before, after in zip(run.actions, run.told_before, ends, strict=True):
        told = run.events[before:after]
        if action.seat == player or any(
            event.seat == action.seat and action.choice in event.what
            for event in seen(told, player)
        ):
            yield Decision(action.seat, action.kind, (action.choice,)), action.choice


def first_seen(run: Run, player: int) -> dict[str, int]:
    """When a seat has first seen each card: by the event, and the place in it.

    Cards that come into a hand together come in no order.
    """
    found: dict[str, int] = {}
    for number, event in enumerate(seen(run.events, player), start=1):
        for place, card in enumerate(event.what):
            if card in NUMBER:
                nth = 0 if event.moves == INTO_HAND else place
                found.setdefault(card, number * A_EVENT + nth)
    return found


def seen(events: Iterable[Event], player: int) -> Iterator[Event]:
    """The events that a seat may see."""
    return (event for event in events if event.seen_by == ALL or event.seen_by >> player & 1)
