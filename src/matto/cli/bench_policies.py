"""How fast playouts are in which all seats think: by a network, and by the rule of thumb.

One card is played in the same likely deals, and these to their ends, by turns in one run; the
rule of thumb is the peer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from matto.cli.bench_playouts import GAME, first_lead
from matto.games import game
from matto.players.cards import likely_deals
from matto.players.learned.playouts import NetworkPlayouts
from matto.players.learned.quick import Judge, judge_for
from matto.players.rule_of_thumb_playouts import values_of_cards
from matto.players.search_bots import PIMC

LEAST_ROUNDS = 5
SEED = 1

Burst = Callable[[], object]
"""Plays the card in all likely deals, and these to their ends."""


class Thinking(NamedTuple):
    """Cards a second that are played in such playouts, each in its least disturbed burst."""

    by_network: float
    by_rule: float

    @property
    def ratio(self) -> float:
        """How many times as fast as the rule of thumb the network is."""
        return round(self.by_network / self.by_rule, 3)


def measure_thinking(seconds: float, name: str = GAME) -> Thinking | None:
    """Measure on one core; None for a game of which no network knows the cards."""
    chosen = game(name)
    run = first_lead(chosen, SEED)
    if (asked := run.decision) is None:
        return None
    view = run.view(asked.seat)
    if not isinstance(judge := judge_for(chosen, view), Judge):
        return None
    any_run, positions, _ = likely_deals(chosen, view, PIMC, SEED)
    nobody_by_rule = np.zeros(view.seats)
    playouts = NetworkPlayouts(judge, view, any_run, positions, nobody_by_rule)
    card, rows = view.asked.options[0], np.arange(len(positions.states))
    played = len(rows) * sum(len(run.table.hand(seat)) for seat in range(view.seats))
    by_network, by_rule = _least(
        seconds,
        lambda: playouts.values(card, rows),
        lambda: values_of_cards(positions, [card], view.asked.seat),
    )
    return Thinking(played / by_network, played / by_rule)


def _least(seconds: float, *bursts: Burst) -> list[float]:
    """The seconds of the least disturbed of many bursts, of each kind by turns."""
    least = [float("inf")] * len(bursts)
    for burst in bursts:
        burst()  # warms up
    begun, rounds = time.perf_counter(), 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - begun < seconds:
        for place, burst in enumerate(bursts):
            started = time.perf_counter()
            burst()
            least[place] = min(least[place], time.perf_counter() - started)
        rounds += 1
    return least
