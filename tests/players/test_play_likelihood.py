"""Cards that others have played tell of those they still hold, if they go by rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import log

import numpy as np
import pytest

from kernel.test_states import hands_seen
from matto.engine.cards import CODES
from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel.likelihood import HOPELESS, Trust, read_play
from matto.kernel.packing import first_states_in, stock_of
from matto.players import make_bot
from matto.players.inference import Worlds
from matto.players.weighted_worlds import (
    FEWEST,
    OTHERS,
    Sampled,
    advised_plan,
    by_plan,
    play_likelihoods,
    softened,
)

GAMES = "calatafimi-3", "calatafimi-2", "tortorici-4", "barcellona-3"
"""Games in which compiled rules of thumb never differ from those over a view."""
WORLDS, CARDS_LEFT = 400, 7
CLEARLY = 0.5


@cache
def late_moments(game_id: str, bot: str) -> tuple[Run, ...]:
    """Deals among players of one kind, when one with a few cards left is to play."""
    game, found = find_game(game_id), []
    for seed in range(12):
        run = Run.shuffled(game, seed=f"reading {seed}")
        bots = [make_bot(bot, game, f"{seed}/{seat}") for seat in range(game.seats)]
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.kind == "play" and len(view.hand) == CARDS_LEFT:
                found.append(run)
                break
            run.do(bots[asked.seat].choose(view))
    return tuple(found)


OTHERWISE = float(OTHERS.otherwise[0])
SURE, NOBODY = (Trust(np.array([1.0]), np.array([chance])) for chance in (OTHERWISE, 1.0))
"""All are believed to go by rules of thumb, or nobody is."""


def told_of_truth(run: Run, trust: Trust) -> float:
    """What is told of the deal as it is, if the seat to play looks at it."""
    assert run.decision is not None
    view, plan = run.view(run.decision.seat), advised_plan(run)
    states = first_states_in(plan, view, hands_seen(run))
    played = np.array([CODES.index(card) for _, card in view.heard("play")])
    stocks = stock_of(run.table)[None, :]
    (told,) = read_play(states, plan, stocks, played, run.decision.seat, trust).tolist()
    return float(told)


def choices(run: Run) -> Iterator[int]:
    """How many cards each of the others could have played, whenever he had a choice."""
    assert run.decision is not None
    for action, offered in zip(run.actions, run.offered, strict=True):
        if action.kind == "play" and action.seat != run.decision.seat and len(offered) > 1:
            yield len(offered)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_in_the_true_deal_every_card_by_the_rule_of_thumb_is_the_expected_one(
    game_id: str,
) -> None:
    for run in late_moments(game_id, "rule"):
        expected = sum(log(1 - OTHERWISE + OTHERWISE / n) for n in choices(run))
        assert told_of_truth(run, SURE) == pytest.approx(expected)
        assert told_of_truth(run, NOBODY) == pytest.approx(-sum(map(log, choices(run))))


def test_each_player_is_either_trusted_or_not() -> None:
    """Worked out by hand for a deal of two, where only one other has played."""
    for run in late_moments("calatafimi-2", "rule"):
        one, other = told_of_truth(run, SURE), told_of_truth(run, NOBODY)
        mixed = np.logaddexp(log(0.7) + one, log(0.3) + other)
        either = Trust(np.array([0.7, 0.3]), np.array([OTHERWISE, 1.0]))
        assert told_of_truth(run, either) == pytest.approx(mixed)


def test_a_card_that_a_hand_could_not_play_so_is_as_unlikely_as_one_played_by_chance() -> None:
    run = late_moments("calatafimi-3", "random")[0]
    whole = sum(log(1 - OTHERWISE + OTHERWISE / n) for n in choices(run))
    assert told_of_truth(run, SURE) < whole - CLEARLY


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["calatafimi-3", "tortorici-4", "barcellona-3"])
def test_the_true_hands_of_players_by_rule_of_thumb_become_likelier(game_id: str) -> None:
    gains = []
    for run in late_moments(game_id, "rule"):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        drawn = Worlds(run.game, view).draw(WORLDS, 1)
        logs = play_likelihoods(run, view, drawn, OTHERS)
        gains.append(told_of_truth(run, OTHERS) - np.logaddexp.reduce(logs) + log(WORLDS))
    assert np.mean(gains) > CLEARLY


def test_cards_of_a_player_who_plays_anything_tell_little() -> None:
    kept = {}
    for bot in ("rule", "random"):
        shares = []
        for run in late_moments("calatafimi-3", bot):
            assert run.decision is not None
            view = run.view(run.decision.seat)
            weights = np.exp(
                play_likelihoods(run, view, Worlds(run.game, view).draw(WORLDS, 1), OTHERS)
            )
            shares.append(weights.sum() ** 2 / (weights**2).sum() / WORLDS)
        kept[bot] = np.mean(shares)
    assert kept["random"] > 2 * kept["rule"]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["calatafimi-3", "tortorici-4", "barcellona-3"])
def test_deals_that_are_not_read_to_their_end_are_hopeless(
    game_id: str,
) -> None:
    """Each deal read by itself is read to its end: there is none that is likelier."""
    left_out = 0
    for run in late_moments(game_id, "rule")[:4]:
        assert run.decision is not None
        view = run.view(run.decision.seat)
        drawn = Worlds(run.game, view).draw(WORLDS, 1)
        together = play_likelihoods(run, view, drawn, SURE)
        alone = np.array(
            [play_likelihoods(run, view, drawn.rows([row]), SURE)[0] for row in range(WORLDS)]
        )
        same = np.isclose(together, alone)
        best = alone.max()
        assert (alone[~same] < best - HOPELESS).all()
        assert (together[~same] < best - HOPELESS).all()
        left_out += int((~same).sum())
    assert left_out > WORLDS // 4


def test_enough_deals_still_count_however_much_is_told() -> None:
    logs = np.linspace(0, -400, 1000)
    weights = softened(logs)
    assert weights.max() == 1
    assert weights.sum() ** 2 / (weights**2).sum() == pytest.approx(FEWEST, rel=0.05)
    assert (np.diff(weights) < 0).all()


def test_what_leaves_enough_deals_is_believed_as_it_is() -> None:
    logs = np.log(np.linspace(1, 0.5, 100))
    assert softened(logs) == pytest.approx(np.linspace(1, 0.5, 100))


def test_worlds_for_cards_are_chosen_among_those_read_and_hold_what_the_hand_sees() -> None:
    run = late_moments("calatafimi-3", "rule")[0]
    assert run.decision is not None
    view = run.view(run.decision.seat)
    sampled = Sampled(run.game, view, 50, "me", heard=60, read=1000)
    assert len(sampled.drawn) == 1000
    chosen = sampled.chosen(50)
    assert len(chosen) == 50 and max(chosen) > 200
    ((plan, rows),) = by_plan(run, view, sampled.drawn.rows(chosen))
    assert len(rows) == 50 and plan.side.tolist() == [0, 1, 2]
