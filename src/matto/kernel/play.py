"""The play of the cards, compiled from the rules that the engine itself plays by."""

from __future__ import annotations

from matto.engine import tricks
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_NUMBER,
    LEADING,
    RANKS_IN_SUIT,
    SUIT_BITS,
    FoolRule,
)
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    ALL_TRICKS,
    BEST,
    BEST_SEAT,
    BINDS,
    BOUND,
    CARD,
    DRAWN,
    DUTIES,
    EXCUSES,
    FOOL_TRICK,
    FORCED,
    LAST_LED,
    LEAD_ON,
    LEADER,
    LEADS,
    LED,
    LEFT_SUIT,
    LYING,
    LYING_PLAIN,
    LYING_TAROCKS,
    NO_CARD,
    NO_SUIT,
    OWN_PLAIN,
    OWN_TAROCKS,
    PILE_PLAIN,
    PILE_TAROCKS,
    PLAIN,
    SEATS,
    STOCK,
    SUITS_LED,
    TAROCKS,
    TRICKS,
    TURN,
    UNTIL,
    WATCHED,
    WATCHED_TRICK,
    WON,
    WON_BY_PLAIN,
    Numbers,
    PlayRules,
)

legal = compiled(tricks.legal)
led_after = compiled(tricks.led_after)
beats = compiled(tricks.beats)
fool_in_trick = compiled(tricks.fool_in_trick)
dutiful = compiled(tricks.dutiful)


@compiled
def fool_rule(rules: Numbers) -> FoolRule:
    """Give the rule of the Fool from the numbers of a plan."""
    return FoolRule(rules[EXCUSES], rules[FORCED], rules[LEADS], rules[BINDS], rules[UNTIL])


@compiled
def legal_now(state: Numbers, plan: PlayRules) -> tuple[int, int]:
    """Give the cards that may be played now, as two words."""
    rules, seat, led = plan.rules, state[TURN], state[LED]
    fool = fool_in_trick(fool_rule(rules), state[TRICKS] + 1)
    plain, tarocks = legal(state[PLAIN + seat], state[TAROCKS + seat], led, fool)
    if rules[DUTIES]:
        plain = dutiful(plain, led, state[SUITS_LED], state[LYING_PLAIN])
    return plain, tarocks


@compiled
def is_over(state: Numbers, plan: PlayRules) -> bool:
    """Tell whether all cards are played."""
    return bool(state[TRICKS] == plan.rules[ALL_TRICKS])


@compiled
def play_card(state: Numbers, plan: PlayRules, stock: Numbers, card: int) -> None:
    """Play a legal card, close the trick if it is the last, and draw from the stock."""
    seat, led, best = state[TURN], state[LED], state[BEST]
    if card < FIRST_TRUMP_NUMBER:
        state[PLAIN + seat] ^= 1 << card
        state[LYING_PLAIN] |= 1 << card
    else:
        state[TAROCKS + seat] ^= 1 << (card - FIRST_TRUMP_NUMBER)
        state[LYING_TAROCKS] |= 1 << (card - FIRST_TRUMP_NUMBER)
        if card == FOOL_NUMBER:
            state[FOOL_TRICK] = state[TRICKS] + 1
    if card == plan.rules[WATCHED]:
        state[WATCHED_TRICK] = state[TRICKS] + 1
    if plan.rules[LEAD_ON] and state[LYING] == 0:
        lead_on(state, seat, card)
    if best == NO_CARD or beats(card, best, plan.strength[card], plan.strength[best]):
        state[BEST], state[BEST_SEAT] = card, seat
    if led >= LEADING:
        state[LED] = led_after(led, card, fool_rule(plan.rules))
    state[CARD + seat] = card
    state[LYING] += 1
    if state[LYING] == plan.rules[SEATS]:
        close_trick(state, plan, stock)
    else:
        state[TURN] = seat + 1 if seat + 1 < plan.rules[SEATS] else 0


@compiled
def lead_on(state: Numbers, seat: int, card: int) -> None:
    """Keep account of whether a seat leads on the suit that it has led before."""
    bound = state[BOUND + seat]
    suit = card // RANKS_IN_SUIT if card < FIRST_TRUMP_NUMBER else NO_SUIT
    if (
        bound not in (NO_SUIT, suit)
        and state[PLAIN + seat] >> (RANKS_IN_SUIT * bound) & SUIT_BITS
    ):
        state[LEFT_SUIT + seat] = 1
    if suit != NO_SUIT:
        state[BOUND + seat] = suit


@compiled
def close_trick(state: Numbers, plan: PlayRules, stock: Numbers) -> None:
    """Give the trick to its winner, who leads to the next."""
    winner, first = state[BEST_SEAT], state[CARD + state[LEADER]]
    state[PILE_PLAIN + winner] |= state[LYING_PLAIN]
    state[PILE_TAROCKS + winner] |= state[LYING_TAROCKS]
    if first < FIRST_TRUMP_NUMBER:
        state[SUITS_LED] |= 1 << (first // RANKS_IN_SUIT)
    if state[BEST] < FIRST_TRUMP_NUMBER:
        state[WON_BY_PLAIN] |= state[LYING_PLAIN]
    state[WON + winner] += 1
    state[TRICKS] += 1
    state[LAST_LED] = state[LEADER]
    state[LEADER], state[TURN] = winner, winner
    state[LED], state[BEST], state[LYING] = LEADING, NO_CARD, 0
    state[LYING_PLAIN], state[LYING_TAROCKS] = 0, 0
    if state[DRAWN] < plan.rules[STOCK]:
        draw_all(state, plan, stock)


@compiled
def draw_all(state: Numbers, plan: PlayRules, stock: Numbers) -> None:
    """All draw a card from the stock, the winner of the trick first."""
    seats = plan.rules[SEATS]
    for step in range(seats):
        seat, card = (state[LEADER] + step) % seats, stock[state[DRAWN]]
        if card < FIRST_TRUMP_NUMBER:
            state[PLAIN + seat] |= 1 << card
            state[OWN_PLAIN + seat] |= 1 << card
        else:
            state[TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)
            state[OWN_TAROCKS + seat] |= 1 << (card - FIRST_TRUMP_NUMBER)
        state[DRAWN] += 1
