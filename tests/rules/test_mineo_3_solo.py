"""Mineo for three: the soloist, the talon, laying away, and the announcements."""

from __future__ import annotations

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from matto.games.sicily import CINQUINE, DECINE
from mineo_3_tables import (
    GAME,
    HANDS,
    TALON,
    TO_PAUSE_2,
    TO_PAUSE_3,
    TO_PAUSE_4,
    asked,
    begin,
    options,
    play_by,
    playing,
    refused,
    seen,
)

clause = pytest.mark.clause

# The soloist has two suit cards that may go, seat 1's 23 cards are else fives, tens and trumps.
POOR = {1: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9"}
POOR_TALON = "T8 T7 T6"


def solo(said: str = "vado_solo", **given: object) -> Run:
    return do(begin(**given), said)


def announcing(said: str, away: str = TALON, **given: object) -> Run:
    return do(solo(said, **given), away)


def asked_for_rivanto(run: Run) -> list[int]:
    """Everybody keeps silent; gives the opponents who were asked."""
    seats = []
    while run.decision is not None and run.decision.kind == "announce":
        if "rivanto" in run.decision.options:
            seats.append(run.decision.seat)
        run.do("silence")
    return seats


@clause("mineo-3 3.1")
def test_the_soloist_plays_against_two_partners_and_all_know_it() -> None:
    run = solo()
    assert [GAME.friends(run.view(seat)) for seat in range(3)] == [{2}, set(), {0}]
    assert GAME.friends(run.view(None)) == frozenset()
    assert GAME.friends(do(begin(), "pago").view(0)) == frozenset()
    partners_cards = set(HANDS[2].split())
    assert not partners_cards & seen(playing(), 0)


@clause("mineo-3 3.2")
def test_the_dealer_alone_looks_at_the_talon_before_the_fourth_talk() -> None:
    run = do(begin(), TO_PAUSE_4)
    assert [card for _, card in run.view(0).heard("talon")] == TALON.split()
    for seat in (1, 2, None):
        assert run.view(seat).heard("talon") == ()
        assert "has seen the talon" in {event.kind for event in run.view(seat).events}
    before = do(begin(), TO_PAUSE_3)
    assert before.view(0).heard("talon") == ()


@clause("mineo-3 3.2")
def test_the_dealer_looks_at_the_talon_after_an_early_solo_too() -> None:
    looks = [event for event in solo().view(0).events if event.kind == "talon"]
    assert [event.what for event in looks] == [tuple(TALON.split())] * 2  # alone, then shown


@clause("mineo-3 3.3")
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("vado_solo", True),
        ("passo passo vado_solo", True),  # the dealer, early
        (TO_PAUSE_4 + "vado_solo", True),
        (TO_PAUSE_4 + "passo vado_solo", True),
        (TO_PAUSE_4 + "passo passo vado_solo", False),  # the dealer after the last packet
    ],
)
def test_the_talon_is_shown_unless_the_dealer_goes_solo_at_the_end(
    said: str, shown: bool
) -> None:
    run = solo(said)
    for seat in (1, 2, None):
        cards = {card for _, card in run.view(seat).heard("talon")}
        assert cards == (set(TALON.split()) if shown else set())
    if not shown:
        assert not set(TALON.split()) & (seen(run, 1) | seen(run, 2) | seen(run, None))


@clause("mineo-3 3.3", "mineo-3 8.1")
def test_in_palagonia_a_dealer_who_goes_solo_early_shows_the_talon() -> None:
    run = solo("altre_cinque passo passo passo passo vado_solo", solo_rounds="every")
    assert asked(run) == (0, "discard")
    assert {card for _, card in run.view(1).heard("talon")} == set(TALON.split())


@clause("mineo-3 3.4", "mineo-3 3.5")
def test_the_soloist_takes_three_cards_and_lays_three_away() -> None:
    run = solo()
    assert set(run.view(1).hand) == {*HANDS[1].split(), *TALON.split()}
    assert len(run.view(1).hand) == 23
    do(run, "S7 D8 C7")  # of the talon and of his hand
    assert len(run.view(1).hand) == 20
    assert run.table.laid_away[1] == ["S7", "D8", "C7"]
    assert asked(run) == (1, "announce")


@clause("mineo-3 3.5")
def test_only_cards_of_the_hand_are_laid_away() -> None:
    assert refused(solo(), "CK") == "mineo-3 3.5"
    assert refused(do(solo(), "S7"), "S7") == "mineo-3 3.5"


@clause("mineo-3 3.6")
@pytest.mark.parametrize("card", sorted(CINQUINE | DECINE))
def test_fives_and_tens_are_never_laid_away(card: str) -> None:
    run = solo_with_poor_hand()
    for away in ("SQ", "S5", "T15"):
        assert card not in options(run)
        assert refused(run, card) == "mineo-3 3.6"
        run.do(away)


def solo_with_poor_hand() -> Run:
    return do(begin(POOR, POOR_TALON), "vado_solo")


@clause("mineo-3 3.7")
def test_a_trump_goes_only_when_no_suit_card_but_kings_is_left() -> None:
    run = solo_with_poor_hand()
    assert options(run) == ("SQ", "S5")
    assert refused(run, "T15") == "mineo-3 3.7"
    with pytest.raises(IllegalChoice):
        run.do("T6")
    assert options(do(run, "S5")) == ("SQ",)
    assert refused(run, "T6") == "mineo-3 3.7"
    assert options(do(run, "SQ")) == tuple(f"T{trump}" for trump in range(15, 5, -1))
    assert asked(do(run, "T6")) == (1, "announce")


@clause("mineo-3 3.7")
def test_the_miseria_is_laid_away_like_any_low_trump() -> None:
    talon = "T8 T7 T0"
    run = do(begin(POOR, talon), "vado_solo SQ S5")
    assert "T0" in options(run)
    assert refused(do(begin(POOR, talon), "vado_solo"), "T0") == "mineo-3 3.7"


@clause("mineo-3 3.8")
def test_cards_laid_away_are_secret_trumps_too_and_count_for_the_soloist() -> None:
    run = do(solo_with_poor_hand(), "SQ S5 T9")
    for seat in (0, 2, None):
        assert not {"SQ", "S5", "T9"} & seen(run, seat)
        assert run.view(seat).heard("has laid away") == ((1, "3"),)
    do(run, "silence silence silence")
    play_by(run, {})
    outcome = outcome_of(run.table)
    assert {"SQ", "S5", "T9"} <= outcome.piles[1]
    assert len(outcome.tricks) == 20  # the cards laid away are no trick


@clause("mineo-3 3.9")
def test_after_fatto_e_nothing_laid_away_can_be_taken_back() -> None:
    run = do(solo(), "S7 S6")
    assert run.can_undo(1)
    assert "says" not in {event.kind for event in run.events}
    run.do("S5")
    assert not run.can_undo(1)
    assert run.view(None).heard("says") == ((1, "fatto_e"),)
    assert asked(run) == (1, "announce")


@clause("mineo-3 3.10")
def test_first_the_soloist_then_his_opponents_in_turn_announce_before_the_first_card() -> None:
    run = announcing("vado_solo")
    order = []
    while run.decision is not None and run.decision.kind == "announce":
        order.append((run.decision.seat, run.decision.options))
        run.do(run.decision.options[0])
    assert order == [
        (1, ("scommessa", "silence")),
        (2, ("rivanto", "silence")),
        (0, ("rivanto", "silence")),
    ]
    assert run.view(None).heard("announce") == (
        (1, "scommessa"),
        (2, "rivanto"),
        (0, "rivanto"),
    )
    assert asked(run) == (2, "play")


@clause("mineo-3 3.11")
def test_only_the_soloist_bets_and_he_need_not_hold_a_ten() -> None:
    run = announcing("vado_solo")
    assert not {"T20", "T1", "F"} & set(run.view(1).hand)
    assert "scommessa" in options(run)
    assert refused(do(run, "silence"), "scommessa") == "mineo-3 3.11"
    assert refused(run, "capotto") == "mineo-3 3.13"


@clause("mineo-3 3.12")
@pytest.mark.parametrize(
    ("said", "behind", "not_passed"),
    [
        ("vado_solo", [2, 0], [2, 0]),
        ("passo vado_solo", [0], [0]),
        ("pago vado_solo", [0], [0, 1]),
        ("passo passo vado_solo", [], []),
        ("pago passo vado_solo", [], [1]),
        ("pago prendo vado_solo", [], [1, 2]),
    ],
)
def test_after_the_last_packet_rivanto_is_for_those_behind_the_soloist(
    said: str, behind: list[int], not_passed: list[int]
) -> None:
    late = TO_PAUSE_4 + said
    both = _others_in_turn(said)

    def asked_with(rivanto: str) -> list[int]:
        return asked_for_rivanto(announcing(late, rivanto=rivanto, solo_after_prendo=True))

    assert asked_with("behind") == behind
    assert asked_with("not_passed") == not_passed
    assert asked_with("both") == both


def _others_in_turn(said: str) -> list[int]:
    soloist = len(said.split()) % 3  # seat 1 speaks first
    return [(soloist + 1) % 3, (soloist + 2) % 3]


@clause("mineo-3 8.2")
def test_dummetts_preset_lets_both_say_rivanto() -> None:
    options_of_preset = GAME.resolve(preset="dummett")
    assert options_of_preset == GAME.resolve({"rivanto": "both"})
    late = do(begin(HANDS, TALON, "dummett"), f"{TO_PAUSE_4}passo passo vado_solo {TALON}")
    assert asked_for_rivanto(late) == [1, 2]


@clause("mineo-3 3.13")
@pytest.mark.parametrize("said", ["vado_solo", "pago vado_solo", "passo passo vado_solo"])
@pytest.mark.parametrize("rivanto", ["behind", "both", "not_passed"])
def test_after_an_early_solo_both_may_say_rivanto(said: str, rivanto: str) -> None:
    run = announcing(said, rivanto=rivanto)
    assert asked_for_rivanto(run) == _others_in_turn(said)


@clause("mineo-3 3.13", "mineo-3 8.1")
def test_in_palagonia_both_may_after_a_solo_in_pause_2_or_3() -> None:
    for way in (TO_PAUSE_2, TO_PAUSE_2 * 2):
        run = announcing(f"{way}passo passo vado_solo", solo_rounds="every")
        assert asked_for_rivanto(run) == [1, 2]


@clause("mineo-3 3.14")
def test_the_soloist_never_says_rivanto() -> None:
    for given in ("behind", "both", "not_passed"):
        run = announcing("vado_solo", rivanto=given)
        assert refused(run, "rivanto") == "mineo-3 3.14"
