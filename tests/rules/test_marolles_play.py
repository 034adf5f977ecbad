"""Tarot of the Abbé de Marolles: the play of the cards (section 4)."""

from __future__ import annotations

import pytest

from marolles_deals import asked, options_of, play_cards, ready, to_play, to_the_end
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import outcome_of
from matto.engine.run import Run


def clause_for(run: Run, choice: str) -> str:
    why = run.why_not(choice)
    assert why is not None
    return why.clause


def in_suit(run: Run, seat: int, suit: str) -> set[str]:
    return {card for card in run.view(seat).hand if card[0] == suit}


def winner_of(run: Run) -> int:
    return run.view(None).tricks[-1].winner


@pytest.mark.clause("marolles 4.1")
@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_the_dealers_neighbour_leads_and_the_others_follow_in_turn(
    dealer: int, order: list[int]
) -> None:
    run = to_the_end(ready({}, dealer=dealer))
    first = [action.seat for action in run.actions if action.kind == "play"][:3]
    assert first == order


@pytest.mark.clause("marolles 4.1", "marolles 8.1")
@pytest.mark.parametrize(("pack", "tricks"), [(66, 20), (78, 24)])
def test_there_are_as_many_tricks_as_cards_in_a_hand(pack: int, tricks: int) -> None:
    assert len(to_the_end(ready({}, cards=pack)).view(None).tricks) == tricks


@pytest.mark.clause("marolles 4.1")
def test_only_a_card_of_ones_own_hand_can_be_played() -> None:
    run = to_play(ready({2: "SK"}))
    assert clause_for(run, "SK") == "marolles 4.1"


@pytest.mark.clause("marolles 4.2")
def test_who_holds_the_suit_led_must_play_it() -> None:
    run = to_play(play_cards(ready({1: "S4 F", 2: "SK S5 T9 C2"}), "S4"))
    assert set(options_of(run)) == in_suit(run, 2, "S")
    assert clause_for(run, "C2") == clause_for(run, "T9") == "marolles 4.2"


@pytest.mark.clause("marolles 4.2")
def test_a_revoke_is_refused_and_nothing_has_changed() -> None:
    run = to_play(play_cards(ready({1: "S4 F", 2: "SK S5 T9 C2"}), "S4"))
    before = run.view(2).facts()
    with pytest.raises(IllegalChoice):
        run.do("T9")
    assert run.view(2).facts() == before


SWORDS = "SK SQ SC SJ S10 S9 S8 S7 S6 S5"


@pytest.mark.clause("marolles 4.3")
def test_who_has_none_of_the_suit_must_trump() -> None:
    run = to_play(play_cards(ready({1: "S4 F", 0: SWORDS, 2: "T9 T2 C2"}), "S4"))
    assert set(options_of(run)) == in_suit(run, 2, "T")
    assert clause_for(run, "C2") == "marolles 4.3"


@pytest.mark.clause("marolles 4.3")
def test_when_a_trump_is_led_everybody_must_play_a_trump() -> None:
    run = to_play(play_cards(ready({1: "T9 F", 2: "T2 C2"}), "T9"))
    assert set(options_of(run)) == in_suit(run, 2, "T")
    assert clause_for(run, "C2") == "marolles 4.3"


ALL_TRUMPS = " ".join(f"T{number}" for number in range(1, 22))


@pytest.mark.clause("marolles 4.4")
@pytest.mark.parametrize("lead", ["S4", "T9"])
def test_who_has_neither_suit_nor_trump_may_play_anything(lead: str) -> None:
    trumps = " ".join(trump for trump in ALL_TRUMPS.split() if trump != lead)
    swords = "" if lead == "T9" else SWORDS
    run = to_play(play_cards(ready({1: f"{lead} {swords} F", 0: trumps}), lead))
    assert set(options_of(run)) == set(run.view(2).hand)
    assert not in_suit(run, 2, "T")


@pytest.mark.clause("marolles 4.5")
def test_nobody_has_to_beat() -> None:
    trump = to_play(play_cards(ready({1: "T9", 2: "T2 T20"}), "T9"))
    assert {"T2", "T20"} <= set(options_of(trump))
    suit = to_play(play_cards(ready({1: "S7", 2: "SK S5"}), "S7"))
    assert {"SK", "S5"} <= set(options_of(suit))


@pytest.mark.clause("marolles 4.6", "marolles 1.4", "marolles 1.5")
@pytest.mark.parametrize(
    ("hands", "cards", "winner"),
    [
        ({1: "S7", 2: "SK", 0: "S10"}, "S7 SK S10", 2),
        ({1: "S7", 2: "S5", 0: "S10"}, "S7 S5 S10", 0),
        ({1: "C7", 2: "CA", 0: "C2"}, "C7 CA C2", 2),  # the ace is the highest pip
        ({1: "D2", 2: "D7", 0: "DJ"}, "D2 D7 DJ", 0),
        ({1: "DA", 2: "D2", 0: "D3"}, "DA D2 D3", 1),
        ({1: "T1", 2: "T2", 0: "T21"}, "T1 T2 T21", 0),
    ],
)
def test_the_highest_card_of_the_suit_led_or_the_highest_trump_wins(
    hands: dict[int, str], cards: str, winner: int
) -> None:
    run = play_cards(ready(hands), cards)
    assert winner_of(run) == winner
    assert asked(run) == (winner, "play")  # and leads to the next trick


@pytest.mark.clause("marolles 4.6", "marolles 1.6")
def test_the_lowest_trump_beats_the_king() -> None:
    hands = {1: "SK SQ SC SJ S10 S9 S8 S7 S6 S5", 0: "S4", 2: "T1"}
    assert winner_of(play_cards(ready(hands), "SK T1 S4")) == 2


@pytest.mark.clause("marolles 4.7")
@pytest.mark.parametrize("lead", ["S4", "T9"])
def test_the_math_may_be_played_instead_of_following_and_is_never_compulsory(lead: str) -> None:
    run = to_play(play_cards(ready({1: lead, 2: "F SK S5 T2"}), lead))
    assert "F" in options_of(run)
    assert set(options_of(run)) == in_suit(run, 2, lead[0]) | {"F"}


@pytest.mark.clause("marolles 4.7")
def test_who_can_neither_follow_nor_trump_may_keep_the_math() -> None:
    run = to_play(play_cards(ready({1: f"S4 {SWORDS}", 0: ALL_TRUMPS, 2: "F C2 C3"}), "S4"))
    assert {"F", "C2", "C3"} <= set(options_of(run))
    assert set(options_of(run)) == set(run.view(2).hand)


@pytest.mark.clause("marolles 4.8", "marolles 4.9")
def test_the_math_stays_with_its_owner_and_nothing_is_given_for_it() -> None:
    run = play_cards(ready({1: "S4", 2: "F", 0: "SK"}), "S4 F SK")
    assert winner_of(run) == 0
    to_the_end(run)
    tricks = run.view(None).tricks
    won = [sum(trick.winner == seat for trick in tricks) for seat in range(3)]
    sizes = [len(pile) for pile in outcome_of(run.table).piles]
    # dealer 4, others 1 laid away; the Math one more to seat 2, one fewer to seat 0
    assert sizes == [3 * won[0] + 4 - 1, 3 * won[1] + 1, 3 * won[2] + 1 + 1]


@pytest.mark.clause("marolles 4.8")
@pytest.mark.parametrize("cards", ["F S4 S5", "S4 F S5", "S4 S5 F"])
def test_the_math_wins_no_trick(cards: str) -> None:
    first, second, third = cards.split()
    run = play_cards(ready({1: first, 2: second, 0: third}), cards)
    assert winner_of(run) != (1, 2, 0)[cards.split().index("F")]


@pytest.mark.clause("marolles 4.10")
def test_after_a_led_math_the_second_plays_anything_and_his_card_decides() -> None:
    run = to_play(play_cards(ready({1: "F", 2: "S4 C2 T9", 0: "SK S5 T2 C3"}), "F"))
    assert set(options_of(run)) == set(run.view(2).hand)
    suit = to_play(play_cards(run.fork(), "S4"))
    assert set(options_of(suit)) == in_suit(suit, 0, "S")
    assert clause_for(suit, "T2") == "marolles 4.2"
    trump = to_play(play_cards(run.fork(), "T9"))
    assert set(options_of(trump)) == in_suit(trump, 0, "T")
    assert winner_of(play_cards(suit, "S5")) == 0
    assert winner_of(play_cards(trump, "T2")) == 2


@pytest.mark.clause("marolles 4.10")
def test_a_third_player_who_cannot_follow_the_second_must_trump() -> None:
    hands = {1: "F SK SQ SC SJ S10", 2: "S4 S5 S6 S7 S8 S9", 0: "T2 T3 C2"}
    run = to_play(play_cards(ready(hands), "F S4"))
    assert set(options_of(run)) == in_suit(run, 0, "T")


@pytest.mark.clause("marolles 4.10")
def test_with_the_option_the_math_may_not_be_led_while_another_card_is_left() -> None:
    assert "F" in options_of(to_play(ready({1: "F"})))
    run = to_play(ready({1: "F"}, math_lead="forbidden"))
    assert "F" not in options_of(run)
    assert clause_for(run, "F") == "marolles 4.10"


def keep_the_math(run: Run) -> Run:
    """Everybody plays the first legal card that is not the Math, as long as he has another."""
    while run.decision is not None:
        choices = [card for card in run.decision.options if card != "F"]
        said = "no_more" if run.decision.kind == "declare" else (choices or ["F"])[0]
        run.do(said)
    return run


@pytest.mark.clause("marolles 4.11", "marolles 5.5")
@pytest.mark.parametrize("math_lead", ["allowed", "forbidden"])
@pytest.mark.parametrize("math", [0, 1, 2])
def test_a_math_kept_to_the_last_trick_is_played_there_and_stays_with_its_owner(
    math: int, math_lead: str
) -> None:
    run = keep_the_math(ready({math: "F"}, math_lead=math_lead))
    last = run.view(None).tricks[-1]
    assert (math, "F") in tuple(last.by_seat(3))
    assert last.winner != math
    assert run.result is not None
    assert sum(run.result.points) == 74


@pytest.mark.clause("marolles 4.11", "marolles 4.10")
@pytest.mark.parametrize("math_lead", ["allowed", "forbidden"])
def test_the_math_may_always_be_led_to_the_last_trick(math_lead: str) -> None:
    hand = "F T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3"
    run = keep_the_math(ready({1: hand}, math_lead=math_lead))
    last = run.view(None).tricks[-1]  # nineteen trumps from the top have taken all the others
    assert (last.leader, last.cards[0]) == (1, "F")
    assert last.winner in (0, 2)


@pytest.mark.clause("marolles 4.12")
def test_all_see_the_cards_played_and_nobody_sees_another_hand() -> None:
    run = play_cards(ready({1: "S4 C2", 2: "S5 C3", 0: "S6"}), "S4 S5")
    other = play_cards(ready({1: "S4 C3", 2: "S5 C2", 0: "S6"}), "S4 S5")
    to_play(run), to_play(other)
    assert run.view(None).lying == ((1, "S4"), (2, "S5"))
    assert run.view(0).facts() == other.view(0).facts()
    assert run.view(1).facts() != other.view(1).facts()
    assert run.view(None).hand == ()
