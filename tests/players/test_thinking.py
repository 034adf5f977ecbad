"""Bots that think: legal in every question of every game, and the same everywhere."""

from __future__ import annotations

import asyncio
import random

import pytest

from matto.engine.run import Match
from matto.engine.view import View
from matto.games import catalogue
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.bots import AT_ONCE, LEVELS, PROBES, THINKING
from matto.players.playouts import SearchBudget
from matto.players.search import STRONG, THINKERS, SearchBot, best_of
from matto.server.live.bot_pool import BotPool
from players.moments import hasty, moments
from players.values_by_hand import tried_by_hand
from samples import many
from sixteen import THREE

DEALS, MOST_DEALS = many(1), many(20)
"""So many that are not thrown in, and at most so many in all."""
FOUR = ("calatafimi-2", "tortorici-4", "marolles", "priestertarock")


def test_every_strength_is_a_bot_and_has_an_effort() -> None:
    assert {level.bot for level in (*LEVELS, *PROBES)} == AT_ONCE | set(THINKERS)
    assert set(THINKERS) == THINKING


@pytest.mark.slow
def test_cards_to_lay_away_are_tried_out_more_often_than_words() -> None:
    game = find_game("mitigatti-3")
    bot = SearchBot("strong", game, 1, SearchBudget(trials=32, closer_times=4, talk_samples=20))
    tried: dict[str, int] = {}
    run, rule = Match(game).next_run(seed="laying away"), make_bot("rule", game, 1)
    while (asked := run.decision) is not None and len(tried) < len({"talk", "discard"}):
        view = run.view(asked.seat)
        if asked.kind in {"talk", "discard"} and asked.kind not in tried:
            tried[asked.kind] = bot.tried_out(view, asked).tried.playouts
        run.do(rule.choose(view))
    assert tried["talk"] <= 32 < tried["discard"] <= 4 * 32


def test_the_doubt_about_close_questions_is_that_about_others_unless_it_is_told() -> None:
    usual, told = SearchBudget(doubt=1.5), SearchBudget(doubt=1.5, closer_doubt=2.0)
    kinds = ("bid", "discard", "announce")
    assert [usual.doubt_for(kind) for kind in kinds] == [1.5, 1.5, 1.5]
    assert [told.doubt_for(kind) for kind in kinds] == [1.5, 2.0, 2.0]


def test_strong_announces_only_what_is_surely_better_than_silence() -> None:
    """Where the deals do not tell them apart it says nothing, as a Nullo that fails is free."""
    doubt = STRONG.doubt_for("announce")
    brought = {"silence": [0.0] * 100, "nullo": [12.0, -10.0] * 50}  # better by 0.9 errors
    assert best_of(tried_by_hand(brought), doubt) == "silence"
    assert best_of(tried_by_hand(brought), STRONG.doubt) == "nullo"
    assert STRONG.trials_for("announce") == STRONG.trials_for("discard") > STRONG.trials


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
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
@pytest.mark.parametrize(
    ("game_id", "name"),
    [
        (game_id, name)
        for game_id in catalogue()
        for name in sorted(THINKING)
        if name == "strong" or game_id in FOUR
    ],
)
def test_every_kind_of_question_is_answered_and_judged(game_id: str, name: str) -> None:
    for run in moments(game_id):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        bot = hasty(name, run.game, "legal")
        assert bot.choose(view) in run.decision.options
        judged = [one.choice for one in bot.hint(view).values]
        assert set(judged) <= set(run.decision.options)
        assert len(judged) > 1


@pytest.fixture(scope="module")
def answered_there() -> dict[str, list[str]]:
    """What the same player chooses in another process, at some moments of each game."""

    async def asked() -> dict[str, list[str]]:
        bot_pool = BotPool(1, patience=120, in_time=600)
        try:
            bot_pool.prepare()
            assert bot_pool._getting_ready
            await bot_pool._getting_ready
            return {
                game_id: [
                    (await bot_pool.ask("club", "seed", view)).choice
                    for view in views_of(game_id)
                ]
                for game_id in FOUR
            }
        finally:
            await bot_pool.close()

    return asyncio.run(asked())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", FOUR)
def test_the_same_view_and_seed_give_the_same_choice_in_another_process(
    game_id: str, answered_there: dict[str, list[str]]
) -> None:
    def asked_here() -> list[str]:
        game = find_game(game_id)
        return [make_bot("club", game, "seed").choose(view) for view in views_of(game_id)]

    assert answered_there[game_id] == asked_here() == asked_here()


def views_of(game_id: str) -> list[View]:
    """What is seen by whoever is asked, at moments of every kind."""
    return [run.view(run.decision.seat) for run in moments(game_id) if run.decision]
