"""The play of the cards and its settlement, compiled from the engine's own rules."""

from __future__ import annotations

from matto.engine import scoring, tricks
from matto.engine import scoring as rows
from matto.engine.scoring import LOT
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    LEADING,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
    FoolRule,
)
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.layout import NO_CARD, NO_SUIT, Numbers, Plan, PlayRules
from matto.kernel.primitives import count
from matto.play import bits

legal = compiled(tricks.legal)
led_after = compiled(tricks.led_after)
beats = compiled(tricks.beats)
fool_in_trick = compiled(tricks.fool_in_trick)
dutiful = compiled(tricks.dutiful)
taken_out = compiled(bits.taken_out, inline=True)
is_excuse = compiled(bits.is_excuse, inline=True)


@compiled
def fool_rule(rules: Numbers) -> FoolRule:
    """Return the rule of the Fool from the numbers of a plan."""
    return FoolRule(
        rules[lay.EXCUSES],
        rules[lay.FORCED],
        rules[lay.LEADS],
        rules[lay.BINDS],
        rules[lay.UNTIL],
    )


@compiled
def legal_now(state: Numbers, plan: PlayRules) -> tuple[int, int]:
    """Return the cards that may be played now, as two words."""
    rules, seat, led = plan.rules, state[lay.TURN], state[lay.LED]
    fool = fool_in_trick(fool_rule(rules), state[lay.TRICKS] + 1)
    plain, tarocks = legal(state[lay.PLAIN + seat], state[lay.TAROCKS + seat], led, fool)
    if rules[lay.DUTIES]:
        plain = dutiful(plain, led, state[lay.SUITS_LED], state[lay.LYING_PLAIN])
    return plain, tarocks


@compiled
def is_over(state: Numbers, plan: PlayRules) -> bool:
    """Return whether all cards are played."""
    return bool(state[lay.TRICKS] == plan.rules[lay.ALL_TRICKS])


@compiled(inline=True)
def play_card(state: Numbers, plan: PlayRules, stock: Numbers, card: int) -> None:
    """Play a legal card, close the trick if it is the last, and draw from the stock."""
    seat, led, best = state[lay.TURN], state[lay.LED], state[lay.BEST]
    if card < FIRST_TRUMP_NUMBER:
        state[lay.PLAIN + seat] ^= 1 << card
        state[lay.LYING_PLAIN] |= 1 << card
    else:
        state[lay.TAROCKS + seat] ^= 1 << (card - FIRST_TRUMP_NUMBER)
        state[lay.LYING_TAROCKS] |= 1 << (card - FIRST_TRUMP_NUMBER)
        if card == FOOL_NUMBER:
            state[lay.FOOL_TRICK] = state[lay.TRICKS] + 1
    if card == plan.rules[lay.WATCHED]:
        state[lay.WATCHED_TRICK] = state[lay.TRICKS] + 1
    if plan.rules[lay.LEAD_ON] and state[lay.LYING] == 0:
        lead_on(state, seat, card)
    if best == NO_CARD or beats(card, best, plan.strength[card], plan.strength[best]):
        state[lay.BEST], state[lay.BEST_SEAT] = card, seat
    if led >= LEADING:
        state[lay.LED] = led_after(led, card, fool_rule(plan.rules))
    state[lay.CARD + seat] = card
    state[lay.LYING] += 1
    if state[lay.LYING] == plan.rules[lay.SEATS]:
        close_trick(state, plan, stock)
    else:
        state[lay.TURN] = seat + 1 if seat + 1 < plan.rules[lay.SEATS] else 0


@compiled
def lead_on(state: Numbers, seat: int, card: int) -> None:
    """Keep account of whether a seat leads on the suit that it has led before."""
    bound = state[lay.BOUND + seat]
    suit = card // RANKS_IN_SUIT if card < FIRST_TRUMP_NUMBER else NO_SUIT
    if (
        bound not in (NO_SUIT, suit)
        and state[lay.PLAIN + seat] >> (RANKS_IN_SUIT * bound) & SUIT_BITS
    ):
        state[lay.LEFT_SUIT + seat] = 1
    if suit != NO_SUIT:
        state[lay.BOUND + seat] = suit


@compiled(inline=True)
def close_trick(state: Numbers, plan: PlayRules, stock: Numbers) -> None:
    """Give the trick to its winner, who leads to the next."""
    winner, first = state[lay.BEST_SEAT], state[lay.CARD + state[lay.LEADER]]
    state[lay.PILE_PLAIN + winner] |= state[lay.LYING_PLAIN]
    state[lay.PILE_TAROCKS + winner] |= state[lay.LYING_TAROCKS]
    if first < FIRST_TRUMP_NUMBER:
        state[lay.SUITS_LED] |= 1 << (first // RANKS_IN_SUIT)
    if state[lay.BEST] < FIRST_TRUMP_NUMBER:
        state[lay.WON_BY_PLAIN] |= state[lay.LYING_PLAIN]
    state[lay.WON + winner] += 1
    state[lay.TRICKS] += 1
    state[lay.LAST_LED] = state[lay.LEADER]
    state[lay.LEADER], state[lay.TURN] = winner, winner
    state[lay.LED], state[lay.BEST], state[lay.LYING] = LEADING, NO_CARD, 0
    state[lay.LYING_PLAIN], state[lay.LYING_TAROCKS] = 0, 0
    if state[lay.DRAWN] < plan.rules[lay.STOCK]:
        draw_all(state, plan, stock)


@compiled
def draw_all(state: Numbers, plan: PlayRules, stock: Numbers) -> None:
    """All draw a card from the stock, the winner of the trick first."""
    seats = plan.rules[lay.SEATS]
    for step in range(seats):
        seat, card = (state[lay.LEADER] + step) % seats, stock[state[lay.DRAWN]]
        if card < FIRST_TRUMP_NUMBER:
            state[lay.PLAIN + seat] |= 1 << card
            state[lay.OWN_PLAIN + seat] |= 1 << card
        else:
            state[lay.TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)
            state[lay.OWN_TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)
        state[lay.DRAWN] += 1


# -- what everybody sees of hands -----------------------------------------------------------


@compiled
def play_on(state: Numbers, plan: Plan, stock: Numbers, card: int) -> None:
    """Play a legal card, and let everybody take note of what it shows."""
    drawn, led = state[lay.DRAWN], state[lay.LED]
    suit = TRUMP if card >= FIRST_TRUMP_NUMBER else card // RANKS_IN_SUIT
    if led <= TRUMP and suit != led and not is_excuse(plan.strength, card):
        voids = 1 << led if suit == TRUMP else 1 << led | 1 << TRUMP
        state[lay.VOIDS] |= voids << (lay.VOID_BITS * state[lay.TURN])
    if card < FIRST_TRUMP_NUMBER:
        state[lay.KNOWN_PLAIN + state[lay.TURN]] &= ~(1 << card)
    else:
        state[lay.KNOWN_TAROCKS + state[lay.TURN]] &= ~(1 << (card - FIRST_TRUMP_NUMBER))
    play_card(state, plan, stock, card)
    for place in range(drawn, state[lay.DRAWN]):
        note_drawn(
            state, (state[lay.LEADER] + place - drawn) % plan.rules[lay.SEATS], stock[place]
        )


@compiled
def note_drawn(state: Numbers, seat: int, card: int) -> None:
    """Take note of a card that a seat has drawn for all to see."""
    suit = TRUMP if card >= FIRST_TRUMP_NUMBER else card // RANKS_IN_SUIT
    if card != FOOL_NUMBER:
        state[lay.VOIDS] &= ~(1 << (lay.VOID_BITS * seat + suit))
    if card < FIRST_TRUMP_NUMBER:
        state[lay.KNOWN_PLAIN + seat] |= 1 << card
    else:
        state[lay.KNOWN_TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)


lots_of_three = compiled(scoring.lots_of_three)


@compiled(inline=True)
def has_trick(state: Numbers, plan: PlayRules, party: int) -> bool:
    """Return whether a party has won a trick."""
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] == party and state[lay.WON + seat]:
            return True
    return False


@compiled(inline=True)
def return_fool(state: Numbers, plan: Plan) -> None:
    """Put a Fool that was played to whom it belongs; done twice it changes nothing."""
    if not state[lay.FOOL_TRICK] or plan.rules[lay.FOOL_GOES] == rows.WINNER_TAKES:
        return
    owner = winner = 0
    for seat in range(plan.rules[lay.SEATS]):
        if state[lay.OWN_TAROCKS + seat] & FOOL_BIT:
            owner = seat
        if state[lay.PILE_TAROCKS + seat] & FOOL_BIT:
            winner = seat
    if owner == winner:
        return
    how = plan.rules[lay.FOOL_GOES]
    if how == rows.EXCHANGED:
        exchange(state, plan, owner, winner)
    elif how != rows.OWNER_NEEDS_TRICK or has_trick(state, plan, plan.side[owner]):
        state[lay.PILE_TAROCKS + winner] ^= FOOL_BIT
        state[lay.PILE_TAROCKS + owner] |= FOOL_BIT


@compiled
def exchange(state: Numbers, plan: Plan, owner: int, winner: int) -> None:
    """Give a worthless card of the owner's tricks for the Fool, if he has one."""
    if state[lay.FOOL_TRICK] > plan.rules[lay.FOOL_GOES_UNTIL]:
        return
    plain = state[lay.PILE_PLAIN + owner] & ~state[lay.AWAY_PLAIN + owner]
    tarocks = state[lay.PILE_TAROCKS + owner] & ~state[lay.AWAY_TAROCKS + owner]
    plain &= plan.rules[lay.WORTHLESS_PLAIN]
    tarocks &= plan.rules[lay.WORTHLESS_TAROCKS]
    plain &= -plain
    tarocks = 0 if plain else tarocks & -tarocks
    if plain | tarocks:
        state[lay.PILE_PLAIN + owner] ^= plain
        state[lay.PILE_PLAIN + winner] |= plain
        state[lay.PILE_TAROCKS + owner] ^= tarocks | FOOL_BIT
        state[lay.PILE_TAROCKS + winner] ^= tarocks | FOOL_BIT


@compiled(inline=True)
def fool_points(state: Numbers, plan: Plan) -> int:
    """Return what the Fool counts in the pile in which it lies."""
    played = state[lay.FOOL_TRICK]
    if not played:
        return plan.rules[lay.COUNT_FOOL_UNPLAYED]
    return plan.rules[lay.COUNT_FOOL] if played <= plan.rules[lay.COUNT_FOOL_UNTIL] else 0


@compiled(inline=True)
def pile_points(state: Numbers, plan: Plan, plain: int, tarocks: int) -> int:
    """Count the cards of a pile, without what is added for tricks."""
    total = fool_points(state, plan) if tarocks & FOOL_BIT else 0
    counting = 1 if total > 1 else 0
    above = total if total > 1 else 0
    values = plan.values
    for row in range(values.shape[0]):
        value = values[row, 0]
        found = count(plain & values[row, 1]) + count(tarocks & values[row, 2])
        total += value * found
        if value > 1:
            counting += found
            above += value * found
    how = plan.rules[lay.COUNT_HOW]
    cards = count(plain) + count(tarocks)
    if how == rows.LOTS:
        return lots_of_three(total - cards, cards)
    if how == rows.LESS_MISSING:
        left_over = cards - LOT * counting
        return above + (left_over // LOT if left_over > 0 else left_over)
    return total


@compiled(inline=True)
def count_points(state: Numbers, plan: Plan, party: int) -> int:
    """Return the card points of a party, with what is added for tricks."""
    rules, side = plan.rules, plan.side
    plain = tarocks = won = 0
    for seat in range(rules[lay.SEATS]):
        if side[seat] == party:
            plain |= state[lay.PILE_PLAIN + seat]
            tarocks |= state[lay.PILE_TAROCKS + seat]
            won += state[lay.WON + seat]
    points = pile_points(state, plan, plain, tarocks) + rules[lay.COUNT_EACH] * won
    if side[state[lay.LEADER]] == party:
        points += rules[lay.COUNT_LAST]
    if side[rules[lay.DEALER]] == party:
        points += rules[lay.COUNT_AWAY]
    return points


@compiled
def settle(state: Numbers, plan: Plan, pay: Numbers) -> None:
    """Add to `pay` what each seat receives; the Fool is brought home in the state's piles."""
    return_fool(state, plan)
    settle_rows(state, plan, plan.pay_rules, pay)


@compiled
def settle_rows(state: Numbers, plan: Plan, pay_rules: Numbers, pay: Numbers) -> None:
    """Add to `pay` what some rows pay, the Fool where it lies."""
    special = False
    for place in range(pay_rules.shape[0]):
        row = pay_rules[place]
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
    """Return how many times a row pays what is earned; 0: what is missed."""
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
    captured = count(row[lay.ROW_PLAIN] & plain & ~own_plain & ~cards_not_paid(state, row))
    return captured + count(row[lay.ROW_TAROCKS] & tarocks & ~own_tarocks)


@compiled(inline=True)
def party_cards(state: Numbers, plan: Plan, party: int) -> tuple[int, int, int, int]:
    """Return the piles of a party, and the cards that were its own or laid away by it."""
    plain = tarocks = own_plain = own_tarocks = 0
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] == party:
            plain |= state[lay.PILE_PLAIN + seat]
            tarocks |= state[lay.PILE_TAROCKS + seat]
            own_plain |= state[lay.OWN_PLAIN + seat] | state[lay.AWAY_PLAIN + seat]
            own_tarocks |= state[lay.OWN_TAROCKS + seat] | state[lay.AWAY_TAROCKS + seat]
    return plain, tarocks, own_plain, own_tarocks


@compiled(inline=True)
def cards_not_paid(state: Numbers, row: Numbers) -> int:
    """Return the plain cards for whose capture a row does not pay."""
    return state[lay.WON_BY_PLAIN] if row[lay.BY_TRUMP] else 0


@compiled
def taken_by(state: Numbers, row: Numbers, seat: int) -> tuple[int, int]:
    """Return the cards of a row that a seat has won in tricks."""
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
            plain &= ~cards_not_paid(state, row)
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
    """Return whether a card is one of the row's cards."""
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
    """Return whether somebody has won all tricks."""
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
