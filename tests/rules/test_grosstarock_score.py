"""Grosstarock: card points, Pagat, Kings and Mond, penalties; Nullo and Allstich."""

from __future__ import annotations

import random
from collections.abc import Mapping

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
from helpers import decision_of, do, result_of, start
from matto.engine.outcome import Outcome
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
    assert all(sum(row.amounts) == 0 for row in result_of(run).sheet)


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
    assert "F" in decision_of(run).options


@clause(f"{ID} 5.3", f"{ID} 5.1")
def test_a_whole_deal_is_settled_by_its_points() -> None:
    # forehand takes the first trick with its King, the others theirs later
    hands = {FOREHAND: "SK S2 DK", MIDDLE: "BK S3 B2", DEALER: "CK S4 B3 D2 D3 D4"}
    run = played(dealt(hands, away="D2 D3 D4"), {FOREHAND: ["SK", "DK"]})
    winners = {trick.winner for trick in run.table.tricks}
    rows = {row.clause: row.amounts for row in result_of(run).sheet}
    assert len(winners) == 3
    assert rows[f"{ID} 5.3"] == tuple(points - 26 for points in result_of(run).points)


# -- what Nullo and Allstich earn and cost -----------------------------------------------

TAROCKS = [f"T{n}" for n in range(21, 0, -1)]
ALL_TO_FOREHAND = {
    FOREHAND: " ".join([*TAROCKS, "SK", "BK", "CK", "DK"]),
    MIDDLE: "F",
}
NONE_TO_1 = (15, 0, 10)
ALL_TO_1 = (0, 25, 0)


def said(word: str, trick: int, seat: int) -> dict[str, tuple[int, ...]]:
    return {word: (seat,), f"{word}_{trick}": (seat,)}


@pytest.mark.parametrize(
    ("announced", "price"),
    [({}, 26), (said("nullo", 1, 1), 36), (said("nullo", 13, 1), 31)],
)
@clause(f"{ID} 5.10")
def test_who_takes_no_trick_receives_the_price_of_nullo_from_each(
    announced: Mapping[str, tuple[int, ...]], price: int
) -> None:
    finish = finished(won=NONE_TO_1, said=announced)
    assert amounts(finish, "5.10") == [(-price, 2 * price, -price)]


@clause(f"{ID} 5.10")
def test_one_trick_is_too_many_for_nullo() -> None:
    assert amounts(finished(won=(14, 1, 10)), "5.10") == []
    assert amounts(finished(won=(14, 1, 10), said=said("nullo", 1, 1)), "5.10") == []


@clause(f"{ID} 5.10", f"{ID} 3.1")
def test_the_skat_of_a_dealer_without_tricks_is_no_trick() -> None:
    finish = finished(won=(15, 10, 0), piles={2: "SQ BQ CQ"})
    assert amounts(finish, "5.10") == [(-26, -26, 52)]


@pytest.mark.parametrize(
    ("announced", "price"),
    [
        ({}, 26),
        (said("allstich", 1, 1), 52),
        (said("allstich", 13, 1), 38),
        (said("allstich", 19, 1), 31),
    ],
)
@clause(f"{ID} 5.11")
def test_who_takes_all_tricks_receives_the_price_of_allstich_from_each(
    announced: Mapping[str, tuple[int, ...]], price: int
) -> None:
    assert amounts(finished(won=ALL_TO_1, said=announced), "5.11") == [
        (-price, 2 * price, -price)
    ]
    assert amounts(finished(won=(1, 24, 0)), "5.11") == []


@clause(f"{ID} 5.12")
def test_allstich_beats_nullo_announced_or_not() -> None:
    for announced in ({}, said("nullo", 1, 0)):
        finish = finished(won=ALL_TO_1, said=announced)
        assert amounts(finish, "5.10") == []
        assert amounts(finish, "5.11") == [(-26, 52, -26)]


@clause(f"{ID} 5.10", f"{ID} 5.11", f"{ID} 5.12", f"{ID} 5.13")
def test_a_whole_deal_with_announced_allstich() -> None:
    run = do(dealt(ALL_TO_FOREHAND, quiet=False), "allstich nullo silence")
    played(run, {FOREHAND: TAROCKS})
    rows = {row.clause: row.amounts for row in result_of(run).sheet}
    assert rows["grosstarock 5.11"] == (104, -52, -52)
    assert not {"grosstarock 5.10", "grosstarock 5.3"} & rows.keys()


@pytest.mark.parametrize("won", [NONE_TO_1, ALL_TO_1])
@clause(f"{ID} 5.13")
def test_card_points_are_settled_besides_only_with_the_option(won: tuple[int, ...]) -> None:
    finish = finished(won=won)
    assert "5.3" not in cited(finish)
    assert "5.3" in cited(finish, special_results="besides")
    assert "5.3" in cited(finished())


def failed(
    trick: int,
    fourth: tuple[str, str, str] = ("SJ", "S8", "S9"),
    *,
    skat: str = "",
    won: tuple[int, ...] = (11, 4, 10),
) -> Outcome:
    """Seat 1 announced Allstich and has four tricks with 14 card points; seat 0 the rest."""
    own = (("SK", "S2", "S3"), ("SQ", "S4", "S5"), ("SC", "S6", "S7"), fourth)
    named = {number: (1, " ".join(cards), 1) for number, cards in enumerate(own, start=1)}
    pile = " ".join([skat, *(card for cards in own for card in cards)])
    return finished(named, won=won, piles={1: pile}, said=said("allstich", trick, 1))


@pytest.mark.parametrize(
    ("value", "trick", "paid"),
    [
        ("less_tricks", 1, 52 - 14),
        ("less_tricks", 13, 38 - 14),
        ("less_tricks", 19, 31 - 14),
        ("once", 1, 52 - 7),
        ("full", 1, 52),
        ("card_points", 1, 52),
    ],
)
@clause(f"{ID} 5.14")
def test_a_failed_allstich_costs_its_price_less_the_tricks(
    value: str, trick: int, paid: int
) -> None:
    finish = failed(trick)
    assert amounts(finish, "5.14", failed_allstich=value) == [(paid, -2 * paid, paid)]
    assert ("5.3" in cited(finish, failed_allstich=value)) is (value == "card_points")


@clause(f"{ID} 5.14")
def test_the_skat_is_not_deducted_and_half_points_are_rounded_down() -> None:
    assert amounts(failed(1, skat="CQ DQ BQ"), "5.14") == [(38, -76, 38)]
    finish = failed(1, ("S10", "S8", "S9"))  # 5 + 4 + 3 and an empty trick: 13
    assert amounts(finish, "5.14") == [(39, -78, 39)]
    assert amounts(finish, "5.14", failed_allstich="once") == [(46, -92, 46)]  # 52 - 6


@clause(f"{ID} 5.14", f"{ID} 5.13")
def test_it_never_costs_less_than_nothing_and_only_who_announced_pays() -> None:
    rich = finished(
        {1: (0, "SK BK CK", 0), 2: (0, "SQ BQ CQ", 0), 3: (0, "DK T21 T1", 0),
         4: (0, "DQ SC BC", 0), 5: (0, "CC DC SJ", 0)},
        won=(23, 1, 1), said=said("allstich", 19, 0),
    )  # fmt: skip
    # 15 - 2, 12 - 2, 15 - 2, 10 - 2, 8 - 2 are 50 points, over 31
    assert amounts(rich, "5.14") == [(0, 0, 0)]
    assert "5.3" not in cited(rich)  # 5.13: even if nothing is paid
    assert amounts(finished(), "5.14") == []
    assert amounts(finished(won=ALL_TO_1, said=said("allstich", 1, 1)), "5.14") == []


@clause(f"{ID} 5.14", f"{ID} 5.2")
def test_what_is_deducted_is_counted_by_the_letter_where_all_is() -> None:
    tricks = {1: (1, "SK SQ SC", 1)}  # 5 + 4 + 3: less 2 by lots, less 6 by the letter
    said_1 = said("allstich", 1, 1)
    finish = finished(tricks, won=(14, 1, 10), piles={1: "SK SQ SC"}, said=said_1)
    assert amounts(finish, "5.14") == [(42, -84, 42)]
    assert amounts(finish, "5.14", count="literal") == [(46, -92, 46)]


@clause(f"{ID} 5.14", f"{ID} 5.13", f"{ID} 5.10")
def test_beside_anothers_nullo_no_card_points_are_settled_for_a_failed_allstich() -> None:
    nullo = failed(1, won=(21, 4, 0))
    assert amounts(nullo, "5.14", failed_allstich="card_points") == [(52, -104, 52)]
    assert amounts(nullo, "5.10", failed_allstich="card_points") == [(-26, -26, 52)]
    assert "5.3" not in cited(nullo, failed_allstich="card_points")
    assert "5.3" in cited(failed(1, won=(20, 4, 1)), failed_allstich="card_points")


@clause(f"{ID} 5.15")
def test_a_failed_nullo_played_on_is_free_or_costs_its_price() -> None:
    for trick, price in ((1, 36), (13, 31)):
        finish = finished(won=(14, 1, 10), said=said("nullo", trick, 1))
        assert amounts(finish, "5.15") == []
        assert "5.3" in cited(finish)
        assert amounts(finish, "5.15", failed_nullo="price") == [(price, -2 * price, price)]
        assert "5.3" not in cited(finish, failed_nullo="price")
    unannounced = finished(won=(14, 1, 10))
    assert amounts(unannounced, "5.15", failed_nullo="price") == []
    made = finished(won=NONE_TO_1, said=said("nullo", 1, 1))
    assert amounts(made, "5.15", failed_nullo="price") == []


@clause(f"{ID} 5.15", f"{ID} 5.13")
def test_the_price_of_a_failed_nullo_is_paid_instead_of_card_points_or_besides() -> None:
    nullo = finished(won=(14, 1, 10), said=said("nullo", 1, 1))  # seat 0 has all 78 points
    price = [(36, -72, 36)]
    instead = {"failed_nullo": "price", "special_results": "instead"}
    assert amounts(nullo, "5.15", **instead) == price
    assert amounts(nullo, "5.3", **instead) == []
    besides = {"failed_nullo": "price", "special_results": "besides"}
    assert amounts(nullo, "5.15", **besides) == price
    assert amounts(nullo, "5.3", **besides) == [(78 - 26, -26, -26)]
    for value in ("instead", "besides"):  # a failed Nullo without a price is no special result
        free = {"failed_nullo": "free", "special_results": value}
        assert amounts(nullo, "5.3", **free) == [(78 - 26, -26, -26)]


@pytest.mark.parametrize(
    ("value", "paid"), [("less_tricks", 38), ("once", 45), ("full", 52), ("card_points", 52)]
)
@clause(f"{ID} 5.13", f"{ID} 5.14")
def test_a_failed_allstich_costs_the_same_where_card_points_are_paid_besides(
    value: str, paid: int
) -> None:
    finish = failed(1)  # seat 1 has 14 points, seat 0 the other 64
    chosen = {"special_results": "besides", "failed_allstich": value}
    assert amounts(finish, "5.14", **chosen) == [(paid, -2 * paid, paid)]
    assert amounts(finish, "5.3", **chosen) == [(64 - 26, 14 - 26, -26)]


def thrown_in(card: str) -> Outcome:
    """Seat 0 has thrown off a card on seat 1's trick and throws in after its own first."""
    return finished(
        {1: (1, "SK S2 " + card, 1), 2: (2, "BK B2 BQ", 2), 3: (0, "CJ C5 C6", 0)},
        won=(1, 1, 1),
        said={**said("nullo", 1, 0), "throw_in": (0,)},
        piles={1: f"SK S2 {card}", 2: "BK B2 BQ DQ DC DJ"},
    )


@pytest.mark.parametrize(
    ("card", "high", "amount_1"),
    [("T10", False, 5), ("T11", True, 5), ("T12", True, 5), ("DK", True, 9), ("CQ", True, 8),
     ("CC", True, 7), ("SJ", True, 6), ("D2", False, 5), ("F", False, 9)],
)  # fmt: skip
@clause(f"{ID} 5.16")
def test_who_throws_in_pays_for_the_others_tricks_if_he_threw_off_high_cards(
    card: str, high: bool, amount_1: int
) -> None:
    # seat 1: King and two empty cards 5 (with a court card or the Sküs its value less 1 more);
    # seat 2: 5 + 4 - 1 = 8
    expected = (-amount_1 - 8, amount_1, 8) if high else (0, 0, 0)
    finish = thrown_in(card)
    assert amounts(finish, "5.16") == [expected]


@pytest.mark.parametrize(("lowest", "high"), [(10, True), (11, False), (2, True), (21, False)])
@clause(f"{ID} 5.16")
def test_which_tarock_is_high_is_an_option(lowest: int, high: bool) -> None:
    rows = amounts(thrown_in("T10"), "5.16", high_tarocks=lowest)
    assert rows == [(-13, 5, 8) if high else (0, 0, 0)]


@clause(f"{ID} 5.16")
def test_courts_of_the_trick_that_he_took_were_not_thrown_off() -> None:
    finish = thrown_in("S3")  # his own trick holds the Jack of hearts
    assert amounts(finish, "5.16") == [(0, 0, 0)]


@clause(f"{ID} 5.16")
def test_no_card_points_and_no_last_trick_are_paid_after_throwing_in() -> None:
    finish = thrown_in("DK")
    for value in ("instead", "besides"):
        assert not {"5.3", "5.6", "5.8"} & cited(finish, special_results=value)
    assert "5.9" in cited(finish)


@clause(f"{ID} 5.16")
def test_of_the_others_an_announced_nullo_counts_and_an_announced_allstich_failed() -> None:
    finish = finished(
        {1: (0, "C2 C3 C4", 0)}, won=(1, 0, 0),
        said={"nullo": (0, 1), "nullo_1": (0, 1), "throw_in": (0,),
              "allstich": (2,), "allstich_1": (2,)},
        piles={0: "C2 C3 C4"},
    )  # fmt: skip
    assert amounts(finish, "5.10") == [(-36, 72, -36)]  # seat 2 had not announced it
    assert amounts(finish, "5.14") == [(52, 52, -104)]


@clause(f"{ID} 5.16", f"{ID} 5.15")
def test_another_who_had_failed_before_and_played_on_owes_his_price_all_the_same() -> None:
    finish = finished(
        {1: (1, "SK S2 S3", 1), 2: (0, "CJ C5 C6", 0)},
        won=(1, 1, 0),
        said={"nullo": (0, 1), "nullo_1": (0, 1), "throw_in": (0,)},
        piles={0: "CJ C5 C6", 1: "SK S2 S3"},
    )
    assert amounts(finish, "5.15", failed_nullo="price") == [(36, -72, 36)]
    assert amounts(finish, "5.15") == []


@clause(f"{ID} 5.16", f"{ID} 4.17")
def test_a_deal_thrown_in_after_a_queen_was_thrown_off() -> None:
    hands = {FOREHAND: "S2 CQ DK", MIDDLE: "SK CK D2", DEALER: "S3 C5 D3 B2 B3 B4"}
    run = do(dealt(hands, away="B2 B3 B4", quiet=False), "nullo silence silence")
    do(run, "S2 SK S3 CK C5 CQ D2 D3 DK throw_in")
    rows = {row.clause: row.amounts for row in result_of(run).sheet}
    # middlehand has two tricks: King and two empty, King and Queen and one empty: 5 + 8
    assert rows["grosstarock 5.16"] == (-13, 13, 0)
    assert result_of(run).thrown_in is False
    assert result_of(run).points[MIDDLE] == 13


@pytest.mark.parametrize("last", ["CK C5 C6", "T21 T5 T6"])
@clause(f"{ID} 5.16")
def test_the_trick_after_which_one_throws_in_is_not_the_last(last: str) -> None:
    announced = {**said("nullo", 1, 0), "throw_in": (0,)}
    finish = finished({1: (0, last, 0)}, won=(1, 0, 0), said=announced)
    assert not {"5.6", "5.8"} & cited(finish)


@clause(f"{ID} 5.16", f"{ID} 5.15")
def test_who_throws_in_does_not_pay_the_price_of_one_who_plays_on() -> None:
    assert amounts(thrown_in("S3"), "5.15", failed_nullo="price") == []
    assert amounts(thrown_in("S3"), "5.16", failed_nullo="price") == [(0, 0, 0)]


@clause(f"{ID} 5.16", f"{ID} 5.2")
def test_the_tricks_that_he_honours_are_counted_by_the_letter_where_all_is() -> None:
    finish = finished(
        {1: (1, "SK SQ SC", 1), 2: (1, "S2 S3 S10", 0)},  # seat 0 has thrown off the Kaval
        won=(1, 1, 0), said={**said("nullo", 1, 0), "throw_in": (0,)}, piles={1: "SK SQ SC"},
    )  # fmt: skip
    assert amounts(finish, "5.16") == [(-10, 10, 0)]  # 12 less 2
    assert amounts(finish, "5.16", count="literal") == [(-6, 6, 0)]  # 12 less 6


@pytest.mark.parametrize(("thrown", "paid"), [("S3", (0, 0, 0)), ("SC", (7, 0, -7))])
@clause(f"{ID} 5.16", f"{ID} 3.1")
def test_a_dealer_who_throws_in_has_thrown_nothing_off_in_his_skat(
    thrown: str, paid: tuple[int, ...]
) -> None:
    hands = {FOREHAND: "SK C5", MIDDLE: "S2 C6", DEALER: f"{thrown} CJ SQ BQ DQ"}
    run = dealt(hands, away="SQ BQ DQ", quiet=False)
    do(run, f"silence silence nullo SK S2 {thrown} C5 C6 CJ throw_in")
    rows = {row.clause: row.amounts for row in result_of(run).sheet}
    assert rows["grosstarock 5.16"] == paid  # King, Kaval and an empty card: 5 + 3 - 1


# forehand loses the Pagat to the Mond, then takes a trick and throws in
PAGAT_LOST = {FOREHAND: "T1 S4", MIDDLE: "T21 SA", DEALER: "T3 S3 B2 B3 B4"}


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        ("all_else", {"5.5": (-10, 5, 5), "5.9": (-10, 20, -10), "5.16": (0, 0, 0)}),
        ("tricks_only", {"5.16": (0, 0, 0)}),
    ],
)
@clause(f"{ID} 5.16", f"{ID} 5.5", f"{ID} 5.9")
def test_pagat_and_captured_cards_are_paid_by_who_throws_in_too_or_by_nobody(
    value: str, rows: dict[str, tuple[int, ...]]
) -> None:
    run = dealt(PAGAT_LOST, away="B2 B3 B4", quiet=False, thrown_in_pays=value)
    do(run, "nullo silence silence T1 T21 T3 SA S3 S4 throw_in")
    sheet = [(row.clause.removeprefix(f"{ID} "), row.amounts) for row in result_of(run).sheet]
    assert sheet == list(rows.items())


@clause(f"{ID} 5.16", f"{ID} 5.4", f"{ID} 5.9")
def test_with_tricks_only_nobody_is_paid_for_pagat_and_kings_of_a_deal_thrown_in() -> None:
    tricks = {1: (1, "SK T2 T3", 2), 13: (1, "S5 T1 S6", 2), 14: (2, "C2 C3 C4", 0)}
    whole = finished(tricks, won=(9, 8, 8))
    ended = finished(tricks, won=(1, 0, 13), said={**said("nullo", 1, 0), "throw_in": (0,)})
    # seat 2 takes seat 1's King, and wins the 13th trick with its own Pagat
    for finish, value in ((ended, "all_else"), (whole, "all_else"), (whole, "tricks_only")):
        assert amounts(finish, "5.4", thrown_in_pays=value) == [(-10, -10, 20)]
        assert amounts(finish, "5.9", thrown_in_pays=value) == [(-5, -5, 10)]
    assert not {"5.4", "5.9"} & cited(ended, thrown_in_pays="tricks_only")


@clause(f"{ID} 5.16", f"{ID} 3.26")
def test_with_tricks_only_announcements_anothers_nullo_and_a_failed_allstich_are_paid() -> None:
    finish = finished(
        {1: (0, "C2 C3 C4", 0)}, won=(1, 0, 0),
        said={"nullo": (0, 1), "nullo_1": (0, 1), "throw_in": (0,),
              "allstich": (2,), "allstich_1": (2,), "kings_3": (1,)},
        piles={0: "C2 C3 C4"},
    )  # fmt: skip
    for value in ("all_else", "tricks_only"):
        assert amounts(finish, "3.21", thrown_in_pays=value) == [(-5, 10, -5)]
        assert amounts(finish, "5.10", thrown_in_pays=value) == [(-36, 72, -36)]
        assert amounts(finish, "5.14", thrown_in_pays=value) == [(52, 52, -104)]
