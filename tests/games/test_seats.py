"""A seat that a game does not have is refused, whoever asks for it."""

from __future__ import annotations

import pytest

from matto.engine.errors import UnknownSeat
from matto.engine.run import Match, Run
from matto.games import game

MINEO = game("mineo-3")
SENTENCE = "Seats are 0 to 2, not "


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_seat_that_the_game_does_not_have_neither_deals_nor_sees(seat: int) -> None:
    run = Run.shuffled(MINEO, seed=1)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        run.view(seat)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        Run.shuffled(MINEO, seed=1, dealer=seat)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        Run(MINEO, run.setup.deal, dealer=seat)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        Match(MINEO, dealer=seat).next_run(seed=1)


def test_every_seat_deals_and_sees() -> None:
    for seat in range(MINEO.seats):
        run = Run.shuffled(MINEO, seed=1, dealer=seat)
        assert [run.view(other).seat for other in range(MINEO.seats)] == [0, 1, 2]
