"""Playing deals by chance and making all the checks on the way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from matto.engine.match import Match
from matto.engine.rulebook import rulebook
from matto.engine.run import Run
from matto.testing.cases import Case
from matto.testing.checks import (
    a_fork_is_alike,
    only_unseen_actions_are_taken_back,
    unknown_phrases_are_refused,
    what_is_not_offered_is_refused,
)
from matto.testing.ending import AT_THE_END, a_record_comes_back
from matto.testing.expected import Expected
from matto.testing.knowledge import ONLOOKER
from matto.testing.player import Player
from matto.testing.position import Position, questions
from matto.testing.steps import EVERY_STEP, LOOKS, are_words
from matto.testing.worlds import nothing_hidden_shows

__all__ = [
    "AFTER_EVERY_DEAL",
    "EVERYWHERE",
    "PLAY_ONLY",
    "SAMPLED",
    "THROWN_IN",
    "WIDE",
    "Check",
    "Effort",
    "Found",
    "Violation",
    "check_deal",
    "check_match",
    "citations",
    "name_of",
    "sampling",
]

Check = Callable[[Position], Iterable[str]]
Found = tuple[str, str]
"""A fault: the check that has found it, and what is wrong."""


@dataclass(frozen=True)
class Violation:
    """Something that must not be: where, which check, what."""

    where: str
    check: str
    fault: str

    def __str__(self) -> str:
        return f"{self.where}: {self.check}: {self.fault}"


THROWN_IN = 20
"""How much oftener the end of a deal thrown in is sampled than the play of the cards."""


@dataclass(frozen=True)
class Effort:
    """How often the costly checks are made; what is cheap is checked in every position.

    `views` is the chance that a position is seen with the eyes of all seats. The others but
    `records` are the chances of a position in the play of the cards; other questions have
    twice them, and the end of a deal thrown in `THROWN_IN` times. In a world other cards are
    tried for a viewer: `worlds_each` for all of them, or for one only (`one_viewer`).
    `records` is the chance of a deal to be written down and read again.
    """

    views: float = 1.0
    refusals: float = 0.06
    phrases: float = 0.06
    forks: float = 0.06
    undos: float = 0.06
    worlds: float = 0.06
    worlds_each: int = 3
    one_viewer: bool = False
    records: float = 0.25

    @cached_property
    def closely(self) -> tuple[tuple[Check, float], ...]:
        """The checks made in a sampled position, each with its chance."""
        return (
            (what_is_not_offered_is_refused, self.refusals),
            (unknown_phrases_are_refused, self.phrases),
            (a_fork_is_alike, self.forks),
            (only_unseen_actions_are_taken_back, self.undos),
            (self.nothing_hidden_shows, self.worlds),
        )

    @cached_property
    def looks(self) -> float:
        """In how many of the positions anything costly is done, as far as one can say."""
        return min(1.0, max(self.views, *(THROWN_IN * often for _, often in self.closely)))

    def nothing_hidden_shows(self, position: Position) -> Iterable[str]:
        """Try worlds for the viewers."""
        viewers = range(ONLOOKER, position.run.game.seats)
        one = [position.player.rng.choice(viewers)] if self.one_viewer else viewers
        return nothing_hidden_shows(position, self.worlds_each, one)


def sampling(chance: float, worlds: int) -> Effort:
    """All checks with the same chance of a position, and so many worlds for each viewer."""
    return Effort(1.0, chance, chance, chance, chance, chance, worlds, records=0)


PLAY_ONLY = Effort(0, 0, 0, 0, 0, 0, records=0)
"""Only what is checked in every position and at the end of every deal."""

WIDE = Effort(
    views=0.006,
    refusals=0.001,
    phrases=0.0003,
    forks=0.0007,
    undos=0.001,
    worlds=0.0015,
    worlds_each=1,
    one_viewer=True,
    records=0.02,
)
"""For very many deals, each at a few times the cost of playing it."""


def citations(game_id: str) -> frozenset[str]:
    """The clauses of a game as they are cited."""
    return frozenset(clause.citation for clause in rulebook(game_id).clauses.values())


def check_match(
    case: Case,
    expected: Expected,
    seed: int,
    deals: int,
    tally: Counter[str],
    effort: Effort,
) -> Iterator[Violation]:
    """Play deal after deal as a match, so that dealers and what is carried go on."""
    rng = random.Random(f"{case}/{seed}")
    match = Match(case.game, case.options, dealer=rng.randrange(case.game.seats))
    clauses = citations(case.game.id)
    for deal in range(deals):
        run = match.next_run(seed=rng)
        where = f"{case} seed {seed} deal {deal}"
        faults = list(check_deal(run, expected, clauses, rng, tally, effort))
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
) -> Iterator[Found]:
    """Play one deal to its end; gives (check, fault) of the first position with a fault."""
    position = Position(run, expected, clauses, Player(rng), tally)
    while True:
        faults = _look(position, effort)
        tally["positions"] += 1
        if faults:
            yield from faults
            return
        if run.decision is None:
            return
        phrase = position.player.aside(run)
        if phrase is not None:
            yield from _words_said(position, phrase.choice)
            run.act(phrase)
            tally["phrases"] += 1
        else:
            asked = run.decision
            if asked.others:
                asked = rng.choice(questions(run))
            run.do_as(asked.seat, position.player.choose(asked.options))


def _look(position: Position, effort: Effort) -> list[Found]:
    """What is checked in every position, and here and there more."""
    news = position.news()
    position.places.add(news)
    shown = position.knowledge.add(news)
    faults = [("cards are shown to those who may see them", fault) for fault in shown]
    for check in EVERY_STEP:
        faults += [(name_of(check), fault) for fault in check(position)]
    if position.player.rng.random() < effort.looks:
        faults += _look_closely(position, effort)
    if position.run.decision is None:
        faults += _look_back(position, effort)
    return faults


def _look_closely(position: Position, effort: Effort) -> Iterator[Found]:
    """Make each of the costly checks with its chance, in one of `effort.looks` positions."""
    chance, times = position.player.rng.random, _weight(position.run)
    if chance() * effort.looks < effort.views:
        yield from _made(LOOKS, position)
    sampled = [c for c, often in effort.closely if chance() * effort.looks < times * often]
    yield from _made(sampled, position)


def _look_back(position: Position, effort: Effort) -> Iterator[Found]:
    """Check a whole deal at its end."""
    result = position.run.result
    position.tally["thrown in" if result and result.thrown_in else "played"] += 1
    for check in AT_THE_END:
        yield from ((name_of(check), fault) for fault in check(position))
    if position.player.rng.random() < effort.records:
        yield from _made([a_record_comes_back], position)


def _weight(run: Run) -> int:
    """How much oftener a position is sampled than one in the play of the cards."""
    if run.decision is None:
        return THROWN_IN if run.result and run.result.thrown_in else 0
    return 1 if run.decision.kind == "play" else 2


def _words_said(position: Position, phrase: str) -> Iterator[Found]:
    for fault in are_words(position, (phrase,)):
        yield "the question is in order", fault


def _made(checks: Iterable[Check], position: Position) -> Iterator[Found]:
    for check in checks:
        position.tally[name_of(check)] += 1
        for fault in check(position):
            yield name_of(check), fault


def name_of(check: Check) -> str:
    """What a check is called, as words."""
    return check.__name__.replace("_", " ")


EVERYWHERE = tuple(map(name_of, EVERY_STEP))
"""The checks made in every position, as often as the tally has `positions`."""
AFTER_EVERY_DEAL = tuple(map(name_of, AT_THE_END))
"""The checks made of every deal, `played` or `thrown in`."""
SAMPLED = (
    *map(name_of, LOOKS),
    *(name_of(check) for check, _ in Effort().closely),
    name_of(a_record_comes_back),
)
"""The checks that the tally counts each by its name."""
