"""Grosstarock: counting, card points, Pagat, Kings and Mond, captured cards, penalties."""

from __future__ import annotations

import random

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    GAME,
    ID,
    MIDDLE,
    PACK,
    PIPS,
    amounts,
    cited,
    dealt,
    finished,
    played,
)
from helpers import start
from matto.engine.run import Run

clause = pytest.mark.clause

ORDINARY, MITTELSTICH, ENDSTICH = 12, 13, 25


def points(pile: str, **chosen: object) -> int:
    return GAME.points(finished(piles={1: pile}), GAME.resolve(chosen))[1]


@pytest.mark.parametrize(
    ("pile", "lots", "literal"),
    [
        ("", 0, 0),
        ("SK S2 S3", 5, 5),
        ("S2 S3 S4", 1, 1),
        ("T20 T2 S4", 1, 1),  # tarocks II to XX are empty
        ("SK SQ S2", 8, 6),  # 9 - 1; by the letter three empty cards are missing
        ("SK SQ SC", 10, 6),  # 12 - 2; six are missing
        ("SK SQ S2 S3 S4 S5", 9, 9),
        ("SK S2 S3 S4 S5 S6", 6, 6),
        ("F T21 T1 SJ BJ S2", 16, 10),  # 15 - 2 and 4 - 1; of ten empty cards nine are missing
    ],
)
@clause(f"{ID} 5.2")
def test_lots_of_three_and_the_count_by_the_letter(pile: str, lots: int, literal: int) -> None:
    assert points(pile) == lots, pile
    assert points(pile, count="literal") == literal, pile


@clause(f"{ID} 5.2", f"{ID} 1.9")
def test_all_cards_together_are_78_by_either_count() -> None:
    everything = " ".join(PACK.cards)
    assert points(everything) == points(everything, count="literal") == 78


@pytest.mark.parametrize("seed", range(30))
@clause(f"{ID} 5.2", f"{ID} 1.9", f"{ID} 5.17")
def test_the_three_counts_add_up_to_78_however_the_tricks_are_shared(seed: int) -> None:
    rng = random.Random(seed)
    pack = sorted(PACK.cards)
    rng.shuffle(pack)
    cut = sorted(3 * rng.randrange(27) for _ in range(2))
    piles = (pack[: cut[0]], pack[cut[0] : cut[1]], pack[cut[1] :])
    assert sum(points(" ".join(pile)) for pile in piles) == 78


def share(points_of_1: int) -> str:
    """A pile of five cards worth five, with more so that it counts so many points."""
    kings = "SK BK CK DK T21"
    fours = [f"{card} {PIPS[2 * n]} {PIPS[2 * n + 1]}" for n, card in enumerate(kings.split())]
    pile = " ".join(fours)  # 25 points in fifteen cards
    more = {25: "", 26: "B8 BA B9", 27: "DJ DA D9"}
    return f"{pile} {more[points_of_1]}"


@pytest.mark.parametrize("own", [25, 26, 27])
@clause(f"{ID} 5.3")
def test_points_over_26_are_received_and_points_lacking_are_paid(own: int) -> None:
    pile = share(own).split()
    assert len(set(pile)) == len(pile)
    assert points(share(own)) == own
    ((zero, one, two),) = amounts(finished(piles={1: share(own)}), "5.3")
    assert one == own - 26
    assert zero == 78 - own - 26
    assert two == -26
    assert zero + one + two == 0


# -- the Pagat -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "earned"), [(1, 0), (12, 0), (13, 10), (14, 0), (24, 0), (25, 20)]
)
@clause(f"{ID} 5.4")
def test_a_pagat_that_wins_earns_ten_in_the_middle_and_twenty_at_the_end(
    number: int, earned: int
) -> None:
    finish = finished({number: (0, "S5 T1 S6", 1)})
    row = (-earned, 2 * earned, -earned)
    assert amounts(finish, "5.4") == ([row] if earned else [])
    assert amounts(finish, "5.5") == []
    five = amounts(finish, "5.4", pagat_home=5)
    assert five == [(-(earned or 5), 2 * (earned or 5), -(earned or 5))]


@pytest.mark.parametrize(
    ("number", "costs"), [(1, 5), (12, 5), (13, 10), (14, 5), (24, 5), (25, 20)]
)
@clause(f"{ID} 5.5")
def test_a_pagat_that_is_taken_costs_five_ten_or_twenty_to_each(
    number: int, costs: int
) -> None:
    finish = finished({number: (0, "S5 T1 T2", 2)})
    assert amounts(finish, "5.5") == [(costs, -2 * costs, costs)]
    assert amounts(finish, "5.4", pagat_home=5) == []
    assert amounts(finish, "5.9") == [(-10, -10, 20)]  # and ten for who took it


@clause(f"{ID} 5.5")
def test_a_pagat_in_the_skat_earns_and_costs_nothing() -> None:
    assert not {"5.4", "5.5"} & cited(finished(piles={2: "T1 S2 S3"}), pagat_home=5)


# -- the last trick ------------------------------------------------------------------------


@clause(f"{ID} 5.6")
def test_a_king_that_wins_the_last_trick_earns_ten_from_each() -> None:
    for number in (ORDINARY, MITTELSTICH, 24):
        assert amounts(finished({number: (1, "SK S2 S3", 1)}), "5.6") == []
    assert amounts(finished({ENDSTICH: (1, "SK S2 S3", 1)}), "5.6") == [(-10, 20, -10)]
    assert amounts(finished({ENDSTICH: (1, "SQ S2 S3", 1)}), "5.6") == []


@clause(f"{ID} 5.7", f"{ID} 5.9")
def test_a_king_that_loses_the_last_trick_costs_nothing_more_or_ten() -> None:
    lost = finished({ENDSTICH: (1, "SK T2 S3", 2)})
    assert not {"5.6", "5.7"} & cited(lost)
    assert amounts(lost, "5.9") == [(-5, -5, 10)]
    assert amounts(lost, "5.7", king_lost=10) == [(10, -20, 10)]
    assert amounts(finished({24: (1, "SK T2 S3", 2)}), "5.7", king_lost=10) == []
    assert amounts(finished({ENDSTICH: (1, "SK S2 S3", 1)}), "5.7", king_lost=10) == []


@clause(f"{ID} 5.6", f"{ID} 5.4", f"{ID} 5.9")
def test_a_king_taken_by_the_pagat_in_the_last_trick_pays_the_pagat_alone() -> None:
    finish = finished({ENDSTICH: (0, "SK T1 S3", 1)})
    assert amounts(finish, "5.6") == []
    assert amounts(finish, "5.4") == [(-20, 40, -20)]
    assert amounts(finish, "5.9") == [(-5, 10, -5)]


@clause(f"{ID} 5.6", f"{ID} 5.7", f"{ID} 5.9")
def test_of_two_kings_in_the_last_trick_one_earns_ten_and_the_other_costs_it() -> None:
    finish = finished({ENDSTICH: (0, "SK BK S3", 0)})  # seat 0 takes the King of seat 1
    assert amounts(finish, "5.6", king_lost=10) == [(20, -10, -10)]
    assert amounts(finish, "5.7", king_lost=10) == [(10, -20, 10)]
    assert amounts(finish, "5.9", king_lost=10) == [(10, -5, -5)]
    assert amounts(finish, "5.7") == []


@clause(f"{ID} 5.8")
def test_the_mond_in_the_last_trick_earns_ten_from_each() -> None:
    assert amounts(finished({ENDSTICH: (0, "T3 T2 T21", 2)}), "5.8") == [(-10, -10, 20)]
    for number in (ORDINARY, MITTELSTICH, 24):
        assert amounts(finished({number: (0, "T3 T2 T21", 2)}), "5.8") == []
    assert amounts(finished({ENDSTICH: (0, "T3 T2 T20", 2)}), "5.8") == []


@clause(f"{ID} 5.8", f"{ID} 5.3")
def test_option_the_mond_counts_five_card_points_more_in_the_last_trick() -> None:
    last = finished({ENDSTICH: (0, "T3 T2 T21", 2)})
    value = {"mond_last": "card_points"}
    assert amounts(last, "5.8", **value) == [(0, 0, 5)]
    assert amounts(last, "5.3", **value) == amounts(last, "5.3")
    assert amounts(finished({24: (0, "T3 T2 T21", 2)}), "5.8", **value) == []
    # a Nullo is paid instead of card points, and so instead of this
    nullo = finished({ENDSTICH: (0, "T3 T2 T21", 2)}, won=(0, 10, 15))
    assert "5.10" in cited(nullo)
    assert amounts(nullo, "5.8", **value) == []
    assert amounts(nullo, "5.8", special_results="besides", **value) == [(0, 0, 5)]


# -- captured Kings and Pagat --------------------------------------------------------------

A, B, C = range(3)


@clause(f"{ID} 5.9")
def test_the_example_of_the_text() -> None:
    # A has taken two Kings, B a King and the Pagat, C a King
    finish = finished(
        {
            1: (B, "SK T5 T2", A),  # B leads; C plays T5, A T2 … whoever: A wins
            2: (C, "BK T6 S2", A),
            3: (A, "CK T7 C2", B),
            4: (C, "T1 T3 T4", B),
            5: (B, "DK T8 D2", C),
        }
    )
    # C pays 5 to A and 10 to B, A pays 5 to B
    assert amounts(finish, "5.9") == [(5 - 5, 10 + 5, -5 - 10)]


@clause(f"{ID} 5.9")
def test_kings_that_win_their_own_trick_are_not_captured_but_with_the_option() -> None:
    finish = finished({1: (A, "SK S2 S3", A), 2: (A, "S5 T1 S6", B)})
    assert amounts(finish, "5.9") == []
    # A 5, B 10, C 0: A pays 5 to B, gets 5 from C; B gets 5 and 10
    assert amounts(finish, "5.9", captured="all") == [(0, 15, -15)]


@clause(f"{ID} 5.9")
def test_equal_sums_cancel_and_other_cards_do_not_count() -> None:
    finish = finished({1: (A, "SK T5 S3", B), 2: (B, "CK C2 T6", A), 3: (A, "DK D2 T7", C)})
    assert amounts(finish, "5.9") == []  # five each
    assert amounts(finished({1: (A, "SQ T21 F", B)}), "5.9") == []


@clause(f"{ID} 5.1")
def test_everything_is_paid_besides_one_another() -> None:
    finish = finished(
        {MITTELSTICH: (0, "CK T1 C3", 1), ENDSTICH: (2, "SK S2 S3", 2)},
        said={"kings_3": (0,)},
    )
    assert cited(finish) == {"3.21", "5.3", "5.4", "5.6", "5.9"}


# -- balance, faults, presets --------------------------------------------------------------


def by_lot(seed: int, **chosen: object) -> Run:
    rng = random.Random(seed)
    run = Run.shuffled(GAME, seed=rng, options=GAME.resolve(chosen))
    while run.decision is not None:
        run.do(rng.choice(run.decision.options))
    return run


@pytest.mark.parametrize("seed", range(20))
@clause(f"{ID} 5.17")
def test_every_point_is_paid_by_one_player_to_another(seed: int) -> None:
    run = by_lot(seed)
    assert run.result is not None
    assert all(sum(row.amounts) == 0 for row in run.result.sheet)


@clause(f"{ID} 5.17", f"{ID} 5.2")
def test_with_the_literal_count_card_points_need_not_balance() -> None:
    finish = finished(piles={1: "SK SQ SC", 2: "CK CQ CC"})  # six each
    ((zero, one, two),) = amounts(finish, "5.3", count="literal")
    assert (one, two) == (6 - 26, 6 - 26)
    assert zero + one + two != 0


@pytest.mark.parametrize("costs", [13, 26])
@clause(f"{ID} 7.1")
def test_a_skat_of_the_wrong_size_loses_instead_of_card_points_and_allstich(costs: int) -> None:
    faults = {"wrong_skat": (0, 0, 1)}
    for won in ((9, 8, 8), (15, 0, 10), (0, 0, 25)):
        finish = finished(won=won, faults=faults, said={"kings_3": (2,)})
        assert amounts(finish, "7.1", wrong_skat=costs) == [(costs, costs, -2 * costs)]
        assert not {"5.3", "5.10", "5.11"} & cited(finish)
        assert amounts(finish, "3.21") == [(-5, -5, 10)]
    assert amounts(finished(), "7.1") == []


ALLSTICH_BY_0 = {"allstich": (0,), "allstich_1": (0,)}
NULLO_BY_0 = {"nullo": (0,), "nullo_1": (0,)}
A_QUEEN_GOES, A_KING_COMES = (
    (2, "SK CQ S2", 2),
    (2, "BK T3 B2", 0),
)  # seat 0 throws off, then takes


@pytest.mark.parametrize(
    ("replaced", "said"),
    [
        ("5.14", ALLSTICH_BY_0),
        ("5.15", NULLO_BY_0),
        ("5.16", {**NULLO_BY_0, "throw_in": (0,)}),
    ],
)
@pytest.mark.parametrize("special_results", ["instead", "besides"])
@clause(f"{ID} 7.1")
def test_a_skat_of_the_wrong_size_replaces_what_failed_and_what_was_thrown_in(
    replaced: str, said: dict[str, tuple[int, ...]], special_results: str
) -> None:
    tricks = {1: A_QUEEN_GOES, 2: A_KING_COMES}
    won = (1, 0, 1) if "throw_in" in said else (9, 8, 8)
    chosen = {"failed_nullo": "price", "special_results": special_results}
    right = finished(tricks, won=won, said=said)
    assert replaced in cited(right, **chosen)
    wrong = finished(tricks, won=won, said=said, faults={"wrong_skat": (0, 0, 1)})
    assert amounts(wrong, "7.1", **chosen) == [(13, 13, -26)]
    assert not {"5.3", "5.10", "5.11", "5.14", "5.15", "5.16"} & cited(wrong, **chosen)
    assert amounts(wrong, "5.9", **chosen) == amounts(right, "5.9", **chosen) == [(10, -5, -5)]


@clause(f"{ID} 7.3")
def test_other_mistakes_are_not_paid_for() -> None:
    assert cited(finished(faults={"revoke": (1, 0, 0)})) == cited(finished())


@clause(f"{ID} 8.1")
def test_by_the_letter_sets_three_options() -> None:
    chosen = GAME.resolve(preset="by_the_letter")
    changed = {name for name, value in chosen.items() if value != GAME.resolve()[name]}
    assert changed == {"count", "skat_tarocks", "skues_in_skat"}
    run = start(ID, {DEALER: "F S2 S3"}, dealer=DEALER, preset="by_the_letter")
    assert run.decision is not None
    assert "F" in run.decision.options


@clause(f"{ID} 5.3", f"{ID} 5.1")
def test_a_whole_deal_is_settled_by_its_points() -> None:
    # forehand takes the first trick with its King, the others theirs later
    hands = {FOREHAND: "SK S2 DK", MIDDLE: "BK S3 B2", DEALER: "CK S4 B3 D2 D3 D4"}
    run = played(dealt(hands, away="D2 D3 D4"), {FOREHAND: ["SK", "DK"]})
    assert run.result is not None
    winners = {trick.winner for trick in run.table.tricks}
    rows = {row.clause: row.amounts for row in run.result.sheet}
    assert len(winners) == 3
    assert rows[f"{ID} 5.3"] == tuple(points - 26 for points in run.result.points)
