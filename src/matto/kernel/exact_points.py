"""What the card points of side 0 are worth at the end, as columns on the desk.

A column holds the worth of each number of points. Where all columns rise by at least so much
for each point (or fall), that part is paid at once with each card; what remains is flat, or
rises (falls) in steps, which lets a position's value stand in for others with more points.
"""

from __future__ import annotations

from matto.engine.payrules import COMPARED, POINTS
from matto.engine.scoring import LOT
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER
from matto.kernel import exact_desk as on
from matto.kernel import layout as lay
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_rows import between_sides, clear, renumbered
from matto.kernel.layout import Numbers, Plan
from matto.kernel.pay import looked_up
from matto.kernel.piles import fool_points, lots_of_three

CUTS = 5


@compiled
def write_points(desk: Numbers, state: Numbers, plan: Plan) -> bool:
    """Write points so far, points to come and all columns; tells whether there was room."""
    write_values(desk, plan)
    write_fool_points(desk, state, plan)
    write_counted(desk, state, plan)
    write_points_left(desk)
    clear(desk, on.CUT_UP, CUTS)
    desk[on.LENGTH] = most_points(desk, on.FRAMES) - desk[on.FIRST_POINTS] + 1
    if desk[on.LENGTH] > on.COLUMN:
        return False
    write_columns(desk, plan)
    take_slope(desk)
    write_least_and_most(desk)
    return True


@compiled
def write_values(desk: Numbers, plan: Plan) -> None:
    """Write down what each card counts, over an empty card where lots are counted."""
    for card in range(on.CARDS):
        desk[on.POINTS_OF + card] = -desk[on.BY_LOTS]
    for row in range(plan.values.shape[0]):
        plain, tarocks = renumbered(desk, plan.values[row, 1], plan.values[row, 2])
        while plain:
            desk[on.POINTS_OF + lowest(plain)] += plan.values[row, 0]
            plain &= plain - 1
        while tarocks:
            desk[on.POINTS_OF + FIRST_TRUMP_NUMBER + lowest(tarocks)] += plan.values[row, 0]
            tarocks &= tarocks - 1


@compiled
def place_fool(desk: Numbers, state: Numbers) -> None:
    """Find out whether it is known whose the Fool is, and write it down."""
    frame, none = on.FRAMES, lay.NO_CARD
    desk[on.FOOL_FIXED], desk[on.FOOL_HOME] = 0, none
    if desk[frame + on.OPEN_TAROCKS] & FOOL_BIT:
        return
    owner = home = none
    for seat in range(desk[on.SEATS]):
        if state[lay.OWN_TAROCKS + seat] & FOOL_BIT:
            owner = seat
        if state[lay.PILE_TAROCKS + seat] & FOOL_BIT:
            home = seat
    if state[lay.FOOL_TRICK] and owner != home:
        with_trick = desk[frame + on.WITH_TRICK] >> desk[on.SIDE + owner] & 1
        if not with_trick and not desk[on.KEEPS]:
            desk[frame + on.FOOL_WAITS] = 1 + home + on.OWNER_FACTOR * owner
            desk[frame + on.OPEN_TAROCKS] |= FOOL_BIT
            return
        home = owner
    desk[on.FOOL_FIXED], desk[on.FOOL_HOME] = 1, home
    if home != none and desk[on.SIDE + home] == 0:
        desk[frame + on.VARIANT] |= on.FOOL_ON_SIDE_0


@compiled
def pile_of(desk: Numbers, state: Numbers, side: int) -> tuple[int, int]:
    """Give the cards of a side's piles by their old numbers, and its Fool once it is known."""
    plain = tarocks = 0
    for seat in range(desk[on.SEATS]):
        if desk[on.SIDE + seat] == side:
            plain |= state[lay.PILE_PLAIN + seat]
            tarocks |= state[lay.PILE_TAROCKS + seat] & ~FOOL_BIT
            if desk[on.FOOL_HOME] == seat:
                tarocks |= FOOL_BIT
    return plain, tarocks


@compiled
def write_fool_points(desk: Numbers, state: Numbers, plan: Plan) -> None:
    """Write down what a Fool counts whose pile is not known yet, in time and late."""
    desk[on.FOOL_POINTS] = desk[on.FOOL_POINTS + 1] = 0
    if desk[on.FOOL_FIXED]:
        return
    in_time, late = plan.rules[lay.COUNT_FOOL], 0
    if desk[on.FRAMES + on.FOOL_WAITS]:
        in_time = late = fool_points(state, plan)
    desk[on.FOOL_POINTS] = in_time - desk[on.BY_LOTS]
    desk[on.FOOL_POINTS + 1] = late - desk[on.BY_LOTS]


@compiled
def write_counted(desk: Numbers, state: Numbers, plan: Plan) -> None:
    """Count the piles of both sides as they lie now."""
    frame = on.FRAMES
    desk[on.POINTS_IN_ALL] = desk[on.CARDS_IN_ALL] = 0
    for side in range(2):
        points, cards = counted(desk, state, plan, side)
        desk[on.POINTS_IN_ALL] += points
        desk[on.CARDS_IN_ALL] += cards
        if side == 0:
            desk[frame + on.POINTS], desk[frame + on.REST] = points, 0
            if desk[on.BY_LOTS]:
                desk[frame + on.POINTS] += cards // LOT
                desk[frame + on.REST] = cards % LOT


@compiled
def counted(desk: Numbers, state: Numbers, plan: Plan, side: int) -> tuple[int, int]:
    """Give what a side's piles count with what is added for tricks, and their cards."""
    plain, tarocks = pile_of(desk, state, side)
    cards = count(plain) + count(tarocks)
    points = fool_points(state, plan) if tarocks & FOOL_BIT else 0
    for row in range(plan.values.shape[0]):
        found = count(plain & plan.values[row, 1]) + count(tarocks & plan.values[row, 2])
        points += plan.values[row, 0] * found
    if desk[on.BY_LOTS]:
        points -= cards
    for seat in range(desk[on.SEATS]):
        if desk[on.SIDE + seat] == side:
            points += desk[on.EACH] * state[lay.WON + seat]
    if plan.side[plan.rules[lay.DEALER]] == side:
        points += plan.rules[lay.COUNT_AWAY]
    return points, cards


@compiled
def write_points_left(desk: Numbers) -> None:
    """Write down how many points can still be had, and lost; add them to those of all."""
    frame, most, least, total = on.FRAMES, 0, 0, 0
    plain, tarocks = desk[frame + on.OPEN_PLAIN], desk[frame + on.OPEN_TAROCKS] & ~FOOL_BIT
    desk[on.CARDS_IN_ALL] += count(plain) + count(tarocks)
    for card in range(FOOL_NUMBER):
        word, bit = plain, card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = tarocks, card - FIRST_TRUMP_NUMBER
        if word >> bit & 1:
            points = desk[on.POINTS_OF + card]
            most, least, total = most + max(0, points), least + min(0, points), total + points
    extra = desk[on.EACH] * (desk[on.IN_ALL] + 1 - desk[frame + on.NUMBER]) + desk[on.LAST]
    desk[on.POINTS_IN_ALL] += total + extra
    in_time, late = desk[on.FOOL_POINTS], desk[on.FOOL_POINTS + 1]
    desk[frame + on.POINTS_LEFT] = most + extra + max(0, in_time, late)
    desk[on.BELOW] = least + min(0, in_time, late)
    desk[on.FIRST_POINTS] = desk[frame + on.POINTS] + desk[on.BELOW]


@compiled
def most_points(desk: Numbers, frame: int) -> int:
    """Give the most full points that side 0 can still reach."""
    most = desk[frame + on.POINTS] + desk[frame + on.POINTS_LEFT] - desk[on.CUT_MOST]
    if desk[on.BY_LOTS]:
        cards = count(desk[frame + on.OPEN_PLAIN]) + count(desk[frame + on.OPEN_TAROCKS])
        most += (cards - desk[on.CUT_CARDS] + desk[frame + on.REST]) // LOT
    return most


@compiled
def is_used(desk: Numbers, variant: int, rest: int) -> bool:
    """Tell whether a column can be reached."""
    frame = on.FRAMES
    if desk[on.FOOL_FIXED] and variant != desk[frame + on.VARIANT]:
        return False
    if not desk[on.BY_LOTS] or (desk[on.FOOL_FIXED] and desk[on.SEATS] == LOT):
        return bool(rest == desk[frame + on.REST])
    return True


@compiled
def write_columns(desk: Numbers, plan: Plan) -> None:
    """Write down what each number of points is worth."""
    for variant in range(on.VARIANTS):
        late = int(variant & on.FOOL_CAME_LATE != 0)
        fool = 0 if desk[on.FOOL_FIXED] else 1
        in_all = desk[on.POINTS_IN_ALL] + fool * desk[on.FOOL_POINTS + late]
        cards = desk[on.CARDS_IN_ALL] + fool
        for rest in range(on.RESTS):
            if not is_used(desk, variant, rest):
                continue
            column = on.WORTH + (variant * on.RESTS + rest) * on.COLUMN
            for place in range(desk[on.LENGTH]):
                own = desk[on.FIRST_POINTS] + place
                other = in_all - own
                if desk[on.BY_LOTS]:
                    own = lots_of_three(own, rest)
                    other = lots_of_three(other, cards - rest)
                with_fool = variant & on.FOOL_ON_SIDE_0 != 0
                desk[column + place] = worth(desk, plan, own, other, with_fool)


@compiled
def worth(desk: Numbers, plan: Plan, own: int, other: int, with_fool: bool) -> int:
    """Give what side 0 receives for card points, its own and those of side 1."""
    total = 0
    for place in range(plan.pay_rules.shape[0]):
        row = plan.pay_rules[place]
        if row[lay.OPERATION] == POINTS:
            times = looked_up(plan, row, own if row[lay.WHO] == 0 else other)
            block = lay.EARNED if times else lay.MISSED
            total += between_sides(desk, row, block) * (times if times else 1)
        elif row[lay.OPERATION] == COMPARED:
            won = own > other or (own == other and not with_fool)
            total += between_sides(desk, row, lay.EARNED if won else lay.MISSED)
    return total


@compiled
def take_slope(desk: Numbers) -> None:
    """Find out how the columns go, and take out of them what each point is worth at least."""
    least, most, some = 0, 0, False
    for column in range(on.VARIANTS * on.RESTS):
        if not is_used(desk, column // on.RESTS, column % on.RESTS):
            continue
        at = on.WORTH + column * on.COLUMN
        for place in range(1, desk[on.LENGTH]):
            step = desk[at + place] - desk[at + place - 1]
            least, most = min(least, step) if some else step, max(most, step) if some else step
            some = True
    desk[on.SLOPE], desk[on.DIRECTION] = 0, on.MIXED
    if least >= 0:
        desk[on.SLOPE], desk[on.DIRECTION] = least, int(most > least)
    elif most <= 0:
        desk[on.SLOPE], desk[on.DIRECTION] = most, -int(most > least)
    for column in range(on.VARIANTS * on.RESTS):
        at = on.WORTH + column * on.COLUMN
        for place in range(desk[on.LENGTH]):
            desk[at + place] -= desk[on.SLOPE] * place


@compiled
def write_least_and_most(desk: Numbers) -> None:
    """Write down the least and the most that a number of points can be worth."""
    for place in range(desk[on.LENGTH]):
        some = False
        for column in range(on.VARIANTS * on.RESTS):
            if is_used(desk, column // on.RESTS, column % on.RESTS):
                here = desk[on.WORTH + column * on.COLUMN + place]
                least = min(desk[on.LEAST + place], here) if some else here
                most = max(desk[on.MOST + place], here) if some else here
                desk[on.LEAST + place], desk[on.MOST + place], some = least, most, True
