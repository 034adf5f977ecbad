"""Deals continued after a choice: what each choice brings the seat that makes it.

The seat continues by the network of `quick`. So do all others in every second deal; in the rest
they go by the rule of thumb: nobody is known to play like either. Where no network has learnt
the game, the rule of thumb continues for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from matto.blocks.auction import SILENCE
from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.layout import SEATS, STOCK, Numbers, Plan, Reals
from matto.kernel.packing import state_of, stock_of
from matto.kernel.playouts import play_in_each, rule_playouts
from matto.kernel.solver import values_of_moves
from matto.players.kernel_positions import PLAY, Positions, advised_plan, positions_in
from matto.players.learned import Judge, judge_for, network_choice
from matto.players.learned.playouts import NetworkPlayouts, played_by_network
from matto.players.simple_bots import Advisor, RuleBot
from matto.players.weighted_worlds import LikelyDeals

Playouts = Callable[[Sequence[str], Numbers], Reals]
"""Return what choices bring in some of the deals, by their numbers: `[choices, deals]`."""

OPEN_CARDS = 36
"""While more cards are in all hands together, nobody tries to work the deal out."""

OPEN_NODES = 4_000_000
"""So many cards are tried where nothing is hidden: about two seconds.

Enough for thirteen tricks of two, for fourteen in most deals, and for fifteen in half of them.
"""


def one_by_one(played: Callable[[str, int], float]) -> Playouts:
    """Return playouts that play each choice in each deal by itself."""
    return lambda choices, numbers: np.array(
        [[played(choice, number) for number in numbers.tolist()] for choice in choices]
    )


def word_playouts(
    view: View, deals: LikelyDeals, rule: RuleBot, *, by_network: bool = True
) -> Playouts:
    """Return playouts of words: talk goes on in the engine, play in the kernel."""
    seat = view.asked.seat

    def played(choice: str, number: int) -> float:
        run, seats = deals.fork(number), seats_by_network(seat, number)
        run.do_as(seat, choice)
        return float(scores_by_network(run, rule, seats if by_network else 0)[seat])

    return one_by_one(played)


def phrase_playouts(view: View, deals: LikelyDeals, rule: RuleBot) -> Playouts:
    """Return playouts of what a seat says before a card: the next player hears it.

    The next player plays by the network, as one who does what partners ask; everybody goes on
    by the rule of thumb.
    """
    game, seat = deals.run.game, view.seat or 0
    listener = seat if view.waiting is None else view.waiting.seat
    brought: dict[tuple[int, str], float] = {}

    def played(phrase: str, number: int) -> float:
        run = deals.fork(number)
        if phrase != SILENCE:
            run.say(seat, phrase)
        card = network_choice(game, run.view(listener), rule)
        if (number, card) not in brought:
            run.do(card)
            brought[number, card] = scores_by_rule(run, rule.choose)[seat]
        return brought[number, card]

    return one_by_one(played)


def card_playouts(
    game: Game, view: View, deals: LikelyDeals, *, by_network: bool = True
) -> Playouts:
    """Return playouts of cards, all in the kernel."""
    positions = positions_in(deals.run, view, deals.drawn)
    judge, seat = judge_for(game, view), view.asked.seat
    draws = any(plan.rules[STOCK] for plan in positions.plans)
    if draws or not by_network or not isinstance(judge, Judge):
        return lambda cards, numbers: values_of_cards(positions.rows(numbers), cards, seat)
    networked = NetworkPlayouts(judge, view, deals.run, positions)

    def playouts(cards: Sequence[str], numbers: Numbers) -> Reals:
        masks = np.array([seats_by_network(seat, number) for number in numbers.tolist()])
        return np.array([networked.values(card, numbers, masks) for card in cards])

    return playouts


EVERYBODY = -1
"""The mask of all seats."""


def seats_by_network(seat: int, number: int) -> int:
    """Return the seats that continue by the network in a deal, as the bits of a mask."""
    return EVERYBODY if number % 2 else 1 << seat


def scores_by_network(run: Run, rule: RuleBot, seats: int) -> Sequence[int]:
    """Continue a deal to its end with the network in some seats; return what each seat gets.

    `seats`: as bits; all others go by the rule of thumb, and all do where no network has learnt
    the game.
    """
    game = run.game

    def choose(view: View) -> str:
        by_network = seats >> view.asked.seat & 1
        return network_choice(game, view, rule) if by_network else rule.choose(view)

    talk_on(run, choose)
    judge = judge_for(game, run.view(0), PLAY)
    if run.result is None and seats and isinstance(judge, Judge):
        plan = advised_plan(run)
        if not plan.rules[STOCK]:
            return played_by_network(judge, run, plan, seats)
    return scores_by_rule(run, choose)


def scores_by_rule(run: Run, advisor: Advisor) -> Sequence[int]:
    """Continue a deal to its end by the rule of thumb; return what each seat gets.

    The run itself is continued up to the next card: `advisor` talks and lays away. From there
    on play is compiled, and nothing more is said in it.
    """
    talk_on(run, advisor)
    if run.result is not None:
        return run.result.scores
    plan = advised_plan(run)
    paid = rule_playouts(state_of(run.table, plan), plan, stock_of(run.table))
    return tuple(paid[: run.game.seats].tolist())


def talk_on(run: Run, advisor: Advisor) -> None:
    """Answer all questions up to the next card."""
    while (asked := run.decision) is not None and asked.kind != PLAY:
        run.do(advisor(run.view(asked.seat)))


def values_of_cards(positions: Positions, cards: Sequence[str], seat: int) -> Reals:
    """Return what each card brings a seat by the rule of thumb: `[cards, deals]`."""
    return np.array([_after(positions, card, seat) for card in cards])


def _after(positions: Positions, card: str, seat: int) -> Reals:
    found = np.zeros(len(positions.states))
    for number, plan in enumerate(positions.plans):
        rows = np.flatnonzero(positions.which == number)
        states, stocks = positions.states[rows], positions.stocks[rows]
        play_in_each(states, plan, stocks, NUMBER[card])
        found[rows] = rule_playouts(states, plan, stocks)[:, seat]
    return found


def solved_cards(view: View, deals: LikelyDeals) -> Reals | None:
    """Return what each card brings where nothing is hidden, if that can be worked out.

    Shape: `[cards]`. There must be two sides.
    """
    if not deals.drawn.are_one or len(view.hand) * view.seats > OPEN_CARDS:
        return None
    positions = positions_in(deals.run, view, deals.drawn.rows([0]))
    (plan,) = positions.plans
    values = values_of_moves(positions.states[0], plan, OPEN_NODES)
    if values is None:
        return None
    found = np.array([values[NUMBER[card]] for card in view.asked.options])
    return found * _share(plan, view.asked.seat)


def _share(plan: Plan, seat: int) -> float:
    """Return what a seat gets of a value, which is side 0's receipts less side 1's."""
    sides = plan.side[: plan.rules[SEATS]]
    together = int((sides == sides[seat]).sum())
    return (1 if sides[seat] == 0 else -1) / (2 * together)
