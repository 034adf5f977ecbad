"""Duplicate deals: cards, dealer and what is carried, fixed by seed, stratum and number.

The dealer goes round from deal to deal. Where a game carries something on (a pot), a deal
starts from what a short match of rule-of-thumb players has left, of none to three deals, so
that full pots are met as often as in play; games that carry nothing are not asked to.

In the stratum of the play alone, everything before the first card is played is done by the
rule of thumb in all seats, so that the contract is the same at every table of the deal. A deal
that ends before a card is played (thrown in, paid without play) is dealt anew, with the same
dealer, until one is played: the cards of attempt 0, 1, 2 … follow from the seed too.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from matto.arena.contest import FULL, Contest
from matto.arena.errors import BadContest
from matto.engine.game import Game
from matto.engine.match import Match
from matto.engine.options import Options
from matto.engine.run import Action, Run
from matto.engine.table import Deal
from matto.engine.words import text
from matto.players import Bot, make_bot
from matto.players.seeds import derived

RULE = "rule"
PLAYING = "play"
MOST_ATTEMPTS = 1000
LONGEST_MATCH_BEFORE = 3
"""A deal stands in the place of the first to the fourth of a match, as far as pots go."""


@dataclass(frozen=True)
class Duplicate:
    """A deal as every table of it begins; `redealt` says how often it was dealt anew."""

    game: Game
    options: Options
    deal: Deal
    dealer: int
    carried: Mapping[str, int]
    prelude: tuple[Action, ...] = ()
    redealt: int = 0

    def run(self) -> Run:
        """Begin it at a table."""
        return Run(
            self.game,
            self.deal,
            dealer=self.dealer,
            options=self.options,
            carried=self.carried,
            actions=self.prelude,
        )


def duplicate(contest: Contest, stratum: str, number: int) -> Duplicate:
    """Give a deal of a contest; raises `BadContest` if no attempt comes to a card."""
    game, options = contest.found_game()
    dealer = number % game.seats
    carried = _carried(contest, game, options, number)
    for attempt in range(MOST_ATTEMPTS):
        chance = random.Random(derived(contest.seed, "cards", number, attempt))
        deal = game.shuffled(options, dealer, chance)
        begun = Duplicate(game, options, deal, dealer, carried)
        if stratum == FULL:
            return begun
        run = begun.run()
        _play_by_rule(run, derived(contest.seed, "before play", number, attempt), PLAYING)
        if run.decision is not None:
            return Duplicate(
                game, options, deal, dealer, carried, tuple(run.actions), redealt=attempt
            )
    raise BadContest(
        text(
            "In {attempts} attempts no deal came to the play: choose the stratum full.",
            attempts=MOST_ATTEMPTS,
        )
    )


def _carried(contest: Contest, game: Game, options: Options, number: int) -> Mapping[str, int]:
    """What the deal starts from: what a match of rule-of-thumb players has left."""
    match = Match(game, options)
    if not game.carried:
        return match.carried
    before = derived(contest.seed, "match before", number) % (LONGEST_MATCH_BEFORE + 1)
    for earlier in range(before):
        seed = derived(contest.seed, "match before", number, earlier)
        run = match.next_run(seed=seed)
        _play_by_rule(run, seed)
        if run.result is not None:
            match.take(run.result)
    return match.carried


def _play_by_rule(run: Run, seed: int, until: str = "") -> None:
    bots: list[Bot] = [
        make_bot(RULE, run.game, derived(seed, seat)) for seat in range(run.setup.seats)
    ]
    while (decision := run.decision) is not None and decision.kind != until:
        run.do(bots[decision.seat].choose(run.view(decision.seat)))
