"""Deals of Mineo for three made by hand, shared by its tests.

Seat 0 deals, so that seat 1 speaks first; with seat 1 as soloist the opponents are 2 and 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from helpers import deal_with, do, outcome
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.games import game
from matto.games.sicily import SICILIAN

ID = "mineo-3"
GAME = game(ID)
TO_PAUSE_2 = "altre_cinque passo passo "
TO_PAUSE_3 = TO_PAUSE_2 + "altre_cinque "
TO_PAUSE_4 = TO_PAUSE_3 + "altre_cinque "

HANDS = {
    2: "SK SQ SC SJ S10 CK CQ CC CJ C10 BK BQ BC BJ B10 DK T20 T19 T3 F",
    0: "B9 B8 B7 B6 B5 D7 D6 D5 D4 C6 C5 T9 T8 T7 T6 T5 T4 T2 T1 T0",
    1: "S9 S8 C9 C8 C7 DQ DC DJ D10 D9 D8 T18 T17 T16 T15 T14 T13 T12 T11 T10",
}
TALON = "S7 S6 S5"

# Seat 2 has all trumps from 20 to 2 and the Fuggitivo, which comes last.
SWEEP = {
    2: " ".join(f"T{trump}" for trump in range(20, 1, -1)) + " F",
    0: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 CK CQ CC CJ C10 C9 C8 C7 C6 S5",
    1: "SK SQ SC SJ S10 S9 S8 S7 S6 DK DQ DC DJ D10 D9 D8 D7 D6 D5 C5",
}
SWEEP_TALON = "T1 T0 D4"


def begin(
    hands: Mapping[int, str] = HANDS,
    talon: str = TALON,
    preset: str | None = None,
    /,
    **options: object,
) -> Run:
    """A deal before anybody has spoken."""
    chosen = GAME.resolve(options, preset)
    deal = deal_with(GAME, hands, talon, options=chosen)
    return Run(GAME, deal, options=chosen)


def playing(
    hands: Mapping[int, str] = HANDS,
    talon: str = TALON,
    away: str | None = None,
    said: str = "silence silence silence",
    *,
    early: bool = True,
    **options: object,
) -> Run:
    """A deal at its first lead: seat 1 is soloist, has laid away (the talon, else `away`)."""
    run = begin(hands, talon, **options)
    return do(run, f"{'' if early else TO_PAUSE_4}vado_solo {away or talon} {said}")


def talked(run: Run, words: str) -> Run:
    """Let words be said aside: `talked(run, "0:trunfu 2:grossu_o_picciriddu")`."""
    for word in words.split():
        seat, _, phrase = word.partition(":")
        run.say(int(seat), phrase)
    return run


def finished(
    piles: Mapping[int, str],
    tricks: Iterable[tuple[int, str, int]] = ((1, "S9 S8 S7", 2),),
    *,
    rest_to: int = 2,
    said: Mapping[str, tuple[int, ...]] | None = None,
    times: int = 1,
) -> Outcome:
    """A finished deal of seat 1 against seats 2 and 0; cards not named go to the opponents."""
    return outcome(
        ID, (1, 0, 1), piles, tricks, rest_to=rest_to, declarer=1, said=said, times=times
    )


def rows(done: Outcome, item: str) -> list[Row]:
    """The rows that one item writes."""
    return [row for row in GAME.score(done, GAME.resolve()) if row.item == item]


def amounts(done: Outcome, item: str) -> list[tuple[int, ...]]:
    """What the rows of one item pay, by seat; seat 1 is the soloist."""
    return [row.amounts for row in rows(done, item)]


def value(card: str) -> int:
    """What a card counts singly."""
    return SICILIAN.value_of[card]
