"""Do bad habits of `strong` pay? `python lab/paying_habits.py --deals 2 --jobs 2`.

In deals among players by the rule of thumb `strong` is asked for a card wherever one of a bad
habit may be played. If it plays such a card, two judges compare it with the one that the rule
of thumb takes among all others: both are played in the same likely deals, where all seats go on
by the rule of thumb, or by the network of `quick`. By the network `strong` itself plays deals
out, so only the other judge is independent of it.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from matto.arena import PLAY
from matto.arena.deals import duplicate
from matto.arena.errors import BadContest
from matto.arena.estimates import ratio_of
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import View
from matto.engine.words import Text
from matto.inference.resampling import Walk
from matto.players import make_bot
from matto.players.card_question import CardQuestion
from matto.players.habits import ALL_HABITS, advised_against
from matto.players.learned.quick import judge_of
from matto.players.ranking import asking
from matto.players.readiness import get_ready
from matto.players.rule import RuleBot
from matto.players.sampled import Sampled
from matto.players.seeds import derived
from script import RULE, Piece, Script

DEALS = 2
"""So many of each game, unless more are asked for."""
ASKED = "strong"
JUDGES = (RULE, "quick")
WORLDS, DRAWN, HEARD, READ = 60, 400, 200, 2000
WALK = Walk(rounds=4, tries=25)
ALL = "all"
BEGIN = "<!-- what habits bring: written by lab/paying_habits.py -->"
END = "<!-- the end of what habits bring -->"


class Case(NamedTuple):
    """A card of bad habits, the one of none; what it brings more by each judge, in σ."""

    card: str
    other: str
    habits: Sequence[str]
    gains: Sequence[float]


@dataclass(frozen=True)
class Judged:
    """What bad habits have brought in a deal; at how many questions there was occasion."""

    game: str
    occasions: int
    cases: Sequence[Case]


def play_deal(piece: Piece) -> Judged:
    """Play a deal by the rule of thumb, and judge what else `strong` would have played."""
    get_ready()
    contest, number = piece
    sigma_of(contest.found_game()[0])  # told before anything is played
    run = duplicate(contest, PLAY, number).run()
    game, occasions, cases = run.game, 0, list[Case]()
    bots = [RuleBot(game, derived(contest.seed, number, seat)) for seat in range(game.seats)]
    strong = make_bot(ASKED, game, derived(contest.seed, number))
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        avoided = advised_against(game, view) if asked.kind == PLAY else {}
        occasions += bool(avoided)
        if avoided and (card := strong.choose(view)) in avoided:
            cases.append(judged(game, view, card, usual(game, view, avoided), number))
        run.do(bots[asked.seat].choose(view))
    return Judged(game.id, occasions, cases)


def usual(game: Game, view: View, avoided: Container[str]) -> str:
    """The card that the rule of thumb takes among those that are no bad habit."""
    good = [card for card in view.asked.options if card not in avoided]
    return RuleBot(game, 0).choose(asking(view, good)) if len(good) > 1 else good[0]


def judged(game: Game, view: View, card: str, other: str, seed: int) -> Case:
    """How much better a card is than another in likely deals, by each judge."""
    question = CardQuestion(game, view)
    habits = [name for name, habit in ALL_HABITS.items() if card in habit(question)]
    sampled = Sampled(game, view, DRAWN, seed, HEARD, READ)
    likely = sampled.likely(WORLDS, WALK)
    deals = [sampled.worlds.run(likely, world) for world in range(WORLDS)]
    gains = [
        float(np.mean([brought(deal, card, who) - brought(deal, other, who) for deal in deals]))
        for who in JUDGES
    ]
    return Case(card, other, habits, [gain / sigma_of(game) for gain in gains])


def brought(deal: Run, card: str, who: str) -> int:
    """What a card brings who plays it in a deal, if all go on as players of one kind."""
    assert deal.decision is not None
    run, seat = deal.fork(), deal.decision.seat
    bots = [make_bot(who, run.game, own) for own in range(run.game.seats)]
    run.do(card)
    while (asked := run.decision) is not None:
        run.do(bots[asked.seat].choose(run.view(asked.seat)))
    return 0 if run.result is None else run.result.scores[seat]


def sigma_of(game: Game) -> float:
    """σ of a game in its smallest unit, as its network was told; else raises `BadContest`."""
    judge = judge_of(game)
    if isinstance(judge, Text):
        raise BadContest(judge)
    return judge.model.about.sigma


# -- the table ---------------------------------------------------------------------------------


def table(every: Sequence[Judged]) -> Iterator[str]:
    """A row for each habit that was seen, one for all cases; then the cases, game by game."""
    heads = " | ".join(f"among `{who}`" for who in JUDGES)
    yield f"| habit | cases | {heads} |"
    yield f"|---|--:|{'--:|' * len(JUDGES)}"
    for habit in (*ALL_HABITS, ALL):
        own = [[c for c in deal.cases if habit in {ALL, *c.habits}] for deal in every]
        if count := sum(map(len, own)):
            shown = " | ".join(gained(own, judge) for judge in range(len(JUDGES)))
            yield f"| {habit} | {count} | {shown} |"
    yield ""
    yield f"{len(every)} deals, {sum(deal.occasions for deal in every)} occasions. The cases:"
    yield ""
    for game_id in dict.fromkeys(deal.game for deal in every if deal.cases):
        told = [of(case) for deal in every if deal.game == game_id for case in deal.cases]
        yield f"- `{game_id}`: {'; '.join(told)}"


def of(case: Case) -> str:
    """A case in few words."""
    gains = ", ".join(f"{gain:+.2f}" for gain in case.gains)
    return f"{case.card}, not {case.other} ({gains})"


def gained(cases: Sequence[Sequence[Case]], judge: int) -> str:
    """What a case brings by a judge, with its interval over deals."""
    sums = [sum(case.gains[judge] for case in own) for own in cases]
    found = ratio_of(sums, [len(own) for own in cases])
    if found is None or found.low is None or found.high is None:
        return "–" if found is None else f"{found.mean:+.2f}"
    return f"{found.mean:+.2f} ({found.low:+.2f} … {found.high:+.2f})"


def main() -> int:
    """Measure, and print or write the table; the status is 2 for what cannot be measured."""
    return Script(__doc__ or "", DEALS, PLAY, play_deal, table, BEGIN, END).main()


if __name__ == "__main__":
    sys.exit(main())
