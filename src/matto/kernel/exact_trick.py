"""Playing a card on the desk of the exact solver, and what a finished trick brings."""

from __future__ import annotations

from matto.engine.payrules import LAST_BY_SEAT, LAST_BY_SIDE, LED_ON
from matto.engine.scoring import LOT
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    LEADING,
    RANKS_IN_SUIT,
    SUIT_BITS,
    FoolRule,
)
from matto.kernel import exact_desk as on
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_rows import from_all
from matto.kernel.layout import MOST_SEATS, NO_CARD, NO_SUIT, Numbers
from matto.kernel.play import beats, dutiful, fool_in_trick, led_after, legal

BOUND_BITS, HAS_LEFT, BOUND_SUIT = 4, 8, 7  # by seat: 1 + the suit it led last, and whether
# it has left one while it held it


@compiled
def fool_rule(desk: Numbers) -> FoolRule:
    """Give the rule of the Fool from the desk."""
    at = on.FOOL_RULE
    return FoolRule(desk[at], desk[at + 1], desk[at + 2], desk[at + 3], desk[at + 4])


@compiled
def may_play(desk: Numbers, frame: int) -> tuple[int, int]:
    """Give the cards that may be played, as two words."""
    seat, led = desk[frame + on.TURN], desk[frame + on.LED]
    fool = fool_in_trick(fool_rule(desk), desk[frame + on.NUMBER])
    hand = frame + seat
    plain, tarocks = legal(desk[hand + on.HAND_PLAIN], desk[hand + on.HAND_TAROCKS], led, fool)
    if desk[on.DUTIES]:
        plain = dutiful(plain, led, desk[frame + on.SUITS_LED], desk[frame + on.LYING_PLAIN])
    return plain, tarocks


@compiled
def put(desk: Numbers, ply: int, card: int) -> None:
    """Play a card: the next ply's frame is written after this one's."""
    frame = on.FRAMES + (ply + 1) * on.FRAME
    for place in range(frame, frame + on.FRAME):
        desk[place] = desk[place - on.FRAME]
    seat, led = desk[frame + on.TURN], desk[frame + on.LED]
    put_down(desk, frame, seat, card)
    if led >= LEADING:
        desk[frame + on.LED] = led_after(led, card, fool_rule(desk))
    if desk[frame + on.LYING] == desk[on.SEATS]:
        close_trick(desk, frame)
    else:
        desk[frame + on.TURN] = seat + 1 if seat + 1 < desk[on.SEATS] else 0


@compiled
def put_down(desk: Numbers, frame: int, seat: int, card: int) -> None:
    """A card goes from a hand to those that lie, and may be the best of them."""
    best = desk[frame + on.BEST]
    if desk[on.LEAD_ON] and desk[frame + on.LYING] == 0:
        lead_on(desk, frame, seat, card)
    if card < FIRST_TRUMP_NUMBER:
        desk[frame + on.HAND_PLAIN + seat] ^= 1 << card
        desk[frame + on.LYING_PLAIN] |= 1 << card
    else:
        desk[frame + on.HAND_TAROCKS + seat] ^= 1 << (card - FIRST_TRUMP_NUMBER)
        desk[frame + on.LYING_TAROCKS] |= 1 << (card - FIRST_TRUMP_NUMBER)
    if best == NO_CARD or beats(card, best, desk[on.STRENGTH + card], desk[on.STRENGTH + best]):
        desk[frame + on.BEST], desk[frame + on.BEST_SEAT] = card, seat
    desk[frame + on.CARD + seat] = card
    desk[frame + on.LYING] += 1


@compiled
def play_last(desk: Numbers, frame: int) -> int:
    """All play the one card that is left to them; gives the frame after it."""
    end = frame + on.FRAME
    for place in range(end, end + on.FRAME):
        desk[place] = desk[place - on.FRAME]
    seat = desk[end + on.LEADER]
    for _ in range(desk[on.SEATS]):
        plain = desk[end + on.HAND_PLAIN + seat]
        card = FIRST_TRUMP_NUMBER + lowest(desk[end + on.HAND_TAROCKS + seat])
        put_down(desk, end, seat, lowest(plain) if plain else card)
        seat = seat + 1 if seat + 1 < desk[on.SEATS] else 0
    close_trick(desk, end)
    return end


@compiled
def lead_on(desk: Numbers, frame: int, seat: int, card: int) -> None:
    """Keep account of the suits led; the card is still in the hand."""
    known = desk[frame + on.BOUND] >> (BOUND_BITS * seat)
    bound = (known & BOUND_SUIT) - 1
    suit = card // RANKS_IN_SUIT if card < FIRST_TRUMP_NUMBER else NO_SUIT
    new = known & (HAS_LEFT | BOUND_SUIT)
    own = desk[frame + on.HAND_PLAIN + seat]
    if bound not in (NO_SUIT, suit) and own >> (RANKS_IN_SUIT * bound) & SUIT_BITS:
        new |= HAS_LEFT
    if suit != NO_SUIT:
        new = new & HAS_LEFT | (suit + 1)
    keep = ~((HAS_LEFT | BOUND_SUIT) << (BOUND_BITS * seat))
    desk[frame + on.BOUND] = desk[frame + on.BOUND] & keep | new << (BOUND_BITS * seat)


@compiled
def close_trick(desk: Numbers, frame: int) -> None:
    """Give the trick to its winner and write down all that it brings."""
    winner, last = desk[frame + on.BEST_SEAT], is_last(desk, frame)
    side, plain, tarocks, points = desk[on.SIDE + winner], 0, 0, desk[on.EACH]
    desk[frame + on.WITH_TRICK] |= 1 << side
    for seat in range(desk[on.SEATS]):
        card = desk[frame + on.CARD + seat]
        if card == FOOL_NUMBER:
            desk[frame + on.FOOL_WAITS] = 1 + winner + on.OWNER_FACTOR * seat
            if desk[frame + on.NUMBER] > desk[on.FOOL_UNTIL]:
                desk[frame + on.VARIANT] |= on.FOOL_CAME_LATE
            continue
        points += desk[on.POINTS_OF + card]
        bring(desk, frame, card, seat, winner)
        if card < FIRST_TRUMP_NUMBER:
            plain |= 1 << card
        else:
            tarocks |= 1 << (card - FIRST_TRUMP_NUMBER)
    desk[frame + on.POINTS_LEFT] -= points
    if last:
        points += desk[on.LAST]
        desk[frame + on.POINTS_LEFT] -= desk[on.LAST]
    to_pile(desk, frame, plain, tarocks, side)
    if side == 0:
        count_for_side_0(desk, frame, points, count(plain) + count(tarocks))
    fool_home(desk, frame, last)
    if last:
        pay_last(desk, frame, winner)
    begin_trick(desk, frame, winner)


@compiled
def is_last(desk: Numbers, frame: int) -> bool:
    """Tell whether the trick that is going on is the last."""
    return bool(desk[frame + on.NUMBER] == desk[on.IN_ALL])


@compiled
def bring(desk: Numbers, frame: int, card: int, owner: int, winner: int) -> None:
    """Write down what a card brings, played by one seat and won by one."""
    gain = desk[on.GAINS + card * on.NUMBERS_PER_GAIN + owner * MOST_SEATS + winner]
    if card == desk[on.WATCHED]:
        table = on.WATCH_WON if owner == winner else on.WATCH_LOST
        gain += from_all(desk, owner) * desk[table + desk[frame + on.NUMBER]]
    desk[frame + on.SUM] += gain
    desk[frame + on.UP] -= desk[on.BEST_GAIN + card]
    desk[frame + on.DOWN] -= desk[on.WORST_GAIN + card]


@compiled
def count_for_side_0(desk: Numbers, frame: int, points: int, cards: int) -> None:
    """Add card points and cards to the pile of side 0."""
    if desk[on.BY_LOTS]:
        cards += desk[frame + on.REST]
        points += cards // LOT
        desk[frame + on.REST] = cards % LOT
    desk[frame + on.POINTS] += points
    desk[frame + on.SUM] += points * desk[on.SLOPE]


@compiled
def to_pile(desk: Numbers, frame: int, plain: int, tarocks: int, side: int) -> None:
    """Lay cards to the pile of a side; a set may thereby be complete, or never will be."""
    desk[frame + on.OPEN_PLAIN] &= ~plain
    desk[frame + on.OPEN_TAROCKS] &= ~tarocks
    for place in range(desk[on.SETS]):
        at = on.SETS_AT + place * on.SET_ROW
        wanted_plain, wanted_tarocks = desk[at + on.SET_PLAIN], desk[at + on.SET_TAROCKS]
        if desk[frame + on.CLOSED] >> place & 1 or not (
            wanted_plain & plain | wanted_tarocks & tarocks
        ):
            continue
        earned, missed = desk[at + on.SET_EARNED], desk[at + on.SET_MISSED]
        if desk[at + on.SET_SIDE] != side:
            close_set(desk, frame, place, missed, earned)
        elif not (
            wanted_plain & desk[frame + on.OPEN_PLAIN]
            | wanted_tarocks & desk[frame + on.OPEN_TAROCKS]
        ):
            close_set(desk, frame, place, earned, missed)


@compiled
def close_set(desk: Numbers, frame: int, place: int, paid: int, other: int) -> None:
    """The fate of a set is known."""
    desk[frame + on.CLOSED] |= 1 << place
    desk[frame + on.SUM] += paid
    desk[frame + on.UP] -= max(paid, other)
    desk[frame + on.DOWN] -= min(paid, other)


@compiled
def fool_home(desk: Numbers, frame: int, last: bool) -> None:
    """Bring a Fool that was played to whom it belongs, once that is known."""
    waits = desk[frame + on.FOOL_WAITS]
    if not waits:
        return
    winner, owner = (waits - 1) % on.OWNER_FACTOR, waits // on.OWNER_FACTOR
    home = owner
    if not desk[on.KEEPS] and not desk[frame + on.WITH_TRICK] >> desk[on.SIDE + owner] & 1:
        if not last:
            return
        home = winner
    desk[frame + on.FOOL_WAITS] = 0
    bring(desk, frame, FOOL_NUMBER, owner, home)
    late = int(desk[frame + on.VARIANT] & on.FOOL_CAME_LATE != 0)
    points = desk[on.FOOL_POINTS + late]
    desk[frame + on.POINTS_LEFT] -= max(0, desk[on.FOOL_POINTS], desk[on.FOOL_POINTS + 1])
    to_pile(desk, frame, 0, FOOL_BIT, desk[on.SIDE + home])
    if desk[on.SIDE + home] == 0:
        desk[frame + on.VARIANT] |= on.FOOL_ON_SIDE_0
        count_for_side_0(desk, frame, points, 1)


@compiled
def pay_last(desk: Numbers, frame: int, winner: int) -> None:
    """Pay for the last trick and for cards in it."""
    for place in range(desk[on.LAST_ROWS]):
        at = on.LAST_AT + place * on.LAST_ROW
        how, who = desk[at + on.LAST_HOW], desk[at + on.LAST_WHO]
        if how in (LAST_BY_SIDE, LAST_BY_SEAT):
            own = desk[on.SIDE + winner] if how == LAST_BY_SIDE else winner
            desk[frame + on.SUM] += desk[at + (on.LAST_WON if own == who else on.LAST_LOST)]
            continue
        for seat in range(desk[on.SEATS]):
            if not is_among(desk, at, desk[frame + on.CARD + seat]):
                continue
            has_left = desk[frame + on.BOUND] >> (BOUND_BITS * seat) & HAS_LEFT
            if how == LED_ON and has_left and (seat == winner or not desk[at + on.LAST_LOSES]):
                continue
            won = desk[at + on.LAST_WON] if seat == winner else -desk[at + on.LAST_LOST]
            desk[frame + on.SUM] += from_all(desk, seat) * won


@compiled
def is_among(desk: Numbers, at: int, card: int) -> bool:
    """Tell whether a card is one of those that a row of the last trick looks at."""
    if card < FIRST_TRUMP_NUMBER:
        return bool(desk[at + on.LAST_PLAIN] >> card & 1)
    return bool(desk[at + on.LAST_TAROCKS] >> (card - FIRST_TRUMP_NUMBER) & 1)


@compiled
def begin_trick(desk: Numbers, frame: int, winner: int) -> None:
    """The winner leads to the next trick, after all have drawn from the stock."""
    first = desk[frame + on.CARD + desk[frame + on.LEADER]]
    if first < FIRST_TRUMP_NUMBER:
        desk[frame + on.SUITS_LED] |= 1 << (first // RANKS_IN_SUIT)
    desk[frame + on.LEADER], desk[frame + on.TURN] = winner, winner
    desk[frame + on.LED], desk[frame + on.BEST], desk[frame + on.LYING] = LEADING, NO_CARD, 0
    desk[frame + on.LYING_PLAIN] = desk[frame + on.LYING_TAROCKS] = 0
    desk[frame + on.NUMBER] += 1
    if desk[frame + on.DRAWN] >= desk[on.STOCK]:
        return
    for step in range(desk[on.SEATS]):
        seat = (winner + step) % desk[on.SEATS]
        card = desk[on.STOCK_CARDS + desk[frame + on.DRAWN]]
        if card < FIRST_TRUMP_NUMBER:
            desk[frame + on.HAND_PLAIN + seat] |= 1 << card
        else:
            desk[frame + on.HAND_TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)
        desk[frame + on.DRAWN] += 1
