"""Compiled play by rules of thumb: as `matto.players.heuristic`, a thousand times as fast.

Each seat judges from its own hand, the cards that lie and have been played, who is on its
side, and what everybody knows of the other hands: suits that ran out, cards that were shown.
What is known of hands is part of the state and is kept up to date by `play.play_on`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
    TRUMP_BITS,
)
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.layout import NO_CARD, NO_SUIT, Numbers, Plan, Reals
from matto.kernel.play import beats, is_excuse, is_over, legal_now, play_on, taken_out
from matto.kernel.primitives import count, lowest
from matto.kernel.weights import (
    CHANCES_TOLD_APART,
    CHEAPEST_TRUMP,
    COUNTER,
    DRAW_TRUMPS,
    ENDGAME,
    EXPOSED,
    FOOL_HURRY,
    HELPS,
    LONG_SUIT,
    PERHAPS,
    RID_FROM,
    TAKES,
    chance_of_one,
)

CARDS = FOOL_NUMBER + 1
REMEMBERED = 512
MOST_HELD, MOST_UNSEEN, MOST_WANTED = 30, CARDS, 24


class Scales(NamedTuple):
    """What cards are weighed with, in card points.

    By card: `worth`, what it is worth to take it; `cost`, what it would still do later;
    `last_with`, what it brings to win the last trick with it; `place`, where it lies in a
    sorted hand; `above`, the word of the cards that are higher in its suit.
    `single`: the numbers of the last row of `Plan.weights`. `pack`: the two words of all cards,
    and the word of the trumps.
    `chances`: `[held, unseen, wanted]`, how likely a hand of so many of the unseen cards has
    one of those wanted.
    """

    worth: Reals
    cost: Reals
    last_with: Reals
    place: Reals
    above: Numbers
    single: Reals
    pack: Numbers
    chances: Reals


def scales_of(plan: Plan) -> Scales:
    return _scales(plan.strength.tobytes(), plan.weights.tobytes())


@lru_cache(maxsize=REMEMBERED)
def _scales(strengths: bytes, rows: bytes) -> Scales:
    strength = np.frombuffer(strengths, dtype=np.int64)
    weights = np.frombuffer(rows, dtype=np.float64).reshape(-1, CARDS)
    single = weights[lay.SINGLE].copy()
    return Scales(
        weights[lay.WORTH].copy(),
        _cost(strength, float(single[lay.TRUMP_COST])),
        weights[lay.LAST_WITH].copy(),
        weights[lay.PLACE].copy(),
        _above(strength),
        single,
        _pack(strength),
        chances(),
    )


def _cost(strength: Numbers, dearest: float) -> Reals:
    """What each trump is good for later: high ones are dear."""
    trumps = [card for card in range(FIRST_TRUMP_NUMBER, CARDS) if strength[card] > 0]
    cost = np.zeros(CARDS)
    for card in trumps:
        lower = sum(bool(strength[card] > strength[other]) for other in trumps)
        cost[card] = CHEAPEST_TRUMP + dearest * (lower / len(trumps)) ** 2
    return cost


def _pack(strength: Numbers) -> Numbers:
    both = sum(1 << card for card in range(FOOL_NUMBER) if strength[card] > 0)
    plain = both & ((1 << FIRST_TRUMP_NUMBER) - 1)
    fool = FOOL_BIT if strength[FOOL_NUMBER] else 0
    tarocks = both >> FIRST_TRUMP_NUMBER | FOOL_BIT
    return np.array([plain, tarocks, TRUMP_BITS | fool], dtype=np.int64)


def _above(strength: Numbers) -> Numbers:
    above = np.zeros(CARDS, dtype=np.int64)
    for card in range(CARDS if strength[FOOL_NUMBER] else FOOL_NUMBER):
        trump = card >= FIRST_TRUMP_NUMBER
        first = FIRST_TRUMP_NUMBER if trump else card // RANKS_IN_SUIT * RANKS_IN_SUIT
        after = CARDS if trump else first + RANKS_IN_SUIT
        start = FIRST_TRUMP_NUMBER if trump else 0
        for other in range(first, after):
            if strength[other] > strength[card]:
                above[card] |= 1 << (other - start)
    return above


@lru_cache(maxsize=1)
def chances() -> Reals:
    """How likely a hand has one of some cards: `[held, unseen, wanted]`."""
    shape = MOST_HELD + 1, MOST_UNSEEN + 1, MOST_WANTED + 1
    each = [chance_of_one(wanted, held, unseen) for held, unseen, wanted in np.ndindex(shape)]
    return np.array(each).reshape(shape)


# what a seat sees while it chooses a card
(
    ABROAD_PLAIN,  # the cards that another may still play
    ABROAD_TAROCKS,
    HIDDEN_PLAIN,  # those of them that nobody is known to hold
    HIDDEN_TAROCKS,
    HIDDEN,  # how many these are
    HELD,  # how many cards it holds, and so does each who plays after it
    BEHIND,  # how many these are
    ALONE,  # 1 while it does not know who is on its side, or is for itself
) = range(8)
EYES_SIZE = 8
AGAINST = 2  # what stands in `ALONE`, and the seat besides, while all others are against one


@compiled
def play_by_rule(
    state: Numbers, plan: Plan, scales: Scales, stock: Numbers, eyes: Numbers
) -> None:
    """Play a deal to the end, every seat by rules of thumb."""
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = thumb_card(state, plan, scales, plain, tarocks, eyes)
        play_on(state, plan, stock, card)


@compiled(inline=True)
def thumb_card(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    plain: int,
    tarocks: int,
    eyes: Numbers,
) -> int:
    """Choose one of the legal cards, given as two words; of equals the first in a hand."""
    if not tarocks and not plain & (plain - 1):
        return lowest(plain)
    if not plain and not tarocks & (tarocks - 1):
        return FIRST_TRUMP_NUMBER + lowest(tarocks)
    look(state, plan, scales, eyes)
    if plan.rules[lay.DUCKING] and is_ducking(state, plan, eyes):
        return ducked(state, plan, scales, plain, tarocks, eyes)
    if scales.single[lay.KEPT] and keeps(state, plan, scales):
        plain, tarocks = without_kept(state, scales, plain, tarocks)
    best, most, lies = NO_CARD, -1e9, what_lies(state, plan, scales)
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        promised = promise(state, plan, scales, card, lies, eyes)
        first = best == NO_CARD or scales.place[card] < scales.place[best]
        if promised > most or (promised == most and first):
            best, most = card, promised
    return best


@compiled
def is_ducking(state: Numbers, plan: Plan, eyes: Numbers) -> bool:
    """Tell whether the seat to play ducks: for itself, or with all others against one."""
    ducking = 0
    for seat in range(plan.rules[lay.SEATS]):
        if state[lay.WON + seat] == 0:
            ducking |= plan.rules[lay.DUCKING] & 1 << seat
    if ducking >> state[lay.TURN] & 1:
        eyes[ALONE] = 1
        return True
    if count(ducking) == 1:
        eyes[ALONE] = AGAINST + lowest(ducking)
        return True
    return False


@compiled
def ducked(
    state: Numbers, plan: Plan, scales: Scales, plain: int, tarocks: int, eyes: Numbers
) -> int:
    """Choose the card least likely to win; of equal ones the highest, the Fool last.

    Against one who undertook to win no trick no counter is given away.
    """
    best, least = NO_CARD, 1e9
    for card in range(FOOL_NUMBER + 1):
        trump = card - FIRST_TRUMP_NUMBER
        if not (plain >> card & 1 if trump < 0 else tarocks >> trump & 1):
            continue
        wins = round(CHANCES_TOLD_APART * side_wins(state, plan, scales, card, eyes))
        danger = 1000.0 * wins + 500.0 * (card == FOOL_NUMBER) - plan.strength[card]
        if eyes[ALONE] >= AGAINST and scales.worth[card] >= COUNTER:
            danger += 1e6
        first = best == NO_CARD or scales.place[card] < scales.place[best]
        if danger < least or (danger == least and first):
            best, least = card, danger
    return best


@compiled(inline=True)
def without_kept(state: Numbers, scales: Scales, plain: int, tarocks: int) -> tuple[int, int]:
    """Leave a trump that is kept out of the choices, as long as there are others."""
    single = scales.single
    others = tarocks & ~(1 << (int(single[lay.KEPT]) - FIRST_TRUMP_NUMBER))
    if plain or others:
        tarocks = others
    bound = state[lay.BOUND + state[lay.TURN]]
    if single[lay.KEPT_LEADING_ON] and state[lay.LYING] == 0 and bound != NO_SUIT:
        led_on = plain & SUIT_BITS << (RANKS_IN_SUIT * bound)
        if led_on:
            plain, tarocks = led_on, 0
    return plain, tarocks


@compiled(inline=True)
def keeps(state: Numbers, plan: Plan, scales: Scales) -> bool:
    """Tell whether the seat to play keeps a trump (`kernel.weights.Keeping`)."""
    seat, single = state[lay.TURN], scales.single
    own = state[lay.TAROCKS + seat]
    held = count(state[lay.PLAIN + seat]) + count(own)
    least = max(single[lay.KEPT_TRUMPS], single[lay.KEPT_SHARE] * held)
    has_it = own >> (int(single[lay.KEPT]) - FIRST_TRUMP_NUMBER) & 1
    if not has_it or count(own & TRUMP_BITS) <= least:
        return False
    if single[lay.KEPT_LEADING_ON]:
        return state[lay.LEFT_SUIT + seat] == 0
    surely_wins = state[lay.LYING] == plan.rules[lay.SEATS] - 1
    return not surely_wins or state[lay.LYING_TAROCKS] & TRUMP_BITS != 0


# -- what a seat knows -----------------------------------------------------------------------


@compiled(inline=True)
def look(state: Numbers, plan: Plan, scales: Scales, eyes: Numbers) -> None:
    """Find the cards that others may hold, as the seat to play sees it."""
    seat = state[lay.TURN]
    plain = state[lay.LYING_PLAIN] | state[lay.PLAIN + seat] | state[lay.AWAY_PLAIN + seat]
    tarocks = (
        state[lay.LYING_TAROCKS] | state[lay.TAROCKS + seat] | state[lay.AWAY_TAROCKS + seat]
    )
    plain, tarocks = plain | state[lay.OPEN_PLAIN], tarocks | state[lay.OPEN_TAROCKS]
    known_plain = known_tarocks = 0
    for other in range(plan.rules[lay.SEATS]):
        plain |= state[lay.PILE_PLAIN + other] & ~state[lay.AWAY_PLAIN + other]
        tarocks |= state[lay.PILE_TAROCKS + other] & ~state[lay.AWAY_TAROCKS + other]
        known_plain |= state[lay.KNOWN_PLAIN + other]
        known_tarocks |= state[lay.KNOWN_TAROCKS + other]
    eyes[ABROAD_PLAIN] = scales.pack[0] & ~plain
    eyes[ABROAD_TAROCKS] = scales.pack[1] & ~tarocks
    eyes[HIDDEN_PLAIN] = eyes[ABROAD_PLAIN] & ~known_plain
    eyes[HIDDEN_TAROCKS] = eyes[ABROAD_TAROCKS] & ~known_tarocks
    eyes[HIDDEN] = count(eyes[HIDDEN_PLAIN]) + count(eyes[HIDDEN_TAROCKS])
    eyes[HELD] = count(state[lay.PLAIN + seat]) + count(state[lay.TAROCKS + seat])
    eyes[BEHIND] = plan.rules[lay.SEATS] - 1 - state[lay.LYING]
    eyes[ALONE] = lies_abroad(plan.rules[lay.CALLED], eyes)


@compiled(inline=True)
def lies_abroad(card: int, eyes: Numbers) -> int:
    """Tell whether a card may still be played by another: 1 or 0, and 0 for no card."""
    if card == NO_CARD:
        return 0
    if card < FIRST_TRUMP_NUMBER:
        return eyes[ABROAD_PLAIN] >> card & 1
    return eyes[ABROAD_TAROCKS] >> (card - FIRST_TRUMP_NUMBER) & 1


@compiled(inline=True)
def ally(plan: Plan, scales: Scales, seat: int, other: int, eyes: Numbers) -> float:
    """Judge how likely a seat has another, or itself, on its side."""
    if other == seat:
        return 1.0
    if eyes[ALONE] == 0:
        return 1.0 if plan.side[other] == plan.side[seat] else 0.0
    if eyes[ALONE] >= AGAINST:
        return 0.0 if other == eyes[ALONE] - AGAINST else 1.0
    declarer, seats = plan.rules[lay.DECLARER], plan.rules[lay.SEATS]
    if scales.single[lay.STRANGERS] == 0.0 or other == declarer:
        return 0.0
    return 1.0 / (seats - 1) if seat == declarer else 1.0 - 1.0 / (seats - 2)


@compiled(inline=True)
def has_one(
    state: Numbers,
    scales: Scales,
    seat: int,
    suit: int,
    plain: int,
    tarocks: int,
    eyes: Numbers,
) -> float:
    """Judge how likely a seat holds one of some cards of a suit, given as two words."""
    known_plain, known_tarocks = state[lay.KNOWN_PLAIN + seat], state[lay.KNOWN_TAROCKS + seat]
    if plain & known_plain or tarocks & known_tarocks:
        return 1.0
    if state[lay.VOIDS] >> (lay.VOID_BITS * seat + suit) & 1:
        return 0.0
    wanted = count(plain & eyes[HIDDEN_PLAIN]) + count(tarocks & eyes[HIDDEN_TAROCKS])
    held = eyes[HELD] - count(known_plain) - count(known_tarocks)
    return scales.chances[held, eyes[HIDDEN], wanted]


# -- the trick -------------------------------------------------------------------------------


@compiled(inline=True)
def what_lies(state: Numbers, plan: Plan, scales: Scales) -> float:
    """Add up what the trick is worth, and what comes to it on the average."""
    lies, seat, seats = 0.0, state[lay.LEADER], plan.rules[lay.SEATS]
    for _ in range(state[lay.LYING]):
        card = state[lay.CARD + seat]
        lies += 0.0 if is_excuse(plan, card) else scales.worth[card]
        seat = seat + 1 if seat + 1 < seats else 0
    return lies + scales.single[lay.AVERAGE] * (seats - 1 - state[lay.LYING])


@compiled(inline=True)
def side_wins(state: Numbers, plan: Plan, scales: Scales, card: int, eyes: Numbers) -> float:
    """Judge how likely the seat or an ally takes the trick after a card is played."""
    seats, own, seat = plan.rules[lay.SEATS], state[lay.TURN], state[lay.TURN]
    best, winner = state[lay.BEST], state[lay.BEST_SEAT]
    if not is_excuse(plan, card) and (
        best == NO_CARD
        or is_excuse(plan, best)
        or beats(card, best, plan.strength[card], plan.strength[best])
    ):
        best, winner = card, own
    if best == NO_CARD or is_excuse(plan, best):
        return share_of(plan, scales, own, eyes)
    side = ally(plan, scales, own, winner, eyes)
    led = state[lay.LED]
    if led > TRUMP:
        led = TRUMP if best >= FIRST_TRUMP_NUMBER else best // RANKS_IN_SUIT
    for _ in range(eyes[BEHIND]):
        seat = seat + 1 if seat + 1 < seats else 0
        over = beats_chance(state, scales, seat, best, led, eyes)
        friend = ally(plan, scales, own, seat, eyes)
        side += over * ((1.0 - side) * friend * HELPS - side * (1.0 - friend) * TAKES)
    return side


@compiled(inline=True)
def share_of(plan: Plan, scales: Scales, seat: int, eyes: Numbers) -> float:
    """Give the part of all seats that a seat takes to be on its side."""
    seats, side = plan.rules[lay.SEATS], 0.0
    for other in range(seats):
        side += ally(plan, scales, seat, other, eyes)
    return side / seats


@compiled(inline=True)
def beats_chance(
    state: Numbers, scales: Scales, seat: int, best: int, led: int, eyes: Numbers
) -> float:
    """Judge how likely a seat can beat the best card of a trick in which a suit was led."""
    trumps = eyes[ABROAD_TAROCKS] & scales.pack[2]
    follows = 0.0
    if led < TRUMP:
        same = eyes[ABROAD_PLAIN] & SUIT_BITS << (RANKS_IN_SUIT * led)
        follows = has_one(state, scales, seat, led, same, 0, eyes)
    if best >= FIRST_TRUMP_NUMBER:
        higher = has_one(state, scales, seat, TRUMP, 0, trumps & scales.above[best], eyes)
        return (1.0 - follows) * higher
    higher_plain = eyes[ABROAD_PLAIN] & scales.above[best]
    higher = has_one(state, scales, seat, best // RANKS_IN_SUIT, higher_plain, 0, eyes)
    ruffs = has_one(state, scales, seat, TRUMP, 0, trumps, eyes)
    return min(1.0, higher + (1.0 - follows) * ruffs)


# -- a card ----------------------------------------------------------------------------------


@compiled(inline=True)
def promise(
    state: Numbers, plan: Plan, scales: Scales, card: int, lies: float, eyes: Numbers
) -> float:
    """Judge what a card promises in a trick that is worth so much, in card points."""
    side = side_wins(state, plan, scales, card, eyes)
    gain = (2.0 * side - 1.0) * lies
    if is_excuse(plan, card):
        return gain - fool_kept(scales, eyes)
    trump = card >= FIRST_TRUMP_NUMBER
    trumps = count(eyes[ABROAD_TAROCKS] & scales.pack[2])
    above = count(eyes[ABROAD_TAROCKS if trump else ABROAD_PLAIN] & scales.above[card])
    safe_later = PERHAPS
    if trump:
        safe_later = 1.0 - (1.0 - PERHAPS) * (above / trumps if trumps else 0.0)
    gain += 2.0 * (side - safe_later) * scales.worth[card]
    if state[lay.LYING] == 0:
        gain += (
            lead_trump(state, plan, scales, trumps, above, eyes)
            if trump
            else lead_plain(state, scales, card, eyes)
        )
    if trump:
        gain -= cost(state, scales, card, eyes)
    stake = scales.last_with[card]
    if stake != 0.0 and 1 < eyes[HELD] <= RID_FROM:
        gain += stake / eyes[HELD] * (-1.0 if trumps + above == 0 else 1.0)
    return gain


@compiled(inline=True)
def fool_kept(scales: Scales, eyes: Numbers) -> float:
    """Judge what keeping the Fool for later is worth; negative when it must go soon."""
    saved, held = scales.single[lay.FOOL_SAVED], eyes[HELD]
    spare = held - 1 - scales.single[lay.FOOL_BY]
    if spare < 0:
        return 0.0
    return -saved * (FOOL_HURRY - spare) if spare <= held // FOOL_HURRY else saved


@compiled(inline=True)
def cost(state: Numbers, scales: Scales, card: int, eyes: Numbers) -> float:
    """Judge what a trump would do later; the seat's highest is kept for the last trick."""
    higher = state[lay.TAROCKS + state[lay.TURN]] & scales.above[card]
    kept = (
        scales.single[lay.LAST_TRICK] / 2 if 1 < eyes[HELD] <= ENDGAME and not higher else 0.0
    )
    return scales.cost[card] + kept


@compiled(inline=True)
def lead_trump(
    state: Numbers, plan: Plan, scales: Scales, trumps: int, above: int, eyes: Numbers
) -> float:
    """Judge leading a trump: the highest draws the others' when the seat has more."""
    seat, foes = state[lay.TURN], 0
    for other in range(plan.rules[lay.SEATS]):
        foes += int(ally(plan, scales, seat, other, eyes) < 1.0)
    own = count(state[lay.TAROCKS + seat] & scales.pack[2])
    return DRAW_TRUMPS if own > trumps / max(1, foes) and not above else 0.0


@compiled(inline=True)
def lead_plain(state: Numbers, scales: Scales, card: int, eyes: Numbers) -> float:
    """Judge leading a plain card: long suits are led, Queens are not laid bare."""
    own = state[lay.PLAIN + state[lay.TURN]] & SUIT_BITS << (
        RANKS_IN_SUIT * (card // RANKS_IN_SUIT)
    )
    bonus, left, exposed = LONG_SUIT * count(own), own, 0
    while left:
        other = lowest(left)
        left &= left - 1
        if scales.worth[other] > 1 and eyes[ABROAD_PLAIN] & scales.above[other]:
            exposed |= 1 << other
    return bonus - EXPOSED if exposed and not exposed >> card & 1 else bonus
