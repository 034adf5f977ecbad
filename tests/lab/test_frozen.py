"""The frozen bot plays as the usual one did, and not as it does."""

from __future__ import annotations

import pytest

from frozen import BUDGET, Strong, keeping_the_fool
from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel import layout as lay
from matto.players.positions import advised_plan
from matto.players.rule import RuleBot
from matto.players.search_bots import STRONG


@pytest.mark.slow
def test_the_frozen_bot_plays_a_deal_to_its_end() -> None:
    game = find_game("calatafimi-2")
    run = Run.shuffled(game, seed=2)
    frozen = Strong(game, 1)
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        late = asked.kind == "play" and len(view.hand) in {3, 7}
        run.do(frozen.choose(view) if late else asked.options[0])
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


def test_it_knows_of_no_habits_and_has_the_usual_deals() -> None:
    assert (BUDGET.reason, BUDGET.card_doubt, BUDGET.nodes) == (0, 0, 0)
    assert (BUDGET.worlds, BUDGET.read, BUDGET.walk) == (
        STRONG.worlds,
        STRONG.read,
        STRONG.walk,
    )
