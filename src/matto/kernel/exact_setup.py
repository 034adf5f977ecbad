"""Laying an ending out on the desk of the exact solver."""

from __future__ import annotations

from matto.engine.payrules import LOTS, OWNER_NEEDS_TRICK
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER, RANKS_IN_SUIT
from matto.kernel import exact_desk as on
from matto.kernel import layout as lay
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_cards import write_cards
from matto.kernel.exact_extremes import write_extremes
from matto.kernel.exact_order import write_weights
from matto.kernel.exact_points import pile_of, place_fool, write_points
from matto.kernel.exact_rows import clear, mark, renumbered, write_rows
from matto.kernel.exact_trick import BOUND_BITS, HAS_LEFT, put
from matto.kernel.layout import Numbers, Plan
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_card

FOOL_RULE_FIELDS = 5


@compiled
def lay_out(desk: Numbers, state: Numbers, plan: Plan, stock: Numbers) -> bool:
    """Write an ending on the desk; tells whether there was room for its card points."""
    write_numbers(desk, plan, state)
    write_hands(desk, state, plan, stock)
    write_rows(desk, plan)
    place_fool(desk, state)
    if not write_points(desk, state, plan):
        return False
    write_sets(desk, state)
    write_cards(desk, plan)
    write_extremes(desk)
    write_weights(desk)
    write_constant(desk, state, plan, stock)
    return True


@compiled
def write_numbers(desk: Numbers, plan: Plan, state: Numbers) -> None:
    """Write the single numbers of a plan down."""
    rules = plan.rules
    desk[on.SEATS], desk[on.IN_ALL] = rules[lay.SEATS], rules[lay.ALL_TRICKS]
    desk[on.STOCK], desk[on.DUTIES] = rules[lay.STOCK], rules[lay.DUTIES]
    desk[on.LEAD_ON] = rules[lay.LEAD_ON]
    desk[on.KEEPS] = rules[lay.FOOL_GOES] != OWNER_NEEDS_TRICK
    for place in range(FOOL_RULE_FIELDS):
        desk[on.FOOL_RULE + place] = rules[lay.EXCUSES + place]
    desk[on.BY_LOTS], desk[on.EACH] = rules[lay.COUNT_HOW] == LOTS, rules[lay.COUNT_EACH]
    desk[on.LAST], desk[on.FOOL_UNTIL] = rules[lay.COUNT_LAST], rules[lay.COUNT_FOOL_UNTIL]
    for seat in range(desk[on.SEATS]):
        desk[on.SIDE + seat] = plan.side[seat]
        desk[on.SIGN + seat] = 1 - 2 * plan.side[seat]
        desk[on.OTHERS + seat] = 0
        for other in range(desk[on.SEATS]):
            desk[on.OTHERS + seat] += plan.side[other] != plan.side[seat]
    write_order(desk, plan)
    watched = rules[lay.WATCHED]
    done = watched < 0 or state[lay.WATCHED_TRICK] > 0
    desk[on.WATCHED] = lay.NO_CARD if done else desk[on.NEW + watched]


@compiled
def write_order(desk: Numbers, plan: Plan) -> None:
    """Give the cards of each suit new numbers in the order of their strength."""
    for card in range(FOOL_NUMBER):
        first, end = suit_of(card)
        place = strength = first
        for other in range(first, end):
            strength = plan.strength[other]
            if strength < plan.strength[card] or (
                strength == plan.strength[card] and other < card
            ):
                place += 1
        desk[on.NEW + card], desk[on.OLD + place] = place, card
        desk[on.STRENGTH + place] = plan.strength[card]
    desk[on.NEW + FOOL_NUMBER] = desk[on.OLD + FOOL_NUMBER] = FOOL_NUMBER
    desk[on.STRENGTH + FOOL_NUMBER] = plan.strength[FOOL_NUMBER]


@compiled
def suit_of(card: int) -> tuple[int, int]:
    """Give the first number of a card's suit and the first after it; the Fool left out."""
    if card >= FIRST_TRUMP_NUMBER:
        return FIRST_TRUMP_NUMBER, FOOL_NUMBER
    first = card - card % RANKS_IN_SUIT
    return first, first + RANKS_IN_SUIT


@compiled
def write_hands(desk: Numbers, state: Numbers, plan: Plan, stock: Numbers) -> None:
    """Write the first frame: hands, stock and the trick that is going on."""
    frame, number = on.FRAMES, state[lay.TRICKS] + 1
    clear(desk, frame, on.FRAME)
    desk[frame + on.TURN], desk[frame + on.LEADER] = state[lay.TURN], state[lay.LEADER]
    desk[frame + on.LED], desk[frame + on.LYING] = state[lay.LED], state[lay.LYING]
    desk[frame + on.BEST], desk[frame + on.BEST_SEAT] = lay.NO_CARD, state[lay.BEST_SEAT]
    if state[lay.BEST] != lay.NO_CARD:
        desk[frame + on.BEST] = desk[on.NEW + state[lay.BEST]]
    desk[frame + on.NUMBER], desk[frame + on.DRAWN] = number, state[lay.DRAWN]
    desk[frame + on.SUITS_LED] = state[lay.SUITS_LED]
    plain, tarocks = renumbered(desk, state[lay.LYING_PLAIN], state[lay.LYING_TAROCKS])
    desk[frame + on.LYING_PLAIN], desk[frame + on.LYING_TAROCKS] = plain, tarocks
    for place in range(state[lay.DRAWN], desk[on.STOCK]):
        card = desk[on.NEW + stock[place]]
        desk[on.STOCK_CARDS + place] = card
        if card < FIRST_TRUMP_NUMBER:
            plain |= 1 << card
        else:
            tarocks |= 1 << (card - FIRST_TRUMP_NUMBER)
    desk[frame + on.OPEN_PLAIN], desk[frame + on.OPEN_TAROCKS] = plain, tarocks
    for seat in range(desk[on.SEATS]):
        write_hand(desk, state, seat)


@compiled
def write_hand(desk: Numbers, state: Numbers, seat: int) -> None:
    """Write what concerns one seat in the first frame."""
    frame = on.FRAMES
    plain, tarocks = renumbered(desk, state[lay.PLAIN + seat], state[lay.TAROCKS + seat])
    desk[frame + on.HAND_PLAIN + seat] = plain
    desk[frame + on.HAND_TAROCKS + seat] = tarocks
    desk[frame + on.OPEN_PLAIN] |= plain
    desk[frame + on.OPEN_TAROCKS] |= tarocks
    if lies(state, seat):
        desk[frame + on.CARD + seat] = desk[on.NEW + state[lay.CARD + seat]]
    if state[lay.WON + seat]:
        desk[frame + on.WITH_TRICK] |= 1 << desk[on.SIDE + seat]
    if desk[on.LEAD_ON]:
        bound = state[lay.BOUND + seat] + 1
        if state[lay.LEFT_SUIT + seat]:
            bound |= HAS_LEFT
        desk[frame + on.BOUND] |= bound << (BOUND_BITS * seat)


@compiled
def lies(state: Numbers, seat: int) -> bool:
    """Tell whether a seat has played to the trick that is going on."""
    card = state[lay.CARD + seat]
    if card < 0:
        return False
    if card < FIRST_TRUMP_NUMBER:
        return bool(state[lay.LYING_PLAIN] >> card & 1)
    return bool(state[lay.LYING_TAROCKS] >> (card - FIRST_TRUMP_NUMBER) & 1)


@compiled
def write_sets(desk: Numbers, state: Numbers) -> None:
    """Find out which sets can still be had; the fate of the others is known."""
    frame, closed = on.FRAMES, 0
    for place in range(desk[on.SETS]):
        at = on.SETS_AT + place * on.SET_ROW
        plain, tarocks = pile_of(desk, state, desk[at + on.SET_SIDE])
        plain, tarocks = renumbered(desk, plain, tarocks)
        wanted_plain, wanted_tarocks = desk[at + on.SET_PLAIN], desk[at + on.SET_TAROCKS]
        open_plain = wanted_plain & desk[frame + on.OPEN_PLAIN]
        open_tarocks = wanted_tarocks & desk[frame + on.OPEN_TAROCKS]
        lost = wanted_plain & ~(open_plain | plain) | wanted_tarocks & ~(open_tarocks | tarocks)
        if lost or not (open_plain | open_tarocks):
            closed |= 1 << place
        else:
            mark(desk, wanted_plain, wanted_tarocks, at)
    desk[frame + on.CLOSED] = closed


@compiled
def write_constant(desk: Numbers, state: Numbers, plan: Plan, stock: Numbers) -> None:
    """Play one line to its end, settle it, and keep what the desk does not account for."""
    end, pay = desk[on.SCRATCH : on.SCRATCH + lay.SIZE], desk[on.PAY : on.PAY + lay.MOST_SEATS]
    for place in range(lay.SIZE):
        end[place] = state[place]
    clear(desk, on.PAY, lay.MOST_SEATS)
    ply = 0
    while not is_over(end, plan):
        plain, tarocks = legal_now(end, plan)
        card = lowest(plain) if plain else FIRST_TRUMP_NUMBER + lowest(tarocks)
        play_card(end, plan, stock, card)
        put(desk, ply, desk[on.NEW + card])
        ply += 1
    settle(end, plan, pay)
    total = 0
    for seat in range(desk[on.SEATS]):
        total += desk[on.SIGN + seat] * pay[seat]
    desk[on.CONSTANT] = total - gained(desk, on.FRAMES + ply * on.FRAME)


@compiled
def gained(desk: Numbers, frame: int) -> int:
    """Give what has been gained when all cards are played, the constant left out."""
    column = desk[frame + on.VARIANT] * on.RESTS + desk[frame + on.REST]
    place = desk[frame + on.POINTS] - desk[on.FIRST_POINTS]
    return desk[frame + on.SUM] + desk[on.WORTH + column * on.COLUMN + place]
