"""The figures of deals: differences and squares of results, in the game's points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from matto.arena.roles import place_of
from matto.arena.tables import DealPlayed, TablePlayed

Figures = NDArray[np.float64]

Chosen = Callable[[DealPlayed, int], bool]
"""Which seats of a deal are meant."""


def differences(deals: Sequence[DealPlayed], guest: int, unit: int) -> Figures:
    """A guest's mean result over all seats less the reference player's, deal by deal."""
    return np.array([np.mean(_seat_differences(deal, guest)) for deal in deals]) / _scale(
        deals, unit
    )


def squares(deals: Sequence[DealPlayed], unit: int) -> Figures:
    """The mean square of a result at the reference table, deal by deal."""
    found = [
        np.mean([deal.reference.result(seat) ** 2 for seat in _seats(deal)]) for deal in deals
    ]
    return np.array(found) / _scale(deals, unit) ** 2


def single_results(deals: Sequence[DealPlayed], guest: int, unit: int) -> Figures:
    """A guest's result at one table a deal, in another seat each time round: no duplicates."""
    found = []
    for deal in deals:
        seats = len(deal.reference.scores)
        seat = (deal.number // seats) % seats
        found.append(deal.of_guest(guest)[seat].result(seat))
    return np.array(found, float) / _scale(deals, unit)


def seat_sums(
    deals: Sequence[DealPlayed], guest: int, unit: int, chosen: Chosen
) -> tuple[Figures, Figures]:
    """Sums of a guest's differences over chosen seats, and how many there were, by deal."""
    sums, counts = [], []
    for deal in deals:
        meant = [
            difference
            for seat, difference in enumerate(_seat_differences(deal, guest))
            if chosen(deal, seat)
        ]
        sums.append(sum(meant))
        counts.append(len(meant))
    return np.array(sums, float) / _scale(deals, unit), np.array(counts, float)


def role_sums(
    deals: Sequence[DealPlayed], guest: int | None, unit: int, role: str
) -> tuple[Figures, Figures]:
    """Sums of results in a part that a guest had itself, or (None) reference players had."""
    sums, counts = [], []
    for deal in deals:
        had = [
            table.result(seat)
            for table, seat in _played_by(deal, guest)
            if table.roles[seat] == role
        ]
        sums.append(sum(had))
        counts.append(len(had))
    return np.array(sums, float) / _scale(deals, unit), np.array(counts, float)


def with_role(role: str) -> Chosen:
    """Seats in which the reference player had a part."""
    return lambda deal, seat: deal.reference.roles[seat] == role


def at_place(place: str) -> Chosen:
    """Seats by where they are from the dealer."""
    return lambda deal, seat: place_of(seat, deal.dealer, len(deal.reference.scores)) == place


def _played_by(deal: DealPlayed, guest: int | None) -> list[tuple[TablePlayed, int]]:
    if guest is None:
        return [(deal.reference, seat) for seat in _seats(deal)]
    return [(table, seat) for seat, table in enumerate(deal.of_guest(guest))]


def _seat_differences(deal: DealPlayed, guest: int) -> list[int]:
    """A guest's result in each seat less the reference player's in the same seat."""
    return [
        table.result(seat) - deal.reference.result(seat)
        for seat, table in enumerate(deal.of_guest(guest))
    ]


def _seats(deal: DealPlayed) -> range:
    return range(len(deal.reference.scores))


def _scale(deals: Sequence[DealPlayed], unit: int) -> int:
    """Results are kept in n-ths of the smallest unit, `unit` of which make a point."""
    return len(deals[0].reference.scores) * unit if deals else 1
