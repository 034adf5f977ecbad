"""Bots that think: legal in every question of every game, and the same everywhere."""

from __future__ import annotations

import asyncio
import random

import pytest

from matto.engine.match import Match
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.levels import LEVELS, PROBES
from matto.players.readiness import AT_ONCE, THINKING
from matto.players.search_bots import THINKERS
from matto.server.live.bot_pool import BotPool
from players.moments import hasty, moments
from samples import many
from sixteen import SIXTEEN, thinned

DEALS, MOST_DEALS = many(1), many(20)
"""So many that are not thrown in, and at most so many in all."""
FOUR = ("calatafimi-2", "tortorici-4", "marolles", "priestertarock")
ONE_IN_THE_QUICK_LOOP = thinned(FOUR, quick={"calatafimi-2"})


def test_every_strength_is_a_bot_and_has_an_effort() -> None:
    assert {level.bot for level in (*LEVELS, *PROBES)} == AT_ONCE | set(THINKERS)
    assert set(THINKERS) == THINKING


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_whole_deals_are_played_with_legal_choices_only(game_id: str) -> None:
    """An illegal choice raises `IllegalChoice`; a missing one `ValueError`."""
    game = find_game(game_id)
    match, chance, played = Match(game), random.Random(game_id), 0
    for number in range(MOST_DEALS):
        run = match.next_run(seed=f"thinking {number}")
        bots = [hasty("strong", game, f"{number} {seat}") for seat in range(game.seats)]
        while (asked := run.decision) is not None:
            others = [own.seat for own in asked.others if own.options]
            speaks_first = bool(others) and chance.random() < 0.2
            seat = chance.choice(others) if speaks_first else asked.seat
            run.do_as(seat, bots[seat].choose(run.view(seat)))
        assert run.result is not None
        match.take(run.result)
        played += not run.result.thrown_in
        if played == DEALS:
            return
    raise AssertionError("too many deals are thrown in")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(THINKING))
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_kind_of_question_is_answered_and_judged(game_id: str, name: str) -> None:
    for run in moments(game_id):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        bot = hasty(name, run.game, "legal")
        assert bot.choose(view) in run.decision.options
        judged = bot.estimate(view)
        assert set(judged) <= set(run.decision.options)
        assert len(judged) > 1


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
def test_the_same_view_and_seed_give_the_same_choice_in_another_process(game_id: str) -> None:
    async def asked_there() -> list[str]:
        bot_pool = BotPool(1, patience=120, in_time=600)
        try:
            bot_pool.prepare()
            assert bot_pool._getting_ready
            await bot_pool._getting_ready
            views = [run.view(run.decision.seat) for run in moments(game_id) if run.decision]
            return [(await bot_pool.think("club", "seed", view)).choice for view in views]
        finally:
            await bot_pool.close()

    def asked_here() -> list[str]:
        game = find_game(game_id)
        return [
            make_bot("club", game, "seed").choose(run.view(run.decision.seat))
            for run in moments(game_id)
            if run.decision
        ]

    there = asyncio.run(asked_there())
    assert there == asked_here() == asked_here()
