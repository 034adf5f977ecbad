"""Bidding: who has the game, and which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.words import Text, text

__all__ = [
    "KIND",
    "WhyNoBid",
    "bidding",
    "first_bid",
    "round_of_bids",
]

WhyNoBid = Callable[[int, str, bool], tuple[str, Text]]
"""Clause and reason against a seat's word; the flag tells whether somebody has bid already."""

KIND = "bid"


def bidding(bids: Sequence[str], passing: str, times: int) -> ChoiceSet:
    """All that can be bid, where so many are asked at the most."""
    return ChoiceSet(KIND, (*bids, passing), times)


def first_bid(
    table: Table,
    order: Sequence[int],
    bids: Sequence[str],
    passing: str,
    *,
    clause: str,
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
            text("“{word}” is no bid here. Say {bids}.", word=word, bids=", ".join(words)),
        )

    words = (*bids, passing)
    for seat in order:
        bid = yield from table.ask(seat, KIND, words, clause, explain=refuse)
        if bid != passing:
            return seat, bid
    return None


def round_of_bids(
    table: Table,
    order: Sequence[int],
    highest: str,
    lower: Callable[[int], Sequence[str]],
    passing: str,
    *,
    clause: str,
    why: WhyNoBid,
) -> Script[tuple[int, str] | None]:
    """Ask each seat once, in turn: one lower bid, which the highest tops and so ends the round.

    `lower` gives the lower bids that a seat may make while nobody has made one; `why` gives
    clause and reason against other words. Gives the last bidder and the bid, or None when all
    have passed.
    """
    standing: tuple[int, str] | None = None
    for seat in order:

        def refuse(word: str, seat: int = seat, bid: bool = standing is not None) -> Refusal:
            number, sentence = why(seat, word, bid)
            return Refusal(table.clause(number), sentence)

        words = (highest, *(() if standing else lower(seat)), passing)
        bid = yield from table.ask(seat, KIND, words, clause, explain=refuse)
        if bid != passing:
            standing = seat, bid
        if bid == highest:
            break
    return standing
