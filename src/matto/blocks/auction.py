"""Bidding: who has the game, and which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matto.errors import Refusal
from matto.table import Script, Table
from matto.words import text


def first_bid(
    table: Table,
    order: Sequence[int],
    bids: Sequence[str],
    passing: str,
    clause: str,
    *,
    other_clause: str = "",
    barred: Mapping[str, str] | None = None,
) -> Script[tuple[int, str] | None]:
    """Ask each seat once, in turn; the first bid ends the bidding.

    Gives the bidder and the bid, or None when all have passed. `other_clause` says that
    there are no other bids, where `clause` does not; `barred` gives the clauses of bids that
    are not these seats' to make.
    """

    def refuse(word: str) -> Refusal:
        return Refusal(
            table.clause((barred or {}).get(word) or other_clause or clause),
            text("“{word}” is no bid. Say {bids}.", word=word, bids=", ".join(words)),
        )

    words = (*bids, passing)
    for seat in order:
        bid = yield from table.ask(seat, "bid", words, clause, explain=refuse)
        if bid != passing:
            return seat, bid
    return None
