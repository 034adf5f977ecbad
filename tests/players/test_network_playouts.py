"""Playouts in which a seat goes on by its network: they end as deals at a table would."""

from __future__ import annotations

import numpy as np
import pytest

from matto.engine.run import Run
from matto.engine.view import View
from matto.games import catalogue
from matto.games import game as find_game
from matto.kernel import compiled
from matto.kernel.layout import Numbers
from matto.kernel.packing import state_of, stock_of
from matto.players import make_bot
from matto.players.inference import Worlds
from matto.players.kernel_positions import Positions, advised_plan, positions_in
from matto.players.learned import Judge, judge_for
from matto.players.learned.model import path_of
from matto.players.learned.playouts import NetworkPlayouts, first_lead
from matto.players.playouts import (
    card_playouts,
    scores_by_network,
    seats_by_network,
    values_of_cards,
)
from matto.players.simple_bots import RuleBot
from matto.players.weighted_worlds import weighted_worlds
from players.moments import hasty, moments
from sixteen import thinned

LEARNED = thinned(name for name in catalogue() if path_of(name) and name != "calatafimi-2")
"""The games that have a network, but for the one in which cards are drawn."""


def in_play(game_id: str, seed: int, tricks: int) -> tuple[Run, View]:
    """A deal played by the rule of thumb until somebody may choose among three cards."""
    run = Run.shuffled(find_game(game_id), seed=seed)
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        there = len(view.tricks) >= tricks and view.lying
        if asked.kind == "play" and there and len(asked.options) > 2:
            return run, view
        run.do(make_bot("rule", run.game, 1).choose(view))
    return in_play(game_id, seed + 1, tricks)


TWICE = np.array([0, 0])
"""The row of the only deal, once for each way to continue it."""


def both_ways(seat: int) -> Numbers:
    """The seats by the network: one among players by the rule of thumb, and all."""
    return np.array([seats_by_network(seat, number) for number in (0, 1)])


def playouts_in(run: Run, view: View) -> NetworkPlayouts:
    """Playouts in the one deal that there is."""
    judge = judge_for(run.game, view)
    assert isinstance(judge, Judge)
    return NetworkPlayouts(judge, view, run, the_deal(run))


def the_deal(run: Run) -> Positions:
    plan = advised_plan(run)
    state, stock = state_of(run.table, plan), stock_of(run.table)
    return Positions(state[None, :], [plan], np.zeros(1, np.int64), stock[None, :])


def paid_after(run: Run, card: str, guest: int, others: str) -> int:
    """What a card brings a seat that goes on as `quick` among players of some kind."""
    after = run.fork()
    after.do(card)
    while (asked := after.decision) is not None:
        bot = "quick" if asked.seat == guest else others
        after.do(make_bot(bot, run.game, 1).choose(after.view(asked.seat)))
    assert after.result is not None
    return after.result.scores[guest]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", LEARNED)
def test_a_card_brings_what_it_would_at_a_table(game_id: str) -> None:
    for seed, tricks in ((1, 2), (20, 4)):
        run, view = in_play(game_id, seed, tricks)
        playouts, cards = playouts_in(run, view), view.asked.options
        masks = both_ways(view.asked.seat)
        found = [playouts.values(card, TWICE, masks).tolist() for card in cards]
        assert found == [brought_at_tables(run, card, view.asked.seat) for card in cards]


def brought_at_tables(run: Run, card: str, guest: int) -> list[int]:
    """What a card brings a guest among players by the rule of thumb, and by the network."""
    return [paid_after(run, card, guest, others) for others in ("rule", "quick")]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", LEARNED)
def test_players_know_their_own_cards_whatever_world_playouts_were_made_from(
    game_id: str,
) -> None:
    """What a dealer alone has seen in the talon is that of the one world: it hardly matters."""
    run, view = in_play(game_id, 2 if game_id == "calatafimi-4" else 1, 3)
    worlds = Worlds(run.game, view)
    drawn = worlds.draw(40, 1)
    one, other = worlds.any_run(drawn), worlds.any_run(drawn.rows(range(20, 40)))
    judge, card = judge_for(run.game, view), view.asked.options[0]
    assert isinstance(judge, Judge)
    playouts = NetworkPlayouts(judge, view, one, the_deal(other))
    found = playouts.values(card, TWICE, both_ways(view.asked.seat)).tolist()
    assert found == brought_at_tables(other, card, view.asked.seat)


def test_where_cards_are_drawn_later_the_rule_of_thumb_goes_on() -> None:
    run, view = in_play("calatafimi-2", 1, 3)
    deals, cards = weighted_worlds(run.game, view, 12, 1, 40), view.asked.options
    found = card_playouts(run.game, view, deals)(cards, np.arange(12))
    positions = positions_in(deals.run, view, deals.drawn)
    assert np.array_equal(found, values_of_cards(positions, cards, view.asked.seat))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["mineo-3", "marolles", "tortorici-3"])
def test_a_word_brings_what_it_would_at_a_table(game_id: str) -> None:
    run = Run.shuffled(find_game(game_id), seed=7)
    while (asked := run.decision) is not None and len(asked.options) == 1:
        run.do(asked.options[0])
    assert asked is not None
    for choice in asked.options[:3]:
        tables = brought_at_tables(run, choice, asked.seat)
        for mask, brought in zip(both_ways(asked.seat).tolist(), tables, strict=True):
            after = run.fork()
            after.do(choice)
            assert scores_by_network(after, RuleBot(run.game, 1), mask)[asked.seat] == brought


def test_the_first_lead_is_found_after_any_number_of_cards() -> None:
    run, _ = in_play("mineo-3", 1, 4)
    lead = first_lead(run)
    assert lead.decision is not None
    assert lead.decision.kind == "play"
    assert not any(event.kind == "play" for event in lead.events)
    assert first_lead(lead).done == lead.done


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["calatafimi-2", "priestertarock"])
def test_what_is_made_ready_is_all_that_bots_need(game_id: str) -> None:
    compiled.ready()
    before = signatures()
    for run in moments(game_id):
        assert run.decision is not None
        hasty("strong", run.game, 1).choose(run.view(run.decision.seat))
    assert signatures() == before


def signatures() -> list[int]:
    """For how many types of arguments each function has been compiled."""
    return [
        len(function.run.signatures)
        for function in compiled._compiled.values()
        if isinstance(function, compiled.CompiledFunction)
    ]
