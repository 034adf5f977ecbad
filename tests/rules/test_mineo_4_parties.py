"""Mineo for four: the deal, the bidding, the talon, who plays with whom."""

from __future__ import annotations

import pytest

from helpers import asked, do, lot_points, options, play_by, refused, result_of, seen, start
from matto.blocks.call import Called, party_known_to_all, sides_as_known
from matto.engine.cards import CAVALIERS, JACKS, QUEENS, cards
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from matto.games.sicily import (
    ARIE,
    ARIE_CINQUINE,
    CINQUINE,
    DECINE,
    GIOVE,
    MISERIA,
    PICCIOTTI,
    sicilian_points,
)
from matto.games.sicily.mineo_4 import heaps
from matto.players import make_bot
from mineo_4_tables import (
    ALL_PASS,
    CALLED,
    GAME,
    HANDS,
    ID,
    RAISES,
    SILENT,
    TALON,
    asked_for_rivanto,
    begin,
    bidding,
    calling,
    finished,
    friends,
    soloing,
    swapped,
)

clause = pytest.mark.clause
PACK = GAME.pack(GAME.resolve())
SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")
GIOVE_IN_TALON = {**HANDS, 1: HANDS[1].replace("T20", "S5")}
FORCED = {"forced_call": True}


def packets(run: Run) -> int:
    return sum(event.kind == "packet" for event in run.events) // 4


# -- the pack --------------------------------------------------------------------------------


@clause("mineo-4 1.1", "mineo-4 1.2", "mineo-4 1.3")
def test_the_pack_has_63_cards_with_the_coin_4_the_miseria_lowest_and_tens_high() -> None:
    assert len(PACK.codes) == len(PACK.cards) == 63
    assert "D4" in PACK.cards
    assert not {"DA", "S4", "B4", "C4"} & PACK.cards
    trumps = [card for card in PACK.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]
    assert [PACK.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert PACK.ranks_of["D"] == (*SUIT, "4")


@clause("mineo-4 1.4")
def test_cards_and_groups_bear_their_own_names() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    named = [
        names[card] for card in (GIOVE, "T19", "T18", "T17", "T16", PICCIOTTI, MISERIA, "F")
    ]
    assert named == [
        *("Giove", "Palla", "Sole", "Luna", "Stella"),
        *("Picciotti", "Miseria", "Fuggitivo"),
    ]
    assert (cards("T20 T19 T18 T17 T16"), cards("T20 T1 F")) == (ARIE, DECINE)
    assert (
        cards("T19 T18 T17 T16 SK BK CK DK") == CINQUINE == ARIE_CINQUINE | cards("SK BK CK DK")
    )


@clause("mineo-4 1.5")
def test_tens_fives_and_courts_have_their_values_and_all_others_count_one() -> None:
    worth = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    value = {card: PACK.value_of[card] for card in PACK.cards}
    for points, group in worth.items():
        assert {value[card] for card in group} == {points}
    others = PACK.cards.difference(*worth.values())
    assert MISERIA in others
    assert {value[card] for card in others} == {1}
    assert sum(value.values()) == 146


@clause("mineo-4 1.6")
@pytest.mark.parametrize(
    ("pile", "points"),
    [("", 0), ("SK", 4), ("SK S5", 5), ("SK S5 S6", 5), ("SK S5 S6 T20", 14)],
)
def test_each_full_lot_takes_two_and_cards_left_over_take_one(pile: str, points: int) -> None:
    assert lot_points(pile.split(), PACK) == points


@clause("mineo-4 1.7", "mineo-4 1.8")
@pytest.mark.parametrize("own", range(0, 64, 7))
def test_the_two_piles_have_109_points_with_five_for_the_last_trick(own: int) -> None:
    done = finished({1: " ".join(PACK.codes[:own])})
    assert sicilian_points(done, 0) + sicilian_points(done, 1) == 109
    lost, won = (finished({1: "SK"}, [(1, "S9 S8 S7 S6", seat)]) for seat in (0, 3))
    assert (sicilian_points(won, 0), sicilian_points(lost, 0)) == (9, 4)


# -- the deal --------------------------------------------------------------------------------


@clause("mineo-4 2.1", "mineo-4 2.6")
@pytest.mark.parametrize("dealer", range(4))
def test_all_speak_in_turn_from_the_dealers_right_in_the_pause_and_in_the_bidding(
    dealer: int,
) -> None:
    run = start(ID, dealer=dealer)
    speakers = []
    while run.decision is not None:
        assert run.decision.kind == "bid"
        speakers.append(run.decision.seat)
        run.do("passo")
    assert speakers == [(dealer + step) % 4 for step in (1, 2, 3, 4)] * 2


@clause("mineo-4 2.2")
def test_the_program_shuffles_the_whole_pack() -> None:
    one, two = (Run.shuffled(GAME, seed=seed).setup.deal for seed in (1, 2))
    assert one != two
    assert {card for hand in (*two.hands, two.talon) for card in hand} == PACK.cards


@clause("mineo-4 2.3")
def test_nobody_looks_at_the_bottom_card_unless_the_dealer_may() -> None:
    hidden, known = begin(), begin(bottom_card="dealer")
    assert all("B5" not in seen(hidden, seat) for seat in (0, 1, 2, 3, None))
    assert known.view(0).heard("bottom card") == ((0, "B5"),)
    assert all("B5" not in seen(known, seat) for seat in (1, 2, 3, None))
    assert not {"S5", "C5"} & seen(known, 0)  # the other two talon cards


@clause("mineo-4 2.4", "mineo-4 2.6")
def test_five_cards_in_each_of_three_packets_with_one_pause() -> None:
    run = begin()
    assert packets(run) == 1
    assert [event.seat for event in run.events if event.kind == "packet"] == [1, 2, 3, 0]
    do(run, "passo passo passo")
    assert packets(run) == 1
    do(run, "passo")
    assert packets(run) == 3  # no pause after the second
    assert [len(run.view(seat).hand) for seat in range(4)] == [15] * 4
    assert run.setup.deal.talon == tuple(TALON.split())


@clause("mineo-4 2.5")
def test_each_sees_his_own_packet_and_all_hear_what_is_said() -> None:
    run = do(begin(), "passo")
    first_five = {seat: set(hand.split()[:5]) for seat, hand in HANDS.items()}
    for seat in (0, 1, 2, 3, None):
        others = set().union(*(own for other, own in first_five.items() if other != seat))
        assert not others & seen(run, seat)
        assert run.view(seat).heard("bid") == ((1, "passo"),)


# -- the pause -------------------------------------------------------------------------------


@clause("mineo-4 2.7")
def test_in_the_pause_one_goes_solo_or_passes_and_nothing_else() -> None:
    run = begin()
    assert options(run) == ("vado_solo", "passo")
    for word in ("chiamo:T19", "altre_cinque", "pago", "prendo"):
        assert refused(run, word) == "mineo-4 2.7"
    with pytest.raises(IllegalChoice):
        run.do("chiamo:T19")
    assert asked(run) == (1, "bid")


@clause("mineo-4 2.8")
@pytest.mark.parametrize(
    ("said", "soloist"), [("", 1), ("passo ", 2), ("passo passo passo ", 0)]
)
def test_the_first_to_go_solo_in_the_pause_has_it(said: str, soloist: int) -> None:
    run = do(begin(), f"{said}vado_solo")
    assert asked(run) == (soloist, "discard")
    assert len(run.view(None).heard("bid")) == len(said.split()) + 1


@clause("mineo-4 2.8", "mineo-4 8.1")
def test_in_palagonia_there_is_a_pause_after_the_second_packet_too() -> None:
    assert GAME.resolve(preset="palagonia") == GAME.resolve({"solo_rounds": "every"})
    run = do(begin(HANDS, TALON, "palagonia"), ALL_PASS)
    assert packets(run) == 2
    assert options(run) == ("vado_solo", "passo")
    assert asked(do(run.fork(), "vado_solo")) == (1, "discard")
    assert packets(do(run, ALL_PASS)) == 3
    assert "chiamo:T19" in options(run)


@clause("mineo-4 2.9")
@pytest.mark.parametrize("pause", [1, 2])
def test_after_an_early_solo_the_rest_is_dealt_without_bids(pause: int) -> None:
    run = do(begin(solo_rounds="every"), ALL_PASS * (pause - 1) + "passo vado_solo")
    assert packets(run) == 3
    assert asked(run) == (2, "discard")


@clause("mineo-4 2.10")
@pytest.mark.parametrize("bid", ["vado_solo", "chiamo:T19"])
def test_who_passed_in_the_pause_may_still_bid(bid: str) -> None:
    run = bidding()
    assert options(run) == ("vado_solo", "chiamo:T19", "passo")
    assert do(run, bid).view(None).heard("bid")[-1] == (1, bid)


# -- the bidding -----------------------------------------------------------------------------


@clause("mineo-4 2.11", "mineo-4 2.12")
def test_each_bids_once_and_the_last_bid_but_passo_makes_the_declarer() -> None:
    run = bidding("passo passo chiamo:T20 passo")
    assert asked(run) == (3, "discard")
    assert [seat for seat, _ in run.view(None).heard("bid")[4:]] == [1, 2, 3, 0]
    assert refused(bidding(), "prendo") == "mineo-4 2.12"
    assert {"vado_solo", "chiamo", "passo"} <= set(GAME.vocabulary.glossary)


@clause("mineo-4 2.13")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        (HANDS[1], "T19"),  # he holds the 20 and the 18
        (HANDS[1].replace("T20", "T17"), "T20"),
        ("T20 T19 T18 T17 T15 SK SQ CK C10 C9 BK B9 B8 D4 S6", "T16"),
        ("T20 T19 T18 T17 T16 SK SQ CK C10 C9 BK B9 B8 D4 S6", "T15"),  # below the arie
        ("T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6", "T5"),
    ],
)
def test_the_highest_trump_that_the_caller_lacks_is_called_whatever_it_is(
    hand: str, called: str
) -> None:
    run = bidding("", {1: hand})
    assert options(run) == ("vado_solo", f"chiamo:{called}", "passo")
    wrong = {"T20", "T19", "T18", "T17", "T16", "T15", "T5"} - {called}
    for card in (*wrong, "F", "SK"):
        assert refused(run, f"chiamo:{card}") == "mineo-4 2.13"


@clause("mineo-4 2.13", "mineo-4 8.2")
def test_with_dummett_any_trump_from_20_to_16_is_called_own_ones_too() -> None:
    run = do(begin(HANDS, TALON, "dummett"), ALL_PASS)
    called = tuple(f"chiamo:T{aria}" for aria in (20, 19, 18, 17, 16))
    assert options(run) == ("vado_solo", *called, "passo")
    assert options(bidding("passo", call="any")) == ("vado_solo", *called, "passo")
    assert refused(run, "chiamo:T15") == "mineo-4 2.13"


@clause("mineo-4 2.14")
def test_after_a_call_only_solo_or_pass_remain() -> None:
    run = bidding("passo chiamo:T20")
    assert options(run) == ("vado_solo", "passo")
    assert refused(run, "chiamo:T20") == "mineo-4 2.14"


@clause("mineo-4 2.15")
def test_a_solo_tops_a_call_and_ends_the_bidding() -> None:
    run = bidding("chiamo:T19 passo vado_solo")
    assert asked(run) == (3, "discard")  # seat 0 is not asked
    assert GAME.friends(run.view(1)) == {0, 2}  # the caller is an opponent now
    assert asked(bidding("vado_solo")) == (1, "discard")


@clause("mineo-4 2.16")
@pytest.mark.parametrize("said", ["", "passo passo passo", "passo passo passo " + TALON])
def test_no_question_betrays_the_holder_of_the_called_card(said: str) -> None:
    one = do(bidding("chiamo:T19"), said)
    two = do(bidding("chiamo:T19", swapped(("T19", "T17"))), said)  # now with seat 2
    for seat in (0, 1, None):
        assert one.view(seat).facts() == two.view(seat).facts()


# -- when all pass ---------------------------------------------------------------------------


@clause("mineo-4 2.17", "mineo-4 2.21", "mineo-4 6.1")
def test_when_all_pass_the_cards_are_thrown_in_unseen_and_the_next_deals() -> None:
    run = bidding(ALL_PASS)
    assert result_of(run).thrown_in
    assert (result_of(run).scores, result_of(run).sheet, result_of(run).next_dealer) == (
        (0,) * 4,
        (),
        1,
    )
    for seat in range(4):
        assert seen(run, seat) & PACK.cards == set(HANDS[seat].split())


@clause("mineo-4 2.17", "mineo-4 2.18")
def test_forced_the_holder_of_the_giove_turns_the_talon_up_before_he_calls() -> None:
    run = bidding(ALL_PASS, **FORCED)
    assert asked(run) == (1, "call")
    for seat in (0, 2, 3, None):
        assert run.view(seat).heard("shown") == ((1, "T20"),)
        assert {card for _, card in run.view(seat).heard("talon")} == set(TALON.split())
    assert len(run.view(1).hand) == 18
    assert refused(run, "vado_solo") == "mineo-4 2.20"
    assert asked(do(run, "T19")) == (1, "discard")
    assert asked(bidding("passo chiamo:T20 passo passo", **FORCED)) == (2, "discard")


@clause("mineo-4 2.19")
def test_with_the_giove_in_the_talon_nobody_is_forced() -> None:
    run = do(begin(GIOVE_IN_TALON, "T20 C5 B5", **FORCED), ALL_PASS * 2)
    assert result_of(run).thrown_in
    assert "talon" not in {event.kind for event in run.events}


@clause("mineo-4 2.20", "mineo-4 3.15")
def test_a_forced_caller_does_not_call_what_lay_in_the_talon() -> None:
    hands = {**HANDS, 3: HANDS[3].replace("T19", "S5")}
    run = do(begin(hands, "T19 C5 B5", **FORCED), ALL_PASS * 2)
    assert options(run) == ("T17",)  # he has the 20 and the 18 and took the 19
    assert refused(run, "T19") == "mineo-4 2.20"
    do(run, "T17")
    assert ("solo_forzato") not in {word for _, word in run.view(None).heard("says")}
    assert GAME.friends(run.view(2)) == {1}


@clause("mineo-4 2.20")
def test_forced_and_free_to_call_he_may_call_an_own_card() -> None:
    hands = {**HANDS, 3: HANDS[3].replace("T19", "S5")}
    run = do(begin(hands, "T19 C5 B5", call="any", **FORCED), ALL_PASS * 2)
    assert options(run) == ("T20", "T19", "T18", "T17", "T16")
    seen_by_all = do(run.fork(), "T19")
    assert [GAME.friends(seen_by_all.view(seat)) for seat in (0, 1, 2)] == [
        {2, 3},
        set(),
        {0, 3},
    ]
    secret = do(run, "T18")
    assert [GAME.friends(secret.view(seat)) for seat in (0, 1, 2)] == [set()] * 3


@clause("mineo-4 2.20", "mineo-4 3.18")
def test_a_forced_caller_who_calls_the_giove_that_he_has_shown_is_known_to_be_alone() -> None:
    run = do(begin(call="any", **FORCED), ALL_PASS * 2 + "T20")
    friends = [GAME.friends(run.view(seat)) for seat in range(4)]
    assert friends == [{2, 3}, set(), {0, 3}, {0, 2}]
    assert heaps(run.view(None)) == (1, 0, 1, 1)
    do(run, f"{TALON} silence silence silence silence")
    assert [bool(run.view(seat).asides) for seat in range(4)] == [True, False, True, True]


@clause("mineo-4 2.12", "mineo-4 2.16")
def test_the_called_card_is_named_with_the_bid_and_all_hear_it() -> None:
    run = bidding(CALLED)
    for seat in (0, 1, 2, 3, None):
        assert (1, "chiamo:T19") in run.view(seat).heard("bid")


# -- the talon, laying away, announcements, and who plays with whom ----------------------

IN_TALON = {**HANDS, 3: HANDS[3].replace("T19", "S5")}
POOR = {
    1: "SK BK CK DK T20 T18 T17 T16 T1 F SQ S5 T15 T14 T13",
    2: "T19 S6 S7 S8 S9 S10 B5 B6 B7 B8 B9 C5 C6 C7 C8",
}
POOR_TALON = "T8 T7 T0"
OTHERS = (0, 2, 3, None)
OWN_CALLED = "chiamo:T18 passo passo passo "


def forced_solo(said: str = SILENT) -> Run:
    return do(begin(IN_TALON, "T19 C5 B5"), ALL_PASS + CALLED + "C5 B5 SQ " + said)


@clause("mineo-4 3.1")
def test_a_soloist_plays_against_three_and_all_know_it() -> None:
    assert friends(do(bidding("vado_solo"), "")) == [{2, 3}, set(), {0, 3}, {0, 2}]
    assert GAME.friends(soloing().view(None)) == frozenset()
    assert friends(bidding("passo")) == [set()] * 4


@clause("mineo-4 3.1", "mineo-4 3.18")
def test_in_a_call_only_the_holder_of_the_card_knows_his_party() -> None:
    assert friends(calling()) == [set(), set(), set(), {1}]
    assert not {"T19", "F"} & seen(calling(), 1)


@clause("mineo-4 3.2", "mineo-4 3.3")
@pytest.mark.parametrize("said", [CALLED, "passo passo passo vado_solo", "vado_solo"])
def test_nobody_sees_the_talon_before_the_declarer_turns_it_up_the_dealer_too(
    said: str,
) -> None:
    before = bidding()
    assert all(not set(TALON.split()) & seen(before, seat) for seat in (0, 1, 2, 3, None))
    after = do(before, said)
    for seat in (0, 1, 2, 3, None):
        assert {card for _, card in after.view(seat).heard("talon")} == set(TALON.split())
    early = do(begin(), "passo passo passo vado_solo")
    assert len(early.view(2).heard("talon")) == 3  # shown once, to all


@clause("mineo-4 3.4", "mineo-4 3.5")
def test_the_declarer_takes_three_cards_and_lays_three_away() -> None:
    run = bidding(CALLED)
    assert set(run.view(1).hand) == {*HANDS[1].split(), *TALON.split()}
    assert len(run.view(1).hand) == 18
    assert refused(run, "SC") == "mineo-4 3.5"
    do(run, "S5 SQ B8")
    assert len(run.view(1).hand) == 15
    assert asked(run) == (1, "announce")


@clause("mineo-4 3.6")
@pytest.mark.parametrize("card", sorted((CINQUINE | DECINE) - {"T19"}))
def test_fives_and_tens_are_never_laid_away(card: str) -> None:
    run = do(begin(POOR, POOR_TALON), "vado_solo")
    assert refused(run, card) == "mineo-4 3.6"


@clause("mineo-4 3.7")
def test_a_trump_goes_only_when_no_suit_card_but_kings_is_left() -> None:
    run = do(begin(POOR, POOR_TALON), "vado_solo")
    assert options(run) == ("SQ", "S5")
    assert refused(run, "T15") == refused(run, "T0") == "mineo-4 3.7"
    do(run, "SQ S5")
    assert options(run) == ("T15", "T14", "T13", "T8", "T7", "T0")


@clause("mineo-4 3.8")
def test_cards_laid_away_are_secret_and_count_for_the_declarers_party() -> None:
    run = do(bidding(CALLED), "S5 SQ B8")
    for seat in OTHERS:
        assert not {"SQ", "B8"} & seen(run, seat)
        assert run.view(seat).heard("has laid away") == ((1, "3"),)
    done = play_by(do(run, SILENT), {})
    assert {"S5", "SQ", "B8"} <= outcome_of(done.table).pile(0)


@clause("mineo-4 3.9")
def test_after_fatto_e_nothing_laid_away_can_be_taken_back() -> None:
    run = do(bidding(CALLED), "S5 C5")
    assert run.can_undo(1)
    run.do("B5")
    assert not run.can_undo(1)
    assert run.view(None).heard("says") == ((1, "fatto_e"),)


@clause("mineo-4 3.10")
def test_first_the_declarer_then_the_others_in_turn_announce_before_the_first_card() -> None:
    run = do(begin(), f"passo vado_solo {TALON}")
    order = []
    while run.decision is not None and run.decision.kind == "announce":
        order.append((run.decision.seat, run.decision.options[0]))
        run.do(run.decision.options[0])
    assert order == [(2, "scommessa"), (3, "rivanto"), (0, "rivanto"), (1, "rivanto")]
    assert run.view(None).heard("announce") == tuple(order)
    assert asked(run) == (3, "play")


@clause("mineo-4 3.11")
def test_only_the_declarer_bets_and_not_his_called_partner() -> None:
    run = do(bidding(CALLED), TALON)
    assert options(run) == ("scommessa", "silence")
    do(run, "scommessa silence")
    assert asked(run) == (3, "announce")  # the partner
    assert refused(run, "scommessa") == "mineo-4 3.11"
    assert refused(do(run, "silence"), "scommessa") == "mineo-4 3.11"


@clause("mineo-4 3.12")
@pytest.mark.parametrize(
    ("bids", "behind"),
    [
        ("vado_solo", [2, 3, 0]),
        ("passo vado_solo", [3, 0]),
        ("passo passo vado_solo", [0]),
        ("passo passo passo vado_solo", []),
        ("chiamo:T19 vado_solo", [3, 0]),  # the topped caller spoke before
        ("passo passo passo chiamo:T20", []),
    ],
)
def test_rivanto_is_for_opponents_later_in_the_order_of_speaking(
    bids: str, behind: list[int]
) -> None:
    run = do(bidding(bids), TALON)
    found = asked_for_rivanto(run)
    assert list(found) == behind
    assert set(found.values()) <= {RAISES}


@clause("mineo-4 3.12", "mineo-4 8.2")
@pytest.mark.parametrize("bids", ["passo vado_solo", "passo passo passo vado_solo"])
def test_with_dummett_every_opponent_may_say_it(bids: str) -> None:
    for run in (
        bidding(bids, rivanto="all"),
        do(begin(HANDS, TALON, "dummett"), ALL_PASS + bids),
    ):
        found = asked_for_rivanto(do(run, TALON))
        declarer = len(bids.split()) % 4
        assert list(found) == [(declarer + step) % 4 for step in (1, 2, 3)]
    preset = GAME.resolve(preset="dummett")
    assert preset == GAME.resolve({"rivanto": "all", "call": "any"})


@clause("mineo-4 3.12", "mineo-4 3.15")
@pytest.mark.parametrize("rivanto", ["behind", "all"])
def test_what_dummett_reports_of_solos_holds_for_a_forced_one_and_not_for_a_call(
    rivanto: str,
) -> None:
    bids = "passo passo chiamo:T20 passo"
    call = do(bidding(bids, rivanto=rivanto), TALON)
    assert list(asked_for_rivanto(call)) == [0]
    in_talon = swapped(("T20", "S5"))
    solo = do(begin(in_talon, "T20 C5 B5", rivanto=rivanto), ALL_PASS + bids)
    asked_then = asked_for_rivanto(do(solo, "C5 B5 S8"))
    assert list(asked_then) == ([0] if rivanto == "behind" else [0, 1, 2])


@clause("mineo-4 3.12", "mineo-4 2.16", "mineo-4 3.19", "mineo-4 8.2")
@pytest.mark.parametrize(
    ("exchanged", "says"),
    [
        ("T16", RAISES),  # the caller has it himself: a secret solo
        ("T12", RAISES),  # seat 1 has it
        ("T8", RAISES),  # seat 2 has it
        ("T4", ("silence",)),  # seat 0 has it and can only be silent
    ],
)
def test_with_dummett_a_secret_solo_asks_the_same_seats_as_any_other_call(
    exchanged: str, says: tuple[str, ...]
) -> None:
    hands = swapped(("T16", exchanged))
    run = do(begin(hands, TALON, "dummett"), ALL_PASS + "passo passo chiamo:T16 passo " + TALON)
    assert asked_for_rivanto(run) == {0: says}  # alone behind seat 3, who called


FORCED_SOLO = swapped(("T20", "T17"), ("T19", "D10"), ("T16", "S5"))  # seat 2 has 20 and 19


@clause("mineo-4 3.12", "mineo-4 2.20", "mineo-4 3.19", "mineo-4 7.16")
@pytest.mark.parametrize(
    ("called", "known"),
    [
        ("T20", True),  # the Giove that he has shown
        ("T16", True),  # seen in the talon
        ("T19", False),  # his own: a secret solo
        ("T18", False),  # seat 1 has it
    ],
)
def test_a_forced_caller_is_a_soloist_for_dummett_only_when_all_know_him_to_be_alone(
    called: str, *, known: bool
) -> None:
    given: dict[str, object] = {"forced_call": True, "call": "any"}
    for rivanto, seats in (("behind", [3, 0]), ("all", [3, 0, 1] if known else [3, 0])):
        run = begin(FORCED_SOLO, "T16 C5 B5", rivanto=rivanto, **given)
        do(run, f"{ALL_PASS * 2}{called} C5 B5 D9")
        assert asked_for_rivanto(run) == dict.fromkeys(seats, RAISES)
        talking = [seat for seat in range(4) if run.view(seat).asides]
        assert talking == ([0, 1, 3] if known else [])


@clause("mineo-4 3.18", "mineo-4 3.19")
@pytest.mark.parametrize(
    ("call", "bids", "said", "known"),
    [
        # Seat 2 raises: seat 0 lacks the 19 himself, so it is with seat 3 ...
        ("highest", CALLED, "rivanto silence silence", [{2}, set(), set(), {1}]),
        # ... unless the caller may have it himself,
        ("any", CALLED, "rivanto silence silence", [set(), set(), set(), {1}]),
        # who knows that he has not.
        ("any", CALLED, "rivanto silence rivanto", [set(), {3}, set(), {1}]),
        # He has called his own 18: seat 3, who lacks it, finds nobody else to hold it.
        ("any", OWN_CALLED, "rivanto silence rivanto", [set(), set(), set(), {0, 2}]),
    ],
)
def test_one_s_own_hand_tells_more_than_the_rivanti_of_others(
    call: str, bids: str, said: str, known: list[set[int]]
) -> None:
    run = calling(said="silence " + said, bids=bids, call=call)
    assert friends(run) == known
    assert heaps(run.view(None)) == (0, 1, 2, 3)
    bot = make_bot("rule", GAME, 1)
    while run.decision is not None:  # players know what to think of each other
        run.do(bot.choose(run.view(run.decision.seat)))


@clause("mineo-4 3.12")
def test_after_a_forced_call_those_after_the_caller_are_asked() -> None:
    hands = swapped(("T20", "T17"))  # seat 2 holds the Giove
    run = do(begin(hands, forced_call=True), ALL_PASS * 2 + "T19 " + TALON)
    assert asked_for_rivanto(run) == {3: ("silence",), 0: RAISES}


@clause("mineo-4 3.13")
@pytest.mark.parametrize("said", ["vado_solo", "passo passo passo vado_solo"])
def test_after_an_early_solo_all_three_may_say_rivanto(said: str) -> None:
    run = do(begin(), f"{said} {TALON}")
    declarer = len(said.split()) % 4
    found = asked_for_rivanto(run)
    assert found == {(declarer + step) % 4: RAISES for step in (1, 2, 3)}


@clause("mineo-4 3.13")
@pytest.mark.parametrize(
    ("said", "behind"),
    [
        ("vado_solo", [2, 3, 0]),
        ("passo vado_solo", [3, 0]),
        ("passo passo passo vado_solo", []),
    ],
)
@pytest.mark.parametrize("rivanto", ["behind", "all"])
def test_option_after_an_early_solo_only_those_behind_the_soloist_may_say_rivanto(
    said: str, behind: list[int], rivanto: str
) -> None:
    # the dealer is seat 0: they speak in the order 1, 2, 3, 0
    run = do(begin(early_rivanto="behind", rivanto=rivanto), f"{said} {TALON}")
    assert asked_for_rivanto(run) == dict.fromkeys(behind, RAISES)


@clause("mineo-4 3.14")
def test_the_declarer_never_says_rivanto() -> None:
    for run in (do(bidding(CALLED), TALON), do(begin(), f"vado_solo {TALON}")):
        assert refused(run, "rivanto") == "mineo-4 3.14"


@clause("mineo-4 3.15", "mineo-4 3.18")
def test_a_called_card_in_the_talon_makes_a_forced_solo_known_to_all() -> None:
    run = forced_solo()
    assert (1, "solo_forzato") in run.view(None).heard("says")
    assert friends(run) == [{2, 3}, set(), {0, 3}, {0, 2}]
    assert "T19" in run.view(1).hand
    rivanto = do(begin(IN_TALON, "T19 C5 B5"), ALL_PASS + CALLED + "C5 B5 SQ")
    assert asked_for_rivanto(rivanto) == {2: RAISES, 3: RAISES, 0: RAISES}


@clause("mineo-4 3.16")
def test_the_holder_of_the_called_card_is_asked_too_and_can_only_be_silent() -> None:
    run = do(bidding(CALLED), TALON)
    assert asked_for_rivanto(run.fork()) == {2: RAISES, 3: ("silence",), 0: RAISES}
    do(run, "silence silence")
    assert refused(run, "rivanto") == "mineo-4 3.16"
    other = do(bidding(CALLED, swapped(("T19", "T17"))), f"{TALON} silence silence")
    assert options(other) == RAISES  # here seat 2 holds it
    for seat in (0, 1, None):
        assert run.view(seat).facts() == other.view(seat).facts()


@clause("mineo-4 3.17", "mineo-4 3.18")
def test_two_rivanti_leave_only_one_partner() -> None:
    one = calling(said="silence rivanto silence silence")
    assert friends(one) == [{2}, set(), set(), {1}]  # seat 0 counts himself out too
    assert heaps(one.view(0)) == (0, 1, 2, 3)
    both = calling(said="silence rivanto silence rivanto")
    assert friends(both) == [{2}, {3}, {0}, {1}]
    assert heaps(both.view(None)) == (1, 0, 1, 0)


@clause("mineo-4 3.18")
def test_the_parties_are_known_when_the_called_card_is_played() -> None:
    run = do(calling(), "T17")
    assert friends(run) == [set(), set(), set(), {1}]
    assert heaps(run.view(3)) == (0, 1, 2, 3)
    do(run, "T19")
    assert friends(run) == [{2}, {3}, {0}, {1}]
    assert heaps(run.view(None)) == (1, 0, 1, 0)


@clause("mineo-4 3.18", "mineo-4 3.19")
@pytest.mark.parametrize(
    ("any_", "raised", "party"),
    [
        (False, [2], None),
        (False, [2, 0], {1, 3}),
        (True, [2, 0], None),  # the caller may hold the card himself
        (True, [2, 0, 3], {1}),
    ],
)
def test_how_many_rivanti_tell_the_parties(
    any_: bool, raised: list[int], party: set[int] | None
) -> None:
    known = party_known_to_all((), 4, Called(1, "T19", may_be_own=any_), raised)
    assert known == party
    assert (
        sides_as_known(4, known)
        == {
            None: (0, 1, 2, 3),
            frozenset({1, 3}): (1, 0, 1, 0),
            frozenset({1}): (1, 0, 1, 1),
        }[known]
    )


@clause("mineo-4 3.19")
def test_a_called_own_card_makes_a_secret_solo() -> None:
    run = calling(bids="chiamo:T18 passo passo passo", call="any")
    assert friends(run) == [set()] * 4
    partnered = calling(bids="chiamo:T17 passo passo passo", call="any")
    assert friends(partnered) == [set(), set(), {1}, set()]
    do(run, "T17 T19 T11 T18")
    assert friends(run) == [{2, 3}, set(), {0, 3}, {0, 2}]
    play_by(run, {})
    at_1 = result_of(run).scores[1]
    assert result_of(run).scores == (-at_1 // 3, at_1, -at_1 // 3, -at_1 // 3)


@clause("mineo-4 3.19", "mineo-4 3.16")
def test_behind_a_secret_soloist_who_spoke_first_all_three_may_say_rivanto() -> None:
    run = do(bidding("chiamo:T18 passo passo passo", call="any"), TALON)
    assert asked_for_rivanto(run.fork()) == {2: RAISES, 3: RAISES, 0: RAISES}
    do(run, "silence rivanto rivanto rivanto")
    assert friends(run) == [{2, 3}, set(), {0, 3}, {0, 2}]
