"""Many deals at once are what the engine would have played, card by card, byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from matto.engine.run import Run
from matto.engine.scoring import ONE_BY_ONE, Counting
from matto.engine.view import View
from matto.games import game as game_of
from matto.kernel.layout import OWN_PLAIN, PLAIN
from matto.research.batch import BadBatch, BatchEnv, IllegalAction
from matto.research.batch.deals import be_quiet
from matto.research.testing.checks import Case, cases_of, default_cases
from samples import many
from sixteen import THREE, thinned

ROWS, FEW_ROWS = 6, 2


def batch_of(case: Case, n: int, seed: int = 3, **how: Any) -> BatchEnv:
    options: dict[str, Any] = dict(case.options)
    return BatchEnv(case.game, n, seed, **how, **options)


def differences(env: BatchEnv, runs: Mapping[int, Run]) -> list[str]:
    """Where the arrays say anything else than the engine; the deals by row."""
    found = []
    for row, run in runs.items():
        asked = run.decision
        assert asked is not None
        shown: dict[str, tuple[Any, Any]] = {
            "seat": (env.seats[row], asked.seat),
            "mask": (env.masks[row], env.encoding.mask(asked)),
            "observation": (
                env.observations[row],
                env.encoding.observe(run.view(asked.seat)),
            ),
        }
        found += [
            f"{env.game.id} {dict(env.options)}, row {row}, {name}"
            for name, (batch, engine) in shown.items()
            if not np.array_equal(batch, engine)
        ]
    return found


def played_side_by_side(env: BatchEnv) -> list[str]:
    """Play all deals to their end, in the batch and in the engine; gives what differs."""
    assert env.compiled
    runs = {row: env.run(row) for row in range(env.n)}
    found: list[str] = []
    while not env.done.any() and not found:
        found += differences(env, runs)
        actions = env.random_actions()
        for run, action in zip(runs.values(), actions.tolist(), strict=True):
            assert run.decision is not None
            run.do(env.encoding.choice(run.decision, action))
            be_quiet(run)
        env.step(actions)
    for rewards, run in zip(env.rewards.tolist(), runs.values(), strict=True):
        if run.result is None or tuple(rewards) != run.result.scores:
            found.append(f"{env.game.id} {dict(env.options)}: {rewards}, not {run.result}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("case", thinned(default_cases()), ids=str)
@pytest.mark.parametrize("talk", ["rule", "random"])
def test_a_batch_shows_and_pays_what_the_engine_does(case: Case, talk: str) -> None:
    assert not played_side_by_side(batch_of(case, many(ROWS), talk=talk, auto_reset=False))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_a_batch_shows_and_pays_what_the_engine_does_with_every_option(game_id: str) -> None:
    for case in cases_of(game_of(game_id)):
        env = batch_of(case, many(FEW_ROWS), talk="random", auto_reset=False)
        assert not played_side_by_side(env)


# -- deals by number -------------------------------------------------------------------------


def deals_of(env: BatchEnv) -> list[object]:
    return [env.run(row).setup.deal for row in range(env.n)]


@pytest.mark.slow
def test_a_deal_follows_from_seed_and_number_whatever_the_size_of_the_batch() -> None:
    few, more = BatchEnv("calatafimi-2", 2, seed=5), BatchEnv("calatafimi-2", 4, seed=5)
    assert deals_of(few) == deals_of(more)[:2]
    few.reset([0, 1])
    assert few.numbers.tolist() == [2, 3]
    assert deals_of(few) == deals_of(more)[2:]
    assert deals_of(BatchEnv("calatafimi-2", 2, seed=6)) != deals_of(more)[:2]


def test_the_same_seed_plays_the_same_again() -> None:
    def played() -> list[list[int]]:
        env = BatchEnv("mineo-3", 3, seed=2)
        shown = []
        for _ in range(130):
            env.step(env.random_actions())
            shown.append([*env.rewards.ravel(), *env.observations.sum(axis=1), *env.numbers])
        return [[int(number) for number in row] for row in shown]

    assert played() == played()


def test_a_row_whose_deal_is_over_goes_on_with_its_next() -> None:
    env = BatchEnv("calatafimi-2", 3, seed=1)
    for _ in range(61):
        env.step(env.random_actions())
        assert not env.done.any()
    env.step(env.random_actions())
    assert env.done.all()
    assert env.rewards.any()
    assert env.numbers.tolist() == [3, 4, 5]
    assert not differences(env, {row: env.run(row) for row in range(3)})
    env.step(env.random_actions())
    assert not env.done.any()
    assert not env.rewards.any()
    assert not played_side_by_side(env)


def test_with_a_number_of_deals_they_come_again() -> None:
    env = BatchEnv("calatafimi-2", 3, seed=1, deals=2)
    assert env.numbers.tolist() == [0, 1, 0]
    first = env.observations.copy()
    env.reset([0, 1, 2])
    assert env.numbers.tolist() == [1, 0, 1]
    assert np.array_equal(env.observations, first[[1, 0, 1]])
    few = BatchEnv("calatafimi-2", 2, seed=1, deals=3)
    few.reset([0, 1])
    assert few.numbers.tolist() == [2, 0]


def test_with_a_number_of_plays_a_row_plays_a_deal_so_often() -> None:
    env = BatchEnv("calatafimi-2", 2, seed=1, plays=3)
    numbers = []
    for _ in range(7):
        numbers.append(env.numbers.tolist())
        env.reset([0, 1])
    assert [row for row, _ in numbers] == [0, 0, 0, 2, 2, 2, 4]
    assert [row for _, row in numbers] == [1, 1, 3, 3, 3, 5, 5]
    assert deals_of(env) == deals_of(BatchEnv("calatafimi-2", 6, seed=1))[4:]


def test_rows_that_are_reset_go_on_and_others_stay() -> None:
    env = BatchEnv("calatafimi-2", 3, seed=1)
    env.step(env.random_actions())
    stays = env.observations[1].copy()
    env.reset(np.array([True, False, True]))
    assert env.numbers.tolist() == [3, 1, 5]
    assert np.array_equal(env.observations[1], stays)
    env.reset([])
    assert env.numbers.tolist() == [3, 1, 5]
    env.reset([2, 2])
    assert env.numbers.tolist() == [3, 1, 8]
    env.reset()
    assert env.numbers.tolist() == [0, 1, 2]


@pytest.mark.slow
def test_many_rows_play_what_one_row_plays() -> None:
    many_rows = BatchEnv("calatafimi-2", 4096, seed=4, deals=32, threads=2)
    one = BatchEnv("calatafimi-2", 1, seed=4, deals=32)
    rng = np.random.default_rng(1)
    for _ in range(62):
        lot = rng.integers(1 << 30)
        legal = [np.flatnonzero(mask) for mask in many_rows.masks]
        actions = np.array([choices[lot % len(choices)] for choices in legal])
        assert np.array_equal(one.observations[0], many_rows.observations[32])
        many_rows.step(actions)
        one.step(actions[:1])
        assert np.array_equal(one.rewards[0], many_rows.rewards[4064])


# -- what is refused -------------------------------------------------------------------------


def arrays(env: BatchEnv) -> list[bytes]:
    shown = env.seats, env.masks, env.observations, env.rewards, env.done, env.numbers
    return [array.tobytes() for array in shown]


def test_an_illegal_action_names_row_seat_and_clause_and_nothing_changes() -> None:
    env = BatchEnv("mineo-3", 3, seed=1)
    env.step(env.random_actions())
    before, actions = arrays(env), env.random_actions()
    actions[1] = np.flatnonzero(~env.masks[1])[0]
    with pytest.raises(IllegalAction, match=f"Row 1, seat {env.seats[1]}: ") as refused:
        env.step(actions)
    assert refused.value.refusal.clause.startswith("mineo-3 ")
    assert (refused.value.row, refused.value.action) == (1, actions[1])
    assert arrays(env) == before
    actions[1] = 10_000
    with pytest.raises(IllegalAction, match="There is no action 10000"):
        env.step(actions)


def test_after_its_end_a_deal_takes_no_action() -> None:
    env = BatchEnv("calatafimi-2", 2, seed=1, auto_reset=False)
    while not env.done.all():
        env.step(env.random_actions())
    assert env.seats.tolist() == [-1, -1]
    assert not env.masks.any()
    assert env.random_actions().tolist() == [-1, -1]
    paid = env.rewards.copy()
    with pytest.raises(IllegalAction, match="The deal is over"):
        env.step([0, -1])
    assert np.array_equal(env.rewards, paid)
    env.step([-1, -1])
    assert not env.rewards.any()
    env.reset(env.done)
    assert env.numbers.tolist() == [2, 3]
    assert not env.done.any()


WRONG: dict[str, Callable[[BatchEnv], object]] = {
    "too few": lambda env: env.step([0]),
    "fractions": lambda env: env.step(np.zeros(2)),
    "yes and no": lambda env: env.step(np.zeros(2, bool)),
    "a table": lambda env: env.step(np.zeros((2, 1), int)),
    "a column": lambda env: env.random_actions(np.zeros((2, 1), int)),
    "too little room": lambda env: env.random_actions(np.zeros(1, int)),
    "small numbers": lambda env: env.random_actions(np.zeros(2, np.int32)),
    "a row too many": lambda env: env.reset([2]),
    "a row below the first": lambda env: env.reset([-1]),
    "half a row": lambda env: env.reset([0.5]),
    "one row by itself": lambda env: env.reset(0),
    "yes and no for others": lambda env: env.reset([True]),
    "one row with another seed": lambda env: env.reset([0], seed=2),
    "the run of no row": lambda env: env.run(2),
    "a row and a half": lambda _env: BatchEnv("mineo-3", 1.5),  # type: ignore[arg-type]
    "a seed in words": lambda _env: BatchEnv("mineo-3", 1, seed="one"),  # type: ignore[arg-type]
    "no thread": lambda _env: BatchEnv("mineo-3", 1, threads=0),
    "nobody talks": lambda _env: BatchEnv("mineo-3", 1, talk=5),  # type: ignore[arg-type]
    "no row": lambda _env: BatchEnv("mineo-3", 0),
    "no play": lambda _env: BatchEnv("mineo-3", 1, plays=0),
    "no deal": lambda _env: BatchEnv("mineo-3", 1, deals=0),
    "no such phase": lambda _env: BatchEnv("mineo-3", 1, phase="talk"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_what_makes_no_sense_is_refused_with_a_sentence(what: str) -> None:
    env = BatchEnv("calatafimi-2", 2)
    before = arrays(env)
    with pytest.raises(BadBatch):
        WRONG[what](env)
    assert arrays(env) == before


# -- words -----------------------------------------------------------------------------------


def test_words_before_the_first_card_are_said_by_whoever_is_given() -> None:
    heard = []

    def talk(view: View) -> str:
        assert view.decision is not None
        heard.append(view.seat)
        return view.decision.options[0]

    env = BatchEnv("mineo-3", 2, seed=1, talk=talk)
    assert heard
    assert all(asked.kind == "play" for row in (0, 1) if (asked := env.run(row).decision))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", thinned(["mineo-4", "grosstarock"], quick={"mineo-4"}))
def test_with_all_phases_every_word_is_an_action(game_id: str) -> None:
    env = BatchEnv(game_id, 2, seed=1, phase="full", auto_reset=False)
    while not env.done.all():
        going_on = np.flatnonzero(env.seats >= 0).tolist()
        assert not differences(env, {row: env.run(row) for row in going_on})
        env.step(env.random_actions())


@pytest.mark.slow
def test_a_game_whose_nouns_do_not_say_all_is_played_by_the_engine() -> None:
    unsaid = replace(game_of("calatafimi-2"), counting=lambda _: Counting(ONE_BY_ONE, 77))
    env = BatchEnv(unsaid, 2, seed=1, auto_reset=False)
    assert not env.compiled
    while not env.done.all():
        assert not differences(env, {row: env.run(row) for row in range(2)})
        env.step(env.random_actions())
    results = [env.run(row).result for row in range(2)]
    assert [result.scores for result in results if result] == list(map(tuple, env.rewards))


# -- what nobody may see ---------------------------------------------------------------------


def hidden_card(env: BatchEnv, seat: int, viewer: int) -> int:
    """A card that a seat holds and a viewer does not know to be there, by number."""
    prepared = env._backend.prepared  # type: ignore[union-attr]
    known = prepared.slots.seen.held[0, viewer, seat, 0]
    return int(prepared.slots.states[0, PLAIN + seat] & ~known).bit_length() - 1


def with_hidden_cards_changed(game_id: str) -> tuple[BatchEnv, int]:
    """Two rows of the same deal, but that two others hold each other's card in the second."""
    env = BatchEnv(game_id, 2, seed=9, deals=2)
    slots, viewer = env._backend.prepared.slots, int(env.seats[0])  # type: ignore[union-attr]
    seen = slots.seen
    for array in (slots.states, slots.which, slots.stocks, *seen):
        array[1] = array[0]
    one, other = ((viewer + step) % env.game.seats for step in (1, 2))
    changed = 1 << hidden_card(env, one, viewer) | 1 << hidden_card(env, other, viewer)
    for seat in (one, other):
        slots.states[1, [PLAIN + seat, OWN_PLAIN + seat]] ^= changed
    env.reset()
    return env, viewer


@pytest.mark.parametrize("game_id", [one for one in THREE if game_of(one).seats > 2])
def test_cards_that_a_seat_cannot_see_leave_its_observation_alike(game_id: str) -> None:
    env, viewer = with_hidden_cards_changed(game_id)
    compared = 0
    while env.seats[0] == env.seats[1] and (env.masks[0] & env.masks[1]).any():
        if env.seats[0] == viewer:
            assert np.array_equal(env.observations[0], env.observations[1])
            assert np.array_equal(env.masks[0], env.masks[1])
            compared += 1
        both = np.flatnonzero(env.masks[0] & env.masks[1])
        env.step(both[[-1, -1]])
    assert compared
