"""Barcellona for three: the deal, the offer of a solo, the talon, the play, the signs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from barcellona_3_tables import (
    GAME,
    HANDS,
    PACK,
    SWEEP,
    SWEEP_TALON,
    TALON,
    TO_THE_DEALER,
    begin,
    play_by,
    playing,
    rows,
)
from helpers import asked, do, lot_points, options, outcome, play_on, refused, result_of, seen
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
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
        alone = words == "solo"
        parties = (2, 0) if alone else (0, 1, 2)
        assert sum(result_of(run).points[seat] for seat in parties) == 109
        assert sum(result_of(run).scores) == 0
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
    item = "each for self" if words.endswith("self") else "solo"
    assert [row.item for row in result_of(run).sheet] == [item]


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


# -- leading, following, the Fuggitivo, and the signs ------------------------------------

ALONE = f"{TO_THE_DEALER}each_for_self"
ONE_BY_ONE = (0, 1, 2)


@clause("barcellona-3 4.1")
@pytest.mark.parametrize(
    ("words", "leader"), [("solo", 0), ("passo solo", 2), (f"{TO_THE_DEALER}solo", 1)]
)
def test_the_soloists_right_neighbour_leads(words: str, leader: int) -> None:
    assert asked(playing(words)) == (leader, "play")


@clause("barcellona-3 4.1")
@pytest.mark.parametrize(
    ("words", "leader"),
    [("solo", 2), ("passo solo", 1), (f"{TO_THE_DEALER}solo", 0), (ALONE, 1)],
)
def test_as_an_option_the_soloist_leads_but_not_the_dealer_in_each_for_self(
    words: str, leader: int
) -> None:
    assert asked(playing(words, leader="soloist")) == (leader, "play")


@clause("barcellona-3 4.2")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_in_each_for_self_the_dealers_right_neighbour_leads(dealer: int) -> None:
    assert asked(playing(ALONE, dealer=dealer)) == ((dealer + 1) % 3, "play")


@clause("barcellona-3 4.3")
def test_the_suit_led_is_followed_and_so_are_trumps() -> None:
    run = do(playing(ALONE), "C9")  # seat 2 holds five cups and the Fuggitivo
    assert set(options(run)) == {"CK", "CQ", "CC", "CJ", "C10", "F"}
    assert refused(run, "T20") == "barcellona-3 4.3"
    assert refused(run, "D8") == "barcellona-3 4.3"  # not held
    run = do(playing(ALONE), "T10")
    assert set(options(run)) == {"T20", "T19", "T3", "F"}
    assert refused(run, "SK") == "barcellona-3 4.3"


@clause("barcellona-3 4.4", "barcellona-3 4.7")
def test_one_who_cannot_follow_trumps_with_the_miseria_too() -> None:
    run = do(begin(), ALONE)
    do(run, "S7 S6 S5")  # seat 0 has no sword left
    do(run, "S9 SJ")
    assert set(options(run)) == {f"T{trump}" for trump in (9, 8, 7, 6, 5, 4, 2, 1, 0)}
    assert refused(run, "B9") == "barcellona-3 4.4"
    do(run, "T0")
    assert run.table.tricks[0].winner == 0


@clause("barcellona-3 4.7")
def test_the_miseria_held_alone_must_be_played_and_loses_to_every_other_trump() -> None:
    plain = "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC CJ C10 C9 C8 C7 C6"
    hands = {2: f"T0 {plain}", 1: "T1", 0: "F"}
    run = do(begin(hands, "DA D5 D6"), f"{ALONE} DA D5 D6")
    do(run, "T1")
    assert options(run) == ("T0",)
    do(run, "T0 F")
    assert run.table.tricks[0].winner == 1


@clause("barcellona-3 4.4")
def test_one_who_can_neither_follow_nor_trump_plays_anything() -> None:
    run = do(playing(ALONE, SWEEP, SWEEP_TALON), "T20")
    assert set(options(run)) == set(SWEEP[2].split())


@clause("barcellona-3 4.5")
def test_a_trump_need_not_be_beaten() -> None:
    run = do(playing(ALONE), "T10 T3")  # seat 2 holds the 20 and the 19
    assert run.table.holds(2, "T20")
    assert run.view(None).lying == ((1, "T10"), (2, "T3"))


@clause("barcellona-3 4.6")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [("C9 CK C6", 2), ("T10 T20 T9", 2), ("D8 DK DA", 2), ("DQ F D7", 1), ("T10 T3 T9", 1)],
)
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_wins_and_leads(
    trick: str, winner: int
) -> None:
    run = do(playing(ALONE), trick)
    assert run.table.tricks[0].winner == winner
    assert asked(run) == (winner, "play")


@clause("barcellona-3 4.8")
@pytest.mark.parametrize("led", ["S9", "T10"])
def test_the_fuggitivo_frees_from_every_duty_and_the_suit_led_stays(led: str) -> None:
    run = do(playing(ALONE), [led, "F"])  # seat 0 laid its swords away and must trump
    assert refused(run, "DA") == {"S9": "barcellona-3 4.4", "T10": "barcellona-3 4.3"}[led]


@clause("barcellona-3 4.9")
def test_the_fuggitivo_is_not_led_before_the_last_trick() -> None:
    run = playing("passo solo", leader="right_of_soloist")  # seat 2 leads
    assert refused(run, "F") == "barcellona-3 4.9"
    with pytest.raises(IllegalChoice):
        run.do("F")


def kept_to_the_last_trick(*, led: bool) -> Run:
    """The first of some deals in each for self in which the Fuggitivo was kept to the end."""
    for seed in range(40):
        run = do(Run.shuffled(GAME, seed=seed), ALONE)
        while run.decision is not None and len(run.table.tricks) < 19:
            run.do(next(card for card in options(run) if card != "F"))
        if run.decision is not None and run.table.holds(run.decision.seat, "F") is led:
            return run
    raise AssertionError("no such deal")


@clause("barcellona-3 4.9", "barcellona-3 4.10")
def test_led_to_the_last_trick_it_lets_the_second_card_set_the_suit() -> None:
    run = kept_to_the_last_trick(led=True)
    owner = run.decision.seat if run.decision else -1
    play_on(run)
    last = run.table.tricks[-1]
    assert last.cards[0] == "F"
    assert last.winner != owner
    piles = outcome_of(run.table).piles
    won = sum(trick.winner == owner for trick in run.table.tricks)
    assert won > 0
    assert "F" in piles[owner]


@clause("barcellona-3 4.10")
def test_it_stays_with_its_owner_in_the_last_trick_too_and_nothing_is_given_for_it() -> None:
    run = kept_to_the_last_trick(led=False)
    owner = run.table.holder("F")
    assert owner is not None
    play_on(run)
    piles = outcome_of(run.table).piles
    won = [sum(trick.winner == seat for trick in run.table.tricks) for seat in ONE_BY_ONE]
    assert won[owner] > 0
    laid_away = 3 if owner == 0 else 0
    assert len(piles[owner]) == 3 * won[owner] + laid_away + 1


def lying_open(run: Run) -> Mapping[tuple[int, ...], Collection[str]]:
    """What lies face up, the same for all."""
    shown = [GAME.lying_open(run.view(viewer)) for viewer in (0, 1, 2, None)]
    assert shown == [shown[0]] * 4
    return shown[0]


@clause("barcellona-3 4.10", "barcellona-3 4.13")
def test_it_lies_open_until_its_owner_or_his_party_has_a_trick_and_captures_do_not() -> None:
    run = do(playing("passo solo"), "T3 T1 T18")  # seat 1 captures the Picciotti
    assert lying_open(run) == {}
    do(run, "T10 F T0")  # seat 1 has this trick too
    assert lying_open(run) == {(0, 2): {"F"}}
    do(run, "T11 T20 T2")
    assert lying_open(run) == {}
    assert lying_open(do(playing("solo"), "D7 D8 F")) == {(2,): {"F"}}
    assert lying_open(do(playing(ALONE), "D8 F D7")) == {(2,): {"F"}}
    assert lying_open(do(playing(ALONE), "D8 F D7 T10 T3 T1 D9 DK DA")) == {}


@clause("barcellona-3 4.11")
def test_opponents_without_a_trick_lose_the_fuggitivo_to_the_soloist() -> None:
    run = playing("passo solo", SWEEP, SWEEP_TALON, leader="soloist")
    play_by(run, {2: "F"})
    assert {trick.winner for trick in run.table.tricks} == {1}
    assert result_of(run).points == (0, 109, 0)
    assert result_of(run).scores == (-108, 216, -108)  # 54 above 55, twice


FULL = Trick(2, ("S9", "F", "S8"), 2)  # seat 0 throws the Fuggitivo on a trick of seat 2


@clause("barcellona-3 4.11", "barcellona-3 3.6")
@pytest.mark.parametrize(
    ("others", "keeper"),
    [((), 2), ((Trick(2, ("S7", "T3", "S6"), 0),), 0)],
)
def test_cards_laid_away_do_not_save_the_soloists_fuggitivo_but_a_trick_does(
    others: tuple[Trick, ...], keeper: int
) -> None:
    laid_away: tuple[list[str], ...] = (["DA", "D5", "D6"], [], [])
    piles = gather((FULL, *others), laid_away, (0, 1, 1), fool_needs_trick=True)
    assert "F" in piles[keeper]


@clause("barcellona-3 4.11")
def test_a_trick_of_the_partner_saves_the_fuggitivo_for_both() -> None:
    tricks = (Trick(0, ("S9", "F", "S8"), 0), Trick(0, ("S7", "S6", "T3"), 2))
    piles = gather(tricks, ([], [], []), (0, 1, 1), fool_needs_trick=True)
    assert "F" in piles[1]


@clause("barcellona-3 4.12")
def test_in_each_for_self_it_goes_to_the_winner_of_its_trick() -> None:
    tricks = (Trick(2, ("S9", "F", "S8"), 2), Trick(2, ("S7", "S6", "T3"), 1))
    piles = gather(tricks, (["DA", "D5", "D6"], [], []), ONE_BY_ONE, fool_needs_trick=True)
    assert "F" in piles[2]  # not to seat 1, which has won a trick as well
    assert piles[0] == {"DA", "D5", "D6"}  # the dealer's cards laid away are no trick


@clause("barcellona-3 4.12", "barcellona-3 5.5", "barcellona-3 5.6")
def test_in_each_for_self_a_player_who_sweeps_all_has_the_fuggitivo_too() -> None:
    run = playing(ALONE, SWEEP, SWEEP_TALON)
    laid_away = [card for _, card in run.view(0).heard("laid away")]
    play_by(run, {1: SWEEP[1], 2: "F"})
    assert {trick.winner for trick in run.table.tricks} == {1}
    assert laid_away == ["SQ", "SC", "SJ"]  # 9 − 2 = 7 card points of the dealer
    assert result_of(run).points == (7, 102, 0)
    assert result_of(run).scores == (-30, 66, -36)


@clause("barcellona-3 4.12")
def test_one_trick_of_his_own_saves_it() -> None:
    tricks = (Trick(2, ("S9", "F", "S8"), 2), Trick(2, ("S7", "T3", "S6"), 0))
    assert "F" in gather(tricks, ([], [], []), ONE_BY_ONE, fool_needs_trick=True)[0]


@clause("barcellona-3 4.13")
def test_played_cards_are_known_to_all_and_nothing_more_is_left_open() -> None:
    run = play_on(playing("solo"))
    assert len(run.view(None).tricks) == 20
    assert all(run.view(seat).tricks == tuple(run.table.tricks) for seat in ONE_BY_ONE)
    kinds = {event.kind for event in run.events}
    assert not {"captured", "lies open", "shown"} & kinds


# -- signs ---------------------------------------------------------------------------------


def leading(trumps: str, **chosen: Any) -> Run:
    """Seat 2 is soloist and seat 0, who holds some of the five arie, is about to lead."""
    arie = ["T20", "T19", "T18", "T17", "T16"]
    others = " ".join(card for card in arie if card not in trumps.split())
    return playing("solo", {0: trumps or "DA", 2: others}, "S7 S6 S5", **chosen)


@clause("barcellona-3 7.3", "barcellona-3 7.4")
@pytest.mark.parametrize(
    ("trumps", "sign"),
    [
        ("T20 T19", "batto"),
        ("T20 T18", "batto"),
        ("T20 T19 T18", "batto"),
        ("T20", "ho_il_20"),
        ("T20 T17 T16", "ho_il_20"),
        ("T19 T18", "non_batto"),
        ("", "non_batto"),
    ],
)
def test_exactly_one_sign_is_true_of_a_hand_and_only_that_may_be_given(
    trumps: str, sign: str
) -> None:
    run = leading(trumps)
    assert run.asides(0) == (sign,)
    for false in {"batto", "ho_il_20", "non_batto"} - {sign}:
        with pytest.raises(IllegalChoice) as error:
            run.say(0, false)
        assert error.value.refusal.clause == "barcellona-3 7.4"


@clause("barcellona-3 7.1")
def test_only_an_opponent_about_to_lead_may_give_a_sign() -> None:
    run = leading("T20")
    assert run.asides(1) == run.asides(2) == ()
    with pytest.raises(IllegalChoice) as error:
        run.say(2, "batto")
    assert error.value.refusal.clause == "barcellona-3 7.1"
    with pytest.raises(IllegalChoice) as error:
        run.say(1, "non_batto")
    assert error.value.refusal.clause == "barcellona-3 7.2"
    run.do(options(run)[-1])
    assert run.asides(0) == run.asides(1) == ()


@clause("barcellona-3 7.1")
def test_the_soloist_gives_no_sign_when_he_leads_nor_anybody_in_each_for_self() -> None:
    soloist = playing("solo", leader="soloist")
    assert all(soloist.asides(seat) == () for seat in ONE_BY_ONE)
    alone = playing(ALONE)
    while alone.decision is not None:
        assert all(alone.asides(seat) == () for seat in ONE_BY_ONE)
        alone.do(options(alone)[0])


@clause("barcellona-3 7.1")
def test_no_sign_before_the_play_and_none_at_all_with_signs_off() -> None:
    assert all(begin().asides(seat) == () for seat in ONE_BY_ONE)
    run = leading("T20", signs="off")
    while run.decision is not None:
        assert all(run.asides(seat) == () for seat in ONE_BY_ONE)
        run.do(options(run)[0])


@clause("barcellona-3 7.2")
def test_one_sign_a_lead_and_a_new_one_at_the_next() -> None:
    run = leading("T20")
    with pytest.raises(IllegalChoice) as error:
        run.say(0, "trunfu")  # a phrase of Mineo
    assert error.value.refusal.clause == "barcellona-3 7.2"
    run.say(0, "ho_il_20")
    assert run.asides(0) == ()
    with pytest.raises(IllegalChoice) as error:
        run.say(0, "ho_il_20")
    assert error.value.refusal.clause == "barcellona-3 7.2"
    play_by(do(run, "T20"), {}, tricks=1)
    assert asked(run) == (0, "play")
    assert run.asides(0) == ("non_batto",)


@clause("barcellona-3 7.2")
def test_a_sign_is_given_at_the_lead_to_every_trick_the_last_too() -> None:
    leads = set()
    for seed in range(12):
        run = do(Run.shuffled(GAME, seed=seed), "solo")
        while run.decision is not None:
            seat = run.decision.seat
            if asked(run) == (seat, "play") and not run.view(None).lying and seat != 2:
                last = len(run.table.tricks) == 19
                assert len(run.asides(seat)) == 1
                leads.add(last)
            run.do(options(run)[0])
    assert leads == {True, False}


@clause("barcellona-3 7.4")
def test_the_card_about_to_be_led_is_still_held() -> None:
    run = leading("T20 T19")
    run.say(0, "batto")
    run.do("T20")  # batto was true of the hand from which it was led
    assert run.view(2).heard("say") == ((0, "batto"),)


@clause("barcellona-3 7.5")
def test_everybody_hears_a_sign_and_it_binds_nobody() -> None:
    run = leading("T20")
    before = options(run)
    run.say(0, "ho_il_20")
    assert options(run) == before
    for viewer in (0, 1, 2, None):
        assert run.view(viewer).heard("say") == ((0, "ho_il_20"),)
    assert "T20" not in seen(run, 1)


@clause("barcellona-3 7.6")
@pytest.mark.parametrize(
    ("trumps", "signs"),
    [
        ("T20 T19", ("batto", "ho_il_19")),
        ("T20 T17", ("ho_il_20", "ho_il_17")),
        ("T19 T18 T16", ("non_batto", "ho_il_19", "ho_il_18", "ho_il_16")),
        ("", ("non_batto",)),
    ],
)
def test_further_signs_tell_of_single_arie(trumps: str, signs: tuple[str, ...]) -> None:
    run = leading(trumps, signs="further")
    assert run.asides(0) == signs
    run.say(0, signs[-1])
    assert run.asides(0) == ()


@clause("barcellona-3 7.6")
def test_a_further_sign_must_be_true_and_is_unknown_without_the_option() -> None:
    with pytest.raises(IllegalChoice) as error:
        leading("T20 T17", signs="further").say(0, "ho_il_19")
    assert error.value.refusal.clause == "barcellona-3 7.4"
    with pytest.raises(IllegalChoice) as error:
        leading("T20 T19").say(0, "ho_il_19")
    assert error.value.refusal.clause == "barcellona-3 7.2"
