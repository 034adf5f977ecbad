"""What must hold of a game as numbers: every choice has one, nothing is lost, nothing leaks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from matto.encoding import Encoding, NotEncoded, encoding_of
from matto.engine.events import SAY, Decision
from matto.engine.run import Run
from matto.engine.view import View
from matto.testing.cases import Case
from matto.testing.player import Player
from matto.testing.position import Position, questions


def choices_have_indices(position: Position) -> Iterator[str]:
    """The mask has the choices of a question and no others, and each index leads back."""
    run = position.run
    encoding = encoding_of(run.game)
    asides = [Decision(seat, SAY, run.asides(seat)) for seat in range(run.game.seats)]
    for asked in (*questions(run), *(aside for aside in asides if aside.options)):
        try:
            yield from _indices_of(encoding, asked)
        except NotEncoded as error:
            yield str(error)


def _indices_of(encoding: Encoding, asked: Decision) -> Iterator[str]:
    actions = np.flatnonzero(encoding.mask(asked)).tolist()
    choices = [encoding.choice(asked, action) for action in actions]
    if sorted(choices) != sorted(asked.options):
        wrong = sorted(set(choices) ^ set(asked.options))
        yield f"the mask for {asked.kind} has others than the choices: {wrong}"
    if [encoding.number(asked, choice) for choice in choices] != actions:
        yield f"the indices for {asked.kind} do not come back"


def encoded_otherwise(run: Run, other: Run, seat: int) -> Iterator[str]:
    """Yield what a seat would be told in numbers of two deals that must look alike to it."""
    encoding = encoding_of(run.game)
    view, instead = run.view(seat), other.view(seat)
    found = encoding.observe(view) != encoding.observe(instead)
    for place in np.flatnonzero(found):
        yield f"observation: {encoding.names[place]} is different for seat {seat}"
    if encoding.information_state(view) != encoding.information_state(instead):
        yield f"information state: it is different for seat {seat}"
    if _mask(encoding, view) != _mask(encoding, instead):
        yield f"mask: it is different for seat {seat}"


def _mask(encoding: Encoding, view: View) -> bytes:
    """The mask of what a seat is asked; of nothing, none."""
    return b"" if view.decision is None else encoding.mask(view.decision).tobytes()


def forgotten(case: Case, seed: int) -> Iterator[str]:
    """Play a deal by chance and yield what a seat's information state has lost on the way.

    Each state of a seat must begin with all that was in the one before, without what was asked
    then; and the next must tell which of its choices the seat has made.
    """
    encoding, rng = encoding_of(case.game), random.Random(f"{case} {seed}")
    run = Run.shuffled(case.game, seed=rng, options=case.options)
    player = Player(rng)
    before: dict[int, str] = {}
    while (asked := run.decision) is not None:
        now = encoding.information_state(run.view(asked.seat))
        if not now.startswith(before.get(asked.seat, "").rpartition("\n")[0]):
            yield f"{case}: seat {asked.seat} has lost what it knew when asked to {asked.kind}"
        before[asked.seat] = now
        choice = player.choose(asked.options)
        others = [word for word in asked.options if word not in {choice, asked.wait}]
        again = run.fork() if others and rng.random() < ALTERNATIVES else None
        run.do(choice)
        if again is not None and choice != asked.wait:
            again.do(rng.choice(others))
            after = (encoding.information_state(each.view(asked.seat)) for each in (run, again))
            if len(set(after)) == 1:
                yield f"{case}: seat {asked.seat} does not know what it answered"


ALTERNATIVES = 0.1
"""In how many positions another choice is tried."""
