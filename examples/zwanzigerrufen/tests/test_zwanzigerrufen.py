"""Zwanzigerrufen, clause by clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from matto.engine.run import Run
from matto.games import game
from matto.research.testing.by_hand import do, outcome, play_on, start

ID = "zwanzigerrufen"
GAME = game(ID)
HANDS = {  # the dealer is seat 0, so seat 1 is forehand
    0: "SK SQ SC BK BQ T4 T5 T6 T7 T8",
    1: "SJ S10 CK CQ DK T21 T19 T18 T10 T1",
    2: "CC CJ CA DQ DC T20 T17 T16 T15 T9",
    3: "DJ DA BC BJ B10 F T14 T13 T12 T11",
}
PASSES = "pass pass pass pass"


def begun(hands: Mapping[int, str] = HANDS, **options: Any) -> Run:
    return start(ID, hands, **options)


def called(hands: Mapping[int, str] = HANDS, **options: Any) -> Run:
    """Nobody plays a solo, and forehand has called, unless he has nobody to call."""
    run = do(begun(hands, **options), PASSES)
    assert run.decision is not None
    return do(run, run.decision.options) if run.decision.kind == "call" else run


def silent(hands: Mapping[int, str] = HANDS) -> Run:
    """The first card is to be led, with nothing announced."""
    return do(called(hands), "silence")


def may(run: Run) -> set[str]:
    assert run.decision is not None
    return set(run.decision.options)


def paid(
    tricks: list[tuple[int, str, int]],
    piles: Mapping[int, str],
    side: tuple[int, ...] = (1, 0, 0, 1),
    **more: Any,
) -> dict[str, tuple[int, ...]]:
    """The score sheet of a deal made by hand: forehand is seat 1."""
    options = {name: more.pop(name) for name in ("bonuses",) if name in more}
    ended = outcome(ID, side, piles, tricks, declarer=1, **more)
    return {row.item: row.amounts for row in GAME.score(ended, GAME.resolve(options))}


LAST = [(1, "T21 T4 SJ S10", 1)]  # a last trick in which nothing happens


@pytest.mark.clause("zwanzigerrufen 1.1")
def test_there_are_twenty_tarocks_and_five_cards_of_each_suit() -> None:
    pack = GAME.pack(GAME.resolve())
    tarocks = {card for card in pack.cards if card == "F" or card[0] == "T"}
    assert len(tarocks) == 20
    assert not {"T2", "T3"} & tarocks
    assert len(pack.cards) == 40
    assert {"S10", "B10", "CA", "DA"} <= pack.cards


@pytest.mark.clause("zwanzigerrufen 1.2")
def test_the_skues_stands_above_the_mond_and_the_kings_above_their_suits() -> None:
    pack = GAME.pack(GAME.resolve())
    assert pack.sort(["T1", "T21", "F", "T20", "SC", "SK"]) == (
        *("SK", "SC"),
        *("F", "T21", "T20", "T1"),
    )
    assert pack.ranks_of["C"] == ("K", "Q", "C", "J", "A")


@pytest.mark.clause("zwanzigerrufen 1.3")
def test_all_cards_count_88() -> None:
    value = GAME.pack(GAME.resolve()).value_of
    assert sum(value.values()) == 88
    assert [value[card] for card in ("F", "T21", "T1", "SK")] == [5, 5, 5, 5]
    assert [value[card] for card in ("SQ", "SC", "SJ", "T20", "S10", "CA")] == [
        4,
        3,
        2,
        1,
        0,
        0,
    ]


@pytest.mark.clause("zwanzigerrufen 2.1")
def test_two_packets_of_five_go_round_from_forehand() -> None:
    packets = [event for event in begun().events if event.kind == "dealt"]
    assert [event.seat for event in packets] == [1, 2, 3, 0] * 2
    assert {len(event.what) for event in packets} == {5}


@pytest.mark.clause("zwanzigerrufen 3.1")
def test_the_first_who_says_solo_plays_alone_and_for_twice_as_much() -> None:
    run = do(begun(), "pass solo")
    contract = run.table.contract
    assert contract is not None
    assert (contract.side, contract.declarer, contract.times) == ((1, 1, 0, 1), 2, 2)
    assert run.decision is not None
    assert (run.decision.seat, run.decision.kind) == (2, "announce")


@pytest.mark.clause("zwanzigerrufen 3.2")
def test_forehand_calls_the_twenty() -> None:
    run = do(begun(), PASSES)
    assert may(run) == {"T20"}
    refusal = run.why_not("T19")
    assert refusal is not None
    assert refusal.clause == "zwanzigerrufen 3.2"


@pytest.mark.clause("zwanzigerrufen 3.2")
def test_forehand_who_holds_the_twenty_and_nineteen_calls_the_eighteen() -> None:
    run = do(begun({1: "T20 T19 T17"}), PASSES)
    assert may(run) == {"T18"}


@pytest.mark.clause("zwanzigerrufen 3.3")
def test_forehand_with_all_five_plays_alone_for_the_simple_game() -> None:
    run = do(begun({1: "T20 T19 T18 T17 T16"}), PASSES)
    contract = run.table.contract
    assert contract is not None
    assert (contract.side, contract.times, contract.called) == ((1, 0, 1, 1), 1, "")
    assert run.decision is not None
    assert run.decision.kind == "announce"


@pytest.mark.clause("zwanzigerrufen 3.4")
def test_the_partner_alone_knows_until_the_called_card_is_played() -> None:
    run = silent()
    assert GAME.friends(run.view(2)) == {1}
    assert GAME.friends(run.view(1)) == GAME.friends(run.view(0)) == frozenset()
    do(run, "T10 T20 F T4")
    assert GAME.friends(run.view(1)) == {2}
    assert GAME.friends(run.view(0)) == {3}


@pytest.mark.clause("zwanzigerrufen 3.5")
def test_only_the_holder_of_the_pagat_may_announce_it() -> None:
    assert may(called()) == {"pagat_ultimo", "silence"}
    run = called({0: "T1"})
    assert may(run) == {"silence"}
    refusal = run.why_not("pagat_ultimo")
    assert refusal is not None
    assert refusal.clause == "zwanzigerrufen 3.5"


@pytest.mark.clause("zwanzigerrufen 3.5")
def test_with_the_option_everybody_is_asked_from_the_declarer_on() -> None:
    run, asked = called(announcing="all"), []
    while run.decision is not None and run.decision.kind == "announce":
        asked.append(run.decision.seat)
        run.do("silence")
    assert asked == [1, 2, 3, 0]


@pytest.mark.clause("zwanzigerrufen 4.1")
def test_forehand_leads_even_to_another_players_solo_and_then_the_winner() -> None:
    run = do(begun(), "pass solo silence")
    assert run.decision is not None
    assert run.decision.seat == 1
    do(run, "T10 T9 F T4")
    assert run.decision is not None
    assert run.decision.seat == 3


@pytest.mark.clause("zwanzigerrufen 4.2")
def test_one_follows_suit_else_plays_a_tarock_else_what_one_likes() -> None:
    run = do(silent(), "SJ")
    assert may(run) == {"T20", "T17", "T16", "T15", "T9"}
    do(run, "T9")
    assert may(run) == {"F", "T14", "T13", "T12", "T11"}
    do(run, "F")
    assert may(run) == {"SK", "SQ", "SC"}
    free = silent({1: "SJ", 2: "CK CQ CC CJ CA DK DQ DC DJ DA"})
    assert len(may(do(free, "SJ"))) == 10


@pytest.mark.clause("zwanzigerrufen 4.2")
def test_nobody_need_beat_a_card() -> None:
    assert "T4" in may(do(silent(), "T10 T20 F"))


@pytest.mark.clause("zwanzigerrufen 4.3")
def test_the_skues_must_be_played_by_one_who_has_no_other_tarock_and_wins() -> None:
    run = silent({1: "T21 T18", 3: "DJ DA BC BJ B10 F CC CJ CA DQ"})
    do(run, "T21")
    assert run.decision is not None
    do(run, run.decision.options[0])
    assert may(run) == {"F"}
    run.do("F")
    run.do(run.decision.options[0])
    assert run.table.tricks[0].winner == 3


@pytest.mark.clause("zwanzigerrufen 4.3")
def test_the_skues_excuses_nobody_from_following_suit() -> None:
    run = silent({1: "DK", 2: "DQ", 3: "F DJ"})
    assert may(do(run, "DK DQ")) == {"DJ"} | ({"DA"} & may(run))
    refusal = run.why_not("F")
    assert refusal is not None
    assert refusal.clause == "zwanzigerrufen 4.2"


@pytest.mark.clause("zwanzigerrufen 5.1")
@pytest.mark.parametrize(
    ("own", "amounts"),
    [
        # 4 Kings 20, 4 Queens 16, Sküs 5, two Jacks 4
        ("SK BK CK DK SQ BQ CQ DQ F SJ BJ", (-1, 1, 1, -1)),  # 45
        ("SK BK CK DK SQ BQ CQ DQ F SC", (1, -1, -1, 1)),  # 44
    ],
)
def test_the_callers_need_45_points(own: str, amounts: tuple[int, ...]) -> None:
    ended = outcome(ID, (1, 0, 0, 1), {1: own}, LAST, rest_to=3, declarer=1)
    assert GAME.points(ended, GAME.resolve())[1] == (45 if amounts[1] == 1 else 44)
    sheet = {row.item: row.amounts for row in GAME.score(ended, GAME.resolve())}
    assert amounts in (sheet.get("game"), sheet.get("game lost"))


@pytest.mark.clause("zwanzigerrufen 3.1", "zwanzigerrufen 5.1")
def test_a_lost_solo_pays_two_to_each() -> None:
    sheet = paid(LAST, {}, side=(1, 0, 1, 1), times=2, rest_to=3)
    assert sheet["game lost"] == (2, -6, 2, 2)


@pytest.mark.clause("zwanzigerrufen 5.2")
def test_the_trull_is_a_point_wherever_its_cards_lie_in_the_party() -> None:
    assert paid(LAST, {1: "F T1", 2: "T21"}, rest_to=3)["Trull"] == (-1, 1, 1, -1)
    assert "Trull" not in paid(LAST, {1: "F T1"}, rest_to=3)
    assert "Trull" not in paid(LAST, {1: "F T1 T21"}, rest_to=3, bonuses=False)


@pytest.mark.clause("zwanzigerrufen 5.3")
def test_four_kings_are_a_point() -> None:
    assert paid(LAST, {0: "SK BK", 3: "CK DK"}, rest_to=1)["four Kings"] == (1, -1, -1, 1)


@pytest.mark.clause("zwanzigerrufen 5.4")
@pytest.mark.parametrize(
    ("last", "item", "amounts"),
    [
        ((1, "T1 CA DA SK", 1), "Pagat ultimo", (-1, 1, 1, -1)),
        ((1, "T1 CA T9 SK", 3), "Pagat ultimo lost", (1, -1, -1, 1)),
        ((1, "T1 T9 CA SK", 2), "Pagat ultimo lost", (1, -1, -1, 1)),  # taken by the partner
        ((3, "T1 CA DA SK", 3), "Pagat ultimo", (1, -1, -1, 1)),
    ],
)
def test_the_pagat_in_the_last_trick(
    last: tuple[int, str, int], item: str, amounts: tuple[int, ...]
) -> None:
    sheet = paid([last], {}, rest_to=0)
    assert sheet[item] == amounts
    assert len([word for word in sheet if word.startswith("Pagat")]) == 1


@pytest.mark.clause("zwanzigerrufen 5.5")
@pytest.mark.parametrize(
    ("tricks", "item", "amounts"),
    [
        ([(1, "T1 CA DA SK", 1)], "Pagat ultimo", (-2, 2, 2, -2)),
        ([(1, "T1 CA T9 SK", 3)], "Pagat ultimo lost", (2, -2, -2, 2)),
        ([(1, "T1 CA DA SK", 1), *LAST], "Pagat ultimo lost", (2, -2, -2, 2)),
    ],
)
def test_an_announced_pagat_is_two_points_won_or_lost(
    tricks: list[tuple[int, str, int]], item: str, amounts: tuple[int, ...]
) -> None:
    sheet = paid(tricks, {}, rest_to=0, said={"pagat_ultimo": (1,)})
    assert sheet[item] == amounts


@pytest.mark.clause("zwanzigerrufen 6.1")
def test_the_neighbour_deals_next() -> None:
    result = play_on(begun()).result
    assert result is not None
    assert result.next_dealer == 1
