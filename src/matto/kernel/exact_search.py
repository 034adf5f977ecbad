"""The search of the exact solver: alpha-beta, with a table of the positions between tricks."""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.scoring import LOT
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER
from matto.kernel import layout as lay
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_bounds import bounds
from matto.kernel.exact_memory import (
    BEYOND,
    CAME_LATE,
    ON_SIDE_0,
    OWNER_FACTOR,
    Entry,
    Frame,
    Memory,
)
from matto.kernel.exact_moves import choose
from matto.kernel.exact_table import keep, key_of, recalled
from matto.kernel.layout import NO_CARD, Numbers
from matto.kernel.piles import has_trick
from matto.kernel.play import is_over, play_card


@compiled
def value_of(memory: Memory, table: Sequence[Entry], ply: int, alpha: int, beta: int) -> int:
    """Give the value of a position if it lies between `alpha` and `beta`, else a bound."""
    state, frame = memory.states[ply], memory.frames[ply]
    between_tricks = state[lay.LYING] == 0
    frame.known = NO_CARD
    if between_tricks:
        known, value = without_search(memory, table, ply, alpha, beta)
        if known:
            return value
    rises, low, high, card = memory.sign[state[lay.TURN]] > 0, alpha, beta, NO_CARD
    found = -BEYOND if rises else BEYOND
    for move in range(choose(memory, ply)):
        if low >= high or (move and is_out_of_nodes(memory)):
            break
        memory.nodes += 1
        tried = memory.moves[ply, move]
        put(memory, ply, tried)
        value = value_of(memory, table, ply + 1, low, high)
        if value > found if rises else value < found:
            found, card = value, tried
        low = max(low, value) if rises else low
        high = high if rises else min(high, value)
    frame.known = card
    if between_tricks and not memory.stopped:
        keep(memory, frame, table, alpha, beta, found)
    return found


@compiled
def without_search(
    memory: Memory,
    table: Sequence[Entry],
    ply: int,
    alpha: int,
    beta: int,
) -> tuple[bool, int]:
    """Tell whether a position between tricks need not be searched, and its value then.

    The value is exact, or a bound that lies outside of `alpha` and `beta`.
    """
    state, frame = memory.states[ply], memory.frames[ply]
    if state[lay.TRICKS] + 1 >= memory.rules[lay.ALL_TRICKS]:
        return True, at_the_end(memory, ply)
    least, most = bounds(memory, frame, state)
    known, value = is_decided(least, most, alpha, beta)
    if known:
        return True, value
    if is_out_of_nodes(memory):
        return True, (least + most) // 2
    frame.key = key_of(memory, frame, state)
    least, most = recalled(memory, frame, table)
    return is_decided(least, most, alpha, beta)


@compiled(inline=True)
def is_decided(least: int, most: int, alpha: int, beta: int) -> tuple[bool, int]:
    """Tell whether bounds say all that is asked, and which of them."""
    if least >= beta or least == most:
        return True, least
    return most <= alpha, most


@compiled(inline=True)
def is_out_of_nodes(memory: Memory) -> bool:
    """Tell whether as many cards have been tried as may be; nothing is exact then."""
    if memory.nodes >= memory.limit:
        memory.stopped = 1
        return True
    return False


@compiled
def at_the_end(memory: Memory, ply: int) -> int:
    """Let all play the one card that is left to them, if any is, and give the value."""
    while not is_over(memory.states[ply], memory):
        state, seat = memory.states[ply], memory.states[ply, lay.TURN]
        plain, tarocks = state[lay.PLAIN + seat], state[lay.TAROCKS + seat]
        card = lowest(plain) if plain else FIRST_TRUMP_NUMBER + lowest(tarocks)
        put(memory, ply, card)
        memory.nodes += 1
        ply += 1
    frame, state = memory.frames[ply], memory.states[ply]
    winner = state[lay.LEADER]
    total = frame.gained + memory.last[winner]
    for seat in range(memory.rules[lay.SEATS]):
        card, won = state[lay.CARD + seat], int(seat == winner)
        total += memory.late[card, seat, won, state[lay.LEFT_SUIT + seat]]
    return (
        total + memory.worth[frame.fool * LOT + frame.rest, frame.points - memory.first_points]
    )


@compiled(inline=True)
def put(memory: Memory, ply: int, card: int) -> None:
    """Play a card: the next ply's state and frame are written after this one's."""
    state, before, frame = memory.states[ply + 1], memory.frames[ply], memory.frames[ply + 1]
    for place in range(lay.VOIDS):
        state[place] = memory.states[ply, place]
    frame.gained, frame.points, frame.rest = before.gained, before.points, before.rest
    frame.closed, frame.fool, frame.fool_waits = before.closed, before.fool, before.fool_waits
    frame.open_plain, frame.open_tarocks = before.open_plain, before.open_tarocks
    play_card(state, memory, memory.stock, card)
    if state[lay.LYING] == 0:
        take_trick(memory, frame, state)


@compiled
def take_trick(memory: Memory, frame: Frame, state: Numbers) -> None:
    """Write down all that a finished trick brings."""
    winner, number, plain, tarocks = state[lay.LEADER], state[lay.TRICKS], 0, 0
    points, last = memory.rules[lay.COUNT_EACH], is_over(state, memory)
    points += memory.rules[lay.COUNT_LAST] if last else 0
    for seat in range(memory.rules[lay.SEATS]):
        card = state[lay.CARD + seat]
        if card == FOOL_NUMBER:
            frame.fool_waits = 1 + winner + OWNER_FACTOR * seat
            if number > memory.rules[lay.COUNT_FOOL_UNTIL]:
                frame.fool |= CAME_LATE
            continue
        points += memory.points_of[card]
        frame.gained += memory.gain[card, seat, winner]
        if card == memory.rules[lay.WATCHED]:
            frame.gained += memory.watched[seat, int(seat == winner), number]
        if card < FIRST_TRUMP_NUMBER:
            plain |= 1 << card
        else:
            tarocks |= 1 << (card - FIRST_TRUMP_NUMBER)
    to_pile(memory, frame, plain, tarocks, memory.side[winner])
    if memory.side[winner] == 0:
        count_for_side_0(memory, frame, points, count(plain) + count(tarocks))
    if frame.fool_waits:
        bring_fool(memory, frame, state, last)


@compiled
def bring_fool(memory: Memory, frame: Frame, state: Numbers, last: bool) -> None:
    """Bring a Fool that was played to whom it belongs, once that is known."""
    owner = home = frame.fool_waits // OWNER_FACTOR
    if not memory.fool_keeps and not has_trick(state, memory, memory.side[owner]):
        if not last:
            return
        home = (frame.fool_waits - 1) % OWNER_FACTOR
    frame.fool_waits = 0
    frame.gained += memory.gain[FOOL_NUMBER, owner, home]
    to_pile(memory, frame, 0, FOOL_BIT, memory.side[home])
    if memory.side[home] == 0:
        late = 1 if frame.fool & CAME_LATE else 0
        frame.fool |= ON_SIDE_0
        count_for_side_0(memory, frame, memory.fool_points[late], 1)


@compiled
def count_for_side_0(memory: Memory, frame: Frame, points: int, cards: int) -> None:
    """Add card points and cards to the pile of side 0."""
    if memory.lots:
        cards += frame.rest
        points += cards // LOT
        frame.rest = cards % LOT
    frame.points += points
    frame.gained += points * memory.slope


@compiled
def to_pile(memory: Memory, frame: Frame, plain: int, tarocks: int, side: int) -> None:
    """Lay cards to the pile of a side; a set may thereby be complete, or never will be."""
    frame.open_plain &= ~plain
    frame.open_tarocks &= ~tarocks
    for place in range(memory.set_count):
        one = memory.sets[place]
        if frame.closed >> place & 1 or not (one.plain & plain | one.tarocks & tarocks):
            continue
        if one.side != side:
            frame.closed |= 1 << place
            frame.gained += one.missed
        elif not (one.plain & frame.open_plain | one.tarocks & frame.open_tarocks):
            frame.closed |= 1 << place
            frame.gained += one.earned
