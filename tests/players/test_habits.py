"""Habits are seen where they are, and nowhere else: positions made by hand."""

from __future__ import annotations

import pytest

from matto.engine.events import Decision
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.play.weights import COUNTER
from matto.players.vetoes import (
    CardQuestion,
    advised_against,
    counter_left_out,
    fool_thrown_early,
    gift_for_a_foe,
    high_trump_on_a_lost_trick,
    honour_into_a_loss,
    nothing_for_a_friend,
    top_trump_where_a_lower_wins,
    worth_in,
)
from players.questions_by_hand import GAME, SETUP, Played, case, view_of

FOES_LOW = ((1, "S6"), (2, "S7"), (3, "S5"))
LOST = ((1, "T20"), (2, "T8"), (3, "S7"))
"""A trick of swords that seat 1 has taken for good, with seat 0 to play last."""

OF_A_FRIEND = ((1, "S6"), (2, "T8"), (3, "S7"))
"""The same that the partner has taken."""


@pytest.mark.parametrize(("card", "counted"), [("T20", True), ("T6", False)])
def test_the_top_trump_is_spent_only_where_a_lower_one_wins(card: str, counted: bool) -> None:
    assert case(top_trump_where_a_lower_wins, card, "T20 T6", FOES_LOW) is counted


@pytest.mark.parametrize(
    ("hand", "lying"),
    [
        ("T20 CK", FOES_LOW),  # no other trump
        ("T20 T6", FOES_LOW[:2]),  # the last may beat the lower one
        ("T20 T6", ((1, "T7"), (2, "T8"), (3, "T9"))),  # the lower one loses
        ("T20 T19", FOES_LOW),  # both are as good
        ("T15 T6", FOES_LOW),  # others may be higher
    ],
)
def test_there_is_no_occasion_to_save_the_top_trump(hand: str, lying: Played) -> None:
    first = hand.split(maxsplit=1)[0]
    assert case(top_trump_where_a_lower_wins, first, hand, lying) is None


def test_a_lower_trump_wins_where_the_last_will_hardly_be_void() -> None:
    hand = "T20 T6 C5 C6 C7 C8 D5 D6 D7 D8 B5 B6 B7 B8"
    assert case(top_trump_where_a_lower_wins, "T20", hand, ((1, "S6"), (2, "S7"))) is True
    assert case(top_trump_where_a_lower_wins, "T20", "T20 T6", ((1, "S6"), (2, "S7"))) is None


def test_no_card_is_a_counter_where_nothing_is_paid_for_who_takes_it() -> None:
    assert set(worth_in(Run.shuffled(find_game("ragusa-3"), seed=1).view(0)).values()) == {0.0}
    assert worth_in(Run.shuffled(GAME, seed=1).view(0))["T16"] >= COUNTER


RUFFED = [[(0, "S6"), (1, "T2"), (2, "S7"), (3, "S5")]]
"""Seat 1 has shown itself void of swords, and holds many unknown cards."""


def test_an_honour_is_not_led_where_a_foe_has_trumped() -> None:
    hand = "SK C6 C7 C8 C9 D5 D6 D7 D8 D9"
    assert case(honour_into_a_loss, "SK", hand, (), RUFFED) is True
    assert case(honour_into_a_loss, "C6", hand, (), RUFFED) is False


def test_an_honour_may_be_led_where_a_friend_has_trumped_or_nobody() -> None:
    by_friend = [[(0, "S6"), (1, "S7"), (2, "T2"), (3, "S5")]]
    hand = "SK C6 C7 C8 C9 D5 D6 D7 D8 D9"
    assert case(honour_into_a_loss, "SK", hand, (), by_friend) is None
    assert case(honour_into_a_loss, "SK", hand) is None


def test_who_has_nothing_else_leads_his_honours_anyway() -> None:
    assert case(honour_into_a_loss, "SK", "SK SQ", (), RUFFED) is None


@pytest.mark.parametrize(("card", "counted"), [("T18", True), ("T3", False)])
def test_the_lowest_trump_goes_under_a_lost_trick(card: str, counted: bool) -> None:
    assert case(high_trump_on_a_lost_trick, card, "T18 T3", LOST) is counted


def test_a_trick_is_not_lost_while_a_friend_is_to_come_or_a_trump_wins() -> None:
    assert case(high_trump_on_a_lost_trick, "T18", "T18 T3", ((3, "T20"),)) is None
    assert case(high_trump_on_a_lost_trick, "T20", "T20 T3", ((1, "T18"), *LOST[1:])) is None


def test_a_low_trump_that_counts_is_not_thrown_under_a_lost_trick() -> None:
    assert case(high_trump_on_a_lost_trick, "T12", "T12 T1", LOST) is None


@pytest.mark.parametrize(("card", "counted"), [("D5", True), ("DK", False)])
def test_points_are_given_to_a_friend(card: str, counted: bool) -> None:
    assert case(nothing_for_a_friend, card, "DK D5", OF_A_FRIEND) is counted


def test_who_has_nothing_to_give_gives_nothing() -> None:
    assert case(nothing_for_a_friend, "D5", "D5 D6", OF_A_FRIEND) is None
    assert case(nothing_for_a_friend, "D5", "DK D5", LOST) is None


@pytest.mark.parametrize(
    ("hand", "counted"),
    [("T3 T1", True), ("T19 T3", None), ("T3 T19", None), ("T3 T19 T1", True)],
)
def test_a_trump_that_takes_the_trick_from_a_friend_need_not_be_given_to_him(
    hand: str, counted: bool | None
) -> None:
    first = hand.split(maxsplit=1)[0]
    assert case(nothing_for_a_friend, first, hand, OF_A_FRIEND) is counted


@pytest.mark.parametrize(("hand", "counted"), [("T8 T18", True), ("T8 T19", None)])
def test_a_trump_that_nobody_beats_any_more_need_not_be_given_to_a_friend(
    hand: str, counted: bool | None
) -> None:
    lying = ((1, "T5"), (2, "T20"), (3, "T6"))
    assert case(nothing_for_a_friend, "T8", hand, lying) is counted


TO_BE_TAKEN = ((1, "S6"), (2, "S7"), (3, "SQ"))


@pytest.mark.parametrize(("card", "counted"), [("S5", True), ("SK", False)])
def test_a_king_that_wins_is_brought_home(card: str, counted: bool) -> None:
    assert case(counter_left_out, card, "SK S5", TO_BE_TAKEN) is counted


@pytest.mark.parametrize(("card", "counted"), [("SC", False), ("SJ", True), ("S9", True)])
def test_a_card_that_counts_not_much_less_may_come_home_for_it(
    card: str, counted: bool
) -> None:
    assert case(counter_left_out, card, f"SK {card}", ((3, "S8"),)) is None  # seat 1 may ruff
    lying = ((1, "S6"), (2, "S7"), (3, "S8"))
    assert case(counter_left_out, card, "SK SC SJ S9", lying) is counted


def test_a_king_also_comes_home_before_one_who_can_neither_follow_nor_trump() -> None:
    lying = ((2, "SJ"), (3, "SQ"))
    before = [[(0, "S8"), (1, "C5"), (2, "T3"), (3, "S9")]]
    assert counter_left_out(CardQuestion(GAME, view_of("SK S5", lying, before))) == {"S5"}
    assert not counter_left_out(CardQuestion(GAME, view_of("SK S5", lying, ())))


def test_a_king_does_not_come_home_where_a_foe_has_trumped_or_a_friend_wins() -> None:
    assert case(counter_left_out, "S5", "SK S5", LOST) is None
    friends = ((1, "S6"), (2, "SQ"), (3, "S7"))
    assert case(counter_left_out, "S5", "SK S5", friends) is None


@pytest.mark.parametrize(("card", "counted"), [("DK", True), ("D5", False)])
def test_nothing_is_given_to_a_foe(card: str, counted: bool) -> None:
    assert case(gift_for_a_foe, card, "DK D5", LOST) is counted


def test_nothing_is_given_to_a_trick_that_a_foe_will_trump() -> None:
    hand = "SK S10 C6 C7 C8 C9 D5 D6 D7 D8"
    view = view_of(hand, ((2, "S8"), (3, "S9")), RUFFED)
    must_follow = View(SETUP, view.events, 0, Decision(0, "play", ("SK", "S10")))
    assert set(gift_for_a_foe(CardQuestion(GAME, must_follow))) == {"SK"}
    unknown = view_of(hand, ((2, "S8"), (3, "S9")), ())
    must_follow = View(SETUP, unknown.events, 0, Decision(0, "play", ("SK", "S10")))
    assert not gift_for_a_foe(CardQuestion(GAME, must_follow))


def test_who_has_counters_only_gives_one() -> None:
    assert case(gift_for_a_foe, "DK", "DK DQ", LOST) is None


def test_the_fool_is_early_in_the_first_tricks_only() -> None:
    before = [[(0, f"S{n}"), (1, f"B{n}"), (2, f"C{n}"), (3, f"D{n}")] for n in (5, 6, 7)]
    assert case(fool_thrown_early, "F", "F T3", LOST) is True
    assert case(fool_thrown_early, "T3", "F T3", LOST) is False
    assert case(fool_thrown_early, "F", "F T3", LOST, before) is None
    assert case(fool_thrown_early, "F", "F", LOST) is None
    assert case(fool_thrown_early, "F", "F T1", LOST) is None  # it saves the Pagat


def test_a_player_is_advised_against_all_habits_at_once_but_never_against_every_card() -> None:
    view = view_of("T18 T12 DK DJ D5", LOST, ())
    assert advised_against(GAME, view) == {"T18", "DK"}
    assert not advised_against(GAME, view_of("DK CK", LOST, ()))
