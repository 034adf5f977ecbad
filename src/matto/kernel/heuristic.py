"""Compiled play by the heuristic policy (`matto.play.heuristic`), and what a plan tells it.

What everybody knows of hands is part of the state and is kept up to date by `play.play_on`.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.layout import MOST_SEATS, NO_CARD, Numbers, Plan, Reals
from matto.kernel.play import is_over, legal_now, play_on
from matto.kernel.primitives import lowest
from matto.play import heuristic
from matto.play.bits import Row
from matto.play.heuristic import (
    ABROAD_PLAIN,
    ABROAD_TAROCKS,
    CARDS,
    MOST_HELD,
    MOST_UNSEEN,
    MOST_WANTED,
    WORDS,
    Scales,
    SeatKnowledge,
    scales_from,
)
from matto.play.weights import chance_of_one

REMEMBERED = 512

see = compiled(heuristic.look, inline=True)
what_lies = compiled(heuristic.what_lies, inline=True)
compiled(heuristic.ducked)  # seldom called, and not inlined
promise = compiled(heuristic.promise, inline=True)
best_card = compiled(heuristic.best_card, inline=True)


def scales_of(plan: Plan) -> Scales:
    return _scales(plan.strength.tobytes(), plan.weights.tobytes())


@lru_cache(maxsize=REMEMBERED)
def _scales(strengths: bytes, rows: bytes) -> Scales:
    strength = np.frombuffer(strengths, dtype=np.int64)
    weights = np.frombuffer(rows, dtype=np.float64).reshape(-1, CARDS)
    scales = scales_from(strength.tolist(), weights.tolist(), chances())
    return Scales(
        np.array(scales.worth),
        np.array(scales.cost),
        np.array(scales.last_with),
        np.array(scales.place),
        np.array(scales.above, np.int64),
        np.array(scales.single),
        np.array(scales.pack, np.int64),
        chances(),
    )


@lru_cache(maxsize=1)
def chances() -> Reals:
    """Return how likely a hand has one of some cards, at `play.heuristic.chance_at`."""
    shape = MOST_HELD + 1, MOST_UNSEEN + 1, MOST_WANTED + 1
    each = [chance_of_one(wanted, held, unseen) for held, unseen, wanted in np.ndindex(shape)]
    return np.array(each)


@compiled
def new_knowledge() -> SeatKnowledge:
    """Make room for what a seat sees."""
    return SeatKnowledge(np.zeros(WORDS, np.int64), np.zeros(MOST_SEATS, np.float64))


@compiled
def play_by_rule(
    state: Numbers, plan: Plan, scales: Scales, stock: Numbers, known: SeatKnowledge
) -> None:
    """Play a deal to the end, every seat by the heuristic policy."""
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = heuristic_card(state, plan, scales, plain, tarocks, known)
        play_on(state, plan, stock, card)


@compiled(inline=True)
def heuristic_card(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    plain: int,
    tarocks: int,
    known: SeatKnowledge,
) -> int:
    """Choose one of the legal cards, given as two words."""
    if not tarocks and not plain & (plain - 1):
        return lowest(plain)
    if not plain and not tarocks & (tarocks - 1):
        return FIRST_TRUMP_NUMBER + lowest(tarocks)
    look(state, plan, scales, known)
    return best_card(state, plan, scales, plain, tarocks, known)


@compiled(inline=True)
def look(state: Numbers, plan: Plan, scales: Scales, known: SeatKnowledge) -> None:
    """Find what the seat to play sees: the cards that others may hold, and who is an ally."""
    see(state, plan, scales, known.words)
    own, seats = state[lay.TURN], plan.rules[lay.SEATS]
    hidden = lies_abroad(plan.rules[lay.CALLED], known.words)
    for seat in range(seats):
        ally = 1.0 if plan.side[seat] == plan.side[own] else 0.0
        if hidden and seat != own:
            ally = chance_of_ally(plan.rules[lay.DECLARER], own, seat, seats)
            ally *= scales.single[lay.STRANGERS]
        known.allies[seat] = ally


@compiled(inline=True)
def lies_abroad(card: int, words: Row) -> bool:
    """Return whether a card may still be played by another; no card may."""
    if card == NO_CARD:
        return False
    if card < FIRST_TRUMP_NUMBER:
        return bool(words[ABROAD_PLAIN] >> card & 1)
    return bool(words[ABROAD_TAROCKS] >> (card - FIRST_TRUMP_NUMBER) & 1)


@compiled(inline=True)
def chance_of_ally(declarer: int, own: int, seat: int, seats: int) -> float:
    """Judge how likely another seat is an ally while a partner is hidden."""
    if seat == declarer:
        return 0.0
    return 1.0 / (seats - 1) if own == declarer else 1.0 - 1.0 / (seats - 2)
