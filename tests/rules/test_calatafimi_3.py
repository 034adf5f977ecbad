"""Calatafimi for three: the pack, the talon, the play, the payment, the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calatafimi_tables import (
    PILES,
    THREE,
    asked,
    counted,
    everybody,
    held,
    laid_away,
    paid,
    playing_three,
    refused,
    tell_who_knows,
    who,
)
from helpers import do, lot_points, outcome, play_on, result_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import SICILIAN, sicilian_points

clause = pytest.mark.clause
GAME = game(THREE)
EACH_ALONE = (0, 1, 2)


# -- the pack --------------------------------------------------------------------------------


@clause(f"{THREE} 1.1", f"{THREE} 1.2", f"{THREE} 1.3", f"{THREE} 1.5", f"{THREE} 1.6")
def test_the_pack_its_ranks_values_and_names_are_those_of_the_game_for_four() -> None:
    four = game("calatafimi-4")
    assert GAME.pack(GAME.resolve()) == SICILIAN == four.pack(four.resolve())
    assert len(SICILIAN.codes) == 63
    assert SICILIAN.sort(["T1", "T0", "T20"]) == ("T20", "T1", "T0")
    assert SICILIAN.sort(["D4", "DK", "D10", "DJ"]) == ("DK", "DJ", "D10", "D4")
    assert [SICILIAN.value_of[card] for card in ("F", "T16", "CK", "CQ", "CC", "CJ", "T0")] == [
        10,
        5,
        5,
        4,
        3,
        2,
        1,
    ]
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert (names["T20"], names["T1"]) == ("Giove", "Picciotti")


@clause(f"{THREE} 1.7", f"{THREE} 1.8", f"{THREE} 1.9")
def test_piles_are_counted_in_threes_and_with_the_last_trick_all_is_109() -> None:
    assert lot_points(PILES[56].split(), SICILIAN) == 56
    tricks = [(1, "T7 T8 T9", 0)]
    found = outcome(THREE, EACH_ALONE, {0: PILES[54], 1: "S5 S6 S7"}, tricks, rest_to=2)
    counted = [sicilian_points(found, seat) for seat in EACH_ALONE]
    assert counted == [59, 1, 49]  # 54 and the last trick; 3 − 2; the rest
    assert sum(counted) == 109


@clause(f"{THREE} 1.10")
def test_the_piedmontese_names_can_be_shown() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve({"pack_names": "piedmontese"}))
    assert (names["T20"], names["T0"], names["DJ"]) == ("21 Giove", "1 Miseria", "Jack (Fante)")
    assert (
        GAME.vocabulary.names_of_cards(GAME.resolve({"pack_names": "sicilian"}))["T20"]
        == "Giove"
    )


# -- talon and laying away -------------------------------------------------------------------


@clause(f"{THREE} 3.1")
def test_nothing_is_bid_after_the_negotiation() -> None:
    run = play_on(held(THREE))
    assert {action.kind for action in run.actions} == {"negotiate", "discard", "play"}
    assert {GAME.friends(run.view(seat)) for seat in range(3)} == {frozenset()}


@clause(f"{THREE} 3.2")
def test_the_dealer_takes_the_talon_unseen() -> None:
    run = held(THREE, talon="S5 S6 S7", dealer=1)
    assert who(run) == (1, "discard")
    assert tell_who_knows(run, "talon") == {}
    assert tell_who_knows(run, "takes") == dict.fromkeys(("S5", "S6", "S7"), (1,))
    assert len(run.view(1).hand) == 23


@clause(f"{THREE} 3.3", f"{THREE} 3.4")
def test_three_cards_are_laid_away_but_no_five_or_ten() -> None:
    hand = "SK T20 T19 T18 T17 T16 T1 F"
    run = held(THREE, {0: hand})
    for card in hand.split():
        assert refused(run, card) == f"{THREE} 3.4"
    assert refused(run, "nonsense") == f"{THREE} 3.3"
    laid_away(run)
    assert len(run.view(0).hand) == 20
    assert len(run.table.laid_away[0]) == 3


@clause(f"{THREE} 3.5")
def test_trumps_are_laid_away_only_when_no_plain_card_is_left() -> None:
    trumps = "T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2"
    run = held(THREE, {0: f"{trumps} T1"}, "T0 SK S5")
    assert asked(run).options == ("S5",)
    assert refused(run, "T2") == f"{THREE} 3.5"
    run.do("S5")
    assert set(asked(run).options) == {f"T{n}" for n in range(2, 16)} | {"T0"}


@clause(f"{THREE} 3.6")
def test_what_is_laid_away_is_secret_and_counts_for_the_dealer() -> None:
    run = laid_away(held(THREE, talon="SQ BQ CQ"), "SQ BQ CQ")
    assert tell_who_knows(run, "laid away") == dict.fromkeys(("SQ", "BQ", "CQ"), (0,))
    play_on(run)
    assert result_of(run).points[0] == counted(run, {0}, "SQ BQ CQ")


# -- the payment -----------------------------------------------------------------------------


@clause(f"{THREE} 5.1")
def test_each_counts_his_own_pile_the_dealer_with_what_he_laid_away() -> None:
    run = play_on(laid_away(held(THREE, talon="SQ BQ CQ"), "SQ BQ CQ"))
    assert {trick.winner for trick in run.table.tricks} == {0, 1, 2}
    for seat in range(3):
        away = "SQ BQ CQ" if seat == 0 else ""
        assert result_of(run).points[seat] == counted(run, {seat}, away)
    assert sum(result_of(run).points) == 109


@clause(f"{THREE} 5.2", f"{THREE} 5.3")
@pytest.mark.parametrize("dealer", range(3))
def test_the_dealer_settles_by_37_and_the_others_by_36(dealer: int) -> None:
    # 56 card points for the dealer, 5 + 48 for the winner of the last trick, 0 for the third
    row = paid(THREE, EACH_ALONE, 56, declarer=dealer)
    winner = next(seat for seat in range(3) if seat != dealer)
    third = next(seat for seat in range(3) if seat not in {dealer, winner})
    assert row.amounts[dealer] == 56 - 37
    assert row.amounts[winner] == 53 - 36
    assert row.amounts[third] == 0 - 36


@clause(f"{THREE} 5.1", f"{THREE} 5.2", f"{THREE} 5.3")
@pytest.mark.parametrize("dealer", range(3))
def test_a_forehand_who_wins_every_trick_settles_with_the_dealer_and_the_third(
    dealer: int,
) -> None:
    """The dealer has a Queen, a Cavalier and a Jack laid away: 4 + 3 + 2 − 2 = 7."""
    forehand, third = (dealer + 1) % 3, (dealer + 2) % 3
    high = " ".join(f"T{trump}" for trump in range(20, 0, -1))
    run = held(THREE, {forehand: high}, "SQ SC SJ", dealer=dealer)
    play_on(laid_away(run, "SQ SC SJ"))
    points = {dealer: 7, forehand: 102, third: 0}
    scores = {dealer: 7 - 37, forehand: 102 - 36, third: 0 - 36}
    assert result_of(run).points == tuple(points[seat] for seat in range(3))
    assert result_of(run).scores == tuple(scores[seat] for seat in range(3))


@clause(f"{THREE} 5.4", f"{THREE} 5.5")
def test_results_balance_and_nothing_else_is_paid() -> None:
    for seed in range(12):
        run = Run.shuffled(GAME, seed=seed, dealer=seed % 3)
        run.do("tengo")
        play_on(run)
        assert sum(result_of(run).scores) == 0
        assert [row.clause for row in result_of(run).sheet] == [f"{THREE} 5.2"]


# -- the match -------------------------------------------------------------------------------


@clause(f"{THREE} 6.1", f"{THREE} 6.2", f"{THREE} 6.3")
def test_the_deal_goes_round_and_the_ledger_adds_up_from_zero() -> None:
    match = Match(GAME, dealer=1, limit=3)
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        run = match.next_run(seed=len(dealers))
        run.do("tengo")
        match.take(play_on(run).result)  # type: ignore[arg-type]
    assert dealers == [1, 2, 0]
    assert match.ledger == [sum(r.scores[seat] for r in match.results) for seat in range(3)]
    assert (GAME.unit, dict(match.carried)) == (1, {})


@clause(f"{THREE} 7.1")
def test_nothing_may_be_said_during_the_play() -> None:
    run = playing_three({1: "T20 T19"})
    assert not any(run.asides(seat) for seat in range(3))
    assert run.view(None).asides == ()
    assert tell_who_knows(run, "say") == {}
    assert len(everybody(run)) == 4


@clause(f"{THREE} 7.2")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    tricks = [(1, "T7 T8 T9", 1)]
    found = outcome(THREE, EACH_ALONE, {0: PILES[55]}, tricks, rest_to=1)
    faulty = replace(found, faults={"revoke": (2, 0, 1), "king_kept_back": (1, 1, 1)})
    assert GAME.score(faulty, GAME.resolve()) == GAME.score(found, GAME.resolve())
    assert [row.amounts for row in GAME.score(found, GAME.resolve())] == [
        (55 - 37, 54 - 36, -36)
    ]


# -- the play of the cards and the duties of courts --------------------------------------

PLAIN = "BK BQ BC BJ B10 B9 B8 B7 B6 B5 CK CQ CC CJ C10 C9 C8 C7 C6 C5"


def offered(run: Run) -> set[str]:
    return set(asked(run).options)


def of_suit(run: Run, seat: int, suit: str) -> set[str]:
    return {card for card in run.table.hand(seat) if card[0] == suit}


# -- the play --------------------------------------------------------------------------------


@clause(f"{THREE} 4.1")
@pytest.mark.parametrize("dealer", range(3))
def test_the_right_of_the_dealer_leads(dealer: int) -> None:
    assert who(laid_away(held(THREE, dealer=dealer))) == ((dealer + 1) % 3, "play")


@clause(f"{THREE} 4.2", f"{THREE} 4.3", f"{THREE} 4.4", f"{THREE} 4.18")
def test_follow_else_trump_else_anything_and_no_duty_to_overtrump() -> None:
    run = do(playing_three({1: "S5 T9", 2: "S6 S7 T8"}), "S5")
    assert offered(run) - {"F"} == of_suit(run, 2, "S")
    assert refused(run, "T8") == f"{THREE} 4.2"
    no_swords = " ".join(["T2", "T3", *PLAIN.split()[:18]])
    run = do(playing_three({1: "S5 T9", 2: no_swords}), "S5")
    assert offered(run) == {"T2", "T3"}
    assert refused(run, "BK") == f"{THREE} 4.3"
    run = do(playing_three({1: "S5 T9", 2: no_swords}), "T9")
    assert offered(run) == {"T2", "T3"}
    run = do(playing_three({1: "S5 SK", 2: PLAIN}), "SK")
    assert offered(run) == set(PLAIN.split())  # void of swords and trumps: no duty at all


@clause(f"{THREE} 4.5", f"{THREE} 4.6")
def test_the_highest_trump_wins_and_the_miseria_is_one() -> None:
    run = playing_three({1: "S5 S6", 2: " ".join(["T0", *PLAIN.split()[:19]]), 0: "SK SQ"})
    do(run, "S5")
    assert offered(run) == {"T0"}
    do(run, "T0 SK")
    assert run.table.tricks[0].winner == 2
    assert who(run) == (2, "play")


@clause(f"{THREE} 1.4", f"{THREE} 4.7", f"{THREE} 4.8")
def test_the_fuggitivo_excuses_never_wins_and_is_led_only_at_last() -> None:
    run = playing_three({1: "S5 F", 2: "S6", 0: "S10"})
    assert refused(run, "F") == f"{THREE} 4.8"
    run = playing_three({1: "S5", 2: "S6 F", 0: "SK"})
    do(run, "S5")
    assert {"F", "S6"} <= offered(run)
    do(run, "F SK")
    assert run.table.tricks[0].winner == 0


@clause(f"{THREE} 4.9")
def test_the_fuggitivo_stays_with_its_owner() -> None:
    run = play_on(do(playing_three({1: "S5", 2: "S6 F T20", 0: "SK"}), "S5 F SK"))
    assert any(trick.winner == 2 for trick in run.table.tricks)  # Giove wins one at least
    assert run.table.tricks[0].winner == 0
    assert result_of(run).points[2] == counted(run, {2})  # the Fuggitivo is his


@clause(f"{THREE} 4.9", f"{THREE} 4.11")
def test_it_lies_open_until_its_owner_has_a_trick() -> None:
    run = do(playing_three({1: "S5", 2: "T20 F", 0: "SK T2"}), "S5 F SK")
    for viewer in everybody(run):
        assert GAME.lying_open(run.view(viewer)) == {(2,): {"F"}}
    do(run, "T2")
    while run.view(None).lying:
        run.do("T20" if "T20" in asked(run).options else asked(run).options[-1])
    assert run.table.tricks[-1].winner == 2
    assert GAME.lying_open(run.view(None)) == {}


@clause(f"{THREE} 4.10", f"{THREE} 3.6", f"{THREE} 5.2", f"{THREE} 5.3")
@pytest.mark.parametrize("owner", [2, 0])
def test_without_a_trick_it_goes_to_the_winner_of_its_trick(owner: int) -> None:
    """Seat 1 holds the twenty highest trumps; nobody else has a trick.

    The cards that the dealer, seat 0, has laid away are his, but no trick.
    """
    high = " ".join(f"T{n}" for n in range(20, 0, -1))
    run = play_on(laid_away(held(THREE, {1: high, owner: "F"}), "SQ SC SJ"))
    assert {trick.winner for trick in run.table.tricks} == {1}
    assert result_of(run).points == (7, 102, 0)  # 4 + 3 + 2 − 2, and the rest of 109
    assert result_of(run).scores == (7 - 37, 102 - 36, 0 - 36)


@clause(f"{THREE} 4.11")
def test_captured_arie_and_picciotti_do_not_lie_open() -> None:
    run = do(playing_three({1: "T20", 2: "T1", 0: "T19"}), "T20 T1 T19")
    assert run.table.tricks[0].winner == 1
    for viewer in everybody(run):
        assert GAME.lying_open(run.view(viewer)) == {}


@clause(f"{THREE} 4.11")
def test_nothing_but_the_cards_played_is_shown() -> None:
    run = play_on(playing_three({}))
    assert {"shown", "captured"}.isdisjoint({event.kind for event in run.events})


# -- the duties ------------------------------------------------------------------------------


@clause(f"{THREE} 4.12")
def test_the_king_is_played_to_the_first_trick_of_its_suit() -> None:
    run = do(playing_three({1: "S5", 2: "SK SQ S9", 0: "S10"}), "S5")
    assert offered(run) - {"F"} == {"SK"}
    assert refused(run, "SQ") == f"{THREE} 4.12"
    assert refused(run, "S9") == f"{THREE} 4.12"


@clause(f"{THREE} 4.12")
def test_the_third_player_owes_the_king_too() -> None:
    run = do(playing_three({1: "S5", 2: "SQ", 0: "SK S10 S9"}), "S5 SQ")
    assert offered(run) - {"F"} == {"SK"}


@clause(f"{THREE} 4.13")
def test_who_first_leads_the_suit_of_his_king_must_lead_the_king() -> None:
    run = playing_three({1: "SK SQ S9 B5 B6 T2"})
    assert of_suit(run, 1, "S") & offered(run) == {"SK"}
    assert {"B5", "T2"} <= offered(run)  # other suits and trumps are free
    assert refused(run, "S9") == f"{THREE} 4.13"


@clause(f"{THREE} 4.14")
@pytest.mark.parametrize(
    ("swords", "may"),
    [
        ("SC S7", {"SC"}),  # Cavalier and one pip
        ("SC S7 S8", {"SC", "S7", "S8"}),  # two pips
        ("SC SJ", {"SC", "SJ"}),  # no pip
        ("SC SJ S7", {"SC", "SJ", "S7"}),  # one pip, but another court
        ("SQ S7", {"SQ", "S7"}),
        ("SC", {"SC"}),
    ],
)
def test_from_cavalier_and_one_pip_the_cavalier_is_played(swords: str, may: set[str]) -> None:
    count = len(swords.split())
    hand = " ".join([swords, *PLAIN.split()[: 20 - count]])
    run = do(playing_three({1: "S5 S6", 2: hand}), "S5")
    assert offered(run) == may
    if swords == "SC S7":
        assert refused(run, "S7") == f"{THREE} 4.14"


@clause(f"{THREE} 4.14")
def test_the_cavalier_is_led_too() -> None:
    run = playing_three({1: " ".join(["SC S7", *PLAIN.split()[:18]])})
    assert of_suit(run, 1, "S") & offered(run) == {"SC"}
    assert refused(run, "S7") == f"{THREE} 4.14"


@clause(f"{THREE} 4.15")
def test_under_the_king_the_jack_is_played() -> None:
    run = do(playing_three({1: "SK", 2: "SJ SQ S9"}), "SK")
    assert offered(run) - {"F"} == {"SJ"}
    assert refused(run, "S9") == f"{THREE} 4.15"


@clause(f"{THREE} 4.15")
def test_without_the_king_in_the_trick_the_jack_is_free() -> None:
    run = do(playing_three({1: "S5", 2: "SJ SQ S9", 0: "SK S10"}), "S5")
    assert offered(run) - {"F"} == of_suit(run, 2, "S")  # the King comes after him


@clause(f"{THREE} 4.15", f"{THREE} 4.18")
def test_a_king_thrown_off_to_another_suit_draws_no_jack() -> None:
    """Seat 1 draws all trumps, and two cards are left to each when it leads a sword."""
    trumps = [f"T{number}" for number in range(20, 2, -1)]
    kept = {0: ("CJ", "C5"), 1: ("S5", "S6"), 2: ("CK", "B5")}
    hands = {0: "CJ C5 T2 T1", 1: " ".join([*trumps, "S5", "S6"]), 2: "CK B5 F T0"}
    run = playing_three(hands)
    while len(run.table.tricks) < len(trumps):
        seat = who(run)[0]
        run.do(next(card for card in asked(run).options if card not in kept[seat]))
    do(run, "S5 CK")
    assert who(run) == (0, "play")
    assert offered(run) == {"CJ", "C5"}


@clause(f"{THREE} 4.15", f"{THREE} 4.17")
def test_the_jack_is_owed_in_a_later_trick_and_a_freed_king_is_free_there() -> None:
    """Seat 2 excuses itself by the Fuggitivo from the first swords and keeps the King."""
    run = playing_three({1: "S5 S6 T20", 2: "SK S9 F", 0: "S10 SJ S8"})
    do(run, "S5")
    assert offered(run) == {"SK", "F"}
    do(run, "F S10")
    assert who(run) == (0, "play")
    do(run, "S8")
    do(run, next(card for card in asked(run).options if card[0] == "S"))
    assert {"SK", "S9"} <= offered(run)  # the first trick of swords is over
    run = playing_three({1: "S5 S6 T20", 2: "SK S9 F T3", 0: "T19 SJ S8 SQ"})
    do(run, "S5 F")
    do(run, "SQ")
    do(run, "T19")
    do(run, "T20")
    do(run, next(card for card in asked(run).options if card[0] == "T"))
    do(run, "S6")
    do(run, "SK")
    assert offered(run) == {"SJ"}
    assert refused(run, "S8") == f"{THREE} 4.15"


@clause(f"{THREE} 4.16")
def test_a_suit_thrown_off_has_not_been_led_yet() -> None:
    """Seat 2 has batons and cups only and throws a cup off to the swords."""
    run = playing_three({1: "SK C6", 2: PLAIN.replace("C6", "D4"), 0: "SQ S10"})
    do(run, "SK C5")
    do(run, asked(run).options[0])
    assert who(run) == (1, "play")
    do(run, "C6")
    assert offered(run) == {"CK"}
    assert refused(run, "CQ") == f"{THREE} 4.12"


@clause(f"{THREE} 4.16")
def test_once_a_suit_has_been_led_king_and_cavalier_are_free() -> None:
    hand = " ".join(["SC S7 F", *PLAIN.split()[:17]])
    run = playing_three({1: "S5 S6 T20", 2: hand, 0: "SK S10"})
    do(run, "S5")
    assert offered(run) == {"SC", "F"}
    do(run, "F SK S10")
    do(run, next(card for card in asked(run).options if card[0] == "S"))
    assert {"SC", "S7"} <= offered(run)


@clause(f"{THREE} 4.17")
def test_the_fuggitivo_may_be_played_instead_of_what_is_due() -> None:
    hand = " ".join(["SC S7 F", *PLAIN.split()[:17]])
    run = do(playing_three({1: "S5 S6", 2: hand}), "S5")
    assert offered(run) == {"SC", "F"}
    run = do(playing_three({1: "SK", 2: "SJ S7 F"}), "SK")
    assert offered(run) == {"SJ", "F"}
