"""Playing deals by chance and making all the checks on the way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from contract.cases import Case
from contract.checks import AT_THE_END, EVERY_STEP, NOW_AND_THEN, Position, questions
from contract.expected import Expected, clauses_of, expected_of
from contract.knowledge import Knowledge
from contract.player import Player
from contract.worlds import Moment, moment_of, nothing_hidden_shows
from matto.match import Match
from matto.run import Run

Check = Callable[[Position], Iterable[str]]


@dataclass(frozen=True)
class Violation:
    """Something that must not be: where, which check, what."""

    where: str
    check: str
    fault: str

    def __str__(self) -> str:
        return f"{self.where}: {self.check}: {self.fault}"


@dataclass(frozen=True)
class Effort:
    """How many positions of a deal are looked at closely, and how many worlds are tried.

    `sampled` is the chance of a position in the play of the cards (others have twice it),
    `worlds` the number tried for each viewer there.
    """

    sampled: float = 0.06
    worlds: int = 3


def check_match(
    case: Case, seed: int, deals: int, tally: Counter[str], effort: Effort
) -> Iterator[Violation]:
    """Play deal after deal as a match, so that dealers and what is carried go on."""
    rng = random.Random(f"{case}/{seed}")
    match = Match(case.game, case.options, dealer=rng.randrange(case.game.seats))
    expected = expected_of(case.game.id)
    for deal in range(deals):
        run = match.next_run(seed=rng)
        where = f"{case} seed {seed} deal {deal}"
        faults = list(check_deal(run, expected, clauses_of(case.game.id), rng, tally, effort))
        yield from (Violation(where, check, fault) for check, fault in faults)
        if faults or run.result is None:
            return
        match.take(run.result)


def check_deal(
    run: Run,
    expected: Expected,
    clauses: frozenset[str],
    rng: random.Random,
    tally: Counter[str],
    effort: Effort,
) -> Iterator[tuple[str, str]]:
    """Play one deal to its end; gives (check, fault) of the first position with a fault."""
    knowledge = Knowledge(run.setup, expected.shows)
    position = Position(run, expected, clauses, Player(rng), knowledge, tally)
    moments: list[Moment] = []
    while True:
        moments.append(moment_of(run))
        faults = [*_look(position, moments, effort)]
        if faults:
            yield from faults
            return
        if run.decision is None:
            return
        phrase = position.player.aside(run)
        if phrase is not None:
            run.act(phrase)
            tally["phrases"] += 1
        else:
            asked = rng.choice(questions(run))
            run.do_as(asked.seat, position.player.choose(asked.options))
            tally["decisions"] += 1


def _look(
    position: Position, moments: list[Moment], effort: Effort
) -> Iterator[tuple[str, str]]:
    run = position.run
    shown = position.knowledge.add(run.events[len(position.knowledge.told) :])
    yield from (("cards are shown to those who may see them", fault) for fault in shown)
    yield from _made(EVERY_STEP, position)
    if _is_sampled(position, effort):
        faults = list(_made(NOW_AND_THEN, position))
        yield from faults
        for fault in () if faults else nothing_hidden_shows(position, moments, effort.worlds):
            yield "nothing hidden shows", fault
    if run.result is not None:
        position.tally["thrown in" if run.result.thrown_in else "played"] += 1
    if run.decision is None:
        yield from _made(AT_THE_END, position)


def _is_sampled(position: Position, effort: Effort) -> bool:
    run = position.run
    if run.decision is None:
        return run.result is not None and run.result.thrown_in
    times = 1 if run.decision.kind == "play" else 2
    return position.player.rng.random() < times * effort.sampled


def _made(checks: Iterable[Check], position: Position) -> Iterator[tuple[str, str]]:
    for check in checks:
        for fault in check(position):
            yield check.__name__.replace("_", " "), fault
