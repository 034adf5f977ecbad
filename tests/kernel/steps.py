"""The same deal played by the engine and by the kernel, card by card, and what differs."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from kernel.settled_deals import THROWN_IN, begun
from matto.engine.cards import CODES, NUMBER, words
from matto.kernel.compiled import compiled
from matto.kernel.heuristic import (
    heuristic_card,
    look,
    new_knowledge,
    promise,
    scales_of,
    what_lies,
)
from matto.kernel.layout import LEADER, MOST_SEATS, TRICKS, TURN, Numbers, Plan
from matto.kernel.packing import state_of, stock_of
from matto.kernel.play import is_over, legal_now, play_card, play_on, settle
from matto.kernel.primitives import Rng, one_card, rng_from, spread_seeds
from matto.play.heuristic import Scales, SeatKnowledge
from matto.players import make_bot
from matto.players.kernel_positions import advised_plan
from matto.research.testing.checks import Case
from matto.research.testing.position import Player

Spoil = Callable[[Plan], Plan]
"""Makes a plan wrong, to see whether that is noticed."""

BY_CHANCE, BY_RULE, BY_THUMB = "chance", "rule", "thumb"
WAYS = BY_CHANCE, BY_RULE, BY_THUMB
"""Who plays the cards: chance, the engine's rule bot, the kernel's rule of thumb."""


def unspoilt(plan: Plan) -> Plan:
    """The plan as it is."""
    return plan


class Deal:
    """One deal at the table and, from its first lead on, in the kernel."""

    def __init__(self, case: Case, seed: int, way: str, spoil: Spoil = unspoilt) -> None:
        self.run, self.rng = begun(case, seed)
        self.way, self.spoil = way, spoil
        self.player = Player(self.rng)
        self.bots = [make_bot("rule", case.game, seed) for _ in range(case.game.seats)]
        self.chance = rng_from(seed)
        self.moments: list[Numbers] = []
        self.found: list[str] = []

    def play(self) -> Deal:
        """Play to the end and note every difference."""
        while (asked := self.run.decision) is not None:
            if asked.kind == "play":
                if not self.moments:
                    self.begin()
                self.one_card()
            elif self.way != BY_CHANCE and self.rng.random() < 0.7:
                self.run.do(self.bots[asked.seat].choose(self.run.view(asked.seat)))
            else:
                self.run.do(self.player.choose(asked.options))
        assert self.run.result is not None
        broken_off = self.run.result.thrown_in or self.run.table.said.get(THROWN_IN)
        if self.moments and not broken_off:
            self.compare_end()
        return self

    def begin(self) -> None:
        """Hand the deal to the kernel."""
        self.plan = self.spoil(advised_plan(self.run))
        self.stock = stock_of(self.run.table)
        self.state = state_of(self.run.table, self.plan)

    def one_card(self) -> None:
        """Compare what may be played, play a card on both sides, and compare who is next."""
        asked = self.run.decision
        assert asked is not None
        self.moments.append(self.state.copy())
        options = [option for option in asked.options if option in NUMBER]
        may = legal_now(self.state, self.plan)
        self.compare("legal cards", tuple(map(int, may)), words(options))
        self.compare("turn", int(self.state[TURN]), asked.seat)
        card = self.choose(options)
        if card not in options:
            self.found.append(f"{card} is not among {options}")
            card = options[0]
        self.run.do(card)
        play_card(self.state, self.plan, self.stock, NUMBER[card])
        tricks = self.run.table.tricks
        if int(self.state[TRICKS]) == len(tricks) > 0:
            self.compare("winner", int(self.state[LEADER]), tricks[-1].winner)

    def choose(self, options: list[str]) -> str:
        """Give a card to play."""
        if self.way == BY_THUMB:
            eyes = new_knowledge()
            may, scales = legal_now(self.state, self.plan), scales_of(self.plan)
            return CODES[heuristic_card(self.state, self.plan, scales, *may, eyes)]
        if self.way == BY_RULE:
            asked = self.run.decision
            assert asked is not None
            card = self.bots[asked.seat].choose(self.run.view(asked.seat))
            return card if card in NUMBER else self.rng.choice(options)
        return self.rng.choice(options)

    def compare(self, what: str, kernel: object, engine: object) -> None:
        """Note a difference."""
        if kernel != engine:
            self.found.append(f"{what}: {kernel} is not {engine} ({self.run.game.id})")

    def compare_end(self) -> None:
        """Compare where all cards lie and what is paid."""
        assert self.run.result is not None
        last = self.spoil(advised_plan(self.run))
        expected = state_of(self.run.table, last)
        expected[MOST_SEATS * 13 :] = self.state[MOST_SEATS * 13 :]
        self.compare("piles", self.state.tolist(), expected.tolist())
        pay = np.zeros(MOST_SEATS, np.int64)
        settle(self.state, last, pay)
        self.compare("paid", tuple(pay.tolist()[: self.run.game.seats]), self.run.result.scores)


def in_the_plainest_way(deal: Deal, start: Numbers, n: int, seed: int) -> list[int]:
    """What `random_playouts` should give: one playout after the other, card by card."""
    plan, pay, rng = deal.plan, np.zeros(MOST_SEATS, np.int64), np.zeros(1, np.uint64)
    for number in range(n):
        state = start.copy()
        rng[0] = spread_seeds(seed, number)
        while not is_over(state, plan):
            play_card(state, plan, deal.stock, one_card(rng, *legal_now(state, plan)))
        settle(state, plan, pay)
    return pay.tolist()[: deal.run.game.seats]


def some(moments: list[Numbers], rng: random.Random, count: int) -> list[Numbers]:
    """A few moments of a deal."""
    return rng.sample(moments, min(count, len(moments)))


@compiled
def duel(
    start: Numbers,
    plan: Plan,
    scales: Scales,
    stock: Numbers,
    by_thumb: int,
    rng: Rng,
    eyes: SeatKnowledge,
    pay: Numbers,
) -> None:
    """Let one seat (none, if negative) go by rules of thumb and all others by chance."""
    state = start.copy()
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        if state[TURN] == by_thumb:
            card = heuristic_card(state, plan, scales, plain, tarocks, eyes)
        else:
            card = one_card(rng, plain, tarocks)
        play_on(state, plan, stock, card)
    settle(state, plan, pay)


@compiled
def promised(
    state: Numbers, plan: Plan, scales: Scales, card: int, eyes: SeatKnowledge
) -> float:
    """What a card promises the seat that is to play."""
    look(state, plan, scales, eyes)
    return promise(state, plan, scales, card, what_lies(state, plan, scales), eyes)
