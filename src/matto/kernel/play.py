"""The play of the cards, compiled from the rules that the engine itself plays by."""

from __future__ import annotations

from matto.engine import tricks
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_NUMBER,
    LEADING,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
    FoolRule,
)
from matto.kernel import layout as lay
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.layout import NO_CARD, NO_SUIT, Numbers, Plan, PlayRules

legal = compiled(tricks.legal)
led_after = compiled(tricks.led_after)
beats = compiled(tricks.beats)
fool_in_trick = compiled(tricks.fool_in_trick)
dutiful = compiled(tricks.dutiful)


@compiled
def fool_rule(rules: Numbers) -> FoolRule:
    """Give the rule of the Fool from the numbers of a plan."""
    return FoolRule(
        rules[lay.EXCUSES],
        rules[lay.FORCED],
        rules[lay.LEADS],
        rules[lay.BINDS],
        rules[lay.UNTIL],
    )


@compiled
def legal_now(state: Numbers, plan: PlayRules) -> tuple[int, int]:
    """Give the cards that may be played now, as two words."""
    rules, seat, led = plan.rules, state[lay.TURN], state[lay.LED]
    fool = fool_in_trick(fool_rule(rules), state[lay.TRICKS] + 1)
    plain, tarocks = legal(state[lay.PLAIN + seat], state[lay.TAROCKS + seat], led, fool)
    if rules[lay.DUTIES]:
        plain = dutiful(plain, led, state[lay.SUITS_LED], state[lay.LYING_PLAIN])
    return plain, tarocks


@compiled(inline=True)
def taken_out(plain: int, tarocks: int) -> tuple[int, int, int]:
    """Take the lowest card out of two words: the card, and what is left of them."""
    if plain:
        return lowest(plain), plain & (plain - 1), tarocks
    return FIRST_TRUMP_NUMBER + lowest(tarocks), plain, tarocks & (tarocks - 1)


@compiled
def is_over(state: Numbers, plan: PlayRules) -> bool:
    """Tell whether all cards are played."""
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


@compiled(inline=True)
def is_excuse(plan: Plan, card: int) -> bool:
    """Tell whether a card is a Fool that is no trump."""
    return card == FOOL_NUMBER and plan.strength[card] == 0


@compiled
def play_on(state: Numbers, plan: Plan, stock: Numbers, card: int) -> None:
    """Play a legal card, and let everybody take note of what it shows."""
    drawn, led = state[lay.DRAWN], state[lay.LED]
    suit = TRUMP if card >= FIRST_TRUMP_NUMBER else card // RANKS_IN_SUIT
    if led <= TRUMP and suit != led and not is_excuse(plan, card):
        voids = 1 << led if suit == TRUMP else 1 << led | 1 << TRUMP
        state[lay.VOIDS] |= voids << (lay.VOID_BITS * state[lay.TURN])
    if card < FIRST_TRUMP_NUMBER:
        state[lay.KNOWN_PLAIN + state[lay.TURN]] &= ~(1 << card)
    else:
        state[lay.KNOWN_TAROCKS + state[lay.TURN]] &= ~(1 << (card - FIRST_TRUMP_NUMBER))
    play_card(state, plan, stock, card)
    for place in range(drawn, state[lay.DRAWN]):
        see_drawn(
            state, (state[lay.LEADER] + place - drawn) % plan.rules[lay.SEATS], stock[place]
        )


@compiled
def see_drawn(state: Numbers, seat: int, card: int) -> None:
    """Take note of a card that a seat has drawn for all to see."""
    suit = TRUMP if card >= FIRST_TRUMP_NUMBER else card // RANKS_IN_SUIT
    if card != FOOL_NUMBER:
        state[lay.VOIDS] &= ~(1 << (lay.VOID_BITS * seat + suit))
    if card < FIRST_TRUMP_NUMBER:
        state[lay.KNOWN_PLAIN + seat] |= 1 << card
    else:
        state[lay.KNOWN_TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)
