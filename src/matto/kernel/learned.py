"""Whole deals in which a network plays, compiled: as the bot `quick`, a hundred times as fast.

What a network is worth at the positions that it comes to itself, no label can tell. So deals
are played with it, thousands in a few seconds; only cards, from the first lead on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER, TRUMP
from matto.kernel import layout as lay
from matto.kernel.batch_layout import Bytes, Seen, Sighted, Writing
from matto.kernel.batch_notes import note_card, note_trick
from matto.kernel.batch_observing import observe
from matto.kernel.bits import count, lowest
from matto.kernel.card_features import FEATURES, PROMISED, SCALE, USUAL, CardTables
from matto.kernel.compiled import compiled
from matto.kernel.labels import FirstLead, fresh_notes, fresh_planes, weigh_cards
from matto.kernel.layout import Numbers
from matto.kernel.learned_features import tell_card, tell_whole
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_on
from matto.kernel.policy import EYES_SIZE, thumb_card

Floats = NDArray[np.float32]


class Suits(NamedTuple):
    """What each suit has in observations and among actions, to put alike ones in order.

    `groups`: `[groups, 4]`, suits that are alike. `entries` and `actions`: `[4, most]`, those
    of a suit, in the same order for all of a group. `suit_of_entry`, `suit_of_action`: the suit
    that has it; `at_entry`, `at_action`: its place there. Where there is none stands -1.
    """

    groups: Numbers
    entries: Numbers
    actions: Numbers
    suit_of_entry: Numbers
    at_entry: Numbers
    suit_of_action: Numbers
    at_action: Numbers


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

    `first`: `[inputs, hidden]`; `second`: `[hidden, inner]`; `last`: `[actions, inner]`.
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


class Room(NamedTuple):
    """What a card is judged in: room for numbers, kept from one card to the next."""

    row: Bytes
    promised: Floats
    hidden: Floats
    inner: Floats
    places: Numbers
    eyes: Numbers
    abroad: Bytes
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
    """Give a deal at its first lead, with all that seats see of it."""
    dealt, writing, notes = seated.dealt, seated.writing, fresh_notes()
    planes = fresh_planes(state, dealt.plan, writing).copy()
    return Sighted(
        state, dealt.first, notes, planes, dealt.plan, seated.seen, seated.slot, writing
    )


@compiled
def play_rest(sighted: Sighted, seated: Seated, room: Room, guests: int) -> None:
    """Play a deal to its end with the network in some seats, by their bits."""
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
    """Give the usual card, or the best one if that promises enough more to the network."""
    dealt, writing = seated.dealt, seated.writing
    weigh_cards(state, dealt.plan, dealt.scales, writing, room.eyes, room.promised)
    turn_into_inputs(room.promised, seated.judging)
    order_suits(room.row, seated.suits, room.places)
    think(room, seated.suits, seated.judging, writing.column[usual])
    think_of_all_cards(room, seated.judging.shared)
    chosen = writing.column[usual]
    most = value_of(chosen, chosen, seated, room) + seated.judging.margin
    best = usual
    while plain or tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
        value = value_of(writing.column[card], chosen, seated, room)
        if value > most and card != usual:
            best, most = card, value
    return best


@compiled
def order_suits(row: Bytes, suits: Suits, places: Numbers) -> None:
    """Find in whose place each suit stands when more comes before less."""
    for suit in range(TRUMP):
        places[suit] = suit
    for group in suits.groups:
        for own in group:
            if own < 0:
                break
            rank = 0
            for other in group:
                if other >= 0:
                    rank += comes_before(row, suits, other, own)
            places[own] = group[rank]


@compiled
def comes_before(row: Bytes, suits: Suits, other: int, own: int) -> int:
    """Tell whether a suit comes before an alike one: 1 or 0; of equals the first."""
    for place in range(suits.entries.shape[1]):
        entry = suits.entries[own, place]
        if entry < 0:
            break
        theirs, ours = row[suits.entries[other, place]], row[entry]
        if theirs != ours:
            return 1 if theirs > ours else 0
    return 1 if other < own else 0


@compiled(inline=True)
def action_in_order(action: int, suits: Suits, places: Numbers) -> int:
    """Give what an action is in the order of suits."""
    suit = suits.suit_of_action[action]
    return action if suit < 0 else suits.actions[places[suit], suits.at_action[action]]


@compiled
def think(room: Room, suits: Suits, judging: Judging, usual: int) -> None:
    """Work out the layers between: only inputs that are not 0 are added up."""
    length, hidden, inner = room.row.shape[0], room.hidden, room.inner
    for unit in range(hidden.shape[0]):
        hidden[unit] = judging.first_bias[unit]
    for entry in range(length):
        if room.row[entry]:
            suit, place = suits.suit_of_entry[entry], entry
            if suit >= 0:
                place = suits.entries[room.places[suit], suits.at_entry[entry]]
            add(hidden, judging.first, place, room.row[entry] * judging.scale[place])
    add(hidden, judging.first, length + action_in_order(usual, suits, room.places), 1.0)
    add_promises(room, suits, judging)
    pass_on(hidden, judging.second, judging.second_bias, inner)


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
    """What the network expects of a card, beside other cards."""
    judging = seated.judging
    action = action_in_order(column, seated.suits, room.places)
    value = judging.last_bias[action] + value_in_common(column, usual, judging.shared, room)
    for unit in range(room.inner.shape[0]):
        if room.inner[unit] > 0:
            value += room.inner[unit] * judging.last[action, unit]
    return value


@compiled
def think_of_all_cards(room: Room, shared: Shared) -> None:
    """Work out what is the same for all cards in the layers that they share."""
    tell_whole(room.row, shared.tables, room.abroad, room.told)
    pass_on(room.inner, shared.of_inner, shared.first_bias, room.common)


@compiled
def value_in_common(column: int, usual: int, shared: Shared, room: Room) -> float:
    """What the shared layers add for a card."""
    tell_card(room.row, shared.tables, room.abroad, column, room.told)
    room.told[PROMISED], room.told[USUAL] = room.promised[column], column == usual
    for unit in range(room.units.shape[0]):
        room.units[unit] = room.common[unit]
    for feature in range(room.told.shape[0]):
        if room.told[feature] != 0:
            add(room.units, shared.of_told, feature, room.told[feature] * SCALE[feature])
    pass_on(room.units, shared.second, shared.second_bias, room.less)
    value = shared.last_bias
    for unit in range(room.less.shape[0]):
        if room.less[unit] > 0:
            value += room.less[unit] * shared.last[unit]
    return value


def room_for(length: int, columns: int, judging: Judging) -> Room:
    """Make room for judging cards in observations of a length."""
    return Room(
        row=np.zeros(length, np.uint8),
        promised=np.zeros(columns, np.float32),
        hidden=np.zeros(judging.first.shape[1], np.float32),
        inner=np.zeros(judging.second.shape[1], np.float32),
        places=np.zeros(TRUMP, np.int64),
        eyes=np.zeros(EYES_SIZE, np.int64),
        abroad=np.zeros(columns, np.uint8),
        told=np.zeros(len(FEATURES), np.float32),
        common=np.zeros(len(judging.shared.first_bias), np.float32),
        units=np.zeros(len(judging.shared.first_bias), np.float32),
        less=np.zeros(len(judging.shared.second_bias), np.float32),
    )
