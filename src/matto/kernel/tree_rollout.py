"""Random play of one deal from a leaf of the tree.

The rules are those of `matto.kernel.play`, a trick at a time, with fewer jumps.
"""

from __future__ import annotations

from matto.engine import tricks
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, LEADING, RANKS_IN_SUIT
from matto.kernel.bits import count, lowest, nth_bit
from matto.kernel.chance import Chance, below
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
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

legal = compiled(tricks.legal, inline=True)
led_after = compiled(tricks.led_after, inline=True)
beats = compiled(tricks.beats, inline=True)


@compiled
def play_trick(state: Numbers, plan: Plan, stock: Numbers, chance: Chance) -> None:
    """Play a trick to its end at random: what is settled is then as it would be by `play`."""
    finish_trick(state, plan, chance)
    take_in(state, plan, stock)


@compiled
def finish_trick(state: Numbers, plan: Plan, chance: Chance) -> None:
    """Let those who have not played to the trick play, and note who wins it."""
    seats, seat = plan.rules[SEATS], state[TURN]
    fool = fool_in_trick(fool_rule(plan.rules), state[TRICKS] + 1)
    led, best, winner = state[LED], state[BEST], state[BEST_SEAT]
    best_strength = 0 if best == NO_CARD else plan.strength[best]
    for lying in range(state[LYING], seats):
        plain, tarocks = legal(state[PLAIN + seat], state[TAROCKS + seat], led, fool)
        if plan.rules[DUTIES]:
            plain = dutiful(plain, led, state[SUITS_LED], state[LYING_PLAIN])
        card = lay_one(state, seat, plain, tarocks, chance)
        if lying == 0 and plan.rules[LEAD_ON]:
            lead_on(state, seat, card)
        strength = plan.strength[card]
        if best == NO_CARD or beats(card, best, strength, best_strength):
            best, best_strength, winner = card, strength, seat
        led = led_after(led, card, fool)
        seat = seat + 1 if seat + 1 < seats else 0
    state[BEST_SEAT] = winner


@compiled(inline=True)
def lay_one(state: Numbers, seat: int, plain: int, tarocks: int, chance: Chance) -> int:
    """Move one of some cards, each as likely as another, from a hand to the trick."""
    plains = count(plain)
    place = below(chance, plains + count(tarocks))
    is_tarock = 1 if place >= plains else 0
    bit = nth_bit(tarocks if is_tarock else plain, place - plains if is_tarock else place)
    card = lowest(bit) + FIRST_TRUMP_NUMBER * is_tarock
    state[PLAIN + MOST_SEATS * is_tarock + seat] ^= bit
    state[LYING_PLAIN + is_tarock] |= bit
    state[CARD + seat] = card
    return card


@compiled
def take_in(state: Numbers, plan: Plan, stock: Numbers) -> None:
    """Give the trick to its winner, who leads to the next."""
    winner, number = state[BEST_SEAT], state[TRICKS] + 1
    first, watched = state[CARD + state[LEADER]], plan.rules[WATCHED] - FIRST_TRUMP_NUMBER
    plain, tarocks = state[LYING_PLAIN], state[LYING_TAROCKS]
    if tarocks & FOOL_BIT:
        state[FOOL_TRICK] = number
    if watched >= 0 and tarocks >> watched & 1:
        state[WATCHED_TRICK] = number
    if first < FIRST_TRUMP_NUMBER:
        state[SUITS_LED] |= 1 << (first // RANKS_IN_SUIT)
    state[PILE_PLAIN + winner] |= plain
    state[PILE_TAROCKS + winner] |= tarocks
    state[WON + winner] += 1
    state[LYING_PLAIN], state[LYING_TAROCKS], state[LYING] = 0, 0, 0
    state[LED], state[BEST] = LEADING, NO_CARD
    state[TRICKS], state[LEADER], state[TURN] = number, winner, winner
    if state[DRAWN] < plan.rules[STOCK]:
        draw_all(state, plan, stock)
