"""What may be said when bargaining: the words offered are those that nothing bars."""

from __future__ import annotations

import random

from matto.games.sicily.bargain import HOLD, OFFER, SHUFFLE, TAKE, WAIT, Bargain, Negotiation
from matto.players.advice.bargaining import NO_CLAUSES

SEATS, HIGHEST, TIMES = 3, 4, 3
PARTS = range(-1, SEATS * HIGHEST + 2)
WORDS = (
    *(f"{word}:{number}" for word in (OFFER, TAKE) for number in PARTS),
    *(OFFER, SHUFFLE, TAKE, HOLD, WAIT, f"{SHUFFLE}:1", "nonsense"),
)


def test_a_word_is_offered_exactly_when_nothing_bars_it() -> None:
    rng = random.Random(1)
    offered = taken = spent = 0
    for _ in range(60):
        bargain = Bargain(Negotiation(NO_CLAUSES, HIGHEST, TIMES), SEATS)
        while not (bargain.held or bargain.agreed):
            for seat in range(SEATS):
                allowed = [word for word in WORDS if bargain.barred(seat, word) is None]
                assert sorted(bargain.words_for(seat)) == sorted(allowed)
                offered += len(allowed)
                taken += any(word.startswith(f"{TAKE}:") for word in allowed)
                spent += allowed == [HOLD]
            seat = rng.randrange(SEATS)
            words = [word for word in bargain.words_for(seat) if word != HOLD]
            bargain = bargain.and_then(seat, rng.choice(words or [HOLD]))
    assert min(offered, taken, spent) > 50
