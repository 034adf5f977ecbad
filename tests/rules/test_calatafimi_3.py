"""Calatafimi for three: the pack, the talon, the payment of each for himself, the match."""

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
from helpers import lot_points, outcome, play_on
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
    assert run.result is not None
    assert run.result.points[0] == counted(run, {0}, "SQ BQ CQ")


# -- the payment -----------------------------------------------------------------------------


@clause(f"{THREE} 5.1")
def test_each_counts_his_own_pile_the_dealer_with_what_he_laid_away() -> None:
    run = play_on(laid_away(held(THREE, talon="SQ BQ CQ"), "SQ BQ CQ"))
    assert run.result is not None
    assert {trick.winner for trick in run.table.tricks} == {0, 1, 2}
    for seat in range(3):
        away = "SQ BQ CQ" if seat == 0 else ""
        assert run.result.points[seat] == counted(run, {seat}, away)
    assert sum(run.result.points) == 109


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
    assert run.result is not None
    points = {dealer: 7, forehand: 102, third: 0}
    scores = {dealer: 7 - 37, forehand: 102 - 36, third: 0 - 36}
    assert run.result.points == tuple(points[seat] for seat in range(3))
    assert run.result.scores == tuple(scores[seat] for seat in range(3))


@clause(f"{THREE} 5.4", f"{THREE} 5.5")
def test_results_balance_and_nothing_else_is_paid() -> None:
    for seed in range(12):
        run = Run.shuffled(GAME, seed=seed, dealer=seed % 3)
        run.do("tengo")
        play_on(run)
        assert run.result is not None
        assert sum(run.result.scores) == 0
        assert [row.clause for row in run.result.sheet] == [f"{THREE} 5.2"]


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
