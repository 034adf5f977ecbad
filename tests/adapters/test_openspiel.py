"""Every game in OpenSpiel: parameters, chance, recall, copies; its own suites stand apart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from matto.games import catalogue, game
from matto.research.adapters.episodes import BadEnvironment
from matto.research.adapters.openspiel import NAMES, name_of, next_cards
from sixteen import SIXTEEN

BARGAINING = "matto_calatafimi_4"


def loaded_as(game_id: str) -> Any:
    """A game of the catalogue in OpenSpiel's form."""
    return pyspiel.load_game(name_of(game(game_id)))


def test_every_game_is_registered() -> None:
    assert tuple(map(name_of, catalogue().values())) == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())


# -- parameters ------------------------------------------------------------------------------


def test_options_dealer_and_pot_are_parameters() -> None:
    loaded = pyspiel.load_game("matto_mineo_3(rivanto=both,dealer=1)")
    assert loaded.options["rivanto"] == "both"
    assert next(states_of(loaded)).run.setup.dealer == 1
    potted = pyspiel.load_game("matto_tortorici_1930(carried_pot=60)")
    assert dict(next(states_of(potted)).run.setup.carried) == {"pot": 60}


@pytest.mark.parametrize("dealer", [-1, 3, 9])
def test_a_dealer_whom_the_game_does_not_have_is_refused(dealer: int) -> None:
    with pytest.raises(BadEnvironment, match=f"Seats are 0 to 2, not {dealer}"):
        pyspiel.load_game(f"matto_mineo_3(dealer={dealer})")


# -- chance ----------------------------------------------------------------------------------


def test_each_deal_of_sets_is_dealt_in_one_way_and_all_are_equally_likely() -> None:
    sets = (2, 2, 1, 1)
    deals: dict[tuple[int, ...], float] = {}

    def deal(dealt: tuple[int, ...], chance: float) -> None:
        if len(dealt) == 6:
            deals[dealt] = chance
            return
        for card, likely in next_cards(6, dealt, sets):
            deal((*dealt, card), chance * likely)

    deal((), 1.0)
    assert len(deals) == 720 // 2 // 2
    assert list(deals.values()) == pytest.approx([1 / 180] * 180)


def test_a_card_is_dealt_only_once_and_all_that_are_left_are_equally_likely() -> None:
    outcomes = next_cards(4, [2, 0], (1, 1, 1, 1))
    assert outcomes == [(1, 0.5), (3, 0.5)]


# -- what seats know -------------------------------------------------------------------------


def states_of(loaded: Any, seed: int = 1) -> Iterator[Any]:
    """The states of a deal played by chance, at its questions."""
    rng = random.Random(seed)
    state = loaded.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_a_tensor_with_recall_tells_apart_whatever_its_string_tells_apart(game_id: str) -> None:
    loaded = loaded_as(game_id)
    strings: dict[str, tuple[float, ...]] = {}
    for state in (one for seed in (1, 1, 2) for one in states_of(loaded, seed)):
        tensor = tuple(state.information_state_tensor())
        assert strings.setdefault(state.information_state_string(), tensor) == tensor
    assert len(set(strings.values())) == len(strings)


def test_a_seat_that_waits_in_an_open_question_remembers_that_it_has_been_asked() -> None:
    loaded = pyspiel.load_game(BARGAINING)
    state = next(states_of(loaded))
    seen = [state.information_state_string(seat) for seat in range(4)]
    waited = state.child(next(a for a in state.legal_actions() if "aspetto" in say(state, a)))
    assert all(waited.information_state_string(seat) != seen[seat] for seat in range(4))


def say(state: Any, action: int) -> str:
    return str(state.action_to_string(state.current_player(), action))


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = next(states_of(pyspiel.load_game("matto_calatafimi_2")))
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert len(copy.history()) == len(state.history()) + 1
    assert state.run.done == 0
    assert copy.run.done == 1


def test_what_is_paid_adds_up_to_nothing_where_the_scores_do_not() -> None:
    loaded = pyspiel.load_game("matto_tortorici_1930")  # all pay into the pot
    *_, end = states_of(loaded)
    assert end.is_terminal()
    assert sum(end.run.result.scores) != 0
    assert sum(end.returns()) == 0
    assert game("tortorici-1930").seats == len(end.returns())
