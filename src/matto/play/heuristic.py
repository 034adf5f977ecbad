"""The heuristic policy: how the rule of thumb weighs cards, from what one seat sees.

A seat judges from its own hand, the cards that lie and have been played, who is on its side,
and what it knows of the other hands: suits that ran out, cards that were shown. Chances treat
every unseen card as equally likely anywhere else. The players fill a state from a view alone,
compiled play has whole ones: nothing here reads the hidden hands in them.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
    TRUMP_BITS,
    beats,
)
from matto.play import layout as lay
from matto.play.bits import Cells, Row, count, is_excuse, lowest, taken_out
from matto.play.layout import NO_CARD, NO_SUIT
from matto.play.weights import (
    CHANCES_TOLD_APART,
    CHEAPEST_TRUMP,
    COUNTER,
    DRAW_TRUMPS,
    ENDGAME,
    EXPOSED,
    FOOL_HURRY,
    HELPS,
    LONG_SUIT,
    PERHAPS,
    RID_FROM,
    TAKES,
    chance_of_one,
)

CARDS = FOOL_NUMBER + 1
MOST_HELD, MOST_UNSEEN, MOST_WANTED = 30, CARDS, 24
NOBODY = -1


class Rules(Protocol):
    """The numbers of a plan that the heuristic asks for (see `matto.kernel.layout.Plan`)."""

    @property
    def rules(self) -> Row: ...

    @property
    def strength(self) -> Row: ...


class Scales(NamedTuple):
    """Weights of cards, in card points.

    By card: `worth`, what it is worth to take it; `cost`, what it would still do later;
    `last_with`, what it brings to win the last trick with it; `place`, where it lies in a
    sorted hand; `above`, the word of the cards that are higher in its suit.
    `single`: the numbers of the last row of weights. `pack`: the two words of all cards, and
    the word of the trumps. `chances`: how likely a hand has one of some cards, at `chance_at`.
    """

    worth: Row
    cost: Row
    last_with: Row
    place: Row
    above: Row
    single: Row
    pack: Row
    chances: Row


class Chances(dict[int, float]):
    """Chances that are worked out when they are first asked for."""

    def __missing__(self, place: int) -> float:
        rest, wanted = divmod(place, MOST_WANTED + 1)
        held, unseen = divmod(rest, MOST_UNSEEN + 1)
        found = self[place] = chance_of_one(wanted, held, unseen)
        return found


def chance_at(held: int, unseen: int, wanted: int) -> int:
    """Return where the chance stands that a hand of unseen cards has one of those wanted."""
    return (held * (MOST_UNSEEN + 1) + unseen) * (MOST_WANTED + 1) + wanted


def scales_from(strength: Row, weights: Row, chances: Row) -> Scales:
    """Return what cards are weighed with, by their strengths and the rows of weights."""
    single = weights[lay.SINGLE]
    return Scales(
        weights[lay.WORTH],
        _cost(strength, single[lay.TRUMP_COST]),
        weights[lay.LAST_WITH],
        weights[lay.PLACE],
        _above(strength),
        single,
        _pack(strength),
        chances,
    )


def _cost(strength: Row, dearest: float) -> Row:
    """Return what each trump is good for later: high ones are dear."""
    trumps = [card for card in range(FIRST_TRUMP_NUMBER, CARDS) if strength[card] > 0]
    cost = [0.0] * CARDS
    for card in trumps:
        lower = sum(bool(strength[card] > strength[other]) for other in trumps)
        cost[card] = CHEAPEST_TRUMP + dearest * (lower / len(trumps)) ** 2
    return cost


def _pack(strength: Row) -> Row:
    both = sum(1 << card for card in range(FOOL_NUMBER) if strength[card] > 0)
    plain = both & ((1 << FIRST_TRUMP_NUMBER) - 1)
    fool = FOOL_BIT if strength[FOOL_NUMBER] else 0
    return [plain, both >> FIRST_TRUMP_NUMBER | FOOL_BIT, TRUMP_BITS | fool]


def _above(strength: Row) -> Row:
    above = [0] * CARDS
    for card in range(CARDS if strength[FOOL_NUMBER] else FOOL_NUMBER):
        trump = card >= FIRST_TRUMP_NUMBER
        first = FIRST_TRUMP_NUMBER if trump else card // RANKS_IN_SUIT * RANKS_IN_SUIT
        after = CARDS if trump else first + RANKS_IN_SUIT
        start = FIRST_TRUMP_NUMBER if trump else 0
        for other in range(first, after):
            if strength[other] > strength[card]:
                above[card] |= 1 << (other - start)
    return above


(
    ABROAD_PLAIN,  # the cards that another may still play
    ABROAD_TAROCKS,
    HIDDEN_PLAIN,  # those of them that nobody is known to hold
    HIDDEN_TAROCKS,
    HIDDEN,  # how many these are
    HELD,  # how many cards the seat holds, and so does each who plays after it
    BEHIND,  # how many these are
) = range(7)
WORDS = 7


class SeatKnowledge(NamedTuple):
    """The observation from which a seat chooses a card.

    `words`: `WORDS` numbers (`look`). `allies`: how likely each seat is on its side, its own
    place 1.
    """

    words: Cells
    allies: Cells


# -- the choice ------------------------------------------------------------------------------


def best_card(
    state: Row, plan: Rules, scales: Scales, plain: int, tarocks: int, known: SeatKnowledge
) -> int:
    """Choose one of some legal cards, given as two words; of equals the first in a hand."""
    if plan.rules[lay.DUCKING]:
        ducker = who_ducks(state, plan)
        if ducker != NOBODY:
            return ducked(state, plan, scales, plain, tarocks, known, ducker)
    if scales.single[lay.KEPT] and keeps(state, plan, scales):
        plain, tarocks = without_kept(state, scales, plain, tarocks)
    best, most, lies = NO_CARD, -1e9, what_lies(state, plan, scales)
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        promised = promise(state, plan, scales, card, lies, known)
        first = best == NO_CARD or scales.place[card] < scales.place[best]
        if promised > most or (promised == most and first):
            best, most = card, promised
    return best


def who_ducks(state: Row, plan: Rules) -> int:
    """Find for whom the seat to play ducks: itself, the only one who does, or nobody."""
    ducking = 0
    for seat in range(plan.rules[lay.SEATS]):
        if state[lay.WON + seat] == 0:
            ducking |= plan.rules[lay.DUCKING] & 1 << seat
    if ducking >> state[lay.TURN] & 1:
        return int(state[lay.TURN])
    return lowest(ducking) if count(ducking) == 1 else NOBODY


def ducked(
    state: Row,
    plan: Rules,
    scales: Scales,
    plain: int,
    tarocks: int,
    known: SeatKnowledge,
    ducker: int,
) -> int:
    """Choose the card least likely to win; of equal ones the highest, the Fool last.

    All others are against one who undertook to win no trick, and give no counter away.
    """
    own = ducker == state[lay.TURN]
    for seat in range(plan.rules[lay.SEATS]):
        known.allies[seat] = 1.0 if (seat == ducker) == own else 0.0
    best, least = NO_CARD, 1e9
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        wins = round(CHANCES_TOLD_APART * side_wins(state, plan, scales, card, known))
        danger = 1000.0 * wins + 500.0 * (card == FOOL_NUMBER) - plan.strength[card]
        if not own and scales.worth[card] >= COUNTER:
            danger += 1e6
        first = best == NO_CARD or scales.place[card] < scales.place[best]
        if danger < least or (danger == least and first):
            best, least = card, danger
    return best


def without_kept(state: Row, scales: Scales, plain: int, tarocks: int) -> tuple[int, int]:
    """Leave a trump that is kept out of the choices, as long as there are others."""
    single = scales.single
    others = tarocks & ~(1 << (int(single[lay.KEPT]) - FIRST_TRUMP_NUMBER))
    if plain or others:
        tarocks = others
    bound = state[lay.BOUND + state[lay.TURN]]
    if single[lay.KEPT_LEADING_ON] and state[lay.LYING] == 0 and bound != NO_SUIT:
        led_on = plain & SUIT_BITS << (RANKS_IN_SUIT * bound)
        if led_on:
            plain, tarocks = led_on, 0
    return plain, tarocks


def keeps(state: Row, plan: Rules, scales: Scales) -> bool:
    """Return whether the seat to play keeps a trump (`matto.play.weights.Keeping`)."""
    seat, single = state[lay.TURN], scales.single
    own = state[lay.TAROCKS + seat]
    held = count(state[lay.PLAIN + seat]) + count(own)
    least = max(single[lay.KEPT_TRUMPS], single[lay.KEPT_SHARE] * held)
    has_it = own >> (int(single[lay.KEPT]) - FIRST_TRUMP_NUMBER) & 1
    if not has_it or count(own & TRUMP_BITS) <= least:
        return False
    if single[lay.KEPT_LEADING_ON]:
        return bool(state[lay.LEFT_SUIT + seat] == 0)
    surely_wins = state[lay.LYING] == plan.rules[lay.SEATS] - 1
    return not surely_wins or state[lay.LYING_TAROCKS] & TRUMP_BITS != 0


# -- what a seat knows -----------------------------------------------------------------------


def look(state: Row, plan: Rules, scales: Scales, words: Cells) -> None:
    """Find the cards that others may hold, as the seat to play sees it."""
    seat = state[lay.TURN]
    plain = state[lay.LYING_PLAIN] | state[lay.PLAIN + seat] | state[lay.AWAY_PLAIN + seat]
    tarocks = (
        state[lay.LYING_TAROCKS] | state[lay.TAROCKS + seat] | state[lay.AWAY_TAROCKS + seat]
    )
    plain, tarocks = plain | state[lay.OPEN_PLAIN], tarocks | state[lay.OPEN_TAROCKS]
    known_plain = known_tarocks = 0
    for other in range(plan.rules[lay.SEATS]):
        plain |= state[lay.PILE_PLAIN + other] & ~state[lay.AWAY_PLAIN + other]
        tarocks |= state[lay.PILE_TAROCKS + other] & ~state[lay.AWAY_TAROCKS + other]
        known_plain |= state[lay.KNOWN_PLAIN + other]
        known_tarocks |= state[lay.KNOWN_TAROCKS + other]
    words[ABROAD_PLAIN] = scales.pack[0] & ~plain
    words[ABROAD_TAROCKS] = scales.pack[1] & ~tarocks
    words[HIDDEN_PLAIN] = words[ABROAD_PLAIN] & ~known_plain
    words[HIDDEN_TAROCKS] = words[ABROAD_TAROCKS] & ~known_tarocks
    words[HIDDEN] = count(words[HIDDEN_PLAIN]) + count(words[HIDDEN_TAROCKS])
    words[HELD] = count(state[lay.PLAIN + seat]) + count(state[lay.TAROCKS + seat])
    words[BEHIND] = plan.rules[lay.SEATS] - 1 - state[lay.LYING]


def has_one(
    state: Row,
    scales: Scales,
    seat: int,
    suit: int,
    plain: int,
    tarocks: int,
    known: SeatKnowledge,
) -> float:
    """Judge how likely a seat holds one of some cards of a suit, given as two words."""
    known_plain, known_tarocks = state[lay.KNOWN_PLAIN + seat], state[lay.KNOWN_TAROCKS + seat]
    if plain & known_plain or tarocks & known_tarocks:
        return 1.0
    if state[lay.VOIDS] >> (lay.VOID_BITS * seat + suit) & 1:
        return 0.0
    words = known.words
    wanted = count(plain & words[HIDDEN_PLAIN]) + count(tarocks & words[HIDDEN_TAROCKS])
    held = words[HELD] - count(known_plain) - count(known_tarocks)
    return float(scales.chances[chance_at(held, words[HIDDEN], wanted)])


# -- the trick -------------------------------------------------------------------------------


def what_lies(state: Row, plan: Rules, scales: Scales) -> float:
    """Add up what the trick is worth, and what comes to it on the average."""
    lies, seat, seats = 0.0, state[lay.LEADER], plan.rules[lay.SEATS]
    for _ in range(state[lay.LYING]):
        card = state[lay.CARD + seat]
        lies += 0.0 if is_excuse(plan.strength, card) else scales.worth[card]
        seat = seat + 1 if seat + 1 < seats else 0
    return lies + scales.single[lay.AVERAGE] * (seats - 1 - state[lay.LYING])


def side_wins(
    state: Row, plan: Rules, scales: Scales, card: int, known: SeatKnowledge
) -> float:
    """Judge how likely the seat or an ally takes the trick after a card is played."""
    seats, strength, seat = plan.rules[lay.SEATS], plan.strength, state[lay.TURN]
    best, winner = state[lay.BEST], state[lay.BEST_SEAT]
    if not is_excuse(strength, card) and (
        best == NO_CARD
        or is_excuse(strength, best)
        or beats(card, best, strength[card], strength[best])
    ):
        best, winner = card, seat
    if best == NO_CARD or is_excuse(strength, best):
        return share_of_allies(seats, known)
    side = known.allies[winner]
    led = state[lay.LED]
    if led > TRUMP:
        led = TRUMP if best >= FIRST_TRUMP_NUMBER else best // RANKS_IN_SUIT
    for _ in range(known.words[BEHIND]):
        seat = seat + 1 if seat + 1 < seats else 0
        over = beats_chance(state, scales, seat, best, led, known)
        friend = known.allies[seat]
        side += over * ((1.0 - side) * friend * HELPS - side * (1.0 - friend) * TAKES)
    return float(side)


def share_of_allies(seats: int, known: SeatKnowledge) -> float:
    """Return the part of all seats that a seat takes to be on its side."""
    side = 0.0
    for other in range(seats):
        side += known.allies[other]
    return side / seats


def beats_chance(
    state: Row, scales: Scales, seat: int, best: int, led: int, known: SeatKnowledge
) -> float:
    """Judge how likely a seat can beat the best card of a trick in which a suit was led."""
    abroad, trumps = (known.words[ABROAD_PLAIN], known.words[ABROAD_TAROCKS] & scales.pack[2])
    follows = 0.0
    if led < TRUMP:
        same = abroad & SUIT_BITS << (RANKS_IN_SUIT * led)
        follows = has_one(state, scales, seat, led, same, 0, known)
    if best >= FIRST_TRUMP_NUMBER:
        higher = has_one(state, scales, seat, TRUMP, 0, trumps & scales.above[best], known)
        return (1.0 - follows) * higher
    over = abroad & scales.above[best]
    higher = has_one(state, scales, seat, best // RANKS_IN_SUIT, over, 0, known)
    ruffs = has_one(state, scales, seat, TRUMP, 0, trumps, known)
    return min(1.0, higher + (1.0 - follows) * ruffs)


# -- a card ----------------------------------------------------------------------------------


def promise(
    state: Row, plan: Rules, scales: Scales, card: int, lies: float, known: SeatKnowledge
) -> float:
    """Judge what a card promises in a trick that is worth so much, in card points."""
    words, side = known.words, side_wins(state, plan, scales, card, known)
    gain = (2.0 * side - 1.0) * lies
    if is_excuse(plan.strength, card):
        return gain - fool_kept(scales, words[HELD])
    trump = card >= FIRST_TRUMP_NUMBER
    trumps = count(words[ABROAD_TAROCKS] & scales.pack[2])
    above = count(words[ABROAD_TAROCKS if trump else ABROAD_PLAIN] & scales.above[card])
    safe_later = PERHAPS
    if trump:
        safe_later = 1.0 - (1.0 - PERHAPS) * (above / trumps if trumps else 0.0)
    gain += 2.0 * (side - safe_later) * scales.worth[card]
    if state[lay.LYING] == 0:
        gain += (
            lead_trump(state, plan, scales, trumps, above, known)
            if trump
            else lead_plain(state, scales, card, words[ABROAD_PLAIN])
        )
    if trump:
        gain -= cost(state, scales, card, words[HELD])
    stake = scales.last_with[card]
    if stake != 0.0 and 1 < words[HELD] <= RID_FROM:
        gain += stake / words[HELD] * (-1.0 if trumps + above == 0 else 1.0)
    return gain


def fool_kept(scales: Scales, held: int) -> float:
    """Judge what keeping the Fool for later is worth; negative when it must go soon."""
    saved = float(scales.single[lay.FOOL_SAVED])
    spare = held - 1 - scales.single[lay.FOOL_BY]
    if spare < 0:
        return 0.0
    return -saved * (FOOL_HURRY - spare) if spare <= held // FOOL_HURRY else saved


def cost(state: Row, scales: Scales, card: int, held: int) -> float:
    """Judge what a trump would do later; the seat's highest is kept for the last trick."""
    higher = state[lay.TAROCKS + state[lay.TURN]] & scales.above[card]
    kept = 1 < held <= ENDGAME and not higher
    return float(scales.cost[card] + (scales.single[lay.LAST_TRICK] / 2 if kept else 0.0))


def lead_trump(
    state: Row, plan: Rules, scales: Scales, trumps: int, above: int, known: SeatKnowledge
) -> float:
    """Judge leading a trump: the highest draws the others' when the seat has more."""
    foes = 0
    for other in range(plan.rules[lay.SEATS]):
        foes += int(known.allies[other] < 1.0)
    own = count(state[lay.TAROCKS + state[lay.TURN]] & scales.pack[2])
    return DRAW_TRUMPS if own > trumps / max(1, foes) and not above else 0.0


def lead_plain(state: Row, scales: Scales, card: int, abroad: int) -> float:
    """Judge leading a plain card: long suits are led, Queens are not laid bare."""
    suit = SUIT_BITS << (RANKS_IN_SUIT * (card // RANKS_IN_SUIT))
    own = state[lay.PLAIN + state[lay.TURN]] & suit
    bonus, left, exposed = LONG_SUIT * count(own), own, 0
    while left:
        other = lowest(left)
        left &= left - 1
        if scales.worth[other] > 1 and abroad & scales.above[other]:
            exposed |= 1 << other
    return bonus - EXPOSED if exposed and not exposed >> card & 1 else bonus
