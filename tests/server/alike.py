"""Pairs of deals that a viewer cannot tell apart, in positions of real play.

The second deal of a pair has hidden cards moved among the places that the viewer does not see,
or an answer changed that he has not heard, while the actions are the same; or it is the first
one a moment later, when another seat has done something that nobody else sees. All that the
viewer's view shows is the same (`contract` sees to that). Whatever the server sends to this
viewer must then be the same, too, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from contract.expected import expected_of
from matto.blocks.auction import SILENCE
from matto.engine.errors import IllegalChoice
from matto.engine.events import SAY
from matto.engine.game import Game
from matto.engine.options import Options, Value
from matto.engine.run import Action, Match, Run
from matto.players.simple_bots import RuleBot
from matto.research.testing import non_interference
from matto.research.testing.games import citations
from matto.research.testing.position import ONLOOKER, Player, Position, questions
from matto.research.testing.tracing import values_of
from matto.server.http.security import holder_of as hash_of
from matto.server.tables.events import (
    Acted,
    Began,
    DealSettled,
    Dealt,
    GivenDeal,
    Mixed,
    Opened,
    Promised,
    Sat,
    TableEvent,
)
from matto.server.tables.state import TableState

PLAYED = 1 / 50
"""In how many positions of the play of the cards a pair is looked for; elsewhere in more."""
TALKED = 1 / 16
TRIES = 4
CHANGED_OPTIONS = 3


@dataclass(frozen=True)
class Pair:
    """Two deals that `viewer` (a seat, or None: an onlooker) cannot tell apart."""

    real: Run
    other: Run
    viewer: int | None
    what: str
    labels: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.real.game.id}, {self.viewer}, {len(self.real.actions)} acts: {self.what}"


def pairs_of(game: Game, seed: int) -> Iterator[Pair]:
    """Pairs from one deal, played by chance or by rule bots, with options by chance.

    Runs are given as they stand: look at a pair before asking for the next one. At the end of
    the deal, the two of a pair differ in nothing but keys and secrets (see `events_of`).
    """
    rng = random.Random(f"{game.id}/{seed}")
    match = Match(game, options_by_chance(game, rng), dealer=rng.randrange(game.seats))
    run = match.next_run(seed=rng)
    position = Position(run, expected_of(game.id), citations(game.id), Player(rng))
    by_rule = bool(seed % 2)
    while True:
        news = position.news()
        position.places.add(news)
        position.knowledge.add(news)
        if rng.random() < _often(run):
            yield from _pairs_here(position)
        if run.decision is None:
            yield from (Pair(run, run, viewer, "secrets only") for viewer in position.viewers)
            return
        action = by_a_rule_bot(run, seed) if by_rule else by_chance(position)
        before = run.fork() if action.kind in position.expected.secret else None
        run.act(action)
        if before is not None:
            yield from _a_moment_later(position, before, action.seat)


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


def _a_moment_later(position: Position, before: Run, actor: int) -> Iterator[Pair]:
    """Pairs of now and before a secret action, for those who have noticed nothing."""
    for viewer in position.viewers:
        alike = position.run.view(viewer).facts() == before.view(viewer).facts()
        if viewer != actor and alike:
            yield Pair(before, position.run, viewer, "a moment later", ("a moment later",))


def _pairs_here(position: Position) -> Iterator[Pair]:
    rng = position.player.rng
    for viewer in range(ONLOOKER, position.run.game.seats):
        for _ in range(TRIES):
            make = (
                non_interference.change_unseen_answer
                if rng.random() < 1 / 3
                else non_interference.swap_unseen_cards
            )
            world = make(position, viewer, rng)
            if world is not None and (other := _run_in(position, world, viewer)) is not None:
                seat = None if viewer == ONLOOKER else viewer
                yield Pair(position.run, other, seat, world.what, world.labels)
                break


def _run_in(position: Position, world: non_interference.World, viewer: int) -> Run | None:
    """The same deal in a world; None if its actions are impossible there."""
    run = position.run
    try:
        list(
            non_interference.differences(
                position, non_interference.moments_of(run, [viewer]), world, [viewer]
            )
        )
        return Run(
            run.game,
            world.deal,
            dealer=run.setup.dealer,
            options=run.options,
            carried=run.setup.carried,
            actions=world.actions,
        )
    except (non_interference.Impossible, IllegalChoice):
        return None


# -- as tables -----------------------------------------------------------------------------

OPENED = 1_700_000_000_000
PROMISES = ("9f" * 32, "3c" * 32)
SECRETS = ("5e" * 32, "7a" * 32)
"""What the two worlds are shuffled with; no viewer knows which secret keeps a promise."""


def holder_of(seat: int | None, viewer: int | None, world: int) -> str:
    """The key of whoever sits there: the viewer's own is the same in both worlds."""
    return f"key {seat}" if seat == viewer else f"key {seat} of world {world}"


def events_of(run: Run, viewer: int | None, world: int) -> list[TableEvent]:
    """The events of a table with this deal; what no viewer knows differs between the worlds."""
    setup, nobody = run.setup, ("",) * run.game.seats
    cards = (setup.dealer, setup.deal.hands, setup.deal.talon, dict(setup.carried))
    keys = [hash_of(holder_of(seat, viewer, world)) for seat in range(run.game.seats)]
    opened = Opened(
        run.game.id,
        run.game.rules_version,
        dict(run.options),
        nobody,
        keys[0],
        given=GivenDeal(*cards),
    )
    events: list[TableEvent] = [
        opened,
        *(Sat(seat, key, f"Player {seat}") for seat, key in enumerate(keys)),
        Promised(1, PROMISES[0], SECRETS[world]),
        *(Mixed(1, seat, f"{world}" * 32) for seat in range(run.game.seats) if seat != viewer),
        Began(nobody),
        Dealt(1, *cards),
        *(Acted(action.seat, action.kind, action.choice) for action in run.actions),
    ]
    if run.result is not None:
        since = len(events) - len(run.actions)
        events += [DealSettled(1, since, run.result), Promised(2, PROMISES[1], SECRETS[world])]
    return events


def timed(events: Sequence[TableEvent]) -> Iterator[tuple[TableEvent, int]]:
    """Events with the times at which they happened, a second after each other."""
    return ((event, OPENED + 1000 * number) for number, event in enumerate(events))


def table_of(pair: Pair, world: int) -> TableState:
    """The table with this deal, in one of the two worlds."""
    run = (pair.real, pair.other)[world]
    state = TableState("table")
    for event, at in timed(events_of(run, pair.viewer, world)):
        state.apply(event, at)
    # how many secret answers were given is told by the rules, and counted by `seq`
    state.seq = 0
    return state
