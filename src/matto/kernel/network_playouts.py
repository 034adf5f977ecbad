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
from matto.kernel.heuristic import heuristic_card, scales_of
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
    CardNetwork,
    NetworkDeal,
    SharedLayers,
    Workspace,
    chosen_card,
    observed_deal,
    play_and_note,
    play_rest,
    value_of,
    workspace_for,
)
from matto.kernel.observation import ObservedDeal, PriorKnowledge, put
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
from matto.kernel.suits import Suits
from matto.play.card_features import FEATURES, CardTables
from matto.play.observation import (
    CLASSES,
    PARTS,
    PLANES,
    SETS,
    STATES,
    Writing,
)


class TrialWorkspace(NamedTuple):
    """The workspace of playouts: a copy of the deal, and room for results.

    A card is tried if the network values it by less than `near` below the best.
    """

    observed: ObservedDeal
    work: Workspace
    values: Floats
    paid: Numbers
    near: float


@compiled
def label_again(
    deal: NetworkDeal,
    work: Workspace,
    other: Workspace,
    guest: int,
    near: float,
    labels: Labels,
) -> int:
    """Play a deal with the network in one seat, and label its choices; gives how many.

    There must be room for a row a card.
    """
    first, filled = deal.dealt.first, 0
    observed, again = observed_deal(deal, first.copy()), observed_deal(deal, first.copy())
    values = np.zeros(work.promised.shape[0], np.float32)
    trying = TrialWorkspace(again, other, values, np.zeros(MOST_SEATS, np.int64), near)
    state, plan, scales = observed.state, observed.plan, deal.dealt.scales
    clear_bytes(work.before.known, 0, work.before.known.shape[0])
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = chosen_card(observed, deal, work, 1 << guest)
        if state[lay.TURN] == guest and count(plain) + count(tarocks) > 1:
            usual = heuristic_card(state, plan, scales, plain, tarocks, work.known)
            labels.usual[filled] = observed.writing.column[usual]
            if are_close(deal, work, trying, labels.usual[filled]):
                weigh_cards(
                    state,
                    plan,
                    scales,
                    observed.writing,
                    work.known,
                    labels.promised[filled],
                )
                try_close_cards(observed, deal, trying, guest, labels.values[filled])
                for entry in range(work.row.shape[0]):
                    labels.observations[filled, entry] = work.row[entry]
                filled += 1
        play_and_note(observed, deal, card)
    return filled


@compiled
def are_close(deal: NetworkDeal, work: Workspace, trying: TrialWorkspace, usual: int) -> bool:
    """Value cards from the best down, which is 0; tell whether there are more to be tried."""
    best, close, values = -np.inf, 0, trying.values
    for column in range(values.shape[0]):
        values[column] = -np.inf
        if not np.isnan(work.promised[column]):
            values[column] = value_of(column, usual, deal, work)
            best = max(best, values[column])
    for column in range(values.shape[0]):
        values[column] -= best
        close += values[column] > -trying.near
    return close > 1


@compiled
def try_close_cards(
    observed: ObservedDeal,
    deal: NetworkDeal,
    trying: TrialWorkspace,
    guest: int,
    results: Floats,
) -> None:
    """Write what each card brings that may be the best; of others it is not known."""
    plain, tarocks = legal_now(observed.state, observed.plan)
    for column in range(results.shape[0]):
        results[column] = np.nan
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        column = observed.writing.column[card]
        if trying.values[column] > -trying.near:
            restore(trying.observed, observed)
            play_and_note(trying.observed, deal, card)
            play_rest(trying.observed, deal, trying.work, 1 << guest)
            for seat in range(MOST_SEATS):
                trying.paid[seat] = 0
            settle(trying.observed.state, observed.plan, trying.paid)
            results[column] = trying.paid[guest]


@compiled
def restore(again: ObservedDeal, observed: ObservedDeal) -> None:
    """Bring the deal that cards are tried in to where the other stands."""
    for place in range(observed.state.shape[0]):
        again.state[place] = observed.state[place]
    for place in range(observed.notes.shape[0]):
        again.notes[place] = observed.notes[place]
    for place in range(observed.planes.shape[0]):
        again.planes[place] = observed.planes[place]


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
    deal: NetworkDeal,
    work: Workspace,
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
    plan, writing = deal.dealt.plan, deal.writing
    seats, to_note = plan.rules[SEATS], by_network.seats & ~by_network.noted
    shown = observed_deal(deal, deal.dealt.first.copy())
    for each in played:
        play_and_note(shown, deal, each)
    for number in range(states.shape[0]):
        first = states[number].copy()
        notes, planes = shown.notes.copy(), shown.planes.copy()
        for seat in range(seats):
            if to_note >> seat & 1:
                note_own_cards(deal, first, seat, by_network)
            hand = writing.columns * (seats + seat)  # other than where this was shown
            clear_bytes(planes, hand, writing.columns)
            put(planes, hand, writing, first[PLAIN + seat], first[TAROCKS + seat])
        dealt = FirstLead(first, plan, deal.dealt.scales, stocks[number])
        own = NetworkDeal(dealt, deal.seen, deal.slot, writing, deal.suits, deal.network)
        observed = ObservedDeal(first, notes, planes, plan, deal.seen, deal.slot, writing)
        if card != NO_CARD:
            play_and_note(observed, own, card)
        play_rest(observed, own, work, by_network.seats)
        settle(first, plan, paid[number])


@compiled
def note_own_cards(
    deal: NetworkDeal, state: Numbers, seat: int, by_network: NetworkSeats
) -> None:
    """Note what a seat knows by its own cards: those laid away, and which may be elsewhere."""
    unseen = deal.seen.unseen[deal.slot, seat]
    settled = deal.seen.settled[deal.slot, seat]
    plain, tarocks = state[AWAY_PLAIN + seat], state[AWAY_TAROCKS + seat]
    unseen[0] = by_network.unseen[seat, 0] & ~(state[OWN_PLAIN + seat] | plain)
    unseen[1] = by_network.unseen[seat, 1] & ~(state[OWN_TAROCKS + seat] | tarocks)
    clear_bytes(settled, by_network.away, deal.writing.columns)
    put(settled, by_network.away, deal.writing, plain, tarocks)


@needed("playouts of a network")
def warm_up() -> None:
    """Play one trick of two seats."""
    deal = tiny_seated()
    work = workspace_for(1, CARDS, deal.network)
    states = deal.dealt.first[None, :].copy()
    by_network = NetworkSeats(1, 1, np.zeros((2, 2), np.int64), 0)
    paid = np.zeros((1, MOST_SEATS), np.int64)
    nothing = np.zeros(0, np.int64)
    network_playouts(deal, work, nothing, by_network, states, NO_STOCK, 0, paid)


def tiny_seated() -> NetworkDeal:
    """Return a deal of one trick of two seats with a network, to make things ready with."""
    first, plan = tiny_deal()
    words = np.zeros((1, 2, 2), np.int64)
    seen = PriorKnowledge(
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
    return NetworkDeal(dealt, seen, 0, writing, suits, tiny_network())


def tiny_network() -> CardNetwork:
    """Return a network of one unit a layer that knows nothing."""
    bias, square = np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    told = np.zeros((len(FEATURES), 1), np.float32)
    cards = np.zeros(CARDS, np.int64)
    there = np.zeros(CARDS, np.uint8)
    tables = CardTables(
        cards, cards, cards, cards, there.astype(np.float32), there, cards[:1], 2
    )
    shared = SharedLayers(tables, told, square, bias, square, bias, bias, 0.0)
    first = np.zeros((1 + 2 * CARDS, 1), np.float32)
    last, last_bias = np.zeros((CARDS, 1), np.float32), np.zeros(CARDS, np.float32)
    return CardNetwork(shared, first, bias, square, bias, last, last_bias, bias, 0.5, 0.1, 0.0)
