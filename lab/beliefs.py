"""How well are hidden cards guessed? `python lab/beliefs.py --deals 3 --jobs 2`.

In deals among players of one kind, the seat that chooses a card is asked now and then in how
many of its likely deals each card that others hold is held by whoever does hold it. The
logarithm of that share, of all such cards on average, is what is lost: 0 by whoever sees all
cards, 0.69 by whoever tosses a coin for each. Beside the deals of `strong` stand the same that
are drawn evenly among all that fit what is known: what others have played says something only
where less is lost than there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np

from matto.arena import PLAY
from matto.arena.deals import duplicate
from matto.arena.estimates import mean_of
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference.resampling import NOWHERE
from matto.players import Bot, make_bot
from matto.players.budget import SearchBudget
from matto.players.readiness import get_ready
from matto.players.sampled import Sampled
from matto.players.search_bots import STRONG
from matto.players.seeds import derived
from script import RULE, Piece, Script

DEALS = 3
"""So many of each game, unless more are asked for."""

EVERY = 7
"""The seats are asked once in so many choices of a card."""

AMONG = (RULE, "quick", "strong")
GUESSES: Mapping[str, SearchBudget] = {
    "drawn": replace(STRONG, read=0, walk=NOWHERE),
    "strong": STRONG,
}
MEAN = "mean"
BEGIN = "<!-- the beliefs: written by lab/beliefs.py -->"
END = "<!-- the end of the beliefs -->"


@dataclass(frozen=True)
class Guessed:
    """What is lost in a deal, of each card on average, by who plays it and how one guesses."""

    game: str
    losses: Mapping[tuple[str, str], float]


def play_deal(piece: Piece) -> Guessed:
    """Play a deal among players of each kind, and see how well hidden cards are guessed."""
    get_ready()
    contest, number = piece
    deal = duplicate(contest, PLAY, number)
    losses = {}
    for among in AMONG:
        run, found = deal.run(), list[dict[str, float]]()
        bots = [make_bot(among, run.game, derived(number, s)) for s in range(run.game.seats)]
        for chosen in chosen_cards(run, bots):
            if chosen % EVERY == 1 + number % (EVERY - 1):  # never before all have played
                found.append({how: lost(run, GUESSES[how], number) for how in GUESSES})
        for how in GUESSES:
            losses[among, how] = float(np.mean([one[how] for one in found]))
    return Guessed(deal.game.id, losses)


def chosen_cards(run: Run, bots: Sequence[Bot]) -> Iterator[int]:
    """Play a deal to its end; stops at each card that is chosen from several, counted."""
    cards = 0
    while (asked := run.decision) is not None:
        if asked.kind == PLAY and len(asked.options) > 1:
            yield cards
            cards += 1
        run.do(bots[asked.seat].choose(run.view(asked.seat)))


def lost(run: Run, budget: SearchBudget, seed: int) -> float:
    """What the seat that is asked loses by not knowing who holds which card."""
    assert run.decision is not None
    view = run.view(run.decision.seat)
    sampled = Sampled(run.game, view, budget.starts, seed, budget.heard, budget.read)
    likely = sampled.likely(budget.worlds, budget.walk)
    hands = [likely.hands_of(world) for world in range(len(likely))]
    hidden = [(card, seat) for seat in others(view) for card in run.table.hand(seat)]
    shares = [sum(card in hand[seat] for hand in hands) / len(hands) for card, seat in hidden]
    least = 1 / (len(hands) * view.seats)  # what is true has to count as possible
    return float(np.mean([-log(max(share, least)) for share in shares]))


def others(view: View) -> Iterator[int]:
    """All seats but the viewer's."""
    return (seat for seat in range(view.seats) if seat != view.seat)


# -- the table ---------------------------------------------------------------------------------


def table(every: Sequence[Guessed]) -> Iterator[str]:
    """A row for each game, and one for their mean."""
    kinds = [(among, how) for among in AMONG for how in GUESSES]
    heads = (f"among `{among}`: {how}" for among, how in kinds)
    yield f"| game | {' | '.join(heads)} | deals |"
    yield f"|---|{'--:|' * (len(kinds) + 1)}"
    for game_id in (*dict.fromkeys(deal.game for deal in every), MEAN):
        own = [deal for deal in every if game_id in {deal.game, MEAN}]
        means = (mean_of([deal.losses[kind] for deal in own]).mean for kind in kinds)
        shown = " | ".join(f"{mean:.2f}" for mean in means)
        yield f"| {game_id if game_id == MEAN else f'`{game_id}`'} | {shown} | {len(own)} |"


def main() -> int:
    """Measure, and print or write the table; the status is 2 for what cannot be measured."""
    return Script(__doc__ or "", DEALS, PLAY, play_deal, table, BEGIN, END).main()


if __name__ == "__main__":
    sys.exit(main())
