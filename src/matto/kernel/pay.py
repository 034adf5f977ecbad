"""Settlement of a finished deal, row by row; `engine.payrules` says what operations mean."""

from __future__ import annotations

from matto.engine.payrules import (
    ALL_TRICKS as TOOK_ALL,
)
from matto.engine.payrules import (
    ALWAYS,
    COMPARED,
    FROM_LOSER,
    HAS_ALL,
    HAS_TRICK,
    LAST_BY_SEAT,
    LAST_BY_SIDE,
    LAST_WITH,
    LED_ON,
    MOST,
    NO_TRICK,
    NOT_ALL_TRICKS,
    PLAYED,
    POINTS,
    TAKEN,
)
from matto.engine.payrules import (
    WATCHED as WATCHED_CARD,
)
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT
from matto.kernel.bits import count
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    ALL_TRICKS,
    AMOUNT,
    AWAY_PLAIN,
    AWAY_TAROCKS,
    BY_TRUMP,
    CARD,
    EARNED,
    FIRST,
    IF_LED,
    LAST_LED,
    LEADER,
    LEFT_SUIT,
    LOSES,
    MISSED,
    OPERATION,
    OTHER,
    OWN_PLAIN,
    OWN_TAROCKS,
    OWN_TOO,
    PILE_PLAIN,
    PILE_TAROCKS,
    ROW_PLAIN,
    ROW_TAROCKS,
    SEATS,
    SECOND,
    SHARED,
    TABLE_AT,
    TABLE_LENGTH,
    UNLESS_SPECIAL,
    WATCHED,
    WATCHED_TRICK,
    WHO,
    WON,
    WON_BY_PLAIN,
    Numbers,
    Plan,
)
from matto.kernel.piles import bring_fool_home, count_points, pile_points


@compiled
def settle(state: Numbers, plan: Plan, pay: Numbers) -> None:
    """Add to `pay` what each seat receives; the Fool is brought home in the state's piles."""
    bring_fool_home(state, plan)
    special = False
    for place in range(plan.pay_rules.shape[0]):
        row = plan.pay_rules[place]
        operation = row[OPERATION]
        if special and row[UNLESS_SPECIAL]:
            continue
        if operation <= HAS_ALL and operation != FROM_LOSER:
            times = earned_times(state, plan, row)
            add(plan, pay, row, EARNED if times else MISSED, times if times else 1)
        elif operation >= COMPARED:
            special |= pay_special(state, plan, row, pay)
        elif operation in (FROM_LOSER, TAKEN, PLAYED):
            pay_for_cards(state, plan, row, pay)
        elif operation == MOST:
            pay_the_most(state, plan, row, pay)
        else:
            pay_for_one_card(state, plan, row, pay)


@compiled(inline=True)
def add(plan: Plan, pay: Numbers, row: Numbers, block: int, times: int) -> None:
    """Add a block of amounts by seat, so many times."""
    for seat in range(plan.rules[SEATS]):
        pay[seat] += times * row[block + seat]


@compiled
def from_each(plan: Plan, pay: Numbers, winner: int, amount: int) -> None:
    """One seat receives an amount from each other seat."""
    seats = plan.rules[SEATS]
    for seat in range(seats):
        pay[seat] -= amount
    pay[winner] += amount * seats


@compiled(inline=True)
def looked_up(plan: Plan, row: Numbers, value: int) -> int:
    """Look a number up in a row's table."""
    place = min(max(value - row[FIRST], 0), row[TABLE_LENGTH] - 1)
    return plan.tables[row[TABLE_AT] + place]


@compiled(inline=True)
def earned_times(state: Numbers, plan: Plan, row: Numbers) -> int:
    """Tell how many times a row pays what is earned; 0: what is missed."""
    operation, who = row[OPERATION], row[WHO]
    if operation == POINTS:
        return looked_up(plan, row, count_points(state, plan, who))
    if operation == LAST_BY_SIDE:
        return int(plan.side[state[LEADER]] == who)
    if operation == LAST_BY_SEAT:
        return int(state[LEADER] == who)
    if operation == ALWAYS:
        return 1
    plain, tarocks, own_plain, own_tarocks = party_cards(state, plan, who)
    if operation == HAS_ALL:
        missing = row[ROW_PLAIN] & ~plain | row[ROW_TAROCKS] & ~tarocks
        return int(missing == 0)
    captured = count(row[ROW_PLAIN] & plain & ~own_plain & ~not_paid(state, row))
    return captured + count(row[ROW_TAROCKS] & tarocks & ~own_tarocks)


@compiled(inline=True)
def party_cards(state: Numbers, plan: Plan, party: int) -> tuple[int, int, int, int]:
    """Give the piles of a party, and the cards that were its own or laid away by it."""
    plain = tarocks = own_plain = own_tarocks = 0
    for seat in range(plan.rules[SEATS]):
        if plan.side[seat] == party:
            plain |= state[PILE_PLAIN + seat]
            tarocks |= state[PILE_TAROCKS + seat]
            own_plain |= state[OWN_PLAIN + seat] | state[AWAY_PLAIN + seat]
            own_tarocks |= state[OWN_TAROCKS + seat] | state[AWAY_TAROCKS + seat]
    return plain, tarocks, own_plain, own_tarocks


@compiled(inline=True)
def not_paid(state: Numbers, row: Numbers) -> int:
    """Give the plain cards for whose capture a row does not pay."""
    return state[WON_BY_PLAIN] if row[BY_TRUMP] else 0


@compiled
def taken_by(state: Numbers, row: Numbers, seat: int) -> tuple[int, int]:
    """Give the cards of a row that a seat has won in tricks."""
    plain = row[ROW_PLAIN] & state[PILE_PLAIN + seat] & ~state[AWAY_PLAIN + seat]
    tarocks = row[ROW_TAROCKS] & state[PILE_TAROCKS + seat] & ~state[AWAY_TAROCKS + seat]
    return plain, tarocks


@compiled
def pay_for_cards(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay for each of the row's cards that was played or taken."""
    operation, amount = row[OPERATION], row[AMOUNT]
    for seat in range(plan.rules[SEATS]):
        plain, tarocks = taken_by(state, row, seat)
        own_plain, own_tarocks = state[OWN_PLAIN + seat], state[OWN_TAROCKS + seat]
        if operation == FROM_LOSER:
            plain &= ~not_paid(state, row)
            pay_winner(state, plan, seat, plain, tarocks, amount, pay)
        elif operation == TAKEN:
            if not row[OWN_TOO]:
                plain, tarocks = plain & ~own_plain, tarocks & ~own_tarocks
            from_each(plan, pay, seat, amount * (count(plain) + count(tarocks)))
        else:
            own_plain, own_tarocks = own_plain & row[ROW_PLAIN], own_tarocks & row[ROW_TAROCKS]
            played = count(own_plain) + count(own_tarocks)
            if row[LOSES]:
                lost = own_tarocks & ~tarocks & ~FOOL_BIT
                played -= 2 * (count(own_plain & ~plain) + count(lost))
            from_each(plan, pay, seat, amount * played)


@compiled
def pay_winner(
    state: Numbers, plan: Plan, winner: int, plain: int, tarocks: int, amount: int, pay: Numbers
) -> None:
    """Each who lost some of these cards to another party pays their winner."""
    for loser in range(plan.rules[SEATS]):
        if plan.side[loser] != plan.side[winner]:
            lost = count(plain & state[OWN_PLAIN + loser])
            lost += count(tarocks & state[OWN_TAROCKS + loser])
            pay[winner] += lost * amount
            pay[loser] -= lost * amount


@compiled
def is_in(row: Numbers, card: int) -> bool:
    """Tell whether a card is one of the row's cards."""
    if card < FIRST_TRUMP_NUMBER:
        return bool(row[ROW_PLAIN] >> card & 1)
    return bool(row[ROW_TAROCKS] >> (card - FIRST_TRUMP_NUMBER) & 1)


@compiled
def pay_for_one_card(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay for cards of the last trick, or for the watched card in whatever trick it was."""
    if row[OPERATION] == WATCHED_CARD:
        pay_for_watched(state, plan, row, pay)
        return
    if row[SHARED] and row[OPERATION] == LAST_WITH:
        pay_party_for_last(state, plan, row, pay)
        return
    for seat in range(plan.rules[SEATS]):
        if not is_in(row, state[CARD + seat]) or (row[IF_LED] and state[LAST_LED] != seat):
            continue
        won = state[LEADER] == seat
        if row[OPERATION] == LAST_WITH:
            from_each(plan, pay, seat, row[AMOUNT] if won else -row[OTHER])
        elif row[OPERATION] == LED_ON and (
            not state[LEFT_SUIT + seat] or (not won and row[LOSES])
        ):
            from_each(plan, pay, seat, row[AMOUNT] if won else -row[AMOUNT])


@compiled
def pay_party_for_last(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay a party for the row's card in its last hand."""
    block = MISSED if row[LOSES] else 0
    for seat in range(plan.rules[SEATS]):
        if plan.side[seat] == row[WHO] and is_in(row, state[CARD + seat]):
            block = EARNED if state[LEADER] == seat else MISSED
    if block:
        add(plan, pay, row, block, 1)


@compiled
def pay_for_watched(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay by the number of the trick to which the watched card was played, if it was."""
    number, card = state[WATCHED_TRICK], plan.rules[WATCHED] - FIRST_TRUMP_NUMBER
    if not number:
        return
    half = row[TABLE_LENGTH] // 2
    for seat in range(plan.rules[SEATS]):
        if state[OWN_TAROCKS + seat] >> card & 1:
            won = state[PILE_TAROCKS + seat] >> card & 1
            place = row[TABLE_AT] + number + (0 if won else half)
            from_each(plan, pay, seat, plan.tables[place] if won else -plan.tables[place])


@compiled
def pay_the_most(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Who has too few points pays whoever has the most."""
    seats, most, winners = plan.rules[SEATS], -1, 0
    for seat in range(seats):
        points = count_points(state, plan, plan.side[seat])
        winners = 1 if points > most else winners + int(points == most)
        most = max(most, points)
    if winners > 1 and not row[SHARED]:
        return
    for seat in range(seats):
        points = count_points(state, plan, plan.side[seat])
        if points == most or points >= row[FIRST]:
            continue
        amount = (row[OTHER] if points < row[SECOND] else row[AMOUNT]) // winners
        pay[seat] -= amount * winners
        for winner in range(seats):
            if count_points(state, plan, plan.side[winner]) == most:
                pay[winner] += amount


@compiled
def pay_special(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> bool:
    """Pay for all tricks or none, or by comparing the parties; tells whether it was special."""
    operation, who, in_all = row[OPERATION], row[WHO], plan.rules[ALL_TRICKS]
    if operation == COMPARED:
        pay_compared(state, plan, row, pay)
        return False
    won = state[WON + who]
    if operation == NOT_ALL_TRICKS:
        if won < in_all:
            plain = state[PILE_PLAIN + who] & ~state[AWAY_PLAIN + who]
            tarocks = state[PILE_TAROCKS + who] & ~state[AWAY_TAROCKS + who]
            less = looked_up(plan, row, pile_points(state, plan, plain, tarocks))
            from_each(plan, pay, who, -max(0, row[AMOUNT] - less))
        return bool(won < in_all)
    earned = won == in_all
    if operation == HAS_TRICK:
        earned = won > 0
    elif operation == NO_TRICK:
        barred = row[ROW_PLAIN] & state[OWN_PLAIN + who]
        barred |= row[ROW_TAROCKS] & state[OWN_TAROCKS + who]
        earned = won == 0 and not barred and not has_all(state, plan)
    elif operation != TOOK_ALL:
        earned = False
    if earned:
        add(plan, pay, row, EARNED, 1)
    return bool(earned)


@compiled
def has_all(state: Numbers, plan: Plan) -> bool:
    """Tell whether somebody has won all tricks."""
    most = 0
    for seat in range(plan.rules[SEATS]):
        most = max(most, state[WON + seat])
    return bool(most == plan.rules[ALL_TRICKS])


@compiled
def pay_compared(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay by which party has more points; of equals that one which has not the Fool."""
    own, other = count_points(state, plan, 0), count_points(state, plan, 1)
    won = own > other
    if own == other:
        won = True
        for seat in range(plan.rules[SEATS]):
            if plan.side[seat] == 0 and state[PILE_TAROCKS + seat] & FOOL_BIT:
                won = False
    add(plan, pay, row, EARNED if won else MISSED, 1)
