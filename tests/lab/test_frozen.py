"""The frozen bot plays as the usual one did, and not as it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import frozen
from frozen import BUDGET, Strong, keeping_the_fool
from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel import layout as lay
from matto.kernel.reading import Trust
from matto.players.play_likelihood import OTHERS
from matto.players.positions import advised_plan
from matto.players.rule import RuleBot
from matto.players.sampled import Sampled
from matto.players.search_bots import STRONG


@pytest.mark.slow
def test_the_frozen_bot_plays_a_deal_to_its_end() -> None:
    game = find_game("calatafimi-2")
    run = Run.shuffled(game, seed=2)
    bot = Strong(game, 1)
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        late = asked.kind == "play" and len(view.hand) in {3, 7}
        run.do(bot.choose(view) if late else asked.options[0])
    assert run.result is not None


def test_its_players_keep_the_fool_as_long_as_they_did() -> None:
    mineo = find_game("mineo-3")
    assert Strong(mineo, 1).rule.advice.weights.fool_by == 1
    assert RuleBot(mineo, 1).advice.weights.fool_by == 5
    run = Run.shuffled(find_game("calatafimi-2"), seed=2)
    while run.decision is not None and run.decision.kind != "play":
        run.do(run.decision.options[0])
    plan = keeping_the_fool(advised_plan(run), 1)
    assert plan.weights[lay.SINGLE, lay.FOOL_BY] == 1


def test_of_what_others_play_it_thinks_what_it_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Trust] = []

    class Noted(Sampled):
        def __init__(self, *how: Any) -> None:
            told.append(how[-1])
            super().__init__(*how)

    monkeypatch.setattr(frozen, "Sampled", Noted)
    game = find_game("calatafimi-2")
    run = Run.shuffled(game, seed=2)
    while run.decision is not None and run.decision.kind != "play":
        run.do(run.decision.options[0])
    assert run.decision is not None
    Strong(game, 1, replace(BUDGET, worlds=8, read=20)).choose(run.view(run.decision.seat))
    assert told == [frozen.OTHERS]
    assert frozen.OTHERS is not OTHERS


def test_it_knows_of_no_habits_and_has_the_usual_deals() -> None:
    assert (BUDGET.reason, BUDGET.card_doubt, BUDGET.nodes) == (0, 0, 0)
    assert (BUDGET.worlds, BUDGET.read, BUDGET.walk) == (
        STRONG.worlds,
        STRONG.read,
        STRONG.walk,
    )
