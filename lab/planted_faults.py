"""Which faults do which suites notice? `python lab/planted_faults.py --write docs/suites.md`.

Each fault is planted for a moment, in one game, and the suites are run: those of PettingZoo and
OpenSpiel as they come, OpenSpiel's `api_test` on the full tree of a game with four cards (whose
numbers of states are worked out from the clauses in `tests/adapters`), and ours.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import unittest
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test as openspiel_api_test
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, seed_test

from matto.blocks import play
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.encoding import Encoding
from matto.research.adapters import openspiel as openspiel_deals
from matto.research.adapters import pettingzoo as of_zoo
from matto.research.adapters.episodes import paid
from matto.research.adapters.openspiel import (
    DealState,
    SeatObserver,
    name_of,
    next_cards,
    register,
)
from matto.research.adapters.pettingzoo import DealEnv, env
from matto.research.testing.by_hand import with_few_cards
from matto.research.testing.checks import Case
from matto.research.testing.environments import environment_faults, recall_faults, state_faults
from matto.research.testing.games import compiled_otherwise
from script import check_page, publish

BEGIN = "<!-- the table: written by lab/planted_faults.py -->"
END = "<!-- the end of the table -->"
SMALL, SMALL_CARDS, SMALL_HAND = "matto_four_cards", ("SK", "S7", "D6", "T2"), 2
SMALL_STATES, SMALL_KNOWN = (16, 50, 16), 50
CYCLES, SIMULATIONS = 60, 3
SEEDS = range(4)

Plant = Callable[[], AbstractContextManager[None]]
Suite = Callable[[Game], None]
"""Raises whatever it raises when something is wrong."""


# -- the faults ------------------------------------------------------------------------------


@contextmanager
def nothing() -> Iterator[None]:
    """All is in order."""
    yield


def holds(run: Run | None, seat: int) -> bool:
    """Return whether the neighbour of a seat holds more plain cards than the seat itself."""
    if run is None:
        return False
    plain = run.table.plain
    return plain[(seat + 1) % run.game.seats] > plain[seat]


@contextmanager
def leak() -> Iterator[None]:
    """One entry of the tensor tells of the neighbour's cards."""
    observe, set_from = DealEnv.observe, SeatObserver.set_from

    def observed(self: DealEnv, agent: str) -> Any:
        shown = observe(self, agent)
        shown["observation"][-1] = holds(self.run, self.possible_agents.index(agent))
        return shown

    def written(self: SeatObserver, state: Any, player: int) -> None:
        set_from(self, state, player)
        if self.tensor is not None:
            self.tensor[-1] = holds(state.run, player)

    seen = patch.object(DealEnv, "observe", observed)
    with seen, patch.object(SeatObserver, "set_from", written):
        yield


@contextmanager
def revoke() -> Iterator[None]:
    """Whoever could follow suit may play anything all the same."""

    def legal(plain: int, tarocks: int, *_: object) -> tuple[int, int]:
        return plain, tarocks

    with patch.object(play, "legal", legal):
        yield


@contextmanager
def forgetting() -> Iterator[None]:
    """The information state has the hand and the trick that lies, and no trick before."""

    def state(_self: Encoding, view: Any) -> str:
        return f"{view.seat} holds {view.hand}, on the table {view.lying}, {view.waiting}"

    with patch.object(Encoding, "information_state", state):
        yield


@contextmanager
def one_point_too_many() -> Iterator[None]:
    """The first seat is paid a point by nobody."""

    def more(run: Run) -> tuple[float, ...]:
        first, *others = paid(run)
        return (first + (run.result is not None), *others)

    with patch.object(openspiel_deals, "paid", more), patch.object(of_zoo, "paid", more):
        yield


def mask_that(change: Callable[[Any], None]) -> Plant:
    """The mask, and the list of legal actions, are changed."""

    @contextmanager
    def planted() -> Iterator[None]:
        honest, legal = DealEnv.observe, DealState._legal_actions

        def observed(self: DealEnv, agent: str) -> Any:
            shown = honest(self, agent)
            if agent == self.agent_selection:
                change(shown["action_mask"])
            return shown

        def actions(self: Any, player: int) -> list[int]:
            mask = np.zeros(self.get_game().num_distinct_actions(), np.int8)
            mask[legal(self, player)] = 1
            change(mask)
            return [int(action) for action in np.flatnonzero(mask)]

        shown = patch.object(DealEnv, "observe", observed)
        with shown, patch.object(DealState, "_legal_actions", actions):
            yield

    return planted


def one_missing(mask: Any) -> None:
    """The first of several actions is missing."""
    if mask.sum() > 1:
        mask[mask.argmax()] = 0


def one_too_many(mask: Any) -> None:
    """The first action that is not legal is offered."""
    if mask.any():
        mask[mask.argmin()] = 1


@contextmanager
def seed_ignored() -> Iterator[None]:
    """The cards are shuffled by another seed than was given."""
    reset = DealEnv.reset

    def other(self: DealEnv, seed: int | None = None, options: Any = None) -> None:
        reset(self, seed=None, options=options)

    with patch.object(DealEnv, "reset", other):
        yield


@contextmanager
def unlike_cards() -> Iterator[None]:
    """The first card that is left is twice as likely as it should be."""

    def outcomes(*given: Any) -> list[tuple[int, float]]:
        found = next_cards(*given)
        if len(found) == 1:
            return found
        (card, likely), *others = found
        rest = (1 - 2 * likely) / (1 - likely)
        return [(card, 2 * likely), *((one, chance * rest) for one, chance in others)]

    with patch.object(openspiel_deals, "next_cards", outcomes):
        yield


@contextmanager
def other_world() -> Iterator[None]:
    """A state drawn anew has cards that the seat has not seen so."""
    honest = DealState.resample_from_infostate

    def drawn(self: Any, player: int, sampler: Any) -> Any:
        return honest(self, (player + 1) % self.get_game().num_players(), sampler)

    with patch.object(DealState, "resample_from_infostate", drawn):
        yield


FAULTS: Mapping[str, Plant] = {
    "a tensor that leaks": leak,
    "a revoke that is allowed": revoke,
    "imperfect recall": forgetting,
    "a payment that is not zero-sum": one_point_too_many,
    "a legal action missing from the mask": mask_that(one_missing),
    "an illegal action in the mask": mask_that(one_too_many),
    "a seed that is ignored": seed_ignored,
    "cards that are not equally likely": unlike_cards,
    "a drawn world that contradicts what was seen": other_world,
}


# -- the suites ------------------------------------------------------------------------------


def of_pettingzoo(game: Game) -> None:
    """`api_test` and `seed_test`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game), num_cycles=CYCLES)
        seed_test(lambda: env(game), num_cycles=CYCLES)


def of_openspiel(game: Game) -> None:
    """`random_sim_test`, `games_sim_test` and `api_test` on states drawn from the tree."""
    loaded = pyspiel.load_game(name_of(game))
    pyspiel.random_sim_test(loaded, num_sims=SIMULATIONS, serialize=False, verbose=False)
    games_sim_test.GamesSimTest().sim_game(loaded)
    run_cases(openspiel_api_test.EnforceAPIOnPartialTreeBase, loaded)


def of_the_full_tree(_game: Game) -> None:
    """`api_test` on all states of the game with four cards."""
    loaded = pyspiel.load_game(f"{small()}(hands_as_sets=true)")
    openspiel_api_test.TOTAL_NUM_STATES[str(loaded)] = SMALL_STATES
    openspiel_api_test.PERFECT_RECALL_NUM_STATES[str(loaded)] = SMALL_KNOWN
    run_cases(openspiel_api_test.EnforceAPIOnFullTreeBase, loaded)


def small() -> str:
    """The name of the game with four cards."""
    if SMALL not in pyspiel.registered_names():
        few = with_few_cards(find_game("calatafimi-2"), SMALL_CARDS, hand=SMALL_HAND)
        register(few, SMALL)
    return SMALL


def run_cases(case: type[unittest.TestCase], loaded: Any) -> None:
    """Run the tests of a class of OpenSpiel's on a game."""
    bound = type(case.__name__, (case,), {"game": loaded, "game_name": str(loaded)})
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(bound)
    ran = unittest.TextTestRunner(stream=io.StringIO()).run(tests)
    assert ran.wasSuccessful(), ran


def ours(game: Game) -> None:
    """What `matto.research.testing` asks of a game and of its adapters."""
    case = Case(game, game.resolve())
    for seed in SEEDS:
        for checked in (environment_faults, state_faults, recall_faults):
            assert not list(checked(game, seed))
        assert not list(compiled_otherwise(case, seed))


SUITES: Mapping[str, Suite] = {
    "PettingZoo": of_pettingzoo,
    "OpenSpiel": of_openspiel,
    "OpenSpiel, all of a small game": of_the_full_tree,
    "ours": ours,
}


def notices(suite: Suite, plant: Plant, game: Game) -> bool:
    """Return whether a suite fails while a fault is planted."""
    with plant(), silence():
        try:
            suite(game)
        except Exception:
            return True
    return False


@contextmanager
def silence() -> Iterator[None]:
    """Suites say nothing, those in C++ neither."""
    sys.stdout.flush()
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        kept = os.dup(2)
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


PLANTS: Mapping[str, Plant] = {"nothing": nothing, **FAULTS}


def table(game: Game, rows: Sequence[str] = tuple(PLANTS)) -> Iterator[str]:
    """A row for each fault, a column for each suite: ✓ where it is noticed."""
    yield "| planted | " + " | ".join(SUITES) + " |"
    yield "|---|" + ":-:|" * len(SUITES)
    for name in rows:
        found = (
            "✓" if notices(suite, PLANTS[name], game) else "–" for suite in SUITES.values()
        )
        yield f"| {name} | {' | '.join(found)} |"


def main() -> None:
    """Make the table, and print it or write it into a page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="calatafimi-2")
    parser.add_argument("--row", action="append", choices=PLANTS, help="one fault; else all")
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    asked = parser.parse_args()
    check_page(asked.write, BEGIN, END)
    publish(
        asked.write,
        BEGIN,
        END,
        "\n".join(table(find_game(asked.game), asked.row or tuple(PLANTS))),
    )


if __name__ == "__main__":
    main()
