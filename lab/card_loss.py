"""What is lost at each card? `python lab/card_loss.py --deals 8 --jobs 2`.

Whole deals tell how strong a bot is, but luck hides small differences. Here a player's cards
are judged where luck has no part: at every card of one seat, in deals among players by the rule
of thumb, each legal card is played out in thousands of likely deals. What the card that a
player chooses brings less there than the best one is its loss, and the losses of a deal are
added up. Cards count while more of them are held than are always worked out to the end.

That is a yardstick for how well hidden cards are guessed and how surely cards are told apart,
not for how well a deal can be played: the judge plays it out by the rule of thumb.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from matto.arena import PLAY
from matto.arena.deals import duplicate
from matto.arena.estimates import Estimate, in_sigmas
from matto.engine.game import Game
from matto.engine.table import View
from matto.inference.resampling import NOWHERE, Walk
from matto.players.budget import SearchBudget
from matto.players.cards import card_values
from matto.players.readiness import get_ready
from matto.players.rule import RuleBot
from matto.players.search_bots import STRONG
from matto.players.seeds import derived
from script import RULE, Piece, Script

DEALS = 8
"""So many of each game, unless more are asked for."""

STANDS_STILL = replace(STRONG, worlds=200, walk=NOWHERE)
TWICE = replace(STRONG, worlds=2 * STRONG.worlds, walk=STRONG.walk._replace(rounds=16))
PLAYERS: Mapping[str, SearchBudget] = {
    "strong": STRONG,
    "200 drawn": STANDS_STILL,
    "twice": TWICE,
}
"""The bot, one that takes deals as they are drawn, and one that looks at twice as many."""

JUDGE = replace(STRONG, worlds=3000, walk=Walk(rounds=10, tries=60), nodes=0, reason=0.0)
"""Looks at nearly four times as many deals after walks that are three times as long."""

ENDING = 6
"""With so many cards in hand the rest is worked out in every game, for half of what decides."""

BEGIN = "<!-- the losses: written by lab/card_loss.py -->"
END = "<!-- the end of the losses -->"


@dataclass(frozen=True)
class Dealt:
    """What a deal tells: what each player loses, how long each thinks, a result's square."""

    game: str
    losses: Mapping[str, float]
    seconds: Mapping[str, Sequence[float]]
    square: float


def play_deal(piece: Piece) -> Dealt:
    """Play a deal by the rule of thumb and judge what others would play in one seat."""
    get_ready()
    contest, number = piece
    deal = duplicate(contest, PLAY, number)
    game, run = deal.game, deal.run()
    judged = derived(contest.seed, "judged", number) % game.seats
    bots = [RuleBot(game, derived(contest.seed, number, seat)) for seat in range(game.seats)]
    losses = dict.fromkeys((RULE, *PLAYERS), 0.0)
    seconds: dict[str, list[float]] = {name: [] for name in PLAYERS}
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        usual = bots[asked.seat].choose(view)
        if asked.seat == judged and is_judged(view):
            brings = judge(game, view, number)
            losses[RULE] += max(brings.values()) - brings[usual]
            for name, budget in PLAYERS.items():
                began = time.perf_counter()
                card = next(iter(card_values(game, view, budget, f"{name}/{number}")))
                seconds[name].append(time.perf_counter() - began)
                losses[name] += max(brings.values()) - brings[card]
        run.do(usual)
    scores = () if run.result is None else run.result.scores
    square = float(np.var(scores)) if scores else 0.0
    return Dealt(game.id, losses, seconds, square)


def is_judged(view: View) -> bool:
    """Tell whether a card is chosen that is not worked out to the end."""
    asked = view.decision
    if asked is None or asked.kind != PLAY:
        return False
    return len(asked.options) > 1 and len(view.hand) > ENDING


def judge(game: Game, view: View, number: int) -> Mapping[str, float]:
    """What each legal card brings, as the judge sees it."""
    return card_values(game, view, JUDGE, f"judge/{number}")


# -- the table ---------------------------------------------------------------------------------


def table(every: Sequence[Dealt]) -> Iterator[str]:
    """A row for each game."""
    names = (RULE, *PLAYERS)
    yield f"| game | {' | '.join(f'`{name}`' for name in names)} | ms a card | deals |"
    yield f"|---|{'--:|' * (len(names) + 2)}"
    for game_id in dict.fromkeys(deal.game for deal in every):
        own = [deal for deal in every if deal.game == game_id]
        shown = [spelled(loss_of(own, name)) for name in names]
        yield f"| `{game_id}` | {' | '.join(shown)} | {times_of(own)} | {len(own)} |"


def loss_of(dealt: Sequence[Dealt], name: str) -> Estimate | None:
    """A player's mean loss of a deal in σ, with its interval."""
    losses = np.array([deal.losses[name] for deal in dealt])
    return in_sigmas(losses, np.array([deal.square for deal in dealt]))


def times_of(dealt: Sequence[Dealt]) -> str:
    """How long each player thinks about a card, on average, in milliseconds."""
    means = [np.mean([s for deal in dealt for s in deal.seconds[name]]) for name in PLAYERS]
    return " / ".join(f"{1000 * mean:.0f}" for mean in means)


def spelled(found: Estimate | None) -> str:
    """A mean with its interval."""
    if found is None or found.low is None or found.high is None:
        return "–"
    return f"{found.mean:.3f} ± {(found.high - found.low) / 2:.3f}"


def main() -> int:
    """Measure, and print or write the table; the status is 2 for what cannot be measured."""
    return Script(__doc__ or "", DEALS, PLAY, play_deal, table, BEGIN, END).main()


if __name__ == "__main__":
    sys.exit(main())
