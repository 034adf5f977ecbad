"""Calatafimi for two: the deal, the play, the stock, the payment, the match."""

from __future__ import annotations

import pytest

from helpers import decision_of, do, lot_points, outcome, play_on, result_of, start
from matto.engine.cards import KINGS
from matto.engine.errors import IllegalChoice
from matto.engine.game import OpenCards
from matto.engine.outcome import Outcome, outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import SICILIAN_WITHOUT_4

GAME = game("calatafimi-2")
clause = pytest.mark.clause
SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")

# Seat 0 deals, seat 1 leads. Swords lie wholly with seat 1, who has no trump but the Giove.
SWORDS = "SK SQ SC SJ S10 S9 S8 S7 S6 S5"
LEADER = f"{SWORDS} T20 CK CQ CC CJ"
FOLLOWER = "BK BQ BC BJ B10 B9 B8 T5 T0 F DK DQ DC C10 C9"
STOCK_TOP = "DJ D10"


def first_trick(leader: str = LEADER, follower: str = FOLLOWER, talon: str = "") -> Run:
    return start("calatafimi-2", {0: follower, 1: leader}, talon)


@clause("calatafimi-2 1.1", "calatafimi-2 1.3")
def test_the_pack_has_62_cards_without_the_coin_4_and_the_coin_ace() -> None:
    pack = GAME.pack(GAME.resolve())
    assert len(pack.codes) == 62
    assert not pack.cards & {"D4", "DA"}
    assert all(pack.ranks_of[suit] == SUIT for suit in "SBCD")


@clause("calatafimi-2 1.2")
def test_the_trumps_run_from_the_20_down_to_the_miseria() -> None:
    pack = GAME.pack(GAME.resolve())
    trumps = [card for card in pack.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("calatafimi-2 1.6")
def test_the_cards_have_values_of_145_together() -> None:
    pack = GAME.pack(GAME.resolve())
    # 30 tens, 20 Arie, 20 Kings, 16 Queens, 12 Cavaliers, 8 Jacks and 39 others
    assert sum(pack.values[card] for card in pack.codes) == 145
    shown = ("T20", "T1", "F", "T16", "DK", "CQ", "BC", "SJ", "T0", "S10")
    assert [pack.values[card] for card in shown] == [10, 10, 10, 5, 5, 4, 3, 2, 1, 1]


@clause("calatafimi-2 1.8", "calatafimi-2 1.7")
def test_the_piedmontese_pack_shows_every_trump_one_number_higher() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve({"pack_names": "piedmontese"}))
    assert names["T20"] == "21 Giove"
    assert names["T15"] == "16"
    assert names["T1"] == "2 Picciotti"
    assert names["T0"] == "1 Miseria"
    assert names["SJ"] == "Jack (Fante)"
    sicilian = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert (sicilian["T20"], sicilian["T0"], sicilian["SJ"]) == (
        "Giove",
        "Miseria",
        "Jack (Donna)",
    )


@clause("calatafimi-2 1.8")
def test_the_names_of_the_pack_change_nothing_but_the_names() -> None:
    deals = [
        play_on(Run.shuffled(GAME, seed=8, options=GAME.resolve({"pack_names": names})))
        for names in ("sicilian", "piedmontese")
    ]
    assert deals[0].events == deals[1].events
    assert deals[0].result == deals[1].result


@clause("calatafimi-2 2.1", "calatafimi-2 2.7")
def test_nobody_is_ever_asked_anything_but_to_play_a_card() -> None:
    run = play_on(Run.shuffled(GAME, seed=3))
    assert {action.kind for action in run.actions} == {"play"}
    assert len(run.actions) == 62


@clause("calatafimi-2 2.7")
def test_the_poorest_hand_is_played_out() -> None:
    run = play_on(first_trick("S5 S6 S7 S8 S9 B5 B6 B7 B8 B9 C5 C6 C7 C8 C9", "T20 T19 T1"))
    assert not result_of(run).thrown_in


@clause("calatafimi-2 2.2", "calatafimi-2 2.4")
def test_shuffling_gives_fifteen_cards_each_and_each_card_once() -> None:
    deal = Run.shuffled(GAME, seed=5).setup.deal
    assert [len(hand) for hand in deal.hands] == [15, 15]
    assert len(deal.talon) == 32
    assert {*deal.hands[0], *deal.hands[1], *deal.talon} == GAME.pack(GAME.resolve()).cards


@clause("calatafimi-2 2.5")
def test_three_packets_of_five_are_dealt_to_the_non_dealer_first() -> None:
    run = Run.shuffled(GAME, seed=5, dealer=1)
    packets = [(seat, size) for seat, size in run.view(None).heard("packet")]
    assert packets == [(0, "5"), (1, "5")] * 3


@clause("calatafimi-2 2.6")
def test_32_cards_lie_over_as_the_stock() -> None:
    assert Run.shuffled(GAME, seed=5).view(None).heard("stock") == ((0, "32"),)


@clause("calatafimi-2 2.3", "calatafimi-2 3.2")
def test_nobody_sees_the_bottom_card_nor_any_card_of_the_stock() -> None:
    run = first_trick(talon="D5")
    for seat in (0, 1, None):
        seen = {word for event in run.view(seat).events for word in event.what}
        assert not seen & set(run.setup.deal.talon)


@clause("calatafimi-2 2.3")
def test_as_an_option_the_dealer_alone_sees_the_bottom_card_and_the_other_knows_it() -> None:
    run = start("calatafimi-2", {0: FOLLOWER, 1: LEADER}, "D5", bottom_card="dealer")
    assert run.view(0).heard("bottom card") == ((0, "D5"),)
    for other in (1, None):
        assert run.view(other).heard("bottom card") == ()
        kinds = [(event.kind, event.seat) for event in run.view(other).events]
        assert kinds[0] == ("has seen the bottom card", 0)


@clause("calatafimi-2 2.3")
def test_the_bottom_card_is_drawn_by_the_loser_of_the_sixteenth_trick() -> None:
    run = first_trick(talon="D5")
    play_on(run)
    draws = run.view(None).heard("draws")
    assert draws[-1] == (1 - run.table.tricks[15].winner, "D5")


@clause("calatafimi-2 3.1")
def test_a_player_sees_his_own_cards_and_not_the_others() -> None:
    run = first_trick()
    assert set(run.view(0).hand) == set(FOLLOWER.split())
    assert set(run.view(1).hand) == set(LEADER.split())
    assert run.view(None).hand == ()
    seen = {word for event in run.view(0).events for word in event.what}
    assert not seen & set(LEADER.split())


@clause("calatafimi-2 3.3")
def test_drawn_cards_are_shown_to_all_and_stay_known() -> None:
    run = do(first_trick(), "SK F")
    draws = run.view(0).heard("draws")
    assert draws == run.view(1).heard("draws") == run.view(None).heard("draws")
    assert [card for _, card in draws] == list(run.setup.deal.talon[:2])
    play_on(run)
    assert run.view(0).heard("draws")[:2] == draws


@clause("calatafimi-2 3.4")
def test_played_cards_and_the_number_of_tricks_are_known_to_both() -> None:
    run = do(first_trick(), "SK F")
    for seat in (0, 1, None):
        assert run.view(seat).tricks == tuple(run.table.tricks)


@clause("calatafimi-2 3.5")
def test_when_the_stock_is_empty_the_other_hand_follows_from_what_was_seen() -> None:
    run = Run.shuffled(GAME, seed=9)
    while len(run.table.tricks) < 16:
        run.do(run.decision.options[0] if run.decision else "")
    for seat in (0, 1):
        view = run.view(seat)
        played = {card for trick in view.tricks for card in trick.cards}
        rest = view.pack.cards - played - set(view.hand)
        assert rest == set(run.table.hand(1 - seat))


@pytest.mark.parametrize("dealer", [0, 1])
@clause("calatafimi-2 4.1", "calatafimi-2 6.1")
def test_the_non_dealer_leads_whoever_deals(dealer: int) -> None:
    run = Run.shuffled(GAME, seed=1, dealer=dealer)
    assert decision_of(run).seat == 1 - dealer


@clause("calatafimi-2 4.2")
def test_a_trick_has_two_cards_and_any_card_but_the_fuggitivo_may_be_led() -> None:
    run = first_trick("F " + LEADER.removesuffix(" CJ"), FOLLOWER.replace(" F ", " CJ "))
    assert set(decision_of(run).options) == set(LEADER.removesuffix(" CJ").split())
    do(run, "SK T5")
    assert len(run.table.tricks) == 1


@clause("calatafimi-2 4.3", "calatafimi-2 4.6")
def test_the_suit_led_is_followed_with_any_card_of_it() -> None:
    run = do(first_trick(), "CK")
    assert set(decision_of(run).options) == {"C10", "C9", "F"}
    refusal = run.why_not("T5")
    assert refusal is not None
    assert refusal.clause == "calatafimi-2 4.3"


@clause("calatafimi-2 4.4", "calatafimi-2 1.4")
def test_one_who_cannot_follow_trumps_with_any_trump_the_miseria_too() -> None:
    run = do(first_trick(), "S5")
    assert set(decision_of(run).options) == {"T5", "T0", "F"}
    refusal = run.why_not("BK")
    assert refusal is not None
    assert refusal.clause == "calatafimi-2 4.4"
    with pytest.raises(IllegalChoice):
        run.do("BK")
    assert decision_of(run).seat == 0
    assert len(run.actions) == 1


@clause("calatafimi-2 4.4", "calatafimi-2 4.6", "calatafimi-2 1.4")
def test_a_trump_led_is_followed_by_any_trump_higher_or_lower() -> None:
    run = do(first_trick("T4" + LEADER.removeprefix("SK")), "T4")
    assert set(decision_of(run).options) == {"T5", "T0", "F"}
    assert do(run, "T0").table.tricks[0].winner == 1


@clause("calatafimi-2 4.5")
def test_one_who_can_neither_follow_nor_trump_plays_anything() -> None:
    follower = FOLLOWER.replace("T5 T0", "D9 D8")
    run = do(first_trick(follower=follower), "S5")
    assert set(decision_of(run).options) == set(follower.split())


@clause("calatafimi-2 4.6")
def test_a_king_need_not_be_played_to_the_first_trick_of_its_suit() -> None:
    run = do(
        first_trick(
            "C10" + LEADER.removeprefix("SK").replace("CK", "BK"),
            FOLLOWER.replace("BK", "CK").replace("C10", "D10"),
        ),
        "C10",
    )
    assert run.why_not("C9") is None


@clause("calatafimi-2 4.7")
def test_a_drawn_card_counts_for_the_duty_at_once() -> None:
    # Seat 0 has no sword, plays the Fuggitivo and draws one second: then it must follow.
    leader = LEADER.replace("S5", "DJ")
    deal_talon = [card for card in first_trick(leader).setup.deal.talon]
    top = deal_talon.index("S5")
    assert top == 0, "the leader draws the S5"
    run = do(first_trick(leader), "SK T5")  # seat 0 trumps, wins and draws the S5 first
    assert run.table.holds(0, "S5")
    run = do(run, "C9 CJ SQ")
    assert set(decision_of(run).options) == {"S5", "F"}


@pytest.mark.parametrize(
    ("led", "second", "winner"),
    [("SK", "T0", 0), ("T20", "T5", 1), ("CJ", "C10", 1), ("CQ", "C9", 1)],
)
@clause("calatafimi-2 4.8", "calatafimi-2 1.4")
def test_the_higher_trump_or_else_the_higher_card_of_the_suit_wins(
    led: str, second: str, winner: int
) -> None:
    run = do(first_trick(), [led, second])
    assert run.table.tricks[0].winner == winner
    assert decision_of(run).seat == winner


@clause("calatafimi-2 4.8")
def test_a_card_thrown_off_never_wins() -> None:
    run = do(first_trick(follower=FOLLOWER.replace("T5 T0", "D9 D8")), "S5 DK")
    assert run.table.tricks[0].winner == 1


@pytest.mark.parametrize("led", ["SK", "CK", "T20"])
@clause("calatafimi-2 4.9", "calatafimi-2 4.11", "calatafimi-2 1.5")
def test_the_fuggitivo_frees_from_every_duty_and_the_card_led_wins(led: str) -> None:
    run = do(first_trick(), [led, "F"])
    assert run.table.tricks[0].winner == 1


@clause("calatafimi-2 4.10")
def test_a_drawn_fuggitivo_is_shown_and_may_be_played_at_once() -> None:
    hands = {0: "BK BQ BC BJ B10 B9 B8 T5 T0 DK DQ DC C10 C9 D10", 1: LEADER}
    run = start("calatafimi-2", hands)
    stock = run.setup.deal.talon
    cards = (*stock[:1], "F", *(card for card in stock[1:] if card != "F"))
    run = Run(GAME, type(run.setup.deal)(run.setup.deal.hands, cards))
    do(run, "CK C9")  # seat 1 wins and draws first, seat 0 draws the Fuggitivo
    assert run.view(1).heard("draws")[1] == (0, "F")
    do(run, "CQ")
    assert run.why_not("F") is None
    assert run.why_not("C10") is None


@clause("calatafimi-2 4.12")
def test_the_fuggitivo_is_not_led_before_the_last_trick() -> None:
    run = first_trick("F " + LEADER.removesuffix(" CJ"), FOLLOWER.replace(" F ", " CJ "))
    refusal = run.why_not("F")
    assert refusal is not None
    assert refusal.clause == "calatafimi-2 4.12"


def before_the_last_trick(*, leader_has_it: bool) -> Run:
    """The first of a few deals in which one seat kept the Fuggitivo to the last trick."""
    for seed in range(20):
        run = Run.shuffled(GAME, seed=seed)
        while run.decision is not None and len(run.table.tricks) < 30:
            run.do(next(card for card in run.decision.options if card != "F"))
        if run.decision and run.table.holds(run.decision.seat, "F") is leader_has_it:
            return run
    raise AssertionError("no such deal")


@clause("calatafimi-2 4.12", "calatafimi-2 4.13")
def test_the_fuggitivo_led_to_the_last_trick_loses_it_to_the_second_card() -> None:
    run = before_the_last_trick(leader_has_it=True)
    leader = decision_of(run).seat
    play_on(run)
    assert run.table.tricks[30].cards[0] == "F"
    assert run.table.tricks[30].winner == 1 - leader


def lying_open(run: Run) -> OpenCards:
    """What lies face up, the same to both players and to an onlooker."""
    shown = [GAME.lying_open(run.view(viewer)) for viewer in (0, 1, None)]
    assert shown[0] == shown[1] == shown[2]
    return shown[0]


@clause("calatafimi-2 4.14", "calatafimi-2 4.17")
def test_the_fuggitivo_alone_lies_face_up_until_its_owner_has_a_trick() -> None:
    run = do(first_trick(follower=FOLLOWER.replace("T5", "T1")), "T20 T1")
    assert lying_open(run) == {}  # the Picciotti is caught, and turned over
    assert lying_open(do(run, "SK F")) == {(0,): {"F"}}
    assert lying_open(do(run, "CK C10 SQ")) == {(0,): {"F"}}
    assert lying_open(do(run, "T0")) == {}  # seat 0 has won its first trick


@pytest.mark.parametrize("led", [True, False])
@clause("calatafimi-2 4.14", "calatafimi-2 4.16")
def test_the_fuggitivo_stays_with_its_owner_in_the_last_trick_too(led: bool) -> None:
    run = before_the_last_trick(leader_has_it=led)
    owner = run.table.holder("F")
    assert owner is not None
    play_on(run)
    piles = outcome_of(run.table).piles
    won = sum(trick.winner == owner for trick in run.table.tricks)
    assert won > 0
    assert "F" in piles[owner]
    # no card is given for it: one card more than twice his tricks, the other one fewer
    assert (len(piles[owner]), len(piles[1 - owner])) == (2 * won + 1, 2 * (31 - won) - 1)


@clause("calatafimi-2 4.18", "calatafimi-2 4.19")
def test_the_winner_draws_first_then_the_loser_before_the_next_lead() -> None:
    run = do(first_trick(), "S5 T5")
    top = run.setup.deal.talon[:2]
    assert run.view(None).heard("draws") == ((0, top[0]), (1, top[1]))
    assert decision_of(run).seat == 0


@clause("calatafimi-2 4.20", "calatafimi-2 4.21")
def test_after_sixteen_drawings_fifteen_tricks_are_played_without() -> None:
    run = Run.shuffled(GAME, seed=2)
    sizes = []
    while run.decision is not None:
        if len(run.actions) % 2 == 0:
            sizes.append([len(run.table.hand(seat)) for seat in (0, 1)])
        run.do(run.decision.options[-1])
    assert sizes == [[15, 15]] * 17 + [[left, left] for left in range(14, 0, -1)]
    assert len(run.view(None).heard("draws")) == 32


@clause("calatafimi-2 7.1", "calatafimi-2 4.17")
def test_there_are_no_signals_and_nothing_is_said_aside() -> None:
    run = first_trick()
    while run.decision is not None:
        assert run.asides(0) == run.asides(1) == ()
        run.do(run.decision.options[0])
    assert {event.kind for event in run.events} == {
        *("dealt", "packet", "stock", "play", "trick", "draws")
    }


@clause("calatafimi-2 2.7")
def test_four_kings_are_no_ground_to_stop() -> None:
    run = first_trick("SK BK CK DK", "T20 T19")
    assert set(run.view(1).hand) >= KINGS
    assert decision_of(run).kind == "play"


# -- counting, the payment, the match ----------------------------------------------------

EACH_ALONE = (0, 1)

TRUMPS_FROM_THE_TOP = [f"T{number}" for number in range(20, -1, -1)]
ALL_SWORDS = ["SK", "SQ", "SC", "SJ", "S10", "S9", "S8", "S7", "S6", "S5"]


def settled(pile: str, *, last_to: int) -> Outcome:
    """Seat 0 has a pile, seat 1 the rest; somebody won the last trick."""
    return outcome(
        "calatafimi-2", EACH_ALONE, {0: pile}, [(0, "S5 B5", last_to)], rest_to=1, declarer=None
    )


def seat_1_wins(last_led: str, *, fuggitivo_at: int) -> Run:
    """Seat 1 has all trumps and leads them, then swords; `last_led` is its last card.

    Seat 0 cannot follow nor trump, plays the Fuggitivo to a given trick and keeps the DK.
    """
    own = [*TRUMPS_FROM_THE_TOP, *(card for card in ALL_SWORDS if card != last_led)][:30]
    own.append(last_led)
    others = [card for card in SICILIAN_WITHOUT_4.codes if card not in own]
    others.sort(key=lambda card: (card == "DK", card != "F"))
    stock = " ".join(card for pair in zip(own[15:], others[15:], strict=True) for card in pair)
    run = start("calatafimi-2", {1: " ".join(own[:15]), 0: " ".join(others[:15])}, stock)
    while run.decision is not None:
        options = run.decision.options
        if run.decision.seat == 1:
            run.do(min(options, key=own.index))
        elif "F" in options and len(run.table.tricks) == fuggitivo_at:
            run.do("F")
        else:
            run.do(min(options, key=lambda card: (card == "F", card == "DK")))
    return run


@clause("calatafimi-2 5.1")
def test_five_cards_worth_27_count_24() -> None:
    assert lot_points("F T20 T5 DK D7".split(), SICILIAN_WITHOUT_4) == 24  # noqa: SIM905


@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("", 0),
        ("T5", 0),  # 1, one left over costs 1
        ("T5 T6", 1),  # 2 − 1
        ("T5 T6 T7", 1),  # 3 − 2
        ("DK", 4),  # 5 − 1
        ("DK DQ", 8),  # 9 − 1
        ("DK DQ DC", 10),  # 12 − 2
        ("DK DQ DC DJ", 11),  # 14 − 2 − 1
    ],
)
@clause("calatafimi-2 5.1")
def test_every_three_cards_cost_2_and_one_or_two_left_over_cost_1(
    pile: str, counted: int
) -> None:
    assert GAME.points(settled(pile, last_to=1), GAME.resolve())[0] == counted


@pytest.mark.parametrize("last_to", [0, 1])
@clause("calatafimi-2 5.2")
def test_the_last_trick_adds_5_to_the_card_points_of_its_winner(last_to: int) -> None:
    counted = GAME.points(settled("DK DQ DC", last_to=last_to), GAME.resolve())
    assert counted[0] == (15 if last_to == 0 else 10)
    # the other: 59 cards of 145 − 12 = 133, less 2 × 19 + 1
    assert counted[1] == (94 if last_to == 0 else 99)


@pytest.mark.parametrize("tricks", range(31))
@clause("calatafimi-2 5.3", "calatafimi-2 4.16")
def test_the_total_is_108_when_the_owners_tricks_can_be_divided_by_three(tricks: int) -> None:
    rest = [card for card in SICILIAN_WITHOUT_4.codes if card != "F"]
    pile = ["F", *rest[: 2 * tricks]] if tricks else []
    expected = 108 if tricks and tricks % 3 == 0 else 109
    assert sum(GAME.points(settled(" ".join(pile), last_to=1), GAME.resolve())) == expected


ARIE_AND_TENS = "F T20 T1 T19 T18 T17 T16"  # 50 in seven cards
MIDDLE_TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T0"  # 15 in fifteen
# 50 + 4 + 3 + 2 + 2 + 18 = 79 in 29 cards, less 2 × 9 + 1: 60
SIXTY = f"{ARIE_AND_TENS} SQ SC SJ BJ {MIDDLE_TRUMPS} S5 S6 S7"
# 50 + 2 + 23 = 75 in 31 cards, less 2 × 10 + 1: 54
FIFTY_FOUR = f"{ARIE_AND_TENS} SJ {MIDDLE_TRUMPS} S10 S9 S8 S7 S6 S5 C5 C6"


@clause("calatafimi-2 5.4")
def test_sixty_to_49_pays_the_winner_11() -> None:
    finished = settled(SIXTY, last_to=1)
    assert GAME.points(finished, GAME.resolve()) == (60, 49)
    (row,) = GAME.score(finished, GAME.resolve())
    assert (row.clause, row.amounts) == ("calatafimi-2 5.4", (11, -11))


@clause("calatafimi-2 5.4")
def test_the_second_player_is_paid_as_well() -> None:
    (row,) = GAME.score(settled("DK DQ DC", last_to=1), GAME.resolve())
    assert row.amounts == (-89, 89)  # 99 to 10


@clause("calatafimi-2 5.5")
def test_54_to_54_is_a_draw() -> None:
    finished = settled(FIFTY_FOUR, last_to=1)
    assert GAME.points(finished, GAME.resolve()) == (54, 54)
    (row,) = GAME.score(finished, GAME.resolve())
    assert (row.clause, row.amounts) == ("calatafimi-2 5.5", (0, 0))


@clause("calatafimi-2 5.5", "calatafimi-2 5.4")
def test_one_point_more_than_a_draw_is_paid() -> None:
    # the SJ goes over for a 5 of batons: 53 to 55
    finished = settled(FIFTY_FOUR.replace("SJ", "B5"), last_to=1)
    assert GAME.points(finished, GAME.resolve()) == (53, 55)
    (row,) = GAME.score(finished, GAME.resolve())
    assert row.amounts == (-2, 2)


@clause("calatafimi-2 5.6", "calatafimi-2 1.7", "calatafimi-2 4.17")
def test_four_kings_and_caught_tens_are_paid_by_their_card_points_only() -> None:
    finished = outcome(
        "calatafimi-2",
        EACH_ALONE,
        {0: "SK BK CK DK T1 T20"},
        [(1, "T1 T20", 0)],
        rest_to=1,
        declarer=None,
    )
    # 40 in six cards: 36, and 5; the other 105 in 56 cards, less 2 × 18 + 1: 68
    assert GAME.points(finished, GAME.resolve()) == (41, 68)
    assert [row.amounts for row in GAME.score(finished, GAME.resolve())] == [(-27, 27)]


@pytest.mark.parametrize("fuggitivo_at", [0, 20, 30])
@clause("calatafimi-2 4.15", "calatafimi-2 5.6", "calatafimi-2 5.3")
def test_the_fuggitivo_of_one_without_a_trick_goes_over_and_109_are_paid(
    fuggitivo_at: int,
) -> None:
    run = seat_1_wins("S5", fuggitivo_at=fuggitivo_at)
    assert [trick.winner for trick in run.table.tricks] == [1] * 31
    piles = outcome_of(run.table).piles
    assert [len(pile) for pile in piles] == [0, 62]
    assert result_of(run).points == (0, 109)
    assert result_of(run).scores == (-109, 109)


@clause("calatafimi-2 4.15", "calatafimi-2 4.14", "calatafimi-2 5.2")
def test_one_trick_even_the_last_is_enough_to_keep_the_fuggitivo() -> None:
    run = seat_1_wins("D5", fuggitivo_at=3)
    assert run.table.tricks[30].cards == ("D5", "DK")
    # F DK D5: 16 less 2, and 5; the other 129 in 59 cards, less 2 × 19 + 1
    assert result_of(run).points == (19, 90)
    assert result_of(run).scores == (-71, 71)


@clause("calatafimi-2 5.7")
def test_what_one_receives_the_other_pays() -> None:
    for seed in range(20):
        result = play_on(Run.shuffled(GAME, seed=seed)).result
        assert result is not None
        assert sum(result.scores) == 0
        assert max(result.scores) == max(result.points) - min(result.points)


@clause("calatafimi-2 6.2", "calatafimi-2 6.1")
def test_the_other_player_deals_next() -> None:
    for dealer in (0, 1):
        result = play_on(Run.shuffled(GAME, seed=4, dealer=dealer)).result
        assert result is not None
        assert result.next_dealer == 1 - dealer


@clause("calatafimi-2 6.3", "calatafimi-2 6.4")
def test_the_ledger_adds_up_points_from_zero_and_nothing_else_is_carried() -> None:
    match = Match(GAME, dealer=1)
    sums = [0, 0]
    for seed in range(3):
        assert match.ledger == sums
        assert not match.over
        result = play_on(match.next_run(seed=seed)).result
        assert result is not None
        assert dict(result.carried) == {}
        match.take(result)
        sums = [own + new for own, new in zip(sums, result.scores, strict=True)]
    assert match.ledger == sums
    assert GAME.unit == 1


@clause("calatafimi-2 7.2")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    finished = settled(SIXTY, last_to=1)
    faulty = Outcome(
        pack=finished.pack,
        side=finished.side,
        piles=finished.piles,
        tricks=finished.tricks,
        faults={"revoke": (2, 0)},
    )
    assert GAME.score(faulty, GAME.resolve()) == GAME.score(finished, GAME.resolve())
