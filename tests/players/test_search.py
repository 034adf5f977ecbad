"""Bots that think: what they try, what they choose, in every game and the same everywhere."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from matto.engine.cards import NUMBER
from matto.engine.run import Match, Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.kernel.layout import Numbers, Reals
from matto.kernel.packing import state_of, stock_of
from matto.kernel.solver import values_of_moves
from matto.players import make_bot
from matto.players.bot_readiness import AT_ONCE, THINKING
from matto.players.bots import FORMER, LEVELS, PROBES
from matto.players.kernel_positions import advised_plan
from matto.players.playouts import solved_cards
from matto.players.search import (
    FEWEST_DEALS,
    ROUNDS,
    STRONG,
    THINKERS,
    TrialResults,
    try_choices,
)
from matto.players.weighted_worlds import weighted_worlds
from matto.server.live.bot_pool import BotPool
from players.moments import hasty, moments
from samples import many

DEALS, MOST_DEALS = many(1), many(20)
"""So many that are not thrown in, and at most so many in all."""
FOUR = ("calatafimi-2", "tortorici-4", "marolles", "priestertarock")
TWO = FOUR[:2]


def test_every_strength_is_a_bot_and_has_an_effort() -> None:
    offered = {level.bot for level in (*LEVELS, *PROBES)}
    assert offered == AT_ONCE.union(THINKERS) - set(FORMER)
    assert set(THINKERS) == THINKING


# -- trying choices out --------------------------------------------------------------------

DEAL_LUCK = 3.0
TRIALS, MANY = 160, 10_000


class Means:
    """What choices bring in deals: a mean of their own, and chance that all share or not."""

    def __init__(self, means: Mapping[str, float], luck: float) -> None:
        self.means, self.luck = means, luck
        self.asked: Counter[str] = Counter()

    def __call__(self, choices: Sequence[str], numbers: Numbers) -> Reals:
        self.asked.update({choice: len(numbers) for choice in choices})
        return np.array(
            [[self.value(choice, number) for number in numbers] for choice in choices]
        )

    def value(self, choice: str, number: int) -> float:
        """What a choice brings in a deal, the same whenever it is asked."""
        own = random.Random(f"{choice} {number}").gauss(0.0, self.luck)
        return self.means[choice] + random.Random(int(number)).gauss(0.0, DEAL_LUCK) + own

    def best(self, doubt: float) -> str:
        tried = try_choices(self, list(self.means), TRIALS, MANY)
        return tried.choices[tried.best(doubt)]


def test_a_choice_that_is_surely_behind_is_given_up_early() -> None:
    means = Means({"pass": 1.0, "solo": -5.0}, luck=0.5)
    assert means.best(0.7) == "pass"
    assert means.asked["pass"] == means.asked["solo"] == TRIALS * ROUNDS[0] / 2


def test_the_usual_choice_is_tried_to_the_last_as_others_are_held_against_it() -> None:
    means = Means({"usual": -5.0, "good": 0.0, "better": 0.3, "bad": -6.0}, luck=0.8)
    assert means.best(1.0) in {"good", "better"}
    assert means.asked["bad"] < means.asked["usual"] == max(means.asked.values())


def test_of_choices_that_always_bring_the_same_one_is_tried_on() -> None:
    means = Means({"one": 0.0, "two": 0.1, "again": 0.0}, luck=0.0)
    means.value = lambda choice, number: float(number % 5)  # type: ignore[method-assign]
    assert means.best(0.7) == "one"
    assert set(means.asked.values()) == {int(TRIALS * ROUNDS[0] / 3)}


def test_between_choices_that_are_hard_to_tell_apart_all_trials_are_used() -> None:
    means = Means({"one": 0.0, "two": 0.1}, luck=3.0)
    means.best(1.0)
    assert means.asked.total() == TRIALS


def test_however_many_choices_there_are_each_is_tried_in_some_deals() -> None:
    means = Means({f"choice {number}": 0.0 for number in range(40)}, luck=3.0)
    means.best(1.0)
    assert min(means.asked.values()) >= FEWEST_DEALS


def test_there_are_no_more_deals_than_were_drawn() -> None:
    means = Means({"one": 0.0, "two": 0.1}, luck=3.0)
    assert try_choices(means, ["one", "two"], TRIALS, 25).brought.shape == (2, 25)


def tried(**brought: Sequence[float]) -> TrialResults:
    """What choices have brought that were all tried to the last."""
    return TrialResults(list(brought), np.array(list(brought.values())), range(len(brought)))


def test_another_choice_must_beat_the_usual_one_beyond_doubt() -> None:
    found = tried(usual=[0.0, 1.0, 0.0, 1.0], other=[0.0, 2.0, 0.0, 1.0])
    assert found.best(0.4) == 1
    assert found.best(1.5) == 0


def test_where_deals_tell_nothing_apart_nothing_is_announced() -> None:
    """A Nullo that fails is free: by chance it would be best in every second deal."""
    found = tried(silence=[0.0] * 100, nullo=[12.0, -12.0] * 49 + [12.0] * 2)
    assert found.best(STRONG.doubt) == 0


# -- where nothing is hidden ---------------------------------------------------------------


def with_cards_left(game_id: str, left: int) -> Run:
    """A deal by the rule of thumb that stands at a lead, when so many cards are held."""
    game = find_game(game_id)
    run, bot = Run.shuffled(game, seed=5), make_bot("rule", game, 5)
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        drawn = len(stock_of(run.table)) == len(run.view(None).heard("draws"))
        if asked.kind == "play" and len(view.hand) == left and not view.lying and drawn:
            return run
        run.do(bot.choose(view))
    raise AssertionError("the deal is over")


def solved_in(run: Run) -> Reals | None:
    assert run.decision is not None
    view = run.view(run.decision.seat)
    return solved_cards(view, weighted_worlds(run.game, view, 20, 1, 40))


def test_where_nothing_is_hidden_cards_bring_what_they_surely_bring() -> None:
    run = with_cards_left("calatafimi-2", 8)
    assert run.decision is not None
    plan, seat = advised_plan(run), run.decision.seat
    values = values_of_moves(state_of(run.table, plan), plan, MOST)
    found = solved_in(run)
    assert values is not None
    assert found is not None
    sign = 1 if plan.side[seat] == 0 else -1
    assert found.tolist() == [sign * values[NUMBER[card]] / 2 for card in run.decision.options]


@pytest.mark.parametrize(("game_id", "left"), [("barcellona-4", 6), ("marolles", 1)])
def test_where_something_is_hidden_or_each_plays_for_himself_nothing_is_worked_out(
    game_id: str, left: int
) -> None:
    assert solved_in(with_cards_left(game_id, left)) is None


MOST = 10**7


@pytest.mark.slow
def test_where_nothing_is_hidden_no_point_is_lost() -> None:
    run = with_cards_left("calatafimi-2", 10)
    bot = hasty("strong", run.game, 1)
    plan, values = advised_plan(run), list[int]()
    while (asked := run.decision) is not None:
        if len(asked.options) > 1:
            state = state_of(run.table, plan)
            found = values_of_moves(state, plan, MOST)
            assert found is not None
            best = max if plan.side[asked.seat] == 0 else min
            values.append(best(found.values()))
        run.do(bot.choose(run.view(asked.seat)))
    assert len(values) > 8
    assert len(set(values)) == 1


# -- whole games ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["calatafimi-2", "mineo-4"])
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
    [*((one, "strong") for one in FOUR), ("marolles", "pimc")],
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
                    (await bot_pool.ask("strong", "seed", view)).choice
                    for view in views_of(game_id)
                ]
                for game_id in TWO
            }
        finally:
            await bot_pool.close()

    return asyncio.run(asked())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", TWO)
def test_the_same_view_and_seed_give_the_same_choice_in_another_process(
    game_id: str, answered_there: dict[str, list[str]]
) -> None:
    def asked_here() -> list[str]:
        game = find_game(game_id)
        return [make_bot("strong", game, "seed").choose(view) for view in views_of(game_id)]

    assert answered_there[game_id] == asked_here() == asked_here()


def views_of(game_id: str) -> list[View]:
    """What is seen by whoever is asked, at moments of every kind."""
    return [run.view(run.decision.seat) for run in moments(game_id) if run.decision]
