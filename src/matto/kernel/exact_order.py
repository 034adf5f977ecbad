"""In which order the exact solver tries cards: the better the guess, the shorter the search."""

from __future__ import annotations

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER, RANKS_IN_SUIT
from matto.kernel import exact_desk as on
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers
from matto.kernel.play import beats

# Found by trial: halving or doubling one of them makes the searches longer.
LEADS_HIGHEST, LEADS_HIGHEST_TRUMP = 80, -60
TAKES, TAKES_FROM_PARTNER = 100, 25
WEIGHT = 4


@compiled
def write_weights(desk: Numbers) -> None:
    """Write down how much hangs on the fate of each card."""
    last = desk[on.LENGTH] - 1
    spread = abs(desk[on.MOST + last] - desk[on.LEAST]) + abs(desk[on.SLOPE]) * last
    for card in range(FOOL_NUMBER + 1):
        weight = desk[on.BEST_GAIN + card] - desk[on.WORST_GAIN + card]
        points = desk[on.POINTS_OF + card] * spread * 2 // max(1, last)
        desk[on.WEIGHT + card] = WEIGHT * (weight + points)


@compiled
def rank(desk: Numbers, ply: int, number: int) -> None:
    """Order the cards to be tried by how promising they look."""
    frame, moves = on.FRAMES + ply * on.FRAME, on.MOVES + ply * on.MOST_MOVES
    ranks = on.RANKS + ply * on.MOST_MOVES
    for place in range(number):
        card = desk[moves + place]
        promise, slot = promise_of(desk, frame, card), place
        while slot and desk[ranks + slot - 1] < promise:
            desk[ranks + slot] = desk[ranks + slot - 1]
            desk[moves + slot] = desk[moves + slot - 1]
            slot -= 1
        desk[ranks + slot], desk[moves + slot] = promise, card


@compiled
def promise_of(desk: Numbers, frame: int, card: int) -> int:
    """Guess how good a card is for its player."""
    if card == desk[frame + on.KNOWN]:
        return on.CERTAIN
    if desk[frame + on.LYING]:
        return promise_of_answer(desk, frame, card)
    if card == FOOL_NUMBER or not is_highest(desk, frame, card):
        return 0
    return LEADS_HIGHEST if card < FIRST_TRUMP_NUMBER else LEADS_HIGHEST_TRUMP


@compiled
def is_highest(desk: Numbers, frame: int, card: int) -> bool:
    """Tell whether no other player has a higher card of the same suit."""
    seat = desk[frame + on.TURN]
    if card < FIRST_TRUMP_NUMBER:
        others = desk[frame + on.OPEN_PLAIN] & ~desk[frame + on.HAND_PLAIN + seat]
        end = (card // RANKS_IN_SUIT + 1) * RANKS_IN_SUIT
        return bool(others & (1 << end) - (2 << card) == 0)
    others = desk[frame + on.OPEN_TAROCKS] & ~desk[frame + on.HAND_TAROCKS + seat]
    return bool(others & ~FOOL_BIT & -(2 << (card - FIRST_TRUMP_NUMBER)) == 0)


@compiled
def promise_of_answer(desk: Numbers, frame: int, card: int) -> int:
    """Guess how good it is to add a card to the trick.

    Who takes it takes as much with it as he can; to a partner's trick one adds what is worth
    most, to an opponent's what is worth least. A strong card is not spent without need.
    """
    best, weight, strength = (
        desk[frame + on.BEST],
        desk[on.WEIGHT + card],
        desk[on.STRENGTH + card],
    )
    side = desk[on.SIDE + desk[frame + on.TURN]]
    with_partner = side == desk[on.SIDE + desk[frame + on.BEST_SEAT]]
    if beats(card, best, strength, desk[on.STRENGTH + best]):
        return (TAKES_FROM_PARTNER if with_partner else TAKES) + weight - strength
    return (weight if with_partner else -weight) - strength
