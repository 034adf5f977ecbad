"""Priestertarock: the play of the cards and the Fool; counting and payment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import decision_of, do, outcome, play_on, start
from matto.engine.cards import cards
from matto.engine.errors import IllegalChoice
from matto.engine.events import Result
from matto.engine.options import Options
from matto.engine.outcome import Outcome, card_points, outcome_of
from matto.engine.run import Run
from matto.engine.view import SeenCards
from matto.games import game
from matto.games.priestertarock import counting

ID = "priestertarock"
GAME = game(ID)
clause = pytest.mark.clause

# A suit to each of seats 1, 2 and 3, all high trumps with 4, coins and low trumps with 0.
HANDS = {
    0: "DC DJ D10 D9 D8 D7 D6 D5 D4 T6 T5 T4 T3 T2 T1",
    1: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 S4 S3 S2 SA DK",
    2: "CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3 C2 CA DQ",
    3: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 B4 B3 B2 BA F",
    4: "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7",
}
OPEN = "D3 D2 DA"


def begun(leader: int, *swaps: str, **options: Any) -> Run:
    """The deal above after `A:B` have changed places, with seat `leader` to lead."""
    dealt = {seat: hand.split() for seat, hand in HANDS.items()}
    for first, second in (swap.split(":") for swap in swaps):
        other = {first: second, second: first}
        dealt = {seat: [other.get(c, c) for c in hand] for seat, hand in dealt.items()}
    hands = {seat: " ".join(hand) for seat, hand in dealt.items()}
    run = start(ID, hands, OPEN, dealer=(leader - 1) % 5, **options)
    return do(run, "chiamo D3")


def may(run: Run) -> set[str]:
    assert decision_of(run).kind == "play"
    return set(decision_of(run).options)


def own(run: Run) -> set[str]:
    return set(run.view(decision_of(run).seat).hand)


def refused(run: Run, word: str) -> tuple[str, str]:
    events = len(run.events)
    with pytest.raises(IllegalChoice) as refusal:
        run.do(word)
    assert len(run.events) == events
    why = refusal.value.refusal
    return why.clause.removeprefix(f"{ID} "), str(why.sentence)


@clause("priestertarock 4.1")
@pytest.mark.parametrize(
    ("caller", "words"),
    [(1, "D3"), (3, "D3"), (3, "SK"), (3, "BK"), (3, "demand SK B2"), (0, "D3")],
)
def test_the_dealers_left_neighbour_leads_whoever_the_caller_is_and_whatever_he_plays(
    caller: int, words: str
) -> None:
    # with a partner; then alone: with the own King, a demand, and an open card of the dealer
    passes = ["passo"] * ((caller - 1) % 5)
    run = do(start(ID, HANDS, OPEN), [*passes, "chiamo", *words.split()])
    assert (decision_of(run).kind, decision_of(run).seat) == ("play", 1)


@clause("priestertarock 4.2")
def test_each_adds_a_card_in_turn_to_the_left_for_fifteen_tricks() -> None:
    run = play_on(begun(1))
    assert len(run.table.tricks) == 15
    first = [(a.seat, a.choice) for a in run.actions if a.kind == "play"][:5]
    assert [seat for seat, _ in first] == [1, 2, 3, 4, 0]
    shown = run.view(None).tricks[0]
    assert list(shown.cards) == [card for _, card in first]


@clause("priestertarock 4.2")
def test_any_card_may_be_led_the_fool_too_and_none_that_is_not_held() -> None:
    run = begun(3)
    assert may(run) == own(run) == set(HANDS[3].split())
    assert refused(run, "T21") == ("4.2", "T21 is not in your hand.")


@clause("priestertarock 4.3")
def test_a_suit_must_be_followed_even_if_the_trick_is_trumped() -> None:
    run = do(begun(1), "DK")
    assert may(run) == {"DQ"}
    assert refused(run, "CK") == ("4.3", "You hold coins: follow the suit that was led.")
    do(run, "DQ F T21")
    assert may(run) == cards("DC DJ D10 D9 D8 D7 D6 D5 D4")
    assert refused(run, "T6")[0] == "4.3"


@clause("priestertarock 4.4", "priestertarock 4.7")
def test_a_trump_must_be_followed_with_any_trump() -> None:
    run = do(begun(4), "T7")
    assert may(run) == cards("T6 T5 T4 T3 T2 T1")
    assert refused(run, "DC") == (
        "4.4",
        "The lead was trumps, and you hold some: play one of them.",
    )
    # nobody need beat: with T21 in hand, T6 may be played to the T7
    run = do(begun(4, "T21:T1"), "T7")
    assert may(run) == cards("T21 T6 T5 T4 T3 T2")


@clause("priestertarock 4.5", "priestertarock 4.7")
def test_who_is_void_of_the_suit_must_trump_with_any_trump() -> None:
    run = do(begun(1), "SK C2 F T21")
    assert may(run) == cards("T6 T5 T4 T3 T2 T1")  # none of them beats the T21
    assert refused(run, "DC") == (
        "4.5",
        "You cannot follow suit but you hold trumps: play one of them.",
    )


@clause("priestertarock 4.6")
def test_who_can_neither_follow_nor_trump_plays_any_card() -> None:
    for run in (do(begun(1), "SK"), do(begun(4), "T21 T6 S2")):
        assert decision_of(run).seat == 2
        assert may(run) == set(HANDS[2].split())


@clause("priestertarock 4.7")
def test_in_a_suit_nobody_need_play_higher() -> None:
    run = do(begun(1, "S2:CA", "SQ:C3", "SA:C4"), "S10")
    assert may(run) == {"S2", "SQ", "SA"}


@clause("priestertarock 4.8")
@pytest.mark.parametrize(
    ("swaps", "played", "winner"),
    [
        ((), "SK CK F T7 T6", 4),  # the highest trump
        (("T21:T1",), "SK CK F T20 T21", 0),
        (("SK:DC", "F:D4", "T7:S2"), "S9 CK BK S2 SK", 0),  # no trump: the highest of the suit
        (("SA:DC", "F:D4", "T7:S2"), "S9 CK BK S2 SA", 1),  # the ace is low
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_wins(
    swaps: tuple[str, ...], played: str, winner: int
) -> None:
    run = do(begun(1, *swaps), played)
    assert run.table.tricks[0].winner == winner
    assert decision_of(run).seat == winner  # who leads to the next trick


@clause("priestertarock 4.9", "priestertarock 7.1")
def test_all_see_whose_tricks_they_are_and_nothing_is_said_aside() -> None:
    run = do(begun(1), "SK CK F T7 T6")
    for viewer in (None, *range(5)):
        trick = run.view(viewer).tricks[0]
        assert (trick.leader, trick.cards, trick.winner) == (
            1,
            ("SK", "CK", "F", "T7", "T6"),
            4,
        )
    assert [run.asides(seat) for seat in range(5)] == [()] * 5
    result = play_on(run).result
    assert result is not None
    piles = outcome_of(run.table).piles
    assert set(piles[4]) >= {"SK", "CK", "T7", "T6"}


@clause("priestertarock 4.10")
@pytest.mark.parametrize(
    ("leader", "played"),
    [(3, "F T7 T6 S2 C2"), (1, "SA C2 F T7 T1"), (4, "T7 T1 S2 C2 F")],
)
def test_the_fool_never_wins(leader: int, played: str) -> None:
    run = do(begun(leader), played)
    assert run.table.tricks[0].winner == 4


@clause("priestertarock 4.11")
def test_the_fool_stays_with_its_player_even_if_his_party_wins_no_trick() -> None:
    run = play_on(begun(4))  # seat 4 leads fifteen trumps that nobody beats
    assert {trick.winner for trick in run.table.tricks} == {4}
    piles = outcome_of(run.table).piles
    # fifteen tricks of five cards without the Fool; the three open cards lie with the dealer
    assert [len(pile) for pile in piles] == [0, 0, 0, 1 + 3, 74]
    assert "F" in piles[3]


@clause("priestertarock 4.12")
def test_on_a_suit_lead_the_fool_is_only_for_one_who_is_void() -> None:
    run = do(begun(1, "BA:S2"), "SK CK")
    assert may(run) == {"S2"}
    assert refused(run, "F") == (
        "4.12",
        "F may be played to a plain suit only by one who holds none of it.",
    )


@clause("priestertarock 4.13")
def test_the_fool_may_stand_for_a_trump_on_a_trump_lead() -> None:
    run = do(begun(4, "F:D4"), "T7")
    assert may(run) == cards("T6 T5 T4 T3 T2 T1 F")
    assert refused(run, "DC") == (
        "4.4",
        "The lead was trumps, and you hold some: play one of them, or F.",
    )


@clause("priestertarock 4.13")
def test_the_fool_may_stand_for_a_trump_of_one_who_is_void() -> None:
    run = do(begun(1, "F:D4"), "SK C2 B2 T7")
    assert may(run) == cards("T6 T5 T4 T3 T2 T1 F")
    assert refused(run, "DC") == (
        "4.5",
        "You cannot follow suit but you hold trumps: play one of them, or F.",
    )


@clause("priestertarock 4.14")
@pytest.mark.parametrize(("leader", "played"), [(1, "SK C2"), (4, "T21 T6 S2 C2")])
def test_the_fool_is_forced_when_nothing_else_follows_or_trumps(
    leader: int, played: str
) -> None:
    run = do(begun(leader), played)
    assert may(run) == {"F"}
    assert refused(run, "B2") == (
        "4.14",
        "You can neither follow nor trump: F must be played.",
    )


@clause("priestertarock 4.14")
@pytest.mark.parametrize(("leader", "played"), [(1, "SK C2"), (4, "T21 T6 S2 C2")])
def test_with_the_option_off_the_fool_is_not_forced(leader: int, played: str) -> None:
    run = do(begun(leader, fool_forced="off"), played)
    assert may(run) == set(HANDS[3].split())


@clause("priestertarock 4.15")
def test_who_plays_the_fool_says_calo_il_matto_to_all() -> None:
    run = do(begun(1), "SK C2 F")
    for viewer in (None, *range(5)):
        assert run.view(viewer).heard("says") == ((3, "calo_il_matto"),)
        assert run.view(viewer).lying == ((1, "SK"), (2, "C2"), (3, "F"))
    assert do(begun(1), "SK C2").view(None).heard("says") == ()


@clause("priestertarock 4.16")
def test_a_led_fool_demands_trump_and_the_highest_wins() -> None:
    run = do(begun(3, "T7:DC"), "F")
    assert may(run) == own(run) - {"DC"}
    demanded = ("4.16", "F was led, which demands trumps, and you hold some: play one of them.")
    assert refused(run, "DC") == demanded
    do(run, "T8")  # the trump hides nothing: it is still the Fool that was led
    assert may(run) == cards("T7 T6 T5 T4 T3 T2 T1")
    assert refused(run, "DJ") == demanded
    do(run, "T7 S2 C2")
    assert run.table.tricks[0].winner == 4


# Seat 1 holds the Fool and all trumps but T7 T6 T5 (open) and T4 … T1; after four rounds of
# trumps nobody else has one.
DRAWN = {
    0: "BA DK DQ DC DJ D10 D9 D8 D7 D6 D5 D4 D3 D2 DA",
    1: "F T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8",
    2: "SQ SC SJ S10 S9 S8 S7 S6 S5 S4 S3 T4 T3 T2 T1",
    3: "SK S2 SA CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3",
    4: "C2 CA BK BQ BC BJ B10 B9 B8 B7 B6 B5 B4 B3 B2",
}


@clause("priestertarock 4.17", "priestertarock 4.18")
@pytest.mark.parametrize(("answer", "winner"), [("SK", 3), ("SA", 2)])
def test_without_trumps_the_suit_next_after_the_fool_is_followed_and_wins(
    answer: str, winner: int
) -> None:
    run = do(start(ID, DRAWN, "T7 T6 T5"), "chiamo F")
    do(run, "T21 T4 CQ B2 D2 T20 T3 CC B3 D3 T19 T2 CJ B4 D4 T18 T1 C10 B5 D5 F")
    assert may(run) == own(run) == cards("SQ SC SJ S10 S9 S8 S7 S6 S5 S4 S3")
    do(run, "S9")
    assert may(run) == {"SK", "S2", "SA"}
    do(run, answer)
    assert may(run) == own(run)  # void of swords: anything, and a king of batons wins nothing
    do(run, "BK DK")
    assert run.table.tricks[4].winner == winner
    result = play_on(run).result
    assert result is not None
    assert "F" in outcome_of(run.table).piles[1]


# After the Fool of seat 0 and a sword of seat 1, seat 3 holds one sword and no trump.
BEFORE_A_TRUMP = ("F:D4", "BA:S2")
AFTER_A_TRUMP = (*BEFORE_A_TRUMP, "DQ:T6")
TRUMP_NEXT = (*BEFORE_A_TRUMP, "DK:T6")


@clause("priestertarock 4.18")
@pytest.mark.parametrize(
    ("follow", "before", "after"),
    [("until_trump", True, False), ("always", True, True), ("never", False, False)],
)
def test_how_long_the_suit_after_a_led_fool_binds(
    follow: str, before: bool, after: bool
) -> None:
    run = do(begun(0, *BEFORE_A_TRUMP, fool_led_follow=follow), "F S5 CK")
    assert may(run) == ({"S2"} if before else own(run))
    run = do(begun(0, *AFTER_A_TRUMP, fool_led_follow=follow), "F S5 T6")
    assert may(run) == ({"S2"} if after else own(run))
    run = do(begun(0, *TRUMP_NEXT, fool_led_follow=follow), "F T6 CK")
    assert may(run) == own(run)  # no suit lies next after the Fool


@clause("priestertarock 4.16")
def test_a_trump_after_a_led_fool_proves_no_void_in_the_suit_next_to_it() -> None:
    run = do(begun(0, *BEFORE_A_TRUMP, "B2:T7"), "F S5 CK T7")
    assert "S2" in run.view(3).hand
    assert not SeenCards(run.view(1)).void[3]


@clause("priestertarock 4.18")
def test_the_refusal_names_the_suit_that_binds_after_a_led_fool() -> None:
    run = do(begun(0, *BEFORE_A_TRUMP), "F S5 CK")
    assert refused(run, "BK") == (
        "4.18",
        "F was led and you hold no trumps: follow swords, as the next card was.",
    )


@clause("priestertarock 4.16", "priestertarock 4.18")
def test_who_holds_a_trump_must_play_it_though_he_could_follow_the_suit() -> None:
    for follow in ("until_trump", "always", "never"):
        run = do(begun(0, *BEFORE_A_TRUMP, "B2:T7", fool_led_follow=follow), "F S5 CK")
        assert may(run) == {"T7"}
        assert refused(run, "S2")[0] == "4.16"


# -- counting, who wins, what is written, and what a revoke costs ------------------------

SECRET = (1, 0, 1, 0, 1)  # caller 1 and partner 3 against 0, 2 and 4
SOLO = (1, 0, 1, 1, 1)  # caller 1 alone
KINGS = "SK BK CK DK"  # 20
QUEENS = "SQ BQ CQ DQ"  # 16
IN_TIME, TOO_LATE = 10, 11


def options(**given: Any) -> Options:
    return GAME.resolve(given)


def deal(
    callers: str, fool: int | None, trick: int = 1, side: tuple[int, ...] = SECRET
) -> Outcome:
    """Caller 1 has these cards, seat 2 the rest; `fool` plays the Fool to a trick, or none."""
    piles = {1: callers} | ({} if fool is None else {fool: "F"})
    if fool == 1:
        piles = {1: f"{callers} F"}
    tricks = [(0, "", 0)] * (trick - 1) + ([] if fool is None else [(fool, "F", 2)])
    return outcome(ID, side, piles, tricks, rest_to=2, declarer=1, dealer=0)


def scores(finished: Outcome, **given: Any) -> tuple[int, ...]:
    (row,) = GAME.score(finished, options(**given))
    return row.amounts


def points(finished: Outcome, **given: Any) -> tuple[int, int]:
    chosen = options(**given)
    counted = {side: card_points(finished, side, counting(chosen)) for side in (0, 1)}
    return counted[0], counted[1]


# Seat 1 holds the Fool and fourteen trumps that nobody beats, and leads the Fool last.
WITH_TWO_TAROCKS = {
    0: "BA DC DJ D10 D9 D8 D7 D6 D5 D4 D3 D2 DA T7 T6",
    1: "F T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8",
    2: "SQ SC SJ S10 S9 S8 S7 S6 S5 S4 S3 T4 T3 T2 T1",
    3: "SK S2 SA CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3",
    4: "C2 CA BK BQ BC BJ B10 B9 B8 B7 B6 B5 B4 B3 B2",
}
OPEN_COURTS = "DK DQ T5"  # 9 points


def played(call: str, dealer: int = 0, **given: Any) -> Result:
    """All trumps are drawn and everything falls to seat 1; the last trick is worth nothing."""
    passes = ["passo"] * ((0 - dealer) % 5)
    run = start(ID, WITH_TWO_TAROCKS, OPEN_COURTS, dealer=dealer, **given)
    result = play_on(do(run, [*passes, "chiamo", call])).result
    assert result is not None
    return result


@clause("priestertarock 5.1", "priestertarock 5.2")
def test_a_party_counts_its_tricks_its_fool_and_the_open_cards_of_the_dealer() -> None:
    # the Fool falls to trick 15: 66 points in all; 66 − 9 open = 57 in tricks of seat 1
    assert played("T21").points == (9, 57, 9, 9, 9)
    assert played("CK").points == (9, 57, 9, 57, 9)  # partner 3 has won nothing himself
    # with the dealer as his partner, whose card lies open, he has the open cards too
    assert played("DK").points == (66, 66, 0, 0, 0)
    # or with the dealer as his hidden partner
    assert played("T7").points == (66, 66, 0, 0, 0)


@clause("priestertarock 5.2")
def test_the_open_cards_count_for_the_dealer_who_is_the_caller() -> None:
    run = start(ID, WITH_TWO_TAROCKS, OPEN_COURTS, dealer=0)
    result = play_on(do(run, "passo passo passo passo chiamo DA")).result
    assert result is not None
    assert result.points == (9, 57, 57, 57, 57)
    assert result.scores == (-4, 1, 1, 1, 1)


@clause("priestertarock 5.3")
@pytest.mark.parametrize(
    ("trick", "worth"), [(1, 5), (9, 5), (IN_TIME, 5), (TOO_LATE, 0), (15, 0)]
)
def test_the_fool_keeps_its_points_up_to_the_tenth_trick(trick: int, worth: int) -> None:
    finished = deal(KINGS, fool=3, trick=trick)
    # callers 20 and the Fool; the others have all the rest of 66: 46
    assert points(finished) == (20 + worth, 46)


@clause("priestertarock 5.3")
@pytest.mark.parametrize(("trick", "caller"), [(IN_TIME, 57 + 5), (TOO_LATE, 57)])
def test_a_led_fool_keeps_or_loses_its_points_in_the_same_way(trick: int, caller: int) -> None:
    run = do(start(ID, WITH_TWO_TAROCKS, OPEN_COURTS), "chiamo T21")
    while len(run.table.tricks) < trick - 1 and run.decision is not None:
        run.do(run.decision.options[0])
    result = play_on(do(run, "F")).result  # the tricks from the tenth on hold no points
    assert result is not None
    assert result.points == (9, caller, 9, 9, 9)


@clause("priestertarock 5.4", "priestertarock 5.8")
def test_the_fool_among_the_open_cards_counts_for_the_dealers_party() -> None:
    finished = outcome(ID, SECRET, {0: "F D2 D3", 1: KINGS}, rest_to=2, declarer=1, dealer=0)
    assert points(finished) == (20, 51)  # 71 in all
    assert points(finished, fool_in_open=0) == (20, 46)  # 66 in all
    partner = outcome(
        ID, (0, 0, 1, 1, 1), {0: "F D2 D3", 1: KINGS}, rest_to=2, declarer=1, dealer=0
    )
    assert points(partner) == (25, 46)
    assert points(partner, fool_in_open=0) == (20, 46)


@clause("priestertarock 5.4")
@pytest.mark.parametrize(("value", "total"), [(5, 71), (0, 66)])
def test_an_open_fool_in_a_deal_that_is_played(value: int, total: int) -> None:
    hands = {**WITH_TWO_TAROCKS, 1: WITH_TWO_TAROCKS[1].replace("F", "T5")}
    run = start(ID, hands, "DK DQ F", dealer=0, fool_in_open=value)
    result = play_on(do(run, "chiamo T21")).result
    assert result is not None
    # open for the dealer: king 5, queen 4 and the Fool
    assert result.points == (9 + value, 57, 9 + value, 9 + value, 9 + value)
    assert result.points[0] + result.points[1] == total


@clause("priestertarock 5.5")
@pytest.mark.parametrize(
    ("callers", "counted", "won"),
    [
        (f"{KINGS} SQ BQ CQ SC", 35, False),  # 20 + 12 + 3
        (f"{KINGS} {QUEENS}", 36, True),  # 20 + 16
        (f"{KINGS} SQ BQ CQ SC SJ", 37, True),  # 20 + 12 + 3 + 2
    ],
)
def test_thirty_six_of_71_win(callers: str, counted: int, won: bool) -> None:
    finished = deal(callers, fool=2, trick=IN_TIME)
    assert points(finished) == (counted, 71 - counted)
    assert (scores(finished)[1] > 0) is won


@clause("priestertarock 5.5")
def test_the_fool_in_time_makes_the_thirty_six() -> None:
    # 31 and the Fool: kings 20, two queens 8, a cavalier 3
    callers = f"{KINGS} SQ BQ SC"
    assert scores(deal(callers, fool=3, trick=IN_TIME))[1] == 2
    assert scores(deal(callers, fool=2, trick=IN_TIME))[1] == -2


@clause("priestertarock 5.6")
@pytest.mark.parametrize(
    ("callers", "counted", "won"),
    [
        (f"{KINGS} SQ BQ CQ", 32, False),  # 20 + 12
        (f"{KINGS} SQ BQ CQ SJ", 34, True),  # 20 + 12 + 2
        (f"{KINGS} SQ BQ CQ SC", 35, True),  # 20 + 12 + 3
    ],
)
@pytest.mark.parametrize("fool", [1, 2])
def test_thirty_four_of_66_win(callers: str, counted: int, won: bool, fool: int) -> None:
    finished = deal(callers, fool=fool, trick=TOO_LATE)
    assert points(finished) == (counted, 66 - counted)
    assert (scores(finished)[1] > 0) is won


THIRTY_THREE = f"{KINGS} SQ BQ T21"  # 20 + 8 + 5


@clause("priestertarock 5.7", "priestertarock 5.8")
@pytest.mark.parametrize(
    ("fool", "won"), [(1, False), (3, False), (0, True), (2, True), (4, True)]
)
def test_at_33_to_33_the_side_without_the_fool_wins(fool: int, won: bool) -> None:
    finished = deal(THIRTY_THREE, fool=fool, trick=TOO_LATE)
    assert points(finished) == (33, 33)
    assert (scores(finished)[1] > 0) is won
    (row,) = GAME.score(finished, options())
    assert str(row.note) == "33 each: the side without the Fool wins"


@clause("priestertarock 5.8")
@pytest.mark.parametrize(("side", "won"), [(SECRET, True), ((0, 0, 1, 1, 1), False)])
def test_an_open_fool_is_held_by_the_dealers_party(side: tuple[int, ...], won: bool) -> None:
    finished = outcome(ID, side, {0: "F", 1: THIRTY_THREE}, rest_to=2, declarer=1, dealer=0)
    assert points(finished, fool_in_open=0) == (33, 33)
    assert (scores(finished, fool_in_open=0)[1] > 0) is won


WINNING, LOSING = f"{KINGS} {QUEENS}", f"{KINGS} SQ"


@clause("priestertarock 5.9")
def test_with_a_partner_two_for_the_caller_and_one_for_everybody_else() -> None:
    won, lost = deal(WINNING, fool=2), deal(LOSING, fool=2)
    assert scores(won) == (-1, 2, -1, 1, -1)
    assert scores(lost) == (1, -2, 1, -1, 1)
    assert GAME.score(won, options())[0].clause == "priestertarock 5.9"


@clause("priestertarock 5.10")
def test_alone_four_for_the_caller_and_one_for_everybody_else() -> None:
    won, lost = deal(WINNING, fool=2, side=SOLO), deal(LOSING, fool=2, side=SOLO)
    assert scores(won) == (-1, 4, -1, -1, -1)
    assert scores(lost) == (1, -4, 1, 1, 1)
    assert GAME.score(won, options())[0].clause == "priestertarock 5.10"


@clause("priestertarock 5.10")
def test_every_way_of_playing_alone_has_the_same_price() -> None:
    assert played("T21").scores == (-1, 4, -1, -1, -1)  # the secret solo
    run = do(start(ID, WITH_TWO_TAROCKS, OPEN_COURTS), "chiamo demand SK SK")  # the open solo
    result = play_on(run).result
    assert result is not None
    assert result.scores == (-1, 4, -1, -1, -1)


@clause("priestertarock 5.11")
def test_winning_all_the_points_is_paid_like_winning_just() -> None:
    everything = outcome(ID, SECRET, {}, [(1, "F", 1)], rest_to=1, declarer=1)
    assert points(everything) == (71, 0)
    assert scores(everything) == scores(deal(WINNING, fool=2)) == (-1, 2, -1, 1, -1)
    assert sum(scores(everything)) == 0


def with_revokes(*times: int, side: tuple[int, ...] = SECRET) -> Outcome:
    """The deal that the caller's party wins, with each seat's number of revokes."""
    return replace(deal(WINNING, fool=2, side=side), faults={"revoke": times})


def total(finished: Outcome, **given: Any) -> tuple[int, ...]:
    rows = GAME.score(finished, options(**given))
    return tuple(sum(row.amounts[seat] for row in rows) for seat in range(5))


@clause("priestertarock 7.2", "priestertarock 7.3")
@pytest.mark.parametrize("offender", range(5))
def test_who_revokes_writes_minus_four_and_each_other_plus_one(offender: int) -> None:
    times = [1 if seat == offender else 0 for seat in range(5)]
    rows = GAME.score(with_revokes(*times), options())
    amounts = tuple(-4 if seat == offender else 1 for seat in range(5))
    assert [(row.clause, row.amounts) for row in rows] == [("priestertarock 7.2", amounts)]


@clause("priestertarock 7.2")
def test_without_a_revoke_no_penalty_is_written() -> None:
    rows = GAME.score(with_revokes(0, 0, 0, 0, 0), options())
    assert [row.clause for row in rows] == ["priestertarock 5.9"]


@clause("priestertarock 7.4")
def test_the_penalty_stands_instead_of_the_score_or_besides_it() -> None:
    finished = with_revokes(0, 0, 0, 1, 0)  # the partner has revoked
    assert total(finished) == (1, 1, 1, -4, 1)
    # the deal is won: −1 +2 −1 +1 −1, and the penalty
    assert total(finished, revoke_score="besides") == (0, 3, 0, -3, 0)


@clause("priestertarock 7.4", "priestertarock 5.10")
@pytest.mark.parametrize(
    ("offender", "instead", "besides"),
    # the solo is won: −1 +4 −1 −1 −1
    [(3, (1, 1, 1, -4, 1), (0, 5, 0, -5, 0)), (1, (1, -4, 1, 1, 1), (0, 0, 0, 0, 0))],
)
def test_after_a_solo_too_it_stands_instead_of_the_score_or_besides_it(
    offender: int, instead: tuple[int, ...], besides: tuple[int, ...]
) -> None:
    times = [1 if seat == offender else 0 for seat in range(5)]
    finished = with_revokes(*times, side=SOLO)
    assert total(finished) == instead
    assert total(finished, revoke_score="besides") == besides


@clause("priestertarock 7.5")
def test_with_the_option_every_revoke_is_penalised() -> None:
    # seat 0 once: −4 +1 +1 +1 +1; seat 2 three times: +3 +3 −12 +3 +3
    finished = with_revokes(1, 0, 3, 0, 0)
    assert total(finished, revokes_counted="each") == (-1, 4, -11, 4, 4)
    besides = total(finished, revokes_counted="each", revoke_score="besides")
    assert besides == (-2, 6, -12, 5, 3)  # and the deal that is won: −1 +2 −1 +1 −1


@clause("priestertarock 7.5")
def test_two_offenders_write_minus_three_each_however_often_they_erred() -> None:
    assert total(with_revokes(1, 0, 3, 0, 0)) == (-3, 2, -3, 2, 2)
