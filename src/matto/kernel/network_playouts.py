"""Deals in which a network plays on: labels for training, and playouts for search.

`matto.kernel.playouts` asks what a card brings if all then play by the rule of thumb. Here the
seat that chooses goes on as the network would: what it would do in the next trick anyhow is no
reason any more to do it now.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matto.engine.tricks import TRUMP
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.heuristic import scales_of, thumb_card
from matto.kernel.layout import (
    AWAY_PLAIN,
    AWAY_TAROCKS,
    MOST_SEATS,
    NO_CARD,
    OWN_PLAIN,
    OWN_TAROCKS,
    PLAIN,
    SEATS,
    TAROCKS,
    Numbers,
)
from matto.kernel.network import (
    Judging,
    Room,
    Seated,
    Shared,
    begun,
    chosen_card,
    play_rest,
    room_for,
    step,
    value_of,
)
from matto.kernel.observation import Seen, Sighted, Suits, put
from matto.kernel.play import is_over, legal_now, settle, taken_out
from matto.kernel.playouts import (
    CARDS,
    NO_STOCK,
    FirstLead,
    Floats,
    Labels,
    tiny_deal,
    weigh_cards,
)
from matto.kernel.primitives import clear_bytes, count
from matto.play.card_features import FEATURES, CardTables
from matto.play.observation import (
    CLASSES,
    PARTS,
    PLANES,
    SETS,
    STATES,
    Writing,
)


class Trying(NamedTuple):
    """The workspace of playouts: a copy of the deal, and room for results.

    A card is tried if the network values it by less than `near` below the best.
    """

    sighted: Sighted
    room: Room
    values: Floats
    paid: Numbers
    near: float


@compiled
def label_again(
    seated: Seated, room: Room, other: Room, guest: int, near: float, labels: Labels
) -> int:
    """Play a deal with the network in one seat, and label its choices; gives how many.

    There must be room for a row a card.
    """
    first, filled = seated.dealt.first, 0
    sighted, again = begun(seated, first.copy()), begun(seated, first.copy())
    values = np.zeros(room.promised.shape[0], np.float32)
    trying = Trying(again, other, values, np.zeros(MOST_SEATS, np.int64), near)
    state, plan, scales = sighted.state, sighted.plan, seated.dealt.scales
    clear_bytes(room.before.known, 0, room.before.known.shape[0])
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = chosen_card(sighted, seated, room, 1 << guest)
        if state[lay.TURN] == guest and count(plain) + count(tarocks) > 1:
            usual = thumb_card(state, plan, scales, plain, tarocks, room.eyes)
            labels.usual[filled] = sighted.writing.column[usual]
            if are_close(seated, room, trying, labels.usual[filled]):
                weigh_cards(
                    state, plan, scales, sighted.writing, room.eyes, labels.promised[filled]
                )
                try_close_ones(sighted, seated, trying, guest, labels.values[filled])
                for entry in range(room.row.shape[0]):
                    labels.observations[filled, entry] = room.row[entry]
                filled += 1
        step(sighted, seated, card)
    return filled


@compiled
def are_close(seated: Seated, room: Room, trying: Trying, usual: int) -> bool:
    """Value cards from the best down, which is 0; tell whether there are more to be tried."""
    best, close, values = -np.inf, 0, trying.values
    for column in range(values.shape[0]):
        values[column] = -np.inf
        if not np.isnan(room.promised[column]):
            values[column] = value_of(column, usual, seated, room)
            best = max(best, values[column])
    for column in range(values.shape[0]):
        values[column] -= best
        close += values[column] > -trying.near
    return close > 1


@compiled
def try_close_ones(
    sighted: Sighted, seated: Seated, trying: Trying, guest: int, brought: Floats
) -> None:
    """Write what each card brings that may be the best; of others it is not known."""
    plain, tarocks = legal_now(sighted.state, sighted.plan)
    for column in range(brought.shape[0]):
        brought[column] = np.nan
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        column = sighted.writing.column[card]
        if trying.values[column] > -trying.near:
            put_back(trying.sighted, sighted)
            step(trying.sighted, seated, card)
            play_rest(trying.sighted, seated, trying.room, 1 << guest)
            for seat in range(MOST_SEATS):
                trying.paid[seat] = 0
            settle(trying.sighted.state, sighted.plan, trying.paid)
            brought[column] = trying.paid[guest]


@compiled
def put_back(again: Sighted, sighted: Sighted) -> None:
    """Bring the deal that cards are tried in to where the other stands."""
    for place in range(sighted.state.shape[0]):
        again.state[place] = sighted.state[place]
    for place in range(sighted.notes.shape[0]):
        again.notes[place] = sighted.notes[place]
    for place in range(sighted.planes.shape[0]):
        again.planes[place] = sighted.planes[place]


class NetworkSeats(NamedTuple):
    """The seats that go on by the network, by their bits, and what they know of hidden cards.

    `noted`: those of which it is noted already. `unseen`: `[seats, 2]`, for all others, the
    cards that may be in any hand, or have been laid away; `away`: where in what is settled the
    cards begin that a seat has laid away itself.
    """

    seats: int
    noted: int
    unseen: Numbers
    away: int


@compiled
def network_playouts(
    seated: Seated,
    room: Room,
    played: Numbers,
    by_network: NetworkSeats,
    states: Numbers,
    stocks: Numbers,
    card: int,
    paid: Numbers,
) -> None:
    """Play a card in each deal, and the rest with the network in some seats.

    `played`: the cards since the first lead, which the same seats have played in all deals.
    `states`: `[m, SIZE]`; `stocks`: `[m, k]`; `card`: `NO_CARD` where nothing is played before.
    What each seat gets is added to `paid`: `[m, MOST_SEATS]`.
    """
    plan, writing = seated.dealt.plan, seated.writing
    seats, to_note = plan.rules[SEATS], by_network.seats & ~by_network.noted
    shown = begun(seated, seated.dealt.first.copy())
    for each in played:
        step(shown, seated, each)
    for number in range(states.shape[0]):
        first = states[number].copy()
        notes, planes = shown.notes.copy(), shown.planes.copy()
        for seat in range(seats):
            if to_note >> seat & 1:
                note_own_cards(seated, first, seat, by_network)
            hand = writing.columns * (seats + seat)  # other than where this was shown
            clear_bytes(planes, hand, writing.columns)
            put(planes, hand, writing, first[PLAIN + seat], first[TAROCKS + seat])
        dealt = FirstLead(first, plan, seated.dealt.scales, stocks[number])
        own = Seated(dealt, seated.seen, seated.slot, writing, seated.suits, seated.judging)
        sighted = Sighted(first, notes, planes, plan, seated.seen, seated.slot, writing)
        if card != NO_CARD:
            step(sighted, own, card)
        play_rest(sighted, own, room, by_network.seats)
        settle(first, plan, paid[number])


@compiled
def note_own_cards(seated: Seated, state: Numbers, seat: int, by_network: NetworkSeats) -> None:
    """Note what a seat knows by its own cards: those laid away, and which may be elsewhere."""
    unseen = seated.seen.unseen[seated.slot, seat]
    settled = seated.seen.settled[seated.slot, seat]
    plain, tarocks = state[AWAY_PLAIN + seat], state[AWAY_TAROCKS + seat]
    unseen[0] = by_network.unseen[seat, 0] & ~(state[OWN_PLAIN + seat] | plain)
    unseen[1] = by_network.unseen[seat, 1] & ~(state[OWN_TAROCKS + seat] | tarocks)
    clear_bytes(settled, by_network.away, seated.writing.columns)
    put(settled, by_network.away, seated.writing, plain, tarocks)


@needed("playouts of a network")
def warm_up() -> None:
    """Play one trick of two seats."""
    seated = tiny_seated()
    room = room_for(1, CARDS, seated.judging)
    states = seated.dealt.first[None, :].copy()
    by_network = NetworkSeats(1, 1, np.zeros((2, 2), np.int64), 0)
    paid = np.zeros((1, MOST_SEATS), np.int64)
    nothing = np.zeros(0, np.int64)
    network_playouts(seated, room, nothing, by_network, states, NO_STOCK, 0, paid)


def tiny_seated() -> Seated:
    """Return a deal of one trick of two seats with a network, to make things ready with."""
    first, plan = tiny_deal()
    words = np.zeros((1, 2, 2), np.int64)
    seen = Seen(
        settled=np.zeros((1, 2, 0), np.uint8),
        held=np.zeros((1, 2, 2, 2), np.int64),
        knows=words[0],
        unseen=words,
        friends=words,
        parted_by=words[0, 0],
    )
    numbers = np.arange(CARDS)
    writing = Writing(
        start=np.zeros(len(PLANES), np.int64),
        seats=2,
        columns=CARDS,
        column=numbers,
        suit=np.zeros(CARDS, np.int64),
        value=np.zeros(CARDS, np.int64),
        lacking=np.zeros(2 * STATES * CLASSES, np.int64),
        heights=np.zeros(PARTS * SETS, np.uint8),
    )
    by_suit = np.full((TRUMP, 1), -1)
    suits = Suits(by_suit, by_suit, by_suit, numbers, numbers)
    dealt = FirstLead(first, plan, scales_of(plan), NO_STOCK[0])
    return Seated(dealt, seen, 0, writing, suits, tiny_network())


def tiny_network() -> Judging:
    """Return a network of one unit a layer that knows nothing."""
    bias, square = np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    told = np.zeros((len(FEATURES), 1), np.float32)
    cards = np.zeros(CARDS, np.int64)
    there = np.zeros(CARDS, np.uint8)
    tables = CardTables(
        cards, cards, cards, cards, there.astype(np.float32), there, cards[:1], 2
    )
    shared = Shared(tables, told, square, bias, square, bias, bias, 0.0)
    first = np.zeros((1 + 2 * CARDS, 1), np.float32)
    last, last_bias = np.zeros((CARDS, 1), np.float32), np.zeros(CARDS, np.float32)
    return Judging(shared, first, bias, square, bias, last, last_bias, bias, 0.5, 0.1, 0.0)
