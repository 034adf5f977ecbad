"""Every game in OpenSpiel: parameters, chance, recall, copies; search, and small packs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import yardstick
from adapters.small_trees import SMALL, WITH_A_STOCK, Small, counted
from matto.engine.run import Run
from matto.games import catalogue, game
from matto.players import bots, make_bot
from matto.research.adapters.episodes import BadEnvironment
from matto.research.adapters.openspiel import NAMES, name_of, next_cards, register
from matto.research.adapters.openspiel.ismcts import SearchingBot, loaded_for
from matto.research.testing.by_hand import of_these, with_few_cards
from openspiel_suites import failures_of, numbers_expected
from sixteen import THREE, UNLIKE

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("game_id", THREE)
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


# -- it plays by a view, and its match against ours is told ------------------------------


def at_once() -> float:
    """No seconds: the fewest simulations that there can be."""
    return 0.0


@pytest.mark.parametrize("game_id", sorted(UNLIKE))
def test_it_answers_every_kind_of_question_with_a_legal_choice(game_id: str) -> None:
    chosen, rng = game(game_id), random.Random(2)
    searching, rule = SearchingBot(chosen, 1, at_once), make_bot("rule", chosen, 1)
    run, kinds = Run.shuffled(chosen, seed=4), set()
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        if asked.kind not in kinds or rng.random() < 0.1:
            assert searching.choose(view) in asked.options
            kinds.add(asked.kind)
        run.do(rule.choose(view))
    assert "play" in kinds


def test_it_loads_the_game_as_the_view_has_it() -> None:
    chosen = game("tortorici-1930")
    options = chosen.resolve({chosen.options[0].name: chosen.options[0].values[-1]})
    run = Run.shuffled(chosen, seed=1, dealer=2, options=options, carried={"pot": 60})
    loaded = loaded_for(run.view(0))
    assert (loaded.dealer, loaded.carried) == (2, {"pot": 60})
    assert loaded.options == options


def test_the_match_is_a_row_with_intervals_and_times_and_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bots, "_registered", {})
    monkeypatch.setattr(yardstick, "USUAL", "random")
    match = yardstick.Match(deals=1, minutes=1.0, seed=1, times=1.0, folder=tmp_path)
    first = cells(match.row("calatafimi-2"))
    assert first[0] == "`calatafimi-2`"
    assert first[3] == "1"
    went_on = cells(replace(match, deals=2).row("calatafimi-2"))
    assert "…" in went_on[1]
    assert went_on[3] == "2"
    assert went_on[5].endswith("ms")
    assert cells(replace(match, minutes=0.0).row("calatafimi-2")) == went_on


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


# -- games with few cards, gone through to the last state; CFR learns to play one of them --


def loaded(small: Small) -> Any:
    few = with_few_cards(game(small.game_id), small.cards, hand=small.hand, talon=small.talon)
    name = register(
        few, f"matto_small_{len(small.cards)}_{small.hand}_{few.seats}_{few.id[:3]}"
    )
    return pyspiel.load_game(f"{name}(hands_as_sets=true)")


@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.game_id)
def test_openspiels_api_test_passes_on_the_full_tree_of_as_many_states_as_the_clauses_make(
    small: Small,
) -> None:
    states, known = counted(small)
    whole = loaded(small)
    with numbers_expected(whole, states, known):
        assert failures_of("EnforceAPIOnFullTreeBase", whole) == {}


def test_a_game_with_a_stock_has_as_many_states_as_the_clauses_make() -> None:
    from open_spiel.python.algorithms.get_all_states import get_all_states

    every = get_all_states(loaded(WITH_A_STOCK), include_chance_states=True).values()
    chance = sum(state.is_chance_node() for state in every)
    ends = sum(state.is_terminal() for state in every)
    assert (chance, len(every) - chance - ends, ends) == counted(WITH_A_STOCK)[0]


def test_numbers_that_are_not_those_of_the_clauses_are_noticed() -> None:
    tiny = Small("calatafimi-2", ("SK", "S7", "D6", "T2"), 2, 2, SMALL[0].play)
    (chance, questions, ends), known = counted(tiny)
    whole = loaded(tiny)
    with numbers_expected(whole, (chance, questions, ends), known):
        assert failures_of("EnforceAPIOnFullTreeBase", whole) == {}
    with numbers_expected(whole, (chance, questions + 1, ends), known + 1):
        failed = failures_of("EnforceAPIOnFullTreeBase", whole)
    assert set(failed) == {"test_number_of_nodes", "test_game_is_perfect_recall"}


def test_counterfactual_regret_minimization_comes_near_an_equilibrium() -> None:
    tiny = loaded(Small("calatafimi-2", ("SK", "S7", "D6", "T2"), 2, 2, SMALL[0].play))
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, exploitability

    solver = cfr.CFRSolver(tiny)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    at_random = exploitability.nash_conv(tiny, policy.UniformRandomPolicy(tiny))
    assert exploitability.nash_conv(tiny, solver.average_policy()) < at_random / 20


def test_few_cards_keep_their_order_their_values_and_who_is_equal() -> None:
    nice = game("mitigatti-3")
    whole = nice.pack(nice.resolve())
    few = of_these(whole, ("SK", "C7", "T5", "T3", "T1", "F"))
    assert few.codes == tuple(card for card in whole.codes if card in few.cards)
    assert len(few.codes) == 6
    assert few.trumps == "T5=T3 T1"
    assert few.value_of["SK"] == whole.value_of["SK"]
