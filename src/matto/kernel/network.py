"""Whole deals in which a network plays, compiled: its inputs and its choices.

The features of each card are those of `matto.play.card_features`.

What a network is worth at the positions that it comes to itself, no label can tell. So deals
are played with it, thousands in a few seconds; only cards, from the first lead on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import TRUMP
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.heuristic import heuristic_card, new_knowledge
from matto.kernel.layout import Numbers
from matto.kernel.observation import (
    Bytes,
    ObservedDeal,
    PriorKnowledge,
    bytes_shown,
    note_card,
    note_deal,
    note_trick,
    observe,
)
from matto.kernel.play import is_over, legal_now, play_on, settle, taken_out
from matto.kernel.playouts import FirstLead, weigh_cards
from matto.kernel.primitives import clear_bytes, count
from matto.kernel.suits import Suits, action_in_order, order_suits, put_in_order
from matto.play import card_features
from matto.play.card_features import (
    FEATURES,
    OF_ALL_CARDS,
    OF_TRICK,
    PROMISED,
    SCALE,
    USUAL,
    CardTables,
)
from matto.play.heuristic import SeatKnowledge
from matto.play.observation import NOTES, Writing

Floats = NDArray[np.float32]

_SCALE = np.array(SCALE, np.float32)
_OF_ALL_CARDS = np.array(OF_ALL_CARDS)
_OF_A_CARD = np.setdiff1d(np.arange(len(FEATURES)), _OF_ALL_CARDS)

write_common = compiled(card_features.write_common)
write_card = compiled(card_features.write_card)


def tables_as_arrays(tables: CardTables) -> CardTables:
    """Return tables of cards as compiled functions take them."""
    suit, first, end, height, start = (
        np.array(each, np.int64)
        for each in (tables.suit, tables.first, tables.end, tables.height, tables.start)
    )
    worth, there = np.array(tables.worth, np.float32), np.array(tables.there, np.uint8)
    return CardTables(suit, first, end, height, worth, there, start, tables.seats)


@compiled
def write_card_features(
    seen: Bytes, rows: Numbers, cards: Numbers, tables: CardTables, features: Floats
) -> None:
    """Write the features of some cards, each in the row of a position: `[cards, FEATURES]`."""
    before, abroad = -1, np.zeros(len(tables.suit), np.uint8)
    trick, each = np.zeros(OF_TRICK, np.int64), np.zeros(features.shape[1], np.float32)
    for place in range(rows.shape[0]):
        if rows[place] != before:
            before = rows[place]
            write_common(seen[before], tables, abroad, trick, each)
        write_card(seen[before], tables, abroad, trick, cards[place], each)
        for feature in range(features.shape[1]):
            features[place, feature] = each[feature] * _SCALE[feature]


class SharedLayers(NamedTuple):
    """Three layers that all cards share, and the tables of their features.

    `of_told`: `[features, units]`; `of_inner`: `[inner, units]`; `second`: `[units, less]`;
    `last`: `[less]`.
    """

    tables: CardTables
    of_told: Floats
    of_inner: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: float


class CardNetwork(NamedTuple):
    """A network with two hidden layers, and by how much another card must be better.

    `first`: `[inputs, hidden]`; `second`: `[hidden, inner]`; `last`: `[inner, actions]`.
    A promise is an input of `best`, less its points below the best one times `by_point`.
    """

    shared: SharedLayers

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats
    scale: Floats
    best: float
    by_point: float
    margin: float


class NetworkDeal(NamedTuple):
    """A deal at its first lead, what seats have seen before, and the network that plays."""

    dealt: FirstLead
    seen: PriorKnowledge
    slot: int
    writing: Writing
    suits: Suits
    network: CardNetwork


class LastObservations(NamedTuple):
    """Each seat's last observation, with the first layer's output for it.

    `known`: whether it has; `rows`: observations with suits in order; `sums`: unit by unit.
    Most of an observation stays as it is from one trick to the next: only the rest is added.
    """

    known: Bytes
    rows: Bytes
    sums: Floats


class Workspace(NamedTuple):
    """The workspace for judging cards, kept from one card to the next."""

    before: LastObservations
    row: Bytes
    ordered: Bytes
    promised: Floats
    hidden: Floats
    inner: Floats
    values: Floats
    places: Numbers
    known: SeatKnowledge
    abroad: Bytes
    trick: Numbers
    features: Floats
    common: Floats
    units: Floats
    less: Floats


@compiled
def play_deal(deal: NetworkDeal, work: Workspace, by_network: int, paid: Numbers) -> None:
    """Play a deal with the network in some seats, by their bits."""
    observed = observed_deal(deal, deal.dealt.first.copy())
    play_rest(observed, deal, work, by_network)
    settle(observed.state, observed.plan, paid)


@compiled
def observed_deal(deal: NetworkDeal, state: Numbers) -> ObservedDeal:
    """Return a deal at its first lead, with all that seats see of it."""
    plan, writing, notes = deal.dealt.plan, deal.writing, np.zeros(NOTES, np.int64)
    planes = np.zeros(bytes_shown(writing), np.uint8)
    note_deal(planes, state, plan, writing)
    return ObservedDeal(state, notes, planes, plan, deal.seen, deal.slot, writing)


@compiled
def play_rest(
    observed: ObservedDeal, deal: NetworkDeal, work: Workspace, by_network: int
) -> None:
    """Play a deal to its end with the network in some seats, by their bits."""
    clear_bytes(work.before.known, 0, work.before.known.shape[0])
    while not is_over(observed.state, observed.plan):
        play_and_note(observed, deal, chosen_card(observed, deal, work, by_network))


@compiled
def chosen_card(
    observed: ObservedDeal, deal: NetworkDeal, work: Workspace, by_network: int
) -> int:
    """Choose a card: some seats by the network, all others by the heuristic policy."""
    state, plan = observed.state, observed.plan
    plain, tarocks = legal_now(state, plan)
    card = heuristic_card(state, plan, deal.dealt.scales, plain, tarocks, work.known)
    if by_network >> state[lay.TURN] & 1 and count(plain) + count(tarocks) > 1:
        observe(work.row, observed)
        card = better_card(state, deal, work, plain, tarocks, card)
    return card


@compiled
def play_and_note(observed: ObservedDeal, deal: NetworkDeal, card: int) -> None:
    """Play a card, and have everybody see it."""
    state, plan, writing = observed.state, observed.plan, observed.writing
    stock, notes, planes = deal.dealt.stock, observed.notes, observed.planes
    note_card(notes, planes, state, plan, writing, card)
    play_on(state, plan, stock, card)
    if state[lay.LYING] == 0:
        note_trick(notes, planes, state, plan, writing, stock)


@compiled
def better_card(
    state: Numbers, deal: NetworkDeal, work: Workspace, plain: int, tarocks: int, usual: int
) -> int:
    """Return the usual card, or the best one if that promises enough more to the network."""
    dealt, writing = deal.dealt, deal.writing
    weigh_cards(state, dealt.plan, dealt.scales, writing, work.known, work.promised)
    scale_promises(work.promised, deal.network)
    order_suits(work.row, deal.suits, work.places)
    chosen = writing.column[usual]
    evaluate(work, deal.suits, deal.network, state[lay.TURN], chosen)
    evaluate_common(work, deal.network.shared)
    most = value_of(chosen, chosen, deal, work) + deal.network.margin
    best = usual
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        value = value_of(writing.column[card], chosen, deal, work)
        if value > most and card != usual:
            best, most = card, value
    return best


@compiled
def evaluate(
    work: Workspace, suits: Suits, network: CardNetwork, seat: int, usual: int
) -> None:
    """Work out the network for what a seat sees: a value for each action."""
    hidden, sums = work.hidden, work.before.sums[seat]
    update_first_layer(work, suits, network, seat)
    for unit in range(hidden.shape[0]):
        hidden[unit] = sums[unit]
    length = work.row.shape[0]
    add_row(hidden, network.first, length + action_in_order(usual, suits, work.places), 1.0)
    add_promises(work, suits, network)
    apply_layer(hidden, network.second, network.second_bias, work.inner)
    apply_layer(work.inner, network.last, network.last_bias, work.values)


@compiled
def update_first_layer(work: Workspace, suits: Suits, network: CardNetwork, seat: int) -> None:
    """Update the output of the first layer: only what is new in the observation is added."""
    row, seen, sums = work.ordered, work.before.rows[seat], work.before.sums[seat]
    put_in_order(work.row, suits, work.places, row)
    if not work.before.known[seat]:
        work.before.known[seat] = 1
        for unit in range(sums.shape[0]):
            sums[unit] = network.first_bias[unit]
        for entry in range(row.shape[0]):
            seen[entry] = 0
    for entry in range(row.shape[0]):
        if row[entry] != seen[entry]:
            more = float(row[entry]) - float(seen[entry])
            add_row(sums, network.first, entry, more * network.scale[entry])
            seen[entry] = row[entry]


@compiled
def scale_promises(promised: Floats, network: CardNetwork) -> None:
    """Turn points into inputs: see `players.learned.model.promise_inputs`."""
    most = -np.inf
    for points in promised:
        if points > most:
            most = points
    for card in range(promised.shape[0]):
        if promised[card] <= most:
            below = max(-1.0, (promised[card] - most) * network.by_point)
            promised[card] = network.best + below


@compiled
def add_promises(work: Workspace, suits: Suits, network: CardNetwork) -> None:
    """Add what legal cards promise."""
    before = work.row.shape[0] + suits.suit_of_action.shape[0]
    for card in range(work.promised.shape[0]):
        if not np.isnan(work.promised[card]):
            place = before + action_in_order(card, suits, work.places)
            add_row(work.hidden, network.first, place, work.promised[card])


@compiled(inline=True)
def apply_layer(units: Floats, weights: Floats, bias: Floats, target: Floats) -> None:
    """Work out a layer from the one before, of which nothing below 0 is passed on."""
    for unit in range(target.shape[0]):
        target[unit] = bias[unit]
    for unit in range(units.shape[0]):
        if units[unit] > 0:
            add_row(target, weights, unit, units[unit])


@compiled(inline=True)
def add_row(target: Floats, rows: Floats, row: int, times: float) -> None:
    """Add a row of a table so many times."""
    factor = np.float32(times)
    for unit in range(target.shape[0]):
        target[unit] += factor * rows[row, unit]


@compiled
def value_of(column: int, usual: int, deal: NetworkDeal, work: Workspace) -> float:
    """Return what the network expects of a card, beside other cards."""
    action = action_in_order(column, deal.suits, work.places)
    return work.values[action] + value_in_common(column, usual, deal.network.shared, work)


@compiled
def evaluate_common(work: Workspace, shared: SharedLayers) -> None:
    """Work out what is the same for all cards in the layers that they share."""
    write_common(work.row, shared.tables, work.abroad, work.trick, work.features)
    apply_layer(work.inner, shared.of_inner, shared.first_bias, work.common)
    for feature in _OF_ALL_CARDS:
        if work.features[feature] != 0:
            add_row(
                work.common, shared.of_told, feature, work.features[feature] * _SCALE[feature]
            )


@compiled
def value_in_common(column: int, usual: int, shared: SharedLayers, work: Workspace) -> float:
    """Return what the shared layers add for a card."""
    write_card(work.row, shared.tables, work.abroad, work.trick, column, work.features)
    work.features[PROMISED], work.features[USUAL] = work.promised[column], column == usual
    for unit in range(work.units.shape[0]):
        work.units[unit] = work.common[unit]
    for feature in _OF_A_CARD:
        if work.features[feature] != 0:
            add_row(
                work.units, shared.of_told, feature, work.features[feature] * _SCALE[feature]
            )
    apply_layer(work.units, shared.second, shared.second_bias, work.less)
    value = shared.last_bias
    for unit in range(work.less.shape[0]):
        if work.less[unit] > 0:
            value += work.less[unit] * shared.last[unit]
    return value


def workspace_for(length: int, columns: int, network: CardNetwork) -> Workspace:
    """Make room for judging cards in observations of a length."""
    seats, hidden = network.shared.tables.seats, network.first.shape[1]
    before = LastObservations(
        known=np.zeros(seats, np.uint8),
        rows=np.zeros((seats, length), np.uint8),
        sums=np.zeros((seats, hidden), np.float32),
    )
    return Workspace(
        before=before,
        row=np.zeros(length, np.uint8),
        ordered=np.zeros(length, np.uint8),
        promised=np.zeros(columns, np.float32),
        hidden=np.zeros(hidden, np.float32),
        inner=np.zeros(network.second.shape[1], np.float32),
        values=np.zeros(columns, np.float32),
        places=np.zeros(TRUMP, np.int64),
        known=new_knowledge(),
        abroad=np.zeros(columns, np.uint8),
        trick=np.zeros(OF_TRICK, np.int64),
        features=np.zeros(len(FEATURES), np.float32),
        common=np.zeros(len(network.shared.first_bias), np.float32),
        units=np.zeros(len(network.shared.first_bias), np.float32),
        less=np.zeros(len(network.shared.second_bias), np.float32),
    )
