"""Vanto of Tortorici for three: bidding, first lead, and the payment."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.engine.words import Text
from matto.games import game
from matto.games.sicily import sicilian_points
from matto.games.sicily.tortorici_3 import GAME
from tortorici_tables import (
    HANDS,
    TALON,
    THREE,
    amounts,
    asked,
    begin,
    finished,
    options,
    play_by,
    playing,
    refused,
    seen,
    sums,
)

clause = pytest.mark.clause
SOLO_OF_1, EACH_ALONE = (1, 0, 1), (0, 1, 2)
LAST_TO_1, LAST_TO_2 = [(1, "S9 S8 S7", 1)], [(1, "S9 S8 S7", 2)]


def bidders(said: str, **given: Any) -> tuple[Run, list[int]]:
    """Who is asked while these bids are made."""
    run, order = begin(THREE, **given), []
    for word in said.split():
        assert run.decision is not None
        order.append(run.decision.seat)
        assert run.decision.kind == "bid"
        run.do(word)
    return run, order


def sentence(run: Run, choice: str) -> Text:
    """Why a choice is refused."""
    refusal = run.why_not(choice)
    assert refusal is not None
    return refusal.sentence


# -- bidding -------------------------------------------------------------------------------


@clause("tortorici-3 2.6")
@pytest.mark.parametrize("dealer", range(3))
def test_all_bid_once_in_turn_from_the_forehand_on(dealer: int) -> None:
    run, order = bidders("chiamo bene bene", dealer=dealer)
    assert order == [(dealer + step) % 3 for step in (1, 2, 3)]
    for viewer in (0, 1, 2, None):
        assert [word for _, word in run.view(viewer).heard("bid")] == ["chiamo", "bene", "bene"]
    assert asked(run) == ((dealer + 1) % 3, "discard")


@clause("tortorici-3 2.7")
def test_there_are_chiamo_solo_and_bene() -> None:
    run = begin(THREE)
    assert refused(run, "passo") == "tortorici-3 2.7"
    assert str(sentence(run, "passo")) == "“passo” is no bid here. Say chiamo, solo."
    do(run, "chiamo")
    assert refused(run, "vado_solo") == "tortorici-3 2.7"
    assert str(sentence(run, "vado_solo")) == "“vado_solo” is no bid here. Say solo, bene."
    assert {"chiamo", "solo", "bene", "solo_io"} <= GAME.vocabulary.glossary.keys()


@clause("tortorici-3 2.8")
def test_the_forehand_says_chiamo_or_solo_unless_he_may_pass() -> None:
    run = begin(THREE)
    assert options(run) == ("chiamo", "solo")
    assert refused(run, "bene") == "tortorici-3 2.8"
    with pytest.raises(IllegalChoice):
        run.do("bene")
    assert run.actions == []
    assert options(begin(THREE, forehand_passes=True)) == ("chiamo", "solo", "bene")


@clause("tortorici-3 2.9")
def test_only_a_solo_tops_a_chiamo() -> None:
    run = do(begin(THREE), "chiamo")
    assert options(run) == ("solo", "bene")
    assert refused(run, "chiamo") == "tortorici-3 2.9"
    assert options(do(run, "bene")) == ("solo", "bene")


@clause("tortorici-3 2.9")
def test_after_a_solo_nobody_else_bids() -> None:
    forehands, _ = bidders("solo")
    assert asked(forehands) == (1, "discard")
    second, order = bidders("chiamo solo bene")
    assert order == [1, 2, 1]  # the dealer is not asked any more
    assert asked(second) == (2, "discard")


@clause("tortorici-3 2.10")
def test_after_the_forehand_has_passed_the_others_may_bid_and_all_may_pass() -> None:
    run = do(begin(THREE, forehand_passes=True), "bene")
    assert options(run) == ("chiamo", "solo", "bene")
    called, order = bidders("bene bene chiamo", forehand_passes=True)
    assert (order, asked(called)) == ([1, 2, 0], (0, "discard"))
    after_chiamo, _ = bidders("bene chiamo", forehand_passes=True)
    assert options(after_chiamo) == ("solo", "bene")
    thrown, _ = bidders("bene bene bene", forehand_passes=True)
    assert thrown.result is not None
    assert thrown.result.thrown_in
    assert (thrown.result.sheet, thrown.result.next_dealer) == ((), 1)
    assert not set(TALON[THREE].split()) & seen(thrown, None)


@clause("tortorici-3 2.11")
@pytest.mark.parametrize(
    ("said", "soloist"),
    [
        ("chiamo solo solo_io", 1),
        ("chiamo solo bene", 2),
        ("chiamo bene solo solo_io", 1),
        ("chiamo bene solo bene", 0),
    ],
)
def test_the_forehand_may_take_a_solo_over_his_chiamo_by_solo_io(
    said: str, soloist: int
) -> None:
    run, order = bidders(said)
    assert order[-1] == 1
    assert asked(run) == (soloist, "discard")
    partners = set(range(3)) - {soloist}
    for seat in range(3):
        friends = set(GAME.friends(run.view(seat)))
        assert friends == (partners - {seat} if seat in partners else set())


@clause("tortorici-3 2.11")
def test_solo_io_answers_a_solo_over_a_chiamo_and_nothing_else() -> None:
    pending = do(begin(THREE), "chiamo solo")
    assert (asked(pending), options(pending)) == ((1, "bid"), ("solo_io", "bene"))
    assert refused(pending, "solo") == refused(pending, "chiamo") == "tortorici-3 2.11"
    assert refused(pending, "passo") == "tortorici-3 2.7"
    assert GAME.friends(pending.view(0)) == frozenset()  # not yet known who plays
    assert refused(begin(THREE), "solo_io") == "tortorici-3 2.11"
    passed = do(begin(THREE, forehand_passes=True), "bene solo")
    assert asked(passed) == (2, "discard")  # it has followed no chiamo
    others = do(begin(THREE, forehand_passes=True), "bene chiamo solo")
    assert (asked(others), options(others)) == ((1, "bid"), ("solo_io", "bene"))


@clause("tortorici-3 2.11", "tortorici-3 4.2")
@pytest.mark.parametrize(("answer", "soloist"), [("solo_io", 1), ("bene", 0)])
def test_a_forehand_who_has_passed_may_take_a_solo_over_anothers_chiamo(
    answer: str, soloist: int
) -> None:
    run, order = bidders(f"bene chiamo solo {answer}", forehand_passes=True)
    assert order == [1, 2, 0, 1]
    assert asked(run) == (soloist, "discard")  # never the one who has called
    partners = set(range(3)) - {soloist}
    for seat in range(3):
        friends = set(GAME.friends(run.view(seat)))
        assert friends == (partners - {seat} if seat in partners else set())
    while run.decision is not None and run.decision.kind == "discard":
        run.do(options(run)[0])
    assert asked(run) == (soloist, "play")
    play_by(run, {})
    assert run.result is not None
    assert [row.item for row in run.result.sheet] == ["solo"]
    own = run.result.points[soloist] - 55
    assert run.result.scores[soloist] == 2 * own


@clause("tortorici-3 2.12")
def test_the_others_are_partners_against_a_soloist_and_nobody_is_in_a_chiamo() -> None:
    solo = playing(THREE, words="solo")
    assert [GAME.friends(solo.view(seat)) for seat in range(3)] == [{2}, set(), {0}]
    assert not set(HANDS[THREE][2].split()) & seen(solo, 0)
    assert GAME.friends(solo.view(None)) == frozenset()
    chiamo = playing(THREE)
    assert [GAME.friends(chiamo.view(seat)) for seat in range(3)] == [frozenset()] * 3


@clause("tortorici-3 3.6")
def test_nothing_is_announced_before_the_play() -> None:
    for words in ("chiamo bene bene", "solo"):
        run = do(begin(THREE), f"{words} {TALON[THREE]}")
        assert run.decision is not None
        assert run.decision.kind == "play"


@clause("tortorici-3 4.1", "tortorici-3 4.2")
@pytest.mark.parametrize(
    ("words", "leader"),
    [
        ("chiamo bene bene", 2),  # the bidder's right neighbour
        ("solo", 1),  # the soloist
        ("chiamo solo bene", 2),
        ("chiamo bene solo bene", 0),
        ("chiamo solo solo_io", 1),
    ],
)
def test_the_bidders_right_neighbour_leads_to_a_chiamo_the_soloist_to_a_solo(
    words: str, leader: int
) -> None:
    run = do(begin(THREE), words)
    while run.decision is not None and run.decision.kind == "discard":
        run.do(options(run)[0])
    assert asked(run) == (leader, "play")


@clause("tortorici-3 4.1")
def test_whoever_has_called_his_right_neighbour_leads() -> None:
    run = do(begin(THREE, forehand_passes=True), "bene chiamo bene")
    while run.decision is not None and run.decision.kind == "discard":
        run.do(options(run)[0])
    assert asked(run) == (0, "play")


# -- the payment ---------------------------------------------------------------------------


def solo_sheet(own: str, last: list[tuple[int, str, int]]) -> tuple[Outcome, tuple[Row, ...]]:
    done = finished(THREE, SOLO_OF_1, {1: own}, last, rest_to=2)
    return done, GAME.score(done, GAME.resolve())


@clause("tortorici-3 5.1", "tortorici-3 5.2", "tortorici-3 5.3", "tortorici-3 5.4")
@pytest.mark.parametrize(
    ("own", "last", "points", "paid", "cited"),
    [
        # singles 60 in nine cards, less 6: 54
        ("T20 T1 F SK BK CK DK T19 T18", LAST_TO_2, 54, (1, -2, 1), "5.3"),
        ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", LAST_TO_2, 55, (0, 0, 0), "5.4"),
        # eight cards of 55, less 4 and 1, and 5 for the last trick
        ("T20 T1 F SK BK CK DK T19", LAST_TO_1, 55, (0, 0, 0), "5.4"),
        # with 4 + 1 + 1 three cards more: 66 in twelve, less 8
        ("T20 T1 F SK BK CK DK T19 T18 SQ B6 B7", LAST_TO_2, 58, (-3, 6, -3), "5.2"),
        # with 2 + 1 + 1: 64 in twelve, less 8
        ("T20 T1 F SK BK CK DK T19 T18 SJ B6 B7", LAST_TO_2, 56, (-1, 2, -1), "5.2"),
        ("T20 T1 F SK BK CK DK T19", LAST_TO_2, 50, (5, -10, 5), "5.3"),
        ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", LAST_TO_1, 60, (-5, 10, -5), "5.2"),
        ("", LAST_TO_2, 0, (55, -110, 55), "5.3"),
    ],
)
def test_a_soloist_settles_the_difference_to_55_with_each_opponent(
    own: str,
    last: list[tuple[int, str, int]],
    points: int,
    paid: tuple[int, ...],
    cited: str,
) -> None:
    done, rows = solo_sheet(own, last)
    assert sicilian_points(done, 0) == points
    assert [row.amounts for row in rows] == [paid]
    assert [row.clause for row in rows] == [f"tortorici-3 {cited}"]


@clause("tortorici-3 5.1")
def test_the_opponents_count_one_pile_and_the_soloist_what_he_laid_away() -> None:
    run = play_by(playing(THREE, words="solo"), {})
    assert run.result is not None
    assert run.result.points[0] == run.result.points[2] == 109 - run.result.points[1]


@clause("tortorici-3 5.5")
@pytest.mark.parametrize(
    ("own", "points", "paid"),
    [
        # 10 + 10 + 5 − 2 = 23, 5 + 5 + 1 − 2 = 9: 32, and the last trick 5: 37
        ("T20 T1 SK T19 T18 T2", 37, 0),
        ("T20 T1 SK T19 T18 SQ", 40, 3),  # 4 in the place of 1
        ("T20 T1 SK T19 T18 SJ", 38, 1),
        ("T20 T1 SK T19 SQ T2", 36, -1),  # 4 in the place of 5
        ("", 5, -32),
    ],
)
def test_the_bidders_mark_is_37(own: str, points: int, paid: int) -> None:
    done = finished(THREE, EACH_ALONE, {1: own}, LAST_TO_1, rest_to=0)
    assert sicilian_points(done, 1) == points
    assert sums(GAME.score(done, GAME.resolve()))[1] == paid


@clause("tortorici-3 5.6")
@pytest.mark.parametrize(
    ("own", "points", "paid"),
    [
        ("T20 T1 SK T19 SQ T2", 36, 0),
        ("T20 T1 SK T19 T18 T2", 37, 1),
        ("T20 T1 SK T19 SC T2", 35, -1),
    ],
)
@pytest.mark.parametrize("seat", [0, 2])
def test_the_mark_of_the_two_others_is_36(seat: int, own: str, points: int, paid: int) -> None:
    done = finished(THREE, EACH_ALONE, {seat: own}, [(1, "S9 S8 S7", seat)], rest_to=1)
    assert sicilian_points(done, seat) == points
    assert sums(GAME.score(done, GAME.resolve()))[seat] == paid


@clause("tortorici-3 5.5", "tortorici-3 5.6", "tortorici-3 5.7")
def test_47_40_and_22_pay_10_4_and_less_14() -> None:
    # 1: 23 + (5 + 5 + 5 − 2 = 13) + (4 + 3 + 1 − 2 = 6) + 5 for the last trick: 47
    # 2: (10 + 5 + 5 − 2 = 18) + (5 + 5 + 4 − 2 = 12) + (4 + 4 + 1 − 2 = 7) + 3: 40
    done = finished(
        THREE,
        EACH_ALONE,
        {
            1: "T20 T1 SK T19 T18 T17 SQ SC S5",
            2: "F T16 BK CK DK BQ CQ DQ B5 SJ BJ B6",
        },
        LAST_TO_1,
        rest_to=0,
    )
    assert [sicilian_points(done, seat) for seat in range(3)] == [22, 47, 40]
    rows = GAME.score(done, GAME.resolve())
    assert amounts(rows, "chiamo") == [(-14, 10, 4)]
    assert sum(sums(rows)) == 0


@clause("tortorici-3 5.7")
def test_every_deal_balances_and_nothing_is_rounded() -> None:
    for words in ("chiamo bene bene", "solo", "chiamo solo bene"):
        for seed in range(20):
            run = do(Run.shuffled(game(THREE), seed=seed), words)
            play_by(run, {})
            assert run.result is not None
            assert sum(run.result.scores) == 0


@clause("tortorici-3 5.8")
def test_captured_cards_arie_kings_tens_and_the_last_trick_pay_nothing_else() -> None:
    own = "T20 T19 T18 T17 T16 T1 F SK BK CK DK"
    done = finished(THREE, SOLO_OF_1, {1: own}, [(1, "T20 T1 T2", 1), *LAST_TO_1], rest_to=2)
    rows = GAME.score(done, GAME.resolve())
    assert [row.item for row in rows] == ["solo"]
