"""A hint says what the bot itself would do, and what each choice is worth beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matto.engine.run import Run
from matto.games import game
from matto.players import make_here, search
from matto.players.search import STRONG, hint_of
from matto.research.testing.by_hand import play_on


def questions(game_id: str, kinds: int) -> list[Run]:
    """A run at the first question of some kinds in which there is something to choose."""
    run, found, seen = Run.shuffled(game(game_id), seed=4), list[Run](), set[str]()
    while run.decision is not None and len(found) < kinds:
        if run.decision.kind not in seen and len(run.decision.options) > 1:
            seen.add(run.decision.kind)
            found.append(run.fork())
        run.do(run.decision.options[-1 if run.decision.kind == "talk" else 0])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["calatafimi-2", "mineo-3"])
def test_the_hint_is_what_the_bot_would_choose_and_stands_first(game_id: str) -> None:
    for run in questions(game_id, 2):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        hint = hint_of("strong", run.game, view, 7)
        assert hint.choice == make_here("strong", run.game, 7).choose(view)
        assert hint.values[0].choice == hint.choice
        assert hint.values[0].equal
        assert {one.choice for one in hint.values} <= set(run.decision.options)
        assert all(one.error >= 0 and one.deals > 0 for one in hint.values)
        surely_worse = [one for one in hint.values if not one.equal]
        assert all(one.deals > 1 for one in surely_worse)


def test_so_it_is_where_another_choice_must_be_better_by_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seldom = replace(STRONG, doubt=100.0)
    monkeypatch.setitem(search.THINKERS, "strong", seldom)
    for run in questions("calatafimi-2", 1):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        usual = make_here("quick", run.game, 7).choose(view)
        assert hint_of("strong", run.game, view, 7).choice == usual


def test_a_bot_that_does_not_think_gives_its_choice_alone() -> None:
    run = questions("calatafimi-2", 1)[0]
    assert run.decision is not None
    hint = hint_of("rule", run.game, run.view(run.decision.seat), 1)
    assert hint.choice in run.decision.options
    assert hint.values == ()


def test_hidden_cards_change_no_hint() -> None:
    run = Run.shuffled(game("calatafimi-2"), seed=9)
    assert run.decision is not None
    seat = run.decision.seat
    other = 1 - seat
    deal = run.setup.deal
    hands = list(deal.hands)
    hands[other] = deal.talon[:15]
    swapped = Run(
        run.game,
        type(deal)(tuple(hands), (*deal.hands[other], *deal.talon[15:])),
    )
    assert play_on(swapped.fork()).result is not None
    assert hint_of("strong", run.game, run.view(seat), 3) == hint_of(
        "strong", run.game, swapped.view(seat), 3
    )
