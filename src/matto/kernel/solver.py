"""The exact solver: the best play of an ending of two sides, all cards known.

Alpha-beta with a table of positions between tricks, over the same compiled play and settlement
that playouts use. A deal is worth what side 0 receives less what side 1 receives; where one
side pays the other that is twice what side 0 receives.

The table keeps what a position has *still to bring*: what has been won before does not tell it
from another one, but for what the rows that do not add up trick by trick ask (see `Past`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matto.engine import scoring as rows
from matto.engine.scoring import LOT
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER, RANKS_IN_SUIT, TRUMP
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, Numbers, Plan
from matto.kernel.play import (
    beats,
    bring_fool_home,
    count_points,
    has_trick,
    is_over,
    legal_now,
    play_card,
    settle,
    settle_rows,
    taken_out,
)
from matto.kernel.playouts import NO_STOCK, tiny_deal
from matto.kernel.primitives import count

CARDS = FOOL_NUMBER + 1
MOST_MOVES = 32
BEYOND = 1 << 40
"""More than any value."""
OF_NO_CARD = 1 << 62
"""A bit of a word that stands for no card."""
USUAL_BITS = 16
KEY, LOW, HIGH, CARD = range(4)
"""The columns of the table."""
SALT, NODES, LIMIT, STOPPED, PAST_PLAIN, PAST_TAROCKS, PAST_POINTS, PAST_ALL, GREEDY = range(9)
"""The places of the notes."""
SCRAMBLE, SHIFT = 0x2545F4914F6CDD1D, 29

BY_CARD = (rows.FROM_LOSER, rows.TAKEN, rows.PLAYED)
BY_POINTS = (rows.POINTS, rows.COMPARED, rows.MOST)
AT_LAST = (rows.ALWAYS, rows.LAST_BY_SIDE, rows.LAST_BY_SEAT, rows.LAST_WITH, rows.LED_ON)
"""Rows that ask nothing of finished tricks but what the key holds of them anyway."""
TO_THE_WINNER = (*BY_CARD, rows.ALWAYS, rows.POINTS, rows.COMPARED, rows.LAST_BY_SIDE)
GREEDY_ROWS = frozenset({*TO_THE_WINNER, rows.CAPTURED, rows.HAS_ALL})
"""Rows by which a side that wins more may never receive less (see `is_greedy`)."""

# How promising a card is; found by trial.
LEADS_HIGHEST, LEADS_HIGHEST_TRUMP = 80, -60
TAKES, TAKES_FROM_PARTNER = 100, 25
WORTH_OF_A_POINT, WORTH_OF_A_ROW = 16, 48


class CannotSolve(ValueError):
    """There are not two sides."""


class Past(NamedTuple):
    """The part of finished tricks that can still matter.

    `added`: the rows that add up trick by trick, `[m, ROW_SIZE]`; they ask nothing of the past.
    `plain`, `tarocks`: cards whose pile matters to others; `points`: the card points do. `all`:
    so does everything else.
    """

    added: Numbers
    plain: int
    tarocks: int
    points: bool
    all: bool


class Search(NamedTuple):
    """The line that is searched, and what is known of the plan and of positions.

    `states`, `moves`, `ranks`: the positions, the cards to be tried and how promising they are,
    ply by ply. `table`: positions between tricks (`KEY` …). `notes`: single numbers (`SALT` …).
    `alike`: by card, which one stands for it at the position seen last. `marks`: cards of one
    suit whose marks are equal differ in strength only. `between`: the cards of their suit that
    two cards have between them, as a word. `worth`: how much hangs on a card, about. `sign`: 1
    for seats of side 0, -1 for others. `added`: rows that add up trick by trick; `sets`: rows
    that want all of some cards. `spare`, `pay`: room for a state and a settlement.
    """

    states: Numbers
    moves: Numbers
    ranks: Numbers
    table: Numbers
    notes: Numbers
    alike: Numbers
    marks: Numbers
    between: Numbers
    worth: Numbers
    sign: Numbers
    added: Numbers
    sets: Numbers
    spare: Numbers
    pay: Numbers


def can_solve(plan: Plan) -> bool:
    return set(plan.side[: plan.rules[lay.SEATS]].tolist()) == {0, 1}


class Solver:
    """Solves endings of one plan, one after another, in one thread at a time.

    Its table has 2 to the power of `bits` entries of 32 bytes. Raises `CannotSolve`.
    """

    def __init__(self, plan: Plan, bits: int = USUAL_BITS) -> None:
        if not can_solve(plan):
            raise CannotSolve("Endings are solved for two sides.")
        self.plan = plan
        self.search = new_search(plan, bits)
        self._is_greedy = is_greedy(plan)

    @property
    def tried(self) -> int:
        """How many cards the last search has tried."""
        return int(self.search.notes[NODES])

    def values_of_moves(
        self, state: Numbers, stock: Numbers, nodes: int
    ) -> dict[int, int] | None:
        """Return the value of each card that may be played; None if that takes more nodes."""
        search, notes, past = self.search, self.search.notes, past_of(self.plan, state)
        salt, all_drawn = notes[SALT] + 1, state[lay.DRAWN] >= self.plan.rules[lay.STOCK]
        notes[:] = salt, 0, nodes, 0, *past[1:], self._is_greedy and all_drawn
        search.states[0] = state
        found = np.full(CARDS, BEYOND)
        write_values(search._replace(added=past.added), self.plan, stock, found)
        if notes[STOPPED]:
            return None
        return {card: int(found[card]) for card in np.flatnonzero(found < BEYOND).tolist()}


# -- what a plan says ------------------------------------------------------------------------


def new_search(plan: Plan, bits: int) -> Search:
    """Make room for endings of a plan."""
    plies = int(plan.rules[lay.ALL_TRICKS] * plan.rules[lay.SEATS]) + 1
    named = cards_in(plan.pay_rules[:, lay.ROW_PLAIN : lay.ROW_TAROCKS + 1])
    counting = cards_in(plan.values[:, 1:])
    seats, sign = plan.rules[lay.SEATS], np.zeros(MOST_SEATS, np.int64)
    sign[:seats] = 1 - 2 * plan.side[:seats]
    return Search(
        states=np.zeros((plies, lay.SIZE), np.int64),
        moves=np.zeros((plies, MOST_MOVES), np.int64),
        ranks=np.zeros((plies, MOST_MOVES), np.int64),
        table=np.zeros((1 << bits, 4), np.int64),
        notes=np.zeros(9, np.int64),
        alike=np.zeros(CARDS, np.int64),
        marks=marks_of(plan, np.vstack([counting, named])),
        between=between_of(plan.strength),
        worth=WORTH_OF_A_POINT * (plan.values[:, 0] @ counting)
        + WORTH_OF_A_ROW * named.sum(axis=0),
        sign=sign,
        added=plan.pay_rules[:0],
        sets=plan.pay_rules[plan.pay_rules[:, lay.OPERATION] == rows.HAS_ALL],
        spare=np.zeros(lay.SIZE, np.int64),
        pay=np.zeros(MOST_SEATS, np.int64),
    )


def cards_in(both: Numbers) -> Numbers:
    """Return which cards are in pairs of words: `[n, cards]`."""
    plain = both[:, :1] >> np.arange(FIRST_TRUMP_NUMBER) & 1
    tarocks = both[:, 1:] >> np.arange(CARDS - FIRST_TRUMP_NUMBER) & 1
    return np.hstack([plain, tarocks])


def marks_of(plan: Plan, known: Numbers) -> Numbers:
    """Number what tells cards apart besides their strength."""
    rules = plan.rules
    worthless = cards_in(rules[None, lay.WORTHLESS_PLAIN : lay.WORTHLESS_TAROCKS + 1])
    each = np.eye(CARDS, dtype=np.int64)
    own = each if rules[lay.DUTIES] else each[[rules[lay.WATCHED]]]
    _, marks = np.unique(np.vstack([known, worthless, own]).T, axis=0, return_inverse=True)
    return np.ascontiguousarray(marks.ravel(), dtype=np.int64)


def between_of(strength: Numbers) -> Numbers:
    """Return two cards of one suit and those between as a word, else -1: `[cards, cards]`."""
    found = np.full((CARDS, CARDS), -1)
    for suit in range(TRUMP + 1):
        first = suit * RANKS_IN_SUIT
        own = strength[first : FOOL_NUMBER if suit == TRUMP else first + RANKS_IN_SUIT]
        bits = 1 << np.arange(len(own)) + (0 if suit == TRUMP else first)
        low, high = np.minimum.outer(own, own), np.maximum.outer(own, own)
        inside = (low[..., None] <= own) & (own <= high[..., None])
        found[first : first + len(own), first : first + len(own)] = inside @ bits
    return found


def is_greedy(plan: Plan) -> bool:
    """Return whether it is known that a side that wins more never receives less."""
    rules, trumps = plan.rules, plan.strength[FIRST_TRUMP_NUMBER:FOOL_NUMBER]
    return bool(
        GREEDY_ROWS.issuperset(plan.pay_rules[:, lay.OPERATION].tolist())
        and rules[lay.FOOL_GOES] in (rows.OWNER_KEEPS, rows.OWNER_NEEDS_TRICK)
        and rules[lay.COUNT_HOW] != rows.LESS_MISSING
        and plan.strength[FOOL_NUMBER] == 0
        and (np.diff(trumps[trumps > 0]) > 0).all()
        and all(pays_the_winner(plan, row) for row in plan.pay_rules)
    )


def pays_the_winner(plan: Plan, row: Numbers) -> bool:
    """Return whether a row pays its side more, or no less, for more tricks and cards."""
    operation, seats = row[lay.OPERATION], plan.rules[lay.SEATS]
    if operation == rows.ALWAYS:
        return True
    if operation in BY_CARD:
        return bool(row[lay.AMOUNT] >= 0)
    own = np.where(plan.side[:seats] == row[lay.WHO], 1, -1)
    earned, missed = (own @ row[at : at + seats] for at in (lay.EARNED, lay.MISSED))
    if operation == rows.POINTS:
        steps = np.diff(table_of(plan, row))
        return bool(missed == 0 and earned >= 0 and (steps >= 0).all())
    return bool(earned >= missed) and not row[lay.BY_TRUMP]


def table_of(plan: Plan, row: Numbers) -> Numbers:
    return plan.tables[row[lay.TABLE_AT] : row[lay.TABLE_AT] + row[lay.TABLE_LENGTH]]


def past_of(plan: Plan, state: Numbers) -> Past:
    """Find what of finished tricks can matter from a position on."""
    rules, added, points, everything = plan.rules, [False] * len(plan.pay_rules), False, False
    plain, tarocks = 0, FOOL_BIT
    if rules[lay.FOOL_GOES] == rows.EXCHANGED:
        plain, tarocks = rules[lay.WORTHLESS_PLAIN], rules[lay.WORTHLESS_TAROCKS] | FOOL_BIT
    for number, row in enumerate(plan.pay_rules):
        operation, missed = row[lay.OPERATION], row[lay.MISSED : lay.BY_TRUMP].any()
        by_card = operation in (*BY_CARD, rows.CAPTURED)
        if not missed and (by_card or (operation == rows.POINTS and is_even(plan, row, state))):
            added[number] = True
        elif operation in BY_POINTS and rules[lay.COUNT_HOW] != rows.LESS_MISSING:
            points = True
        elif operation == rows.WATCHED:
            plain, tarocks = plain | row[lay.ROW_PLAIN], tarocks | row[lay.ROW_TAROCKS]
        elif operation not in AT_LAST and operation != rows.HAS_ALL:
            everything = True
    if everything:
        return Past(plan.pay_rules[:0], -1, -1, points=True, all=True)
    return Past(plan.pay_rules[added], plain, tarocks, points, all=False)


def is_even(plan: Plan, row: Numbers, state: Numbers) -> bool:
    """Return whether a row pays the same for each card point that may still be won."""
    rules, now = plan.rules, int(count_points(state, plan, row[lay.WHO])) - int(row[lay.FIRST])
    if rules[lay.COUNT_HOW] == rows.LESS_MISSING:
        return False
    less = rules[lay.COUNT_LAST] + rules[lay.COUNT_FOOL] + LOT
    more = less + rules[lay.COUNT_EACH] * (rules[lay.ALL_TRICKS] - state[lay.TRICKS])
    gone = state[lay.PILE_PLAIN : lay.OWN_PLAIN].reshape(2, MOST_SEATS)
    left = 1 - cards_in(np.bitwise_or.reduce(gone, axis=1)[None])[0]
    more += plan.values[:, 0] @ (cards_in(plan.values[:, 1:]) @ left)
    table = table_of(plan, row)
    steps = np.diff(table[np.clip(np.arange(now - less, now + more + 1), 0, len(table) - 1)])
    return bool((steps == steps[0]).all())


# -- the search ------------------------------------------------------------------------------


@compiled
def write_values(search: Search, plan: Plan, stock: Numbers, found: Numbers) -> None:
    """Write down the value of each card that may be played."""
    number = choose(search, plan, stock, 0, NO_CARD)
    plain, tarocks = legal_now(search.states[0], plan)
    for place in range(number):
        tried = search.moves[0, place]
        put(search, plan, stock, 0, tried)
        found[tried] = value_of(search, plan, stock, 1, -BEYOND, BEYOND)
    choose(search, plan, stock, 0, NO_CARD)  # the search has written over what is alike
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        found[card] = found[search.alike[card]]


@compiled
def value_of(
    search: Search, plan: Plan, stock: Numbers, ply: int, alpha: int, beta: int
) -> int:
    """Return the value of a position if it lies between `alpha` and `beta`, else a bound."""
    state, notes, best, known, key, gained = (
        search.states[ply],
        search.notes,
        NO_CARD,
        NO_CARD,
        0,
        0,
    )
    rises, low, high = search.sign[state[lay.TURN]] > 0, alpha, beta
    between_tricks, found = state[lay.LYING] == 0, -BEYOND if rises else BEYOND
    if between_tricks:
        gained, key = paid_so_far(search, plan, state), key_of(search, plan, state)
        decided, value, known = without_search(search, plan, ply, key, gained, alpha, beta)
        if decided:
            return value
    for move in range(choose(search, plan, stock, ply, known)):
        if notes[NODES] >= notes[LIMIT]:
            notes[STOPPED] = 1
        if low >= high or notes[STOPPED]:
            break
        card = search.moves[ply, move]
        put(search, plan, stock, ply, card)
        value = value_of(search, plan, stock, ply + 1, low, high)
        if value > found if rises else value < found:
            found, best = value, card
        low, high = max(low, value) if rises else low, high if rises else min(high, value)
    if between_tricks and not notes[STOPPED]:
        keep(search.table, key, alpha - gained, beta - gained, found - gained, best)
    return found


@compiled
def without_search(
    search: Search, plan: Plan, ply: int, key: int, gained: int, alpha: int, beta: int
) -> tuple[bool, int, int]:
    """Return whether a position between tricks need not be searched, its value or a bound then.

    Beside that the card that was best there before.
    """
    state, notes = search.states[ply], search.notes
    if state[lay.TRICKS] + 1 >= plan.rules[lay.ALL_TRICKS]:
        return True, at_the_end(search, plan, ply), NO_CARD
    least, most, known = recalled(search.table, key, gained)
    decided, value = is_decided(least, most, alpha, beta)
    if not decided and notes[GREEDY]:
        least = if_all_go_to(search, plan, state, 1)
        most = if_all_go_to(search, plan, state, 0)
        decided, value = is_decided(least, most, alpha, beta)
    return decided, value, known


@compiled(inline=True)
def is_decided(least: int, most: int, alpha: int, beta: int) -> tuple[bool, int]:
    """Return whether bounds say all that is asked, and which of them."""
    if least >= beta or least == most:
        return True, least
    return most <= alpha, most


@compiled(inline=True)
def recalled(table: Numbers, key: int, gained: int) -> tuple[int, int, int]:
    """Return the bounds that are known for a position, and the card that was best."""
    place = (key ^ key >> SHIFT) & (table.shape[0] - 1)
    if table[place, KEY] != key:
        return -BEYOND, BEYOND, NO_CARD
    return table[place, LOW] + gained, table[place, HIGH] + gained, table[place, CARD]


@compiled(inline=True)
def keep(table: Numbers, key: int, alpha: int, beta: int, value: int, best: int) -> None:
    """Keep what a search between `alpha` and `beta` has found out about a position."""
    place = (key ^ key >> SHIFT) & (table.shape[0] - 1)
    if table[place, KEY] != key:
        table[place, KEY], table[place, LOW], table[place, HIGH] = key, -BEYOND, BEYOND
    if value > alpha:
        table[place, LOW] = value
    if value < beta:
        table[place, HIGH] = value
    table[place, CARD] = best


@compiled(inline=True)
def put(search: Search, plan: Plan, stock: Numbers, ply: int, card: int) -> None:
    """Play a card: the next ply's state is written after this one's."""
    before, after = search.states[ply], search.states[ply + 1]
    for place in range(lay.SIZE):
        after[place] = before[place]
    play_card(after, plan, stock, card)
    if after[lay.LYING] == 0 and plan.rules[lay.FOOL_GOES] != rows.EXCHANGED:
        bring_fool_home(after, plan)
    search.notes[NODES] += 1


@compiled
def at_the_end(search: Search, plan: Plan, ply: int) -> int:
    """Let all play the one card that is left to them, if any is, and give the value."""
    while not is_over(search.states[ply], plan):
        state, seat = search.states[ply], search.states[ply, lay.TURN]
        card, _, _ = taken_out(state[lay.PLAIN + seat], state[lay.TAROCKS + seat])
        put(search, plan, search.pay, ply, card)  # no stock is left
        ply += 1
    return settled(search, plan, search.states[ply])


@compiled
def settled(search: Search, plan: Plan, state: Numbers) -> int:
    """Settle a deal; gives what side 0 receives less what side 1 receives."""
    for seat in range(MOST_SEATS):
        search.pay[seat] = 0
    settle(state, plan, search.pay)
    return difference(search)


@compiled
def paid_so_far(search: Search, plan: Plan, state: Numbers) -> int:
    """Return what the rows that add up have brought by finished tricks."""
    for seat in range(MOST_SEATS):
        search.pay[seat] = 0
    settle_rows(state, plan, search.added, search.pay)
    return difference(search)


@compiled(inline=True)
def difference(search: Search) -> int:
    total = 0
    for seat in range(MOST_SEATS):
        total += search.sign[seat] * search.pay[seat]
    return total


@compiled
def if_all_go_to(search: Search, plan: Plan, state: Numbers, side: int) -> int:
    """Return the value if a side wins all that is left, but for trumps that it cannot take.

    If one of the others has nothing but such trumps, they win all.
    """
    seats, spare, plain, tarocks, sure = plan.rules[lay.SEATS], search.spare, 0, 0, 0
    taker = other = own = 0
    for place in range(lay.SIZE):
        spare[place] = state[place]
    for seat in range(seats):
        plain |= state[lay.PLAIN + seat]
        tarocks |= state[lay.TAROCKS + seat]
        if plan.side[seat] == side:
            taker, own = seat, own | state[lay.TAROCKS + seat] & ~FOOL_BIT
        else:
            other, sure = seat, sure | state[lay.TAROCKS + seat] & ~FOOL_BIT
    for shift in (1, 2, 4, 8, 16):  # all trumps up to the highest
        own |= own >> shift
    sure, tricks, left = sure & ~own, 0, plan.rules[lay.ALL_TRICKS] - state[lay.TRICKS]
    for seat in range(seats):
        tricks = max(tricks, count(state[lay.TAROCKS + seat] & sure))
    taker = other if tricks == left else taker
    spare[lay.PILE_PLAIN + taker] |= plain
    spare[lay.PILE_TAROCKS + taker] |= tarocks & ~sure
    spare[lay.PILE_TAROCKS + other] |= sure
    spare[lay.WON + taker] += left - tricks
    spare[lay.WON + other] += tricks
    spare[lay.LEADER] = taker
    if tarocks & FOOL_BIT:
        spare[lay.FOOL_TRICK] = state[lay.TRICKS] + 1
    return settled(search, plan, spare)


# -- positions between tricks ----------------------------------------------------------------


@compiled(inline=True)
def scrambled(number: int) -> int:
    """Hash a number."""
    number *= SCRAMBLE
    return (number ^ (number >> SHIFT)) * SCRAMBLE


@compiled
def key_of(search: Search, plan: Plan, state: Numbers) -> int:
    """Hash all that can still matter of a position between tricks."""
    rules, notes = plan.rules, search.notes
    key, fool = scrambled(notes[SALT]) + state[lay.LEADER], state[lay.FOOL_TRICK]
    for seat in range(rules[lay.SEATS]):
        key = scrambled(key + state[lay.PLAIN + seat])
        key = scrambled(key + state[lay.TAROCKS + seat])
        key = scrambled(key + (state[lay.PILE_PLAIN + seat] & notes[PAST_PLAIN]))
        key = scrambled(key + (state[lay.PILE_TAROCKS + seat] & notes[PAST_TAROCKS]))
        key += 2 * state[lay.BOUND + seat] + state[lay.LEFT_SUIT + seat]
        if notes[PAST_ALL]:
            key = scrambled(key + state[lay.WON + seat])
    late = 2 * (fool > rules[lay.COUNT_FOOL_UNTIL]) + (fool > rules[lay.FOOL_GOES_UNTIL])
    key = scrambled(key + late + (state[lay.WATCHED_TRICK] << 2) + (state[lay.DRAWN] << 8))
    if notes[PAST_ALL]:
        key = scrambled(key + state[lay.WON_BY_PLAIN])
    if rules[lay.DUTIES]:
        key = scrambled(key + state[lay.SUITS_LED])
    for place in range(search.sets.shape[0]):
        key += is_broken(state, plan, search.sets[place]) << place
    for party in range(2):
        key = scrambled(key + held_by(state, plan, party, notes[PAST_POINTS]))
    return key


@compiled
def is_broken(state: Numbers, plan: Plan, row: Numbers) -> int:
    """Return whether the other side has a card of a set; 1 if it has."""
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] != row[lay.WHO]:
            plain = row[lay.ROW_PLAIN] & state[lay.PILE_PLAIN + seat]
            if plain | row[lay.ROW_TAROCKS] & state[lay.PILE_TAROCKS + seat] & ~FOOL_BIT:
                return 1
    return 0


@compiled(inline=True)
def held_by(state: Numbers, plan: Plan, party: int, with_points: int) -> int:
    """Return a number for what a party has: a trick, cards above full lots, perhaps points."""
    known, cards = int(has_trick(state, plan, party)), 0
    if plan.rules[lay.COUNT_HOW] == rows.LOTS:
        for seat in range(plan.rules[lay.SEATS]):
            if plan.side[seat] == party:
                cards += count(state[lay.PILE_PLAIN + seat])
                cards += count(state[lay.PILE_TAROCKS + seat])
    if with_points:
        known += count_points(state, plan, party) << 3
    return known + cards % LOT * 2


# -- which cards are tried, and in which order -----------------------------------------------


@compiled
def choose(search: Search, plan: Plan, stock: Numbers, ply: int, known: int) -> int:
    """Write down the cards to be tried at a ply, the most promising first; gives how many.

    Of cards that are alike one is tried.
    """
    state, moves, ranks, number = search.states[ply], search.moves[ply], search.ranks[ply], 0
    plain, tarocks = legal_now(state, plan)
    others_plain, others_tarocks = of_others(state, plan, stock)
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        others = others_plain if card < FIRST_TRUMP_NUMBER else others_tarocks
        search.alike[card] = card
        for slot in range(number):
            inside = search.between[moves[slot], card]
            if search.marks[moves[slot]] == search.marks[card] and inside & others == 0:
                search.alike[card] = moves[slot]
        if search.alike[card] != card:
            continue
        rank = BEYOND if card == known else promise(search, plan, state, card)
        slot, number = number, number + 1
        while slot and ranks[slot - 1] < rank:
            ranks[slot], moves[slot] = ranks[slot - 1], moves[slot - 1]
            slot -= 1
        ranks[slot], moves[slot] = rank, card
    return number


@compiled(inline=True)
def of_others(state: Numbers, plan: Plan, stock: Numbers) -> tuple[int, int]:
    """Return the cards that may come between those of the seat to play, and no card's bit."""
    seat, best, plain, tarocks = state[lay.TURN], state[lay.BEST], OF_NO_CARD, OF_NO_CARD
    for other in range(plan.rules[lay.SEATS]):
        if other != seat:
            plain |= state[lay.PLAIN + other]
            tarocks |= state[lay.TAROCKS + other]
    if best >= FIRST_TRUMP_NUMBER:
        tarocks |= 1 << (best - FIRST_TRUMP_NUMBER)
    elif best != NO_CARD:
        plain |= 1 << best
    for place in range(state[lay.DRAWN], plan.rules[lay.STOCK]):
        if stock[place] < FIRST_TRUMP_NUMBER:
            plain |= 1 << stock[place]
        else:
            tarocks |= 1 << (stock[place] - FIRST_TRUMP_NUMBER)
    return plain, tarocks


@compiled(inline=True)
def promise(search: Search, plan: Plan, state: Numbers, card: int) -> int:
    """Guess how good a card is for its player.

    Who takes a trick takes as much with it as he can; to a partner's trick one adds what is
    worth most, to an opponent's what is worth least. A strong card is not spent without need.
    """
    best, strength, worth = state[lay.BEST], plan.strength[card], search.worth[card]
    if state[lay.LYING] == 0:
        if card == FOOL_NUMBER or not is_highest(state, plan, card):
            return 0
        return LEADS_HIGHEST if card < FIRST_TRUMP_NUMBER else LEADS_HIGHEST_TRUMP
    with_partner = plan.side[state[lay.TURN]] == plan.side[state[lay.BEST_SEAT]]
    if beats(card, best, strength, plan.strength[best]):
        return (TAKES_FROM_PARTNER if with_partner else TAKES) + worth - strength
    return (worth if with_partner else -worth) - strength


@compiled(inline=True)
def is_highest(state: Numbers, plan: Plan, card: int) -> bool:
    """Return whether nobody else has a card of its suit with a higher number."""
    plain = tarocks = 0
    for seat in range(plan.rules[lay.SEATS]):
        if seat != state[lay.TURN]:
            plain |= state[lay.PLAIN + seat]
            tarocks |= state[lay.TAROCKS + seat] & ~FOOL_BIT
    if card >= FIRST_TRUMP_NUMBER:
        return bool(tarocks >> (card - FIRST_TRUMP_NUMBER) == 0)
    end = (card // RANKS_IN_SUIT + 1) * RANKS_IN_SUIT
    return bool(plain & (1 << end) - (1 << card) == 0)


@needed("exact endings")
def warm_up() -> object:
    """Solve the last trick of two seats."""
    state, plan = tiny_deal()
    count_points(state, plan, 0)
    plan = plan._replace(side=np.arange(MOST_SEATS) % 2)
    return Solver(plan, 1).values_of_moves(state, NO_STOCK[0], 9)
