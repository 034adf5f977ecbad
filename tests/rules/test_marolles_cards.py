"""Tarot of the Abbé de Marolles: the pack, the deal and laying away (sections 1 to 3.5)."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import lot_points, outcome
from kernel.settled_deals import paid_by_plan
from marolles_deals import EACH_ALONE, GAME, chips, dealt, options_of, paid_events, to_the_end
from matto.engine.cards import KINGS, NUMBER
from matto.engine.errors import IllegalChoice
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
    assert run.result is not None
    assert not run.result.thrown_in


@pytest.mark.clause("marolles 3.1", "marolles 8.1")
@pytest.mark.parametrize(("pack", "left"), [(66, 20), (78, 24)])
def test_the_dealer_lays_away_four_and_the_others_one_until_all_are_equal(
    pack: int, left: int
) -> None:
    run = dealt({}, cards=pack)
    for _ in range(1 + 1 + 4):
        run.do(options_of(run)[0])
    assert [len(run.view(seat).hand) for seat in range(3)] == [left] * 3
    assert run.view(None).heard("has laid away") == ((1, "1"), (2, "1"), (0, "4"))


@pytest.mark.clause("marolles 3.1")
def test_the_dealer_may_lay_away_the_card_that_was_shown() -> None:
    run = dealt({}, last="C5", dealer=2)
    run.do(options_of(run)[0])
    run.do(options_of(run)[0])
    assert "C5" in options_of(run)


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
    assert run.result is not None
    assert run.result.points[1] == lot_points(pile, SHORT)


def _math_of(tricks: object, seat: int) -> set[str]:
    assert isinstance(tricks, list)
    return {"F"} if any((seat, "F") in trick.by_seat(3) for trick in tricks) else set()


@pytest.mark.clause("marolles 3.3")
def test_queens_cavaliers_jacks_pips_and_la_belle_may_be_laid_away_and_nothing_else() -> None:
    run = dealt({1: "SK T21 T20 T2 T1 F SQ BC CJ S4 DA"})
    assert set(options_of(run)) >= set(["SQ", "BC", "CJ", "S4", "DA"])
    assert not set(options_of(run)) & (TRIUMPHS | KINGS)


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
        run.do(options_of(run)[0])
    assert options_of(run) == ("S5", "S4")
    run.do("S4")
    assert options_of(run) == ("S5",)
    run.do("S5")
    assert set(options_of(run)) == {f"T{number}" for number in range(2, 21)}
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
    assert run.result is not None
    assert paid_by_plan(run) == run.result.scores


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
        choice = options_of(costly)[-1 if costly.decision.kind == "discard" else 0]
        costly.do(choice)
        free.do(choice)


@pytest.mark.clause("marolles 3.4")
@pytest.mark.parametrize("cards", [66, 78])
def test_the_option_costs_nothing_where_other_cards_were_laid_away(cards: int) -> None:
    run = to_the_end(dealt({}, forced_trumps="penalty", cards=cards))
    assert chips(run, PENALTY) == []
