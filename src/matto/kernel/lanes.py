"""Random play of many deals side by side, step by step: fast because nothing waits.

One deal after the other, a processor would wait at each card for the last one and guess
wrongly half of the time whether a suit can be followed. Here `LANES` deals take the same step
together, and the rules of the engine, compiled without a jump, work on all of them at once.

The lanes are blocks of `LANES` numbers in one array, the desk: what one card needs. All else
stays in the state of each deal, from which the desk is laid and to which results return.
"""

from __future__ import annotations

import numpy as np

from matto.engine import tricks
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, LEADING, RANKS_IN_SUIT, FoolRule
from matto.kernel.bits import count, lowest, nth_bit
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    ALL_TRICKS,
    BEST,
    BEST_SEAT,
    CARD,
    DRAWN,
    DUTIES,
    FOOL_TRICK,
    LEAD_ON,
    LEADER,
    LED,
    LYING,
    LYING_PLAIN,
    LYING_TAROCKS,
    MOST_SEATS,
    NO_CARD,
    PILE_PLAIN,
    PILE_TAROCKS,
    PLAIN,
    SEATS,
    STOCK,
    SUITS_LED,
    TAROCKS,
    TRICKS,
    TURN,
    WATCHED,
    WATCHED_TRICK,
    WON,
    Numbers,
    Plan,
)
from matto.kernel.play import draw_all, dutiful, fool_in_trick, fool_rule, lead_on

LANES = 32
(
    HAND_PLAIN,  # of the seat to play; then of these the legal cards
    HAND_TAROCKS,
    WORD,  # the word from which a card is chosen,
    PLACE,  # the how manyth of its bits it is,
    IS_TAROCK,  # and which of the two words it is
    SEAT,
    LED_NOW,
    CHOSEN,  # the card
    STRENGTH,
    BEST_CARD,
    BEST_STRENGTH,
    WINNER,
    CHANCE,
) = range(0, 13 * LANES, LANES)
DESK_SIZE = 13 * LANES
CARD_BITS, SEAT_BITS = 0x7F, 0x7
"""Masks for what is never negative anyway: then Python's counting from the end is left out."""

_A, _B, _C, _HALF = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_FACTOR = np.uint64(2685821657736338717)

legal = compiled(tricks.legal, inline=True)
led_after = compiled(tricks.led_after, inline=True)
beats = compiled(tricks.beats, inline=True)


@compiled
def play_to_the_end(deals: Numbers, desk: Numbers, plan: Plan, stocks: Numbers) -> None:
    """Play `LANES` deals to the end at random, all from the same card of the same trick.

    `deals`: `[LANES, SIZE]`. `desk`: `DESK_SIZE` numbers, of which the chances are set.
    `stocks`: `[LANES, k]`.
    """
    rules, first = plan.rules, deals[0, LYING]
    seats, fool = rules[SEATS], fool_rule(rules)
    lay_desk(deals, desk, plan)
    for trick in range(deals[0, TRICKS], rules[ALL_TRICKS]):
        now = fool_in_trick(fool, trick + 1)
        for lying in range(first, seats):
            find_legal(desk, now)
            if rules[DUTIES]:
                keep_duties(deals, desk)
            choose(desk)
            lay_down(deals, desk, plan.strength, seats)
            if lying == 0:
                be_first(deals, desk, plan)
            else:
                compare(desk, seats)
            if lying == 0 or is_open(desk):
                follow_fool(desk, now)
        first = 0
        take_in(deals, desk, plan, stocks)


@compiled
def lay_desk(deals: Numbers, desk: Numbers, plan: Plan) -> None:
    """Take from the states what is needed for the next card."""
    for lane in range(LANES):
        seat, best = deals[lane, TURN], deals[lane, BEST]
        desk[SEAT + lane], desk[LED_NOW + lane] = seat, deals[lane, LED]
        desk[HAND_PLAIN + lane] = deals[lane, PLAIN + seat]
        desk[HAND_TAROCKS + lane] = deals[lane, TAROCKS + seat]
        desk[WINNER + lane] = deals[lane, BEST_SEAT]
        if best != NO_CARD:
            desk[BEST_CARD + lane], desk[BEST_STRENGTH + lane] = best, plan.strength[best]


@compiled
def find_legal(desk: Numbers, fool: FoolRule) -> None:
    """Leave of each hand on the desk the cards that may be played."""
    for lane in range(LANES):
        plain, tarocks = legal(
            desk[HAND_PLAIN + lane], desk[HAND_TAROCKS + lane], desk[LED_NOW + lane], fool
        )
        desk[HAND_PLAIN + lane], desk[HAND_TAROCKS + lane] = plain, tarocks


@compiled
def keep_duties(deals: Numbers, desk: Numbers) -> None:
    """Leave of the legal plain cards those that duties allow."""
    for lane in range(LANES):
        desk[HAND_PLAIN + lane] = dutiful(
            desk[HAND_PLAIN + lane],
            desk[LED_NOW + lane],
            deals[lane, SUITS_LED],
            deals[lane, LYING_PLAIN],
        )


@compiled
def choose(desk: Numbers) -> None:
    """Choose one of the cards, each as likely as another (see `chance.one_card`)."""
    for lane in range(LANES):
        plain, tarocks = desk[HAND_PLAIN + lane], desk[HAND_TAROCKS + lane]
        bits = np.uint64(desk[CHANCE + lane])
        bits ^= bits >> _A
        bits ^= bits << _B
        bits ^= bits >> _C
        desk[CHANCE + lane] = np.int64(bits)
        plains = count(plain)
        choices = np.uint64(plains + count(tarocks))
        place = np.int64((((bits * _FACTOR) >> _HALF) * choices) >> _HALF)
        is_tarock = place >= plains
        desk[WORD + lane] = tarocks if is_tarock else plain
        desk[PLACE + lane] = place - plains if is_tarock else place
        desk[IS_TAROCK + lane] = 1 if is_tarock else 0


@compiled
def lay_down(deals: Numbers, desk: Numbers, strength: Numbers, seats: int) -> None:
    """Move the chosen cards from hands to tables, and look at the hands of the next."""
    for lane in range(LANES):
        bit = nth_bit(desk[WORD + lane], desk[PLACE + lane])
        is_tarock, seat = desk[IS_TAROCK + lane] & 1, desk[SEAT + lane] & SEAT_BITS
        card = (lowest(bit) + FIRST_TRUMP_NUMBER * is_tarock) & CARD_BITS
        deals[lane, PLAIN + MOST_SEATS * is_tarock + seat] ^= bit
        deals[lane, LYING_PLAIN + is_tarock] |= bit
        deals[lane, CARD + seat] = card
        desk[CHOSEN + lane], desk[STRENGTH + lane] = card, strength[card]
        following = seat + 1 if seat + 1 < seats else 0
        desk[HAND_PLAIN + lane] = deals[lane, PLAIN + following]
        desk[HAND_TAROCKS + lane] = deals[lane, TAROCKS + following]


@compiled
def be_first(deals: Numbers, desk: Numbers, plan: Plan) -> None:
    """Let the first cards of tricks win so far, and keep account of suits led."""
    seats = plan.rules[SEATS]
    if plan.rules[LEAD_ON]:
        for lane in range(LANES):
            lead_on(deals[lane], desk[SEAT + lane], desk[CHOSEN + lane])
    for lane in range(LANES):
        seat = desk[SEAT + lane]
        desk[BEST_CARD + lane] = desk[CHOSEN + lane]
        desk[BEST_STRENGTH + lane] = desk[STRENGTH + lane]
        desk[WINNER + lane] = seat
        desk[SEAT + lane] = seat + 1 if seat + 1 < seats else 0


@compiled
def compare(desk: Numbers, seats: int) -> None:
    """Let the chosen cards win that beat the best so far; the next seats are to play."""
    for lane in range(LANES):
        card, seat = desk[CHOSEN + lane] & CARD_BITS, desk[SEAT + lane]
        best, strength = desk[BEST_CARD + lane] & CARD_BITS, desk[STRENGTH + lane]
        wins = beats(card, best, strength, desk[BEST_STRENGTH + lane])
        desk[BEST_CARD + lane] = card if wins else best
        desk[BEST_STRENGTH + lane] = strength if wins else desk[BEST_STRENGTH + lane]
        desk[WINNER + lane] = seat if wins else desk[WINNER + lane]
        desk[SEAT + lane] = seat + 1 if seat + 1 < seats else 0


@compiled
def is_open(desk: Numbers) -> bool:
    """Tell whether in a lane it is not settled what was led."""
    most = 0
    for lane in range(LANES):
        most = max(most, desk[LED_NOW + lane])
    return bool(most >= LEADING)


@compiled
def follow_fool(desk: Numbers, fool: FoolRule) -> None:
    """Settle what is led by the cards just chosen."""
    for lane in range(LANES):
        card = desk[CHOSEN + lane] & CARD_BITS
        desk[LED_NOW + lane] = led_after(desk[LED_NOW + lane], card, fool)


@compiled
def take_in(deals: Numbers, desk: Numbers, plan: Plan, stocks: Numbers) -> None:
    """Give the tricks to their winners, who lead to the next."""
    if plan.rules[WATCHED] != NO_CARD or plan.rules[DUTIES]:
        keep_account(deals, desk, plan)
    draws = deals[0, DRAWN] < plan.rules[STOCK]
    for lane in range(LANES):
        deal, winner = deals[lane], desk[WINNER + lane] & SEAT_BITS
        plain, tarocks = deal[LYING_PLAIN], deal[LYING_TAROCKS]
        number = deal[TRICKS] + 1
        deal[FOOL_TRICK] = number if tarocks & FOOL_BIT else deal[FOOL_TRICK]
        deal[PILE_PLAIN + winner] |= plain
        deal[PILE_TAROCKS + winner] |= tarocks
        deal[WON + winner] += 1
        deal[LYING_PLAIN], deal[LYING_TAROCKS], deal[LYING] = 0, 0, 0
        deal[TRICKS], deal[LEADER], deal[TURN] = number, winner, winner
        if draws:
            draw_all(deal, plan, stocks[lane])
        desk[SEAT + lane], desk[LED_NOW + lane] = winner, LEADING
        desk[HAND_PLAIN + lane] = deal[PLAIN + winner]
        desk[HAND_TAROCKS + lane] = deal[TAROCKS + winner]


@compiled
def keep_account(deals: Numbers, desk: Numbers, plan: Plan) -> None:
    """Note suits that were led and whether the watched card was played."""
    watched = plan.rules[WATCHED]
    for lane in range(LANES):
        deal = deals[lane]
        first = deal[CARD + deal[LEADER]]
        if first < FIRST_TRUMP_NUMBER:
            deal[SUITS_LED] |= 1 << (first // RANKS_IN_SUIT)
        if watched != NO_CARD and deal[LYING_TAROCKS] >> (watched - FIRST_TRUMP_NUMBER) & 1:
            deal[WATCHED_TRICK] = deal[TRICKS] + 1
