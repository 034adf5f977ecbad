"""The rule of thumb is said twice, over views and compiled: both weigh every card alike."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kernel.settled_deals import begun
from matto.blocks.call import sides_in
from matto.engine.cards import CODES, NUMBER
from matto.engine.outcome import outlook
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as game_of
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers, Plan
from matto.kernel.play import legal_now
from matto.kernel.policy import EYES_SIZE, look, promise, thumb_card, what_lies
from matto.kernel.scales import Scales, scales_of
from matto.kernel.states import state_of
from matto.kernel.weights import COUNTER, Weights
from matto.players.advice import advice_for
from matto.players.evaluation import CardEvaluator
from matto.players.positions import advised_plan
from matto.players.rule import RuleBot
from matto.players.sight import Sight, allies_among_strangers, allies_of
from matto.testing.cases import Case
from sixteen import SIXTEEN

DEALS = 12
CLOSE = 1e-9
CARDS = 500
MOSTLY = {
    "calatafimi-4": 0.99,
    "mineo-4": 0.99,
    "priestertarock": 0.99,
}
"""These games have hints of their own, such as which word to lead up to."""


@compiled
def promised(state: Numbers, plan: Plan, scales: Scales, card: int, eyes: Numbers) -> float:
    """What a card promises the seat that is to play."""
    look(state, plan, scales, eyes)
    return promise(state, plan, scales, card, what_lies(state, plan, scales), eyes)


def moments(game_id: str, said: str = "") -> Iterator[Run]:
    """Deals among players by the rule of thumb, whenever one of them chooses a card.

    The first who may say a word says it, where one is given.
    """
    game = game_of(game_id)
    for seed in range(DEALS):
        run, _ = begun(Case(game, game.resolve()), seed)
        bots = [RuleBot(game, f"{seed}/{seat}") for seat in range(game.seats)]
        while (decision := run.decision) is not None:
            view = run.view(decision.seat)
            if decision.kind == "play" and len(decision.options) > 1:
                yield run
            fresh = said in decision.options and not view.heard(decision.kind)
            run.do(said if fresh else bots[decision.seat].choose(view))


def settled_plan(run: Run) -> Plan:
    """The plan by the parties as they really are, whether the players know them or not."""
    contract, seats = run.table.contract, run.game.seats
    assert contract is not None
    holders = [seat for seat in range(seats) if contract.called in run.view(seat).hand]
    if not holders:
        return advised_plan(run)
    return advised_plan(run, sides_in(contract, holders[0], seats))


def believed(run: Run, view: View, weights: Weights, plan: Plan) -> tuple[float, ...]:
    """For each seat how likely it is on the view's side, as far as the view knows."""
    contract = run.table.contract
    assert contract is not None
    side, seat = plan.side.tolist(), view.seat
    assert seat is not None
    if not contract.called or contract.called not in Sight(view).abroad:
        return tuple(float(side[other] == side[seat]) for other in range(view.seats))
    if weights.strangers and contract.declarer is not None:
        return allies_among_strangers(view, contract.declarer)
    return allies_of(view, ())


def has_a_secret(view: View, player: CardEvaluator) -> bool:
    """Tell whether a seat knows of a card in another hand what a third does not know."""
    known = Sight(view.known_to_all(view.seat)).held_by
    return known != player.sight.held_by


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_compiled_and_over_a_view_each_card_promises_the_same(game_id: str) -> None:
    compared = 0
    for run in moments(game_id):
        assert run.decision is not None
        view, plan = run.view(run.decision.seat), settled_plan(run)
        state, scales = state_of(run.table, plan), scales_of(plan)
        assert run.table.contract is not None
        said = outlook(run.table, run.table.contract).said
        weights = advice_for(run.game.id).weights_in(said)
        player = CardEvaluator(view, weights, believed(run, view, weights, plan))
        if has_a_secret(view, player):
            continue
        for card in run.decision.options:
            found = promised(state, plan, scales, NUMBER[card], np.zeros(EYES_SIZE, np.int64))
            assert found == pytest.approx(player.promise(card), abs=CLOSE), (card, view.hand)
            compared += 1
    assert compared > CARDS


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_compiled_players_do_what_players_by_the_rule_of_thumb_do(game_id: str) -> None:
    asked, alike = chosen_alike(moments(game_id))
    assert alike >= MOSTLY.get(game_id, 1.0) * asked


def test_they_also_do_where_one_has_said_that_he_will_take_no_trick() -> None:
    against_one = (run for run in moments("grosstarock", "nullo") if holds_a_counter(run))
    asked, alike = chosen_alike(against_one)
    assert alike == asked > DEALS


def holds_a_counter(run: Run) -> bool:
    """Tell whether a seat could give a counter away to another's Nullo that has not failed."""
    assert run.decision is not None
    said = [seat for seat, word in run.view(None).heard("announce") if word == "nullo"]
    if (
        not said
        or run.decision.seat in said
        or said[0] in {trick.winner for trick in run.view(None).tricks}
    ):
        return False
    value_of = run.view(None).pack.value_of
    return any(value_of[card] > COUNTER for card in run.decision.options)


def chosen_alike(runs: Iterator[Run]) -> tuple[int, int]:
    """How many cards were chosen, and how many of them alike by compiled play."""
    asked = alike = 0
    for run in runs:
        assert run.decision is not None
        view, plan = run.view(run.decision.seat), settled_plan(run)
        state, eyes = state_of(run.table, plan), np.zeros(EYES_SIZE, np.int64)
        may, scales = legal_now(state, plan), scales_of(plan)
        card = CODES[thumb_card(state, plan, scales, *may, eyes)]
        alike += card == RuleBot(run.game, 0).choose(view)
        asked += 1
    return asked, alike
