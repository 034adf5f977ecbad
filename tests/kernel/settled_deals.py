"""Finished deals of every kind, and what a plan pays for them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from matto.engine.cards import CODES
from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from matto.engine.scoring import total
from matto.kernel import play as compiled
from matto.kernel.layout import Plan
from matto.kernel.packing import plan_of, state_of
from matto.kernel.play import count_points
from matto.players import make_bot
from matto.research.testing.checks import Case
from matto.research.testing.position import Player

THROWN_IN = "throw_in"
"""Noted when a deal is broken off in its midst, which no plan foresees."""


def stacked(game: Game, options: Options, dealer: int, rng: random.Random) -> Deal:
    """A deal in which high cards lie together, so that somebody may take all tricks or none."""
    pack = game.pack(options)
    noise = rng.choice((2.0, 8.0, 30.0))
    height = {
        code: strength + (40 if code[0] in "TF" else 0)
        for code, strength in zip(CODES, pack.strength, strict=True)
    }
    order = sorted(pack.codes, key=lambda code: -height[code] - noise * rng.random())
    deal = game.deal_from(order, options, dealer)
    same = [seat for seat in range(game.seats) if len(deal.hands[seat]) == len(deal.hands[0])]
    turn = rng.randrange(len(same))
    hands = list(deal.hands)
    for place, seat in enumerate(same):
        hands[seat] = deal.hands[same[(place + turn) % len(same)]]
    return Deal(tuple(hands), deal.talon)


def begun(case: Case, seed: int) -> tuple[Run, random.Random]:
    """A deal of a game, shuffled or stacked, with a pot that is sometimes full."""
    game, options = case.game, case.options
    rng = random.Random(f"{case} {seed}")
    dealer = rng.randrange(game.seats)
    carried = {name: rng.choice((0, 30, 120)) for name in game.carried}
    if seed % 3:
        deal = game.shuffled(options, dealer, rng)
    else:
        deal = stacked(game, options, dealer, rng)
    return Run(game, deal, dealer=dealer, options=options, carried=carried), rng


def finish(run: Run, rng: random.Random, *, by_rule: bool) -> Run:
    """Play on to the end, by the rule of thumb or by chance with all kinds of words."""
    chance, bots = Player(rng), []
    if by_rule:
        bots = [
            make_bot("rule", run.game, rng.randrange(1 << 30)) for _ in range(run.game.seats)
        ]
    while (asked := run.decision) is not None:
        if asked.kind == "call" and rng.random() < 0.3 and (rare := rare_calls(run)):
            run.do(rng.choice(rare))
        elif bots and (asked.kind == "play" or rng.random() < 0.7):
            run.do(bots[asked.seat].choose(run.view(asked.seat)))
        else:
            run.do(chance.choose(asked.options))
    return run


def rare_calls(run: Run) -> list[str]:
    """A card of the talon that all see, or of the caller's own hand, if it may be called."""
    asked = run.decision
    assert asked is not None
    shown = {card for event in run.events if event.kind == "talon" for card in event.what}
    both = shown, set(run.table.hand(asked.seat))
    return [sorted(some)[0] for cards in both if (some := cards.intersection(asked.options))]


def finished(case: Case, count: int) -> Iterator[Run]:
    """Deals that were played to the last card."""
    for seed in range(count):
        run, rng = begun(case, seed)
        finish(run, rng, by_rule=seed % 6 == 3)
        assert run.result is not None
        if not run.result.thrown_in and not run.table.said.get(THROWN_IN):
            yield run


def paid(run: Run, plan: Plan) -> tuple[int, ...]:
    """What a plan pays for a finished deal."""
    pay = np.zeros(5, dtype=np.int64)
    compiled.settle(state_of(run.table, plan), plan, pay)
    return tuple(pay.tolist()[: run.game.seats])


def counted(run: Run, plan: Plan) -> tuple[int, ...]:
    """The card points of each seat's party, as a plan counts them."""
    state = state_of(run.table, plan)
    compiled.settle(state, plan, np.zeros(5, dtype=np.int64))  # which brings the Fool home
    return tuple(int(count_points(state, plan, side)) for side in plan.side)


def paid_by_plan(run: Run) -> tuple[int, ...]:
    """What the plan of its own table pays for a finished deal."""
    return paid(run, plan_of(run.game, run.table))


def paid_by_engine(run: Run) -> tuple[int, ...]:
    """What the terms of the game pay, with the contract that the table has now."""
    outcome = outcome_of(run.table)
    return total(run.game.score(outcome, run.options), run.game.seats)
