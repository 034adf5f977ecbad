"""Tests for every game, which a package of its own takes over.

A class of them in the package's tests is all that is needed:

    class TestZwanzig(GameTests):
        game_id = "zwanzig"
        root = Path(__file__).parents[1]      # the folder with `tests/`
        expected = Expected(totals=lambda _run: frozenset({70}))

The package must be installed, so that its game is in the catalogue.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from matto.engine.cards import NUMBER, words
from matto.engine.game import Game
from matto.engine.rulebook import rulebook
from matto.engine.run import Match, Run
from matto.games import game
from matto.kernel.layout import LEADER, MOST_SEATS
from matto.kernel.packing import plan_of, state_of, stock_of
from matto.kernel.play import legal_now, play_card, settle
from matto.players import make_bot
from matto.research.batch import BatchEnv
from matto.research.testing import tracing
from matto.research.testing.checks import (
    AT_THE_END,
    EVERY_STEP,
    LOOKS,
    Case,
    a_fork_is_alike,
    a_record_comes_back,
    are_words,
    cases_of,
    forgotten,
    only_unseen_actions_are_taken_back,
    unknown_phrases_are_refused,
    what_is_not_offered_is_refused,
)
from matto.research.testing.non_interference import nothing_hidden_shows
from matto.research.testing.position import ONLOOKER, Expected, Player, Position, questions

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
        """Estimate the share of positions in which anything costly is done."""
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
    case: Case, expected: Expected, seed: int, deals: int, tally: Counter[str], effort: Effort
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
    """Return what is checked in every position, and here and there more."""
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
    """Return how much oftener a position is sampled than one in the play of the cards."""
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
    """Return what a check is called, as words."""
    return check.__name__.replace("_", " ")


EVERYWHERE = tuple(map(name_of, EVERY_STEP))
"""The checks made in every position, as often as the tally has `positions`."""
AFTER_EVERY_DEAL = tuple(map(name_of, AT_THE_END))
"""The checks made of every deal, `played` or `thrown in`."""


MATCHES, DEALS, WITH_OPTIONS = 6, 2, 2
COMPILED_DEALS, BOT_DEALS = 12, 4


class GameTests:
    """Tracing, contract, compiled play and bots of one game."""

    game_id: ClassVar[str]
    root: ClassVar[Path]
    expected: ClassVar[Expected] = Expected()

    @property
    def game(self) -> Game:
        """The game as the catalogue has it."""
        return game(self.game_id)

    # -- tracing -------------------------------------------------------------------------

    def test_every_clause_is_shown_by_a_test(self, request: pytest.FixtureRequest) -> None:
        """Each clause of the rulebook is cited by a test below `root`."""
        cited, _ = tracing.citations_in(self.root, request.session)
        nothing(tracing.uncited_clauses(rulebook(self.game_id), cited))

    def test_every_citation_of_a_test_is_a_clause(self, request: pytest.FixtureRequest) -> None:
        """No test cites what the rulebook does not have."""
        cited, gaps = tracing.citations_in(self.root, request.session)
        books = {self.game_id: rulebook(self.game_id)}
        nothing([*gaps, *tracing.unknown_citations(cited, books)])

    def test_every_number_in_the_game_file_is_a_clause(self) -> None:
        """No mark in the code leads nowhere."""
        path = Path(str(sys.modules[self.game.script.__module__].__file__))
        nothing(tracing.unknown_numbers(path, rulebook(self.game_id)))

    def test_every_question_refusal_and_row_of_a_sheet_cites_a_clause(self) -> None:
        """Whatever random deals tell is told with a clause."""
        nothing(tracing.unknown_in_play(self.game, rulebook(self.game_id), DEALS))

    def test_code_and_rulebook_declare_the_same(self) -> None:
        """Options, presets, seats, cards and version are the same in both."""
        book = rulebook(self.game_id)
        nothing(tracing.differing_options(self.game, book))
        nothing(tracing.differing_presets(self.game, book))
        nothing(tracing.differing_facts(self.game, book))

    # -- the contract --------------------------------------------------------------------

    def test_the_game_keeps_the_contract(self) -> None:
        """Nobody sees what is not his, nothing illegal is done, all can be replayed."""
        self.keep_the_contract(Case(self.game, self.game.resolve()), MATCHES)

    @pytest.mark.slow
    def test_the_game_keeps_the_contract_with_its_options(self) -> None:
        """The same with every preset and every value of an option."""
        for case in cases_of(self.game):
            self.keep_the_contract(case, WITH_OPTIONS)

    def keep_the_contract(self, case: Case, matches: int) -> None:
        """Play random matches with all checks."""
        tally: Counter[str] = Counter()
        for seed in range(matches):
            nothing(check_match(case, self.expected, seed, DEALS, tally, Effort()))
        assert tally["played"], f"no deal of {matches} matches was played: {tally}"

    def test_no_seat_forgets_what_it_knew(self) -> None:
        """What a seat sees, written down, has all that it has seen and said before."""
        for case in cases_of(self.game):
            nothing(forgotten(case, seed=0))

    # -- compiled play and bots ----------------------------------------------------------

    def test_compiled_play_is_the_games(self) -> None:
        """Legal cards, winners and payments are the same, card by card, with every option."""
        for case in cases_of(self.game):
            for seed in range(COMPILED_DEALS):
                nothing(compiled_otherwise(case, seed))

    @pytest.mark.slow
    def test_many_deals_are_played_at_once_in_compiled_code(self) -> None:
        """A batch steps the game without the engine, and pays at the end."""
        env = BatchEnv(self.game, COMPILED_DEALS, auto_reset=False)
        assert env.compiled
        while not env.done.all():
            env.step(env.random_actions())
        results = [env.run(row).result for row in range(COMPILED_DEALS)]
        assert [result.scores for result in results if result] == list(map(tuple, env.rewards))

    @pytest.mark.parametrize("bot", ["random", "rule"])
    def test_bots_play_to_the_end(self, bot: str) -> None:
        """Bots answer every question with a legal choice."""
        self.let_play(bot, BOT_DEALS)

    @pytest.mark.slow
    def test_a_bot_that_thinks_plays_to_the_end(self) -> None:
        """So does the strong one, with the inferences of the game or without any."""
        self.let_play("strong", 1)

    def let_play(self, bot: str, deals: int) -> None:
        """Play deals in which all seats are taken by one kind of bot."""
        for seed in range(deals):
            run = Run.shuffled(self.game, seed=seed)
            bots = [
                make_bot(bot, self.game, f"{seed} {seat}") for seat in range(run.game.seats)
            ]
            while run.decision is not None:
                seat = run.decision.seat
                run.do(bots[seat].choose(run.view(seat)))
            assert run.result is not None


def nothing(found: Iterable[object]) -> None:
    """Fail with all that was found."""
    faults = [str(one) for one in found]
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)


def compiled_otherwise(case: Case, seed: int) -> Iterator[str]:
    """Play a deal by chance, its cards also in the kernel, and yield what differs."""
    run = Run.shuffled(case.game, seed=f"{case} {seed}", options=case.options)
    player = Player(random.Random(seed))
    state = plan = stock = None
    while (asked := run.decision) is not None:
        choice = player.choose(asked.options)
        if asked.kind == "play" and choice in NUMBER:
            if plan is None or state is None or stock is None:
                plan, stock = plan_of(run.game, run.table), stock_of(run.table)
                state = state_of(run.table, plan)
            may = tuple(map(int, legal_now(state, plan)))
            if may != words(option for option in asked.options if option in NUMBER):
                yield f"{case}: the kernel allows {may} for {asked.options}"
            play_card(state, plan, stock, NUMBER[choice])
        run.do(choice)
    if state is None or run.result is None or run.result.thrown_in:
        return
    if int(state[LEADER]) != run.table.tricks[-1].winner:
        yield f"{case}: the kernel gives the last trick to {state[LEADER]}"
    pay = np.zeros(MOST_SEATS, np.int64)
    settle(state, plan_of(run.game, run.table), pay)
    paid = tuple(pay.tolist()[: run.game.seats])
    if paid != run.result.scores:
        yield f"{case}: the kernel pays {paid}, the score sheet {run.result.scores}"
