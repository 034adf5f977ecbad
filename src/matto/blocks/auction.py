"""Bidding: who has the game, and which."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matto.errors import Refusal
from matto.table import Script, Table


def first_bid(
    table: Table,
    order: Sequence[int],
    bids: Sequence[str],
    passing: str,
    clause: str,
    *,
    explain: Callable[[str], Refusal] | None = None,
) -> Script[tuple[int, str] | None]:
    """Ask each seat once, in turn; the first bid ends the bidding.

    Gives the bidder and the bid, or None when all have passed.
    """
    for seat in order:
        bid = yield from table.ask(seat, "bid", (*bids, passing), clause, explain=explain)
        if bid != passing:
            return seat, bid
    return None
