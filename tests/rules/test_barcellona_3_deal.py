"""Barcellona for three: the pack, the deal, the offer of a solo, talon and laying away."""

from __future__ import annotations

import pytest

from barcellona_3_tables import (
    GAME,
    HANDS,
    PACK,
    SWEEP,
    SWEEP_TALON,
    TALON,
    TO_THE_DEALER,
    asked,
    begin,
    options,
    playing,
    refused,
    rows,
    seen,
)
from helpers import do, lot_points, outcome, play_on
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from matto.games.sicily import ARIE, CINQUINE, DECINE, sicilian_points

clause = pytest.mark.clause
SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")
VIEWERS = (0, 1, 2, None)


@clause("barcellona-3 1.1", "barcellona-3 1.3")
def test_the_coin_ace_takes_the_place_of_the_coin_4_and_is_the_lowest_coin() -> None:
    assert len(PACK.codes) == len(PACK.cards) == 63
    assert "DA" in PACK.cards
    assert not {"D4", "SA", "BA", "CA"} & PACK.cards
    assert [PACK.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert PACK.ranks_of["D"] == (*SUIT, "A")


@clause("barcellona-3 1.2")
def test_the_trumps_run_from_the_20_down_to_the_1_with_the_miseria_lowest() -> None:
    trumps = [card for card in PACK.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("barcellona-3 1.4")
def test_cards_bear_their_own_names() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    shown = ("T20", "T19", "T18", "T17", "T16", "T1", "T0", "F")
    assert [names[card] for card in shown] == [
        *("Giove", "Palla", "Sole", "Luna", "Stella", "Picciotti", "Miseria", "Fuggitivo")
    ]


@clause("barcellona-3 1.5")
def test_tens_fives_and_courts_have_their_values_and_all_others_count_one() -> None:
    by_value = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    for worth, group in by_value.items():
        assert {PACK.value_of[card] for card in group} == {worth}
    others = PACK.cards.difference(*by_value.values())
    assert {"T0", "DA"} <= others
    assert {PACK.value_of[card] for card in others} == {1}
    assert sum(PACK.value_of.values()) == 146


@clause("barcellona-3 1.6")
@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("", 0),
        ("DA", 0),  # 1, one left over costs 1
        ("DA DK", 5),  # 6 − 1
        ("DA DK DQ", 8),  # 10 − 2
        ("DA DK DQ T20", 17),  # 20 − 2 − 1
        ("DA DK DQ T20 F", 27),  # 30 − 2 − 1
    ],
)
def test_every_three_cards_cost_2_and_one_or_two_left_over_cost_1(
    pile: str, counted: int
) -> None:
    assert lot_points(pile.split(), PACK) == counted


@clause("barcellona-3 1.7", "barcellona-3 5.1")
@pytest.mark.parametrize(("winner", "points"), [(1, 15), (2, 10)])
def test_the_last_trick_adds_5_to_the_party_that_wins_it(winner: int, points: int) -> None:
    done = outcome(
        "barcellona-3",
        (1, 0, 1),
        {1: "DK DQ DC"},  # 12 − 2
        [(1, "S9 S8 S7", winner)],
        rest_to=2,
        declarer=1,
    )
    assert sicilian_points(done, 0) == points
    assert sicilian_points(done, 1) == 109 - points


@clause("barcellona-3 1.8", "barcellona-3 5.6")
@pytest.mark.parametrize("words", [f"{TO_THE_DEALER}each_for_self", "solo"])
def test_there_are_109_card_points_wherever_the_fuggitivo_falls(words: str) -> None:
    left_over = set()
    for seed in range(40):
        run = do(Run.shuffled(GAME, seed=seed), words)
        while run.decision is not None:
            choices = run.decision.options
            run.do(choices[(seed + len(run.actions)) % len(choices)])
        assert run.result is not None
        alone = words == "solo"
        parties = (2, 0) if alone else (0, 1, 2)
        assert sum(run.result.points[seat] for seat in parties) == 109
        assert sum(run.result.scores) == 0
        done = outcome_of(run.table)
        assert done.side == ((1, 1, 0) if alone else (0, 1, 2))
        left_over.add(tuple(sorted(len(done.pile(one)) % 3 for one in done.sides)))
    # full lots, or one card over with its owner and two with the winner of its trick
    assert left_over == ({(0, 0), (1, 2)} if words == "solo" else {(0, 1, 2)})


@clause("barcellona-3 2.1", "barcellona-3 2.4")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_packets_of_five_go_round_from_the_dealers_right_without_a_pause(dealer: int) -> None:
    run = begin(dealer=dealer)
    around = [(dealer + step) % 3 for step in (1, 2, 3)]
    packets = run.view(None).heard("packet")
    assert packets == tuple((seat, "5") for seat in around * 4)
    assert {event.kind for event in run.events} == {"dealt", "packet"}
    assert run.actions == []


@clause("barcellona-3 2.2", "barcellona-3 2.5")
def test_shuffling_gives_twenty_cards_each_and_a_talon_of_three() -> None:
    deal = Run.shuffled(GAME, seed=3).setup.deal
    assert [len(hand) for hand in deal.hands] == [20, 20, 20]
    assert len(deal.talon) == 3
    assert {*deal.hands[0], *deal.hands[1], *deal.hands[2], *deal.talon} == PACK.cards


@clause("barcellona-3 2.3", "barcellona-3 2.5")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_the_bottom_card_nor_the_talon_nor_another_hand(viewer: int | None) -> None:
    run = begin()
    own = set() if viewer is None else set(HANDS[viewer].split())
    assert seen(run, viewer) & PACK.cards == own


@clause("barcellona-3 2.3")
def test_as_an_option_the_dealer_alone_sees_the_bottom_card_and_the_others_know_it() -> None:
    run = begin(bottom_card="dealer")
    assert run.view(0).heard("bottom card") == ((0, "S5"),)
    for other in (1, 2, None):
        assert run.view(other).heard("bottom card") == ()
        assert run.view(other).events[0].kind == "has seen the bottom card"


@clause("barcellona-3 2.6")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealers_left_neighbour_is_asked_before_the_right_one(dealer: int) -> None:
    run = begin(dealer=dealer)
    assert asked(run) == ((dealer + 2) % 3, "bid")
    assert asked(do(run, "passo")) == ((dealer + 1) % 3, "bid")
    assert asked(do(run, "passo")) == (dealer, "bid")


@clause("barcellona-3 2.6")
def test_as_an_option_the_right_neighbour_is_asked_first() -> None:
    run = begin(solo_order="right_first")
    assert asked(run) == (1, "bid")
    assert asked(do(run, "passo")) == (2, "bid")
    assert asked(do(run, "passo")) == (0, "bid")


@clause("barcellona-3 2.6", "barcellona-3 2.7")
def test_the_first_to_say_solo_has_it_and_nobody_else_is_asked() -> None:
    assert asked(do(begin(), "solo")) == (2, "discard")
    assert asked(do(begin(), "passo solo")) == (1, "discard")


@clause("barcellona-3 2.7")
def test_a_neighbour_says_solo_or_passo_and_all_hear_it() -> None:
    run = begin()
    assert options(run) == ("solo", "passo")
    assert refused(run, "each_for_self") == "barcellona-3 2.7"
    with pytest.raises(IllegalChoice):
        run.do("each_for_self")
    assert run.actions == []
    do(run, "passo")
    assert [run.view(viewer).heard("bid") for viewer in VIEWERS] == [((2, "passo"),)] * 4


@clause("barcellona-3 2.7", "barcellona-3 2.8")
def test_the_dealer_alone_looks_at_the_talon_when_neither_neighbour_has_taken_it() -> None:
    run = do(begin(), "passo")
    assert all(not set(TALON.split()) & seen(run, viewer) for viewer in VIEWERS)
    do(run, "passo")
    assert [card for _, card in run.view(0).heard("talon")] == TALON.split()
    for other in (1, 2, None):
        assert run.view(other).heard("talon") == ()
        assert run.view(other).events[-1].kind == "has seen the talon"


@clause("barcellona-3 2.9")
def test_the_dealer_has_three_possibilities() -> None:
    run = do(begin(), TO_THE_DEALER)
    assert options(run) == ("solo", "each_for_self", "passo")
    assert refused(run, "batto") == "barcellona-3 2.9"
    for word in ("solo", "each_for_self"):
        taken = do(begin(), TO_THE_DEALER + word)
        assert asked(taken) == (0, "discard")
        assert taken.view(1).heard("bid")[-1] == (0, word)


@clause("barcellona-3 2.10")
def test_as_an_option_the_dealer_may_not_go_solo() -> None:
    run = do(begin(dealer_solo=False), TO_THE_DEALER)
    assert options(run) == ("each_for_self", "passo")
    assert refused(run, "solo") == "barcellona-3 2.10"
    assert refused(run, "batto") == "barcellona-3 2.9"
    assert asked(do(begin(dealer_solo=False), "passo solo")) == (1, "discard")


@clause("barcellona-3 2.11", "barcellona-3 6.1")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_dealer_who_passes_throws_the_cards_in_unpaid_and_unseen(dealer: int) -> None:
    run = do(begin(dealer=dealer), "passo passo passo")
    result = run.result
    assert result is not None
    assert result.thrown_in
    assert (result.scores, result.sheet) == ((0, 0, 0), ())
    assert result.next_dealer == (dealer + 1) % 3
    assert not seen(run, None) & PACK.cards


@clause("barcellona-3 2.12")
def test_the_two_opponents_of_a_soloist_are_friends_and_see_only_their_own_hands() -> None:
    run = playing("solo")
    assert [GAME.friends(run.view(seat)) for seat in (0, 1, 2)] == [{1}, {0}, set()]
    assert GAME.friends(run.view(None)) == frozenset()
    assert not seen(run, 0) & set(HANDS[1].split())


@clause("barcellona-3 2.12")
def test_nobody_has_a_friend_in_each_for_self_nor_before_anything_is_said() -> None:
    for run in (begin(), playing(f"{TO_THE_DEALER}each_for_self")):
        assert all(GAME.friends(run.view(seat)) == frozenset() for seat in (0, 1, 2))


PLAYS = ("solo", "passo solo", f"{TO_THE_DEALER}solo", f"{TO_THE_DEALER}each_for_self")


@clause("barcellona-3 3.1")
@pytest.mark.parametrize("words", PLAYS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_whoever_plays_shows_the_talon_to_all(words: str, viewer: int | None) -> None:
    run = do(begin(), words)
    shown = [card for _, card in run.view(viewer).heard("talon")]
    assert shown[-3:] == TALON.split()


@clause("barcellona-3 3.1")
@pytest.mark.parametrize("words", PLAYS)
def test_a_hidden_talon_is_seen_by_its_taker_alone(words: str) -> None:
    run = do(begin(talon="hidden"), words)
    taker = run.decision.seat if run.decision else -1
    for viewer in VIEWERS:
        knows = set(TALON.split()) <= seen(run, viewer)
        assert knows is (viewer == taker)


@clause("barcellona-3 3.1")
@pytest.mark.parametrize("words", PLAYS)
def test_option_a_dealer_who_goes_solo_keeps_the_talon_to_himself(words: str) -> None:
    run = do(begin(dealers_talon="hidden"), words)
    dealers = words == f"{TO_THE_DEALER}solo"
    for viewer in (1, 2, None):
        shown = {card for _, card in run.view(viewer).heard("talon")}
        assert (set(TALON.split()) <= shown) is not dealers


@clause("barcellona-3 3.2", "barcellona-3 3.3")
def test_the_taker_has_23_cards_and_lays_three_of_them_away() -> None:
    run = do(begin(), "solo")
    assert len(run.table.hand(2)) == 23
    assert set(TALON.split()) <= set(run.view(2).hand)
    do(run, "S7 SQ B10")  # from the talon and from the hand
    assert len(run.table.hand(2)) == 20
    assert asked(run) == (0, "play")


@clause("barcellona-3 3.4")
@pytest.mark.parametrize("card", ["SK", "T20", "T19", "F"])
def test_fives_and_tens_are_never_laid_away(card: str) -> None:
    run = do(begin(), "solo")
    assert refused(run, card) == "barcellona-3 3.4"
    with pytest.raises(IllegalChoice):
        run.do(card)
    assert len(run.table.hand(2)) == 23


@clause("barcellona-3 3.4")
def test_the_picciotti_are_never_laid_away_nor_any_aria_or_king() -> None:
    run = do(begin(SWEEP, SWEEP_TALON), "passo solo DA")
    assert refused(run, "T1") == "barcellona-3 3.4"
    assert not (ARIE | KINGS | {"T1"}) & set(options(run))


@clause("barcellona-3 3.5")
def test_a_trump_is_laid_away_only_when_nothing_but_kings_and_trumps_is_left() -> None:
    run = do(begin(SWEEP, SWEEP_TALON), "passo solo")
    # seat 1 has all trumps, the King of swords and the coin ace
    assert options(run) == ("DA",)
    assert refused(run, "T5") == "barcellona-3 3.5"
    assert refused(run, "CK") == "barcellona-3 3.3"  # not held
    do(run, "DA")
    assert set(options(run)) == {f"T{trump}" for trump in range(2, 16)} | {"T0"}


@clause("barcellona-3 3.6")
def test_the_cards_laid_away_are_seen_by_nobody_else_and_count_for_him() -> None:
    run = do(begin(), "passo solo DQ DC DJ")
    assert [card for _, card in run.view(1).heard("laid away")] == ["DQ", "DC", "DJ"]
    for other in (0, 2, None):
        assert not {"DQ", "DC", "DJ"} & seen(run, other) - set(
            HANDS.get(other or 3, "").split()
        )
        assert run.view(other).heard("has laid away") == ((1, "3"),)
    play_on(run)
    done = outcome_of(run.table)
    assert {"DQ", "DC", "DJ"} <= done.piles[1]
    assert not any({"DQ", "DC", "DJ"} & set(trick.cards) for trick in run.table.tricks)


@clause("barcellona-3 3.7", "barcellona-3 5.7")
@pytest.mark.parametrize("words", PLAYS)
def test_nothing_is_announced_and_only_card_points_are_paid(words: str) -> None:
    run = play_on(do(begin(), words))
    assert {action.kind for action in run.actions} == {"bid", "discard", "play"}
    assert run.result is not None
    item = "each for self" if words.endswith("self") else "solo"
    assert [row.item for row in run.result.sheet] == [item]


@clause("barcellona-3 5.7")
def test_four_kings_and_captured_tens_earn_no_more_than_their_card_points() -> None:
    tricks = [(0, "T1 T20 T5", 1), (1, "DK SK CK", 1)]
    done = outcome(
        "barcellona-3",
        (1, 0, 1),
        {1: "SK BK CK DK T1 T20"},
        tricks,
        rest_to=2,
        declarer=1,
    )
    # 40 in six cards: 36, and 5 for the last trick: 41, which is 14 short of 55
    assert [row.amounts for row in rows(done)] == [(28, -56, 28)]
