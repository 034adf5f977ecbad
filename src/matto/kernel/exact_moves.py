"""The cards that the exact solver tries: of those that are alike one, the best guess first."""

from __future__ import annotations

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER, RANKS_IN_SUIT, TRUMP
from matto.kernel import layout as lay
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_memory import Frame, Memory
from matto.kernel.layout import NO_CARD, Numbers
from matto.kernel.play import beats, legal_now

CERTAIN = 1 << 40  # the rank of the card that was best before
# Found by trial: halving or doubling one of them makes the searches longer.
LEADS_HIGHEST, LEADS_HIGHEST_TRUMP = 80, -60
TAKES, TAKES_FROM_PARTNER = 100, 25


@compiled(inline=True)
def choose(memory: Memory, ply: int) -> int:
    """Write down the cards to be tried at a ply, the most promising first; gives how many."""
    state, frame = memory.states[ply], memory.frames[ply]
    number, before, suit_before = 0, NO_CARD, NO_CARD
    plain, tarocks = legal_now(state, memory)
    others_plain, others_tarocks = of_others(frame, state)
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
            suit, others = card // RANKS_IN_SUIT, others_plain
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
            suit, others = TRUMP, others_tarocks & ~FOOL_BIT
        alike = suit == suit_before and card != FOOL_NUMBER
        if alike and are_alike(memory, before, card, others):
            memory.alike[card] = memory.alike[before]
        else:
            memory.alike[card] = card
            insert(memory, ply, number, card, promise(memory, frame, state, card))
            number += 1
        before, suit_before = card, suit
    return number


@compiled(inline=True)
def insert(memory: Memory, ply: int, number: int, card: int, rank: int) -> None:
    """Put a card among the cards to be tried, by its rank."""
    slot = number
    while slot and memory.ranks[ply, slot - 1] < rank:
        memory.ranks[ply, slot] = memory.ranks[ply, slot - 1]
        memory.moves[ply, slot] = memory.moves[ply, slot - 1]
        slot -= 1
    memory.ranks[ply, slot], memory.moves[ply, slot] = rank, card


@compiled(inline=True)
def of_others(frame: Frame, state: Numbers) -> tuple[int, int]:
    """Give the cards that may come between those of the seat to play."""
    seat, best = state[lay.TURN], state[lay.BEST]
    plain = frame.open_plain & ~(state[lay.PLAIN + seat] | state[lay.LYING_PLAIN])
    tarocks = frame.open_tarocks & ~(state[lay.TAROCKS + seat] | state[lay.LYING_TAROCKS])
    if best >= FIRST_TRUMP_NUMBER:
        tarocks |= 1 << (best - FIRST_TRUMP_NUMBER)
    elif best >= 0:
        plain |= 1 << best
    return plain, tarocks


@compiled(inline=True)
def are_alike(memory: Memory, low: int, high: int, others: int) -> bool:
    """Tell whether two cards of one hand, neighbours in it, are alike."""
    if memory.mark[low] != memory.mark[high]:
        return False
    if memory.strength[low] == memory.strength[high]:
        return True
    from_low, to_high = memory.equal_low[low], memory.equal_high[high]
    return bool(others & (2 << to_high) - (1 << from_low) == 0)


@compiled(inline=True)
def promise(memory: Memory, frame: Frame, state: Numbers, card: int) -> int:
    """Guess how good a card is for its player.

    Who takes a trick takes as much with it as he can; to a partner's trick one adds what is
    worth most, to an opponent's what is worth least. A strong card is not spent without need.
    """
    if card == frame.known:
        return CERTAIN
    best, seat, strength = state[lay.BEST], state[lay.TURN], memory.strength[card]
    if state[lay.LYING] == 0:
        if card == FOOL_NUMBER or not is_highest(frame, state, card):
            return 0
        return LEADS_HIGHEST if card < FIRST_TRUMP_NUMBER else LEADS_HIGHEST_TRUMP
    with_partner = memory.side[seat] == memory.side[state[lay.BEST_SEAT]]
    if beats(card, best, strength, memory.strength[best]):
        return (TAKES_FROM_PARTNER if with_partner else TAKES) + memory.weight[card] - strength
    return (memory.weight[card] if with_partner else -memory.weight[card]) - strength


@compiled(inline=True)
def is_highest(frame: Frame, state: Numbers, card: int) -> bool:
    """Tell whether no other player has a higher card of the same suit."""
    seat = state[lay.TURN]
    if card < FIRST_TRUMP_NUMBER:
        others = frame.open_plain & ~state[lay.PLAIN + seat]
        end = (card // RANKS_IN_SUIT + 1) * RANKS_IN_SUIT
        return bool(others & (1 << end) - (2 << card) == 0)
    others = frame.open_tarocks & ~state[lay.TAROCKS + seat]
    return bool(others & ~FOOL_BIT & -(2 << (card - FIRST_TRUMP_NUMBER)) == 0)
