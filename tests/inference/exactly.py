"""Worlds counted in whole numbers, and looked up: what drawing by floats is held against."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from matto.engine.run import Run
from matto.players.inference import Worlds
from matto.players.inference.placement import Place, PlaceKind, SeatHistory
from matto.players.inference.placement_sampler import NO_POOL, Group, PlacementSampler


def count_of(worlds: Worlds) -> int:
    """How many worlds there are."""
    return sum(_ways(one) * one.spread for one in worlds.counts)


def _ways(sampler: PlacementSampler) -> int:
    """Go through the cells with all situations that can be reached, and count them."""
    reached: dict[tuple[tuple[int, ...], int, int], int] = {}
    reached[tuple(sampler.room), 0, 0] = 1
    fresh = True
    for cell in sampler.cells:
        after: dict[tuple[tuple[int, ...], int, int], int] = {}
        for (before, state, left), ways in reached.items():
            now, room = _at_first(cell.group, before) if fresh else (left, before)
            for put in range(now if cell.last else 0, min(now, room[cell.place]) + 1):
                move = cell.moves[state][put]
                if move < 0:
                    continue
                less = list(room)
                less[cell.place] -= put
                key = tuple(less), move, now - put
                more = ways * comb(now, put) * cell.weight**put
                after[key] = after.get(key, 0) + more
        reached, fresh = after, cell.last
    return sum(reached.values())


def _at_first(group: Group, room: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """How many cards a group has, and the room in all places once it is taken up."""
    if group.pool == NO_POOL:
        return group.size, room
    emptied = list(room)
    emptied[group.pool] = 0
    return group.size - room[group.pool], tuple(emptied)


def contains(worlds: Worlds, run: Run) -> bool:
    """Tell whether a deal that stands at the question of a view is one of its worlds."""
    alike = run.view(worlds.view.seat).facts() == worlds.view.facts()
    return alike and admits(worlds, lies_in(worlds, run))


def lies_in(worlds: Worlds, run: Run) -> dict[str, int]:
    """The place of every unseen card in a deal, by number."""
    return {
        card: number
        for number, place in enumerate(worlds.places)
        for card in _cards_in(worlds.history, place, run)
    }


def _cards_in(history: SeatHistory, place: Place, run: Run) -> frozenset[str]:
    """The unseen cards that a deal has in a place; what is not laid away to all is in hand."""
    kind, seat = place
    deal, table = run.setup.deal, run.table
    if kind is PlaceKind.OVER:
        cards = frozenset(deal.talon).difference(history.drawn)
    elif kind is PlaceKind.COMING:
        cards = frozenset(deal.hands[seat][len(deal.hands[seat]) - history.coming[seat] :])
    elif kind is PlaceKind.AWAY:
        cards = frozenset(table.laid_away[seat])
    else:
        told = seat in history.laid_away_at
        cards = frozenset(table.hand(seat)).union(() if told else table.laid_away[seat])
    return cards - history.seen


def admits(worlds: Worlds, lies: Mapping[str, int]) -> bool:
    """Tell whether cards can lie so, each card in a place by its number."""
    return any(_admits(one, lies) for one in worlds.counts)


def _admits(sampler: PlacementSampler, lies: Mapping[str, int]) -> bool:
    reduced = sampler.reduced
    fixed = {card: place for place, own in enumerate(reduced.fixed) for card in own}
    if any(lies[card] != place for card, place in fixed.items()):
        return False
    if any(lies[card] not in places for card, places in reduced.may.items()):
        return False
    state, left, fresh = 0, 0, True
    for cell in sampler.cells:
        if cell.group.pool != NO_POOL:
            break  # no condition is left
        left = cell.group.size if fresh else left
        here = () if cell.last else sampler.merged[cell.place]
        put = left if cell.last else sum(lies[card] in here for card in cell.group.cards)
        state, left, fresh = cell.moves[state][put], left - put, cell.last
        if state < 0:
            return False
    return True
