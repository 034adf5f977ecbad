"""Priestertarock: the pack, the deal, the bidding and the match."""

from __future__ import annotations

import pytest

from helpers import do, start
from matto.engine.errors import IllegalChoice
from matto.engine.events import INTO_HAND
from matto.engine.run import Match, Run
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
    assert run.decision is not None
    assert run.decision.kind == "bid"


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
    assert run.decision is not None
    assert (run.decision.seat, run.decision.kind) == (caller, "call")


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
    assert run.result is not None
    assert run.result.thrown_in
    assert run.result.sheet == ()
    assert run.result.scores == (0,) * 5
    assert run.result.next_dealer == 0
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
