"""The most and the least that can still be gained: what lies outside needs no search."""

from __future__ import annotations

from matto.engine.payrules import LAST_BY_SEAT, LAST_BY_SIDE
from matto.engine.scoring import LOT
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER
from matto.kernel import exact_desk as on
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_rows import from_all
from matto.kernel.layout import MOST_SEATS, Numbers


@compiled
def write_extremes(desk: Numbers) -> None:
    """Write down the most and the least that is still to come, card points left out."""
    frame, up, down = on.FRAMES, 0, 0
    for card in range(FOOL_NUMBER + 1):
        write_extremes_of(desk, card)
        word, bit = desk[frame + on.OPEN_PLAIN], card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = desk[frame + on.OPEN_TAROCKS], card - FIRST_TRUMP_NUMBER
        if word >> bit & 1:
            up, down = up + desk[on.BEST_GAIN + card], down + desk[on.WORST_GAIN + card]
    for place in range(desk[on.SETS]):
        at = on.SETS_AT + place * on.SET_ROW
        if not desk[frame + on.CLOSED] >> place & 1:
            up += max(desk[at + on.SET_EARNED], desk[at + on.SET_MISSED])
            down += min(desk[at + on.SET_EARNED], desk[at + on.SET_MISSED])
    write_last_extremes(desk)
    desk[frame + on.UP] = up + max(desk[on.LAST_BEST], desk[on.LAST_BEST + 1])
    desk[frame + on.DOWN] = down + min(desk[on.LAST_WORST], desk[on.LAST_WORST + 1])


@compiled
def write_extremes_of(desk: Numbers, card: int) -> None:
    """Write down the most and the least that a card can bring, by the side that wins it."""
    owner, seats = desk[on.OWNER + card], desk[on.SEATS]
    for side in range(2):
        best = worst = 0
        some = False
        for seat in range(seats):
            for winner in range(seats):
                if desk[on.SIDE + winner] != side or owner not in (seat, -1):
                    continue
                low, high = extra_of(desk, card, seat, winner)
                gain = desk[on.GAINS + card * on.NUMBERS_PER_GAIN + seat * MOST_SEATS + winner]
                best = max(best, gain + high) if some else gain + high
                worst = min(worst, gain + low) if some else gain + low
                some = True
        desk[on.BEST_IF + side * on.CARDS + card] = best
        desk[on.WORST_IF + side * on.CARDS + card] = worst
    first, second = on.BEST_IF + card, on.BEST_IF + on.CARDS + card
    desk[on.BEST_GAIN + card] = max(desk[first], desk[second])
    first, second = on.WORST_IF + card, on.WORST_IF + on.CARDS + card
    desk[on.WORST_GAIN + card] = min(desk[first], desk[second])


@compiled
def extra_of(desk: Numbers, card: int, owner: int, winner: int) -> tuple[int, int]:
    """Give what a card may bring besides by its trick's number, and in the last trick."""
    low = high = 0
    worth = from_all(desk, owner)
    if card == desk[on.WATCHED]:
        table = on.WATCH_WON if owner == winner else on.WATCH_LOST
        number = desk[on.FRAMES + on.NUMBER]
        low = high = worth * desk[table + number]
        for later in range(number + 1, desk[on.IN_ALL] + 1):
            low = min(low, worth * desk[table + later])
            high = max(high, worth * desk[table + later])
    for place in range(desk[on.LAST_ROWS]):
        at = on.LAST_AT + place * on.LAST_ROW
        word, bit = desk[at + on.LAST_PLAIN], card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = desk[at + on.LAST_TAROCKS], card - FIRST_TRUMP_NUMBER
        if word >> bit & 1:
            paid = desk[at + on.LAST_WON] if owner == winner else -desk[at + on.LAST_LOST]
            low, high = low + min(0, worth * paid), high + max(0, worth * paid)
    return low, high


@compiled
def write_last_extremes(desk: Numbers) -> None:
    """Write down what winning the last trick is worth at most and at least, by side."""
    for side in range(2):
        best = worst = 0
        for place in range(desk[on.LAST_ROWS]):
            at = on.LAST_AT + place * on.LAST_ROW
            how, who = desk[at + on.LAST_HOW], desk[at + on.LAST_WHO]
            won, lost = desk[at + on.LAST_WON], desk[at + on.LAST_LOST]
            if how == LAST_BY_SIDE:
                best += won if who == side else lost
                worst += won if who == side else lost
            elif how == LAST_BY_SEAT:
                may = desk[on.SIDE + who] == side
                best += max(won, lost) if may else lost
                worst += min(won, lost) if may else lost
        desk[on.LAST_BEST + side], desk[on.LAST_WORST + side] = best, worst


@compiled
def write_safe(desk: Numbers, frame: int) -> None:
    """Find the trumps that no opponent can take, and write down what they make certain.

    If somebody has nothing but such trumps, his side wins all tricks that are left.
    """
    desk[on.CUT_UP] = desk[on.CUT_DOWN] = 0
    desk[on.CUT_MOST] = desk[on.CUT_LEAST] = desk[on.CUT_CARDS] = 0
    trumps, other = trumps_of(desk, frame, 0), trumps_of(desk, frame, 1)
    side = 0 if trumps > other else 1
    if side:
        trumps, other = other, trumps
    safe = trumps & ~up_to_highest(desk, other) if other else trumps
    if not safe or desk[frame + on.DRAWN] < desk[on.STOCK]:
        return
    left, tricks = desk[on.IN_ALL] + 1 - desk[frame + on.NUMBER], 0
    for seat in range(desk[on.SEATS]):
        if desk[on.SIDE + seat] == side:
            tricks = max(tricks, count(desk[frame + on.HAND_TAROCKS + seat] & safe))
    plain = 0
    if tricks == left:
        plain, safe = desk[frame + on.OPEN_PLAIN], desk[frame + on.OPEN_TAROCKS] & ~FOOL_BIT
        cut_last(desk, side)
    cut(desk, side, plain, safe)
    cut_sets(desk, frame, side, plain, safe)
    cut_points(desk, frame, side, tricks)


@compiled(inline=True)
def trumps_of(desk: Numbers, frame: int, side: int) -> int:
    """Give all trumps of a side but the Fool."""
    trumps = 0
    for seat in range(desk[on.SEATS]):
        if desk[on.SIDE + seat] == side:
            trumps |= desk[frame + on.HAND_TAROCKS + seat]
    return trumps & ~FOOL_BIT


@compiled(inline=True)
def up_to_highest(desk: Numbers, trumps: int) -> int:
    """Give all trumps that the highest of some trumps can beat, or is as strong as."""
    filled = trumps | trumps >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    filled |= filled >> 8
    filled |= filled >> 16
    highest = count(filled) - 1
    return (2 << desk[on.EQUAL_HIGH + FIRST_TRUMP_NUMBER + highest]) - 1


@compiled
def cut(desk: Numbers, side: int, plain: int, tarocks: int) -> None:
    """Cut off what cannot be gained any more because a side is certain of these cards."""
    points = 0
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
        at = side * on.CARDS + card
        desk[on.CUT_UP] += desk[on.BEST_GAIN + card] - desk[on.BEST_IF + at]
        desk[on.CUT_DOWN] += desk[on.WORST_GAIN + card] - desk[on.WORST_IF + at]
        points += desk[on.POINTS_OF + card]
    desk[on.CUT_LEAST if side == 0 else on.CUT_MOST] = points


@compiled
def cut_last(desk: Numbers, side: int) -> None:
    """Cut off what the other side could gain by the last trick."""
    best, worst = desk[on.LAST_BEST + side], desk[on.LAST_WORST + side]
    desk[on.CUT_UP] += max(best, desk[on.LAST_BEST + 1 - side]) - best
    desk[on.CUT_DOWN] += min(worst, desk[on.LAST_WORST + 1 - side]) - worst


@compiled
def cut_sets(desk: Numbers, frame: int, side: int, plain: int, tarocks: int) -> None:
    """Cut off what sets would pay that can no longer be complete."""
    for place in range(desk[on.SETS]):
        at = on.SETS_AT + place * on.SET_ROW
        if desk[frame + on.CLOSED] >> place & 1 or desk[at + on.SET_SIDE] == side:
            continue
        if desk[at + on.SET_PLAIN] & plain | desk[at + on.SET_TAROCKS] & tarocks:
            missed, earned = desk[at + on.SET_MISSED], desk[at + on.SET_EARNED]
            desk[on.CUT_UP] += max(missed, earned) - missed
            desk[on.CUT_DOWN] += min(missed, earned) - missed


@compiled
def cut_points(desk: Numbers, frame: int, side: int, tricks: int) -> None:
    """Add what tricks count, besides their cards, to what is certain."""
    certain = desk[on.EACH] * tricks
    cards = tricks * desk[on.SEATS] - 1  # a Fool may not stay there
    if side == 0:
        if desk[on.BY_LOTS]:
            certain += (desk[frame + on.REST] + cards) // LOT
        desk[on.CUT_LEAST] += certain
    else:
        desk[on.CUT_MOST] += certain
        desk[on.CUT_CARDS] = cards
