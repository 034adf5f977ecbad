"""Tarot of the Abbé de Marolles: the pack, the deal, laying away, the play."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import asked, do, lot_points, options, outcome, result_of
from kernel.settled_deals import paid_by_plan
from marolles_deals import (
    EACH_ALONE,
    GAME,
    chips,
    dealt,
    paid_events,
    play_cards,
    ready,
    to_play,
    to_the_end,
)
from matto.engine.cards import KINGS, NUMBER
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from matto.games.tarots import TAROTS, TRIUMPHS
from matto.kernel.packing import plan_of

SHORT = GAME.pack(GAME.resolve())
WHOLE = GAME.pack(GAME.resolve({"cards": 78}))
USELESS = set(["S3", "S2", "SA", "B3", "B2", "BA", "C8", "C9", "C10", "D8", "D9", "D10"])


def strong(*codes: str) -> list[int]:
    return [WHOLE.strength[NUMBER[code]] for code in codes]


@pytest.mark.clause("marolles 1.1", "marolles 8.1")
def test_twelve_useless_cards_are_thrown_out_of_seventy_eight() -> None:
    assert len(SHORT.codes) == 66
    assert len(WHOLE.codes) == 78
    assert WHOLE.cards - SHORT.cards == USELESS
    assert [sum(card[0] == suit for card in SHORT.codes) for suit in "SBCD"] == [11] * 4


@pytest.mark.clause("marolles 1.2")
@pytest.mark.parametrize("suit", "SBCD")
def test_the_four_honneurs_stand_above_all_pips(suit: str) -> None:
    assert SHORT.ranks_of[suit][:4] == ("K", "Q", "C", "J")


@pytest.mark.clause("marolles 1.3", "marolles 8.1")
@pytest.mark.parametrize("suit", "SB")
def test_in_long_suits_the_ten_is_the_highest_pip_and_the_ace_the_lowest(suit: str) -> None:
    assert SHORT.ranks_of[suit][4:] == ("10", "9", "8", "7", "6", "5", "4")
    assert WHOLE.ranks_of[suit][11:] == ("3", "2", "A")


@pytest.mark.clause("marolles 1.4", "marolles 8.1")
@pytest.mark.parametrize("suit", "CD")
def test_in_round_suits_the_ace_is_the_highest_pip_and_the_ten_the_lowest(suit: str) -> None:
    assert SHORT.ranks_of[suit][4:] == ("A", "2", "3", "4", "5", "6", "7")
    assert WHOLE.ranks_of[suit][11:] == ("8", "9", "10")


@pytest.mark.clause("marolles 1.5")
def test_la_belle_is_an_empty_card_below_the_jack_and_above_the_two() -> None:
    jack, belle, two = strong("DJ", "DA", "D2")
    assert jack > belle > two
    assert SHORT.value_of["DA"] == 1  # an empty card stands for 1 in its lot
    assert "DA" not in TAROTS


@pytest.mark.clause("marolles 1.6")
def test_the_higher_of_twenty_one_trumps_is_the_stronger() -> None:
    trumps = strong(*(f"T{number}" for number in range(1, 22)))
    assert trumps == sorted(set(trumps))
    assert len(TRIUMPHS) == 22
    assert set(SHORT.codes) >= TRIUMPHS


@pytest.mark.clause("marolles 1.7")
def test_the_math_is_a_triumph_without_strength() -> None:
    assert "F" in TRIUMPHS
    assert strong("F") == [0]


@pytest.mark.clause("marolles 1.8")
def test_the_seven_tarots_are_the_kings_the_world_the_bagat_and_the_math() -> None:
    assert set(["SK", "BK", "CK", "DK", "T21", "T1", "F"]) == TAROTS


@pytest.mark.clause("marolles 1.9")
def test_nineteen_cards_count_and_are_worth_seventy_one() -> None:
    counting = [SHORT.value_of[card] for card in SHORT.codes if _counts(card)]
    # seven tarots of 5, four Queens of 4, four Cavaliers of 3, four Jacks of 2
    assert sorted(counting) == [2] * 4 + [3] * 4 + [4] * 4 + [5] * 7
    assert sum(counting) == 71
    assert [len(pack.codes) - 19 for pack in (SHORT, WHOLE)] == [47, 59]


def _counts(card: str) -> bool:
    return SHORT.value_of[card] > 1


@pytest.mark.clause("marolles 1.10", "marolles 8.1")
def test_the_pack_holds_seventy_four_points_and_the_whole_pack_seventy_eight() -> None:
    # 66 cards are 22 lots: 71 + 47 - 2 x 22 = 74; 78 cards are 26: 71 + 59 - 2 x 26 = 78
    assert lot_points(SHORT.codes, SHORT) == 74
    assert lot_points(WHOLE.codes, WHOLE) == 78


@pytest.mark.clause("marolles 2.1")
def test_each_plays_on_his_own_account() -> None:
    deal = outcome("marolles", EACH_ALONE, {})
    assert deal.sides == (0, 1, 2)
    assert GAME.friends(dealt({}).view(0)) == frozenset()


@pytest.mark.clause("marolles 2.2", "marolles 2.3", "marolles 3.5")
def test_the_game_goes_round_to_the_right_and_the_dealer_is_the_last() -> None:
    assert GAME.direction == "right"
    run = dealt({}, dealer=1)
    order = []
    while run.decision is not None and run.decision.kind == "discard":
        order.append(run.decision.seat)
        run.do(run.decision.options[0])
    assert order == [2, 0, 1, 1, 1, 1]


@pytest.mark.clause("marolles 2.4", "marolles 2.5", "marolles 8.1")
@pytest.mark.parametrize(
    ("pack", "packet", "sizes"), [(66, 5, (24, 21, 21)), (78, 6, (28, 25, 25))]
)
def test_four_packets_then_one_to_the_others_and_four_to_the_dealer(
    pack: int, packet: int, sizes: tuple[int, ...]
) -> None:
    run = dealt({}, dealer=0, cards=pack)
    packets = run.view(None).heard("packet")
    round_ = [(1, str(packet)), (2, str(packet)), (0, str(packet))]
    assert packets == (*round_ * 4, (1, "1"), (2, "1"), (0, "4"))
    assert tuple(len(run.view(seat).hand) for seat in range(3)) == sizes
    assert run.setup.deal.talon == ()


@pytest.mark.clause("marolles 2.6")
def test_all_see_the_last_card_and_nothing_else_of_another_hand() -> None:
    run = dealt({}, last="C5", dealer=2)
    assert run.view(None).heard("turned up") == ((2, "C5"),)
    assert "C5" in run.view(2).hand
    assert [event for event in run.view(0).events if event.kind == "dealt" and event.seat] == []


@pytest.mark.clause("marolles 2.7")
@pytest.mark.parametrize("card", sorted(TAROTS))
def test_the_dealer_receives_one_from_each_for_a_tarot_shown_as_the_last_card(
    card: str,
) -> None:
    run = dealt({}, last=card, dealer=2)
    assert paid_events(run) == [(2, ("tarot turned up", "-1", "-1", "2"))]
    assert chips(to_the_end(run), "tarot turned up") == [(-1, -1, 2)]


@pytest.mark.clause("marolles 2.7")
@pytest.mark.parametrize("card", ["T20", "T2", "SQ", "DA"])
def test_no_other_last_card_pays(card: str) -> None:
    run = dealt({}, last=card, dealer=2)
    assert paid_events(run) == []
    assert chips(to_the_end(run), "tarot turned up") == []


@pytest.mark.clause("marolles 2.8")
def test_nobody_bids_and_no_deal_is_thrown_in() -> None:
    run = to_the_end(dealt({}))
    assert {action.kind for action in run.actions} == {"discard", "declare", "play"}
    assert not result_of(run).thrown_in


@pytest.mark.clause("marolles 3.1", "marolles 8.1")
@pytest.mark.parametrize(("pack", "left"), [(66, 20), (78, 24)])
def test_the_dealer_lays_away_four_and_the_others_one_until_all_are_equal(
    pack: int, left: int
) -> None:
    run = dealt({}, cards=pack)
    for _ in range(1 + 1 + 4):
        run.do(options(run)[0])
    assert [len(run.view(seat).hand) for seat in range(3)] == [left] * 3
    assert run.view(None).heard("has laid away") == ((1, "1"), (2, "1"), (0, "4"))


@pytest.mark.clause("marolles 3.1")
def test_the_dealer_may_lay_away_the_card_that_was_shown() -> None:
    run = dealt({}, last="C5", dealer=2)
    run.do(options(run)[0])
    run.do(options(run)[0])
    assert "C5" in options(run)


@pytest.mark.clause("marolles 3.2")
def test_only_their_owner_knows_the_cards_laid_away() -> None:
    run = dealt({1: "C5 C6"})
    before = [run.view(seat).facts() for seat in (0, 2, None)]
    other = run.fork()
    run.do("C5")
    other.do("C6")
    assert run.view(1).heard("laid away") == ((1, "C5"),)
    for seat, seen in zip((0, 2, None), before, strict=True):
        assert run.view(seat).facts() == other.view(seat).facts() != seen


@pytest.mark.clause("marolles 3.2", "marolles 5.9")
def test_cards_laid_away_count_for_their_owner() -> None:
    run = dealt({1: "SQ"})
    run.do("SQ")
    to_the_end(run)
    assert run.table.laid_away[1] == ["SQ"]
    taken = {card for trick in run.table.tricks if trick.winner == 1 for card in trick.cards}
    pile = (taken - {"F"}) | {"SQ"} | _math_of(run.table.tricks, 1)
    assert result_of(run).points[1] == lot_points(pile, SHORT)


def _math_of(tricks: object, seat: int) -> set[str]:
    assert isinstance(tricks, list)
    return {"F"} if any((seat, "F") in trick.by_seat(3) for trick in tricks) else set()


@pytest.mark.clause("marolles 3.3")
def test_queens_cavaliers_jacks_pips_and_la_belle_may_be_laid_away_and_nothing_else() -> None:
    run = dealt({1: "SK T21 T20 T2 T1 F SQ BC CJ S4 DA"})
    assert set(options(run)) >= set(["SQ", "BC", "CJ", "S4", "DA"])
    assert not set(options(run)) & (TRIUMPHS | KINGS)


@pytest.mark.clause("marolles 3.3", "marolles 3.4")
@pytest.mark.parametrize(
    ("card", "clause"),
    [("SK", "3.3"), ("T21", "3.3"), ("T1", "3.3"), ("F", "3.3"), ("T9", "3.4")],
)
def test_a_forbidden_card_is_refused_and_nothing_has_changed(card: str, clause: str) -> None:
    run = dealt({1: "SK T21 T9 T1 F"})
    why = run.why_not(card)
    assert why is not None
    assert why.clause == f"marolles {clause}"
    before = run.view(1).facts()
    with pytest.raises(IllegalChoice):
        run.do(card)
    assert run.view(1).facts() == before


@pytest.mark.clause("marolles 3.4")
def test_who_has_too_few_other_cards_lays_away_trumps_but_never_tarots() -> None:
    run = dealt({0: NO_CHOICE[0]}, dealer=0)  # 24 cards, two of them free
    for _ in range(2):
        run.do(options(run)[0])
    assert options(run) == ("S5", "S4")
    run.do("S4")
    assert options(run) == ("S5",)
    run.do("S5")
    assert set(options(run)) == {f"T{number}" for number in range(2, 21)}
    run.do("T2")
    run.do("T3")
    to_the_end(run)
    assert chips(run, PENALTY) == []


PENALTY = "triumphs or tarots laid away"
ALL_TRUMPS = " ".join(f"T{number}" for number in range(1, 22))
NO_CHOICE = {0: f"{ALL_TRUMPS} F S4 S5", 1: ALL_TRUMPS}
"""The dealer lays away S4, S5 and two trumps, another player one trump and nothing else."""


@pytest.mark.clause("marolles 3.4", "marolles 7.1")
@pytest.mark.parametrize(
    ("seat", "options", "rows"),
    [
        (0, {"forced_trumps": "penalty"}, [(-8, 4, 4)]),  # 2 to each for each of two
        (1, {"forced_trumps": "penalty"}, [(2, -4, 2)]),
        (0, {"forced_trumps": "penalty", "discard_penalty": "once"}, [(-4, 2, 2)]),
        (0, {"forced_trumps": "free"}, []),
        (1, {"forced_trumps": "free", "discard_penalty": "once"}, []),
    ],
)
def test_with_the_option_trumps_laid_away_of_necessity_cost_what_others_cost(
    seat: int, options: dict[str, Any], rows: list[tuple[int, ...]]
) -> None:
    run = to_the_end(dealt({seat: NO_CHOICE[seat]}, **options))
    assert chips(run, PENALTY) == rows
    assert paid_by_plan(run) == result_of(run).scores


@pytest.mark.clause("marolles 3.4", "marolles 3.2")
def test_nobody_learns_of_such_trumps_before_the_count() -> None:
    free, costly = (
        dealt({1: ALL_TRUMPS}, forced_trumps=option) for option in ("free", "penalty")
    )
    while costly.decision is not None:
        assert "T2" in costly.table.laid_away[1] or costly.decision.kind == "discard"
        for viewer in (0, 2, None):
            assert costly.view(viewer).events == free.view(viewer).events
        if costly.table.contract is not None:
            assert plan_of(GAME, costly.table).pay_rules.tolist() == (
                plan_of(GAME, free.table).pay_rules.tolist()
            )
        choice = options(costly)[-1 if costly.decision.kind == "discard" else 0]
        costly.do(choice)
        free.do(choice)


@pytest.mark.clause("marolles 3.4")
@pytest.mark.parametrize("cards", [66, 78])
def test_the_option_costs_nothing_where_other_cards_were_laid_away(cards: int) -> None:
    run = to_the_end(dealt({}, forced_trumps="penalty", cards=cards))
    assert chips(run, PENALTY) == []


# -- the play of the cards ---------------------------------------------------------------


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
    assert set(options(run)) == in_suit(run, 2, "S")
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
    assert set(options(run)) == in_suit(run, 2, "T")
    assert clause_for(run, "C2") == "marolles 4.3"


@pytest.mark.clause("marolles 4.3")
def test_when_a_trump_is_led_everybody_must_play_a_trump() -> None:
    run = to_play(play_cards(ready({1: "T9 F", 2: "T2 C2"}), "T9"))
    assert set(options(run)) == in_suit(run, 2, "T")
    assert clause_for(run, "C2") == "marolles 4.3"


@pytest.mark.clause("marolles 4.4")
@pytest.mark.parametrize("lead", ["S4", "T9"])
def test_who_has_neither_suit_nor_trump_may_play_anything(lead: str) -> None:
    trumps = " ".join(trump for trump in ALL_TRUMPS.split() if trump != lead)
    swords = "" if lead == "T9" else SWORDS
    run = to_play(play_cards(ready({1: f"{lead} {swords} F", 0: trumps}), lead))
    assert set(options(run)) == set(run.view(2).hand)
    assert not in_suit(run, 2, "T")


@pytest.mark.clause("marolles 4.5")
def test_nobody_has_to_beat() -> None:
    trump = to_play(play_cards(ready({1: "T9", 2: "T2 T20"}), "T9"))
    assert {"T2", "T20"} <= set(options(trump))
    suit = to_play(play_cards(ready({1: "S7", 2: "SK S5"}), "S7"))
    assert {"SK", "S5"} <= set(options(suit))


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
    assert "F" in options(run)
    assert set(options(run)) == in_suit(run, 2, lead[0]) | {"F"}


@pytest.mark.clause("marolles 4.7")
def test_who_can_neither_follow_nor_trump_may_keep_the_math() -> None:
    run = to_play(play_cards(ready({1: f"S4 {SWORDS}", 0: ALL_TRUMPS, 2: "F C2 C3"}), "S4"))
    assert {"F", "C2", "C3"} <= set(options(run))
    assert set(options(run)) == set(run.view(2).hand)


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
    assert set(options(run)) == set(run.view(2).hand)
    suit = to_play(play_cards(run.fork(), "S4"))
    assert set(options(suit)) == in_suit(suit, 0, "S")
    assert clause_for(suit, "T2") == "marolles 4.2"
    trump = to_play(play_cards(run.fork(), "T9"))
    assert set(options(trump)) == in_suit(trump, 0, "T")
    assert winner_of(play_cards(suit, "S5")) == 0
    assert winner_of(play_cards(trump, "T2")) == 2


@pytest.mark.clause("marolles 4.10")
def test_a_third_player_who_cannot_follow_the_second_must_trump() -> None:
    hands = {1: "F SK SQ SC SJ S10", 2: "S4 S5 S6 S7 S8 S9", 0: "T2 T3 C2"}
    run = to_play(play_cards(ready(hands), "F S4"))
    assert set(options(run)) == in_suit(run, 0, "T")


@pytest.mark.clause("marolles 4.10")
def test_with_the_option_the_math_may_not_be_led_while_another_card_is_left() -> None:
    assert "F" in options(to_play(ready({1: "F"})))
    run = to_play(ready({1: "F"}, math_lead="forbidden"))
    assert "F" not in options(run)
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
    assert sum(result_of(run).points) == 74


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


# -- a whole deal by what Marolles himself printed ---------------------------------------

FROM_THE_TOP = [f"T{trump}" for trump in range(21, 9, -1)]
TURNED_UP = "SK"
AWAY = {1: "DQ DC DJ CQ", 2: "S10", 0: "S5"}
SEAT_1 = ["F", "BK", *FROM_THE_TOP, "T1", "CK", "DK", "DA", "C7", TURNED_UP]
SEAT_2 = "S6 B4 T2 T3 T4 T5 CC CJ CA C2 C3 C4 SQ SC SJ C5 D2 D3 C6 B10".split()  # noqa: SIM905
SEAT_0 = "S4 B5 T6 T7 T8 T9 BQ BC BJ B9 B8 B7 B6 S9 S8 S7 D4 D5 D6 D7".split()  # noqa: SIM905
"""What each plays to the twenty tricks; seat 1 takes all but the first and the last two."""

EARNS_1 = (-1, 2, -1)  # 1 from each
WHOLE_SHEET = [  # by hand: dealer 1 turns up SK and loses it in the last trick
    ("2.7", EARNS_1),
    ("3.14", (-4, 8, -4)),  # seven tarots
    ("3.15", (-6, 12, -6)),  # four Kings with the Math, by Marolles's own figure
    ("3.20", (-3, 6, -3)),
    ("3.22", EARNS_1),  # la Belle with the seven tarots
    *[("5.2", EARNS_1)] * 6,  # F, BK, T21, T1, CK, DK
    ("5.3", (1, -2, 1)),  # SK; that it was in the last trick costs nothing more
    ("5.6", EARNS_1),
    ("5.11", (-6, 3, 3)),  # S5 laid away and no trick: 0 points, which pay 3 and no more
    ("5.11", (3, 3, -6)),  # S10 S6 S4, C7 C6 D6, B10 D7 SK: 5 + 8 - 2 x 3 = 7 points
]


@pytest.mark.clause("marolles 8.2", "marolles 3.15", "marolles 3.22", "marolles 5.8")
@pytest.mark.clause("marolles 5.1", "marolles 5.11")
def test_a_whole_deal_as_printed_is_paid_by_the_figures_of_marolles() -> None:
    own = [card for card in SEAT_1 if card != TURNED_UP]
    hands = {
        0: " ".join([*SEAT_0, AWAY[0]]),
        1: " ".join([*own, AWAY[1]]),
        2: " ".join([*SEAT_2, AWAY[2]]),
    }
    run = dealt(hands, last=TURNED_UP, dealer=1, preset="as_printed")
    do(run, f"{AWAY[2]} {AWAY[0]} {AWAY[1]}")
    do(run, ["no_more", SEAT_2[0], "no_more", SEAT_0[0]])
    do(run, "belle tarots_7 kings_4_math all_three no_more")
    left = {0: SEAT_0[1:], 1: list(SEAT_1), 2: SEAT_2[1:]}
    while run.decision is not None:
        run.do(left[run.decision.seat].pop(0))
    assert [trick.winner for trick in run.table.tricks] == [2, *[1] * 17, 2, 2]
    assert result_of(run).points == (0, 67, 7)
    found = [(row.clause.split()[1], row.amounts) for row in result_of(run).sheet]
    assert sorted(found) == sorted(WHOLE_SHEET)
    assert result_of(run).scores == (-24, 48, -24)
