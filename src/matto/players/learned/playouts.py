"""Playouts in which seats continue by the network of `quick`, all in compiled play."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from matto.engine.cards import NUMBER, SUITS, words
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.engine.view import View
from matto.kernel.heuristic import scales_of
from matto.kernel.layout import (
    CALLED,
    MOST_SEATS,
    NO_CARD,
    OWN_PLAIN,
    OWN_TAROCKS,
    Numbers,
    Plan,
    Reals,
)
from matto.kernel.network import (
    CardNetwork,
    NetworkDeal,
    SharedLayers,
    tables_as_arrays,
    workspace_for,
)
from matto.kernel.network_playouts import NetworkSeats, network_playouts
from matto.kernel.packing import cards_of, state_of, stock_of
from matto.kernel.playouts import FirstLead
from matto.kernel.suits import Suits
from matto.play.card_features import FEATURES
from matto.play.observation import AT_AWAY, SETTLED, Writing
from matto.players.encoding import Encoding
from matto.players.encoding.for_kernel import empty_knowledge, note_seen, parted_by, writing_of
from matto.players.encoding.suits import SuitOrders
from matto.players.kernel_positions import PLAY, Positions
from matto.players.learned import Judge
from matto.players.learned.features import card_tables
from matto.players.learned.model import BEST_PROMISE, FAR_BELOW, Layers


def card_network_of(layers: Layers, encoding: Encoding, margin: float) -> CardNetwork:
    """Return a network as arrays for compiled play."""
    first, second, last = layers.own
    return CardNetwork(
        shared=_shared(layers, encoding),
        first=np.ascontiguousarray(first.weights),
        first_bias=first.bias,
        second=np.ascontiguousarray(second.weights),
        second_bias=second.bias,
        last=np.ascontiguousarray(last.weights[:, :-1]),
        last_bias=last.bias[:-1].copy(),
        scale=encoding.scale,
        best=BEST_PROMISE,
        by_point=1 / FAR_BELOW,
        margin=margin,
    )


def _shared(layers: Layers, encoding: Encoding) -> SharedLayers:
    first, second, last = layers.shared
    features = len(FEATURES)
    return SharedLayers(
        tables=tables_as_arrays(card_tables(encoding)),
        of_told=np.ascontiguousarray(first.weights[:features]),
        of_inner=np.ascontiguousarray(first.weights[features:]),
        first_bias=first.bias,
        second=np.ascontiguousarray(second.weights),
        second_bias=second.bias,
        last=last.weights[:, 0].copy(),
        last_bias=float(last.bias[0]),
    )


def suits_of(orders: SuitOrders, actions: int) -> Suits:
    """Return what has to be known to put alike suits in order."""
    groups = np.full((len(orders.groups), len(SUITS)), -1)
    for row, group in zip(groups, orders.groups, strict=True):
        row[: len(group)] = [SUITS.index(suit) for suit in group]
    suit, place = np.full(actions, -1), np.full(actions, -1)
    for name, own in orders.actions.items():
        suit[own], place[own] = SUITS.index(name), np.arange(len(own))
    return Suits(groups, _by_suit(orders.entries), _by_suit(orders.actions), suit, place)


def _by_suit(parts: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return what each suit has, row by row."""
    table = np.full((len(SUITS), max(map(len, parts.values()), default=0)), -1)
    for name, own in parts.items():
        table[SUITS.index(name), : len(own)] = own
    return table


GAMES_KEPT = 32
NOTHING: Numbers = np.zeros(0, np.int64)


class NetworkPlayouts:
    """Plays cards out in positions that are the same moment for one seat.

    `run` is the deal in any of the worlds, to be looked at only: what was played is the same
    in all of them, and so is all that the seat has seen.
    """

    def __init__(self, judge: Judge, view: View, run: Run, positions: Positions) -> None:
        self._positions = positions
        self._seat = view.asked.seat
        network, encoding, lead = compiled_network_of(judge), judge.encoding, first_lead(run)
        self._work = workspace_for(encoding.shape[0], len(encoding.cards), network.cards)
        writing = compiled_writing(judge, lead.options)
        seen = [empty_knowledge(encoding, 1) for _ in positions.plans]
        parted, stock = parted_by(lead), stock_of(lead.table)
        self._deals: list[NetworkDeal] = []
        for own, plan, state in zip(seen, positions.plans, self._one_of_each(), strict=True):
            for viewer in range(view.seats):
                there = view if viewer == self._seat else run.view(viewer)
                note_seen(own, 0, viewer, there, encoding, plan)
                if holds_called(state, plan, viewer):
                    own.friends[0, 0, viewer] = own.friends[0, 1, viewer]
            own.parted_by[0] = parted
            dealt = FirstLead(state_of(lead.table, plan), plan, scales_of(plan), stock)
            self._deals.append(
                NetworkDeal(dealt, own, 0, writing, network.suits, network.cards)
            )
        self._unseen = np.array([hidden_from(run, own) for own in range(view.seats)])
        self._unseen |= seen[0].unseen[0]
        self._away = writing.start[AT_AWAY] - writing.start[SETTLED]
        self._played = cards_of(view)

    def _one_of_each(self) -> list[Numbers]:
        """A state for each plan: who holds the called card is the same in all of them."""
        states, plans, which, _ = self._positions
        return [states[np.argmax(which == number)] for number in range(len(plans))]

    def values(self, card: str, rows: Numbers, masks: Numbers) -> Reals:
        """Return what a card brings the seat in some of the positions, by their rows: `[m]`.

        `masks`: the seats that continue by the network in each, as bits: `[m]`.
        """
        states, _, which, stocks = self._positions
        found, noted = np.zeros(len(rows)), 1 << self._seat
        for number, deal in enumerate(self._deals):
            for seats in np.unique(masks).tolist():
                own = (which[rows] == number) & (masks == seats)
                some, paid = rows[own], np.zeros((int(own.sum()), MOST_SEATS), np.int64)
                deals = states[some], stocks[some]
                network_seats = NetworkSeats(seats, noted, self._unseen, self._away)
                how = self._work, self._played, network_seats
                network_playouts(deal, *how, *deals, NUMBER[card], paid)
                found[own] = paid[:, self._seat]
        return found


def played_by_network(judge: Judge, run: Run, plan: Plan, seats: int) -> Sequence[int]:
    """Return what each seat gets if a deal at its first lead is played to its end.

    `seats`: those that play by the network, as bits; all others go by the rule of thumb.
    """
    network, encoding = compiled_network_of(judge), judge.encoding
    seen = empty_knowledge(encoding, 1)
    for viewer in range(run.game.seats):
        if seats >> viewer & 1:
            note_seen(seen, 0, viewer, run.view(viewer), encoding, plan)
    seen.parted_by[0] = parted_by(run)
    state, stock = state_of(run.table, plan), stock_of(run.table)
    writing = compiled_writing(judge, run.options)
    dealt = FirstLead(state, plan, scales_of(plan), stock)
    network_deal = NetworkDeal(dealt, seen, 0, writing, network.suits, network.cards)
    work = workspace_for(encoding.shape[0], len(encoding.cards), network.cards)
    all_noted = NetworkSeats(seats, seats, seen.unseen[0], 0)
    paid = np.zeros((1, MOST_SEATS), np.int64)
    deals = state[None, :], stock[None, :]
    network_playouts(network_deal, work, NOTHING, all_noted, *deals, NO_CARD, paid)
    return tuple(paid[0, : run.game.seats].tolist())


def hidden_from(run: Run, seat: int) -> tuple[int, int]:
    """Cards that nobody else may know to be nowhere: a seat's own, and those it laid away."""
    return words((*run.table.hand(seat), *run.table.laid_away[seat]))


def holds_called(state: Numbers, plan: Plan, seat: int) -> bool:
    called = int(plan.rules[CALLED])
    if called == NO_CARD:
        return False
    if called < FIRST_TRUMP_NUMBER:
        return bool(state[OWN_PLAIN + seat] >> called & 1)
    return bool(state[OWN_TAROCKS + seat] >> (called - FIRST_TRUMP_NUMBER) & 1)


class CompiledNetwork(NamedTuple):
    """A network for compiled play, and how its game's suits are put in order."""

    cards: CardNetwork
    suits: Suits


@lru_cache(maxsize=GAMES_KEPT)
def compiled_network_of(judge: Judge) -> CompiledNetwork:
    """Return the network for cards as arrays; made once for each model."""
    network, margin = judge.network_for(PLAY)
    encoding = judge.encoding
    cards = card_network_of(Layers(network.layers, network.shared), encoding, margin)
    suits = suits_of(judge.orders, len(encoding.actions))
    return CompiledNetwork(cards, suits)


@lru_cache(maxsize=GAMES_KEPT)
def compiled_writing(judge: Judge, options: Options) -> Writing:
    """Return where everything lies in the observations of a game; made once for its options."""
    return writing_of(judge.encoding, judge.encoding.game, options)


def first_lead(run: Run) -> Run:
    """The same deal at its first lead."""
    for number, event in enumerate(run.events):
        if event.kind == PLAY:
            return run.fork(bisect_right(run.told_before, number) - 1)
    return run.fork()
