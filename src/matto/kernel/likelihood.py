"""How likely deals are by play and words, and Metropolis sampling of hidden cards by it.

A step tries to let two cards of two hands change places. Metropolis's rule says whether it is
kept: surely if that makes the deal likelier, else with the share of likelihood that is left.
Deals that were drawn by their likelihood stay so drawn; the best of a few thousand drawn evenly
become like those that are likely among all that may be.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, SIZE, TURN, Numbers, Plan, Reals
from matto.kernel.play import legal_now, play_on, taken_out
from matto.kernel.playouts import NO_STOCK, tiny_deal
from matto.kernel.policy import fresh_eyes, look, promise, scales_of, what_lies
from matto.kernel.primitives import Rng, below, count, next_bits, rng_from
from matto.play.heuristic import CARDS, Eyes, Scales

HOPELESS = 12.0
"""A deal so much less likely than another, in logarithms, is not read to its end."""


class Trust(NamedTuple):
    """How far others are believed to go by rules of thumb: of which kinds they may be.

    `shares`: how likely a seat is of each kind; `otherwise`: with which chance one of it
    departs from the rules at a card, to play anything: `[kinds]`, both.
    """

    shares: Reals
    otherwise: Reals


def read_play(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, trust: Trust
) -> Reals:
    """Give how likely the cards of the others are, in each deal: `[m]`, in logarithms.

    `states`: `[m, SIZE]`, the deals at the first lead; `stocks`: `[m, k]`; `played`: the
    numbers of the cards since. Of which kind a seat is, its cards tell. The viewer's own cards,
    and those that had to be played, tell nothing. Hopeless deals are given as still less likely
    than they were found.
    """
    logs, _ = _read_all(states, plan, stocks, played, viewer, trust, HOPELESS)
    return logs


def read_kinds(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, trust: Trust
) -> Reals:
    """Give how likely each seat's cards are if it is of a kind, in logarithms.

    Shape: `[m, kinds, seats]`; the deals and the cards are those of `read_play`, each read to
    its end. Of the viewer nothing is told: 0.
    """
    _, kinds = _read_all(states, plan, stocks, played, viewer, trust, math.inf)
    return kinds


def _read_all(
    states: Numbers,
    plan: Plan,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    trust: Trust,
    hopeless: float,
) -> tuple[Reals, Reals]:
    """How likely the cards are in each deal, and of each kind of seat in each."""
    logs = np.zeros(len(states))
    kinds = np.zeros((len(states), len(trust.shares), MOST_SEATS))
    state, eyes = np.zeros(SIZE, np.int64), fresh_eyes()
    deals = np.ascontiguousarray(states), plan, scales_of(plan), np.ascontiguousarray(stocks)
    _read(*deals, played, viewer, trust, hopeless, state, eyes, kinds, logs)
    return logs, kinds


@compiled
def _read(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    trust: Trust,
    hopeless: float,
    state: Numbers,
    eyes: Eyes,
    kinds: Reals,
    logs: Reals,
) -> None:
    """Play in each deal what was played, as long as it is not hopelessly less likely."""
    best = -math.inf
    for deal in range(states.shape[0]):
        for place in range(SIZE):
            state[place] = states[deal, place]
        found = 0.0
        for card in played:
            if state[TURN] != viewer:
                found += log_of_card(state, plan, scales, card, trust, eyes, kinds[deal])
            if found < best - hopeless:
                found -= hopeless
                break
            play_on(state, plan, stocks[deal % stocks.shape[0]], card)
        logs[deal] = found
        best = found if found > best else best


@compiled(inline=True)
def log_of_card(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    card: int,
    trust: Trust,
    eyes: Eyes,
    kinds: Reals,
) -> float:
    """Take note of a card of the seat to play; gives what it adds to the likelihood.

    `kinds`: `[kinds, seats]`, how likely each seat's cards are so far if it is of a kind.
    """
    plain, tarocks = legal_now(state, plan)
    choices, seat = count(plain) + count(tarocks), state[TURN]
    if choices == 1:
        return 0.0
    before = of_any_kind(trust.shares, kinds, seat)
    best = is_best(state, plan, scales, card, plain, tarocks, eyes)
    for kind in range(kinds.shape[0]):
        otherwise = trust.otherwise[kind]
        kinds[kind, seat] += math.log(otherwise / choices + best * (1.0 - otherwise))
    return of_any_kind(trust.shares, kinds, seat) - before


@compiled(inline=True)
def of_any_kind(shares: Reals, kinds: Reals, seat: int) -> float:
    """Give how likely a seat's cards are, whatever kind it is of, in logarithms."""
    high = kinds[0, seat]
    for kind in range(1, kinds.shape[0]):
        high = max(high, kinds[kind, seat])
    total = 0.0
    for kind in range(kinds.shape[0]):
        total += shares[kind] * math.exp(kinds[kind, seat] - high)
    return high + math.log(total)


@compiled(inline=True)
def is_best(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    card: int,
    plain: int,
    tarocks: int,
    eyes: Eyes,
) -> bool:
    """Tell whether a legal card promises as much as any other."""
    look(state, plan, scales, eyes)
    lies = what_lies(state, plan, scales)
    own = promise(state, plan, scales, card, lies, eyes)
    while plain or tarocks:
        other, plain, tarocks = taken_out(plain, tarocks)
        if other != card and promise(state, plan, scales, other, lies, eyes) > own:
            return False
    return True


@needed("reading of cards")
def warm_up_reading() -> None:
    state, plan = tiny_deal()
    trust = Trust(np.array([0.5, 0.5]), np.array([0.5, 1.0]))
    read_play(state[None, :], plan, NO_STOCK, np.array([0, 1]), NO_CARD, trust)


STAYS = -1
"""The number of cards that cannot change places."""

_BITS, _UNIT = np.uint64(11), 2.0**-53


class Hidden(NamedTuple):
    """The hidden hands of some deals.

    `lying`: `[m, slots]`, their cards; `seats`: `[slots]`, in whose hand a slot is. `alike`:
    `[seats, seats, cards]`: two cards of two seats may change places if they have the same
    number there, not `STAYS`. `holders`: `[m]`, who holds the called card, or -1; `sides`:
    `[seats + 1, seats]`, the parties if a seat holds it, or last nobody.
    """

    lying: Numbers
    seats: Numbers
    alike: Numbers
    holders: Numbers
    sides: Numbers


class WordsSaid(NamedTuple):
    """The words that were said, as functions of the cards that one had.

    `seats`: `[words]`, who said them; `weights`: `[words, cards]`; `odds`: `[m, words]`, how
    well they fit the hands as they are, in logarithms; `otherwise`: how often one says a word
    that does not fit.
    """

    seats: Numbers
    weights: Reals
    odds: Reals
    otherwise: float


class CardsPlayed(NamedTuple):
    """The cards that were played, by number, and how far others are believed to play well."""

    cards: Numbers
    trust: Trust


class ReplaySpace(NamedTuple):
    """How likely the cards are that each seat has played, and what a replay needs."""

    logs: Reals
    kinds: Reals
    state: Numbers
    eyes: Eyes


class SwapContext(NamedTuple):
    """All that a step looks at; `first` are the deals at the first lead: `[m, SIZE]`."""

    first: Numbers
    plan: Plan
    scales: Scales
    stocks: Numbers
    played: CardsPlayed
    hidden: Hidden
    said: WordsSaid
    space: ReplaySpace


def exchange(
    first: Numbers,
    plan: Plan,
    stocks: Numbers,
    played: CardsPlayed,
    hidden: Hidden,
    said: WordsSaid,
    *,
    tries: int,
    seed: int,
) -> None:
    """Let cards change hands, with so many tries in each deal.

    `first`: `[m, SIZE]`, the deals at the first lead; `stocks`: `[m, k]`. The deals,
    `hidden.lying`, `hidden.holders` and `said.odds` are changed.
    """
    logs, kinds = np.zeros(MOST_SEATS), np.zeros((len(played.trust.shares), MOST_SEATS))
    space = ReplaySpace(logs, kinds, np.zeros(lay.SIZE, np.int64), fresh_eyes())
    own = plan._replace(side=plan.side.copy())
    moment = SwapContext(first, own, scales_of(plan), stocks, played, hidden, said, space)
    _exchange(moment, tries, rng_from(seed))


@compiled
def _exchange(moment: SwapContext, tries: int, rng: Rng) -> None:
    hidden = moment.hidden
    slots = hidden.seats.shape[0]
    for deal in range(moment.first.shape[0]):
        sit(moment, deal)
        for seat in range(moment.plan.rules[lay.SEATS]):
            moment.space.logs[seat] = log_of_cards(moment, deal, seat, -math.inf)
        for _ in range(tries):
            one, other = below(rng, slots), below(rng, slots)
            if may_swap(hidden, deal, one, other):
                swap_or_not(moment, deal, one, other, log_of_chance(rng))


@compiled(inline=True)
def log_of_chance(rng: Rng) -> float:
    """Give the logarithm of a number between 0 and 1, each as likely as another."""
    return math.log((1.0 + float(next_bits(rng) >> _BITS)) * _UNIT)


@compiled(inline=True)
def may_swap(hidden: Hidden, deal: int, one: int, other: int) -> bool:
    """Tell whether the cards of two slots may change places."""
    seat, partner = hidden.seats[one], hidden.seats[other]
    group = hidden.alike[seat, partner, hidden.lying[deal, one]]
    back = hidden.alike[seat, partner, hidden.lying[deal, other]]
    return bool(seat != partner and group != STAYS and group == back)


@compiled
def swap_or_not(moment: SwapContext, deal: int, one: int, other: int, at_least: float) -> None:
    """Let the cards of two slots change places, unless the deal is then too unlikely.

    `at_least`: which part of its likelihood must be left, in logarithms.
    """
    logs, said = moment.space.logs, moment.said
    seat, partner = moment.hidden.seats[one], moment.hidden.seats[other]
    least = logs[seat] + logs[partner] + at_least + words_of(said, deal, seat, partner)
    swap(moment, deal, one, other)
    least -= words_of(said, deal, seat, partner)
    own = log_of_cards(moment, deal, seat, least)
    others = log_of_cards(moment, deal, partner, least - own)
    if own + others >= least:
        logs[seat], logs[partner] = own, others
    else:
        swap(moment, deal, one, other)


# -- likelihood ------------------------------------------------------------------------------


@compiled
def log_of_cards(moment: SwapContext, deal: int, seat: int, least: float) -> float:
    """Judge how likely the cards are that a seat has played, in logarithms.

    It depends on its own hand only. What is less likely than `least` is not read to its end.
    """
    plan, scales, played, space = moment.plan, moment.scales, moment.played, moment.space
    state, stock, found = space.state, moment.stocks[deal % moment.stocks.shape[0]], 0.0
    for place in range(lay.SIZE):
        state[place] = moment.first[deal, place]
    space.kinds[:, seat] = 0.0
    for card in played.cards:
        if found < least:
            break
        if state[lay.TURN] == seat:
            own = played.trust, space.eyes, space.kinds
            found += log_of_card(state, plan, scales, card, *own)
        play_on(state, plan, stock, card)
    return found


@compiled(inline=True)
def words_of(said: WordsSaid, deal: int, seat: int, partner: int) -> float:
    """Judge how likely it is that two seats said what they did, in logarithms."""
    log = 0.0
    for word in range(said.seats.shape[0]):
        if said.seats[word] == seat or said.seats[word] == partner:
            fits = 1.0 / (1.0 + math.exp(-said.odds[deal, word]))
            log += math.log(said.otherwise + (1.0 - said.otherwise) * fits)
    return log


# -- the exchange ------------------------------------------------------------------------------


@compiled
def swap(moment: SwapContext, deal: int, one: int, other: int) -> None:
    """Let the cards of two slots change places; done twice, all is as before."""
    hidden, state = moment.hidden, moment.first[deal]
    seat, partner = hidden.seats[one], hidden.seats[other]
    card, back = hidden.lying[deal, one], hidden.lying[deal, other]
    hidden.lying[deal, one], hidden.lying[deal, other] = back, card
    give(state, seat, partner, card)
    give(state, partner, seat, back)
    for word in range(moment.said.seats.shape[0]):
        weights = moment.said.weights[word]
        if moment.said.seats[word] == seat:
            moment.said.odds[deal, word] += weights[back] - weights[card]
        elif moment.said.seats[word] == partner:
            moment.said.odds[deal, word] += weights[card] - weights[back]
    called = moment.plan.rules[lay.CALLED]
    if called in (card, back):  # never where none is called
        hidden.holders[deal] = partner if card == called else seat
        sit(moment, deal)


@compiled(inline=True)
def give(state: Numbers, seat: int, partner: int, card: int) -> None:
    """Let a card go from one hand to another."""
    if card < FIRST_TRUMP_NUMBER:
        bit, hand, own = 1 << card, lay.PLAIN, lay.OWN_PLAIN
    else:
        bit, hand, own = 1 << (card - FIRST_TRUMP_NUMBER), lay.TAROCKS, lay.OWN_TAROCKS
    for first in (hand, own):
        state[first + seat] &= ~bit
        state[first + partner] |= bit


@compiled(inline=True)
def sit(moment: SwapContext, deal: int) -> None:
    """Let the parties be as the holder of the called card has it."""
    side, sides = moment.plan.side, moment.hidden.sides
    holder = moment.hidden.holders[deal]
    row = holder if holder >= 0 else sides.shape[0] - 1
    for seat in range(sides.shape[1]):
        side[seat] = sides[row, seat]


@needed("exchange of cards")
def warm_up_exchange() -> None:
    """Let the cards of one trick of two seats change places."""
    first, plan = tiny_deal()
    alike, sides = np.zeros((2, 2, CARDS), np.int64), np.zeros((3, 2), np.int64)
    seats, nobody = np.array([0, 1]), np.array([NO_CARD])
    hidden = Hidden(np.array([[0, 1]]), seats, alike, nobody, sides)
    said = WordsSaid(np.zeros(1, np.int64), np.zeros((1, CARDS)), np.zeros((1, 1)), 0.5)
    played = CardsPlayed(seats, Trust(np.array([0.5, 0.5]), np.array([0.5, 1.0])))
    exchange(first[None, :], plan, NO_STOCK, played, hidden, said, tries=4, seed=1)
