"""Tests of a game in the interfaces of others, beyond those of their own suites.

Each check plays a deal by chance and yields a sentence for each thing that is wrong. It needs
the packages of `matto[adapters]`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
import pyspiel

from matto.engine.errors import GameOver, IllegalChoice
from matto.engine.game import Game
from matto.engine.run import Run
from matto.players.encoding import Encoding, encoding_of
from matto.players.inference import Worlds
from matto.research.adapters.episodes import Mask
from matto.research.adapters.openspiel import DealState, name_of
from matto.research.adapters.pettingzoo import DealEnv

LOOKED_AT = 0.15
"""In how many positions cards are moved that the seat has not seen."""

TRIES = 40
"""How often two cards of a finished deal are looked for that could be played the other way."""

A_TRY = 3
"""Two cards that are exchanged, and one that is to be played afterwards."""

EXACT = 1e-9
"""Probabilities that are nearer to each other are the same."""

ANY = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def environment_faults(game: Game, seed: int) -> Iterator[str]:
    """Play a deal in PettingZoo's form."""
    made, rng = DealEnv(game), random.Random(seed)
    yield from _seed_faults(made, seed)
    made.reset(seed=seed)
    while made.agents and (asked := made.run.decision) is not None:
        agent = made.agent_selection
        mask = made.observe(agent)["action_mask"]
        yield from _mask_faults(made, mask)
        if rng.random() < LOOKED_AT:
            yield from _leaks(made, agent, rng)
        number = made.deals.encoding.number(asked, rng.choice(asked.options))
        made.step(number)
    if not np.allclose(list(made.rewards.values()), _due(made.run)):
        yield f"rewards are {made.rewards}, not what the deal brings: {_due(made.run)}"


def _seed_faults(made: DealEnv, seed: int) -> Iterator[str]:
    deals = []
    for given in (seed, seed, seed + 1):
        made.reset(seed=given)
        deals.append((made.run.setup.deal, made.run.setup.dealer))
    if deals[0] != deals[1]:
        yield "the same seed gives another deal"
    if deals[0] == deals[2]:
        yield "another seed gives the same deal"


def _mask_faults(made: DealEnv, mask: Mask) -> Iterator[str]:
    yield from _unlike(np.flatnonzero(mask).tolist(), made.run, made.deals.encoding)
    for agent in made.agents:
        if agent != made.agent_selection and made.observe(agent)["action_mask"].any():
            yield f"{agent} has actions and is not asked"


def _leaks(made: DealEnv, agent: str, rng: random.Random) -> Iterator[str]:
    """Yield what an agent is shown otherwise when cards are moved that it has not seen."""
    view = made.run.view(made.possible_agents.index(agent))
    worlds = Worlds(made.game, view)
    other = worlds.any_run(worlds.draw(8, rng.getrandbits(31)))
    instead = DealEnv(made.game)
    instead.reset(options={"deal": other.setup.deal, "dealer": other.setup.dealer})
    for action, choice in zip(other.actions, other.offered, strict=True):
        asked = instead.run.decision
        assert asked is not None and choice == asked.options
        instead.step(instead.deals.encoding.number(asked, action.choice))
    shown, then = made.observe(agent), instead.observe(agent)
    for part in shown:
        for place in np.flatnonzero(shown[part] != then[part]):
            yield f"{part} {place} tells of cards that {agent} has not seen"


def state_faults(game: Game, seed: int) -> Iterator[str]:
    """Play a deal in OpenSpiel's form."""
    rng = random.Random(seed)
    state: DealState = pyspiel.load_game(name_of(game)).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            yield from _chance_faults(state)
        else:
            yield from _question_faults(state, looked_at=rng.random() < LOOKED_AT)
        state.apply_action(rng.choice(state.legal_actions()))
    if state.run is not None and not np.allclose(state.returns(), _due(state.run)):
        yield f"returns are {state.returns()}, not what the deal brings: {_due(state.run)}"


def _chance_faults(state: DealState) -> Iterator[str]:
    left = len(state.get_game().cards) - len(state.dealt)
    wrong = [likely for _, likely in state.chance_outcomes() if abs(likely * left - 1) > EXACT]
    if wrong:
        yield f"with {left} cards left, some come with the probability {wrong[0]}"


def _question_faults(state: DealState, *, looked_at: bool) -> Iterator[str]:
    run, seat = state.run, state.current_player()
    assert run is not None
    yield from _unlike(state.legal_actions(), run, state.get_game().encoding)
    if not looked_at:
        return
    other = state.resample_from_infostate(seat, ANY)
    if other.current_player() != seat or other.legal_actions() != state.legal_actions():
        yield f"a state drawn anew asks something else of seat {seat}"
        return
    for what in ("information_state", "observation"):
        for form in ("string", "tensor"):
            look = f"{what}_{form}"
            if getattr(state, look)(seat) != getattr(other, look)(seat):
                yield f"{look} of seat {seat} tells of cards that it has not seen"


def recall_faults(game: Game, seed: int) -> Iterator[str]:
    """Play a deal, then again with two cards of a seat in the other order: it must know."""
    rng = random.Random(seed)
    run = Run.shuffled(game, seed=seed)
    while (asked := run.decision) is not None:
        run.do(rng.choice(asked.options))
    for _ in range(TRIES):
        seat = rng.randrange(game.seats)
        own = [n for n, one in enumerate(run.actions) if (one.seat, one.kind) == (seat, "play")]
        if len(own) < A_TRY:
            continue
        first, second, now = sorted(rng.sample(own, A_TRY))
        other = _swapped(run, first, second, now)
        if other is not None and _alike(run.fork(now), other, seat):
            yield f"seat {seat} has forgotten in which order it played"


def _alike(run: Run, other: Run, seat: int) -> bool:
    """Return whether two deals look the same to a seat that remembers everything."""
    state = encoding_of(run.game).information_state
    return state(run.view(seat)) == state(other.view(seat))


def _swapped(run: Run, first: int, second: int, now: int) -> Run | None:
    """The deal up to an action with the choices of two exchanged, if it can be played so."""
    actions = run.actions[:now]
    earlier, later = actions[first], actions[second]
    actions[first] = msgspec.structs.replace(earlier, choice=later.choice)
    actions[second] = msgspec.structs.replace(later, choice=earlier.choice)
    other = run.fork(0)
    try:
        for action in actions:
            other.act(action)
    except (IllegalChoice, GameOver):
        return None
    asked = other.decision
    return other if asked is not None and asked.seat == earlier.seat else None


def _unlike(actions: Iterable[int], run: Run, encoding: Encoding) -> Iterator[str]:
    """Yield what is offered and is no choice, or the other way round."""
    asked = run.decision
    assert asked is not None
    due = sorted(encoding.number(asked, choice) for choice in asked.options)
    if list(actions) != due:
        yield f"actions {sorted({*actions} ^ {*due})} are wrongly offered or missing"


def _due(run: Run) -> list[float]:
    """Return what a finished deal brings."""
    return [] if run.result is None else [float(one) for one in run.result.net(run.game.unit)]
