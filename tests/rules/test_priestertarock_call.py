"""Priestertarock: the deal, the bidding, calling or demanding a card, the match."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import decision_of, do, finished_pile, play_on, result_of, start
from matto.engine.errors import IllegalChoice, InNoHand
from matto.engine.events import INTO_HAND
from matto.engine.run import Match, Run
from matto.engine.table import Table
from matto.games import game

ID = "priestertarock"
GAME = game(ID)
PACK = GAME.pack(GAME.resolve())
clause = pytest.mark.clause


@clause("priestertarock 1.1")
def test_the_pack_has_78_cards() -> None:
    # four suits of 14, 21 trumps, the Fool
    assert len(PACK.codes) == len(PACK.cards) == 78
    assert sum(card.startswith("T") for card in PACK.codes) == 21
    assert "F" in PACK.cards


@clause("priestertarock 1.2")
@pytest.mark.parametrize("suit", "SBCD")
def test_in_every_suit_the_king_is_high_and_the_ace_is_low(suit: str) -> None:
    order = ["K", "Q", "C", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
    assert list(PACK.ranks_of[suit]) == order


@clause("priestertarock 1.3")
def test_the_trumps_run_from_21_down_to_1() -> None:
    assert PACK.trumps.split() == [f"T{trump}" for trump in range(21, 0, -1)]


@clause("priestertarock 1.4")
def test_the_fool_belongs_to_no_suit_and_has_no_strength() -> None:
    assert not any("F" in ranks for ranks in PACK.ranks_of.values())
    assert "F" not in PACK.trumps.split()
    assert GAME.vocabulary.names_of_cards(GAME.resolve())["F"] == "Matto"


@clause("priestertarock 1.5")
def test_what_the_cards_are_worth() -> None:
    worth = {card: PACK.values.get(card, 0) for card in PACK.codes}
    assert [worth[card] for card in ["DK", "CQ", "BC", "SJ"]] == [5, 4, 3, 2]
    assert [worth[card] for card in ["T21", "T1", "F"]] == [5, 5, 5]
    # pips, aces and the other trumps are worth nothing
    assert [worth[card] for card in ["S10", "BA", "C2", "T20", "T2"]] == [0] * 5


@clause("priestertarock 1.6")
def test_the_pack_is_worth_71_counted_card_by_card() -> None:
    # kings 20, queens 16, cavaliers 12, jacks 8, trumps 10, the Fool 5
    assert sum(PACK.values.values()) == 20 + 16 + 12 + 8 + 10 + 5 == 71


@clause("priestertarock 2.1")
def test_five_play_to_the_left() -> None:
    assert (GAME.seats, GAME.direction) == (5, "left")


@clause("priestertarock 2.2")
def test_every_shuffle_deals_the_whole_pack_anew() -> None:
    runs = [Run.shuffled(GAME, seed=seed) for seed in range(3)]
    for run in runs:
        dealt = [card for hand in run.setup.deal.hands for card in hand]
        assert sorted([*dealt, *run.setup.deal.talon]) == sorted(PACK.codes)
    assert len({run.setup.deal for run in runs}) == 3


@clause("priestertarock 2.3")
def test_fifteen_cards_come_in_five_rounds_of_threes_from_the_dealers_left() -> None:
    run = start(ID, dealer=2)
    packets = [(event.seat, event.what) for event in run.view(None).events][:25]
    assert packets == [(seat, ("3",)) for seat in (3, 4, 0, 1, 2)] * 5
    assert all(len(run.view(seat).hand) == 15 for seat in range(5))
    assert not run.actions


@clause("priestertarock 2.4")
@pytest.mark.parametrize("seat", range(5))
def test_a_hand_is_seen_by_its_holder_only(seat: int) -> None:
    run = start(ID)
    own = set(run.setup.deal.hands[seat])
    assert set(run.view(seat).hand) == own
    moved = [event for event in run.view(seat).events if event.moves == INTO_HAND]
    assert {card for event in moved for card in event.what} == own
    assert run.view(None).hand == ()


@clause("priestertarock 2.5")
def test_the_three_open_cards_are_seen_by_all_before_the_first_word() -> None:
    run = start(ID, talon="T21 SK F", dealer=4)
    for viewer in (None, *range(5)):
        assert run.view(viewer).heard("talon") == ((4, "T21"), (4, "SK"), (4, "F"))
    assert decision_of(run).kind == "bid"


@clause("priestertarock 2.6")
def test_each_says_chiamo_or_passes_once_the_dealer_last() -> None:
    run = start(ID, dealer=3)
    asked = []
    while run.decision is not None:
        assert run.decision.options == ("chiamo", "passo")
        asked.append(run.decision.seat)
        run.do("passo")
    assert asked == [4, 0, 1, 2, 3]
    assert run.view(None).heard("bid") == tuple((seat, "passo") for seat in asked)


@clause("priestertarock 2.7")
@pytest.mark.parametrize(("passes", "caller"), [(0, 1), (2, 3), (4, 0)])
def test_the_first_chiamo_ends_the_bidding(passes: int, caller: int) -> None:
    run = do(start(ID), ["passo"] * passes + ["chiamo"])
    assert (decision_of(run).seat, decision_of(run).kind) == (caller, "call")


@clause("priestertarock 2.8")
def test_the_bid_does_not_name_the_form() -> None:
    run = start(ID)
    why = run.why_not("solo")
    assert why is not None
    assert why.clause == "priestertarock 2.8"
    assert str(why.sentence) == "“solo” is no bid here. Say chiamo, passo."
    with pytest.raises(IllegalChoice):
        run.do("solo")
    assert not run.actions


@clause("priestertarock 2.9", "priestertarock 6.2")
def test_when_all_pass_nobody_writes_anything_and_the_next_deals() -> None:
    run = do(start(ID, dealer=4), "passo passo passo passo passo")
    assert result_of(run).thrown_in
    assert result_of(run).sheet == ()
    assert result_of(run).scores == (0,) * 5
    assert result_of(run).next_dealer == 0
    for viewer in range(5):  # thrown in unseen
        moved = [event for event in run.view(viewer).events if event.moves]
        assert {event.seat for event in moved} == {viewer}


def played_deal(match: Match, seed: int) -> None:
    run = match.next_run(seed=seed)
    run.do("chiamo")
    while run.decision is not None:
        run.do(run.decision.options[0])
    assert run.result is not None
    match.take(run.result)


@clause("priestertarock 6.1")
def test_seat_0_deals_first_unless_the_table_says_otherwise() -> None:
    assert Match(GAME).dealer == 0
    assert Match(GAME, dealer=3).dealer == 3


@clause("priestertarock 6.2")
def test_the_deal_passes_to_the_left_after_every_deal() -> None:
    match = Match(GAME)
    dealers = []
    for seed in range(6):
        dealers.append(match.dealer)
        played_deal(match, seed)
    assert dealers == [0, 1, 2, 3, 4, 0]


@clause("priestertarock 6.3")
def test_the_ledger_begins_at_zero_and_always_balances() -> None:
    match = Match(GAME)
    assert match.ledger == [0] * 5
    for seed in range(4):
        before = list(match.ledger)
        played_deal(match, seed)
        scores = match.results[-1].scores
        assert match.ledger == [a + b for a, b in zip(before, scores, strict=True)]
        assert any(scores)
        assert sum(match.ledger) == 0


@clause("priestertarock 6.4")
def test_zero_is_written_with_an_equals_sign() -> None:
    match = Match(GAME)
    assert match.standing() == ("=",) * 5
    match.ledger[:] = [4, -1, 0, -2, -1]
    assert match.standing() == ("+4", "−1", "=", "−2", "−1")


@clause("priestertarock 6.5")
def test_a_match_has_no_end_of_its_own() -> None:
    match = Match(GAME)
    for seed in range(12):
        played_deal(match, seed)
    assert not match.over


# -- calling a card, the hidden partner, the secret solo, demanding a card ---------------

ALL_SEATS = range(5)

SWORDS = "SK SQ SC SJ S10 S9 S8 S7 S6 S5 S4 S3 S2 SA"
CUPS = "CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3 C2 CA"
BATONS = "BK BQ BC BJ B10 B9 B8 B7 B6 B5 B4 B3 B2 BA"
HANDS = {
    0: "DC DJ D10 D9 D8 D7 D6 D5 D4 T6 T5 T4 T3 T2 T1",
    1: f"{SWORDS} DK",
    2: f"{CUPS} DQ",
    3: f"{BATONS} F",
    4: "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7",
}
OPEN = "D3 D2 DA"


def asked(words: str = "", *, caller: int = 1, dealer: int = 0, **options: Any) -> Run:
    """The deal above, bid for by the caller, and what he then says."""
    run = start(ID, HANDS, OPEN, dealer=dealer, **options)
    passes = (caller - dealer - 1) % len(ALL_SEATS)
    return do(run, ["passo"] * passes + ["chiamo", *words.split()])


def options(run: Run) -> set[str]:
    return set(decision_of(run).options)


def friends(run: Run) -> list[set[int]]:
    return [set(GAME.friends(run.view(seat))) for seat in ALL_SEATS]


def refused(run: Run, word: str) -> tuple[str, str]:
    actions = len(run.actions)
    with pytest.raises(IllegalChoice) as refusal:
        run.do(word)
    assert len(run.actions) == actions
    why = run.why_not(word)
    assert why == refusal.value.refusal
    return why.clause.removeprefix(f"{ID} "), str(why.sentence)


@clause("priestertarock 3.1")
def test_the_caller_calls_one_card_or_demands_one() -> None:
    run = asked()
    assert options(run) == PACK.cards | {"demand"}
    assert refused(run, "king")[0] == "3.1"
    do(run, "T21")
    assert run.view(None).heard("call") == ((1, "T21"),)


@clause("priestertarock 3.2")
def test_any_card_may_be_called_held_or_not_open_or_not() -> None:
    for called in ("SK", "CK", "T21", "F", "D3", "B2"):  # own, others', trump, Fool, open, pip
        run = asked(called)
        assert decision_of(run).kind == "play"


@clause("priestertarock 3.3", "priestertarock 5.9")
@pytest.mark.parametrize(("called", "partner"), [("CK", 2), ("F", 3), ("T21", 4), ("T1", 0)])
def test_the_holder_of_the_called_card_is_the_partner(called: str, partner: int) -> None:
    run = asked(called)
    assert [len(run.view(seat).hand) for seat in ALL_SEATS] == [15] * 5
    result = play_on(run).result
    assert result is not None
    amounts = [abs(amount) for amount in result.scores]
    assert amounts == [2 if seat == 1 else 1 for seat in ALL_SEATS]
    assert result.scores[partner] * result.scores[1] > 0
    others = set(ALL_SEATS) - {1, partner}
    assert all(result.scores[seat] * result.scores[1] < 0 for seat in others)


@clause("priestertarock 3.4")
def test_only_its_holder_knows_the_partner_until_the_called_card_is_played() -> None:
    run = asked("CK")
    assert friends(run) == [set(), set(), {1}, set(), set()]
    do(run, "SK CQ")  # the partner plays another card
    assert friends(run) == [set(), set(), {1}, set(), set()]
    run = do(asked("CK"), "SK CK")
    assert friends(run) == [{3, 4}, {2}, {1}, {0, 4}, {0, 3}]
    assert friends(play_on(run)) == [{3, 4}, {2}, {1}, {0, 4}, {0, 3}]


@clause("priestertarock 3.4")
def test_nobody_has_friends_before_a_card_is_called_and_an_onlooker_never() -> None:
    assert friends(asked()) == [set()] * 5
    assert GAME.friends(do(asked("CK"), "SK CK").view(None)) == frozenset()


@clause("priestertarock 3.5")
def test_calling_an_open_card_makes_the_dealer_the_partner_known_to_all() -> None:
    run = asked("D2")
    assert friends(run) == [{1}, {0}, {3, 4}, {2, 4}, {2, 3}]
    assert run.view(None).heard("talon") == ((0, "D3"), (0, "D2"), (0, "DA"))
    result = play_on(run).result
    assert result is not None
    assert [abs(amount) for amount in result.scores] == [1, 2, 1, 1, 1]
    assert "D2" not in {card for trick in run.table.tricks for card in trick.cards}


@clause("priestertarock 3.6")
def test_calling_an_own_card_is_a_secret_solo_until_it_is_played() -> None:
    run = asked("SQ")
    assert friends(run) == [set()] * 5  # the caller knows that he has no friend
    do(run, "SQ")
    assert friends(run) == [{2, 3, 4}, set(), {0, 3, 4}, {0, 2, 4}, {0, 2, 3}]
    result = play_on(run).result
    assert result is not None
    assert sorted(map(abs, result.scores)) == [1, 1, 1, 1, 4]
    assert abs(result.scores[1]) == 4


@clause("priestertarock 3.6")
def test_nothing_tells_a_secret_solo_from_another_call() -> None:
    swapped = {
        **HANDS,
        1: HANDS[1].replace("SQ", "CQ"),
        2: HANDS[2].replace("CQ", "SQ"),
    }
    alone = do(start(ID, HANDS, OPEN), "chiamo SQ")
    with_partner = do(start(ID, swapped, OPEN), "chiamo SQ")
    for viewer in (None, 0, 3, 4):
        assert alone.view(viewer).facts() == with_partner.view(viewer).facts()
    assert alone.offered[1] == with_partner.offered[1]


@clause("priestertarock 3.7")
def test_the_dealer_who_calls_an_open_card_is_alone_known_to_all() -> None:
    run = asked("D2", caller=0)
    assert friends(run) == [set(), {2, 3, 4}, {1, 3, 4}, {1, 2, 4}, {1, 2, 3}]
    assert [len(run.view(seat).hand) for seat in ALL_SEATS] == [15] * 5
    result = play_on(run).result
    assert result is not None
    assert [abs(amount) for amount in result.scores] == [4, 1, 1, 1, 1]


@clause("priestertarock 3.7")
def test_the_option_bars_the_dealer_from_his_open_cards_and_nobody_else() -> None:
    run = asked(caller=0, dealer_calls_open="off")
    assert options(run) == PACK.cards - {"D3", "D2", "DA"} | {"demand"}
    assert refused(run, "D2") == ("3.7", "D2 lies open before you: you may not call it.")
    assert options(asked(caller=1, dealer_calls_open="off")) == PACK.cards | {"demand"}


@clause("priestertarock 3.8", "priestertarock 5.10")
def test_a_demand_tells_all_that_the_caller_is_alone() -> None:
    run = asked("demand")
    assert friends(run) == [{2, 3, 4}, set(), {0, 3, 4}, {0, 2, 4}, {0, 2, 3}]
    result = play_on(run).result
    assert result is not None
    assert [abs(amount) for amount in result.scores] == [1, 4, 1, 1, 1]


@clause("priestertarock 3.9", "priestertarock 3.13", "priestertarock 3.15")
def test_any_card_in_another_hand_may_be_demanded_the_fool_too() -> None:
    run = asked("demand")
    others = {card for seat in (0, 2, 3, 4) for card in HANDS[seat].split()}
    assert options(run) == others
    assert "F" in options(run)
    assert refused(run, "SK") == ("3.9", "You hold SK yourself.")
    assert refused(run, "D3") == ("3.13", "The open cards may not be demanded.")
    assert refused(run, "chiamo")[0] == "3.9"


@clause("priestertarock 3.10")
def test_the_holder_gives_the_demanded_card_in_the_sight_of_all() -> None:
    run = asked("demand T21")
    for viewer in (None, *ALL_SEATS):
        assert run.view(viewer).heard("demand") == ((1, "T21"),)
        assert run.view(viewer).heard("gives") == ((4, "T21"),)
    assert "T21" in run.view(1).hand
    assert "T21" not in run.view(4).hand


@clause("priestertarock 3.11")
def test_the_card_given_back_is_seen_by_the_caller_and_the_giver_only() -> None:
    run = asked("demand T21 SA")
    assert "SA" in run.view(4).hand
    assert "SA" not in run.view(1).hand
    for seat in (1, 4):
        assert run.view(seat).heard("gives") == ((4, "T21"), (1, "SA"))
    for viewer in (None, 0, 2, 3):
        assert run.view(viewer).heard("gives") == ((4, "T21"),)
        assert run.view(viewer).heard("has given") == ((1, "4"),)
    assert [len(run.view(seat).hand) for seat in ALL_SEATS] == [15] * 5
    assert (decision_of(run).kind, decision_of(run).seat) == ("play", 1)


@clause("priestertarock 3.11")
def test_the_three_others_see_the_same_whatever_is_given_back() -> None:
    ace, king = asked("demand T21 SA"), asked("demand T21 DK")
    for viewer in (None, 0, 2, 3):
        assert ace.view(viewer).facts() == king.view(viewer).facts()
    assert ace.view(4).facts() != king.view(4).facts()


@clause("priestertarock 3.11")
def test_only_a_card_of_the_hand_can_be_given_back() -> None:
    run = asked("demand T21")
    assert options(run) == {*HANDS[1].split(), "T21"}
    assert refused(run, "CK") == ("3.11", "CK is not in your hand.")


@clause("priestertarock 3.12")
def test_the_very_card_received_may_go_back_and_the_others_do_not_know() -> None:
    run, other = asked("demand T21 T21"), asked("demand T21 SA")
    assert set(run.view(1).hand) == set(HANDS[1].split())
    assert set(run.view(4).hand) == set(HANDS[4].split())
    for viewer in (None, 0, 2, 3):
        assert run.view(viewer).facts() == other.view(viewer).facts()


@clause("priestertarock 3.13", "priestertarock 5.2")
@pytest.mark.parametrize("caller", [0, 1])
def test_the_option_lets_an_open_card_be_changed_for_any_card_of_the_hand(caller: int) -> None:
    run = asked("demand", caller=caller, demand_open="on")
    assert options(run) == PACK.cards - set(HANDS[caller].split())
    do(run, "D3")
    assert options(run) == {*HANDS[caller].split(), "D3"}
    assert refused(run, "D2")[0] == "3.14"
    back = HANDS[caller].split()[0]  # the dealer's DC or the other caller's SK
    do(run, back)
    for viewer in (None, *ALL_SEATS):
        shown = [event.what for event in run.view(viewer).events if event.kind == "talon"]
        assert shown == [("D3", "D2", "DA"), ("D2", "DA", back)]
        assert run.view(viewer).heard("give") == ((caller, back),)
    assert set(run.view(caller).hand) == {*HANDS[caller].split(), "D3"} - {back}
    assert [len(run.view(seat).hand) for seat in ALL_SEATS] == [15] * 5
    result = play_on(run).result
    assert result is not None
    assert [abs(amount) for amount in result.scores] == [
        4 if seat == caller else 1 for seat in ALL_SEATS
    ]
    assert back in finished_pile(run, 0)


@clause("priestertarock 3.13")
def test_the_very_open_card_may_be_laid_back() -> None:
    run = asked("demand D3 D3", demand_open="on")
    assert set(run.view(1).hand) == set(HANDS[1].split())
    assert run.view(None).heard("talon")[-3:] == ((0, "D2"), (0, "DA"), (0, "D3"))


@clause("priestertarock 3.14", "priestertarock 5.2")
def test_the_option_lets_the_dealer_pay_with_an_open_card() -> None:
    run = asked("demand SK", caller=0, pay_open="on")
    assert options(run) == {*HANDS[0].split(), "SK", *OPEN.split()}
    do(run, "D3")
    for viewer in (None, *ALL_SEATS):
        shown = [event.what for event in run.view(viewer).events if event.kind == "talon"]
        assert shown == [("D3", "D2", "DA"), ("D2", "DA", "SK")]
        assert run.view(viewer).heard("gives") == ((1, "SK"), (0, "D3"))
    assert set(run.view(0).hand) == set(HANDS[0].split())
    assert set(run.view(1).hand) == {*HANDS[1].split(), "D3"} - {"SK"}
    assert "SK" in finished_pile(play_on(run), 0)


@clause("priestertarock 3.14")
def test_the_dealer_may_still_pay_with_a_card_of_his_hand_unseen() -> None:
    run = asked("demand SK DC", caller=0, pay_open="on")
    assert "DC" in run.view(1).hand
    assert run.view(2).heard("gives") == ((1, "SK"),)


@clause("priestertarock 3.14")
def test_nobody_else_pays_with_an_open_card_nor_the_dealer_without_the_option() -> None:
    for run in (asked("demand SK", caller=0), asked("demand T21", caller=1, pay_open="on")):
        assert not options(run) & set(OPEN.split())
        assert refused(run, "D3") == ("3.14", "D3 lies open: give a card of your hand.")


@clause("priestertarock 3.14")
def test_a_demanded_open_card_is_not_paid_for_with_an_open_card() -> None:
    run = asked("demand D3", caller=0, demand_open="on", pay_open="on")
    assert options(run) == {*HANDS[0].split(), "D3"}


@clause("priestertarock 3.15", "priestertarock 5.8")
def test_the_fool_belongs_to_whoever_holds_it_after_the_exchange() -> None:
    run = asked("demand F SA")
    assert "F" in run.view(1).hand
    # the new holder leads it to the first trick and keeps it, though a trump takes the trick
    do(run, "F")
    assert "F" in finished_pile(play_on(run), 1)
    # received by demand of another card, given away: the giver of T21 owns it now
    hands = {**HANDS, 1: HANDS[1].replace("DK", "F"), 3: HANDS[3].replace("F", "DK")}
    run = do(start(ID, hands, OPEN), "chiamo demand T21 F")
    assert "F" in run.view(4).hand
    assert "F" in finished_pile(play_on(run), 4)


# The Fool lies open and seat 3 has the three of coins in its place.
FOOL_OPEN = {**HANDS, 3: HANDS[3].replace("F", "D3")}


def points_of(run: Run) -> tuple[int, ...]:
    result = play_on(run).result
    assert result is not None
    return result.points


@clause("priestertarock 3.13", "priestertarock 3.15", "priestertarock 5.4")
def test_an_open_fool_that_is_demanded_is_played_and_no_longer_counts_as_an_open_card() -> None:
    counted = []
    for value in (5, 0):
        chosen: dict[str, Any] = {"demand_open": "on", "fool_in_open": value}
        run = do(start(ID, FOOL_OPEN, "F D2 DA", **chosen), "chiamo demand F SA")
        assert set(run.view(1).hand) == {*HANDS[1].split(), "F"} - {"SA"}
        do(run, "F")  # in time: the caller leads
        counted.append(points_of(run))
        assert "F" in finished_pile(run, 1)
        assert "SA" in finished_pile(run, 0)
    assert counted[0] == counted[1]
    assert counted[0][0] + counted[0][1] == 71


@clause("priestertarock 3.13", "priestertarock 3.15", "priestertarock 5.4")
def test_a_fool_laid_open_in_exchange_counts_for_the_dealers_party_unplayed() -> None:
    counted = {}
    for value in (5, 0):
        chosen: dict[str, Any] = {"demand_open": "on", "fool_in_open": value}
        run = do(start(ID, HANDS, OPEN, **chosen), "passo passo chiamo demand D3 F")
        assert run.view(None).heard("talon")[-3:] == ((0, "D2"), (0, "DA"), (0, "F"))
        counted[value] = points_of(run)
        assert "F" in finished_pile(run, 0)
        assert "F" not in {card for trick in run.table.tricks for card in trick.cards}
    callers, dealers = counted[0][3], counted[0][0]
    assert callers + dealers == 66
    assert (counted[5][3], counted[5][0]) == (callers, dealers + 5)


@clause("priestertarock 3.14", "priestertarock 5.4")
def test_a_fool_that_the_dealer_demands_and_pays_with_an_open_card_lies_open_for_him() -> None:
    counted = {}
    for value in (5, 0):
        run = asked("demand F D3", caller=0, pay_open="on", fool_in_open=value)
        assert run.view(None).heard("talon")[-3:] == ((0, "D2"), (0, "DA"), (0, "F"))
        assert "D3" in run.view(3).hand
        counted[value] = points_of(run)
        assert "F" in finished_pile(run, 0)
    assert counted[0][0] + counted[0][1] == 66
    assert (counted[5][0], counted[5][1]) == (counted[0][0] + 5, counted[0][1])


@clause("priestertarock 3.14", "priestertarock 3.15", "priestertarock 5.4")
def test_an_open_fool_that_is_paid_out_belongs_to_whoever_receives_it() -> None:
    counted = []
    for value in (5, 0):
        chosen: dict[str, Any] = {"pay_open": "on", "fool_in_open": value}
        run = start(ID, FOOL_OPEN, "F D2 DA", **chosen)
        do(run, "passo passo passo passo chiamo demand SK F")
        assert "F" in run.view(1).hand
        assert "SK" not in run.view(0).hand  # it lies open in the place of the Fool
        do(run, "F")
        counted.append(points_of(run))
        assert "F" in finished_pile(run, 1)
        assert {"SK", "D2", "DA"} <= finished_pile(run, 0)
    assert counted[0] == counted[1]
    assert counted[0][0] + counted[0][1] == 71


@clause("priestertarock 3.16")
@pytest.mark.parametrize("words", ["CK", "demand T21 SA"])
def test_after_the_call_or_the_exchange_the_play_begins(words: str) -> None:
    run = asked(words)
    while run.decision is not None:
        assert run.decision.kind == "play"
        run.do(run.decision.options[0])
    assert len([action for action in run.actions if action.kind == "play"]) == 75


@clause("priestertarock 3.3")
def test_a_called_card_that_is_in_no_hand_makes_nobody_a_partner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Table, "holder", lambda _table, _card: None)
    with pytest.raises(InNoHand, match="CK"):
        asked("CK")
