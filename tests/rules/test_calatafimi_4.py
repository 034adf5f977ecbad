"""Calatafimi for four: the pack, the play, the signal, payment and match."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import pytest

from calatafimi_tables import (
    FOUR,
    PILES,
    all_higher_led,
    asked,
    counted,
    everybody,
    held,
    laid_away,
    paid,
    playing_solo,
    refused,
    who,
)
from helpers import do, lot_points, outcome, play_on, result_of, start
from matto.engine.errors import IllegalChoice
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import SICILIAN, sicilian_points

clause = pytest.mark.clause
GAME = game(FOUR)
SOLO_OF_0, PARTNERS_0_1 = (0, 1, 1, 1), (0, 0, 1, 1)


def trick(run: Run, cards: str) -> int:
    """Play a trick; gives its winner."""
    do(run, cards)
    return run.table.tricks[-1].winner


def keeping(run: Run, kept: Mapping[int, str]) -> Run:
    """Play to the end, seats holding some cards back as long as they may."""
    while run.decision is not None:
        may, own = asked(run).options, kept.get(asked(run).seat, "").split()
        run.do(next((card for card in may if card not in own), may[0]))
    return run


# -- the pack --------------------------------------------------------------------------------


@clause(f"{FOUR} 1.1")
def test_the_pack_has_sixty_three_cards_without_the_coin_ace() -> None:
    assert len(SICILIAN.codes) == 63
    assert {"DA", "S4", "B4", "C4"}.isdisjoint(SICILIAN.cards)
    assert GAME.pack(GAME.resolve()) == SICILIAN


@clause(f"{FOUR} 1.2", f"{FOUR} 1.3")
def test_the_ranks_from_high_to_low() -> None:
    assert SICILIAN.sort(f"T{n}" for n in range(21)) == tuple(
        f"T{n}" for n in range(20, -1, -1)
    )
    ranks = ["K", "Q", "C", "J", "10", "9", "8", "7", "6", "5"]
    for suit in "SBC":
        assert SICILIAN.sort(c for c in SICILIAN.codes if c[0] == suit) == tuple(
            suit + rank for rank in ranks
        )
    assert SICILIAN.sort(c for c in SICILIAN.codes if c[0] == "D")[-2:] == ("D5", "D4")


@clause(f"{FOUR} 1.5")
def test_the_values_of_the_cards() -> None:
    value = SICILIAN.value_of
    assert [value[card] for card in ("T20", "T1", "F")] == [10, 10, 10]
    assert [value[card] for card in ("T19", "T18", "T17", "T16")] == [5] * 4
    assert [value[f"S{rank}"] for rank in "KQCJ"] == [5, 4, 3, 2]
    assert {value[card] for card in ("T15", "T2", "T0", "D4", "S10")} == {1}
    assert sum(value.values()) == 146


@clause(f"{FOUR} 1.6")
def test_tens_and_fives_have_their_names_and_are_worth_seventy() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert [names[card] for card in ("T20", "T19", "T18", "T17", "T16", "T1", "T0", "F")] == [
        "Giove",
        "Palla",
        "Sole",
        "Luna",
        "Stella",
        "Picciotti",
        "Miseria",
        "Fuggitivo",
    ]
    important = ["SK", "BK", "CK", "DK", "T19", "T18", "T17", "T16", "T20", "T1", "F"]
    assert sum(SICILIAN.value_of[card] for card in important) == 70


@clause(f"{FOUR} 1.7")
@pytest.mark.parametrize("points", [54, 55, 56, 60])
def test_a_pile_is_counted_in_threes(points: int) -> None:
    assert lot_points(PILES[points].split(), SICILIAN) == points
    assert lot_points([], SICILIAN) == 0
    assert lot_points(["SK"], SICILIAN) == 4
    assert lot_points(["SK", "S5"], SICILIAN) == 5
    assert lot_points(["SK", "S5", "S6"], SICILIAN) == 5


@clause(f"{FOUR} 1.8", f"{FOUR} 1.9")
def test_the_last_trick_counts_five_and_all_is_109() -> None:
    found = outcome(FOUR, SOLO_OF_0, {0: PILES[60]}, [(0, "T7 T6 T5 T4", 0)], rest_to=1)
    assert [sicilian_points(found, side) for side in (0, 1)] == [65, 44]
    found = outcome(FOUR, SOLO_OF_0, {0: PILES[60]}, [(0, "T7 T6 T5 T4", 1)], rest_to=1)
    assert [sicilian_points(found, side) for side in (0, 1)] == [60, 49]


@clause(f"{FOUR} 1.10")
def test_the_piedmontese_pack_changes_names_and_nothing_else() -> None:
    own, other = (GAME.resolve({"pack_names": name}) for name in ("sicilian", "piedmontese"))
    assert GAME.vocabulary.names_of_cards(own)["T20"] == "Giove"
    names = GAME.vocabulary.names_of_cards(other)
    assert [names[card] for card in ("T20", "T19", "T1", "T0", "T7", "SJ")] == [
        "21 Giove",
        "20 Palla",
        "2 Picciotti",
        "1 Miseria",
        "8",
        "Jack (Fante)",
    ]
    assert GAME.pack(own) == GAME.pack(other)


# -- the play --------------------------------------------------------------------------------


@clause(f"{FOUR} 4.1")
@pytest.mark.parametrize("soloist", range(4))
def test_the_right_of_the_soloist_leads(soloist: int) -> None:
    assert who(playing_solo({}, soloist=soloist)) == ((soloist + 1) % 4, "play")


@clause(f"{FOUR} 4.1")
def test_the_right_of_the_twenty_leads() -> None:
    hands = {0: "BK CK DK T17 T16 F", 2: "T20 T1", 3: "SK T19 T18"}
    run = laid_away(do(held(FOUR, hands), "passo passo passo passo"))
    do(run, "zero venti quindici")
    assert who(run) == (3, "play")


HANDS = {
    0: "D4 D5 T7",
    1: "DK DQ S5 T8",
    2: "T9 T10 T2 T0 SK SQ SC SJ S10 BK BQ BC BJ B10 B9",  # no coins, no cups
    3: "DJ D10 T11",
}


@clause(f"{FOUR} 4.2")
def test_suit_and_trump_are_followed() -> None:
    run = do(playing_solo(HANDS), "D4")
    assert set(asked(run).options) == {c for c in run.table.hand(1) if c[0] == "D"}
    assert refused(run, "S5") == f"{FOUR} 4.2"
    run = do(playing_solo(HANDS), "T7")
    assert set(asked(run).options) <= {c for c in run.table.hand(1) if c[0] == "T"} | {"F"}
    assert refused(run, "DK") == f"{FOUR} 4.2"


@clause(f"{FOUR} 4.3")
def test_who_cannot_follow_trumps_and_who_cannot_trump_plays_anything() -> None:
    run = do(playing_solo(HANDS), "D4 DK")
    assert set(asked(run).options) == {"T10", "T9", "T2", "T0"}
    assert refused(run, "SK") == f"{FOUR} 4.3"
    plain = "SK SQ SC SJ S10 BK BQ BC BJ B10 CK CQ CC CJ C10"
    run = do(playing_solo({**HANDS, 2: plain}), "D4 DK")
    assert set(asked(run).options) == set(plain.split(" "))


@clause(f"{FOUR} 4.4")
def test_nobody_need_overtrump() -> None:
    run = do(playing_solo(HANDS), "T7 T8")
    assert {"T2", "T0"} <= set(asked(run).options)


@clause(f"{FOUR} 4.5")
def test_the_highest_trump_else_the_highest_of_the_suit_wins_and_leads() -> None:
    run = playing_solo(HANDS)
    assert trick(run, "D4 DK T9 DJ") == 2
    assert who(run) == (2, "play")
    hands = {**HANDS, 2: "S5 S6 S7 B5 B6 B7 B8 C5 C6 C7 C8 S8 S9 B9 C9", 1: "DK DQ T8"}
    run = playing_solo(hands)
    assert trick(run, "D4 DQ S9 DJ") == 1  # thrown off cards never win


@clause(f"{FOUR} 4.6")
def test_the_miseria_is_an_ordinary_trump() -> None:
    only = HANDS[2].replace("T9 T10 T2", "S9 S8 S7")
    run = do(playing_solo({**HANDS, 2: only}), "D4 DK")
    assert asked(run).options == ("T0",)
    run.do("T0")
    run.do("DJ")
    assert run.table.tricks[-1].winner == 2  # it beats every suit card
    run = do(playing_solo(HANDS), "T7 T8 T0 T11")
    assert run.table.tricks[-1].winner == 3


@clause(f"{FOUR} 4.7")
def test_the_fuggitivo_excuses_from_following_and_trumping() -> None:
    run = do(playing_solo({**HANDS, 1: "DK DQ F"}), "D4")
    assert "F" in asked(run).options
    run = do(playing_solo({**HANDS, 1: "T8 F"}), "T7")
    assert "F" in asked(run).options
    run.do("F")
    assert set(asked(run).options) == {"T10", "T9", "T2", "T0"}  # trumps are still to follow


@clause(f"{FOUR} 4.8")
def test_the_fuggitivo_is_led_to_the_last_trick_only() -> None:
    run = playing_solo({0: "D4 F"})
    assert "F" not in asked(run).options
    assert refused(run, "F") == f"{FOUR} 4.8"
    while len(run.table.tricks) < 14 or run.view(None).lying:  # seat 0 keeps it
        options = [card for card in asked(run).options if card != "F"] or ["F"]
        run.do(options[0])
    assert run.table.hand(0) == ("F",)


@clause(f"{FOUR} 1.4", f"{FOUR} 4.8")
def test_after_a_fuggitivo_led_at_last_the_second_card_sets_the_suit() -> None:
    found = outcome(FOUR, PARTNERS_0_1, {0: "F"}, [(0, "F D5 D9 T2", 3)], rest_to=3)
    assert found.last_trick.winner == 3
    run = playing_solo({0: "T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 F"})
    while run.table.hand(0) != ("F",) or run.view(None).lying:  # seat 0 wins with its trumps
        options = [card for card in asked(run).options if card != "F"]
        run.do(options[0])
    assert who(run) == (0, "play")
    do(run, "F")
    assert asked(run).options == run.table.hand(1)
    second = run.table.hand(1)[0]
    while run.decision is not None:
        run.do(asked(run).options[0])
    assert run.table.tricks[-1].cards[:2] == ("F", second)
    assert run.table.tricks[-1].winner != 0


@clause(f"{FOUR} 4.9")
def test_the_fuggitivo_stays_with_its_owner_for_nothing() -> None:
    run = play_on(do(playing_solo({0: "D4", 1: "F", 2: "D5", 3: "DK"}), "D4 F D5 DK"))
    first, *later = (trick.winner for trick in run.table.tricks)
    assert first == 3  # the soloist, against whom seat 1 plays
    assert {0, 1, 2}.intersection(later)
    assert result_of(run).points[1] == counted(run, {0, 1, 2})  # with the Fuggitivo
    away = " ".join(run.table.laid_away[3])
    assert result_of(run).points[3] == counted(run, {3}, away)  # nothing is given for it


HIGHEST = " ".join(f"T{trump}" for trump in range(20, 6, -1))  # fourteen


@clause(f"{FOUR} 4.9", f"{FOUR} 5.3", f"{FOUR} 5.5")
def test_the_fuggitivo_stays_with_its_owner_in_the_last_trick_too() -> None:
    """Seat 0 has won all tricks but the last, to which it leads the Fuggitivo."""
    kept = {0: "F", 1: "S5", 2: "C5", 3: "SK"}
    run = do(held(FOUR, {**kept, 0: f"{HIGHEST} F"}, "D6 D7 D8"), "passo passo solo D6 D7 D8")
    keeping(run, kept)
    assert run.table.tricks[-1].cards == ("F", "S5", "C5", "SK")
    # S5 C5 SK D6 D7 D8: 10 in six cards, less 4, and 5 for the last trick; 11 is 44 too few
    assert result_of(run).points == (98, 98, 98, 11)
    assert result_of(run).scores == (44, 44, 44, -132)


def lying_open(run: Run) -> Mapping[tuple[int, ...], Collection[str]]:
    """What lies face up, the same for all."""
    shown = [GAME.lying_open(run.view(viewer)) for viewer in everybody(run)]
    assert shown == [shown[0]] * len(shown)
    return shown[0]


@clause(f"{FOUR} 4.9", f"{FOUR} 4.11")
def test_it_lies_open_until_its_owners_party_has_a_trick() -> None:
    run = do(
        playing_solo({0: "T2 T3", 1: "T4 F T1", 2: "T5 T6 T0", 3: "T20 T10 T11"}), "T2 F T5 T20"
    )
    assert lying_open(run) == {(0, 1, 2): {"F"}}  # seat 3 plays solo
    do(run, "T10 T3 T4 T6")
    assert lying_open(run) == {(0, 1, 2): {"F"}}
    do(run, "T11")
    while run.view(None).lying:  # captured Picciotti are not shown
        run.do(
            next((c for c in ("T1", "T0") if c in asked(run).options), asked(run).options[0])
        )
    assert "T1" in run.table.tricks[-1].cards
    assert {card for cards in lying_open(run).values() for card in cards} <= {"F"}


@clause(f"{FOUR} 4.9")
def test_while_the_partner_is_hidden_only_the_owners_tricks_count() -> None:
    """Seat 1 calls the King of batons, which seat 3 holds; seat 3 plays the Fuggitivo."""
    hands = {
        0: "DK T19 T18 T17 T16",
        1: "T20 T1 T2 T3 T4 T5 T6 T7 SK S5 S6 BQ B5 C9 C8",
        2: "T8 D5",
        3: "BK B10 F S9",
    }
    run = laid_away(do(held(FOUR, hands), "passo passo passo passo"), keep=hands[0])
    do(run, "venti zero zero zero BK T8 F")
    while run.view(None).lying:
        run.do("T20" if "T20" in asked(run).options else asked(run).options[-1])
    assert run.table.tricks[0].winner == 1  # the caller, but nobody knows his partner
    assert lying_open(run) == {(3,): {"F"}}
    do(run, "B5 " + next(c for c in run.table.hand(2) if c[0] == "B"))
    do(run, "BK")
    run.do(asked(run).options[-1])
    assert lying_open(run) == {}


@clause(f"{FOUR} 4.10", f"{FOUR} 5.2", f"{FOUR} 5.5")
def test_a_trick_of_a_partner_saves_the_fuggitivo() -> None:
    """Seat 1 loses it to the soloist, who wins every trick but the last: seat 2 wins that."""
    hands = {0: "C5 C6", 1: "F B5", 2: "SK", 3: f"{HIGHEST} S5"}
    run = do(held(FOUR, hands, "S6 S7 S8"), "passo passo solo S6 S7 S8 C5 F T6 T20")
    keeping(run, {0: "C6", 1: "B5", 2: "SK", 3: "S5"})
    assert [trick.winner for trick in run.table.tricks] == [3] * 14 + [2]
    # S5 C6 B5 SK and F: 18 in five cards, less 2 and 1, and 5 for the last trick; 109 − 20
    assert result_of(run).points == (20, 20, 20, 89)
    assert result_of(run).scores == (-34, -34, -34, 102)


@clause(f"{FOUR} 4.10")
def test_the_fuggitivo_of_a_party_without_a_trick_goes_over() -> None:
    """Seat 0 holds the fifteen highest trumps, leads them and wins every trick."""
    run = held(FOUR, {0: f"{HIGHEST} T6", 3: "F"}, "S5 S6 S7", dealer=3)
    play_on(laid_away(do(run, "passo passo passo solo")))
    assert {trick.winner for trick in run.table.tricks} == {0}
    # no trick: the soloist's Fuggitivo is lost; three empty cards laid away are 3 − 2 = 1
    assert result_of(run).points == (108, 108, 108, 1)
    assert result_of(run).scores[3] == -3 * 54


@clause(f"{FOUR} 4.11")
def test_captured_cards_are_not_left_open() -> None:
    run = play_on(playing_solo(HANDS))
    kinds = {event.kind for event in run.events}
    assert {"shown", "captured"}.isdisjoint(kinds)


# -- what is counted and paid, and the match ---------------------------------------------

# -- the payment -----------------------------------------------------------------------------


@clause(f"{FOUR} 5.1")
def test_cards_laid_away_count_for_the_party_of_their_owner() -> None:
    hands = {0: "BK CK DK T17 T16 F", 1: "T20 T1", 2: "SK T19 T18"}
    run = do(held(FOUR, hands, "SQ BQ CQ"), "passo passo passo passo")
    laid_away(run, "SQ BQ CQ")
    play_on(do(run, "venti quindici"))
    # seats 1 and 2 are twenty and fifteen; the dealer, seat 0, plays against them with seat 3
    assert result_of(run).points[0] == counted(run, {0, 3}, "SQ BQ CQ")
    assert result_of(run).points[1] == counted(run, {1, 2})


@clause(f"{FOUR} 5.2")
@pytest.mark.parametrize(("points", "above"), [(56, 1), (60, 5)])
def test_above_55_every_opponent_pays_the_difference(points: int, above: int) -> None:
    row = paid(FOUR, SOLO_OF_0, points)
    assert row.amounts == (3 * above, -above, -above, -above)
    assert row.clause == f"{FOUR} 5.2"


@clause(f"{FOUR} 5.3")
def test_below_55_it_is_paid_to_all() -> None:
    row = paid(FOUR, SOLO_OF_0, 54)
    assert row.amounts == (-3, 1, 1, 1)
    assert row.clause == f"{FOUR} 5.3"
    assert paid(FOUR, PARTNERS_0_1, 54).amounts == (-1, -1, 1, 1)


@clause(f"{FOUR} 5.4")
@pytest.mark.parametrize("side", [SOLO_OF_0, PARTNERS_0_1])
def test_55_is_a_draw(side: tuple[int, ...]) -> None:
    row = paid(FOUR, side, 55)
    assert row.amounts == (0, 0, 0, 0)
    assert row.clause == f"{FOUR} 5.4"


@clause(f"{FOUR} 5.5")
def test_a_soloist_wins_and_loses_threefold() -> None:
    assert paid(FOUR, SOLO_OF_0, 60).amounts == (15, -5, -5, -5)
    assert paid(FOUR, (1, 1, 0, 1), 54, declarer=2).amounts == (1, 1, -3, 1)


@clause(f"{FOUR} 5.6")
@pytest.mark.parametrize("side", [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)])
def test_two_against_two_each_wins_or_loses_once(side: tuple[int, ...]) -> None:
    assert paid(FOUR, side, 60).amounts == tuple(5 if own == 0 else -5 for own in side)


@clause(f"{FOUR} 5.7", f"{FOUR} 5.8")
def test_payments_balance_and_nothing_else_is_paid() -> None:
    for seed in range(12):
        run = Run.shuffled(GAME, seed=seed, dealer=seed % 4)
        run.do("tengo")
        if seed % 2:
            run.do("solo")
        play_on(run)
        assert sum(result_of(run).scores) == 0
        assert len(result_of(run).sheet) == (0 if result_of(run).thrown_in else 1)


FIFTEEN_HIGHEST = " ".join(f"T{trump}" for trump in range(20, 5, -1))  # fifteen, worth 30


def swept(hands: dict[int, str], said: str) -> Run:
    """Seat 1 says venti and wins every trick; the dealer has laid three Queens away: 10."""
    run = do(held(FOUR, {**hands, 1: FIFTEEN_HIGHEST}, "SQ BQ CQ"), "passo passo passo passo")
    play_on(do(laid_away(run, "SQ BQ CQ"), said))
    assert {trick.winner for trick in run.table.tricks} == {1}
    return run


@clause(f"{FOUR} 3.14", f"{FOUR} 5.2", f"{FOUR} 5.6")
def test_the_twenty_and_his_fifteen_settle_the_difference_to_55_with_the_two_others() -> None:
    result = swept({0: "DK", 2: "SK BK CK", 3: "T1 F"}, "venti quindici").result
    assert result is not None
    assert result.points == (10, 99, 99, 10)
    assert result.scores == (-44, 44, 44, -44)


@clause(f"{FOUR} 3.21", f"{FOUR} 5.1", f"{FOUR} 5.2", f"{FOUR} 5.6")
@pytest.mark.parametrize(
    ("holder", "points", "scores"),
    [
        (2, (10, 99, 99, 10), (-44, 44, 44, -44)),
        (3, (10, 99, 10, 99), (-44, 44, -44, 44)),
        (0, (109, 109, 0, 0), (54, 54, -54, -54)),  # the Queens are theirs, too
    ],
)
def test_the_twenty_and_the_holder_of_the_called_king_settle_in_the_same_way(
    holder: int, points: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    result = swept({holder: "DK"}, "venti zero zero zero DK").result
    assert result is not None
    assert (result.points, result.scores) == (points, scores)


# -- the match -------------------------------------------------------------------------------


@clause(f"{FOUR} 6.1")
def test_the_next_player_deals_whatever_happened() -> None:
    played = play_on(do(held(FOUR, dealer=3), "solo"))
    assert result_of(played).next_dealer == 0
    assert not result_of(played).thrown_in
    given_up = start(FOUR, dealer=3)
    for seat in range(4):
        given_up.do_as(seat, "mescolate")
    nobody = laid_away(do(held(FOUR, dealer=3), "passo passo passo passo"))
    do(nobody, "zero zero zero zero")
    for run in (given_up, nobody):
        assert result_of(run).thrown_in
        assert result_of(run).next_dealer == 0


@clause(f"{FOUR} 6.2")
def test_the_ledger_adds_results_up_from_zero() -> None:
    match = Match(GAME)
    assert match.ledger == [0, 0, 0, 0]
    for number in range(3):
        run = match.next_run(seed=number)
        run.do("tengo")
        run.do("solo")
        match.take(play_on(run).result)  # type: ignore[arg-type]
    assert match.ledger == [sum(r.scores[seat] for r in match.results) for seat in range(4)]
    assert min(match.ledger) < 0
    assert (GAME.unit, dict(match.carried)) == (1, {})


@clause(f"{FOUR} 6.3")
def test_anybody_may_deal_first_and_the_number_of_deals_is_agreed() -> None:
    match = Match(GAME, dealer=2, limit=4)
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        run = match.next_run(seed=len(dealers))
        run.do("tengo")
        run.do("solo")
        match.take(play_on(run).result)  # type: ignore[arg-type]
    assert dealers == [2, 3, 0, 1]


@clause(f"{FOUR} 7.7")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    found = outcome(FOUR, SOLO_OF_0, {0: PILES[60]}, [(1, "T7 T8 T9 T10", 1)], rest_to=1)
    faulty = replace(found, faults={"revoke": (2, 0, 1, 0), "wrong_call": (1, 1, 1, 1)})
    assert GAME.score(faulty, GAME.resolve()) == GAME.score(found, GAME.resolve())
    assert [row.amounts for row in GAME.score(found, GAME.resolve())] == [(15, -5, -5, -5)]


# -- the signal of one who holds a highest trump -----------------------------------------

# -- batto -----------------------------------------------------------------------------------

TOPS = {0: "T20 T19 T5 D4", 1: "T18 T2 D5", 2: "T17 T3 DK", 3: "T16 T4"}


def knocking(**options: Any) -> Run:
    return playing_solo(TOPS, **options)


@clause(f"{FOUR} 7.1")
def test_any_player_may_knock_during_the_play_and_all_hear_it() -> None:
    run = playing_solo({**TOPS, 0: "T20 T5 D4", 2: "T19 DK"})
    assert [bool(run.asides(seat)) for seat in range(4)] == [True, False, True, False]
    run.say(2, "batto")
    do(run, "T5")
    run.say(0, "batto")
    for viewer in everybody(run):
        assert run.view(viewer).heard("say") == ((2, "batto"), (0, "batto"))
    bidding = held(FOUR, TOPS)
    assert not any(bidding.asides(seat) for seat in range(4))  # not before the play


@clause(f"{FOUR} 7.1", f"{FOUR} 7.5")
@pytest.mark.parametrize(("option", "times"), [("twice", 2), ("off", 0), ("any", 5)])
def test_how_often_batto_may_be_said(option: str, times: int) -> None:
    run = knocking(batto=option)
    for number in range(times):
        run.say(0, "batto" if number % 2 else "batto_giove")
    assert bool(run.asides(0)) is (option == "any")
    if option != "any":
        with pytest.raises(IllegalChoice) as caught:
            run.say(0, "batto")
        which = "7.5" if times else "7.1"
        assert caught.value.refusal.clause == f"{FOUR} {which}"
    assert GAME.resolve()["batto"] == "twice"


@clause(f"{FOUR} 7.2")
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("T20", ("batto", "batto_giove")),
        ("T19", ("batto", "batto_palla")),
        ("T20 T19", ("batto", "batto_giove", "batto_palla", "batto_giove_e_palla")),
        ("T18 T17", ()),
    ],
)
def test_batto_needs_giove_or_palla_and_may_name_them(hand: str, may: tuple[str, ...]) -> None:
    rest = " ".join(card for card in ("T20", "T19") if card not in hand.split())
    run = playing_solo({0: f"{hand} D4", 1: rest})
    assert run.asides(0) == may
    if not may:
        with pytest.raises(IllegalChoice) as caught:
            run.say(0, "batto")
        assert caught.value.refusal.clause == f"{FOUR} 7.2"


@clause(f"{FOUR} 7.3")
def test_when_both_have_been_played_batto_is_the_highest_trump_still_out() -> None:
    run = knocking()
    assert run.asides(1) == ()
    do(run, "T20")
    while run.view(None).lying:
        run.do(asked(run).options[-1])
    assert run.asides(1) == ()  # la Palla is still out
    assert run.asides(0) == ("batto", "batto_palla")
    do(run, "T19")
    assert run.asides(1) == ("batto",)
    assert run.asides(0) == ()
    assert run.asides(2) == ()
    with pytest.raises(IllegalChoice) as caught:
        run.say(2, "batto")
    assert caught.value.refusal.clause == f"{FOUR} 7.3"
    run.do("T18")
    assert run.asides(2) == ("batto",)


@clause(f"{FOUR} 7.3")
def test_a_trump_that_one_has_laid_away_is_not_out() -> None:
    run = all_higher_led()
    assert run.asides(3) == ("batto",)  # he has laid the 15 away and holds the 14


@clause(f"{FOUR} 7.3")
def test_option_a_trump_that_one_has_laid_away_is_still_out() -> None:
    run = all_higher_led(batto_laid_away="out")
    assert run.asides(3) == ()  # the 15 is still out, and not in his hand
    with pytest.raises(IllegalChoice) as caught:
        run.say(3, "batto")
    assert caught.value.refusal.clause == f"{FOUR} 7.3"


@clause(f"{FOUR} 7.4")
def test_what_is_not_true_cannot_be_said() -> None:
    run = playing_solo({0: "T20 D4", 1: "T19"})
    for phrase in ("batto_palla", "batto_giove_e_palla"):
        with pytest.raises(IllegalChoice) as caught:
            run.say(0, phrase)
        assert caught.value.refusal.clause == f"{FOUR} 7.4"
    assert run.view(1).heard("say") == ()


@clause(f"{FOUR} 7.6")
def test_nothing_else_may_be_told() -> None:
    run = knocking()
    with pytest.raises(IllegalChoice) as caught:
        run.say(0, "ho_il_20")
    assert caught.value.refusal.clause == f"{FOUR} 7.6"
