"""What a seat can conclude about its cards: who is against it, and whose the trumps are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from matto.engine.run import Run
from matto.games import catalogue
from matto.games import game as find_game
from matto.players.simple_bots import RuleBot
from matto.players.vetoes import (
    CardQuestion,
    gift_for_a_foe,
)

SEEDS = range(12)
WITH_A_HIDDEN_PARTNER = ("calatafimi-4", "mineo-4", "mitigatti-4", "priestertarock")


def questions(game_id: str) -> Iterator[tuple[Run, CardQuestion]]:
    """Questions for a card in deals by the rule of thumb."""
    game = find_game(game_id)
    for seed in SEEDS:
        run, bot = Run.shuffled(game, seed=seed, dealer=seed % game.seats), RuleBot(game, seed)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.kind == "play":
                yield run, CardQuestion(game, view)
            run.do(bot.choose(view))


@pytest.mark.parametrize("game_id", catalogue())
def test_nobody_takes_a_seat_of_his_own_side_for_a_foe(game_id: str) -> None:
    for run, asked in questions(game_id):
        assert not asked.foes & asked.friends
        if asked.friends != {asked.view.seat}:
            assert asked.foes | asked.friends == set(range(run.game.seats))


@pytest.mark.parametrize("game_id", WITH_A_HIDDEN_PARTNER)
def test_who_has_called_takes_all_for_foes_until_his_partner_is_known(game_id: str) -> None:
    alone = [
        asked
        for _, asked in questions(game_id)
        if (contract := asked.view.contract) is not None
        and contract.called
        and contract.declarer == asked.view.seat
        and len(asked.friends) == 1
    ]
    assert alone
    assert all(len(asked.foes) == asked.view.seats - 1 for asked in alone)


def unsettled(game_id: str) -> Iterator[CardQuestion]:
    """Questions to one who is not with the caller, and does not know who is."""
    for _, asked in questions(game_id):
        contract = asked.view.contract
        if contract is None or not contract.called or len(asked.friends) > 1:
            continue
        if contract.declarer != asked.view.seat:
            yield asked


def test_of_three_strangers_of_whom_two_are_friends_none_is_taken_for_a_foe() -> None:
    """Priestertarock 3.4: one of the three others holds the called card."""
    found = list(unsettled("priestertarock"))
    assert found
    for asked in found:
        assert asked.view.contract is not None
        assert asked.foes == {asked.view.contract.declarer}


@pytest.mark.parametrize("game_id", ["calatafimi-4", "mineo-4", "mitigatti-4"])
def test_of_two_strangers_both_are_taken_for_foes(game_id: str) -> None:
    found = list(unsettled(game_id))
    assert found
    assert all(len(asked.foes) == asked.view.seats - 1 for asked in found)


def test_a_counter_may_go_to_a_trick_of_a_stranger_who_is_likely_a_friend() -> None:
    """Else it seems given away, and is kept until somebody trumps it."""
    cases = [
        asked
        for asked in unsettled("priestertarock")
        if asked.holder not in {-1, *asked.foes} and not asked.winners
    ]
    assert cases
    assert all(not gift_for_a_foe(asked) for asked in cases)
