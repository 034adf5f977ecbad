"""Which part a seat had in a deal, as the game's own contract tells it."""

from __future__ import annotations

from matto.engine.events import Result
from matto.engine.run import Run

DECLARER = "declarer"
PARTNER = "partner"
OPPONENT = "opponent"
PARTY = "in a party"
ALONE = "each for himself"
NOT_PLAYED = "not played"

ROLES = (DECLARER, PARTNER, OPPONENT, PARTY, ALONE, NOT_PLAYED)
"""Parts in the order in which they are told; a party has no declarer."""

PLACES = ("dealer", "forehand", "second hand", "third hand", "fourth hand")
"""Seats from the dealer on, in turn."""


def roles_of(run: Run, result: Result) -> tuple[str, ...]:
    """The part of each seat in a finished deal."""
    seats = run.setup.seats
    contract = run.table.contract
    if contract is None or result.thrown_in or not run.table.tricks:
        return (NOT_PLAYED,) * seats
    return tuple(_role(seat, contract.side, contract.declarer) for seat in range(seats))


def _role(seat: int, side: tuple[int, ...], declarer: int | None) -> str:
    if declarer is None:
        return ALONE if len(set(side)) == len(side) else PARTY
    if seat == declarer:
        return DECLARER
    if side[seat] == side[declarer]:
        return PARTNER
    return OPPONENT if len(set(side)) < len(side) else ALONE


def place_of(seat: int, dealer: int, seats: int) -> str:
    """Where a seat sits: the dealer, the forehand after him, and so on in turn."""
    return PLACES[(seat - dealer) % seats]
