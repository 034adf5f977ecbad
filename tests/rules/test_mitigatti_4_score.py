"""Mitigatti for four: card points, settlement, mistakes (1.9, 3.5, 6.9 to 6.16, 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers import outcome
from matto.engine.outcome import Outcome
from matto.games import game
from mitigatti_deals import FOUR, WINNER, card_points, lead_through, ready, rows

GAME = game(FOUR)
clause = pytest.mark.clause
ALONE = (1, 0, 1, 1)  # seat 1 alone
CALLED = (0, 1, 1, 0)  # dealer 0 and partner 3
VALUES = "SK BK CK DK F T1 T20 SQ BQ CQ DQ SC BC CC DC SJ BJ CJ DJ"  # 52 in all


def counting(
    points: int,
    side: tuple[int, ...] = ALONE,
    *,
    declarer: int = 1,
    times: int = 1,
    dealer: int = 2,
) -> Outcome:
    """The declarer's party, side 0, has so many of 72 points; its seats are 0 and 3, or 1.

    It has won ten of nineteen tricks (eighteen, when it has more than 61 points; none below
    ten); its cards are picked by value, greatest first.
    """
    one, other = side.index(0), side.index(1)
    tricks = 0 if points < 11 else 18 if points > 61 else 10
    won = [(0, "", one)] * tricks + [(0, "", other)] * (19 - tricks)
    own = tricks + (side[dealer] == 0)  # the cards laid away are a trick of the dealer's party
    need, mine = points - own, []
    for card in VALUES.split():
        worth = GAME.pack(GAME.resolve()).value_of[card]
        if worth <= need:
            need -= worth
            mine.append(card)
    assert need == 0
    piles = {one: " ".join(mine)}
    deal = outcome(
        FOUR, side, piles, won, rest_to=other, dealer=dealer, declarer=declarer, times=times
    )
    assert card_points(deal, 0) == points
    assert card_points(deal, 1) == 72 - points
    return deal


def partida(deal: Outcome, **options: object) -> list[tuple[int, ...]]:
    sheet = GAME.score(deal, GAME.resolve(options))
    return [row.amounts for row in sheet if row.item == "la partida"]


def summed(found: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*found, strict=True)))


@clause("mitigatti-4 1.9", "mitigatti-4 3.5", "mitigatti-4 6.9")
def test_parties_count_values_tricks_and_the_cards_laid_away() -> None:
    tricks = [(0, "SK SQ S2 S4", 0), (0, "DC DJ D9 D8", 3), (3, "T9 T1 B2 B3", 1)]
    piles = {0: "SK SQ S2 S4 CQ C3", 1: "T9 T1 B2 B3", 2: "F", 3: "DC DJ D9 D8"}
    deal = outcome(FOUR, CALLED, piles, tricks, dealer=0)
    # seats 0 and 3: 4 + 3, 2 + 1, two tricks; laid away CQ C3: 3 and one point
    assert card_points(deal, 0) == 7 + 3 + 2 + 3 + 1
    assert card_points(deal, 1) == 4 + 1 + 4  # a trick with the Pagat, and the Fool


@clause("mitigatti-4 1.9", "mitigatti-4 6.9", "mitigatti-4 3.5")
def test_a_deal_that_is_played_has_seventy_two_points() -> None:
    hands = {1: WINNER[FOUR], 2: "F S10 S9 S8", 3: "S7 S6 S5"}
    run = ready(FOUR, hands, "DQ DC", away="DQ DC", called=["va_solete", "sans_prendre"])
    result = lead_through(run, 1, WINNER[FOUR]).result
    assert result is not None
    # the opponents: 3 + 2 and one for the dealer's cards laid away, and the Fool
    assert result.points == (10, 62, 10, 10)


@clause("mitigatti-4 6.10", "mitigatti-4 6.11", "mitigatti-4 6.13")
@pytest.mark.parametrize(
    ("points", "chips", "number"),
    [
        (35, -1, "6.10"),
        (37, 1, "6.10"),
        (54, 1, "6.10"),  # the others have 18
        (55, 2, "6.11"),  # 17
        (18, -1, "6.10"),
        (17, -2, "6.11"),
        (70, 2, "6.11"),
        (0, -2, "6.11"),
    ],
)
def test_one_alone_receives_from_each_or_pays_to_each(
    points: int, chips: int, number: str
) -> None:
    deal = counting(points, declarer=1)
    assert partida(deal) == [(-chips, 3 * chips, -chips, -chips)]
    (row,) = GAME.score(deal, GAME.resolve())
    assert row.clause == f"mitigatti-4 {number}"


@clause("mitigatti-4 6.10", "mitigatti-4 6.11", "mitigatti-4 6.14")
@pytest.mark.parametrize(
    ("points", "chips"),
    [(35, -1), (37, 1), (54, 1), (55, 2), (18, -1), (17, -2)],
)
def test_caller_and_partner_settle_with_one_opponent_each(points: int, chips: int) -> None:
    # caller 0 with seat 1, who sits first after him; partner 3 with seat 2
    expected = [(chips, -chips, 0, 0), (0, 0, -chips, chips)]
    assert partida(counting(points, CALLED, declarer=0)) == expected


@clause("mitigatti-4 6.14")
@pytest.mark.parametrize("caller", range(4))
@pytest.mark.parametrize("step", [1, 2, 3])
def test_every_seat_of_a_party_receives_once_wherever_it_sits(caller: int, step: int) -> None:
    partner = (caller + step) % 4
    side = tuple(0 if seat in {caller, partner} else 1 for seat in range(4))
    deal = replace(counting(40, CALLED, declarer=0), side=side, declarer=caller, dealer=caller)
    points = [card_points(deal, one) for one in (0, 1)]
    sign = 1 if points[0] > points[1] else -1
    assert points[0] != points[1]
    chips = sign * (2 if min(points) < 18 else 1)
    found = partida(deal)
    assert len(found) == 2
    assert all(sorted(row) == sorted([0, 0, chips, -chips]) for row in found)
    assert summed(found) == tuple(chips if one == 0 else -chips for one in side)


@clause("mitigatti-4 6.12")
@pytest.mark.parametrize(("side", "declarer"), [(ALONE, 1), (CALLED, 0)])
def test_thirty_six_each_is_a_draw_or_by_the_option_lost_by_the_declarer(
    side: tuple[int, ...], declarer: int
) -> None:
    deal = counting(36, side, declarer=declarer)
    assert partida(deal) == []
    lost = partida(deal, at_36="declarer_loses")
    expected = (1, -3, 1, 1) if side == ALONE else (-1, 1, 1, -1)
    assert summed(lost) == expected
    (row, *_) = GAME.score(deal, GAME.resolve({"at_36": "declarer_loses"}))
    assert row.clause == "mitigatti-4 6.12"


@clause("mitigatti-4 6.12", "mitigatti-4 6.15")
@pytest.mark.parametrize(("times", "single"), [(1, 1), (2, 2)])
def test_sans_prendre_doubles_what_the_option_lets_the_lone_player_lose_and_no_draw(
    times: int, single: int
) -> None:
    deal = counting(36, declarer=1, times=times)
    assert partida(deal) == []
    assert partida(deal, at_36="declarer_loses") == [(single, -3 * single, single, single)]


@clause("mitigatti-4 6.12")
@pytest.mark.parametrize("points", [35, 37])
def test_the_option_changes_nothing_beside_thirty_six(points: int) -> None:
    deal = counting(points, declarer=1)
    assert partida(deal, at_36="declarer_loses") == partida(deal)


@clause("mitigatti-4 6.15")
@pytest.mark.parametrize(("points", "chips"), [(37, 2), (35, -2), (55, 4), (17, -4)])
def test_sans_prendre_doubles_the_card_points(points: int, chips: int) -> None:
    deal = counting(points, declarer=1, times=2)
    assert partida(deal) == [(-chips, 3 * chips, -chips, -chips)]


@clause("mitigatti-4 6.15", "mitigatti-4 3.7")
@pytest.mark.parametrize(("words", "times"), [("sans_prendre", 2), ("T5 SK", 1)])
def test_a_deal_played_sans_prendre_counts_double(words: str, times: int) -> None:
    hands = {1: WINNER[FOUR], 2: "F S10 S9 S8", 3: "S7 S6 S5"}
    run = ready(FOUR, hands, called=["va_solete", *words.split()])
    lead_through(run, 1, WINNER[FOUR])
    # trumps from the top, all drawn: the opponents have less than 18, which is two from each
    assert rows(run, "la partida") == [(-2 * times, 6 * times, -2 * times, -2 * times)]


@clause("mitigatti-4 6.16")
def test_the_payments_of_a_deal_add_up_to_nothing() -> None:
    for called in ((), ("va_solete", "sans_prendre")):
        run = ready(FOUR, {1: f"{WINNER[FOUR]}"}, called=called)
        lead_through(run, 1, WINNER[FOUR], declares=("tarocche_10",))
        assert run.result is not None
        assert sum(run.result.scores) == 0
        assert rows(run, "tarocche_10")


@clause("mitigatti-4 8.1", "mitigatti-4 8.2")
@pytest.mark.parametrize("seat", range(4))
def test_who_gives_up_pays_one_to_each_and_declarations_held_are_paid(seat: int) -> None:
    deal = replace(
        outcome(FOUR, ALONE, {}, said={"mitigatti": (2,), "tarocche_10": (0,)}),
        faults={"gave_up": tuple(int(one == seat) for one in range(4))},
    )
    found = [(row.clause.split()[-1], row.amounts) for row in GAME.score(deal, GAME.resolve())]
    assert found == [
        ("6.2", (3, -1, -1, -1)),
        ("6.2", (-1, -1, 3, -1)),
        ("8.2", tuple(-3 if one == seat else 1 for one in range(4))),
    ]


@clause("mitigatti-4 8.2")
def test_who_gives_up_pays_nothing_for_pagat_nor_double() -> None:
    tricks = [(0, "SK S2 S3 S4", 0), (0, "T1 B2 B3 B4", 0)]
    deal = replace(
        outcome(FOUR, ALONE, {}, tricks, rest_to=0, times=2), faults={"gave_up": (0, 1, 0, 0)}
    )
    assert [row.amounts for row in GAME.score(deal, GAME.resolve())] == [(1, -3, 1, 1)]


@clause("mitigatti-4 8.2")
@pytest.mark.parametrize("dealer", range(4))
def test_a_caller_who_gives_up_has_no_partner_and_pays_each_of_the_three(dealer: int) -> None:
    partner = (dealer + 3) % 4  # who would have been his partner, had he called otherwise
    side = tuple(0 if seat in {dealer, partner} else 1 for seat in range(4))
    called = outcome(FOUR, side, {}, declarer=dealer, dealer=dealer)
    gave_up = tuple(int(seat == dealer) for seat in range(4))
    found = GAME.score(replace(called, faults={"gave_up": gave_up}), GAME.resolve())
    expected = tuple(-3 if seat == dealer else 1 for seat in range(4))
    assert [(row.clause, row.amounts) for row in found] == [("mitigatti-4 8.2", expected)]


@clause("mitigatti-4 8.1", "mitigatti-4 6.15")
@pytest.mark.parametrize(
    ("seat", "dealer"),
    [(0, 0), (1, 2)],  # the dealer has called his own card, or the lone player demanded his
)
@pytest.mark.parametrize(("points", "partida_pays"), [(40, 2), (32, -2), (12, -4)])
def test_who_does_not_give_up_plays_alone_against_three_at_the_double_rate(
    seat: int, dealer: int, points: int, partida_pays: int
) -> None:
    passes = ["pass"] * ((seat - dealer - 1) % 4)
    run = ready(FOUR, dealer=dealer, called=[*passes, "va_solete", "sans_prendre"])
    contract = (
        run.table.contract
    )  # what sans prendre is played for; the mistake is played for it
    assert contract is not None and contract.declarer == seat
    deal = replace(
        counting(points, contract.side, declarer=seat, dealer=dealer, times=contract.times),
        said={"mitigatti": (seat,)},
        faults={"gave_up": (0, 0, 0, 0)},
    )
    expected = [
        tuple(3 * chips if one == seat else -chips for one in range(4))
        for chips in (1, partida_pays)  # the declaration is single
    ]
    assert [row.amounts for row in GAME.score(deal, GAME.resolve())] == expected


@clause("mitigatti-4 8.3")
def test_no_other_mistake_is_paid_for() -> None:
    deal = counting(40, declarer=1)
    wrong = replace(deal, faults={"revoke": (1, 2, 0, 0)})
    assert GAME.score(wrong, GAME.resolve()) == GAME.score(deal, GAME.resolve())
