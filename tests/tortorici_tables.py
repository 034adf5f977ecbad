"""Deals of the three games of Tortorici made by hand, shared by their tests.

Seat 0 deals, so that seat 1 is the forehand. With the deals of `HANDS` three seats, called by
the place in which they play to the first trick, hold alike cards in each game: the leader A,
then B, who has no swords, then C; with four players there is the dealer besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from helpers import deal_with, do, refused
from matto.engine.events import Trick
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.engine.scoring import Row, total
from matto.games import game

THREE, FOUR, OLD = "tortorici-3", "tortorici-4", "tortorici-1930"
IDS = (THREE, FOUR, OLD)

# A calls in the games for three: 2 leads, then 0, then the bidder 1.
HANDS_OF_THREE = {
    2: "SK SQ SC SJ S10 CK CQ CC CJ C10 BK BQ BC BJ B10 DK T20 T19 T3 F",
    0: "B9 B8 B7 B6 B5 D7 D6 D5 DA C6 C5 T9 T8 T7 T6 T5 T4 T2 T1 T0",
    1: "S9 S8 C9 C8 C7 DQ DC DJ D10 D9 D8 T18 T17 T16 T15 T14 T13 T12 T11 T10",
}
HANDS_OF_FOUR = {
    1: "SK SQ SC CK CQ CC BK BQ BC DK DQ T20 T19 T3 F",
    2: "B9 B8 B7 B6 D7 D6 DA C6 C5 T9 T8 T7 T2 T1 T0",
    3: "S9 S8 C9 C8 D9 D8 T18 T17 T16 T15 T14 T13 T12 T11 T10",
    0: "SJ S10 S7 CJ C10 C7 BJ B10 DC DJ D10 D5 T6 T5 T4",
}
HANDS: Mapping[str, Mapping[int, str]] = {
    THREE: HANDS_OF_THREE,
    OLD: {seat: hand.replace("DA", "D4") for seat, hand in HANDS_OF_THREE.items()},
    FOUR: HANDS_OF_FOUR,
}
TALON = {THREE: "S7 S6 S5", OLD: "S7 S6 S5", FOUR: "S6 S5 B5"}
WORDS = {
    THREE: "chiamo bene bene",
    OLD: "bene " * 9,
    FOUR: "turn_up_none silence turn_up_none silence",
}
A, B, C = 0, 1, 2
PLACES = {THREE: (2, 0, 1), OLD: (2, 0, 1), FOUR: (1, 2, 3)}


def begin(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str | None = None,
    /,
    dealer: int = 0,
    carried: Mapping[str, int] | None = None,
    **options: Any,
) -> Run:
    """A deal before anybody has spoken."""
    found = game(game_id)
    chosen = found.resolve(options)
    deal = deal_with(
        found,
        HANDS[game_id] if hands is None else hands,
        TALON[game_id] if talon is None else talon,
        dealer=dealer,
        options=chosen,
    )
    return Run(found, deal, dealer=dealer, options=chosen, carried=carried)


def playing(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str | None = None,
    words: str | None = None,
    away: str | None = None,
    **given: Any,
) -> Run:
    """A deal at its first lead: the talon (else `away`) is laid away, nothing announced."""
    run = begin(game_id, hands, talon, **given)
    do(run, WORDS[game_id] if words is None else words)
    do(run, TALON[game_id] if away is None else away)
    while run.decision is not None and run.decision.kind == "announce":
        run.do("silence")
    return run


def with_hands(game_id: str, own: Mapping[int, str]) -> dict[int, str]:
    """The usual hands, but other ones at some places (A, B, C)."""
    changed = {PLACES[game_id][place]: hand for place, hand in own.items()}
    return {**HANDS[game_id], **changed}


def hand_of(game_id: str, place: int) -> str:
    """The usual hand at a place."""
    return HANDS[game_id][PLACES[game_id][place]]


def trumps_of(hand: str) -> tuple[str, ...]:
    """The trumps of a hand."""
    return tuple(card for card in hand.split() if card.startswith("T"))


def finished(
    game_id: str,
    side: tuple[int, ...],
    piles: Mapping[int, str],
    tricks: Iterable[tuple[int, str, int]],
    *,
    rest_to: int,
    declarer: int = 1,
    said: Mapping[str, tuple[int, ...]] | None = None,
    carried: Mapping[str, int] | None = None,
) -> Outcome:
    """A finished deal made by hand; cards in no pile go to `rest_to`."""
    found = game(game_id)
    pack = found.pack(found.resolve())
    own = [set(piles.get(seat, "").split()) for seat in range(found.seats)]
    own[rest_to] |= pack.cards - set().union(*own)
    return Outcome(
        pack=pack,
        side=side,
        piles=tuple(map(frozenset, own)),
        tricks=tuple(Trick(first, tuple(cards.split()), won) for first, cards, won in tricks),
        declarer=declarer,
        said=said or {},
        carried=carried or {},
    )


def amounts(rows: Iterable[Row], item: str) -> list[tuple[int, ...]]:
    """What the rows of one item pay, by seat."""
    return [row.amounts for row in rows if row.item == item]


def sums(rows: Iterable[Row], seats: int = 3) -> tuple[int, ...]:
    """What all rows together pay, by seat."""
    return total(rows, seats)


def is_clause(run: Run, choice: str, number: str) -> bool:
    """Tell whether a choice is refused by a clause of its game."""
    return refused(run, choice) == f"{run.game.id} {number}"


def takers(name: str) -> int:
    """Who has the talon, in a chiamo of the forehand or with four players."""
    return 0 if name == FOUR else 1
