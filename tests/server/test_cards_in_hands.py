"""How many cards a page shows in each hand, and which of them are known."""

from __future__ import annotations

import random

import pytest

from matto.engine.run import Run
from matto.games import game
from matto.research.testing.checks import Case
from matto.research.testing.position import Player
from matto.server.web.pages.seats import cards_held, cards_known
from server.dealt import CASES, some_deals
from server.table_views import mid_trick, reached, step


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_cards_counted_beside_each_name_are_those_that_he_holds(case: Case) -> None:
    for run in some_deals(case):
        view = run.view(None)
        own = run.decision.seat if run.decision else None
        laying_away = run.decision is not None and run.decision.kind == "discard"
        for seat, count in enumerate(cards_held(view)):
            if not (laying_away and seat == own):  # how many are gone is told when he is done
                assert count == len(run.table.hand(seat))
        if own is not None:
            assert cards_held(run.view(own))[own] == len(run.table.hand(own))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_cards_told_to_be_in_a_hand_are_in_it(case: Case) -> None:
    for run in some_deals(case):
        for seat, cards in cards_known(run.view(None)).items():
            assert set(cards) <= set(run.table.hand(seat))


def test_what_was_known_of_a_hand_may_be_gone_once_cards_were_laid_away_unseen() -> None:
    run = Run.shuffled(game("marolles"), seed=1)
    ((owner, card),) = run.view(None).heard("turned up")
    assert cards_known(run.view(None)) == {owner: (card,)}
    while not any(seat == owner for seat, _ in run.view(None).heard("has laid away")):
        step(run, Player(random.Random(1)))
    assert owner not in cards_known(run.view(None))


def test_who_got_a_card_back_for_another_goes_on_knowing_both_hands() -> None:
    run = Run.shuffled(game("priestertarock"), seed=1)
    while run.decision is not None and run.decision.kind == "bid":
        run.do("chiamo")
    assert run.decision is not None
    caller = run.decision.seat
    run.do("demand")
    demanded = next(card for card in run.decision.options if run.table.holder(card) is not None)
    giver = run.table.holder(demanded)
    assert giver is not None
    back = next(card for card in run.table.hand(caller) if card != demanded)
    run.do(demanded)
    run.do(back)
    assert cards_known(run.view(caller)) == {giver: (back,)}
    assert cards_known(run.view(giver)) == {caller: (demanded,)}
    others = [seat for seat in range(5) if seat not in {caller, giver}]
    assert [cards_known(run.view(seat)) for seat in (*others, None)] == [{}] * 4


def test_where_drawn_cards_are_shown_they_are_remembered() -> None:
    run = reached(game("calatafimi-2"), mid_trick(4, 0))
    drawn = [card for seat, card in run.view(0).heard("draws") if seat == 1]
    held = set(run.table.hand(1))
    assert set(cards_known(run.view(0))[1]) == {card for card in drawn if card in held}
