"""Pairs of deals that a viewer cannot tell apart, in positions of real play.

The second deal of a pair has hidden cards moved among the places that the viewer does not see,
or an answer changed that he has not heard; the actions are the same, and so is all that the
viewer's view shows (`contract.worlds` sees to that). Whatever the server sends to this viewer
must then be the same, too, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from contract.expected import clauses_of, expected_of
from contract.knowledge import ONLOOKER
from contract.player import Player
from contract.position import Position, questions
from contract.worlds import (
    Impossible,
    World,
    answered_otherwise,
    differences,
    moments_of,
    swapped,
)
from matto.blocks.announce import SILENCE
from matto.bots.rule import RuleBot
from matto.errors import IllegalChoice
from matto.game import Game
from matto.match import Match
from matto.options import Options, Value
from matto.run import SAY, Action, Run
from tracing import values_of

PLAYED = 1 / 25
"""In how many positions of the play of the cards a pair is looked for; elsewhere in more."""
TALKED = 1 / 8
TRIES = 4
CHANGED_OPTIONS = 3


@dataclass(frozen=True)
class Pair:
    """Two deals that `viewer` (a seat, or None: an onlooker) cannot tell apart."""

    real: Run
    other: Run
    viewer: int | None
    what: str
    labels: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.real.game.id}, {self.viewer}, {len(self.real.actions)} acts: {self.what}"


def pairs_of(game: Game, seed: int) -> Iterator[Pair]:
    """Pairs from one deal, played by chance or by rule bots, with options by chance.

    Runs are given as they stand: look at a pair before asking for the next one.
    """
    rng = random.Random(f"{game.id}/{seed}")
    match = Match(game, options_by_chance(game, rng), dealer=rng.randrange(game.seats))
    run = match.next_run(seed=rng)
    position = Position(run, expected_of(game.id), clauses_of(game.id), Player(rng))
    by_rule = bool(seed % 2)
    while True:
        news = position.news()
        position.places.add(news)
        position.knowledge.add(news)
        if rng.random() < _often(run):
            yield from _pairs_here(position)
        if run.decision is None:
            return
        run.act(by_a_rule_bot(run, seed) if by_rule else by_chance(position))


def options_by_chance(game: Game, rng: random.Random) -> Options:
    """The defaults, a preset, or a few options changed."""
    kind = rng.randrange(3)
    if kind == 0 or not game.options:
        return game.resolve()
    if kind == 1 and game.presets:
        return game.resolve(preset=rng.choice(list(game.presets)))
    some = rng.sample(game.options, k=min(CHANGED_OPTIONS, len(game.options)))
    given: Mapping[str, Value] = {o.name: rng.choice(list(values_of(o))) for o in some}
    return game.resolve(given)


def by_a_rule_bot(run: Run, seed: int) -> Action:
    """What a rule bot does; it answers what its partner asks of it."""
    for seat in range(run.game.seats):
        view = run.view(seat)
        word = RuleBot(run.game, seed).answer(view) if view.asides else SILENCE
        if word in view.asides and len(run.actions) % 3 == 0:
            return Action(seat, SAY, word)
    asked = run.decision
    assert asked is not None
    choice = RuleBot(run.game, seed).choose(run.view(asked.seat))
    return Action(asked.seat, asked.kind, choice)


def by_chance(position: Position) -> Action:
    """What a player by chance does or says."""
    run, player = position.run, position.player
    phrase = player.aside(run)
    if phrase is not None:
        return phrase
    asked = player.rng.choice(questions(run))
    return Action(asked.seat, asked.kind, player.choose(asked.options))


def _often(run: Run) -> float:
    if run.decision is None:
        return 1.0 if run.result is not None and run.result.thrown_in else 0.0
    return PLAYED if run.decision.kind == "play" else TALKED


def _pairs_here(position: Position) -> Iterator[Pair]:
    rng = position.player.rng
    for viewer in range(ONLOOKER, position.run.game.seats):
        for _ in range(TRIES):
            make = answered_otherwise if rng.random() < 1 / 3 else swapped
            world = make(position, viewer, rng)
            if world is not None and (other := _run_in(position, world, viewer)) is not None:
                seat = None if viewer == ONLOOKER else viewer
                yield Pair(position.run, other, seat, world.what, world.labels)
                break


def _run_in(position: Position, world: World, viewer: int) -> Run | None:
    """The same deal in a world; None if its actions are impossible there."""
    run = position.run
    try:
        faults = list(differences(position, moments_of(run, [viewer]), world, [viewer]))
        other = Run(
            run.game,
            world.deal,
            dealer=run.setup.dealer,
            options=run.options,
            carried=run.setup.carried,
            actions=world.actions,
        )
    except (Impossible, IllegalChoice):
        return None
    assert not faults, faults  # the contract's own tests are about these
    return other


# -- as tables -----------------------------------------------------------------------------

SECRETS = ("5e" * 32, "7a" * 32)
NEXT_SECRETS = ("11" * 32, "22" * 32)


def holder(seat: int, viewer: int | None, world: int) -> str:
    """The hash of the key of whoever sits there: the viewer's own is the same in all worlds."""
    return f"holder {seat}" if seat == viewer else f"holder {seat} of world {world}"


def facts_of(run: Run, viewer: int | None, world: int) -> list[AnyFact]:
    """The facts of a table with this deal; what no viewer knows differs from world to world."""
    setup, seats = run.setup, range(run.game.seats)
    given = GivenDeal(
        setup.dealer, setup.deal.hands, setup.deal.talon, dict(setup.carried)
    )
    host = "host" if viewer is None else holder(viewer, viewer, world)
    facts: list[AnyFact] = [
        Opened(
            run.game.id,
            run.game.rules_version,
            dict(run.options),
            ("",) * len(seats),
            host,
            given=given,
        ),
        *(Sat(seat, holder(seat, viewer, world), f"Player {seat}") for seat in seats),
        Promised(1, PROMISES[0], SECRETS[world]),
        *(Mixed(1, seat, f"seed {seat} {world}") for seat in seats if seat != viewer),
        Began(("",) * len(seats)),
        Dealt(1, setup.dealer, setup.deal.hands, setup.deal.talon, dict(setup.carried)),
        *(Acted(action.seat, action.kind, action.choice) for action in run.actions),
    ]
    if run.result is not None:
        facts += [Settled(1, len(facts), run.result), Promised(2, PROMISES[1], SECRETS[world])]
    return facts


def table_of(run: Run, viewer: int | None, world: int) -> TableState:
    """The table with this deal, in one of the two worlds."""
    state = TableState("k7Qm2xTf")
    for number, fact in enumerate(facts_of(run, viewer, world)):
        state.apply(fact, 1_700_000_000_000 + 1000 * number)
    return state
