"""Mineo for four: following, trumping, the Fuggitivo, and whose tricks lie where.

Seat 1 has called the 19 of seat 3 and laid the talon away; seat 2 leads first.
"""

from __future__ import annotations

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
from matto.engine.run import Run
from matto.games.sicily.mineo_4 import heaps
from mineo_4_tables import (
    GAME,
    HANDS,
    asked,
    begin,
    calling,
    options,
    play_by,
    refused,
    seen,
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
