"""Tarot of the Abbé de Marolles: a whole deal by what Marolles himself printed (8.2)."""

from __future__ import annotations

import pytest

from helpers import do
from marolles_deals import dealt

FROM_THE_TOP = [f"T{trump}" for trump in range(21, 9, -1)]
TURNED_UP = "SK"
AWAY = {1: "DQ DC DJ CQ", 2: "S10", 0: "S5"}
SEAT_1 = ["F", "BK", *FROM_THE_TOP, "T1", "CK", "DK", "DA", "C7", TURNED_UP]
SEAT_2 = "S6 B4 T2 T3 T4 T5 CC CJ CA C2 C3 C4 SQ SC SJ C5 D2 D3 C6 B10".split()  # noqa: SIM905
SEAT_0 = "S4 B5 T6 T7 T8 T9 BQ BC BJ B9 B8 B7 B6 S9 S8 S7 D4 D5 D6 D7".split()  # noqa: SIM905
"""What each plays to the twenty tricks; seat 1 takes all but the first and the last two."""

EARNS_1 = (-1, 2, -1)  # 1 from each
WHOLE_SHEET = [  # by hand: dealer 1 turns up SK and loses it in the last trick
    ("2.7", EARNS_1),
    ("3.14", (-4, 8, -4)),  # seven tarots
    ("3.15", (-6, 12, -6)),  # four Kings with the Math, by Marolles's own figure
    ("3.20", (-3, 6, -3)),
    ("3.22", EARNS_1),  # la Belle with the seven tarots
    *[("5.2", EARNS_1)] * 6,  # F, BK, T21, T1, CK, DK
    ("5.3", (1, -2, 1)),  # SK; that it was in the last trick costs nothing more
    ("5.6", EARNS_1),
    ("5.11", (-6, 3, 3)),  # S5 laid away and no trick: 0 points, which pay 3 and no more
    ("5.11", (3, 3, -6)),  # S10 S6 S4, C7 C6 D6, B10 D7 SK: 5 + 8 - 2 x 3 = 7 points
]


@pytest.mark.clause("marolles 8.2", "marolles 3.15", "marolles 3.22", "marolles 5.8")
@pytest.mark.clause("marolles 5.1", "marolles 5.11")
def test_a_whole_deal_as_printed_is_paid_by_the_figures_of_marolles() -> None:
    own = [card for card in SEAT_1 if card != TURNED_UP]
    hands = {
        0: " ".join([*SEAT_0, AWAY[0]]),
        1: " ".join([*own, AWAY[1]]),
        2: " ".join([*SEAT_2, AWAY[2]]),
    }
    run = dealt(hands, last=TURNED_UP, dealer=1, preset="as_printed")
    do(run, f"{AWAY[2]} {AWAY[0]} {AWAY[1]}")
    do(run, ["no_more", SEAT_2[0], "no_more", SEAT_0[0]])
    do(run, "belle tarots_7 kings_4_math all_three no_more")
    left = {0: SEAT_0[1:], 1: list(SEAT_1), 2: SEAT_2[1:]}
    while run.decision is not None:
        run.do(left[run.decision.seat].pop(0))
    assert [trick.winner for trick in run.table.tricks] == [2, *[1] * 17, 2, 2]
    assert run.result is not None
    assert run.result.points == (0, 67, 7)
    found = [(row.clause.split()[1], row.amounts) for row in run.result.sheet]
    assert sorted(found) == sorted(WHOLE_SHEET)
    assert run.result.scores == (-24, 48, -24)
