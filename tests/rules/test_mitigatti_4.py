"""Mitigatti for four: going alone, demanding, calling; card points and settlement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers import asked, do, options, outcome, result_of
from matto.engine.cards import KINGS
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.games import game
from mitigatti_deals import (
    FOUR,
    IN_ORDER,
    WINNER,
    card_points,
    laid,
    lead_through,
    quietly,
    ready,
    refused,
    rows,
    words,
)

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
        assert sum(result_of(run).scores) == 0
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


# -- going alone, demanding, calling -----------------------------------------------------

ALL_SEATS = range(4)
HANDS = {
    0: "CK T9 D2 D3",
    1: "SK S10 CQ T5 T1",
    2: "BK F T20 DJ",
    3: "DK T21 B9",
}


def bidding(dealer: int = 0, away: str = "", **options: object) -> Run:
    return laid(FOUR, HANDS, "", away=away, dealer=dealer, **options)


def alone(seat: int = 1, *, away: str = "", **options: object) -> Run:
    """A seat goes alone in a deal of dealer 0."""
    passes = {1: 0, 2: 1, 3: 2, 0: 3}[seat]
    return do(bidding(0, away, **options), ["pass"] * passes + ["va_solete"])


@clause("mitigatti-4 3.6", "mitigatti-4 2.1")
@pytest.mark.parametrize("dealer", [0, 3])
def test_all_are_asked_once_from_the_dealers_right_on(dealer: int) -> None:
    run = bidding(dealer)
    for step in range(1, 5):
        assert asked(run) == ((dealer + step) % 4, "bid")
        assert options(run) == ("va_solete", "pass")
        assert refused(run, "tenir") == "3.6"
        run.do("pass")
    assert asked(run) == (dealer, "call")
    assert len(words(run, None, "bid")) == 4


@clause("mitigatti-4 3.6")
@pytest.mark.parametrize("seat", ALL_SEATS)
def test_the_first_who_wants_it_goes_alone_and_nobody_after_him_is_asked(seat: int) -> None:
    run = alone(seat)
    assert words(run, None, "bid")[-1] == (seat, "va_solete")
    assert asked(run) == (seat, "demand")
    for other in ALL_SEATS:
        foes = frozenset(ALL_SEATS) - {seat, other}
        assert GAME.friends(run.view(other)) == (frozenset() if other == seat else foes)
    assert GAME.friends(run.view(None)) == frozenset()


@clause("mitigatti-4 3.7")
def test_the_lone_player_may_play_sans_prendre() -> None:
    run = alone()
    assert "sans_prendre" in options(run)
    before = [run.view(seat).hand for seat in ALL_SEATS]
    run.do("sans_prendre")
    assert [run.view(seat).hand for seat in ALL_SEATS] == before
    assert words(run, None, "demand") == ((1, "sans_prendre"),)
    assert asked(run) == (1, "declare")


@clause("mitigatti-4 3.8")
@pytest.mark.parametrize("card", ["T20", "CK", "T21", "B9", "DJ"])
def test_any_card_of_another_hand_may_be_demanded(card: str) -> None:
    assert card in options(alone())


@clause("mitigatti-4 3.8")
def test_every_card_but_the_fool_and_ones_own_may_be_demanded() -> None:
    run = alone()
    barred = {"F", *run.view(1).hand}
    assert set(options(run)) == {*GAME.pack(run.options).codes, "sans_prendre"} - barred
    assert refused(run, "F") == "3.8"
    assert refused(run, "SK") == "3.8"
    assert refused(run, "nonsense") == "3.8"


@clause("mitigatti-4 3.8")
def test_a_dealer_alone_does_not_demand_what_he_has_laid_away_himself() -> None:
    run = alone(0, away="T9 D2")
    assert not {"T9", "D2"} & set(options(run))
    assert refused(run, "D2") == "3.8"


@clause("mitigatti-4 3.9")
def test_the_holder_gives_the_demanded_card_and_all_see_it() -> None:
    run = do(alone(), "T20")
    for viewer in (None, *ALL_SEATS):
        assert words(run, viewer, "gives") == ((2, "T20"),)
    assert "T20" in run.view(1).hand and "T20" not in run.view(2).hand


@clause("mitigatti-4 3.10")
def test_any_card_goes_back_that_only_these_two_see() -> None:
    run = do(alone(), "T20")
    assert set(options(run)) == set(run.view(1).hand)
    assert refused(run, "T21") == "3.10"
    run.do("CQ")
    assert "CQ" in run.view(2).hand
    assert [len(run.view(seat).hand) for seat in ALL_SEATS] == [19] * 4
    for viewer in (0, 3, None):
        assert "CQ" not in {c for e in run.view(viewer).events for c in e.what}
        assert words(run, viewer, "has given") == ((1, "2"),)


@clause("mitigatti-4 3.10")
def test_the_very_card_received_may_go_back() -> None:
    run = do(alone(), "T20 T20")
    assert "T20" in run.view(2).hand and "T20" not in run.view(1).hand


@clause("mitigatti-4 3.11")
def test_a_demanded_card_that_is_laid_away_is_not_exchanged_and_all_are_told() -> None:
    run = do(alone(away="T9 D2"), "D2")
    for viewer in (None, *ALL_SEATS):
        assert words(run, viewer, "says")[-1] == (0, "laid_away")
        assert words(run, viewer, "gives") == ()
    assert asked(run) == (1, "declare")  # he plays on
    assert run.table.laid_away[0] == ["T9", "D2"]
    lead_through(run, 1, "")
    (amounts,) = rows(run, "la partida")
    chips = 2 if min(result_of(run).points) < 18 else 1  # from each; sans prendre had 4 or 2
    assert abs(amounts[1]) == 3 * chips


@clause("mitigatti-4 3.11")
def test_the_option_lets_him_demand_another_card_but_not_play_sans_prendre() -> None:
    run = do(alone(away="T9 D2", demand_laid_away="again"), "D2")
    assert asked(run) == (1, "demand")
    assert "sans_prendre" not in options(run) and "D2" not in options(run)
    assert refused(run, "D2") == "3.11" == refused(run, "sans_prendre")
    do(run, "T9 T20")
    assert words(run, None, "says")[-2:] == ((0, "laid_away"), (0, "laid_away"))
    assert asked(run) == (1, "give")


@clause("mitigatti-4 3.11")
def test_after_the_second_demand_he_plays_at_the_single_rate() -> None:
    """Seat 1 demands D2 that lies away, then D3, gives it back, and takes every trick."""
    hands = {1: WINNER[FOUR], 2: "F S10 S9 S8 D3", 3: "S7 S6 S5"}
    demands = ["va_solete", "D2", "D3", "D3"]
    run = ready(FOUR, hands, "D2 S2", away="D2 S2", called=demands, demand_laid_away="again")
    lead_through(run, 1, IN_ORDER[FOUR])
    assert result_of(run).points == (
        5,
        67,
        5,
        5,
    )  # the Fool, and a trick for the cards laid away
    sheet = [(row.item, row.amounts) for row in result_of(run).sheet]
    # the others have less than 18: 2 from each; the Pagat: 2 from each; sans prendre had 4
    assert sheet == [("Pagat ultimo", (-2, 6, -2, -2)), ("la partida", (-2, 6, -2, -2))]


@clause("mitigatti-4 3.12")
def test_when_all_pass_the_dealer_calls_a_king_that_he_lacks() -> None:
    run = do(bidding(), ["pass"] * 4)
    assert asked(run) == (0, "call")
    assert set(options(run)) == KINGS - {"CK"}
    assert refused(run, "T20") == "3.12"
    assert refused(run, "CK") == "3.16"
    run.do("BK")
    assert words(run, 1, "call") == ((0, "BK"),)
    assert [len(run.view(seat).hand) for seat in ALL_SEATS] == [19] * 4


@clause("mitigatti-4 3.13", "mitigatti-4 3.14")
def test_the_holder_is_the_partner_and_alone_knows_it_until_the_card_is_played() -> None:
    run = do(bidding(), [*["pass"] * 4, "SK"])  # seat 1 holds it, and leads
    nobody: frozenset[int] = frozenset()
    known = [GAME.friends(run.view(seat)) for seat in ALL_SEATS]
    assert known == [nobody, {0}, nobody, nobody]
    assert GAME.friends(run.view(None)) == nobody
    quietly(run, "SK")
    known = [GAME.friends(run.view(seat)) for seat in ALL_SEATS]
    assert known == [{1}, {0}, {3}, {2}]


@clause("mitigatti-4 3.13", "mitigatti-4 6.9")
@pytest.mark.parametrize(("called", "partner"), [("SK", 1), ("BK", 2), ("DK", 3)])
def test_dealer_and_partner_count_together(called: str, partner: int) -> None:
    run = lead_through(do(bidding(), [*["pass"] * 4, called]), 1, "")
    points = result_of(run).points
    others = [seat for seat in (1, 2, 3) if seat != partner]
    assert points[0] == points[partner]
    assert points[others[0]] == points[others[1]]
    assert points[0] + points[others[0]] == 72


FOUR_KINGS = "SK BK CK DK"


def four_kings(hand: str, away: str = "S2 S3", talon: str = "S2 S3", **given: str) -> Run:
    run = laid(FOUR, {0: f"{FOUR_KINGS} {hand}"}, talon, away=away, dealer=0, **given)
    return do(run, ["pass"] * 4)


@clause("mitigatti-4 3.15")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("", "T20"),
        ("T20", "T21"),
        ("T20 T21", "T19"),
        ("T20 T19", "T21"),
        ("T21 T19", "T20"),
    ],
)
def test_with_four_kings_the_highest_trump_not_held_is_called(hand: str, called: str) -> None:
    run = four_kings(hand)
    assert options(run) == (called,)
    assert refused(run, "T18" if called != "T18" else "T17") == "3.15"
    assert refused(run, "F") == "3.15"
    assert refused(run, "SK") == "3.16"
    run.do(called)
    holder = run.table.holder(called)
    assert holder is not None
    assert GAME.friends(run.view(holder)) == {0}


@clause("mitigatti-4 3.15")
def test_a_trump_that_he_has_laid_away_is_passed_over() -> None:
    run = four_kings("T20 T21 B2", away="T21 B2")
    assert options(run) == ("T19",)
    refusal = run.why_not("T21")
    assert refusal is not None and refusal.clause == "mitigatti-4 3.15"
    assert str(refusal.sentence) == "You have laid T21 away: nobody holds it."


@clause("mitigatti-4 3.15")
def test_option_a_trump_that_he_has_laid_away_is_called_and_he_plays_alone() -> None:
    run = four_kings("T20 T21 B2", away="T21 B2", call_laid_away="called")
    assert options(run) == ("T21",)
    run.do("T21")
    assert run.table.contract is not None
    assert run.table.contract.side == (0, 1, 1, 1)
    assert [GAME.friends(run.view(seat)) for seat in (1, 2, 3)] == [frozenset()] * 3


@clause("mitigatti-4 3.15")
def test_of_papi_any_that_he_lacks_may_be_called() -> None:
    trumps = " ".join(f"T{trump}" for trump in (20, 21, *range(19, 6, -1)))  # fifteen
    run = four_kings(trumps, talon="T6 T4", away="T6 T4")
    assert options(run) == ("T5", "T3", "T2")


@clause("mitigatti-4 3.15")
def test_the_question_is_the_same_with_four_kings_or_fewer() -> None:
    asked_of = [do(bidding(), ["pass"] * 4), four_kings("")]
    waiting = [run.view(2).waiting for run in asked_of]
    assert waiting[0] == waiting[1]


@clause("mitigatti-4 3.16")
def test_no_card_of_ones_own_is_called() -> None:
    run = do(bidding(), ["pass"] * 4)
    assert not set(options(run)) & set(run.view(0).hand)
    assert refused(run, "CK") == "3.16"
