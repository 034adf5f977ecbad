"""Mineo for three: following, trumping, the Fuggitivo, and what lies open."""

from __future__ import annotations

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
from matto.engine.run import Run
from mineo_3_tables import (
    GAME,
    HANDS,
    SWEEP,
    SWEEP_TALON,
    asked,
    options,
    play_by,
    playing,
    refused,
    seen,
)

clause = pytest.mark.clause
SIDE = (1, 0, 1)
SOLO, OPPONENTS = 0, 1
PARTY = {(1,): "soloist", (0, 2): "opponents"}

# Seat 0 holds the Fuggitivo here, and seat 2 the Miseria in its place.
FUGGITIVO_AT_0 = {
    **HANDS,
    0: HANDS[0].replace("T0", "F"),
    2: HANDS[2].replace("F", "T0"),
}
# Seat 0 has only batons and coins, the soloist no spade.
NO_TRUMPS = {
    0: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ DC DJ D10 D9 D8 D7 D6 D5",
    2: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC CJ C10 C9 C8 C7 C6 T0",
    1: "T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 T1",
}
NO_TRUMPS_TALON = "F C5 D4"


def lying_open(run: Run) -> dict[str, set[str]]:
    """What lies open with each party; soloist, opponents and onlookers see the same."""
    shown = [GAME.lying_open(run.view(seat)) for seat in (0, 1, 2, None)]
    assert shown == shown[:1] * 4
    return {PARTY[seats]: set(cards) for seats, cards in shown[0].items()}


def trumps_of(hand: str) -> tuple[str, ...]:
    return tuple(card for card in hand.split() if card.startswith("T"))


def sweep(first_order: str, solo_order: str) -> Run:
    """Seat 2 leads all its trumps and then the Fuggitivo."""
    run = playing(SWEEP, SWEEP_TALON, away="D4 D5 D6")
    return play_by(run, {2: SWEEP[2], 0: first_order, 1: solo_order})


@clause("mineo-3 4.1")
@pytest.mark.parametrize(("leader", "seat"), [("right_of_soloist", 2), ("soloist", 1)])
def test_the_soloists_right_neighbour_leads_or_the_soloist_himself(
    leader: str, seat: int
) -> None:
    assert asked(playing(leader=leader)) == (seat, "play")


@clause("mineo-3 4.2")
def test_who_can_follow_suit_must() -> None:
    run = do(playing(), "SK T2")
    assert asked(run) == (1, "play")
    assert options(run) == ("S9", "S8")
    assert refused(run, "T18") == refused(run, "C9") == "mineo-3 4.2"
    with pytest.raises(IllegalChoice):
        run.do("T18")
    assert asked(run) == (1, "play")


@clause("mineo-3 4.2")
def test_a_led_trump_must_be_followed() -> None:
    run = do(playing(), "T3")
    assert set(options(run)) == set(trumps_of(HANDS[0]))
    assert refused(run, "B9") == "mineo-3 4.2"
    assert refused(run, "SK") == "mineo-3 4.2"  # not in his hand


@clause("mineo-3 4.3")
def test_who_cannot_follow_must_trump() -> None:
    run = do(playing(), "SK")
    assert set(options(run)) == set(trumps_of(HANDS[0]))
    assert refused(run, "B9") == "mineo-3 4.3"


@clause("mineo-3 4.4")
def test_who_can_neither_follow_nor_trump_plays_any_card() -> None:
    run = do(playing(NO_TRUMPS, NO_TRUMPS_TALON, away="C5 D4 T2"), "SK")
    assert set(options(run)) == set(NO_TRUMPS[0].split())


@clause("mineo-3 4.5")
def test_nobody_need_overtrump() -> None:
    run = do(playing(), "T3 T1")
    assert {"T10", "T18"} <= set(options(run))
    below = do(playing(), "T19")
    assert set(options(below)) == set(trumps_of(HANDS[0]))  # all of them lower
    under = do(playing(), "BK B9")
    assert set(options(under)) == set(trumps_of(HANDS[1]))


@clause("mineo-3 4.6")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("SK T2 S8", 0),  # the only trump
        ("T3 T2 T10", 1),  # the highest trump
        ("T19 T9 T18", 2),
        ("CQ C6 C8", 2),  # the highest card of the suit led
        ("DK D7 DQ", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    trick: str, winner: int
) -> None:
    run = do(playing(), trick)
    assert run.table.tricks[-1].winner == winner
    assert asked(run) == (winner, "play")


@clause("mineo-3 4.7")
def test_the_miseria_must_trump_and_beats_every_suit_card() -> None:
    hands = {
        **HANDS,
        0: "B9 B8 B7 B6 B5 D7 D6 D5 D4 C6 C5 C7 C8 C9 D10 DJ DC DQ D8 T0",
        1: "S9 S8 D9 T1 T2 T4 T5 T6 T7 T8 T9 T18 T17 T16 T15 T14 T13 T12 T11 T10",
    }
    run = do(playing(hands), "SK")
    assert options(run) == ("T0",)
    assert do(run, "T0 S8").table.tricks[-1].winner == 0
    assert do(playing(hands), "T3 T0 T1").table.tricks[-1].winner == 2
    follows = do(playing(hands), "T3")
    assert options(follows) == ("T0",)


@clause("mineo-3 4.8")
@pytest.mark.parametrize("lead", ["CK", "SK", "T3"])
def test_the_fuggitivo_may_be_played_instead_of_following_or_trumping(lead: str) -> None:
    run = do(playing(FUGGITIVO_AT_0), lead)
    assert "F" in options(run)
    assert len(options(run)) > 1
    run.do("F")
    after = {"CK": ("C9", "C8", "C7"), "SK": ("S9", "S8"), "T3": trumps_of(HANDS[1])}
    assert options(run) == after[lead]  # the suit to be followed is the same


@clause("mineo-3 4.8")
def test_the_fuggitivo_never_wins() -> None:
    run = do(playing(FUGGITIVO_AT_0), "C10 F C9")
    assert run.table.tricks[-1].winner == 2


@clause("mineo-3 4.9")
def test_the_fuggitivo_is_not_led_before_the_last_trick() -> None:
    run = playing()
    assert "F" not in options(run)
    assert refused(run, "F") == "mineo-3 4.9"
    after_19 = play_by(playing(SWEEP, SWEEP_TALON, away="D4 D5 D6"), {2: SWEEP[2]}, 19)
    assert asked(after_19) == (2, "play")
    assert options(after_19) == ("F",)


@clause("mineo-3 4.9")
@pytest.mark.parametrize(
    ("first", "solo", "last", "winner"),
    [
        ("CK", "SK", ("F", "CK", "SK"), 0),  # the second card sets the suit
        ("S5", "SK", ("F", "S5", "SK"), 1),
    ],
)
def test_on_a_fuggitivo_led_at_last_the_second_card_sets_the_suit(
    first: str, solo: str, last: tuple[str, ...], winner: int
) -> None:
    def kept_back(hand: str, card: str) -> str:
        return " ".join(other for other in hand.split() if other != card)

    run = sweep(kept_back(SWEEP[0], first), "T1 T0 " + kept_back(SWEEP[1], solo))
    trick = run.table.tricks[-1]
    assert (trick.cards, trick.winner) == (last, winner)


@clause("mineo-3 4.10")
def test_the_fuggitivo_stays_with_its_owner_in_the_last_trick_too() -> None:
    without_s5 = SWEEP[0].replace(" S5", "")
    run = sweep(without_s5, "T1 T0 C5 SQ SC SJ S10 S9 S8 S7 S6 DK DQ DC DJ D10 D9 D8 D7")
    outcome = outcome_of(run.table)
    assert run.table.tricks[-1].winner == 1
    assert "F" in outcome.pile(OPPONENTS)
    assert {"S5", "SK"} <= outcome.pile(SOLO)  # a trick of two cards
    assert len(outcome.pile(SOLO)) == 3 + 2


@clause("mineo-3 4.10")
def test_a_fuggitivo_played_to_the_others_trick_stays_with_its_party() -> None:
    run = play_by(do(playing(FUGGITIVO_AT_0), "T3 F T18"), {})
    outcome = outcome_of(run.table)
    assert "F" in outcome.piles[0]
    assert "T3" in outcome.piles[1]


@clause("mineo-3 4.11")
def test_the_fuggitivo_lies_open_until_its_party_wins_a_trick() -> None:
    run = do(playing(FUGGITIVO_AT_0), "T3 F T18")
    assert lying_open(run) == {"opponents": {"F"}}
    do(run, "D9 DK D7")
    assert lying_open(run) == {}
    at_once = do(playing(FUGGITIVO_AT_0), "SK F S9")
    assert lying_open(at_once) == {}


@clause("mineo-3 4.12")
def test_a_party_without_any_trick_loses_its_fuggitivo() -> None:
    tricks = [Trick(2, ("SK", "SQ", "F"), 2), Trick(2, ("T3", "T2", "S9"), 2)]
    away: list[list[str]] = [[], ["D4"], []]
    piles = gather(tricks, away, SIDE, fool_needs_trick=True)
    assert piles[2] == {"SK", "SQ", "F", "T3", "T2", "S9"}
    assert piles[1] == {"D4"}  # cards laid away are no trick


@clause("mineo-3 4.12")
def test_a_trick_of_either_partner_saves_the_fuggitivo_for_both() -> None:
    tricks = [Trick(1, ("S9", "SK", "F"), 2), Trick(2, ("T3", "T2", "T10"), 1)]
    piles = gather(tricks, [[], [], []], SIDE, fool_needs_trick=True)
    assert "F" in piles[0]


@clause("mineo-3 4.13")
def test_partners_have_one_pile_and_every_played_card_was_seen_by_all() -> None:
    run = do(playing(), "SK T2 S8 B9 T10 BK")
    for seat in (0, 1, 2, None):
        assert {"SK", "T2", "S8", "B9", "BK", "T10"} <= seen(run, seat)
    play_by(run, {})
    outcome = outcome_of(run.table)
    assert outcome.pile(OPPONENTS) == outcome.piles[0] | outcome.piles[2]


@clause("mineo-3 4.14")
def test_captured_arie_and_picciotti_stay_visible() -> None:
    run = do(playing(), "T3 T1 T18")
    assert lying_open(run) == {"soloist": {"T1"}}
    both = do(playing(), "T19 T1 T18")  # the partner's own picciotti are not captured
    assert lying_open(both) == {"opponents": {"T18"}}
    assert "T18" in lying_open(play_by(both, {}))["opponents"]  # until the count
