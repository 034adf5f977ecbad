"""Which of two bots decides better? `python lab/judging.py --bots strong,quick --deals 4`.

In deals among players by the rule of thumb both bots are asked at every question with a choice.
Where they differ, both choices are played in the same likely deals, and all seats continue by
the rule of thumb, or by the network of `quick`: two judges. The table shows what the choices of
the first bot gain, in σ a decision, with 95 % intervals over deals. Luck plays no part here, so
a few deals show what takes hundreds in the arena; but a judge sees only what players like
itself make of a choice.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import Text
from matto.games import game as find_game
from matto.players import Policy, make_bot
from matto.players.bot_readiness import get_ready
from matto.players.learned import judge_of
from matto.players.seeds import derived
from matto.players.simple_bots import RuleBot
from matto.players.weighted_worlds import weighted_worlds
from matto.research.arena import FULL, Contest, contest_of
from matto.research.arena.contest import BadContest, duplicate
from matto.research.arena.measurement import check_effort
from matto.research.arena.statistics import ratio_of
from matto.research.parallel import spread
from script import RULE, check_page, games_of, parser_for, publish, resources_of, spelled

PLAY, ALL = "play", "all"
JUDGES = (RULE, "quick")
WORLDS, SAMPLES = 60, 200
PAIR = 2
BEGIN = "<!-- the judgements: written by lab/judging.py -->"
END = "<!-- the end of the judgements -->"


class Case(NamedTuple):
    """Two choices at one question, and what the first gains by each judge, in σ."""

    chosen: str
    other: str
    gains: Sequence[float]


class Judged(NamedTuple):
    """What was judged in one deal; `questions` counts those at which the bots were asked."""

    game: str
    questions: int
    cases: Sequence[Case]


# -- one decision ------------------------------------------------------------------------------


def gains(
    game: Game, view: View, chosen: str, other: str, *, worlds: int = WORLDS, seed: int = 0
) -> dict[str, NDArray[np.float64]]:
    """Return what a choice gains over another in each likely deal, in the smallest unit."""
    likely = weighted_worlds(game, view, worlds, seed, SAMPLES)
    deals = [likely.fork(number) for number in range(worlds)]
    return {
        who: np.array([won(deal, chosen, who) - won(deal, other, who) for deal in deals], float)
        for who in JUDGES
    }


def won(deal: Run, choice: str, who: str) -> int:
    """Return what the seat asked wins by a choice if all seats continue as one kind of bot."""
    assert deal.decision is not None
    run, seat = deal.fork(), deal.decision.seat
    run.do(choice)
    continue_by([make_bot(who, run.game, own) for own in range(run.game.seats)], run)
    return 0 if run.result is None else run.result.scores[seat]


def continue_by(bots: Sequence[Policy], run: Run) -> None:
    """Play a deal to its end."""
    while (asked := run.decision) is not None:
        run.do(bots[asked.seat].choose(run.view(asked.seat)))


def sigma_of(game: Game) -> float:
    """Return σ of a game in its smallest unit, as its model has it; raises `BadContest`."""
    judge = judge_of(game)
    if isinstance(judge, Text):
        raise BadContest(judge)
    return judge.model.about.sigma


# -- whole deals -------------------------------------------------------------------------------


class Questions(NamedTuple):
    """Which bots are asked at one question in so many, and how many deals judge them."""

    bots: Sequence[str]
    one_in: int
    worlds: int


def judge_deal(questions: Questions, piece: tuple[Contest, int]) -> Judged:
    """Play a deal by the rule of thumb and judge what the bots would have chosen in it."""
    get_ready()
    contest, number = piece
    run = duplicate(contest, FULL, number).run()
    game, count, cases = run.game, 0, list[Case]()
    sigma, seed = sigma_of(game), derived(contest.seed, number)
    chance = random.Random(seed)
    bots = [make_bot(bot, game, seed) for bot in questions.bots]
    rule = [RuleBot(game, derived(contest.seed, number, seat)) for seat in range(game.seats)]
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        if len(asked.options) > 1 and not chance.randrange(questions.one_in):
            count += 1
            chosen, other = (bot.choose(view) for bot in bots)
            if other != chosen:
                found = gains(game, view, chosen, other, worlds=questions.worlds, seed=number)
                means = [float(found[who].mean()) / sigma for who in JUDGES]
                cases.append(Case(chosen, other, means))
        run.do(rule[asked.seat].choose(view))
    return Judged(game.id, count, cases)


# -- the table ---------------------------------------------------------------------------------


def table(every: Sequence[Judged]) -> Iterator[str]:
    """Return a row for each game, and one for all."""
    heads = " | ".join(f"among `{who}`" for who in JUDGES)
    yield f"| game | questions | judged | {heads} |"
    yield f"|---|--:|--:|{'--:|' * len(JUDGES)}"
    for game in dict.fromkeys(deal.game for deal in every):
        yield from row(f"`{game}`", [deal for deal in every if deal.game == game])
    yield from row(ALL, every)


def row(name: str, deals: Sequence[Judged]) -> Iterator[str]:
    """Return the row of some deals; none if nothing in them was judged."""
    sizes = [len(deal.cases) for deal in deals]
    if sum(sizes):
        found = [
            spelled(
                ratio_of(
                    [sum(case.gains[judge] for case in deal.cases) for deal in deals], sizes
                )
            )
            for judge in range(len(JUDGES))
        ]
        asked = sum(deal.questions for deal in deals)
        yield f"| {name} | {asked} | {sum(sizes)} | {' | '.join(found)} |"


def main() -> int:
    """Judge, and print or write the table; return 2 for what cannot be judged."""
    parser = parser_for(__doc__, deals=2)
    parser.add_argument("--bots", default="strong,quick", help="two bots")
    parser.add_argument("--one-in", type=int, default=1, help="ask at one question in so many")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="likely deals a decision")
    parser.add_argument("--show", action="store_true", help="print each case")
    asked = parser.parse_args()
    games, bots, resources = games_of(asked.games), asked.bots.split(","), resources_of(asked)
    questions = Questions(bots, max(1, asked.one_in), asked.worlds)
    if len(bots) != PAIR:
        parser.error("--bots needs two bots, such as strong,quick")
    try:
        check_effort(asked.deals, resources)
        check_page(asked.write, BEGIN, END)
        contests = [
            contest_of(one, one.resolve(), [RULE, RULE], seed=asked.seed, strata=[FULL])
            for one in map(find_game, games)
        ]
        pieces = [(one, number) for one in contests for number in range(asked.deals)]
        every = list[Judged]()
        for deal in spread(partial(judge_deal, questions), pieces, resources):
            every.append(deal)
            print(f"{len(every)}/{len(pieces)} {deal.game}", file=sys.stderr)
            for case in deal.cases if asked.show else ():
                told = ", ".join(f"{gain:+.2f}" for gain in case.gains)
                print(f"{deal.game}: {case.chosen}, not {case.other} ({told})")
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    every.sort(key=lambda deal: games.index(deal.game))
    publish(asked.write, BEGIN, END, "\n".join(table(every)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
