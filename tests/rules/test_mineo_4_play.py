"""Mineo for four: the play of the cards, the Fuggitivo, the scoring items, the match."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from helpers import asked, do, options, play_by, refused, result_of, seen, start
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import Outcome, gather, outcome_of
from matto.engine.run import Match, Run, spelled
from matto.engine.scoring import total
from matto.games.sicily import sicilian_points
from matto.games.sicily.mineo_4 import heaps
from mineo_4_tables import (
    ALL_PASS,
    CALLED,
    GAME,
    HANDS,
    TALON,
    amounts,
    begin,
    bidding,
    calling,
    finished,
    rows,
    soloing,
    swapped,
)

clause = pytest.mark.clause
SIDE = (1, 0, 1, 0)
APART = (0, 1, 2, 3)
CALLERS, OPPONENTS = 0, 1

# Seat 1 has all trumps but the 19, which seat 3 holds with suits; seat 2 has the Fuggitivo.
TRUMPS = {
    1: "T20 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5",
    2: "F SK SQ SC SJ S10 S9 S8 S7 S6 CK CQ CC CJ C10",
    3: "T19 BK BQ BC BJ B10 B9 B8 B7 B6 C9 C8 C7 C6 T4",
    0: "DK DQ DC DJ D10 D9 D8 D7 D6 D5 D4 T3 T2 T1 T0",
}


def trumps_of(seat: int, hands: dict[int, str] = HANDS) -> tuple[str, ...]:
    return tuple(card for card in hands[seat].split() if card.startswith("T"))


def open_cards(run: Run) -> dict[int, frozenset[str]]:
    """What lies open before each, as all know the parties."""
    shown = [GAME.lying_open(run.view(seat)) for seat in (0, 1, 2, 3, None)]
    assert shown == [shown[0]] * 5
    side = heaps(run.view(None))
    return {side[seats[0]]: cards for seats, cards in shown[0].items()}


@clause("mineo-4 4.1", "mineo-4 8.3")
@pytest.mark.parametrize(("leader", "seat"), [("right_of_soloist", 2), ("soloist", 1)])
def test_the_declarers_right_neighbour_leads_or_the_declarer_himself(
    leader: str, seat: int
) -> None:
    assert asked(soloing(leader=leader)) == (seat, "play")


@clause("mineo-4 4.1")
@pytest.mark.parametrize(
    ("leader", "caller_leads", "seat"),
    [("right_of_soloist", True, 2), ("soloist", False, 2), ("soloist", True, 1)],
)
def test_in_a_call_the_callers_right_neighbour_leads_unless_the_option_says_otherwise(
    leader: str, caller_leads: bool, seat: int
) -> None:
    assert asked(calling(leader=leader, caller_leads=caller_leads)) == (seat, "play")


@clause("mineo-4 4.2")
def test_who_can_follow_suit_must() -> None:
    run = do(calling(), "SC")
    assert options(run) == ("S9", "S8", "F")
    assert refused(run, "T19") == refused(run, "CJ") == "mineo-4 4.2"
    with pytest.raises(IllegalChoice):
        run.do("T19")
    trumps = do(calling(), "T17 T19")
    assert set(options(trumps)) == set(trumps_of(0))
    assert refused(trumps, "DK") == "mineo-4 4.2"


@clause("mineo-4 4.3", "mineo-4 4.4")
def test_who_cannot_follow_trumps_and_who_has_no_trump_plays_anything() -> None:
    run = do(calling(TRUMPS), "SK")
    assert set(options(run)) == {"T19", "T4"}
    assert refused(run, "BK") == "mineo-4 4.3"
    free = do(calling(TRUMPS, leader="soloist", caller_leads=True), "T20")
    assert set(options(free)) == set(TRUMPS[2].split())


@clause("mineo-4 4.5", "mineo-4 4.7")
def test_nobody_need_overtrump_and_the_miseria_is_a_trump_like_others() -> None:
    run = do(calling(), "T17 T19")
    assert {"T0", "T11"} <= set(options(run))
    alone = do(
        calling(
            swapped(("T4", "S10"), ("T3", "SJ"), ("T11", "BQ"), ("T2", "BC"), ("T1", "CC"))
        ),
        "T17 T19",
    )
    assert options(alone) == ("T0",)


@clause("mineo-4 4.6")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("T17 T19 T11 T18", 3),  # the highest trump
        ("SC S9 S7 SK", 1),  # the highest of the suit led
        ("DQ DJ DK D4", 0),
        ("BQ BJ B7 BK", 1),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    trick: str, winner: int
) -> None:
    run = do(calling(), trick)
    assert run.table.tricks[-1].winner == winner
    assert asked(run) == (winner, "play")


@clause("mineo-4 4.8")
@pytest.mark.parametrize("lead", ["SC", "T17"])
def test_the_fuggitivo_excuses_and_never_wins(lead: str) -> None:
    run = do(calling(), lead)
    assert "F" in options(run)
    run.do("F")
    follows = {"SC": ("S7", "S6"), "T17": trumps_of(0)}
    assert options(run) == follows[lead]


@clause("mineo-4 4.9")
def test_the_fuggitivo_is_led_only_to_the_last_trick_where_the_second_card_sets_the_suit() -> (
    None
):
    run = do(calling(), "T17 T19 T11 T18")
    assert asked(run) == (3, "play")
    assert refused(run, "F") == "mineo-4 4.9"


# Seat 2 has all trumps from the 20 on but the 19 of seat 1, and keeps the Fuggitivo to the end.
LATE = {
    2: "T20 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 F",
    3: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC CJ C10",
    0: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 C9 C8 C7 C6 C5",
    1: "T19 T5 T4 T3 DK DQ DC DJ D10 D9 D8 D7 D6 D5 D4",
}
LATE_TALON = "T2 T1 T0"


@clause("mineo-4 4.9")
@pytest.mark.parametrize(
    ("kept", "winner"),
    [
        ({3: "SK", 0: "BK", 1: "DK"}, 3),  # the second card sets the suit
        ({3: "S5", 0: "BK", 1: "DK"}, 3),
        ({3: "C10", 0: "C9", 1: "DK"}, 3),
        ({3: "C5", 0: "C10", 1: "DK"}, 0),  # a higher card of that suit wins
    ],
)
def test_after_a_led_fuggitivo_the_best_of_the_three_others_wins(
    kept: dict[int, str], winner: int
) -> None:
    # seat 1 is soloist and seat 2, at his right, leads all its trumps, the 19 falling to the 20
    hands = swapped(("C10", "C5"), hands=LATE) if kept[3] == "C5" else LATE
    run = do(begin(hands, LATE_TALON), "vado_solo D4 D5 D6 silence silence silence silence")
    own = {
        seat: [card for card in hand.split() if card != kept.get(seat)]
        for seat, hand in hands.items()
    }
    own[1] = ["T19", "T5", "T4", "T3", "T2", "T1", "T0", *own[1]]
    own[1] = [card for card in own[1] if card != kept[1]]
    play_by(run, {seat: " ".join(cards) for seat, cards in own.items()})
    last = run.table.tricks[-1]
    assert last.cards == ("F", kept[3], kept[0], kept[1])
    assert last.winner == winner


@clause("mineo-4 4.10", "mineo-4 4.13")
def test_the_fuggitivo_stays_with_its_owners_party_whoever_wins_the_trick() -> None:
    run = do(calling(), "DQ F DK D4")  # seat 0 wins, an opponent of the Fuggitivo's owner
    assert run.table.tricks[-1].winner == 0
    outcome = outcome_of(play_by(run, {}).table)
    assert "F" in outcome.pile(CALLERS)
    assert {"DQ", "DK", "D4"} <= outcome.pile(OPPONENTS)  # a trick of three cards
    assert outcome.pile(CALLERS) == outcome.piles[1] | outcome.piles[3]


@clause("mineo-4 4.11")
def test_the_fuggitivo_lies_open_until_its_owner_or_his_known_party_has_a_trick() -> None:
    run = do(calling(), "SC F S7 SK")  # seat 1 wins, the partner; that is not known yet
    assert open_cards(run)[3] == {"F"}
    do(run, "T20 T17 T19 T11")  # now the 19 has been played
    assert open_cards(run) == {CALLERS: {"T17"}}
    solo = do(soloing(), "DQ F DK D4")
    assert open_cards(solo) == {}  # seat 0 has a trick, his partner


@clause("mineo-4 4.12")
def test_a_party_without_any_trick_loses_its_fuggitivo() -> None:
    tricks = [Trick(2, ("SK", "F", "SQ", "S9"), 2), Trick(2, ("T5", "T3", "T4", "T2"), 2)]
    away: list[list[str]] = [[], ["D4"], [], []]
    assert "F" in gather(tricks, away, SIDE, fool_needs_trick=True)[2]
    saved = [tricks[0], Trick(2, ("T5", "T3", "T4", "T6"), 1)]  # a trick of the partner
    assert "F" in gather(saved, away, SIDE, fool_needs_trick=True)[3]


@clause("mineo-4 4.13")
def test_every_played_card_was_seen_by_all() -> None:
    run = do(calling(), "SC S9 S7 SK")
    for seat in (0, 1, 2, 3, None):
        assert {"SC", "S9", "S7", "SK"} <= seen(run, seat)


@clause("mineo-4 4.14")
def test_captures_lie_open_and_those_from_a_partner_only_while_he_is_unknown() -> None:
    run = do(calling(), "T10 T16 T1 T20")  # the partner's 16, an opponent's Picciotti
    assert open_cards(run)[1] == {"T16", "T1"}
    do(run, "T18 T17 T19 T11")  # seat 3 wins with the 19
    assert open_cards(run) == {CALLERS: {"T1", "T17"}}


@clause("mineo-4 4.15")
def test_each_keeps_his_tricks_until_the_parties_are_known() -> None:
    run = do(calling(), "SC S9 S7 SK")
    assert [heaps(run.view(seat)) for seat in (0, 1, 2, 3, None)] == [APART] * 5
    known = do(calling(), "T17 T19 T11 T18")
    assert [heaps(known.view(seat)) for seat in (0, 1, 2, 3, None)] == [SIDE] * 5
    assert heaps(soloing().view(0)) == (1, 0, 1, 1)
    assert heaps(calling(bids="passo passo vado_solo", said="silence silence").view(0)) == (
        1,
        1,
        1,
        0,
    )


# -- the Fuggitivo of a party without a trick, in deals played to the last card ----------


def trumps(high: int, low: int) -> str:
    return " ".join(f"T{number}" for number in range(high, low - 1, -1))


SUITS = {
    2: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC",
    3: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 CJ C10 C9",
    0: "DK DQ DC DJ D10 D9 D8 D7 D6 D5 D4 C8 C7",
}

# With the talon the caller has all trumps but the 19, the Picciotti and the Miseria.
ALL_TRICKS = {
    1: f"T20 {trumps(18, 5)}",
    2: f"F T0 {SUITS[2]}",
    3: f"T19 {SUITS[3]} C6",
    0: f"T1 {SUITS[0]} C5",
}

# With the talon he has all but the 19, and the 18 and the Picciotti of seat 0.
ALL_BUT_ONE = {
    1: f"T20 {trumps(17, 4)}",
    2: f"F {SUITS[2]} C6",
    3: f"T19 {SUITS[3]} C5",
    0: f"T18 T1 {SUITS[0]}",
}


def turned(hands: Mapping[int, str], by: int) -> dict[int, str]:
    """The hands when everybody sits so many places further round."""
    return {(seat + by) % 4: cards for seat, cards in hands.items()}


def bet(
    hands: Mapping[int, str], talon: str, by: int = 0, bids: str = ALL_PASS + CALLED
) -> Run:
    """Seat 1 has called, has laid the talon away again, has bet, and leads.

    All sit `by` places further round, the dealer too.
    """
    run = start(
        "mineo-4", turned(hands, by), talon, dealer=by, leader="soloist", caller_leads=True
    )
    return do(run, f"{bids}{talon} scommessa silence silence silence")


def back(by_seat: Sequence[int], by: int) -> tuple[int, ...]:
    """Figures by seat, as if nobody had moved."""
    return tuple(by_seat[(seat + by) % 4] for seat in range(4))


def rows_of(run: Run, by: int = 0) -> list[tuple[str, tuple[int, ...]]]:
    return [(row.item, back(row.amounts, by)) for row in result_of(run).sheet]


def paid(run: Run, by: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The card points and the results of a deal that is over."""
    return back(result_of(run).points, by), back(result_of(run).scores, by)


def to_party(amount: int, partner: int) -> tuple[int, ...]:
    """What the caller 1 and his partner have each from one of the others."""
    return tuple(amount if seat in {1, partner} else -amount for seat in range(4))


@clause("mineo-4 4.12", "mineo-4 5.8", "mineo-4 3.11", "mineo-4 5.12")
@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize("partner", [2, 3, 0])
def test_opponents_without_a_trick_lose_the_fuggitivo_and_the_caller_wins_his_bet(
    partner: int, by: int
) -> None:
    hands = {**ALL_TRICKS, partner: ALL_TRICKS[3], 3: ALL_TRICKS[partner]}
    run = bet(hands, "T4 T3 T2", by)
    caller = (1 + by) % 4
    play_by(run, {caller: "T20", (2 + by) % 4: "F", (3 + by) % 4: "F"})
    assert {trick.winner for trick in run.table.tricks} == {caller}
    assert outcome_of(run.table).piles[caller] == run.table.pack.cards
    assert rows_of(run, by) == [
        ("pigliate", to_party(1, partner)),  # the Picciotti, and not the partner's 19
        ("vanto", to_party(1, partner)),
        ("rimatura", to_party(1, partner)),
        ("arie", to_party(2, partner)),
        ("quattro_re", to_party(1, partner)),
        ("scommessa", to_party(1, partner)),
    ]
    # 146 in 21 lots, less 42, and 5 for the last trick
    points = tuple(109 if seat in {1, partner} else 0 for seat in range(4))
    assert paid(run, by) == (points, to_party(7, partner))


@clause("mineo-4 4.12", "mineo-4 5.8", "mineo-4 5.10", "mineo-4 5.11")
@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize(("bids", "times"), [(f"{ALL_PASS}vado_solo ", 1), ("vado_solo ", 2)])
def test_alone_he_has_the_same_from_each_of_three_and_the_19_besides(
    bids: str, times: int, by: int
) -> None:
    run = do(bet(ALL_TRICKS, "T4 T3 T2", by, bids), "T20 F T19 T1")
    play_by(run, {})
    # two pigliate, the vanto, the rimatura, two for the arie, the Kings, the bet: 8
    eight = 8 * times
    assert paid(run, by) == ((0, 109, 0, 0), (-eight, 3 * eight, -eight, -eight))


@clause("mineo-4 4.12", "mineo-4 4.10", "mineo-4 5.8", "mineo-4 5.12")
def test_one_trick_of_his_partner_saves_the_fuggitivo_of_an_opponent() -> None:
    run = do(bet(ALL_BUT_ONE, "T3 T2 T0"), "T20 F T19 T1 T17 S5 B5 T18")
    play_by(run, {})
    assert [trick.winner for trick in run.table.tricks] == [1, 0, *[1] * 13]
    outcome = outcome_of(run.table)
    assert outcome.pile(OPPONENTS) == {"F", "T17", "S5", "B5", "T18"}
    won, lost = to_party(1, 3), to_party(-1, 3)
    assert rows_of(run) == [
        ("pigliate", won),  # the Picciotti
        ("pigliate", lost),  # the 17
        ("vanto", won),
        ("rimatura", won),
        ("quattro_re", won),
        ("scommessa", lost),
    ]
    # the opponents: 10 + 5 + 1 + 1 + 5 = 22, less 2 for three cards and 1 for two: 19
    assert paid(run) == ((19, 90, 19, 90), (-2, 2, -2, 2))


@clause("mineo-4 4.12", "mineo-4 4.10", "mineo-4 5.8", "mineo-4 5.12")
def test_one_trick_of_the_caller_saves_the_fuggitivo_of_his_partner() -> None:
    hands = {
        **ALL_BUT_ONE,
        2: ALL_BUT_ONE[2].replace("F", "B5"),
        3: ALL_BUT_ONE[3].replace("B5", "F"),
    }
    run = do(bet(hands, "T3 T2 T0"), "T20 B5 T19 T1 T17 S5 F T18")
    play_by(run, {})
    assert [trick.winner for trick in run.table.tricks] == [1, 0, *[1] * 13]
    outcome = outcome_of(run.table)
    assert outcome.pile(OPPONENTS) == {"T17", "S5", "T18"}
    assert "F" in outcome.pile(CALLERS)
    won, lost = to_party(1, 3), to_party(-1, 3)
    assert rows_of(run) == [
        ("pigliate", won),
        ("pigliate", lost),
        ("vanto", won),
        ("rimatura", won),
        ("quattro_re", won),
        ("scommessa", won),
    ]
    # the opponents: 5 + 1 + 5 = 11, less 2: 9
    assert paid(run) == ((9, 100, 9, 100), (-4, 4, -4, 4))


# -- the scoring items, solo and call, doubling, payment; and the match ------------------

NOTHING: list[tuple[int, ...]] = []
WON, LOST = [(-1, 1, -1, 1)], [(1, -1, 1, -1)]  # to the caller's party, or against it
TWICE_WON, TWICE_LOST = [(-2, 2, -2, 2)], [(2, -2, 2, -2)]
ALONE = (1, 0, 1, 1)
TO_CALLERS = [(1, "S9 S8 S7 S6", 1)]
TO_OPPONENTS = [(1, "S9 S8 S7 S6", 2)]
IN_TALON = {**HANDS, 3: HANDS[3].replace("T19", "S5")}


def scores(done: Outcome) -> tuple[int, ...]:
    return total(GAME.score(done, GAME.resolve()), 4)


def sheet(run: Run) -> dict[str, tuple[int, ...]]:
    play_by(run, {})
    return {row.item: row.amounts for row in result_of(run).sheet}


@clause("mineo-4 5.1")
def test_card_points_decide_nothing_but_the_rimatura() -> None:
    done = finished({1: "T20 T1 F SK BK CK DQ"}, TO_OPPONENTS)
    items = {row.item for row in GAME.score(done, GAME.resolve())}
    assert items == {"vanto", "rimatura", "arie"}


@clause("mineo-4 5.2")
@pytest.mark.parametrize(
    ("trick", "paid"),
    [
        ((0, "T17 T18 T19 T2", 2), LOST),  # the example: the caller's T18 is captured
        ((2, "T17 T19 T11 T18", 3), WON),  # the partner wins: T17, and not the caller's T18
        ((1, "T18 T3 T2 T0", 1), NOTHING),  # kept by winning the trick with it
        ((1, "T20 T1 T16 T17", 1), [*WON, *WON]),  # T1 and T17; the partner's T16 pays nothing
        ((2, "T19 T1 T16 T5", 2), LOST),  # the partner's Picciotti; T16 is an opponent's
        ((1, "SK T2 T3 F", 3), NOTHING),
    ],
)
def test_an_aria_or_the_picciotti_taken_from_the_other_party_pays_one(
    trick: tuple[int, str, int], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished({}, [trick, *TO_OPPONENTS]), "pigliate") == paid


@clause("mineo-4 5.3")
@pytest.mark.parametrize(("seat", "paid"), [(1, WON), (3, WON), (0, LOST), (2, LOST)])
def test_the_last_trick_pays_its_party_one(seat: int, paid: list[tuple[int, ...]]) -> None:
    assert amounts(finished({}, [(1, "S9 S8 S7 S6", seat)]), "vanto") == paid


@clause("mineo-4 5.4")
@pytest.mark.parametrize("sayers", [(2,), (0,), (2, 0)])
def test_rivanto_makes_it_two_for_either_party_and_never_more(sayers: tuple[int, ...]) -> None:
    said = {"rivanto": sayers}
    won = finished({}, TO_CALLERS, said=said)
    lost = finished({}, TO_OPPONENTS, said=said)
    assert (amounts(won, "rivanto"), amounts(lost, "rivanto")) == (TWICE_WON, TWICE_LOST)
    assert amounts(won, "vanto") == amounts(lost, "vanto") == NOTHING


@clause("mineo-4 5.5")
@pytest.mark.parametrize(
    ("piles", "last", "points", "paid"),
    [
        # singles 3 × 10 + 6 × 5 = 60 in nine cards, less 6: 54
        ({1: "T20 T1 F SK BK CK DK T19 T18"}, TO_OPPONENTS, 54, LOST),
        ({1: "T20 T1 F SK BK CK DK T19 T18 B5 B6 B7"}, TO_OPPONENTS, 55, WON),
        # both partners' cards together: 60 in nine cards, 54, and one full lot of empty cards
        ({1: "T20 T1 F SK BK", 3: "CK DK T19 T18 B5 B6 B7"}, TO_OPPONENTS, 55, WON),
        ({1: "T20 T1 F SK BK CK DK T19"}, TO_CALLERS, 55, WON),  # 55 − 5, and the last trick
        ({1: "T20 T1 F SK BK CK DK T19"}, TO_OPPONENTS, 50, LOST),
    ],
)
def test_the_party_with_55_card_points_has_one(
    piles: dict[int, str],
    last: list[tuple[int, str, int]],
    points: int,
    paid: list[tuple[int, ...]],
) -> None:
    done = finished(piles, last)
    assert sicilian_points(done, 0) == points
    assert amounts(done, "rimatura") == paid


@clause("mineo-4 5.6")
@pytest.mark.parametrize(
    ("piles", "paid"),
    [
        ({1: "T19 T18", 3: "T17 T16"}, WON),
        ({1: "T20 T19 T18", 3: "T17 T16"}, TWICE_WON),
        ({1: "T20 T19 T18 T17"}, NOTHING),
        ({1: "T20"}, LOST),
        ({}, TWICE_LOST),
    ],
)
def test_the_four_arie_pay_one_and_with_the_giove_two(
    piles: dict[int, str], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished(piles), "arie") == paid


@clause("mineo-4 5.7")
@pytest.mark.parametrize(
    ("piles", "paid"),
    [({1: "SK BK", 3: "CK DK"}, WON), ({1: "SK BK CK"}, NOTHING), ({}, LOST)],
)
def test_all_four_kings_pay_one(piles: dict[int, str], paid: list[tuple[int, ...]]) -> None:
    assert amounts(finished(piles), "quattro_re") == paid


@clause("mineo-4 5.8")
@pytest.mark.parametrize(
    ("piles", "paid"),
    [
        ({1: "T20 T1 F"}, WON),
        ({3: "T20 T1 F"}, WON),  # all with the partner
        ({1: "T20", 3: "T1 F"}, WON),
        ({1: "T20", 3: "F"}, LOST),
        ({1: "T20 T1"}, LOST),
        ({1: "T1 F"}, LOST),
    ],
)
def test_in_a_call_the_tens_may_lie_with_either_partner(
    piles: dict[int, str], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished(piles, said={"scommessa": (1,)}), "scommessa") == paid


@clause("mineo-4 5.8")
@pytest.mark.parametrize(
    ("pile", "paid"),
    [("T20 T1 F", [(-1, 3, -1, -1)]), ("T20 F", [(1, -3, 1, 1)])],
)
def test_a_soloist_needs_all_three_tens_himself(pile: str, paid: list[tuple[int, ...]]) -> None:
    done = finished({1: pile}, side=ALONE, said={"scommessa": (1,)})
    assert amounts(done, "scommessa") == paid


@clause("mineo-4 5.9")
@pytest.mark.parametrize("own", ["T20 T1 F", "T20 F", ""])
def test_tens_without_a_bet_pay_nobody(own: str) -> None:
    assert amounts(finished({1: own}), "scommessa") == NOTHING


@clause("mineo-4 5.10")
def test_an_early_solo_doubles_every_item() -> None:
    pile = "T20 T19 T18 T17 T16 T1 F SK BK CK DK"
    tricks = [(1, "T20 T1 T2 T3", 1), (2, "T4 F T18 T0", 0)]
    said: dict[str, tuple[int, ...]] = {"scommessa": (1,), "rivanto": (2,)}
    single = finished({1: pile}, tricks, side=ALONE, said=said)
    double = replace(single, times=2)
    for item in ("pigliate", "rivanto", "rimatura", "arie", "quattro_re", "scommessa"):
        assert rows(single, item)
        twice = [tuple(2 * amount for amount in paid) for paid in amounts(single, item)]
        assert amounts(double, item) == twice


@clause("mineo-4 5.10", "mineo-4 3.15", "mineo-4 3.19", "mineo-4 8.1")
@pytest.mark.parametrize(
    ("run", "vanto"),
    [
        (soloing(), 6),
        (do(begin(solo_rounds="every"), f"{ALL_PASS}vado_solo {TALON} {'silence ' * 4}"), 6),
        (do(bidding("vado_solo"), f"{TALON} {'silence ' * 4}"), 3),
        (do(begin(IN_TALON, "T19 C5 B5"), f"{ALL_PASS}{CALLED}C5 B5 D4 {'silence ' * 4}"), 3),
        (calling(bids="chiamo:T18 passo passo passo", call="any"), 3),
        (calling(), 1),
    ],
)
def test_only_a_solo_said_in_a_pause_is_doubled(run: Run, vanto: int) -> None:
    assert abs(sheet(run)["vanto"][1]) == vanto


@clause("mineo-4 5.11")
def test_a_soloist_is_paid_the_difference_by_each_of_three_or_pays_it() -> None:
    # 5 points against 2: two for the arie, Kings, a capture, rimatura; the rivanto
    tricks = [(1, "T20 T1 T2 T3", 1), *TO_OPPONENTS]
    said = {"rivanto": (3,)}
    pile = "T20 T19 T18 T17 T16 T1 F SK BK CK DK B5 B6 B7"
    won = finished({1: pile}, tricks, side=ALONE, said=said)
    assert scores(won) == (-3, 9, -3, -3)
    # 1 point against 3: a capture; the vanto, the rimatura, four Kings; the arie are divided
    lost = finished({1: "T20 T1 T19"}, tricks, side=ALONE)
    assert scores(lost) == (2, -6, 2, 2)


@clause("mineo-4 5.12")
def test_in_a_call_each_of_the_four_pays_or_receives_the_difference_once() -> None:
    # 5 points against 2, as before
    tricks = [(1, "T20 T1 T2 T3", 1), *TO_OPPONENTS]
    piles = {1: "T20 T19 T18 T17 T16 T1 F SK", 3: "BK CK DK B5 B6 B7"}
    done = finished(piles, tricks, said={"rivanto": (2,)})
    assert scores(done) == (-3, 3, -3, 3)


@clause("mineo-4 5.13")
def test_equal_points_pay_nothing() -> None:
    # the vanto to the opponents, the rimatura to the callers; kings and arie divided
    done = finished({1: "T20 T1 F SK BK CK T19 T18 T17 B5 B6 B7"}, TO_OPPONENTS)
    assert scores(done) == (0, 0, 0, 0)


@clause("mineo-4 5.14")
@pytest.mark.parametrize("said", ["", "passo", "chiamo"])
def test_payments_balance(said: str) -> None:
    for seed in range(8):
        rng = random.Random(f"{said} {seed}")
        run = Run.shuffled(GAME, seed=rng)
        while run.decision is not None:
            liked = [word for word in run.decision.options if said and word.startswith(said)]
            run.do(rng.choice(liked or run.decision.options))
        assert sum(result_of(run).scores) == 0


@clause("mineo-4 6.1", "mineo-4 6.2", "mineo-4 6.3", "mineo-4 6.4")
def test_the_deal_passes_to_the_right_and_the_ledger_runs_from_zero() -> None:
    match = Match(GAME, dealer=3, limit=4)
    assert match.ledger == [0] * 4
    rng = random.Random(3)
    sums = [0] * 4
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        run = match.next_run(seed=rng)
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert run.result is not None
        sums = [own + won for own, won in zip(sums, run.result.scores, strict=True)]
        match.take(run.result)
        assert match.ledger == sums
    assert match.played == 4
    assert dealers == [(3 + deal) % 4 for deal in range(len(dealers))]
    assert GAME.unit == 1
    assert (spelled(GAME, 3), spelled(GAME, -2)) == ("+3", "−2")


@clause("mineo-4 7.15")
def test_mistakes_cost_nothing_of_their_own() -> None:
    done = finished({1: "SK BK CK DK"})
    assert GAME.score(
        replace(done, faults={"revoke": (1, 1, 1, 1)}), GAME.resolve()
    ) == GAME.score(done, GAME.resolve())
