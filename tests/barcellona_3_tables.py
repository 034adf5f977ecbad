"""Deals of Barcellona for three made by hand, shared by its tests.

Seat 0 deals: seat 2 is his left neighbour, who is asked first, seat 1 his right one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from helpers import deal_with, do, outcome
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.games import game

ID = "barcellona-3"
GAME = game(ID)
PACK = GAME.pack(GAME.resolve())
TO_THE_DEALER = "passo passo "

HANDS = {
    2: "SK SQ SC SJ S10 CK CQ CC CJ C10 BK BQ BC BJ B10 DK T20 T19 T3 F",
    0: "B9 B8 B7 B6 B5 D7 D6 D5 DA C6 C5 T9 T8 T7 T6 T5 T4 T2 T1 T0",
    1: "S9 S8 C9 C8 C7 DQ DC DJ D10 D9 D8 T18 T17 T16 T15 T14 T13 T12 T11 T10",
}
TALON = "S7 S6 S5"

# Seat 1 has all trumps from 20 to 2 and the King of swords, seat 2 the Fuggitivo.
SWEEP = {
    1: " ".join(f"T{trump}" for trump in range(20, 1, -1)) + " SK",
    2: "F BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ DC DJ D10 D9 D8 D7 D6",
    0: "CK CQ CC CJ C10 C9 C8 C7 C6 C5 SQ SC SJ S10 S9 S8 S7 S6 S5 D5",
}
SWEEP_TALON = "T1 T0 DA"


def begin(
    hands: Mapping[int, str] = HANDS, talon: str = TALON, /, dealer: int = 0, **options: Any
) -> Run:
    """A deal before anybody has spoken."""
    chosen = GAME.resolve(options)
    return Run(
        GAME,
        deal_with(GAME, hands, talon, dealer=dealer, options=chosen),
        dealer=dealer,
        options=chosen,
    )


def playing(
    words: str, hands: Mapping[int, str] = HANDS, talon: str = TALON, **options: Any
) -> Run:
    """A deal at its first lead, after some words; the first cards allowed are laid away."""
    run = do(begin(hands, talon, **options), words)
    while run.decision is not None and run.decision.kind == "discard":
        run.do(run.decision.options[0])
    return run


def play_by(run: Run, orders: Mapping[int, str], tricks: int | None = None) -> Run:
    """Play, each seat taking the first legal card of its order, else the last legal one."""
    while run.decision is not None and (tricks is None or len(run.table.tricks) < tricks):
        options = run.decision.options
        order = orders.get(run.decision.seat, "").split()
        run.do(next((card for card in order if card in options), options[-1]))
    return run


def finished(
    side: tuple[int, ...],
    piles: Mapping[int, str],
    tricks: Iterable[tuple[int, str, int]] = ((1, "S9 S8 S7", 2),),
    *,
    declarer: int,
    rest_to: int = 2,
) -> Outcome:
    """A finished deal; cards not named go to seat 2, which has won the last trick."""
    return outcome(ID, side, piles, tricks, rest_to=rest_to, declarer=declarer)


def rows(done: Outcome, **options: Any) -> tuple[Row, ...]:
    """The sheet of a finished deal."""
    return GAME.score(done, GAME.resolve(options))
