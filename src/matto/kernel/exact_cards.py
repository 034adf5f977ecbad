"""Which cards are alike, and the cards that are worth trying."""

from __future__ import annotations

from matto.engine.tricks import (
    CAVALIER_BIT,
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    JACK_BIT,
    KING_BIT,
    PIP_BITS,
    RANKS_IN_SUIT,
    TRUMP,
)
from matto.kernel import exact_desk as on
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_order import rank
from matto.kernel.exact_rows import scrambled
from matto.kernel.exact_trick import may_play
from matto.kernel.layout import MOST_SEATS, NO_CARD, Numbers, Plan


@compiled
def write_cards(desk: Numbers, plan: Plan) -> None:
    """Write down what makes cards unlike besides their place, and which are equally strong."""
    frame = on.FRAMES
    for card in range(FOOL_NUMBER + 1):
        owner = owner_of(desk, frame, card)
        desk[on.OWNER + card] = owner
        mark = desk[on.FEATURE + card]
        if desk[on.SLOPE] or desk[on.DIRECTION]:
            mark = scrambled(mark + desk[on.POINTS_OF + card])
        if card == FOOL_NUMBER:
            mark = scrambled(mark + FOOL_BIT)
        if desk[on.DUTIES]:
            mark = scrambled(mark + duty_of(card))
        if owner < 0:
            mark = scrambled(mark + card)
            owner = 0
        at = on.GAINS + card * on.NUMBERS_PER_GAIN
        for winner in range(desk[on.SEATS]):
            mark = scrambled(mark + desk[at + owner * MOST_SEATS + winner])
        desk[on.FEATURE + card] = mark
        write_equals(desk, card)


@compiled
def duty_of(card: int) -> int:
    """Give a number for each kind of card that has other duties."""
    if card >= FIRST_TRUMP_NUMBER:
        return 0
    bit = 1 << card % RANKS_IN_SUIT
    return PIP_BITS if bit & PIP_BITS else bit & (KING_BIT | CAVALIER_BIT | JACK_BIT)


@compiled
def owner_of(desk: Numbers, frame: int, card: int) -> int:
    """Give who holds a card or has just played it, or -1."""
    for seat in range(desk[on.SEATS]):
        word, bit = desk[frame + on.HAND_PLAIN + seat], card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = desk[frame + on.HAND_TAROCKS + seat], card - FIRST_TRUMP_NUMBER
        if word >> bit & 1 or (desk[frame + on.LYING] and desk[frame + on.CARD + seat] == card):
            return seat
    if desk[frame + on.FOOL_WAITS] and card == FOOL_NUMBER:
        return desk[frame + on.FOOL_WAITS] // on.OWNER_FACTOR
    return -1


@compiled
def write_equals(desk: Numbers, card: int) -> None:
    """Write down the places of the lowest and highest card that are as strong as a card."""
    first = FIRST_TRUMP_NUMBER if card >= FIRST_TRUMP_NUMBER else 0
    low = high = card
    if card < FOOL_NUMBER:
        strength = desk[on.STRENGTH + card]
        suit = TRUMP if first else card // RANKS_IN_SUIT
        while low > RANKS_IN_SUIT * suit and desk[on.STRENGTH + low - 1] == strength:
            low -= 1
        end = FOOL_NUMBER if first else RANKS_IN_SUIT * (suit + 1)
        while high + 1 < end and desk[on.STRENGTH + high + 1] == strength:
            high += 1
    desk[on.EQUAL_LOW + card], desk[on.EQUAL_HIGH + card] = low - first, high - first


@compiled
def choose(desk: Numbers, ply: int) -> int:
    """Write down the cards to be tried at a ply, the most promising first; gives how many.

    Of cards that are alike (no other player's card stands between them, and they count and
    pay the same) only the lowest is tried.
    """
    frame, moves = on.FRAMES + ply * on.FRAME, on.MOVES + ply * on.MOST_MOVES
    plain, tarocks = may_play(desk, frame)
    seat, number, before, suit_before = desk[frame + on.TURN], 0, NO_CARD, NO_CARD
    others_plain, others_tarocks = of_others(desk, frame, seat)
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
            suit, others = card // RANKS_IN_SUIT, others_plain
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
            suit, others = TRUMP, others_tarocks
        alike = suit == suit_before and card != FOOL_NUMBER
        if not alike or not are_alike(desk, before, card, others):
            desk[moves + number] = card
            number += 1
        before, suit_before = card, suit
    if number > 1:
        rank(desk, ply, number)
    return number


@compiled
def of_others(desk: Numbers, frame: int, seat: int) -> tuple[int, int]:
    """Give the cards that may come between those of a seat."""
    plain = desk[frame + on.OPEN_PLAIN] & ~desk[frame + on.HAND_PLAIN + seat]
    tarocks = desk[frame + on.OPEN_TAROCKS] & ~desk[frame + on.HAND_TAROCKS + seat]
    plain &= ~desk[frame + on.LYING_PLAIN]
    tarocks &= ~(desk[frame + on.LYING_TAROCKS] | FOOL_BIT)
    best = desk[frame + on.BEST]
    if best < 0:
        return plain, tarocks
    if best < FIRST_TRUMP_NUMBER:
        return plain | 1 << best, tarocks
    return plain, tarocks | 1 << (best - FIRST_TRUMP_NUMBER)


@compiled(inline=True)
def are_alike(desk: Numbers, low: int, high: int, others: int) -> bool:
    """Tell whether two cards of one hand, neighbours in it, are alike."""
    if desk[on.FEATURE + low] != desk[on.FEATURE + high]:
        return False
    if desk[on.STRENGTH + low] == desk[on.STRENGTH + high]:
        return True
    from_low, to_high = desk[on.EQUAL_LOW + low], desk[on.EQUAL_HIGH + high]
    return bool(others & (2 << to_high) - (1 << from_low) == 0)
