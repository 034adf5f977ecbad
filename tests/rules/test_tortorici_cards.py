"""The games of Tortorici: what all three have alike, pack, count, laying away and the match."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helpers import do, lot_points
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import ARIE, ARIE_CINQUINE, CINQUINE, DECINE, sicilian_points
from tortorici_tables import (
    FOUR,
    HANDS,
    IDS,
    OLD,
    TALON,
    THREE,
    WORDS,
    A,
    asked,
    begin,
    hand_of,
    is_clause,
    options,
    play_by,
    playing,
    seen,
    takers,
)

clause = pytest.mark.clause
each_game = pytest.mark.parametrize("name", IDS)
of_three = pytest.mark.parametrize("name", [THREE, OLD])

SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")
# -- the pack ------------------------------------------------------------------------------


@clause("tortorici-3 1.1", "tortorici-3 1.3", "tortorici-4 1.1", "tortorici-4 1.3")
@pytest.mark.parametrize("name", [THREE, FOUR])
def test_today_the_coin_ace_takes_the_place_of_the_coin_4_and_is_the_lowest_coin(
    name: str,
) -> None:
    pack = game(name).pack(game(name).resolve())
    assert len(pack.codes) == len(pack.cards) == 63
    assert "DA" in pack.cards
    assert not {"D4", "SA", "BA", "CA"} & pack.cards
    assert [pack.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert pack.ranks_of["D"] == (*SUIT, "A")


@clause("tortorici-1930 1.1", "tortorici-1930 1.3")
def test_in_the_1930s_the_coin_4_was_used_and_no_ace() -> None:
    pack = game(OLD).pack(game(OLD).resolve())
    assert len(pack.codes) == len(pack.cards) == 63
    assert "D4" in pack.cards
    assert not {"DA", "SA", "BA", "CA"} & pack.cards
    assert [pack.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert pack.ranks_of["D"] == (*SUIT, "4")


@clause("tortorici-3 1.2", "tortorici-4 1.2", "tortorici-1930 1.2")
@each_game
def test_the_trumps_run_from_the_20_down_to_the_1_with_the_miseria_lowest(name: str) -> None:
    pack = game(name).pack(game(name).resolve())
    trumps = [card for card in pack.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("tortorici-3 1.4", "tortorici-4 1.4", "tortorici-1930 1.4")
@each_game
def test_cards_and_groups_bear_their_own_names(name: str) -> None:
    names = game(name).vocabulary.names_of_cards(game(name).resolve())
    shown = ("T20", "T19", "T18", "T17", "T16", "T1", "T0", "F")
    assert [names[card] for card in shown] == [
        *("Giove", "Palla", "Sole", "Luna", "Stella", "Picciotti", "Miseria", "Fuggitivo")
    ]
    assert {"T20", "T19", "T18", "T17", "T16"} == ARIE
    assert {"T20", "T1", "F"} == DECINE
    assert ARIE_CINQUINE | KINGS == CINQUINE


@clause("tortorici-3 1.5", "tortorici-4 1.5", "tortorici-1930 1.5")
@each_game
def test_tens_fives_and_courts_have_their_values_and_all_others_count_one(name: str) -> None:
    pack = game(name).pack(game(name).resolve())
    by_value = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    for worth, group in by_value.items():
        assert {pack.value_of[card] for card in group} == {worth}
    others = pack.cards.difference(*by_value.values())
    assert "T0" in others
    assert {pack.value_of[card] for card in others} == {1}
    assert sum(pack.value_of.values()) == 146  # 3 × 10 + 8 × 5 + 16 + 12 + 8 + 40


@clause("tortorici-3 1.6", "tortorici-4 1.6", "tortorici-1930 1.6")
@each_game
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("", 0),
        ("SK", 4),  # 5 − 1
        ("SK S5", 5),  # 6 − 1
        ("SK S5 S6", 5),  # 7 − 2
        ("SK S5 S6 T20", 14),  # 17 − 2 − 1
        (  # 31 cards: 4 Kings 20, T20 and T1 20, Queens 8, Cavaliers 6, 21 empty: 75 − 20 − 1
            "SK BK CK DK T20 T1 SQ BQ SC BC S10 S9 S8 S7 S6 S5 B10 B9 B8 B7 B6 B5 "
            "C10 C9 C8 C7 C6 C5 T2 T3 T4",
            54,
        ),
    ],
)
def test_each_full_lot_takes_two_and_cards_left_over_take_one(
    name: str, pile: str, points: int
) -> None:
    assert lot_points(pile.split(), game(name).pack(game(name).resolve())) == points


@clause("tortorici-3 1.7", "tortorici-4 1.7", "tortorici-1930 1.7")
@clause("tortorici-3 1.8", "tortorici-4 1.8", "tortorici-1930 1.8")
@each_game
def test_a_deal_has_104_points_in_the_cards_and_five_for_the_last_trick(name: str) -> None:
    rng = random.Random(name)
    played = 0
    while played < 25:
        run = Run.shuffled(game(name), seed=rng, dealer=played % game(name).seats)
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert run.result is not None
        if run.result.thrown_in:
            continue
        played += 1
        done = outcome_of(run.table)
        cards = sum(lot_points(done.pile(one), done.pack) for one in done.sides)
        points = {one: sicilian_points(done, one) for one in done.sides}
        winner = done.side[run.table.tricks[-1].winner]
        assert (cards, sum(points.values())) == (104, 109)
        assert points[winner] == lot_points(done.pile(winner), done.pack) + 5
        assert run.result.points == tuple(points[one] for one in done.side)


# -- seats and dealing ---------------------------------------------------------------------


@clause("tortorici-3 2.1", "tortorici-4 2.1", "tortorici-1930 2.1")
@clause("tortorici-3 2.2", "tortorici-4 2.3", "tortorici-1930 2.2")
@each_game
def test_the_forehand_is_dealt_to_first_and_all_goes_round_to_the_right(name: str) -> None:
    for dealer in range(game(name).seats):
        run = Run.shuffled(game(name), seed=3, dealer=dealer)  # shuffled and cut for them
        first = [event.seat for event in run.events if event.kind == "dealt"]
        seats = game(name).seats
        order = [(dealer + step) % seats for step in range(1, seats + 1)]
        assert first[:seats] == order
        assert game(name).direction == "right"
        assert {size for _, size in run.view(None).heard("packet")} == {"5"}


@clause("tortorici-3 2.3", "tortorici-4 2.4", "tortorici-1930 2.3")
@each_game
def test_nobody_sees_the_bottom_card_or_with_the_option_the_dealer_alone(name: str) -> None:
    bottom = TALON[name].split()[-1]
    hidden, shown = begin(name), begin(name, bottom_card="dealer")
    seats = range(game(name).seats)
    for viewer in (*seats, None):
        assert bottom not in seen(hidden, viewer)
        assert (bottom in seen(shown, viewer)) is (viewer == 0)
        assert "has seen the bottom card" in {e.kind for e in shown.view(viewer).events}
    assert "has seen the bottom card" not in {event.kind for event in hidden.events}


@clause("tortorici-3 2.4", "tortorici-3 2.5")
def test_vanto_today_is_dealt_in_four_rounds_of_five_without_a_word_in_between() -> None:
    run = begin(THREE)
    dealt = [(event.seat, len(event.what)) for event in run.events if event.kind == "dealt"]
    assert dealt == [(1, 5), (2, 5), (0, 5)] * 4
    assert run.actions == []
    assert run.setup.deal.talon == tuple(TALON[THREE].split())
    for viewer in (0, 1, 2, None):  # not even the dealer looks at the talon
        own = set() if viewer is None else set(HANDS[THREE][viewer].split())
        cards = {word for word in seen(run, viewer) if word in run.table.pack.cards}
        assert cards == own


# -- talon and laying away -----------------------------------------------------------------


@clause("tortorici-3 3.1", "tortorici-4 3.1", "tortorici-1930 3.1")
@each_game
def test_the_talon_is_taken_up_and_shown_to_nobody(name: str) -> None:
    run = do(begin(name), WORDS[name])
    taker = takers(name)
    assert asked(run) == (taker, "discard")
    assert set(run.view(taker).hand) == {*HANDS[name][taker].split(), *TALON[name].split()}
    for viewer in (*range(game(name).seats), None):
        if viewer != taker:
            assert not set(TALON[name].split()) & seen(run, viewer)
            assert run.view(viewer).heard("takes talon") == ((taker, "3"),)


@clause("tortorici-3 3.2", "tortorici-4 3.2", "tortorici-1930 3.2")
@each_game
def test_three_cards_are_laid_away_from_hand_or_talon(name: str) -> None:
    run = do(begin(name), WORDS[name])
    taker, before = takers(name), len(run.view(takers(name)).hand)
    other = next(card for card in hand_of(name, A).split() if card[0] == "C")
    assert is_clause(run, other, "3.2")
    do(run, f"{TALON[name].split()[0]} D10 C7")
    assert len(run.view(taker).hand) == before - 3
    assert asked(run) != (taker, "discard")


POOR = {
    THREE: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9",
    OLD: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9",
    FOUR: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14",
}


def poor(name: str) -> Run:
    """The taker has two suit cards that may go, and fives, tens and trumps."""
    return do(begin(name, {takers(name): POOR[name]}, "T8 T7 T0"), WORDS[name])


@clause("tortorici-3 3.3", "tortorici-4 3.3", "tortorici-1930 3.3")
@each_game
def test_fives_and_tens_are_never_laid_away(name: str) -> None:
    run = poor(name)
    for away in ("SQ", "S5", "T8"):
        for card in CINQUINE | DECINE:
            assert card not in options(run)
            assert is_clause(run, card, "3.3")
        run.do(away)


@clause("tortorici-3 3.4", "tortorici-4 3.4", "tortorici-1930 3.4")
@each_game
def test_a_trump_goes_only_when_no_suit_card_but_kings_is_left(name: str) -> None:
    run = poor(name)
    assert options(run) == ("SQ", "S5")
    assert is_clause(run, "T8", "3.4")
    assert is_clause(run, "T0", "3.4")
    with pytest.raises(IllegalChoice):
        run.do("T8")
    assert options(do(run, "SQ")) == ("S5",)
    assert {"T15", "T8", "T0"} <= set(options(do(run, "S5")))
    run.do("T0")


@clause("tortorici-3 3.5", "tortorici-4 3.5", "tortorici-1930 3.5")
@each_game
def test_cards_laid_away_are_secret_trumps_too_and_count_for_their_owner(name: str) -> None:
    run = do(poor(name), "SQ S5 T0")
    taker = takers(name)
    for viewer in (*range(game(name).seats), None):
        if viewer != taker:
            assert not {"SQ", "S5", "T0"} & seen(run, viewer)
            assert run.view(viewer).heard("has laid away") == ((taker, "3"),)
    play_by(run, {})
    done = outcome_of(run.table)
    assert {"SQ", "S5", "T0"} <= done.piles[taker]
    assert len(done.tricks) == (15 if name == FOUR else 20)  # they are no trick


# -- the match -----------------------------------------------------------------------------


@clause("tortorici-3 6.1", "tortorici-4 6.1", "tortorici-1930 6.1")
@clause("tortorici-3 6.2", "tortorici-4 6.2", "tortorici-1930 6.4")
@clause("tortorici-3 6.3", "tortorici-4 6.3", "tortorici-1930 6.5")
@each_game
def test_the_next_player_deals_and_the_ledger_runs_from_zero(name: str) -> None:
    found, rng = game(name), random.Random(7)
    for first in range(found.seats):  # anybody may deal first
        match = Match(found, dealer=first, limit=3)
        assert match.standing() == ("0",) * found.seats
        expected = [0] * found.seats
        dealers = []
        while not match.over:
            run = match.next_run(seed=rng)
            dealers.append(run.setup.dealer)
            while run.decision is not None:
                run.do(rng.choice(run.decision.options))
            assert run.result is not None
            match.take(run.result)
            expected = [a + b for a, b in zip(expected, run.result.scores, strict=True)]
        assert dealers == [(first + deal) % found.seats for deal in range(len(dealers))]
        assert match.ledger == expected
        assert min(expected) < 0
        assert found.unit == 1


@clause("tortorici-3 7.1", "tortorici-4 7.1", "tortorici-1930 7.1")
@each_game
def test_nothing_is_said_during_the_play(name: str) -> None:
    run = playing(name)
    for seat in range(game(name).seats):
        assert run.asides(seat) == ()
        with pytest.raises(IllegalChoice):
            run.say(seat, "batto")


SHEETS = {one: game(one).score for one in (THREE, OLD, FOUR)}


@clause("tortorici-3 7.2", "tortorici-4 7.2", "tortorici-1930 7.2")
@each_game
def test_mistakes_at_a_real_table_cost_nothing(name: str) -> None:
    run = play_by(playing(name), {})
    assert run.result is not None
    each_once = (1,) * game(name).seats
    faults = {"revoke": (2, *each_once[1:]), "wrongly laid away": each_once}
    faulty = replace(outcome_of(run.table), faults=faults)
    assert tuple(SHEETS[name](faulty, run.options)) == run.result.sheet
