"""Whole deals in which a network plays, compiled: its inputs and its choices.

The names stand in `matto.kernel.card_features`; `matto.players.learned.features` says the same
with NumPy.

What a network is worth at the positions that it comes to itself, no label can tell. So deals
are played with it, thousands in a few seconds; only cards, from the first lead on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import TRUMP
from matto.kernel import layout as lay
from matto.kernel.card_features import (
    ABOVE,
    ABOVE_SHARE,
    AT_AWAY,
    AT_CEILING,
    AT_FRIENDS,
    AT_HAND,
    AT_LEADER,
    AT_LYING,
    AT_NAMED,
    AT_OPEN,
    AT_PLAYED,
    AT_SUITS_LED,
    AT_VOID,
    AT_WINNING,
    BETWEEN,
    DEAR,
    FEATURES,
    FOES_BEHIND,
    FOOL,
    FRIEND_RUFFS,
    FRIEND_WINS,
    FRIEND_WORTH,
    FRIENDS_BEHIND,
    HEIGHTS,
    HELD,
    IS_FOOL,
    IS_TRUMP,
    LEADS,
    LED_BEFORE,
    MASTERS,
    NAMED,
    OF_A_CARD,
    OF_ALL_CARDS,
    OVER,
    OWN,
    OWN_ABOVE,
    OWN_LOW,
    OWN_TOP,
    OWN_TRUMPS,
    POINTS,
    PROMISED,
    RUFFS,
    SAME,
    SCALE,
    SUITS,
    TAKES,
    TAKES_POINTS,
    TAKES_TOP,
    TOP,
    TRUMPS,
    USUAL,
    WORTH,
    CardTables,
)
from matto.kernel.compiled import compiled
from matto.kernel.layout import NO_CARD, Numbers
from matto.kernel.observation import (
    Bytes,
    Seen,
    Sighted,
    Suits,
    Writing,
    action_in_order,
    note_card,
    note_trick,
    observe,
    order_suits,
    put_in_order,
)
from matto.kernel.play import is_over, legal_now, play_on, settle, taken_out
from matto.kernel.playouts import FirstLead, fresh_notes, fresh_planes, weigh_cards
from matto.kernel.policy import EYES_SIZE, thumb_card
from matto.kernel.primitives import count

Floats = NDArray[np.float32]

LIE, FIRST, BEST, OF_TRICK = 0, 1, 2, 3
"""How many cards lie, the one led and the best so far: columns, or `NO_CARD`."""


@compiled
def tell_whole(
    row: Bytes, tables: CardTables, abroad: Bytes, trick: Numbers, told: Floats
) -> None:
    """Write what is the same for all cards of a position, and the cards others may have."""
    start, columns = tables.start, tables.suit.shape[0]
    for feature in range(told.shape[0]):
        told[feature] = 0.0
    for column in range(columns):
        abroad[column] = is_abroad(row, tables, column)
    for column in range(columns):
        trump = tables.suit[column] == TRUMP
        told[TRUMPS] += trump and abroad[column]
        if row[start[AT_HAND] + column]:
            told[HELD] += 1
            told[OWN_TRUMPS] += trump
            told[MASTERS] += above(abroad, 0, tables, column) == 0
    tell_trick(row, tables, trick, told)


@compiled
def tell_trick(row: Bytes, tables: CardTables, trick: Numbers, told: Floats) -> None:
    """Write what lies, and who wins and plays after this seat."""
    start, lies = tables.start, 0
    for column in range(tables.suit.shape[0]):
        if row[start[AT_LYING] + column]:
            lies += 1
            told[POINTS] += taken(tables, column)
    told[LEADS] = lies == 0
    for seat in range(1, tables.seats):
        friend = row[start[AT_FRIENDS] + seat]
        told[FRIEND_WINS] += friend * row[start[AT_WINNING] + seat]
        if seat < tables.seats - lies:
            told[FRIENDS_BEHIND if friend else FOES_BEHIND] += 1
    trick[LIE], trick[FIRST], trick[BEST] = lies, NO_CARD, NO_CARD
    if lies:
        trick[FIRST] = card_of(row, tables, AT_LEADER)
        trick[BEST] = card_of(row, tables, AT_WINNING)


@compiled(inline=True)
def taken(tables: CardTables, column: int) -> float:
    """What it is worth to take a card: nothing if it is a Fool that is no trump."""
    return 0.0 if tables.suit[column] == FOOL else tables.worth[column]


@compiled(inline=True)
def is_abroad(row: Bytes, tables: CardTables, column: int) -> int:
    """Tell whether others may have a card: 1 or 0."""
    start, columns = tables.start, tables.suit.shape[0]
    if not tables.there[column] or row[start[AT_HAND] + column]:
        return 0
    if row[start[AT_AWAY] + column] or row[start[AT_OPEN] + column]:
        return 0
    for seat in range(tables.seats):
        if row[start[AT_PLAYED] + seat * columns + column]:
            return 0
    return 1


@compiled
def above(cards: Bytes, begin: int, tables: CardTables, column: int) -> int:
    """Count the higher ones of a card's suit among cards that begin at a place."""
    found, suit, height = 0, tables.suit[column], tables.height[column]
    for other in range(tables.first[suit], tables.end[suit]):
        if tables.suit[other] == suit and tables.height[other] > height:
            found += cards[begin + other]
    return found


@compiled
def card_of(row: Bytes, tables: CardTables, plane: int) -> int:
    """Find the card in the trick of the seat that a plane marks, or `NO_CARD`."""
    start, columns = tables.start, tables.suit.shape[0]
    for seat in range(tables.seats):
        if row[start[plane] + seat]:
            for column in range(columns):
                played = row[start[AT_PLAYED] + seat * columns + column]
                if played and row[start[AT_LYING] + column]:
                    return column
    return NO_CARD


@compiled
def tell_card(
    row: Bytes, tables: CardTables, abroad: Bytes, trick: Numbers, column: int, told: Floats
) -> None:
    """Write what is told of one card, where the whole position stands already."""
    suit, start, best = tables.suit[column], tables.start, trick[BEST]
    told[IS_TRUMP], told[IS_FOOL] = suit == TRUMP, suit == FOOL
    told[WORTH], told[NAMED] = tables.worth[column], row[start[AT_NAMED] + column]
    tell_suit(row, tables, abroad, column, told)
    takes, between = suit != FOOL, told[OWN] - 1
    between -= told[OWN_ABOVE]
    if best != NO_CARD:
        takes = takes_over(tables, column, best)
        if tables.suit[best] == suit:
            ours = above(row, start[AT_HAND], tables, best)
            between = ours - told[OWN_ABOVE] - 1
    told[TAKES] = takes
    told[BETWEEN] = between if takes else 0.0
    told[TAKES_TOP] = told[TOP] if takes else 0.0
    told[TAKES_POINTS] = told[POINTS] if takes else 0.0
    told[FRIEND_WORTH] = told[FRIEND_WINS] * told[WORTH]
    tell_others(row, tables, trick, column, told)


@compiled
def tell_suit(row: Bytes, tables: CardTables, abroad: Bytes, column: int, told: Floats) -> None:
    """Write what is known of the suit of a card."""
    same, dear, own, hand = 0, 0.0, 0, tables.start[AT_HAND]
    suit = tables.suit[column]
    for other in range(tables.first[suit], tables.end[suit]):
        if tables.suit[other] == suit:
            own += row[hand + other]
            if abroad[other]:
                same += 1
                dear += taken(tables, other)
    higher = above(abroad, 0, tables, column)
    ours = above(row, hand, tables, column)
    told[ABOVE], told[TOP], told[SAME], told[DEAR] = higher, higher == 0, same, dear
    told[ABOVE_SHARE] = higher / max(same, 1)
    told[OWN], told[OWN_ABOVE], told[OWN_TOP] = own, ours, ours == 0
    told[OWN_LOW] = own - 1 - ours == 0


@compiled(inline=True)
def takes_over(tables: CardTables, column: int, best: int) -> bool:
    """Tell whether a card takes a trick in which another is best."""
    suit, other = tables.suit[column], tables.suit[best]
    if suit == FOOL:
        return False
    if suit == other:
        return bool(tables.height[column] > tables.height[best])
    return bool(suit == TRUMP or other == FOOL)


@compiled
def tell_others(
    row: Bytes, tables: CardTables, trick: Numbers, column: int, told: Floats
) -> None:
    """Write who may go over a card, and whether its suit was led."""
    suit, start, seats = tables.suit[column], tables.start, tables.seats
    led = suit
    if trick[FIRST] != NO_CARD and tables.suit[trick[FIRST]] != FOOL:
        led = tables.suit[trick[FIRST]]
    told[OVER] = told[RUFFS] = told[FRIEND_RUFFS] = 0.0
    for seat in range(1, seats):
        ceiling, void = start[AT_CEILING] + HEIGHTS * seat, start[AT_VOID] + SUITS * seat
        trumps = row[ceiling + TRUMP] > 0
        if row[start[AT_FRIENDS] + seat]:
            told[FRIEND_RUFFS] += trumps and suit < TRUMP and row[void + suit]
        elif seat < seats - trick[LIE]:
            told[OVER] += row[ceiling + suit] > tables.height[column]
            told[RUFFS] += trumps and led < TRUMP and row[void + led]
    told[LED_BEFORE] = row[start[AT_SUITS_LED] + suit] if suit < TRUMP else 0


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
    """What each seat saw when it last judged cards, and what the first layer made of that.

    `known`: whether it has; `rows`: observations with suits in order; `sums`: unit by unit.
    Most of an observation stays as it is from one trick to the next: only the rest is added.
    """

    known: Bytes
    rows: Bytes
    sums: Floats


class Room(NamedTuple):
    """What a card is judged in: room for numbers, kept from one card to the next."""

    before: Before
    row: Bytes
    ordered: Bytes
    promised: Floats
    hidden: Floats
    inner: Floats
    values: Floats
    places: Numbers
    eyes: Numbers
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
    """Give a deal at its first lead, with all that seats see of it."""
    dealt, writing, notes = seated.dealt, seated.writing, fresh_notes()
    planes = fresh_planes(state, dealt.plan, writing).copy()
    return Sighted(
        state, dealt.first, notes, planes, dealt.plan, seated.seen, seated.slot, writing
    )


@compiled
def play_rest(sighted: Sighted, seated: Seated, room: Room, guests: int) -> None:
    """Play a deal to its end with the network in some seats, by their bits."""
    room.before.known[:] = 0
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
    """What the network expects of a card, beside other cards."""
    action = action_in_order(column, seated.suits, room.places)
    return room.values[action] + value_in_common(column, usual, seated.judging.shared, room)


@compiled
def think_of_all_cards(room: Room, shared: Shared) -> None:
    """Work out what is the same for all cards in the layers that they share."""
    tell_whole(room.row, shared.tables, room.abroad, room.trick, room.told)
    pass_on(room.inner, shared.of_inner, shared.first_bias, room.common)
    for feature in OF_ALL_CARDS:
        if room.told[feature] != 0:
            add(room.common, shared.of_told, feature, room.told[feature] * SCALE[feature])


@compiled
def value_in_common(column: int, usual: int, shared: Shared, room: Room) -> float:
    """What the shared layers add for a card."""
    tell_card(room.row, shared.tables, room.abroad, room.trick, column, room.told)
    room.told[PROMISED], room.told[USUAL] = room.promised[column], column == usual
    for unit in range(room.units.shape[0]):
        room.units[unit] = room.common[unit]
    for feature in OF_A_CARD:
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
        eyes=np.zeros(EYES_SIZE, np.int64),
        abroad=np.zeros(columns, np.uint8),
        trick=np.zeros(OF_TRICK, np.int64),
        told=np.zeros(len(FEATURES), np.float32),
        common=np.zeros(len(judging.shared.first_bias), np.float32),
        units=np.zeros(len(judging.shared.first_bias), np.float32),
        less=np.zeros(len(judging.shared.second_bias), np.float32),
    )
