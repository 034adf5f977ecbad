"""What a view holds is what its seat sees: no table behind it, and no card of another hand.

Runs can be copied and written down, views, questions and results too.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from types import GeneratorType
from typing import Any

import pytest

from games.reachable import found_behind, values_behind
from matto.engine.errors import UnknownGame
from matto.engine.events import SAY, Deal, Setup
from matto.engine.run import Match, Run
from matto.engine.table import Asides, Table
from matto.engine.view import View
from matto.games import catalogue, game
from matto.players.inference import Worlds
from matto.research.testing.position import Player, questions, state
from sixteen import THREE

BEHIND = (Run, Table, Setup, Deal, Match, Asides, GeneratorType)
"""What knows all cards."""
MOST_DEALS, SOME_STEPS = 60, 13


@cache
def phases(game_id: str) -> tuple[Run, ...]:
    """Runs at every kind of question, at some more of them, and at the end of deals."""
    rng, kept, missing = random.Random(game_id), [], {*game(game_id).kinds()} - {SAY}
    for deal in range(MOST_DEALS):
        run, player = Run.shuffled(game(game_id), seed=f"{game_id} {deal}"), Player(rng)
        while run.decision is not None:
            if run.decision.kind in missing or (not deal and not run.done % SOME_STEPS):
                missing.discard(run.decision.kind)
                kept.append(run.fork())
            asked = rng.choice(questions(run))
            run.do_as(asked.seat, player.choose(asked.options))
        if deal < 2:
            kept.append(run)
        if not missing:
            return tuple(kept)
    raise AssertionError(f"{game_id} has never asked to {missing}")


def views_of(run: Run) -> Iterator[View]:
    return (run.view(seat) for seat in (*range(run.game.seats), None))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_no_view_leads_to_what_knows_all_cards(game_id: str) -> None:
    for run in phases(game_id):
        for view in views_of(run):
            assert not found_behind(view, BEHIND)


def dealt_anew(run: Run, seat: int) -> Iterator[Run]:
    """The same deal as far as a seat knows it, with other cards in the other hands."""
    worlds = Worlds(run.game, run.view(seat))
    drawn = worlds.draw(2, seed=1)
    yield from (worlds.run(drawn, world) for world in range(2))


def tells_more(run: Run) -> bool:
    """Tell whether what is behind the view of the seat asked hangs on cards hidden from it."""
    if run.decision is None:
        return False
    seat = run.decision.seat
    own = values_behind(run.view(seat))
    return any(values_behind(other.view(seat)) != own for other in dealt_anew(run, seat))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_nothing_behind_a_view_changes_with_the_hidden_cards(game_id: str) -> None:
    assert not any(map(tells_more, phases(game_id)))


Planted = Callable[[Run, View], object]
LEAKS: dict[str, Planted] = {
    "the table": lambda run, _view: run.table,
    "a closure over it": lambda run, _view: lambda: run.table.events,
    "a method of it": lambda run, _view: run.table.hand,
    "the script": lambda run, _view: run._send,
    "the deal": lambda run, _view: {"deal": [run.setup.deal]},
}
HANDS: dict[str, Planted] = {
    "a hand": lambda run, view: run.table.hand(((view.seat or 0) + 1) % run.game.seats),
    "a word of cards": lambda run, _view: tuple(run.table.tarocks),
}


def plant(monkeypatch: pytest.MonkeyPatch, what: Planted) -> None:
    """Let every view hold something more."""
    honest = Run.view

    def leaking(run: Run, seat: int | None) -> View:
        view = honest(run, seat)
        vars(view)["more"] = what(run, view)
        return view

    monkeypatch.setattr(Run, "view", leaking)


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
def test_something_planted_behind_a_view_is_found(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, LEAKS[leak])
    run = Run.shuffled(game("mineo-3"), seed=1)
    assert all(found_behind(view, BEHIND) for view in views_of(run))


@pytest.mark.parametrize("leak", ["a hand", "a word of cards"])
def test_hidden_cards_planted_in_a_view_are_found(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, HANDS[leak])
    assert tells_more(Run.shuffled(game("calatafimi-2"), seed=1))


@pytest.mark.parametrize("game_id", THREE)
def test_a_copy_of_a_run_goes_its_own_way(game_id: str) -> None:
    for run in phases(game_id):
        before, forks = state(run), (copy.copy(run), copy.deepcopy({"run": run})["run"])
        for fork in forks:
            assert state(fork) == before
            if fork.decision is not None:
                fork.do(fork.decision.options[-1])
        assert state(run) == before
        assert state(forks[0]) == state(forks[1])


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_runs_views_questions_and_results_come_back_from_a_pickle(game_id: str) -> None:
    for run in phases(game_id):
        assert state(again(run)) == state(run)
        for view in views_of(run):
            assert again(view).facts() == view.facts()
            assert again(view).decision == view.decision
        assert again(run.decision) == run.decision
        assert again(run.result) == run.result


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def test_whoever_is_sent_many_views_works_out_a_pack_once() -> None:
    run = Run.shuffled(game("mineo-3"), seed=1)
    first, second = (again(run.view(seat)).pack for seat in (0, 1))
    assert first is second
    assert first == run.table.pack
    assert first != again(Run.shuffled(game("priestertarock"), seed=1).view(0)).pack


def test_a_match_can_be_copied_and_written_down() -> None:
    match = Match(game("tortorici-1930"), dealer=1, limit=3)
    run = match.next_run(seed=1)
    while run.decision is not None:
        run.do(run.decision.options[-1])
    assert run.result is not None
    match.take(run.result)
    for same in (copy.deepcopy(match), again(match)):
        assert same.game is match.game
        assert (same.ledger, same.dealer, same.carried) == (match.ledger, 2, match.carried)


def test_a_game_that_is_not_installed_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = Run.shuffled(game("mineo-3"), seed=1)
    stranger = Run.shuffled(replace(run.game, id="mineo-33"), seed=1)
    with pytest.raises(UnknownGame, match="There is no game “mineo-33”"):
        pickle.dumps(stranger)
    with pytest.raises(UnknownGame, match="Only the game “mineo-3” of the catalogue"):
        pickle.dumps(replace(run.game))
    written = pickle.dumps(run)
    left = {name: one for name, one in catalogue().items() if name != "mineo-3"}
    monkeypatch.setattr("matto.games.catalogue", lambda: left)
    with pytest.raises(UnknownGame, match="There is no game “mineo-3”"):
        pickle.loads(written)
