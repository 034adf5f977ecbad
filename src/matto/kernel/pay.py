"""Settlement of a finished deal, row by row; `engine.payrules` says what operations mean."""

from __future__ import annotations

from matto.engine import payrules as rows
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT
from matto.kernel import layout as lay
from matto.kernel.bits import count
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers, Plan
from matto.kernel.piles import bring_fool_home, count_points, pile_points


@compiled
def settle(state: Numbers, plan: Plan, pay: Numbers) -> None:
    """Add to `pay` what each seat receives; the Fool is brought home in the state's piles."""
    bring_fool_home(state, plan)
    special = False
    for place in range(plan.pay_rules.shape[0]):
        row = plan.pay_rules[place]
        operation = row[lay.OPERATION]
        if special and row[lay.UNLESS_SPECIAL]:
            continue
        if operation <= rows.HAS_ALL and operation != rows.FROM_LOSER:
            times = earned_times(state, plan, row)
            add(plan, pay, row, lay.EARNED if times else lay.MISSED, times if times else 1)
        elif operation >= rows.COMPARED:
            special |= pay_special(state, plan, row, pay)
        elif operation in (rows.FROM_LOSER, rows.TAKEN, rows.PLAYED):
            pay_for_cards(state, plan, row, pay)
        elif operation == rows.MOST:
            pay_the_most(state, plan, row, pay)
        else:
            pay_for_one_card(state, plan, row, pay)


@compiled(inline=True)
def add(plan: Plan, pay: Numbers, row: Numbers, block: int, times: int) -> None:
    """Add a block of amounts by seat, so many times."""
    for seat in range(plan.rules[lay.SEATS]):
        pay[seat] += times * row[block + seat]


@compiled
def from_each(plan: Plan, pay: Numbers, winner: int, amount: int) -> None:
    """One seat receives an amount from each other seat."""
    seats = plan.rules[lay.SEATS]
    for seat in range(seats):
        pay[seat] -= amount
    pay[winner] += amount * seats


@compiled(inline=True)
def looked_up(plan: Plan, row: Numbers, value: int) -> int:
    """Look a number up in a row's table."""
    place = min(max(value - row[lay.FIRST], 0), row[lay.TABLE_LENGTH] - 1)
    return plan.tables[row[lay.TABLE_AT] + place]


@compiled(inline=True)
def earned_times(state: Numbers, plan: Plan, row: Numbers) -> int:
    """Tell how many times a row pays what is earned; 0: what is missed."""
    operation, who = row[lay.OPERATION], row[lay.WHO]
    if operation == rows.POINTS:
        return looked_up(plan, row, count_points(state, plan, who))
    if operation == rows.LAST_BY_SIDE:
        return int(plan.side[state[lay.LEADER]] == who)
    if operation == rows.LAST_BY_SEAT:
        return int(state[lay.LEADER] == who)
    if operation == rows.ALWAYS:
        return 1
    plain, tarocks, own_plain, own_tarocks = party_cards(state, plan, who)
    if operation == rows.HAS_ALL:
        missing = row[lay.ROW_PLAIN] & ~plain | row[lay.ROW_TAROCKS] & ~tarocks
        return int(missing == 0)
    captured = count(row[lay.ROW_PLAIN] & plain & ~own_plain & ~not_paid(state, row))
    return captured + count(row[lay.ROW_TAROCKS] & tarocks & ~own_tarocks)


@compiled(inline=True)
def party_cards(state: Numbers, plan: Plan, party: int) -> tuple[int, int, int, int]:
    """Give the piles of a party, and the cards that were its own or laid away by it."""
    plain = tarocks = own_plain = own_tarocks = 0
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] == party:
            plain |= state[lay.PILE_PLAIN + seat]
            tarocks |= state[lay.PILE_TAROCKS + seat]
            own_plain |= state[lay.OWN_PLAIN + seat] | state[lay.AWAY_PLAIN + seat]
            own_tarocks |= state[lay.OWN_TAROCKS + seat] | state[lay.AWAY_TAROCKS + seat]
    return plain, tarocks, own_plain, own_tarocks


@compiled(inline=True)
def not_paid(state: Numbers, row: Numbers) -> int:
    """Give the plain cards for whose capture a row does not pay."""
    return state[lay.WON_BY_PLAIN] if row[lay.BY_TRUMP] else 0


@compiled
def taken_by(state: Numbers, row: Numbers, seat: int) -> tuple[int, int]:
    """Give the cards of a row that a seat has won in tricks."""
    plain = row[lay.ROW_PLAIN] & state[lay.PILE_PLAIN + seat] & ~state[lay.AWAY_PLAIN + seat]
    tarocks = (
        row[lay.ROW_TAROCKS] & state[lay.PILE_TAROCKS + seat] & ~state[lay.AWAY_TAROCKS + seat]
    )
    return plain, tarocks


@compiled
def pay_for_cards(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay for each of the row's cards that was played or taken."""
    operation, amount = row[lay.OPERATION], row[lay.AMOUNT]
    for seat in range(plan.rules[lay.SEATS]):
        plain, tarocks = taken_by(state, row, seat)
        own_plain, own_tarocks = state[lay.OWN_PLAIN + seat], state[lay.OWN_TAROCKS + seat]
        if operation == rows.FROM_LOSER:
            plain &= ~not_paid(state, row)
            pay_winner(state, plan, seat, plain, tarocks, amount, pay)
        elif operation == rows.TAKEN:
            if not row[lay.OWN_TOO]:
                plain, tarocks = plain & ~own_plain, tarocks & ~own_tarocks
            from_each(plan, pay, seat, amount * (count(plain) + count(tarocks)))
        else:
            own_plain, own_tarocks = (
                own_plain & row[lay.ROW_PLAIN],
                own_tarocks & row[lay.ROW_TAROCKS],
            )
            played = count(own_plain) + count(own_tarocks)
            if row[lay.LOSES]:
                lost = own_tarocks & ~tarocks & ~FOOL_BIT
                played -= 2 * (count(own_plain & ~plain) + count(lost))
            from_each(plan, pay, seat, amount * played)


@compiled
def pay_winner(
    state: Numbers, plan: Plan, winner: int, plain: int, tarocks: int, amount: int, pay: Numbers
) -> None:
    """Each who lost some of these cards to another party pays their winner."""
    for loser in range(plan.rules[lay.SEATS]):
        if plan.side[loser] != plan.side[winner]:
            lost = count(plain & state[lay.OWN_PLAIN + loser])
            lost += count(tarocks & state[lay.OWN_TAROCKS + loser])
            pay[winner] += lost * amount
            pay[loser] -= lost * amount


@compiled
def is_in(row: Numbers, card: int) -> bool:
    """Tell whether a card is one of the row's cards."""
    if card < FIRST_TRUMP_NUMBER:
        return bool(row[lay.ROW_PLAIN] >> card & 1)
    return bool(row[lay.ROW_TAROCKS] >> (card - FIRST_TRUMP_NUMBER) & 1)


@compiled
def pay_for_one_card(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay for cards of the last trick, or for the watched card in whatever trick it was."""
    if row[lay.OPERATION] == rows.WATCHED:
        pay_for_watched(state, plan, row, pay)
        return
    if row[lay.SHARED] and row[lay.OPERATION] == rows.LAST_WITH:
        pay_party_for_last(state, plan, row, pay)
        return
    for seat in range(plan.rules[lay.SEATS]):
        if not is_in(row, state[lay.CARD + seat]) or (
            row[lay.IF_LED] and state[lay.LAST_LED] != seat
        ):
            continue
        won = state[lay.LEADER] == seat
        if row[lay.OPERATION] == rows.LAST_WITH:
            from_each(plan, pay, seat, row[lay.AMOUNT] if won else -row[lay.OTHER])
        elif row[lay.OPERATION] == rows.LED_ON and (
            not state[lay.LEFT_SUIT + seat] or (not won and row[lay.LOSES])
        ):
            from_each(plan, pay, seat, row[lay.AMOUNT] if won else -row[lay.AMOUNT])


@compiled
def pay_party_for_last(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay a party for the row's card in its last hand."""
    block = lay.MISSED if row[lay.LOSES] else 0
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] == row[lay.WHO] and is_in(row, state[lay.CARD + seat]):
            block = lay.EARNED if state[lay.LEADER] == seat else lay.MISSED
    if block:
        add(plan, pay, row, block, 1)


@compiled
def pay_for_watched(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay by the number of the trick to which the watched card was played, if it was."""
    number, card = state[lay.WATCHED_TRICK], plan.rules[lay.WATCHED] - FIRST_TRUMP_NUMBER
    if not number:
        return
    half = row[lay.TABLE_LENGTH] // 2
    for seat in range(plan.rules[lay.SEATS]):
        if state[lay.OWN_TAROCKS + seat] >> card & 1:
            won = state[lay.PILE_TAROCKS + seat] >> card & 1
            place = row[lay.TABLE_AT] + number + (0 if won else half)
            from_each(plan, pay, seat, plan.tables[place] if won else -plan.tables[place])


@compiled
def pay_the_most(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Who has too few points pays whoever has the most."""
    seats, most, winners = plan.rules[lay.SEATS], -1, 0
    for seat in range(seats):
        points = count_points(state, plan, plan.side[seat])
        winners = 1 if points > most else winners + int(points == most)
        most = max(most, points)
    if winners > 1 and not row[lay.SHARED]:
        return
    for seat in range(seats):
        points = count_points(state, plan, plan.side[seat])
        if points == most or points >= row[lay.FIRST]:
            continue
        amount = (row[lay.OTHER] if points < row[lay.SECOND] else row[lay.AMOUNT]) // winners
        pay[seat] -= amount * winners
        for winner in range(seats):
            if count_points(state, plan, plan.side[winner]) == most:
                pay[winner] += amount


@compiled
def pay_special(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> bool:
    """Pay for all tricks or none, or by comparing the parties; tells whether it was special."""
    operation, who, in_all = row[lay.OPERATION], row[lay.WHO], plan.rules[lay.ALL_TRICKS]
    if operation == rows.COMPARED:
        pay_compared(state, plan, row, pay)
        return False
    won = state[lay.WON + who]
    if operation == rows.NOT_ALL_TRICKS:
        if won < in_all:
            plain = state[lay.PILE_PLAIN + who] & ~state[lay.AWAY_PLAIN + who]
            tarocks = state[lay.PILE_TAROCKS + who] & ~state[lay.AWAY_TAROCKS + who]
            less = looked_up(plan, row, pile_points(state, plan, plain, tarocks))
            from_each(plan, pay, who, -max(0, row[lay.AMOUNT] - less))
        return bool(won < in_all)
    earned = won == in_all
    if operation == rows.HAS_TRICK:
        earned = won > 0
    elif operation == rows.NO_TRICK:
        barred = row[lay.ROW_PLAIN] & state[lay.OWN_PLAIN + who]
        barred |= row[lay.ROW_TAROCKS] & state[lay.OWN_TAROCKS + who]
        earned = won == 0 and not barred and not has_all(state, plan)
    elif operation != rows.ALL_TRICKS:
        earned = False
    if earned:
        add(plan, pay, row, lay.EARNED, 1)
    return bool(earned)


@compiled
def has_all(state: Numbers, plan: Plan) -> bool:
    """Tell whether somebody has won all tricks."""
    most = 0
    for seat in range(plan.rules[lay.SEATS]):
        most = max(most, state[lay.WON + seat])
    return bool(most == plan.rules[lay.ALL_TRICKS])


@compiled
def pay_compared(state: Numbers, plan: Plan, row: Numbers, pay: Numbers) -> None:
    """Pay by which party has more points; of equals that one which has not the Fool."""
    own, other = count_points(state, plan, 0), count_points(state, plan, 1)
    won = own > other
    if own == other:
        won = True
        for seat in range(plan.rules[lay.SEATS]):
            if plan.side[seat] == 0 and state[lay.PILE_TAROCKS + seat] & FOOL_BIT:
                won = False
    add(plan, pay, row, lay.EARNED if won else lay.MISSED, 1)
