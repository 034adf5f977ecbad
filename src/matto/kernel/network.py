"""Whole deals in which a network plays, compiled: its inputs and its choices.

What a network is told of each card is said in `matto.play.card_features`.

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
from matto.kernel.heuristic import fresh_eyes, thumb_card
from matto.kernel.layout import Numbers
from matto.kernel.observation import (
    Bytes,
    Seen,
    Sighted,
    Suits,
    action_in_order,
    bytes_shown,
    note_card,
    note_deal,
    note_trick,
    observe,
    order_suits,
    put_in_order,
)
from matto.kernel.play import is_over, legal_now, play_on, settle, taken_out
from matto.kernel.playouts import FirstLead, weigh_cards
from matto.kernel.primitives import clear_bytes, count
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
from matto.play.heuristic import Eyes
from matto.play.observation import NOTES, Writing

Floats = NDArray[np.float32]

_SCALE = np.array(SCALE, np.float32)
_OF_ALL_CARDS = np.array(OF_ALL_CARDS)
_OF_A_CARD = np.setdiff1d(np.arange(len(FEATURES)), _OF_ALL_CARDS)

tell_whole = compiled(card_features.tell_whole)
tell_card = compiled(card_features.tell_card)


def as_arrays(tables: CardTables) -> CardTables:
    """Return tables of cards as compiled functions take them."""
    suit, first, end, height, start = (
        np.array(each, np.int64)
        for each in (tables.suit, tables.first, tables.end, tables.height, tables.start)
    )
    worth, there = np.array(tables.worth, np.float32), np.array(tables.there, np.uint8)
    return CardTables(suit, first, end, height, worth, there, start, tables.seats)


@compiled
def tell_cards(
    seen: Bytes, rows: Numbers, cards: Numbers, tables: CardTables, told: Floats
) -> None:
    """Write what is told of some cards, each in the row of a position: `[cards, FEATURES]`."""
    before, abroad = -1, np.zeros(len(tables.suit), np.uint8)
    trick, each = np.zeros(OF_TRICK, np.int64), np.zeros(told.shape[1], np.float32)
    for place in range(rows.shape[0]):
        if rows[place] != before:
            before = rows[place]
            tell_whole(seen[before], tables, abroad, trick, each)
        tell_card(seen[before], tables, abroad, trick, cards[place], each)
        for feature in range(told.shape[1]):
            told[place, feature] = each[feature] * _SCALE[feature]


class Shared(NamedTuple):
    """Three layers that all cards share, and the tables of what they are told.

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


class Judging(NamedTuple):
    """A network with two hidden layers, and by how much another card must be better.

    `first`: `[inputs, hidden]`; `second`: `[hidden, inner]`; `last`: `[inner, actions]`.
    A promise is an input of `best`, less its points below the best one times `by_point`.
    """

    shared: Shared

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


class Seated(NamedTuple):
    """A deal at its first lead, what seats have seen before, and the network that plays."""

    dealt: FirstLead
    seen: Seen
    slot: int
    writing: Writing
    suits: Suits
    judging: Judging


class Before(NamedTuple):
    """Each seat's last observation, with the first layer's output for it.

    `known`: whether it has; `rows`: observations with suits in order; `sums`: unit by unit.
    Most of an observation stays as it is from one trick to the next: only the rest is added.
    """

    known: Bytes
    rows: Bytes
    sums: Floats


class Room(NamedTuple):
    """The workspace for judging cards, kept from one card to the next."""

    before: Before
    row: Bytes
    ordered: Bytes
    promised: Floats
    hidden: Floats
    inner: Floats
    values: Floats
    places: Numbers
    eyes: Eyes
    abroad: Bytes
    trick: Numbers
    told: Floats
    common: Floats
    units: Floats
    less: Floats


@compiled
def play_deals(seated: Seated, room: Room, paid: Numbers) -> None:
    """Play a deal once by the rule of thumb and once with the network in each seat.

    `paid`: `[seats + 1, MOST_SEATS]`, what each seat is paid; the rule of thumb comes last.
    """
    for row in range(paid.shape[0]):
        play_deal(seated, room, 1 << row, paid[row])


@compiled
def play_deal(seated: Seated, room: Room, guests: int, paid: Numbers) -> None:
    """Play a deal with the network in some seats, by their bits."""
    sighted = begun(seated, seated.dealt.first.copy())
    play_rest(sighted, seated, room, guests)
    settle(sighted.state, sighted.plan, paid)


@compiled
def begun(seated: Seated, state: Numbers) -> Sighted:
    """Return a deal at its first lead, with all that seats see of it."""
    plan, writing, notes = seated.dealt.plan, seated.writing, np.zeros(NOTES, np.int64)
    planes = np.zeros(bytes_shown(writing), np.uint8)
    note_deal(planes, state, plan, writing)
    return Sighted(state, notes, planes, plan, seated.seen, seated.slot, writing)


@compiled
def play_rest(sighted: Sighted, seated: Seated, room: Room, guests: int) -> None:
    """Play a deal to its end with the network in some seats, by their bits."""
    clear_bytes(room.before.known, 0, room.before.known.shape[0])
    while not is_over(sighted.state, sighted.plan):
        step(sighted, seated, chosen_card(sighted, seated, room, guests))


@compiled
def chosen_card(sighted: Sighted, seated: Seated, room: Room, guests: int) -> int:
    """Choose a card: guests by the network, all others by the rule of thumb."""
    state, plan = sighted.state, sighted.plan
    plain, tarocks = legal_now(state, plan)
    card = thumb_card(state, plan, seated.dealt.scales, plain, tarocks, room.eyes)
    if guests >> state[lay.TURN] & 1 and count(plain) + count(tarocks) > 1:
        observe(room.row, sighted)
        card = better_card(state, seated, room, plain, tarocks, card)
    return card


@compiled
def step(sighted: Sighted, seated: Seated, card: int) -> None:
    """Play a card, and have everybody see it."""
    state, plan, writing = sighted.state, sighted.plan, sighted.writing
    stock, notes, planes = seated.dealt.stock, sighted.notes, sighted.planes
    note_card(notes, planes, state, plan, writing, card)
    play_on(state, plan, stock, card)
    if state[lay.LYING] == 0:
        note_trick(notes, planes, state, plan, writing, stock)


@compiled
def better_card(
    state: Numbers, seated: Seated, room: Room, plain: int, tarocks: int, usual: int
) -> int:
    """Return the usual card, or the best one if that promises enough more to the network."""
    dealt, writing = seated.dealt, seated.writing
    weigh_cards(state, dealt.plan, dealt.scales, writing, room.eyes, room.promised)
    turn_into_inputs(room.promised, seated.judging)
    order_suits(room.row, seated.suits, room.places)
    chosen = writing.column[usual]
    think(room, seated.suits, seated.judging, state[lay.TURN], chosen)
    think_of_all_cards(room, seated.judging.shared)
    most = value_of(chosen, chosen, seated, room) + seated.judging.margin
    best = usual
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        value = value_of(writing.column[card], chosen, seated, room)
        if value > most and card != usual:
            best, most = card, value
    return best


@compiled
def think(room: Room, suits: Suits, judging: Judging, seat: int, usual: int) -> None:
    """Work out the layers between for what a seat sees, and what comes out for each action."""
    hidden, sums = room.hidden, room.before.sums[seat]
    look(room, suits, judging, seat)
    for unit in range(hidden.shape[0]):
        hidden[unit] = sums[unit]
    length = room.row.shape[0]
    add(hidden, judging.first, length + action_in_order(usual, suits, room.places), 1.0)
    add_promises(room, suits, judging)
    pass_on(hidden, judging.second, judging.second_bias, room.inner)
    pass_on(room.inner, judging.last, judging.last_bias, room.values)


@compiled
def look(room: Room, suits: Suits, judging: Judging, seat: int) -> None:
    """Work out what the first layer makes of an observation: only what is new is added up."""
    row, seen, sums = room.ordered, room.before.rows[seat], room.before.sums[seat]
    put_in_order(room.row, suits, room.places, row)
    if not room.before.known[seat]:
        room.before.known[seat] = 1
        for unit in range(sums.shape[0]):
            sums[unit] = judging.first_bias[unit]
        for entry in range(row.shape[0]):
            seen[entry] = 0
    for entry in range(row.shape[0]):
        if row[entry] != seen[entry]:
            more = float(row[entry]) - float(seen[entry])
            add(sums, judging.first, entry, more * judging.scale[entry])
            seen[entry] = row[entry]


@compiled
def turn_into_inputs(promised: Floats, judging: Judging) -> None:
    """Turn points into inputs: see `players.learned.network.promise_inputs`."""
    most = -np.inf
    for points in promised:
        if points > most:
            most = points
    for card in range(promised.shape[0]):
        if promised[card] <= most:
            below = max(-1.0, (promised[card] - most) * judging.by_point)
            promised[card] = judging.best + below


@compiled
def add_promises(room: Room, suits: Suits, judging: Judging) -> None:
    """Add what legal cards promise."""
    before = room.row.shape[0] + suits.suit_of_action.shape[0]
    for card in range(room.promised.shape[0]):
        if not np.isnan(room.promised[card]):
            place = before + action_in_order(card, suits, room.places)
            add(room.hidden, judging.first, place, room.promised[card])


@compiled(inline=True)
def pass_on(units: Floats, weights: Floats, bias: Floats, target: Floats) -> None:
    """Work out a layer from the one before, of which nothing below 0 is passed on."""
    for unit in range(target.shape[0]):
        target[unit] = bias[unit]
    for unit in range(units.shape[0]):
        if units[unit] > 0:
            add(target, weights, unit, units[unit])


@compiled(inline=True)
def add(target: Floats, rows: Floats, row: int, times: float) -> None:
    """Add a row of a table so many times."""
    factor = np.float32(times)
    for unit in range(target.shape[0]):
        target[unit] += factor * rows[row, unit]


@compiled
def value_of(column: int, usual: int, seated: Seated, room: Room) -> float:
    """Return what the network expects of a card, beside other cards."""
    action = action_in_order(column, seated.suits, room.places)
    return room.values[action] + value_in_common(column, usual, seated.judging.shared, room)


@compiled
def think_of_all_cards(room: Room, shared: Shared) -> None:
    """Work out what is the same for all cards in the layers that they share."""
    tell_whole(room.row, shared.tables, room.abroad, room.trick, room.told)
    pass_on(room.inner, shared.of_inner, shared.first_bias, room.common)
    for feature in _OF_ALL_CARDS:
        if room.told[feature] != 0:
            add(room.common, shared.of_told, feature, room.told[feature] * _SCALE[feature])


@compiled
def value_in_common(column: int, usual: int, shared: Shared, room: Room) -> float:
    """Return what the shared layers add for a card."""
    tell_card(room.row, shared.tables, room.abroad, room.trick, column, room.told)
    room.told[PROMISED], room.told[USUAL] = room.promised[column], column == usual
    for unit in range(room.units.shape[0]):
        room.units[unit] = room.common[unit]
    for feature in _OF_A_CARD:
        if room.told[feature] != 0:
            add(room.units, shared.of_told, feature, room.told[feature] * _SCALE[feature])
    pass_on(room.units, shared.second, shared.second_bias, room.less)
    value = shared.last_bias
    for unit in range(room.less.shape[0]):
        if room.less[unit] > 0:
            value += room.less[unit] * shared.last[unit]
    return value


def room_for(length: int, columns: int, judging: Judging) -> Room:
    """Make room for judging cards in observations of a length."""
    seats, hidden = judging.shared.tables.seats, judging.first.shape[1]
    before = Before(
        known=np.zeros(seats, np.uint8),
        rows=np.zeros((seats, length), np.uint8),
        sums=np.zeros((seats, hidden), np.float32),
    )
    return Room(
        before=before,
        row=np.zeros(length, np.uint8),
        ordered=np.zeros(length, np.uint8),
        promised=np.zeros(columns, np.float32),
        hidden=np.zeros(hidden, np.float32),
        inner=np.zeros(judging.second.shape[1], np.float32),
        values=np.zeros(columns, np.float32),
        places=np.zeros(TRUMP, np.int64),
        eyes=fresh_eyes(),
        abroad=np.zeros(columns, np.uint8),
        trick=np.zeros(OF_TRICK, np.int64),
        told=np.zeros(len(FEATURES), np.float32),
        common=np.zeros(len(judging.shared.first_bias), np.float32),
        units=np.zeros(len(judging.shared.first_bias), np.float32),
        less=np.zeros(len(judging.shared.second_bias), np.float32),
    )
