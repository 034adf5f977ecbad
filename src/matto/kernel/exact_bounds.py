"""The least and the most that can still be gained: what lies outside needs no search."""

from __future__ import annotations

from matto.engine.scoring import LOT
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER
from matto.kernel import layout as lay
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_memory import BEYOND, MIXED, Frame, Memory
from matto.kernel.layout import Numbers

WEIGHT = 4  # found by trial, as the other weights of the order (see `exact_moves`)


@compiled
def write_extremes(memory: Memory, state: Numbers) -> None:
    """Write down the most and the least that cards and the last trick bring, by side."""
    for side in range(2):
        memory.last_best[side], memory.last_worst[side] = -BEYOND, BEYOND
        for seat in range(memory.rules[lay.SEATS]):
            if memory.side[seat] == side:
                memory.last_best[side] = max(memory.last_best[side], memory.last[seat])
                memory.last_worst[side] = min(memory.last_worst[side], memory.last[seat])
    last = memory.length - 1
    spread = abs(memory.most[last] - memory.least[0]) + abs(memory.slope) * last
    for card in range(FOOL_NUMBER + 1):
        for side in range(2):
            memory.best_if[side, card], memory.worst_if[side, card] = -BEYOND, BEYOND
        write_extremes_of(memory, state, card)
        gain = best(memory, card) - worst(memory, card)
        points = memory.points_of[card] * spread * 2 // max(1, last)
        memory.weight[card] = WEIGHT * (gain + points)


@compiled
def write_extremes_of(memory: Memory, state: Numbers, card: int) -> None:
    """Write down what a card can bring with each owner it may have and each winner."""
    for owner in range(memory.rules[lay.SEATS]):
        if not may_own(memory, state, owner, card):
            continue
        for winner in range(memory.rules[lay.SEATS]):
            won, side = int(owner == winner), memory.side[winner]
            low = high = 0
            if card == memory.rules[lay.WATCHED]:
                number = state[lay.TRICKS] + 1
                low = high = memory.watched[owner, won, number]
                for later in range(number + 1, memory.rules[lay.ALL_TRICKS] + 1):
                    low = min(low, memory.watched[owner, won, later])
                    high = max(high, memory.watched[owner, won, later])
            gain = memory.gain[card, owner, winner]
            kept, left = memory.late[card, owner, won, 0], memory.late[card, owner, won, 1]
            low, high = low + gain + min(0, kept, left), high + gain + max(0, kept, left)
            memory.best_if[side, card] = max(memory.best_if[side, card], high)
            memory.worst_if[side, card] = min(memory.worst_if[side, card], low)


@compiled
def may_own(memory: Memory, state: Numbers, seat: int, card: int) -> bool:
    """Tell whether a card is a seat's, or nobody's yet."""
    word, bit = lay.OWN_PLAIN, card
    if card >= FIRST_TRUMP_NUMBER:
        word, bit = lay.OWN_TAROCKS, card - FIRST_TRUMP_NUMBER
    if state[word + seat] >> bit & 1:
        return True
    owned = 0
    for other in range(memory.rules[lay.SEATS]):
        owned |= state[word + other] >> bit & 1
    return not owned


@compiled(inline=True)
def best(memory: Memory, card: int) -> int:
    """The most that a card brings, whoever wins it."""
    return max(memory.best_if[0, card], memory.best_if[1, card])


@compiled(inline=True)
def worst(memory: Memory, card: int) -> int:
    """The least that a card brings, whoever wins it."""
    return min(memory.worst_if[0, card], memory.worst_if[1, card])


@compiled(inline=True)
def trumps_of(memory: Memory, state: Numbers, side: int) -> int:
    """Give all trumps of a side but the Fool."""
    trumps = 0
    for seat in range(memory.rules[lay.SEATS]):
        if memory.side[seat] == side:
            trumps |= state[lay.TAROCKS + seat]
    return trumps & ~FOOL_BIT


@compiled(inline=True)
def up_to_highest(memory: Memory, trumps: int) -> int:
    """Give all trumps that the highest of some trumps can beat, or is as strong as."""
    filled = trumps | trumps >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    filled |= filled >> 8
    filled |= filled >> 16
    highest = FIRST_TRUMP_NUMBER + count(filled) - 1
    return (2 << memory.equal_high[highest]) - 1


@compiled(inline=True)
def certain(memory: Memory, frame: Frame, state: Numbers) -> tuple[int, int, int, int]:
    """Find the trumps that no opponent can take: their side, they in two words, and tricks.

    If somebody has nothing but such trumps, his side wins all cards that are left.
    """
    trumps, other, side = trumps_of(memory, state, 0), trumps_of(memory, state, 1), 0
    if other > trumps:
        trumps, other, side = other, trumps, 1
    if other:
        trumps &= ~up_to_highest(memory, other)
    if not trumps or state[lay.DRAWN] < memory.rules[lay.STOCK]:
        return side, 0, 0, 0
    tricks = 0
    for seat in range(memory.rules[lay.SEATS]):
        if memory.side[seat] == side:
            tricks = max(tricks, count(state[lay.TAROCKS + seat] & trumps))
    if tricks == memory.rules[lay.ALL_TRICKS] - state[lay.TRICKS]:
        return side, frame.open_plain, frame.open_tarocks & ~FOOL_BIT, tricks
    return side, 0, trumps, tricks


@compiled(inline=True)
def bounds(memory: Memory, frame: Frame, state: Numbers) -> tuple[int, int]:
    """Give bounds between tricks: at the end side 0 has gained no less, and no more."""
    side, plain, tarocks, tricks = certain(memory, frame, state)
    left = memory.rules[lay.ALL_TRICKS] - state[lay.TRICKS]
    least, most, low, high = cards_between(memory, frame, side, plain, tarocks)
    fewer, more = besides_cards(memory, frame, left, side, tricks)
    lost, won = sets_between(memory, frame, side, plain, tarocks)
    worst_last, best_last = last_between(memory, side, tricks == left)
    less, greater = worths_between(memory, frame.points, low + fewer, high + more)
    least, most = least + lost + worst_last + less, most + won + best_last + greater
    return frame.gained + least, frame.gained + most


@compiled(inline=True)
def cards_between(
    memory: Memory, frame: Frame, side: int, sure_plain: int, sure_tarocks: int
) -> tuple[int, int, int, int]:
    """Give what cards bring at least and at most, and what points side 0 has with them."""
    least = most = 0
    low = high = frame.points
    plain, tarocks = frame.open_plain, frame.open_tarocks
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            sure = sure_plain >> card & 1
            plain &= plain - 1
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            sure = sure_tarocks >> (card - FIRST_TRUMP_NUMBER) & 1
            tarocks &= tarocks - 1
        points = memory.points_of[card]
        if sure:
            least, most = least + memory.worst_if[side, card], most + memory.best_if[side, card]
            low, high = low + points * (1 - side), high + points * (1 - side)
        else:
            least, most = least + worst(memory, card), most + best(memory, card)
            low, high = low + min(0, points), high + max(0, points)
    return least, most, low, high


@compiled(inline=True)
def besides_cards(
    memory: Memory, frame: Frame, left: int, side: int, tricks: int
) -> tuple[int, int]:
    """Give what points side 0 gets besides, of `tricks` that a side is certain of."""
    each = memory.rules[lay.COUNT_EACH]
    low, high = each * tricks * (1 - side), each * (left - tricks * side)
    high += memory.rules[lay.COUNT_LAST]
    if memory.lots:  # of the certain tricks a Fool may not stay
        sure = tricks * memory.rules[lay.SEATS] - 1 if tricks else 0
        cards = count(frame.open_plain) + count(frame.open_tarocks)
        low += (frame.rest + sure * (1 - side)) // LOT
        high += (frame.rest + cards - sure * side) // LOT
    if frame.open_tarocks & FOOL_BIT:
        low += min(0, memory.fool_points[0], memory.fool_points[1])
        high += max(0, memory.fool_points[0], memory.fool_points[1])
    return low, high


@compiled(inline=True)
def last_between(memory: Memory, side: int, is_certain: bool) -> tuple[int, int]:
    """Give what winning the last trick pays at least and at most."""
    least, most = memory.last_worst[side], memory.last_best[side]
    if not is_certain:
        least = min(least, memory.last_worst[1 - side])
        most = max(most, memory.last_best[1 - side])
    return least, most


@compiled(inline=True)
def sets_between(
    memory: Memory, frame: Frame, side: int, plain: int, tarocks: int
) -> tuple[int, int]:
    """Give what sets whose fate is open pay at least and at most, given certain cards."""
    least = most = 0
    for place in range(memory.set_count):
        if frame.closed >> place & 1:
            continue
        one = memory.sets[place]
        if one.side != side and one.plain & plain | one.tarocks & tarocks:
            least, most = least + one.missed, most + one.missed
        else:
            least += min(one.missed, one.earned)
            most += max(one.missed, one.earned)
    return least, most


@compiled(inline=True)
def worths_between(memory: Memory, points: int, low: int, high: int) -> tuple[int, int]:
    """Give what points from `low` to `high` are worth, less the slope of those there are."""
    first = max(0, low - memory.first_points)
    last = min(high - memory.first_points, memory.length - 1)
    one, other = memory.slope * first, memory.slope * last
    least, most = memory.least[first], memory.most[first]
    if memory.direction == MIXED:
        for place in range(first + 1, last):
            least, most = min(least, memory.least[place]), max(most, memory.most[place])
    least, most = min(least, memory.least[last]), max(most, memory.most[last])
    paid = memory.slope * (points - memory.first_points)
    return min(one, other) + least - paid, max(one, other) + most - paid
