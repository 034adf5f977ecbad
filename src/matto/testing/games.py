"""What every game is tried with, as tests that a package of its own takes over.

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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from matto.batch import BatchEnv
from matto.engine.cards import NUMBER, words
from matto.engine.game import Game
from matto.engine.rulebook import rulebook
from matto.engine.run import Run
from matto.games import game
from matto.kernel.layout import LEADER, MOST_SEATS
from matto.kernel.packing import plan_of, stock_of
from matto.kernel.pay import settle
from matto.kernel.play import legal_now, play_card
from matto.kernel.states import state_of
from matto.players import make_bot
from matto.testing import tracing
from matto.testing.cases import Case, cases_of
from matto.testing.deals import Effort, check_match
from matto.testing.encodings import forgotten
from matto.testing.expected import Expected
from matto.testing.player import Player

__all__ = [
    "BOT_DEALS",
    "COMPILED_DEALS",
    "DEALS",
    "MATCHES",
    "WITH_OPTIONS",
    "GameTests",
    "compiled_otherwise",
    "nothing",
]

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
