"""Mitigatti for three: card points and la partida (1.9, 3.5, 6.9 to 6.16, 8.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers import outcome, result_of
from matto.engine.outcome import Outcome
from matto.engine.run import spelled
from matto.games import game
from matto.games.nice import PACK
from mitigatti_deals import THREE, WINNER, card_points, lead_through, ready, rows

GAME = game(THREE)
EACH_ALONE = (0, 1, 2)
clause = pytest.mark.clause

HALF_CHIP, CHIP = 1, 2  # units


def counting(*points: int, dealer: int = 0) -> Outcome:
    """A deal in which the three seats count so many points.

    Cards are given out by hand until each has his points less his tricks: 25 tricks are shared
    out first, then values, greatest first, are filled in exactly.
    """
    assert sum(points) == 78
    tricks = [0, 0, 0]
    values = sorted(
        (card for card in PACK.codes if PACK.value_of[card]), key=worth, reverse=True
    )
    for many in range(26):
        for some in range(26 - many):
            tricks = [many, some, 25 - many - some]
            needs = [points[s] - tricks[s] - (1 if s == dealer else 0) for s in EACH_ALONE]
            piles = shared_out(values, needs)
            if piles is not None:
                won = [(s, "", s) for s in EACH_ALONE for _ in range(tricks[s])]
                return outcome(THREE, EACH_ALONE, piles, won, declarer=None, dealer=dealer)
    raise AssertionError(points)


def worth(card: str) -> int:
    return PACK.value_of[card]


def shared_out(values: list[str], needs: list[int]) -> dict[int, str] | None:
    """Fill each need with cards, the greatest first; None if that does not come out."""
    piles: dict[int, list[str]] = {seat: [] for seat in EACH_ALONE}
    left = list(needs)
    if min(left) < 0:
        return None
    for card in values:
        seat = max(EACH_ALONE, key=lambda s: left[s])
        if left[seat] < worth(card):
            return None
        left[seat] -= worth(card)
        piles[seat].append(card)
    return {seat: " ".join(cards) for seat, cards in piles.items()}


def partida(deal: Outcome, **options: object) -> tuple[int, ...]:
    """What each receives or pays for card points, in units, and nothing else is paid."""
    sheet = [row for row in GAME.score(deal, GAME.resolve(options)) if row.item == "la partida"]
    return tuple(sum(row.amounts[seat] for row in sheet) for seat in EACH_ALONE)


@clause("mitigatti-3 1.9", "mitigatti-3 3.5", "mitigatti-3 6.9")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_values_tricks_and_the_cards_laid_away_make_seventy_eight(dealer: int) -> None:
    deal = counting(30, 26, 22, dealer=dealer)
    assert [card_points(deal, seat) for seat in EACH_ALONE] == [30, 26, 22]


@clause("mitigatti-3 1.9", "mitigatti-3 3.5", "mitigatti-3 6.9")
def test_a_pile_is_counted_by_hand() -> None:
    tricks = [(0, "SK SQ S2", 0), (0, "DC DJ D9", 0), (0, "T9 T1 B2", 1)]
    piles = {0: "SK SQ S2 DC DJ D9 CQ C3 C4", 1: "T9 T1 B2", 2: "F"}
    deal = outcome(THREE, EACH_ALONE, piles, tricks, dealer=0)
    # seat 0: 4 + 3 + 2 + 1, two tricks; laid away CQ C3 C4: 3 and one point
    assert card_points(deal, 0) == 10 + 2 + 3 + 1
    assert card_points(deal, 1) == 4 + 1
    assert card_points(deal, 2) == 4  # the Fool, and no trick


@clause("mitigatti-3 3.5", "mitigatti-3 6.9")
def test_the_cards_laid_away_count_for_the_dealer_in_a_deal_that_is_played() -> None:
    run = ready(THREE, {1: WINNER[THREE], 2: "F S10 S9 S8 S7"}, "DQ DC DJ", away="DQ DC DJ")
    result = lead_through(run, 1, WINNER[THREE]).result
    assert result is not None
    # the dealer: 3 + 2 + 1 and one for the trick; seat 2 the Fool; seat 1 all the rest of 78
    assert result.points == (7, 67, 4)


@clause("mitigatti-3 6.10", "mitigatti-3 6.11", "mitigatti-3 6.12")
@pytest.mark.parametrize(
    ("points", "chips"),
    [
        ((52, 13, 13), (2, -1, -1)),  # 13 pays one
        ((53, 13, 12), (3, -1, -2)),  # 12 pays two
        ((27, 26, 25), (1, 0, -1)),  # 26 pays nothing, and receives nothing
        ((28, 25, 25), (2, -1, -1)),  # 25 pays one
        ((39, 39 - 14, 14), (2, -1, -1)),
        ((54, 14, 10), (3, -1, -2)),
        ((31, 30, 17), (1, 0, -1)),  # the second receives nothing
        ((40, 27, 11), (2, 0, -2)),
    ],
)
def test_who_has_fewer_than_26_pays_the_winner_one_and_fewer_than_13_two(
    points: tuple[int, ...], chips: tuple[int, ...]
) -> None:
    for turn in EACH_ALONE:  # whoever of the three it is
        turned = tuple(points[(seat + turn) % 3] for seat in EACH_ALONE)
        expected = tuple(chips[(seat + turn) % 3] * CHIP for seat in EACH_ALONE)
        assert partida(counting(*turned)) == expected


@clause("mitigatti-3 6.11", "mitigatti-3 6.12")
@pytest.mark.parametrize(
    ("loser", "number"), [(25, "6.11"), (13, "6.11"), (12, "6.12"), (0, "6.12")]
)
def test_each_payment_cites_its_clause(loser: int, number: str) -> None:
    sheet = GAME.score(counting(78 - 26 - loser, 26, loser, dealer=0), GAME.resolve())
    found = [row.clause for row in sheet if row.item == "la partida"]
    assert found == [f"mitigatti-3 {number}"]


@clause("mitigatti-3 6.13")
@pytest.mark.parametrize("option", ["halves", "doubled"])
@pytest.mark.parametrize("points", [(27, 27, 24), (34, 34, 10)])
def test_what_two_winners_share_cites_the_clause_that_shares_it(
    points: tuple[int, ...], option: str
) -> None:
    sheet = GAME.score(counting(*points), GAME.resolve({"two_winners": option}))
    found = [row.clause for row in sheet if row.item == "la partida"]
    assert found == ["mitigatti-3 6.13"] * 2  # neither gets the whole of 6.11 or 6.12


@clause("mitigatti-3 6.13", "mitigatti-3 6.1")
@pytest.mark.parametrize(
    ("points", "half_chips"),
    [((27, 27, 24), (1, 1, -2)), ((32, 14, 32), (1, -2, 1)), ((34, 34, 10), (2, 2, -4))],
)
def test_two_winners_share_the_thirds_chips(
    points: tuple[int, ...], half_chips: tuple[int, ...]
) -> None:
    expected = tuple(amount * HALF_CHIP for amount in half_chips)
    assert partida(counting(*points)) == expected
    assert partida(counting(*points), two_winners="none") == (0, 0, 0)
    assert partida(counting(*points), two_winners="doubled") == tuple(2 * a for a in expected)
    assert GAME.unit == CHIP
    assert spelled(GAME, HALF_CHIP) == "+½"


@clause("mitigatti-3 6.13")
@pytest.mark.parametrize("option", ["halves", "none"])
def test_the_option_changes_nothing_when_there_is_one_winner(option: str) -> None:
    assert partida(counting(53, 13, 12), two_winners=option) == (6, -2, -4)


@clause("mitigatti-3 6.14")
@pytest.mark.parametrize("option", ["halves", "none", "doubled"])
def test_twenty_six_each_is_a_draw(option: str) -> None:
    assert partida(counting(26, 26, 26), two_winners=option) == (0, 0, 0)


@clause("mitigatti-3 6.15")
def test_everything_doubled_is_everything_twice() -> None:
    tricks = [(0, "SK S2 S3", 0), (0, "T1 C2 C3", 0)]
    deal = outcome(
        THREE, EACH_ALONE, {}, tricks, rest_to=0, said={"mitigatti": (1,), "tarocche_10": (2,)}
    )
    once = GAME.score(deal, GAME.resolve())
    twice = GAME.score(deal, GAME.resolve({"two_winners": "doubled"}))
    # Pagat 2 chips from each; declarations 1; la partida 2 from each: 0 points and 0 points
    assert [row.amounts for row in once] == [
        (-2, -2, 4),
        (-2, 4, -2),
        (8, -4, -4),
        (4, -4, 0),
        (4, 0, -4),
    ]
    assert [row.amounts for row in twice] == [
        tuple(2 * amount for amount in row.amounts) for row in once
    ]
    assert GAME.start(GAME.resolve({"two_winners": "doubled"})) == 10 * CHIP


def lost_pagat(led: str) -> Outcome:
    """Seat 0 leads these cards, wins with all but the last, the Pagat, and has all points."""
    tricks = [(0, f"{card} B2 B3", 0) for card in led.split()]
    tricks[-1] = (*tricks[-1][:2], 1)
    return outcome(THREE, EACH_ALONE, {}, tricks, rest_to=0)


@clause("mitigatti-3 6.15", "mitigatti-3 6.4", "mitigatti-3 6.8")
@pytest.mark.parametrize(
    ("led", "without_claim", "chips"),
    [
        ("SK SQ T1", "free", [(-8, 4, 4)]),  # 4 to each
        ("SK SQ T1", "pays", [(-8, 4, 4)]),
        ("SK CK SQ T1", "free", []),  # the rule broken
        ("SK CK SQ T1", "pays", [(-8, 4, 4)]),
    ],
)
def test_doubled_a_pagat_lost_costs_four_to_each(
    led: str, without_claim: str, chips: list[tuple[int, ...]]
) -> None:
    options = {"two_winners": "doubled", "pagat_without_claim": without_claim}
    sheet = GAME.score(lost_pagat(led), GAME.resolve(options))
    found = [row.amounts for row in sheet if row.clause == f"{THREE} 6.4"]
    assert found == [tuple(CHIP * amount for amount in amounts) for amounts in chips]


@clause("mitigatti-3 6.15", "mitigatti-3 6.11", "mitigatti-3 6.12")
@pytest.mark.parametrize(
    ("points", "chips"),
    [
        ((28, 25, 25), (4, -2, -2)),  # one winner, and single: 2 from each
        ((27, 26, 25), (2, 0, -2)),
        ((40, 27, 11), (4, 0, -4)),  # double: 4
    ],
)
def test_doubled_la_partida_is_two_or_four_with_one_winner_too(
    points: tuple[int, ...], chips: tuple[int, ...]
) -> None:
    expected = tuple(CHIP * amount for amount in chips)
    assert partida(counting(*points), two_winners="doubled") == expected


@clause("mitigatti-3 6.16")
def test_the_payments_of_a_deal_add_up_to_nothing() -> None:
    for led in (WINNER[THREE], " ".join(reversed(WINNER[THREE].split()))):
        run = lead_through(ready(THREE, {1: WINNER[THREE]}), 1, led, declares=("tarocche_10",))
        assert sum(result_of(run).scores) == 0
        assert rows(run, "tarocche_10")


@clause("mitigatti-3 8.1")
def test_mistakes_cost_nothing() -> None:
    deal = counting(30, 26, 22)
    wrong = replace(deal, faults={"revoke": (1, 0, 0), "gave_up": (0, 1, 0)})
    assert GAME.score(wrong, GAME.resolve()) == GAME.score(deal, GAME.resolve())


@clause("mitigatti-3 6.1")
def test_chips_are_what_is_paid_in() -> None:
    assert GAME.unit_name == "chips"
    run = ready(THREE)
    while run.decision is not None:
        run.do(run.decision.options[-1])
        assert not [event for event in run.events if event.kind == "paid"]
