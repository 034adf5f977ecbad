"""Compiled play by rules of thumb: quick, and much better than chance.

Each seat judges from its own hand, the cards that lie and have been played, and who is on its
side; the hands of others it never looks at. The rules are those of `matto.blocks.thumb`: what
a card promises is how likely its side wins the trick, times what lies there, against what the
card would bring later. What things are worth comes from the prices, by `matto.kernel.taste`.
"""

from __future__ import annotations

from matto.kernel.bits import count, lowest
from matto.kernel.chance import Chance, next_chance
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    ALL_TRICKS,
    AWAY_PLAIN,
    AWAY_TAROCKS,
    BEST,
    BEST_SEAT,
    CARD,
    LEADER,
    LED,
    LYING,
    LYING_PLAIN,
    LYING_TAROCKS,
    NO_CARD,
    PILE_PLAIN,
    PILE_TAROCKS,
    PLAIN,
    SEATS,
    TAROCKS,
    TRICKS,
    TURN,
    Numbers,
    Plan,
)
from matto.kernel.play import beats, is_over, legal_now, play_card
from matto.kernel.taste import (
    CHEAPEST_TRUMP,
    COMES,
    DEAREST_TRUMP,
    DRAW_TRUMPS,
    FOR_LAST,
    KEPT_FOOL,
    KEPT_HIGH,
    LONG_SUIT,
    NOISE,
    PERHAPS,
    Reals,
    Taste,
)
from matto.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_NUMBER,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
    TRUMP_BITS,
)

# what a seat has in mind while it chooses a card
(
    STAY,  # how likely its side wins the trick if its card does not
    LIES,  # what the trick is worth
    VOID,  # how likely one other seat has none of the suit led
    HAS_TRUMP,  # and has a trump
) = range(4)
MIND_SIZE = 4
UNSEEN_PLAIN, UNSEEN_TAROCKS, FOES = 0, 1, 2  # the last: how many of them will play after it
EYES_SIZE = 3
HELPS = 0.8
"""How often one who can win a trick for his side does."""
ONE = 2.0**-64


@compiled
def play_by_rule(
    state: Numbers,
    plan: Plan,
    taste: Taste,
    stock: Numbers,
    chance: Chance,
    eyes: Numbers,
    mind: Reals,
) -> None:
    """Play a deal to the end, every seat by rules of thumb."""
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = thumb_card(state, plan, taste, plain, tarocks, chance, eyes, mind)
        play_card(state, plan, stock, card)


@compiled(inline=True)
def thumb_card(
    state: Numbers,
    plan: Plan,
    taste: Taste,
    plain: int,
    tarocks: int,
    chance: Chance,
    eyes: Numbers,
    mind: Reals,
) -> int:
    """Choose one of the legal cards, given as two words, for the seat that is to play."""
    if not tarocks and not plain & (plain - 1):
        return lowest(plain)
    if not plain and not tarocks & (tarocks - 1):
        return FIRST_TRUMP_NUMBER + lowest(tarocks)
    look(state, plan, taste, eyes)
    judge_trick(state, plan, taste, eyes, mind)
    best, most = NO_CARD, -1e9
    noise = taste.habits[NOISE] * ONE
    while plain or tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
        promised = promise(state, plan, taste, card, eyes, mind)
        promised += noise * next_chance(chance)
        if promised > most:
            best, most = card, promised
    return best


@compiled(inline=True)
def look(state: Numbers, plan: Plan, taste: Taste, eyes: Numbers) -> None:
    """Find the cards that the seat to play has not seen and does not hold."""
    seat = state[TURN]
    gone_plain = state[LYING_PLAIN] | state[PLAIN + seat] | state[AWAY_PLAIN + seat]
    gone_tarocks = state[LYING_TAROCKS] | state[TAROCKS + seat] | state[AWAY_TAROCKS + seat]
    for other in range(plan.rules[SEATS]):
        gone_plain |= state[PILE_PLAIN + other] & ~state[AWAY_PLAIN + other]
        gone_tarocks |= state[PILE_TAROCKS + other] & ~state[AWAY_TAROCKS + other]
    eyes[UNSEEN_PLAIN] = taste.pack[0] & ~gone_plain
    eyes[UNSEEN_TAROCKS] = taste.pack[1] & ~gone_tarocks


@compiled(inline=True)
def judge_trick(state: Numbers, plan: Plan, taste: Taste, eyes: Numbers, mind: Reals) -> None:
    """Judge what the trick is worth and who wins it if the seat's card does not."""
    seats, seat, lying = plan.rules[SEATS], state[TURN], state[LYING]
    party, lies, foes, friends = plan.side[seat], 0.0, 0, 0
    other = state[LEADER]
    for place in range(seats):
        if place < lying:
            lies += taste.worth[party, state[CARD + other]]
        elif plan.side[other] != party:
            foes += 1
        elif other != seat:
            friends += 1
        other = other + 1 if other + 1 < seats else 0
    lies += taste.habits[COMES] * (seats - lying)
    if state[TRICKS] + 1 == plan.rules[ALL_TRICKS]:
        lies += taste.last[party]
    mind[LIES], eyes[FOES] = lies, foes
    judge_suit(state[LED], taste, eyes, mind)
    mind[STAY] = 0.5
    best = state[BEST]
    if lying and best != FOOL_NUMBER:
        if plan.side[state[BEST_SEAT]] == party:
            mind[STAY] = holds(best, foes, taste, eyes, mind)
        else:
            mind[STAY] = HELPS * (1.0 - holds(best, friends, taste, eyes, mind))


@compiled(inline=True)
def judge_suit(led: int, taste: Taste, eyes: Numbers, mind: Reals) -> None:
    """Judge how likely one other seat is void in what is led, and has a trump."""
    trumps = count(eyes[UNSEEN_TAROCKS])
    mind[HAS_TRUMP] = 1.0 - taste.missing[1, trumps]
    hidden = trumps
    if led < TRUMP:
        hidden = count(eyes[UNSEEN_PLAIN] & (SUIT_BITS << (RANKS_IN_SUIT * led)))
    mind[VOID] = taste.missing[1, hidden]


@compiled(inline=True)
def holds(card: int, foes: int, taste: Taste, eyes: Numbers, mind: Reals) -> float:
    """Judge how likely a card that wins so far wins against so many who play later."""
    if card >= FIRST_TRUMP_NUMBER:
        return taste.missing[foes, count(eyes[UNSEEN_TAROCKS] & taste.above[card])]
    chance = taste.missing[foes, count(eyes[UNSEEN_PLAIN] & taste.above[card])]
    kept = 1.0 - mind[VOID] * mind[HAS_TRUMP]
    for _ in range(foes):
        chance *= kept
    return chance


@compiled(inline=True)
def promise(
    state: Numbers, plan: Plan, taste: Taste, card: int, eyes: Numbers, mind: Reals
) -> float:
    """Judge what a card promises: more is better."""
    habits, seat, best = taste.habits, state[TURN], state[BEST]
    party = plan.side[seat]
    if card == FOOL_NUMBER:
        return (2.0 * mind[STAY] - 1.0) * mind[LIES] - habits[KEPT_FOOL]
    leads = best == NO_CARD
    if leads:
        suit = TRUMP if card >= FIRST_TRUMP_NUMBER else card // RANKS_IN_SUIT
        judge_suit(suit, taste, eyes, mind)
    side = mind[STAY]
    if leads or beats(card, best, plan.strength[card], plan.strength[best]):
        side = holds(card, eyes[FOES], taste, eyes, mind)
    worth = taste.worth[party, card]
    gain = (2.0 * side - 1.0) * mind[LIES]
    gain += 2.0 * (side - comes_home(card, taste, eyes)) * worth
    gain -= later(card, party, taste, eyes)
    if leads:
        gain += lead_bonus(state, plan, taste, card, eyes)
    return gain


@compiled(inline=True)
def comes_home(card: int, taste: Taste, eyes: Numbers) -> float:
    """Judge how likely a card is won by its side if it is kept."""
    perhaps = taste.habits[PERHAPS]
    if card < FIRST_TRUMP_NUMBER:
        return perhaps
    trumps = count(eyes[UNSEEN_TAROCKS])
    if trumps == 0:
        return 1.0
    higher = count(eyes[UNSEEN_TAROCKS] & taste.above[card])
    return 1.0 - (1.0 - perhaps) * higher / trumps


@compiled(inline=True)
def later(card: int, party: int, taste: Taste, eyes: Numbers) -> float:
    """Judge what a card is good for in later tricks."""
    habits = taste.habits
    if card >= FIRST_TRUMP_NUMBER:
        height = taste.height[card]
        dear = habits[DEAREST_TRUMP] + habits[FOR_LAST] * taste.last[party]
        return habits[CHEAPEST_TRUMP] + dear * height * height
    return 0.0 if eyes[UNSEEN_PLAIN] & taste.above[card] else habits[KEPT_HIGH]


@compiled(inline=True)
def lead_bonus(state: Numbers, plan: Plan, taste: Taste, card: int, eyes: Numbers) -> float:
    """Judge what is good in leading a card: long suits, and drawing trumps when strong."""
    seat = state[TURN]
    if card < FIRST_TRUMP_NUMBER:
        suit = SUIT_BITS << (RANKS_IN_SUIT * (card // RANKS_IN_SUIT))
        return taste.habits[LONG_SUIT] * count(state[PLAIN + seat] & suit)
    own = count(state[TAROCKS + seat] & TRUMP_BITS)
    foes = 0
    for other in range(plan.rules[SEATS]):
        foes += int(plan.side[other] != plan.side[seat])
    abroad = count(eyes[UNSEEN_TAROCKS])
    return taste.habits[DRAW_TRUMPS] if own * foes > abroad > 0 else 0.0
