"""Tortorici for three and for four: bidding, messages, the payment."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import asked, decision_of, do, options, play_by, refused, result_of, seen
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.engine.words import Text
from matto.games import game
from matto.games.sicily import CINQUINE, DECINE, sicilian_points
from matto.games.sicily.tortorici_3 import GAME as FOR_THREE
from matto.games.sicily.tortorici_4 import GAME as FOR_FOUR
from matto.players.heuristic import Sight
from tortorici_tables import FOUR, HANDS, TALON, THREE, amounts, begin, finished, playing, sums

clause = pytest.mark.clause
SOLO_OF_1, EACH_ALONE = (1, 0, 1), (0, 1, 2)
LAST_TO_1, LAST_TO_2 = [(1, "S9 S8 S7", 1)], [(1, "S9 S8 S7", 2)]


def bidders(said: str, **given: Any) -> tuple[Run, list[int]]:
    """Who is asked while these bids are made."""
    run, order = begin(THREE, **given), []
    for word in said.split():
        order.append(decision_of(run).seat)
        assert decision_of(run).kind == "bid"
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
    assert {"chiamo", "solo", "bene", "solo_io"} <= FOR_THREE.vocabulary.glossary.keys()


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
    assert result_of(thrown).thrown_in
    assert (result_of(thrown).sheet, result_of(thrown).next_dealer) == ((), 1)
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
        friends = set(FOR_THREE.friends(run.view(seat)))
        assert friends == (partners - {seat} if seat in partners else set())


@clause("tortorici-3 2.11")
def test_solo_io_answers_a_solo_over_a_chiamo_and_nothing_else() -> None:
    pending = do(begin(THREE), "chiamo solo")
    assert (asked(pending), options(pending)) == ((1, "bid"), ("solo_io", "bene"))
    assert refused(pending, "solo") == refused(pending, "chiamo") == "tortorici-3 2.11"
    assert refused(pending, "passo") == "tortorici-3 2.7"
    assert FOR_THREE.friends(pending.view(0)) == frozenset()  # not yet known who plays
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
        friends = set(FOR_THREE.friends(run.view(seat)))
        assert friends == (partners - {seat} if seat in partners else set())
    while run.decision is not None and run.decision.kind == "discard":
        run.do(options(run)[0])
    assert asked(run) == (soloist, "play")
    play_by(run, {})
    assert [row.item for row in result_of(run).sheet] == ["solo"]
    own = result_of(run).points[soloist] - 55
    assert result_of(run).scores[soloist] == 2 * own


@clause("tortorici-3 2.12")
def test_the_others_are_partners_against_a_soloist_and_nobody_is_in_a_chiamo() -> None:
    solo = playing(THREE, words="solo")
    assert [FOR_THREE.friends(solo.view(seat)) for seat in range(3)] == [{2}, set(), {0}]
    assert not set(HANDS[THREE][2].split()) & seen(solo, 0)
    assert FOR_THREE.friends(solo.view(None)) == frozenset()
    chiamo = playing(THREE)
    assert [FOR_THREE.friends(chiamo.view(seat)) for seat in range(3)] == [frozenset()] * 3


@clause("tortorici-3 3.6")
def test_nothing_is_announced_before_the_play() -> None:
    for words in ("chiamo bene bene", "solo"):
        run = do(begin(THREE), f"{words} {TALON[THREE]}")
        assert decision_of(run).kind == "play"


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
    return done, FOR_THREE.score(done, FOR_THREE.resolve())


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
    assert (
        result_of(run).points[0] == result_of(run).points[2] == 109 - result_of(run).points[1]
    )


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
    assert sums(FOR_THREE.score(done, FOR_THREE.resolve()))[1] == paid


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
    assert sums(FOR_THREE.score(done, FOR_THREE.resolve()))[seat] == paid


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
    rows = FOR_THREE.score(done, FOR_THREE.resolve())
    assert amounts(rows, "chiamo") == [(-14, 10, 4)]
    assert sum(sums(rows)) == 0


@clause("tortorici-3 5.7")
def test_every_deal_balances_and_nothing_is_rounded() -> None:
    for words in ("chiamo bene bene", "solo", "chiamo solo bene"):
        for seed in range(20):
            run = do(Run.shuffled(game(THREE), seed=seed), words)
            play_by(run, {})
            assert sum(result_of(run).scores) == 0


@clause("tortorici-3 5.8")
def test_captured_cards_arie_kings_tens_and_the_last_trick_pay_nothing_else() -> None:
    own = "T20 T19 T18 T17 T16 T1 F SK BK CK DK"
    done = finished(THREE, SOLO_OF_1, {1: own}, [(1, "T20 T1 T2", 1), *LAST_TO_1], rest_to=2)
    rows = FOR_THREE.score(done, FOR_THREE.resolve())
    assert [row.item for row in rows] == ["solo"]


# -- cards turned up, messages, the decision, and what is written down -------------------

SIDES = (0, 1, 0, 1)
VIEWERS = (0, 1, 2, 3, None)

# Packets of five: the forehand has four Kings and the 20 in the first, tens in the second.
TALKATIVE = {
    1: "SK BK CK DK T20 T19 T1 F S9 S8 S7 C9 C8 C7 C6",
    2: "T18 T17 SQ BQ CQ T16 SC BC CC DC T2 T3 T4 T5 T6",
    3: "S10 B10 C10 D10 T7 T8 T9 T10 T11 T12 B9 B8 B7 B6 B5",
    0: "SJ BJ CJ DJ DQ D9 D8 D7 D6 D5 T13 T14 T15 T0 DA",
}
TALON_OF_IT = "S6 S5 C5"


def talking(said: str = "turn_up_none", **given: Any) -> Run:
    """A deal of the talkative forehand after some words."""
    return do(begin(FOUR, TALKATIVE, TALON_OF_IT, **given), said)


def cards_offered(run: Run) -> set[str]:
    """The cards that may be told of."""
    return set(options(run)) - {"silence"}


# -- seats, deal, a card turned up -----------------------------------------------------------


@clause("tortorici-4 2.2")
@pytest.mark.parametrize("dealer", range(4))
def test_partners_sit_opposite_and_all_know_it(dealer: int) -> None:
    run = begin(FOUR, dealer=dealer)
    for seat in range(4):
        assert FOR_FOUR.friends(run.view(seat)) == {(seat + 2) % 4}
        assert not seen(run, seat) & set(run.table.hand((seat + 2) % 4))
    assert FOR_FOUR.friends(run.view(None)) == frozenset()


@clause("tortorici-4 2.5")
def test_three_packets_of_five_are_dealt_and_three_cards_left_over() -> None:
    run = do(begin(FOUR), "turn_up_none silence turn_up_none silence")
    dealt = [(event.seat, len(event.what)) for event in run.events if event.kind == "dealt"]
    assert dealt == [(1, 5), (2, 5), (3, 5), (0, 5)] * 3
    assert run.setup.deal.talon == tuple(TALON[FOUR].split())
    assert asked(run) == (0, "discard")
    for viewer in (1, 2, 3):
        cards = seen(run, viewer) & run.table.pack.cards
        assert cards == set(HANDS[FOUR][viewer].split())


@clause("tortorici-4 2.6")
def test_the_dealer_may_turn_up_one_card_in_the_first_two_rounds() -> None:
    run = begin(FOUR, TALKATIVE, TALON_OF_IT)
    assert asked(run) == (0, "call")
    do(run, "turn_up_right")
    for viewer in VIEWERS:
        assert run.view(viewer).heard("turned up") == ((1, "T20"),)
    assert "T20" in run.view(1).hand
    assert asked(run) == (1, "declare")  # one card only
    assert asked(do(run, "silence")) == (0, "call")
    do(run, "turn_up_partner")
    assert run.view(None).heard("turned up") == ((1, "T20"), (2, "DC"))
    do(run, "silence")
    assert asked(run) == (0, "discard")  # none in the third round
    nothing = talking("turn_up_none silence turn_up_none silence")
    assert nothing.view(None).heard("turned up") == ()


@clause("tortorici-4 2.6")
def test_option_one_card_is_turned_up_in_both_rounds_together() -> None:
    run = talking("turn_up_right silence", turned_up="once")
    assert asked(run) == (1, "declare")  # no second one
    later = talking("turn_up_none silence", turned_up="once")
    assert asked(later) == (0, "call")


@clause("tortorici-4 2.6")
def test_option_one_card_of_each_player_is_turned_up_in_each_round() -> None:
    run = talking("turn_up_right", turned_up="of_each_player")
    assert options(run) == ("turn_up_partner", "turn_up_left", "turn_up_none")
    do(run, "turn_up_left turn_up_partner")
    assert asked(run) == (1, "declare")
    turned = run.view(None).heard("turned up")
    assert turned == ((1, "T20"), (3, "T7"), (2, "CQ"))
    left = talking("turn_up_right turn_up_none", turned_up="of_each_player")
    assert asked(left) == (1, "declare")


@clause("tortorici-4 2.7")
@pytest.mark.parametrize(
    ("word", "owner", "card"),
    [
        ("turn_up_right", 1, "T20"),
        ("turn_up_partner", 2, "CQ"),
        ("turn_up_left", 3, "T7"),
        ("turn_up_own", 0, "DQ"),
    ],
)
def test_the_last_card_of_a_packet_is_turned_up_the_dealers_own_only_by_an_option(
    word: str, owner: int, card: str
) -> None:
    run = begin(FOUR, TALKATIVE, TALON_OF_IT, turn_up="anybody")
    assert do(run, word).view(3).heard("turned up") == ((owner, card),)
    usual = begin(FOUR, TALKATIVE, TALON_OF_IT)
    assert (word in options(usual)) is (owner != 0)
    if owner == 0:
        assert refused(usual, word) == "tortorici-4 2.7"
    else:
        assert Sight(do(usual, word).view(3)).held_by[owner] == (
            {card} if owner != 3 else set()
        )
    assert refused(begin(FOUR), "SK") == "tortorici-4 2.7"


# -- messages ------------------------------------------------------------------------------


@clause("tortorici-4 2.8")
def test_the_forehand_may_tell_of_two_cards_in_each_of_two_pauses() -> None:
    run = talking()
    assert asked(run) == (1, "declare")
    do(run, "SK T20")
    assert asked(run) == (2, "declare")  # two at the most
    do(run, "silence tengo tengo turn_up_none T1 F")
    assert asked(run) == (2, "declare")
    do(run, "silence tengo tengo")
    assert asked(run) == (0, "discard")  # no pause after the third packet
    one = talking("turn_up_none SK silence")
    assert asked(one) == (2, "declare")


@clause("tortorici-4 2.8")
def test_messages_can_be_switched_off() -> None:
    run = begin(FOUR, messages=False)
    assert asked(do(run, "turn_up_left")) == (0, "call")
    assert asked(do(run, "turn_up_none")) == (0, "discard")


@clause("tortorici-4 2.9")
def test_important_are_fives_and_tens() -> None:
    assert cards_offered(talking()) == {"SK", "BK", "CK", "DK", "T20"}
    later = talking("turn_up_none silence turn_up_none")
    assert cards_offered(later) == {"SK", "BK", "CK", "DK", "T20", "T19", "T1", "F"}
    assert refused(later, "S9") == "tortorici-4 2.9"
    partner = do(later, "T1 silence")
    assert cards_offered(partner) == {"T18", "T17", "T16"}
    for card in partner.table.pack.cards - CINQUINE - DECINE:
        assert refused(partner, card) == "tortorici-4 2.9"


@clause("tortorici-4 2.10")
def test_a_message_is_true_and_heard_by_all_and_tells_no_card_twice() -> None:
    run = talking()
    assert refused(run, "T19") == "tortorici-4 2.10"  # not yet dealt to him
    assert refused(run, "T18") == "tortorici-4 2.10"  # another's
    with pytest.raises(IllegalChoice):
        run.do("T18")
    do(run, "SK")
    assert refused(run, "SK") == "tortorici-4 2.10"
    for viewer in VIEWERS:
        assert run.view(viewer).heard("declare") == ((1, "SK"),)
    assert Sight(run.view(3)).held_by[1] == {"SK"}
    assert refused(run, "re") == "tortorici-4 2.8"


@clause("tortorici-4 2.10")
def test_a_card_of_the_first_pause_may_be_told_again_in_the_second() -> None:
    run = talking("turn_up_none T20 SK T18 silence tengo tengo turn_up_none")
    assert {"T20", "SK"} <= cards_offered(run)
    do(run, "T20")
    assert refused(run, "T20") == "tortorici-4 2.10"  # not twice in one message
    do(run, "SK")
    assert asked(run) == (2, "declare")  # they were the two cards of this message
    assert "T18" in options(run)
    do(run, "T18 silence")
    assert asked(run) == (3, "talk")  # a repetition is a message: it is decided again
    assert run.view(None).heard("declare")[-4:] == (
        (1, "T20"),
        (1, "SK"),
        (2, "T18"),
        (2, "silence"),
    )


@clause("tortorici-4 2.10")
def test_option_each_card_is_told_once_in_a_deal() -> None:
    run = talking("turn_up_none T20 SK T18 silence tengo tengo turn_up_none", told_again=False)
    assert cards_offered(run) == {"BK", "CK", "DK", "T19", "T1", "F"}
    assert refused(run, "SK") == refused(run, "T20") == "tortorici-4 2.10"
    assert "T18" not in options(do(run, "T1 silence"))


@clause("tortorici-4 2.10")
def test_a_card_turned_up_may_be_told() -> None:
    assert "T20" in options(talking("turn_up_right"))


@clause("tortorici-4 2.11")
def test_of_more_than_two_kings_nobody_tells_in_both_pauses_together() -> None:
    one = talking("turn_up_none SK T20 silence tengo tengo turn_up_none")
    assert cards_offered(one) == {"SK", "BK", "CK", "DK", "T20", "T19", "T1", "F"}
    again = do(one.fork(), "SK")  # told again, it is no further King
    assert cards_offered(again) == {"BK", "CK", "DK", "T20", "T19", "T1", "F"}
    assert cards_offered(do(one, "CK")) == {"SK", "T20", "T19", "T1", "F"}  # the second King
    assert refused(one, "DK") == "tortorici-4 2.11"
    two = talking("turn_up_none SK BK silence tengo tengo turn_up_none")
    assert cards_offered(two) == {"SK", "BK", "T20", "T19", "T1", "F"}
    assert refused(two, "CK") == "tortorici-4 2.11"


@clause("tortorici-4 2.11", "tortorici-4 2.12")
def test_nor_does_the_dealers_partner_tell_of_more_than_two_kings() -> None:
    hands = {**TALKATIVE, 1: TALKATIVE[2], 2: TALKATIVE[1]}
    run = do(begin(FOUR, hands, TALON_OF_IT), "turn_up_none T18 silence")
    one = do(run.fork(), "SK silence tengo tengo turn_up_none T17 silence")
    assert asked(one) == (2, "declare")
    assert cards_offered(one) == {"SK", "BK", "CK", "DK", "T20", "T19", "T1", "F"}
    assert cards_offered(do(one, "CK")) == {"SK", "T20", "T19", "T1", "F"}  # the second King
    assert refused(one, "DK") == "tortorici-4 2.11"
    two = do(run, "SK BK tengo tengo turn_up_none T17 silence")
    assert asked(two) == (2, "declare")
    assert cards_offered(two) == {"SK", "BK", "T20", "T19", "T1", "F"}
    assert refused(two, "CK") == refused(two, "DK") == "tortorici-4 2.11"


@clause("tortorici-4 2.12")
def test_the_dealers_partner_tells_after_the_forehand_and_only_then() -> None:
    run = talking("turn_up_none T20 silence")
    assert asked(run) == (2, "declare")
    assert cards_offered(run) == {"T18", "T17"}
    do(run, "T18 T17")
    assert asked(run) == (3, "talk")  # two at the most, and nobody else tells
    silent = talking("turn_up_none silence")
    assert asked(silent) == (0, "call")
    do(silent, "turn_up_none silence")
    assert asked(silent) == (0, "discard")
    second = do(run, "tengo tengo turn_up_none silence")  # told in the first pause only
    assert asked(second) == (0, "discard")


@clause("tortorici-4 2.12", "tortorici-4 2.8")
def test_whoever_may_tell_is_asked_though_he_has_nothing_to_tell() -> None:
    poor = {**TALKATIVE, 1: TALKATIVE[3], 3: TALKATIVE[1]}
    run = do(begin(FOUR, poor, TALON_OF_IT), "turn_up_none")
    assert (asked(run), options(run)) == ((1, "declare"), ("silence",))


# -- the decision --------------------------------------------------------------------------


@clause("tortorici-4 2.13", "tortorici-4 2.17")
def test_the_forehands_partner_throws_in_by_mischio() -> None:
    run = talking("turn_up_none T20 silence silence")
    assert (asked(run), options(run)) == ((3, "talk"), ("mischio", "tengo"))
    assert refused(run, "passo") == "tortorici-4 2.13"
    do(run, "mischio")
    assert result_of(run).thrown_in
    assert (result_of(run).scores, result_of(run).next_dealer) == ((0, 0, 0, 0), 1)
    for seat in range(4):  # nobody shows his cards
        own = set(TALKATIVE[seat].split())
        assert seen(run, seat) & run.table.pack.cards <= own | {"T20"}


@clause("tortorici-4 2.14", "tortorici-4 2.17")
def test_after_tengo_the_dealer_decides() -> None:
    run = talking("turn_up_none T20 silence silence tengo")
    assert (asked(run), options(run)) == ((0, "talk"), ("mischio", "tengo"))
    assert refused(run, "solo") == "tortorici-4 2.14"
    thrown = do(run.fork(), "mischio")
    assert result_of(thrown).thrown_in
    assert result_of(thrown).next_dealer == 1
    assert asked(do(run, "tengo")) == (0, "call")  # the second packet is dealt


@clause("tortorici-4 2.15")
def test_it_is_decided_in_each_pause_with_a_message_or_once_after_the_second() -> None:
    each = talking(
        "turn_up_none T20 silence silence tengo tengo turn_up_none T1 silence silence"
    )
    assert asked(each) == (3, "talk")
    once = talking("turn_up_none T20 silence silence", decision="after_second")
    assert asked(once) == (0, "call")
    first_only = do(once.fork(), "turn_up_none silence")
    assert asked(first_only) == (3, "talk")
    second_too = do(once, "turn_up_none T1 silence silence")
    assert asked(second_too) == (3, "talk")
    assert asked(do(second_too, "tengo tengo")) == (0, "discard")
    never = talking("turn_up_none silence turn_up_none silence", decision="after_second")
    assert asked(never) == (0, "discard")


@clause("tortorici-4 2.16")
def test_without_a_message_of_the_forehand_nothing_is_decided() -> None:
    run = talking("turn_up_none silence turn_up_none silence")
    assert asked(run) == (0, "discard")
    kinds = {action.kind for action in run.actions}
    assert "talk" not in kinds


# -- play and payment ----------------------------------------------------------------------


@clause("tortorici-4 4.1")
@pytest.mark.parametrize("dealer", range(4))
def test_the_forehand_leads(dealer: int) -> None:
    run = do(begin(FOUR, {}, "", dealer=dealer), "turn_up_none silence turn_up_none silence")
    while run.decision is not None and run.decision.kind == "discard":
        assert run.decision.seat == dealer
        run.do(options(run)[0])
    assert asked(run) == ((dealer + 1) % 4, "play")


@clause("tortorici-4 5.1")
def test_each_party_has_one_pile_and_the_dealers_the_cards_laid_away() -> None:
    run = play_by(playing(FOUR), {})
    first, second, third, fourth = result_of(run).points
    assert (first, second) == (third, fourth)
    assert first + second == 109
    done = finished(FOUR, SIDES, {0: "T20 SK", 2: "S5"}, [(1, "S9 S8 S7 S6", 1)], rest_to=1)
    assert sicilian_points(done, 0) == 14  # 10 + 5 + 1 − 2


@clause("tortorici-4 5.2", "tortorici-4 5.3", "tortorici-4 5.4", "tortorici-4 5.5")
@pytest.mark.parametrize(
    ("own", "last", "points", "paid", "cited"),
    [
        # singles 60 in nine cards, less 6: 54
        ("T20 T1 F SK BK CK DK T19 T18", 1, 54, -1, "5.2"),
        ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", 1, 55, 0, "5.4"),
        ("T20 T1 F SK BK CK DK T19 T18 SJ B6 B7", 3, 56, 1, "5.2"),
        ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", 2, 60, 5, "5.2"),
        ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", 0, 60, 5, "5.2"),
        ("", 3, 0, -55, "5.2"),
    ],
)
def test_the_dealers_party_writes_the_difference_to_55_the_other_that_to_54(
    own: str, last: int, points: int, paid: int, cited: str
) -> None:
    piles = dict(zip((0, 2), (own[:12], own[12:]), strict=True)) if own else {}
    tricks = [(1, "S9 S8 S7 S6", last)]
    done = finished(FOUR, SIDES, piles, tricks, rest_to=1, declarer=0)
    assert (sicilian_points(done, 0), sicilian_points(done, 1)) == (points, 109 - points)
    (row,) = FOR_FOUR.score(done, FOR_FOUR.resolve())
    assert row.amounts == (paid, -paid, paid, -paid)
    assert 109 - points - 54 == -paid
    assert row.clause == f"tortorici-4 {cited}"


@clause("tortorici-4 5.5", "tortorici-4 5.6")
def test_results_balance_and_nothing_else_is_paid() -> None:
    own = "T20 T19 T18 T17 T16 T1 F SK BK CK DK"
    done = finished(
        FOUR,
        SIDES,
        {0: own},
        [(1, "T1 T20 T2 T3", 2), (2, "S9 S8 S7 S6", 0)],
        rest_to=1,
        declarer=0,
    )
    rows = FOR_FOUR.score(done, FOR_FOUR.resolve())
    assert [row.item for row in rows] == ["difference"]
    assert sum(sums(rows, 4)) == 0
