"""What lies in the piles at the end, and how it is counted."""

from __future__ import annotations

from matto.engine import payrules as rows
from matto.engine import scoring
from matto.engine.scoring import LOT
from matto.engine.tricks import FOOL_BIT
from matto.kernel import layout as lay
from matto.kernel.bits import count
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers, Plan, PlayRules

lots_of_three = compiled(scoring.lots_of_three)


@compiled(inline=True)
def has_trick(state: Numbers, plan: PlayRules, party: int) -> bool:
    """Tell whether a party has won a trick."""
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] == party and state[lay.WON + seat]:
            return True
    return False


@compiled(inline=True)
def bring_fool_home(state: Numbers, plan: Plan) -> None:
    """Put a Fool that was played to whom it belongs; done twice it changes nothing."""
    if not state[lay.FOOL_TRICK] or plan.rules[lay.FOOL_GOES] == rows.WINNER_TAKES:
        return
    owner = winner = 0
    for seat in range(plan.rules[lay.SEATS]):
        if state[lay.OWN_TAROCKS + seat] & FOOL_BIT:
            owner = seat
        if state[lay.PILE_TAROCKS + seat] & FOOL_BIT:
            winner = seat
    if owner == winner:
        return
    how = plan.rules[lay.FOOL_GOES]
    if how == rows.EXCHANGED:
        exchange(state, plan, owner, winner)
    elif how != rows.OWNER_NEEDS_TRICK or has_trick(state, plan, plan.side[owner]):
        state[lay.PILE_TAROCKS + winner] ^= FOOL_BIT
        state[lay.PILE_TAROCKS + owner] |= FOOL_BIT


@compiled
def exchange(state: Numbers, plan: Plan, owner: int, winner: int) -> None:
    """Give a worthless card of the owner's tricks for the Fool, if he has one."""
    if state[lay.FOOL_TRICK] > plan.rules[lay.FOOL_GOES_UNTIL]:
        return
    plain = state[lay.PILE_PLAIN + owner] & ~state[lay.AWAY_PLAIN + owner]
    tarocks = state[lay.PILE_TAROCKS + owner] & ~state[lay.AWAY_TAROCKS + owner]
    plain &= plan.rules[lay.WORTHLESS_PLAIN]
    tarocks &= plan.rules[lay.WORTHLESS_TAROCKS]
    plain &= -plain
    tarocks = 0 if plain else tarocks & -tarocks
    if plain | tarocks:
        state[lay.PILE_PLAIN + owner] ^= plain
        state[lay.PILE_PLAIN + winner] |= plain
        state[lay.PILE_TAROCKS + owner] ^= tarocks | FOOL_BIT
        state[lay.PILE_TAROCKS + winner] ^= tarocks | FOOL_BIT


@compiled(inline=True)
def fool_points(state: Numbers, plan: Plan) -> int:
    """Give what the Fool counts in the pile in which it lies."""
    played = state[lay.FOOL_TRICK]
    if not played:
        return plan.rules[lay.COUNT_FOOL_UNPLAYED]
    return plan.rules[lay.COUNT_FOOL] if played <= plan.rules[lay.COUNT_FOOL_UNTIL] else 0


@compiled(inline=True)
def pile_points(state: Numbers, plan: Plan, plain: int, tarocks: int) -> int:
    """Count the cards of a pile, without what is added for tricks."""
    total = fool_points(state, plan) if tarocks & FOOL_BIT else 0
    counting = 1 if total > 1 else 0
    above = total if total > 1 else 0
    values = plan.values
    for row in range(values.shape[0]):
        value = values[row, 0]
        found = count(plain & values[row, 1]) + count(tarocks & values[row, 2])
        total += value * found
        if value > 1:
            counting += found
            above += value * found
    how = plan.rules[lay.COUNT_HOW]
    cards = count(plain) + count(tarocks)
    if how == rows.LOTS:
        return lots_of_three(total - cards, cards)
    if how == rows.LESS_MISSING:
        left_over = cards - LOT * counting
        return above + (left_over // LOT if left_over > 0 else left_over)
    return total


@compiled(inline=True)
def count_points(state: Numbers, plan: Plan, party: int) -> int:
    """Give the card points of a party, with what is added for tricks."""
    rules, side = plan.rules, plan.side
    plain = tarocks = won = 0
    for seat in range(rules[lay.SEATS]):
        if side[seat] == party:
            plain |= state[lay.PILE_PLAIN + seat]
            tarocks |= state[lay.PILE_TAROCKS + seat]
            won += state[lay.WON + seat]
    points = pile_points(state, plan, plain, tarocks) + rules[lay.COUNT_EACH] * won
    if side[state[lay.LEADER]] == party:
        points += rules[lay.COUNT_LAST]
    if side[rules[lay.DEALER]] == party:
        points += rules[lay.COUNT_AWAY]
    return points
