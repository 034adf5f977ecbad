"""Deals of Mineo for four made by hand, shared by its tests.

Seat 0 deals, so that seat 1 speaks first. Seat 1 lacks the 19, which seat 3 holds: when it
calls, seats 1 and 3 play against 2 and 0, and seat 2 leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from helpers import deal_with, do, outcome
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.games import game

ID = "mineo-4"
GAME = game(ID)
ALL_PASS = "passo passo passo passo "
SILENT = "silence silence silence silence "
CALLED = "chiamo:T19 passo passo passo "

HANDS = {
    1: "T20 T18 T15 T14 T13 T12 SK SQ CK C10 C9 BK B9 B8 D4",
    2: "T17 T10 T9 T8 SC SJ S10 CQ CC BQ BC DQ DC D10 D9",
    3: "T19 T16 T7 T6 T5 S9 S8 CJ C8 BJ B10 DJ D8 D7 F",
    0: "T11 T4 T3 T2 T1 T0 S7 S6 C7 C6 B7 B6 DK D6 D5",
}
TALON = "S5 C5 B5"


def swapped(*pairs: tuple[str, str], hands: Mapping[int, str] = HANDS) -> dict[int, str]:
    """The hands with cards exchanged."""
    other = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    return {
        seat: " ".join(other.get(card, card) for card in hand.split())
        for seat, hand in hands.items()
    }


def begin(
    hands: Mapping[int, str] = HANDS,
    talon: str = TALON,
    preset: str | None = None,
    /,
    **given: object,
) -> Run:
    """A deal before anybody has spoken."""
    chosen = GAME.resolve(given, preset)
    return Run(GAME, deal_with(GAME, hands, talon, options=chosen), options=chosen)


def bidding(said: str = "", hands: Mapping[int, str] = HANDS, /, **given: object) -> Run:
    """A deal in the bidding after the last packet, all having passed in the pause."""
    return do(begin(hands, **given), ALL_PASS + said)


def calling(
    hands: Mapping[int, str] = HANDS,
    said: str = SILENT,
    bids: str = CALLED,
    **given: object,
) -> Run:
    """A deal at its first lead: a call, and the talon laid away again."""
    return do(bidding(bids, hands, **given), f"{TALON} {said}")


def soloing(hands: Mapping[int, str] = HANDS, said: str = SILENT, **given: object) -> Run:
    """A deal at its first lead: seat 1 has gone solo at once."""
    return do(begin(hands, **given), f"vado_solo {TALON} {said}")


def finished(
    piles: Mapping[int, str],
    tricks: Iterable[tuple[int, str, int]] = ((1, "S9 S8 S7 S6", 2),),
    *,
    side: tuple[int, ...] = (1, 0, 1, 0),
    rest_to: int = 2,
    said: Mapping[str, tuple[int, ...]] | None = None,
    times: int = 1,
) -> Outcome:
    """A finished deal, as a rule of seats 1 and 3 against 2 and 0."""
    return outcome(ID, side, piles, tricks, rest_to=rest_to, declarer=1, said=said, times=times)


def rows(done: Outcome, item: str) -> list[Row]:
    """The rows that one item writes."""
    return [row for row in GAME.score(done, GAME.resolve()) if row.item == item]


def amounts(done: Outcome, item: str) -> list[tuple[int, ...]]:
    """What the rows of one item pay, by seat."""
    return [row.amounts for row in rows(done, item)]


def friends(run: Run) -> list[frozenset[int]]:
    return [GAME.friends(run.view(seat)) for seat in range(4)]


def asked_for_rivanto(run: Run) -> dict[int, tuple[str, ...]]:
    """The declarer and all others keep silent; gives who was asked and for what."""
    found = {}
    run.do("silence")
    while run.decision is not None and run.decision.kind == "announce":
        found[run.decision.seat] = run.decision.options
        run.do("silence")
    return found


RAISES = ("rivanto", "silence")
