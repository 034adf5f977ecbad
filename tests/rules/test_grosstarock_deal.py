"""Grosstarock: the pack, the deal, the skat, the match, the play of the cards."""

from __future__ import annotations

import pytest

from grosstarock_deals import (
    BLACK,
    DEALER,
    FOREHAND,
    GAME,
    ID,
    MIDDLE,
    PACK,
    SEATS,
    dealt,
    laid,
    options,
    played,
    refused,
)
from helpers import asked, do, result_of, start
from matto.engine.cards import NUMBER
from matto.engine.run import Match

clause = pytest.mark.clause

RED = BLACK[::-1]
COURTS = "K Q C J".split()  # noqa: SIM905
FULL_OF_TAROCKS = " ".join(f"T{n}" for n in range(21, 0, -1))


def falling(suit: str, ranks: list[str]) -> bool:
    heights = [PACK.strength[NUMBER[suit + rank]] for rank in ranks]
    return heights == sorted(heights, reverse=True)


@clause(f"{ID} 1.1")
def test_the_pack_has_52_cards_four_kavals_sixteen_more_tarocks_and_the_skues() -> None:
    assert len(PACK.cards) == 52 + 4 + 21 + 1 == 78
    assert {card for card in PACK.cards if card[1:] == "C"} == {"SC", "BC", "CC", "DC"}


@pytest.mark.parametrize("suit", "SBCD")
@clause(f"{ID} 1.2")
def test_king_queen_kaval_and_jack_rank_above_the_pips(suit: str) -> None:
    assert falling(suit, [*COURTS, "10"])
    assert falling(suit, [*COURTS, "A"])


@pytest.mark.parametrize("suit", "SB")
@clause(f"{ID} 1.3")
def test_black_pips_rank_from_the_ten_down_to_the_ace(suit: str) -> None:
    assert falling(suit, COURTS + BLACK)


@pytest.mark.parametrize("suit", "CD")
@clause(f"{ID} 1.4")
def test_red_pips_rank_from_the_ace_down_to_the_ten(suit: str) -> None:
    assert falling(suit, COURTS + RED)


@clause(f"{ID} 1.5")
def test_tarocks_rank_by_their_numbers_and_xxi_is_the_mond_i_the_pagat() -> None:
    heights = [PACK.strength[NUMBER[f"T{n}"]] for n in range(1, 22)]
    assert heights == sorted(set(heights))
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert (names["T21"], names["T1"]) == ("Mond", "Pagat")
    assert not {"T2", "T20"} & names.keys()


@clause(f"{ID} 1.6")
def test_the_skues_has_no_strength_of_its_own() -> None:
    assert PACK.strength[NUMBER["F"]] == 0
    assert GAME.vocabulary.names_of_cards(GAME.resolve())["F"] == "Sküs"


@clause(f"{ID} 1.8")
def test_nineteen_cards_count_71_and_59_are_empty() -> None:
    values = [PACK.value_of[card] for card in PACK.codes]
    counting = [value for value in values if value > 1]
    assert (len(counting), sum(counting)) == (19, 71)
    assert values.count(1) == 59
    assert [PACK.value_of[card] for card in "F T21 T1 SK BQ CC DJ".split()] == [  # noqa: SIM905
        *(5, 5, 5, 5, 4, 3, 2)
    ]


@clause(f"{ID} 2.1")
def test_three_play_and_nobody_has_a_friend_from_the_start() -> None:
    run = dealt()
    assert GAME.seats == 3
    assert all(not GAME.friends(run.view(seat)) for seat in SEATS)


@pytest.mark.parametrize("dealer", SEATS)
@clause(f"{ID} 2.2", f"{ID} 2.3")
def test_whoever_deals_has_forehand_on_his_right_and_speaks_last(dealer: int) -> None:
    run = laid(start(ID, dealer=dealer))
    order = []
    while asked(run)[1] == "declare":
        order.append(asked(run)[0])
        run.do("pass")
    assert order == [(dealer + 1) % 3, (dealer + 2) % 3, dealer]
    assert GAME.direction == "right"


@clause(f"{ID} 2.4")
def test_five_times_five_to_each_and_eight_to_the_dealer_at_last() -> None:
    run = start(ID, dealer=DEALER)
    packets = [(e.seat, e.what[0]) for e in run.events if e.kind == "packet"]
    assert packets == [(0, "5"), (1, "5"), (2, "5")] * 4 + [(0, "5"), (1, "5"), (2, "8")]
    assert [len(run.view(seat).hand) for seat in SEATS] == [25, 25, 28]


@clause(f"{ID} 2.4")
def test_nobody_sees_the_cards_of_another() -> None:
    run = start(ID, dealer=DEALER)
    for seat in SEATS:
        seen = {card for e in run.view(seat).events for card in e.what if card in PACK.cards}
        assert seen == set(run.table.hand(seat))
    assert not [e for e in run.view(None).events if e.kind == "dealt"]


@clause(f"{ID} 2.4")
def test_a_hand_is_shown_suit_by_suit_each_from_its_highest_card_down() -> None:
    own = "SK S2 SA CK CA C10 BQ B10 DJ D10 T21 T1 F"
    hand = start(ID, {FOREHAND: " ".join(reversed(own.split()))}, dealer=DEALER).view(0).hand
    assert [card for card in hand if card in own.split()] == own.split()


@clause(f"{ID} 2.5", f"{ID} 3.1")
def test_the_first_question_is_the_skat_and_no_deal_is_refused() -> None:
    run = start(ID, dealer=DEALER)
    assert asked(run) == (DEALER, "discard")
    assert asked(laid(run)) == (FOREHAND, "declare")


@clause(f"{ID} 3.1")
def test_three_cards_are_laid_away_and_only_the_dealer_knows_them() -> None:
    run = laid(start(ID, {DEALER: "S2 S3 S4"}, dealer=DEALER), "S2 S3 S4")
    assert run.table.laid_away[DEALER] == ["S2", "S3", "S4"]
    assert run.view(DEALER).heard("laid away") == ((2, "S2"), (2, "S3"), (2, "S4"))
    for other in (FOREHAND, MIDDLE, None):
        view = run.view(other)
        assert not view.heard("laid away")
        assert not {"S2", "S3", "S4"} & {word for e in view.events for word in e.what}
        assert view.heard("has laid away") == ((2, "3"),)
    assert len(run.view(DEALER).hand) == 25


@clause(f"{ID} 3.1", f"{ID} 5.2")
def test_the_skat_counts_for_the_dealer_though_he_takes_no_trick() -> None:
    hands = {FOREHAND: f"{FULL_OF_TAROCKS} SK BK CK DK", MIDDLE: "F", DEALER: "SQ BQ DC"}
    run = played(dealt(hands, away="SQ BQ DC"), {FOREHAND: FULL_OF_TAROCKS.split()})
    assert {trick.winner for trick in run.table.tricks} == {FOREHAND}
    assert result_of(run).points == (69, 0, 9)  # 4 + 4 + 3 - 2


@clause(f"{ID} 3.2")
def test_kings_and_the_mond_are_never_laid_away() -> None:
    run = start(ID, {DEALER: "SK T21 T2 T1 S2"}, dealer=DEALER)
    assert not {"SK", "T21"} & options(run)
    assert refused(run, "SK") == refused(run, "T21") == "3.2"


@pytest.mark.parametrize(
    ("held", "at_most", "exactly"),
    [
        ("T21 T20 T2 T1", False, False),  # four
        ("T20 T2 T1", True, True),
        ("T21 T2 T1", True, True),  # XXI is one of the three, but stays
        ("T2 T1", True, False),
        ("T1", True, False),
    ],
)
@clause(f"{ID} 3.3")
def test_tarocks_are_laid_away_by_a_dealer_who_has_three_at_most(
    held: str, at_most: bool, exactly: bool
) -> None:
    others = [f"T{n}" for n in range(21, 0, -1) if f"T{n}" not in held.split()]
    hands = {0: " ".join(others[:9]), 1: " ".join(others[9:]), DEALER: f"{held} F S2 S3"}
    for value, allowed in (("at_most_three", at_most), ("exactly_three", exactly)):
        run = start(ID, hands, dealer=DEALER, skat_tarocks=value)
        assert ("T1" in options(run)) is allowed
        if not allowed:
            assert refused(run, "T1") == "3.3"
        assert "T21" not in options(run)


@pytest.mark.parametrize(
    ("value", "held", "sentence"),
    [
        ("at_most_three", "T5 T4 T3 T2",
         "Only who holds three tarocks or fewer may lay T2 away."),
        ("exactly_three", "T3 T2",
         "Only who holds three tarocks, neither more nor fewer, may lay T2 away."),
    ],
)  # fmt: skip
@clause(f"{ID} 3.3")
def test_the_refusal_tells_how_many_tarocks_one_must_hold(
    value: str, held: str, sentence: str
) -> None:
    others = [f"T{n}" for n in range(21, 0, -1) if f"T{n}" not in held.split()]
    hands = {0: " ".join(others[:9]), 1: " ".join(others[9:]), DEALER: f"{held} S2 S3"}
    why = start(ID, hands, dealer=DEALER, skat_tarocks=value).why_not("T2")
    assert why is not None
    assert str(why.sentence) == sentence


@clause(f"{ID} 3.3")
def test_three_tarocks_may_all_be_laid_away() -> None:
    others = " ".join(f"T{n}" for n in range(4, 22))
    run = start(ID, {DEALER: "T3 T2 T1", 0: others}, dealer=DEALER)
    assert laid(run, "T3 T2 T1").table.laid_away[DEALER] == ["T3", "T2", "T1"]


@clause(f"{ID} 3.4", f"{ID} 3.5")
def test_a_dealer_with_all_tarocks_and_kings_lays_his_three_other_cards_away() -> None:
    run = start(ID, {DEALER: f"{FULL_OF_TAROCKS} SK BK CK DK F S2 S3"}, dealer=DEALER)
    assert options(run) == {"S2", "S3", "F"}
    assert refused(run, "T2") == "3.3"
    do(laid(run, "S2 S3 F"), "pass pass pass silence silence")
    assert options(run) == {"allstich"}


@clause(f"{ID} 3.5", f"{ID} 4.13")
def test_the_skues_in_the_skat_binds_to_announce_allstich() -> None:
    run = laid(start(ID, {DEALER: "F S2 S3"}, dealer=DEALER), "F S2 S3")
    do(run, "pass pass pass silence silence")
    assert asked(run) == (DEALER, "announce")
    assert options(run) == {"allstich"}
    assert refused(run, "silence") == refused(run, "nullo") == "3.5"
    run.do("allstich")
    assert (DEALER, "allstich") in run.view(FOREHAND).heard("announce")


@clause(f"{ID} 3.5", f"{ID} 4.16")
def test_it_binds_at_the_first_trick_and_at_no_later_one() -> None:
    run = start(ID, {DEALER: f"{FULL_OF_TAROCKS} SK BK CK DK F S2 S3"}, dealer=DEALER)
    do(laid(run, "S2 S3 F"), "pass pass pass silence silence allstich")
    played(run, {DEALER: FULL_OF_TAROCKS.split()}, tricks=12)
    assert asked(run) == (DEALER, "announce")
    assert options(run) == {"silence"}
    assert refused(run, "allstich") == "4.16"


@clause(f"{ID} 3.5")
def test_the_others_cannot_tell_beforehand_that_the_skues_was_laid_away() -> None:
    views = []
    for away in ("F S2 S3", "S4 S2 S3"):
        run = laid(start(ID, {DEALER: "F S2 S3 S4"}, dealer=DEALER), away)
        do(run, "pass pass pass silence silence")
        views.append([run.view(seat).facts() for seat in (FOREHAND, MIDDLE, None)])
    assert views[0] == views[1]


@clause(f"{ID} 3.5")
def test_with_its_option_the_skues_is_laid_away_freely() -> None:
    run = start(ID, {DEALER: "F S2 S3"}, dealer=DEALER, skues_in_skat="free")
    do(laid(run, "F S2 S3"), "pass pass pass silence silence")
    assert options(run) == {"nullo", "allstich", "silence"}


@clause(f"{ID} 3.6")
def test_all_hear_that_the_skat_lies_before_anybody_announces() -> None:
    run = start(ID, dealer=DEALER)
    assert not run.view(None).heard("says")
    assert laid(run).view(None).heard("says") == ((DEALER, "er_liegt"),)
    assert asked(run) == (FOREHAND, "declare")


@clause(f"{ID} 6.1", f"{ID} 6.2", f"{ID} 6.3")
def test_the_deal_goes_to_the_right_and_the_ledger_adds_up() -> None:
    match = Match(GAME, dealer=2, limit=2)
    assert match.ledger == [0, 0, 0]
    sums = [0, 0, 0]
    for dealer in (2, 0):
        assert match.dealer == dealer
        run = played(match.next_run(seed=dealer))
        assert run.result is not None
        match.take(run.result)
        sums = [a + b for a, b in zip(sums, run.result.scores, strict=True)]
    assert match.ledger == sums
    assert match.over
    assert dict(match.carried) == {}


# -- following and trumping, who wins a trick, who sees what -----------------------------

SMALL = "S2 S3 S4"


def winner(cards: str, hands: dict[int, str]) -> int:
    """Who wins the first trick, led by forehand."""
    run = do(dealt({**hands, DEALER: f"{hands[DEALER]} B2 B3 B4"}, away="B2 B3 B4"), cards)
    return run.table.tricks[0].winner


@clause(f"{ID} 4.1")
def test_forehand_leads_first_then_the_winner_of_each_of_25_tricks() -> None:
    run = dealt()
    assert asked(run) == (FOREHAND, "play")
    played(run)
    tricks = run.table.tricks
    assert len(tricks) == 25
    leaders = [trick.leader for trick in tricks]
    assert leaders == [FOREHAND, *(trick.winner for trick in tricks[:-1])]


@clause(f"{ID} 4.1")
def test_any_card_may_be_led_but_one_must_hold_it() -> None:
    run = dealt({MIDDLE: "T21"})
    assert options(run) == set(run.table.hand(FOREHAND))
    assert refused(run, "T21") == "4.1"


@clause(f"{ID} 4.2")
def test_who_has_the_suit_led_follows_it_or_plays_the_skues() -> None:
    run = do(dealt({FOREHAND: "C2", MIDDLE: "CK C5 T9 T1 F D2", DEALER: SMALL}), "C2")
    clubs = {card for card in run.table.hand(MIDDLE) if card[0] == "C"}
    assert {"CK", "C5"} <= clubs
    assert options(run) == clubs | {"F"}
    assert refused(run, "T9") == refused(run, "D2") == "4.2"


@pytest.mark.parametrize(
    ("suit", "name"), [("S", "spades"), ("B", "clubs"), ("C", "hearts"), ("D", "diamonds")]
)
@clause(f"{ID} 1.1", f"{ID} 4.2")
def test_a_refusal_calls_the_suits_by_their_french_names(suit: str, name: str) -> None:
    hands = {FOREHAND: f"{suit}2", MIDDLE: f"{suit}K {suit}5 T9", DEALER: "SA BA CA DA"}
    why = do(dealt(hands), f"{suit}2").why_not("T9")
    assert why is not None
    assert str(why.sentence) == f"You hold {name}: follow the suit that was led."


@clause(f"{ID} 4.2")
def test_a_tarock_is_answered_by_a_tarock() -> None:
    run = do(dealt({FOREHAND: "T5", MIDDLE: "T9 T1 CK", DEALER: SMALL}), "T5")
    held = {card for card in run.table.hand(MIDDLE) if card[0] == "T"}
    assert options(run) == held >= {"T9", "T1"}
    assert refused(run, "CK") == "4.2"


HEARTLESS = "SK SQ SC SJ S10 S9 S8 S7 S6 S5 BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ"


@clause(f"{ID} 4.3", f"{ID} 4.5")
def test_who_is_void_must_trump_with_any_tarock_high_or_low() -> None:
    hands = {FOREHAND: "C2", MIDDLE: f"{HEARTLESS} T20 T1", DEALER: SMALL}
    run = dealt({**hands, MIDDLE: f"{hands[MIDDLE]} T9"})
    do(run, "C2")
    assert options(run) == {"T20", "T9", "T1"}
    assert refused(run, "SK") == "4.3"


@clause(f"{ID} 4.5")
def test_nobody_has_to_play_higher() -> None:
    hands = {FOREHAND: f"T10 {HEARTLESS}", MIDDLE: "T5 T21", DEALER: "T3 T20 S2 S3 S4"}
    run = do(dealt(hands, away=SMALL), "T10")
    assert {"T5", "T21"} <= options(run)
    run.do("T5")
    assert {"T3", "T20"} <= options(run)
    hands = {FOREHAND: "C9", MIDDLE: f"CK {HEARTLESS} T2 C10", DEALER: SMALL}
    assert {"CK", "C10"} <= options(do(dealt(hands), "C9"))


@clause(f"{ID} 4.4")
def test_who_has_neither_suit_nor_tarock_plays_anything() -> None:
    own = f"{HEARTLESS} D3 D4 D5"
    run = do(dealt({FOREHAND: "C2", MIDDLE: own, DEALER: SMALL}), "C2")
    assert options(run) == set(own.split())


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("C5 CK C2", MIDDLE),
        ("CK C2 C5", FOREHAND),
        ("C10 C9 C2", DEALER),  # red: the 2 above the 9 above the 10
        ("S2 S9 S10", DEALER),  # black: the ten above the nine
        ("SA S9 S5", MIDDLE),  # black: the ace is the lowest
        ("T3 T20 T9", MIDDLE),
        ("T2 T1 T3", DEALER),
        ("CA C3 C4", FOREHAND),
    ],
)
@clause(f"{ID} 4.6")
def test_the_highest_card_of_the_suit_led_or_the_highest_tarock_wins(
    cards: str, wins: int
) -> None:
    assert winner(cards, dict(zip(SEATS, cards.split(), strict=True))) == wins


@clause(f"{ID} 4.6", f"{ID} 1.5")
def test_a_tarock_beats_every_king_and_a_card_of_another_suit_beats_nothing() -> None:
    hands = {FOREHAND: "CK", MIDDLE: f"{HEARTLESS} T1 T2 T3", DEALER: "CQ"}
    assert winner("CK T1 CQ", hands) == MIDDLE
    hands = {FOREHAND: "C10", MIDDLE: f"{HEARTLESS} D3 D4 D5", DEALER: "C9 T21"}
    assert winner("C10 DK C9", hands) == DEALER


@clause(f"{ID} 4.18")
def test_every_card_played_is_seen_by_all_and_the_hands_by_nobody_else() -> None:
    run = played(dealt(), tricks=9)
    for viewer in (*SEATS, None):
        assert list(run.view(viewer).tricks) == run.table.tricks
        hidden = {card for seat in SEATS if seat != viewer for card in run.table.hand(seat)}
        told = {word for event in run.view(viewer).events for word in event.what}
        assert not hidden & told & PACK.cards
