"""What each card and each row of prices can still pay, written on the desk of the solver.

All amounts are what side 0 receives less what side 1 receives.
"""

from __future__ import annotations

from matto.engine.payrules import (
    CAPTURED,
    COMPARED,
    EXCHANGED,
    FROM_LOSER,
    HAS_ALL,
    LAST_BY_SEAT,
    LAST_BY_SIDE,
    LAST_WITH,
    LED_ON,
    LESS_MISSING,
    MOST,
    PLAYED,
    TAKEN,
)
from matto.engine.payrules import WATCHED as WATCHED_CARD
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER
from matto.kernel import exact_desk as on
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    ALL_TRICKS,
    AMOUNT,
    COUNT_HOW,
    EARNED,
    FOOL_GOES,
    LOSES,
    MISSED,
    MOST_SEATS,
    OPERATION,
    OTHER,
    OWN_TOO,
    ROW_PLAIN,
    ROW_TAROCKS,
    TABLE_AT,
    TABLE_LENGTH,
    WATCHED,
    WHO,
    Numbers,
    Plan,
)
from matto.kernel.layout import SEATS as PLAYERS

SCRAMBLE = 0x2545F4914F6CDD1D
SHIFT = 29


@compiled
def can_solve(plan: Plan) -> bool:
    """Tell whether the endings of a plan can be solved: two sides, and prices that are known.

    Not known are an exchange for the Fool, counting by missing cards, and rows that pay for
    the most points, for all tricks or for none: they occur where each plays for himself.
    """
    rules, first, second = plan.rules, 0, 0
    for seat in range(rules[PLAYERS]):
        first += int(plan.side[seat] == 0)
        second += int(plan.side[seat] == 1)
    if first == 0 or second == 0 or first + second != rules[PLAYERS]:
        return False
    if rules[FOOL_GOES] == EXCHANGED or rules[COUNT_HOW] == LESS_MISSING:
        return False
    sets = last_rows = 0
    for place in range(plan.pay_rules.shape[0]):
        row = plan.pay_rules[place]
        if not is_known(row):
            return False
        sets += int(row[OPERATION] == HAS_ALL)
        last_rows += int(pays_at_last(row[OPERATION]))
    if rules[WATCHED] == FOOL_NUMBER:
        return False
    return sets <= on.MOST_SETS and last_rows <= on.MOST_LAST_ROWS


@compiled
def is_known(row: Numbers) -> bool:
    """Tell whether the solver can follow what a row of prices pays."""
    operation = row[OPERATION]
    if operation == CAPTURED:
        for seat in range(MOST_SEATS):
            if row[MISSED + seat]:
                return False
    return bool(operation <= COMPARED and operation != MOST)


@compiled
def pays_at_last(operation: int) -> bool:
    """Tell whether a row looks at nothing but the last trick."""
    return operation in (LAST_BY_SEAT, LAST_BY_SIDE, LAST_WITH, LED_ON)


@compiled
def between_sides(desk: Numbers, row: Numbers, block: int) -> int:
    """Give what a block of amounts by seat means for side 0 against side 1."""
    total = 0
    for seat in range(desk[on.SEATS]):
        total += desk[on.SIGN + seat] * row[block + seat]
    return total


@compiled
def from_all(desk: Numbers, seat: int) -> int:
    """Give what it means for side 0 against side 1 when a seat receives 1 from each other."""
    return 2 * desk[on.SIGN + seat] * desk[on.OTHERS + seat]


@compiled
def renumbered(desk: Numbers, plain: int, tarocks: int) -> tuple[int, int]:
    """Give two words of cards by the desk's numbers."""
    new_plain = new_tarocks = 0
    while plain:
        new_plain |= 1 << desk[on.NEW + lowest(plain)]
        plain &= plain - 1
    while tarocks:
        card = desk[on.NEW + FIRST_TRUMP_NUMBER + lowest(tarocks)]
        new_tarocks |= 1 << (card - FIRST_TRUMP_NUMBER)
        tarocks &= tarocks - 1
    return new_plain, new_tarocks


@compiled
def write_rows(desk: Numbers, plan: Plan) -> None:
    """Write down what all rows can pay."""
    clear(desk, on.GAINS, on.CARDS * on.NUMBERS_PER_GAIN)
    clear(desk, on.WATCH_WON, 2 * on.CARDS)
    clear(desk, on.FEATURE, on.CARDS)
    desk[on.SETS] = desk[on.LAST_ROWS] = desk[on.LED_ON_PLAIN] = desk[on.LED_ON_TAROCKS] = 0
    for place in range(plan.pay_rules.shape[0]):
        row = plan.pay_rules[place]
        operation = row[OPERATION]
        plain, tarocks = renumbered(desk, row[ROW_PLAIN], row[ROW_TAROCKS])
        if operation == HAS_ALL:
            write_set(desk, row, plain, tarocks)
        elif operation == WATCHED_CARD:
            write_watched(desk, plan, row)
            mark(desk, plain, tarocks, on.WATCH_WON)
        elif pays_at_last(operation):
            write_last(desk, row, plain, tarocks)
        elif operation in (CAPTURED, FROM_LOSER, TAKEN, PLAYED):
            write_gains(desk, row, plain, tarocks)


@compiled
def clear(desk: Numbers, first: int, length: int) -> None:
    """Write noughts."""
    for place in range(first, first + length):
        desk[place] = 0


@compiled
def write_set(desk: Numbers, row: Numbers, plain: int, tarocks: int) -> None:
    """Write down a set of cards of which a side wants all."""
    at = on.SETS_AT + desk[on.SETS] * on.SET_ROW
    desk[at + on.SET_PLAIN], desk[at + on.SET_TAROCKS] = plain, tarocks
    desk[at + on.SET_SIDE] = row[WHO]
    desk[at + on.SET_EARNED] = between_sides(desk, row, EARNED)
    desk[at + on.SET_MISSED] = between_sides(desk, row, MISSED)
    desk[on.SETS] += 1


@compiled
def mark(desk: Numbers, plain: int, tarocks: int, mark: int) -> None:
    """Tell cards apart, for which a row pays, from those for which it does not."""
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
        desk[on.FEATURE + card] = scrambled(desk[on.FEATURE + card] + mark)


@compiled
def scrambled(number: int) -> int:
    """Give a number that has nothing in common with those of neighbours."""
    number *= SCRAMBLE
    return (number ^ (number >> SHIFT)) * SCRAMBLE


@compiled
def write_last(desk: Numbers, row: Numbers, plain: int, tarocks: int) -> None:
    """Write down a row that looks at the last trick."""
    at = on.LAST_AT + desk[on.LAST_ROWS] * on.LAST_ROW
    operation = row[OPERATION]
    desk[at + on.LAST_HOW], desk[at + on.LAST_WHO] = operation, row[WHO]
    desk[at + on.LAST_PLAIN], desk[at + on.LAST_TAROCKS] = plain, tarocks
    desk[at + on.LAST_LOSES] = row[LOSES]
    if operation in (LAST_BY_SEAT, LAST_BY_SIDE):
        desk[at + on.LAST_WON] = between_sides(desk, row, EARNED)
        desk[at + on.LAST_LOST] = between_sides(desk, row, MISSED)
    else:
        desk[at + on.LAST_WON] = row[AMOUNT]
        desk[at + on.LAST_LOST] = row[OTHER] if operation == LAST_WITH else row[AMOUNT]
        mark(desk, plain, tarocks, at)
    if operation == LED_ON:
        desk[on.LED_ON_PLAIN] |= plain
        desk[on.LED_ON_TAROCKS] |= tarocks
    desk[on.LAST_ROWS] += 1


@compiled
def write_gains(desk: Numbers, row: Numbers, plain: int, tarocks: int) -> None:
    """Write down a row that pays for single cards by their owner and winner."""
    for card in range(FOOL_NUMBER + 1):
        word, bit = plain, card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = tarocks, card - FIRST_TRUMP_NUMBER
        if not word >> bit & 1:
            continue
        at = on.GAINS + card * on.NUMBERS_PER_GAIN
        for owner in range(desk[on.SEATS]):
            for winner in range(desk[on.SEATS]):
                gain = gain_of(desk, row, card, owner, winner)
                desk[at + owner * MOST_SEATS + winner] += gain


@compiled
def gain_of(desk: Numbers, row: Numbers, card: int, owner: int, winner: int) -> int:
    """Give what a row pays for a card that one seat plays and one wins (`engine.payrules`)."""
    operation = row[OPERATION]
    apart = desk[on.SIDE + owner] != desk[on.SIDE + winner]
    if operation == CAPTURED:
        earned = between_sides(desk, row, EARNED)
        return earned if apart and desk[on.SIDE + winner] == row[WHO] else 0
    if operation == FROM_LOSER:
        return 2 * desk[on.SIGN + winner] * row[AMOUNT] if apart else 0
    if operation == TAKEN:
        taken = owner != winner or row[OWN_TOO]
        return from_all(desk, winner) * row[AMOUNT] if taken else 0
    lost = row[LOSES] and owner != winner and card != FOOL_NUMBER
    return from_all(desk, owner) * (-row[AMOUNT] if lost else row[AMOUNT])


@compiled
def write_watched(desk: Numbers, plan: Plan, row: Numbers) -> None:
    """Write down what the watched card brings its player by the number of the trick."""
    half = row[TABLE_LENGTH] // 2
    for number in range(1, min(half, plan.rules[ALL_TRICKS] + 1)):
        desk[on.WATCH_WON + number] += plan.tables[row[TABLE_AT] + number]
        desk[on.WATCH_LOST + number] -= plan.tables[row[TABLE_AT] + number + half]
